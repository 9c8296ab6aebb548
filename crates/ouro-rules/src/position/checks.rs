//! Attacks, checks and pins.

use super::Position;
use crate::castling::{CastlingPath, CastlingSide};
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square, Variant, attacks};

/// Attacks, checks and pins.
impl Position {
    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces that give check to the side to move. Three of them are impossible in a game but
    /// not in a position that somebody set up.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces of the side to move that may not leave the line to their king.
    #[inline]
    #[must_use]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Pieces of both sides that attack `square` when `occupied` squares block sliders.
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// Whether `color` attacks `square`.
    #[must_use]
    pub fn is_attacked_by(&self, color: Color, square: Square) -> bool {
        self.attackers_to(square, self.board.occupied()).intersects(self.board.of_color(color))
    }

    /// Pieces of either side that shield the king of `color` from an enemy slider, each alone.
    #[must_use]
    pub fn blockers_of(&self, color: Color) -> Bitboard {
        let king = self.king_of(color);
        let occupied = self.board.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in self.snipers(king, !color) {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// Whether a legal move gives check.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Square, Variant};
    /// let fen = "rnbqkbnr/ppppp1pp/8/5p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    /// let position = Position::from_fen(fen, Variant::Chess)?;
    /// assert!(position.gives_check(Move::normal(Square::D1, Square::H5)));
    /// # Ok::<(), ouro_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.turn;
        let Some(piece) = self.piece_on(mv.from()) else {
            return false;
        };
        let king = self.king_of(!us);
        let king_set = Bitboard::from(king);
        let mut role = piece.role();
        let mut gone = Bitboard::from(mv.from());
        let mut target = mv.to();
        let mut castled_rook = Bitboard::EMPTY;
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::Promotion(promoted) => role = promoted,
            MoveKind::EnPassant => gone |= Bitboard::from(target.en_passant_victim()),
            MoveKind::Castle => {
                let side = CastlingSide::of(mv.from(), mv.to());
                gone |= Bitboard::from(mv.to());
                target = side.king_target(us);
                castled_rook = Bitboard::from(side.rook_target(us));
            }
        }
        let come = Bitboard::from(target);
        match role {
            Role::Pawn if attacks::pawn(us, target).intersects(king_set) => return true,
            Role::Knight if attacks::knight(target).intersects(king_set) => return true,
            _ => {}
        }
        let occupied = (self.board.occupied() & !gone) | come | castled_rook;
        // A piece taken on the target, one's own included, checks no more.
        let standing = self.board.of_color(us) & !gone & !come;
        let diagonal = matches!(role, Role::Bishop | Role::Queen);
        let straight = matches!(role, Role::Rook | Role::Queen);
        let mut rooks = (self.board.rooks_and_queens() & standing) | castled_rook;
        let mut bishops = self.board.bishops_and_queens() & standing;
        if straight {
            rooks |= come;
        }
        if diagonal {
            bishops |= come;
        }
        attacks::rook(king, occupied).intersects(rooks)
            || attacks::bishop(king, occupied).intersects(bishops)
    }

    /// Sliders of `color` that would attack `square` on an empty board.
    #[inline]
    fn snipers(&self, square: Square, color: Color) -> Bitboard {
        ((attacks::rook_rays(square) & self.board.rooks_and_queens())
            | (attacks::bishop_rays(square) & self.board.bishops_and_queens()))
            & self.board.of_color(color)
    }

