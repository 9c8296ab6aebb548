//! Playable positions.

mod checks;
mod invariants;
mod legality;
mod play;

pub(crate) use legality::pawn_pushes;

pub use invariants::InvariantError;
pub use play::{Changes, Observer};

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::validation::{self, Problem, Problems};
use crate::zobrist::{self, Keys};
use crate::{Bitboard, Board, Color, Piece, Role, Setup, Square, Variant};

/// A playable position of a variant.
///
/// It is created from a [`Setup`] that passes validation and changed by legal moves only. This
/// guarantees one king a side, the side not to move not in check, castling rights only with king
/// and rook in place, and an en passant square only where an en passant capture is legal.
///
/// ```
/// use ouro_rules::{Position, Variant};
/// let position = Position::from_fen(
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
///     Variant::Chess,
/// )?;
/// assert_eq!(position.legal_moves().len(), 48);
/// # Ok::<(), ouro_rules::FenError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    board: Board,
    keys: Keys,
    /// Squares of the rooks with castling rights.
    castling: Bitboard,
    /// Enemy pieces that give check to the side to move.
    checkers: Bitboard,
    /// Pinned pieces of the side to move.
    pinned: Bitboard,
    /// The square behind a pawn that has just made a double step, if it can be captured there.
    en_passant: Option<Square>,
    turn: Color,
    variant: Variant,
    halfmove_clock: u16,
    fullmove_number: u16,
}

/// Constructors.
impl Position {
    /// Returns the start position of chess, which is also that of self-capture chess and one of
    /// Chess960.
    #[must_use]
    pub fn start(variant: Variant) -> Position {
        Position::from_valid_setup(&Setup::start(), variant)
    }

    /// Creates a position from a setup.
    ///
    /// # Errors
    /// All problems that make the setup unplayable.
    pub fn from_setup(setup: &Setup, variant: Variant) -> Result<Position, Problems> {
        if setup.is_playable(variant) {
            Ok(Position::from_valid_setup(setup, variant))
        } else {
            Err(setup.problems(variant))
        }
    }

    /// Returns the Chess960 start position with this Scharnagl number from 0 to 959.
    ///
    /// ```
    /// use ouro_rules::Position;
    /// let classical = Position::chess960_start(518).unwrap();
    /// assert_eq!(classical.board().to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    /// ```
    #[must_use]
    pub fn chess960_start(number: u16) -> Option<Position> {
        Setup::chess960_start(number).map(|s| Position::from_valid_setup(&s, Variant::Chess960))
    }

    /// Creates a position from a setup that has passed validation.
    pub(crate) fn from_valid_setup(setup: &Setup, variant: Variant) -> Position {
        let mut position = Position {
            board: setup.board.clone(),
            keys: Keys::default(),
            castling: setup.castling,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            en_passant: None,
            turn: setup.turn,
            variant,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
        };
        position.en_passant = setup.en_passant.filter(|&sq| position.can_capture_en_passant(sq));
        position.keys = position.computed_keys();
        position.find_checkers_and_pins();
        position
    }

    /// Returns the position as a setup.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }
}

/// Board and state.
impl Position {
    /// Returns the variant.
    #[inline]
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// Returns the square of the king of a color.
    #[inline]
    #[must_use]
    pub fn king_of(&self, color: Color) -> Square {
        self.board.pieces(color, Role::King).lowest()
    }

    /// Returns the squares of the rooks with castling rights, of both colors.
    #[inline]
    #[must_use]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Returns the en passant square, if an en passant capture is legal.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the number of plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the move number. It starts at 1 and increases after Black's move.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the pieces that the side to move may capture: those of the opponent, in self-capture
    /// chess also its own, and never a king.
    #[inline]
    pub(crate) fn capturable(&self) -> Bitboard {
        let own = self.board.of_color(self.turn) & self.variant.self_capture_mask();
        (self.board.of_color(!self.turn) | own) & !self.board.of_role(Role::King)
    }

    /// Returns problems that prove the position unreachable from the start position.
    #[must_use]
    pub fn reachability_problems(&self) -> Problems {
        let mut problems = Vec::new();
        validation::check_reachable(self, &mut |problem: Problem| problems.push(problem));
        Problems::new(problems)
    }
}

/// Keys.
impl Position {
    /// Returns the Zobrist key. Positions that count as repetitions of each other have the same
    /// key; the same position of another variant has a different one.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.keys.position()
    }

    /// Returns the XOR of the keys before and after a piece moves to an empty square and the turn
    /// passes. Two positions whose keys differ by it are such a move apart.
    ///
    /// ```
    /// use ouro_rules::{Piece, Position, Square, Variant};
    /// let start = Position::start(Variant::Chess);
    /// let mut after = start.clone();
    /// after.play(start.parse_uci("g1f3").unwrap()).unwrap();
    /// let step = Position::key_difference(Piece::WhiteKnight, Square::G1, Square::F3);
    /// assert_eq!(start.key() ^ after.key(), step);
    /// ```
    #[must_use]
    pub fn key_difference(piece: Piece, from: Square, to: Square) -> u64 {
        zobrist::step_difference(piece, from, to)
    }

    /// Returns a key of the pawns of both colors.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns()
    }

    /// Returns a key of the knights and bishops of both colors.
    #[inline]
    #[must_use]
    pub fn minor_piece_key(&self) -> u64 {
        self.keys.minor_pieces()
    }

    /// Returns a key of the pieces of one color without its pawns.
    #[inline]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.non_pawns(color)
    }

    /// Returns a hash of the complete state, including the clocks, unrelated to the Zobrist key.
    pub(crate) fn state_hash(&self) -> u64 {
        zobrist::state_hash(
            &self.board,
            [
                self.turn as u64,
                self.castling.0,
                self.en_passant.map_or(64, |square| square as u64),
                u64::from(self.halfmove_clock),
                u64::from(self.fullmove_number),
                self.variant as u64,
            ],
        )
    }

    /// Computes the keys from scratch.
    fn computed_keys(&self) -> Keys {
        Keys::of(&self.board, self.turn, self.castling, self.en_passant, self.variant)
    }
}

/// Two positions are equal if their complete state is, including clocks and variant.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.variant == other.variant && self.to_setup() == other.to_setup()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

/// Writes the FEN of the position.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} {self})", self.variant)
    }
}
