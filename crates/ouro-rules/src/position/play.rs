//! Making moves.
//!
//! Positions use copy-make: a move is made on a copy, and the original stays for unmaking. A
//! position has 208 bytes, and in perft this is as fast as make/unmake, within 2 %.

use super::Position;
use crate::castling::CastlingSide;
use crate::setup::MAX_HALFMOVE_CLOCK;
use crate::{Bitboard, IllegalMoveError, Move, MoveKind, Piece, Rank, Role, Square, attacks};

/// Receives every piece that a move removes from a square or places on one, in order.
///
/// `()` ignores the changes and costs nothing; [`Changes`] stores them.
pub trait Observer {
    /// Receives a piece that is removed from a square.
    fn removed(&mut self, piece: Piece, square: Square);
    /// Receives a piece that is placed on a square.
    fn placed(&mut self, piece: Piece, square: Square);
}

impl Observer for () {
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn placed(&mut self, _: Piece, _: Square) {}
}

/// The changes that one move makes on the board: at most two removed and two placed pieces. Clear
/// it before the next move.
///
/// ```
/// use ouro_rules::{Changes, Move, Piece, Position, Square, Variant};
/// let mut position = Position::start(Variant::SelfCapture);
/// let mut changes = Changes::default();
/// position.play_observed(Move::normal(Square::G1, Square::E2), &mut changes);
/// assert_eq!(
///     changes.removed(),
///     [(Piece::WhitePawn, Square::E2), (Piece::WhiteKnight, Square::G1)],
/// );
/// assert_eq!(changes.placed(), [(Piece::WhiteKnight, Square::E2)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    removed: [(Piece, Square); 2],
    placed: [(Piece, Square); 2],
    removed_len: u8,
    placed_len: u8,
}

impl Changes {
    /// Removes all changes.
    #[inline]
    pub fn clear(&mut self) {
        (self.removed_len, self.placed_len) = (0, 0);
    }

    /// Returns the pieces removed from their squares.
    #[inline]
    #[must_use]
    pub fn removed(&self) -> &[(Piece, Square)] {
        &self.removed[..usize::from(self.removed_len)]
    }

    /// Returns the pieces placed on squares.
    #[inline]
    #[must_use]
    pub fn placed(&self) -> &[(Piece, Square)] {
        &self.placed[..usize::from(self.placed_len)]
    }
}

impl Default for Changes {
    fn default() -> Changes {
        let unused = [(Piece::WhitePawn, Square::A1); 2];
        Changes { removed: unused, placed: unused, removed_len: 0, placed_len: 0 }
    }
}

impl Observer for Changes {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.removed[usize::from(self.removed_len)] = (piece, square);
        self.removed_len += 1;
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.placed[usize::from(self.placed_len)] = (piece, square);
        self.placed_len += 1;
    }
}