    /// Finds what gives check to the side to move and which of its pieces are pinned.
    #[inline]
    pub(super) fn find_checkers_and_pins(&mut self) {
        let us = self.turn;
        let king = self.king_of(us);
        let occupied = self.board.occupied();
        let mut checkers = ((attacks::knight(king) & self.board.of_role(Role::Knight))
            | (attacks::pawn(us, king) & self.board.of_role(Role::Pawn)))
            & self.board.of_color(!us);
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king, !us) {
            let between = attacks::between(king, sniper) & occupied;
            if between.is_empty() {
                checkers |= Bitboard::from(sniper);
            } else if !between.more_than_one() {
                pinned |= between;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & self.board.of_color(us);
    }

    /// Whether the king of the side to move would be safe on `square`.
    #[inline]
    pub(crate) fn king_is_safe_on(&self, square: Square) -> bool {
        let occupied = self.board.occupied() ^ self.board.pieces(self.turn, Role::King);
        !self.attackers_to(square, occupied).intersects(self.board.of_color(!self.turn))
    }

    /// Squares that the enemy attacks, seen through the king of the side to move: where it cannot
    /// go.
    #[inline]
    #[must_use]
    pub fn threats(&self) -> Bitboard {
        let board = &self.board;
        let them = !self.turn;
        let theirs = board.of_color(them);
        let occupied = board.occupied() ^ board.pieces(self.turn, Role::King);
        let mut threats = attacks::pawns(them, theirs & board.of_role(Role::Pawn))
            | attacks::king(self.king_of(them));
        for from in theirs & board.of_role(Role::Knight) {
            threats |= attacks::knight(from);
        }
        for from in theirs & board.bishops_and_queens() {
            threats |= attacks::bishop(from, occupied);
        }
        for from in theirs & board.rooks_and_queens() {
            threats |= attacks::rook(from, occupied);
        }
        threats
    }

    /// The rook that has the right to castle to one side of the board, if there is one.
    ///
    /// ```
    /// use ouro_rules::{CastlingSide, Color, Position, Square, Variant};
    /// let position = Position::start(Variant::Chess);
    /// let rook = position.castling_rook(Color::Black, CastlingSide::Queen);
    /// assert_eq!(rook, Some(Square::A8));
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king_of(color);
        (self.castling & Bitboard::from(Rank::First.relative_to(color)))
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Rooks of the side to move that may castle as far as rights and free squares go.
    #[inline]
    pub(crate) fn rooks_free_to_castle(&self) -> Bitboard {
        let us = self.turn;
        let king = self.king_of(us);
        let occupied = self.board.occupied();
        let mut free = Bitboard::EMPTY;
        for rook in self.castling & Bitboard::from(Rank::First.relative_to(us)) {
            if !CastlingPath::of(us, king, rook).must_be_free.intersects(occupied) {
                free |= Bitboard::from(rook);
            }
        }
        free
    }

    /// Whether the king is safe all the way when it castles with the rook on `rook`.
    #[inline]
    pub(crate) fn castling_is_safe(&self, rook: Square, threats: Bitboard) -> bool {
        let us = self.turn;
        let king = self.king_of(us);
        if CastlingPath::of(us, king, rook).must_be_safe.intersects(threats) {
            return false;
        }
        if self.variant != Variant::Chess960 {
            return true;
        }
        // In Chess960 the rook may have shielded the king's target from the side it leaves.
        let side = CastlingSide::of(king, rook);
        let left = self.board.occupied() ^ Bitboard::from(king) ^ Bitboard::from(rook);
        let after = left | Bitboard::from(side.rook_target(us));
        let enemies = self.board.of_color(!us) & self.board.rooks_and_queens();
        !attacks::rook(side.king_target(us), after).intersects(enemies)
    }

    /// Whether the pawn on `from`, of `color`, may take en passant on `target` without exposing its
    /// king. The pawns are known to stand as they must.
    pub(crate) fn en_passant_is_safe(&self, color: Color, from: Square, target: Square) -> bool {
        let king = self.king_of(color);
        let victim = Bitboard::from(target.en_passant_victim());
        let occupied =
            (self.board.occupied() ^ Bitboard::from(from) ^ victim) | Bitboard::from(target);
        let enemies = self.board.of_color(!color) & !victim;
        !self.attackers_to(king, occupied).intersects(enemies)
    }

    /// Whether a pawn of `color` may take en passant on `target`.
    pub(super) fn en_passant_capture_exists(&self, color: Color, target: Square) -> bool {
        let takers = attacks::pawn(!color, target) & self.board.pieces(color, Role::Pawn);
        takers.into_iter().any(|from| self.en_passant_is_safe(color, from, target))
    }

    /// Whether the side to move may take en passant on `target`.
    pub(super) fn can_take_en_passant(&self, target: Square) -> bool {
        self.en_passant_capture_exists(self.turn, target)
    }
}
