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

use crate::keys::{self, Keys};
use crate::validation::{self, Problem, Problems};
use crate::{Bitboard, Board, Color, Piece, Role, Setup, Square, Variant};

/// A position in which play can go on by the rules of its game.
///
/// It can only be made from a [`Setup`] that passes validation, and only legal moves lead from one
/// to the next, so whoever holds one may rely on it: one king a side, the side not to move not in
/// check, castling rights only with king and rook in place, an en passant square only where such a
/// capture is legal.
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
    /// Squares of the rooks that may still castle.
    castling: Bitboard,
    /// Enemy pieces that give check to the side to move.
    checkers: Bitboard,
    /// Pieces of the side to move that shield their king from a slider.
    pinned: Bitboard,
    /// The square behind a pawn that has just made a double step, if it can be taken there.
    en_passant: Option<Square>,
    turn: Color,
    variant: Variant,
    halfmove_clock: u16,
    fullmove_number: u16,
}

/// Making positions.
impl Position {
    /// The start position of chess, which is that of self-capture chess and one of Chess960.
    #[must_use]
    pub fn start(variant: Variant) -> Position {
        Position::from_valid_setup(&Setup::start(), variant)
    }

    /// The position that a setup describes, or everything that is wrong with it.
    ///
    /// # Errors
    /// All the reasons why the position is not playable.
    pub fn from_setup(setup: &Setup, variant: Variant) -> Result<Position, Problems> {
        if setup.is_playable(variant) {
            Ok(Position::from_valid_setup(setup, variant))
        } else {
            Err(setup.problems(variant))
        }
    }

    /// The Chess960 start position with this number from 0 to 959, after Reinhard Scharnagl.
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
        position.en_passant = setup.en_passant.filter(|&sq| position.can_take_en_passant(sq));
        position.keys = position.rebuilt_keys();
        position.find_checkers_and_pins();
        position
    }

    /// What the position looks like when written down.
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

/// What is on the board.
impl Position {
    /// The game.
    #[inline]
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The pieces.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// Where the king of a side stands.
    #[inline]
    #[must_use]
    pub fn king_of(&self, color: Color) -> Square {
        self.board.pieces(color, Role::King).lowest()
    }

    /// The squares of the rooks that may still castle, of both sides.
    #[inline]
    #[must_use]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The square on which a pawn can be taken en passant, if such a capture is legal.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, counted from 1 and increased after Black's move.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Pieces that the side to move may take: the enemy's, in self-capture chess also its own, and
    /// never a king.
    #[inline]
    #[must_use]
    pub fn capturable(&self) -> Bitboard {
        let own = self.board.of_color(self.turn) & self.variant.self_capture_mask();
        (self.board.of_color(!self.turn) | own) & !self.board.of_role(Role::King)
    }

    /// Problems that make it certain that no game can have led here.
    #[must_use]
    pub fn reachability_problems(&self) -> Problems {
        let mut problems = Vec::new();
        validation::check_reachable(self, &mut |problem: Problem| problems.push(problem));
        Problems::new(problems)
    }
}

/// Keys for tables.
impl Position {
    /// The Zobrist key: the same for positions that are the same for the rules of repetition, and
    /// different between games.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.keys.position()
    }

    /// By how much the key changes when a piece goes to an empty square and nothing else changes: two
    /// positions whose keys differ by this are such a move apart.
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
        crate::keys::step_difference(piece, from, to)
    }

    /// A key of the pawns of both sides.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns()
    }

    /// A key of the knights and bishops of both sides.
    #[inline]
    #[must_use]
    pub fn minor_piece_key(&self) -> u64 {
        self.keys.minor_pieces()
    }

    /// A key of everything but the pawns of one side.
    #[inline]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.non_pawns(color)
    }

    /// A hash of everything in the position, clocks included, unrelated to the Zobrist key.
    #[must_use]
    pub fn independent_hash(&self) -> u64 {
        keys::independent_hash(
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

    fn rebuilt_keys(&self) -> Keys {
        Keys::of(&self.board, self.turn, self.castling, self.en_passant, self.variant)
    }
}

/// Two positions are equal if nothing tells them apart, clocks and game included.
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

/// The FEN of the position.
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