/// Making moves.
impl Position {
    /// Makes a move.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Square, Variant};
    /// let mut position = Position::start(Variant::Chess);
    /// let error = position.play(Move::normal(Square::E2, Square::E5)).unwrap_err();
    /// assert_eq!(error.to_string(), "e2e5 is not a legal move in this position");
    /// position.play(Move::normal(Square::E2, Square::E4))?;
    /// # Ok::<(), ouro_rules::IllegalMoveError>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal. The position is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        if !self.is_legal(mv) {
            return Err(IllegalMoveError(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Makes a legal move without checking it.
    ///
    /// # Panics
    /// If the move is not legal, it may panic or leave an invalid position.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// Makes a legal move without checking it and reports its changes to `observer`.
    ///
    /// # Panics
    /// If the move is not legal, it may panic or leave an invalid position.
    #[inline]
    pub fn play_observed(&mut self, mv: Move, observer: &mut impl Observer) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board.piece_on(from).expect("a legal move starts from a piece");
        self.halfmove_clock = (self.halfmove_clock + 1).min(MAX_HALFMOVE_CLOCK);
        if let Some(square) = self.en_passant.take() {
            self.keys.toggle_en_passant(square);
        }

        match mv.kind() {
            MoveKind::Normal => {
                if let Some(victim) = self.board.piece_on(to) {
                    self.remove(victim, to, observer);
                    self.halfmove_clock = 0;
                }
                self.relocate(piece, from, to, observer);
                if piece.role() == Role::Pawn {
                    self.halfmove_clock = 0;
                    if from.index().abs_diff(to.index()) == 16 {
                        self.set_en_passant(Square::from_low_bits((from as u32 + to as u32) / 2));
                    }
                }
            }
            MoveKind::Promotion(role) => {
                if let Some(victim) = self.board.piece_on(to) {
                    self.remove(victim, to, observer);
                }
                self.remove(piece, from, observer);
                self.place(Piece::new(us, role), to, observer);
                self.halfmove_clock = 0;
            }
            MoveKind::EnPassant => {
                self.remove(Piece::new(!us, Role::Pawn), to.en_passant_victim(), observer);
                self.relocate(piece, from, to, observer);
                self.halfmove_clock = 0;
            }
            MoveKind::Castle => {
                let side = CastlingSide::of(from, to);
                let rook = Piece::new(us, Role::Rook);
                // In Chess960 the target of one piece may be the origin of the other.
                self.remove(piece, from, observer);
                self.remove(rook, to, observer);
                self.place(piece, side.king_target(us), observer);
                self.place(rook, side.rook_target(us), observer);
            }
        }

        self.drop_castling_rights(piece, from, to);
        self.fullmove_number = self.fullmove_number.saturating_add(us as u16);
        self.turn = !us;
        self.keys.switch_turn();
        self.find_checkers_and_pins();
        self.debug_check();
    }

    /// Makes a null move: passes the turn to the other side without moving a piece.
    ///
    /// ```
    /// use ouro_rules::{Color, Position, Variant};
    /// let mut position = Position::start(Variant::Chess);
    /// position.play_null()?;
    /// assert_eq!(position.turn(), Color::Black);
    /// # Ok::<(), ouro_rules::IllegalMoveError>(())
    /// ```
    ///
    /// # Errors
    /// If the side to move is in check. The position is unchanged then.
    pub fn play_null(&mut self) -> Result<(), IllegalMoveError> {
        if self.in_check() {
            return Err(IllegalMoveError(Move::NULL));
        }
        if let Some(square) = self.en_passant.take() {
            self.keys.toggle_en_passant(square);
        }
        self.halfmove_clock = (self.halfmove_clock + 1).min(MAX_HALFMOVE_CLOCK);
        self.fullmove_number = self.fullmove_number.saturating_add(self.turn as u16);
        self.turn = !self.turn;
        self.keys.switch_turn();
        self.find_checkers_and_pins();
        self.debug_check();
        Ok(())
    }

    /// Sets the en passant square that a pawn has just passed, if an en passant capture is legal.
    /// The pawn has moved, but the turn has not passed yet.
    fn set_en_passant(&mut self, passed: Square) {
        let them = !self.turn;
        let pawns = attacks::pawn(self.turn, passed) & self.board.pieces(them, Role::Pawn);
        if pawns.any() && self.en_passant_capture_exists(them, passed) {
            self.en_passant = Some(passed);
            self.keys.toggle_en_passant(passed);
        }
    }

    /// Removes the castling rights of a king or rook that moves and of a rook that is captured.
    #[inline]
    fn drop_castling_rights(&mut self, piece: Piece, from: Square, to: Square) {
        let mut touched = Bitboard::from(from) | Bitboard::from(to);
        if piece.role() == Role::King {
            touched |= Bitboard::from(Rank::First.relative_to(piece.color()));
        }
        let lost = self.castling & touched;
        if lost.any() {
            self.castling ^= lost;
            self.keys.toggle_castling(lost);
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        self.board.remove_piece(piece, square);
        self.keys.toggle(piece, square);
        observer.removed(piece, square);
    }

    #[inline]
    fn place(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        self.board.put_on_empty(piece, square);
        self.keys.toggle(piece, square);
        observer.placed(piece, square);
    }

    #[inline]
    fn relocate(&mut self, piece: Piece, from: Square, to: Square, observer: &mut impl Observer) {
        self.board.relocate(piece, from, to);
        self.keys.relocate(piece, from, to);
        observer.removed(piece, from);
        observer.placed(piece, to);
    }
}
