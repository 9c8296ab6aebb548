//! Generation of legal moves, with one code path for all variants.
//!
//! Moves are generated as sets: a piece and its targets, or all pawns that move in one direction.
//! A [`Sink`] turns them into a list or a count. The variant is in the data:
//! [`Position::capturable`] gives the pieces that may be captured, and nothing else here depends on
//! the variant.

use crate::{Bitboard, Move, MoveList, Position, Rank, Role, Square, attacks};

/// A subset of the legal moves that a staged move generator produces.
///
/// Captures, quiet moves and self-captures together are all legal moves, without overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// All legal moves.
    All,
    /// Captures of enemy pieces, and promotions that are not self-captures.
    Captures,
    /// Moves that neither capture nor promote, including castling.
    Quiets,
    /// Self-captures, promotions included. Empty in chess.
    SelfCaptures,
    /// All legal moves if the side to move is in check, otherwise none.
    Evasions,
}

/// The target squares of a stage.
struct Targets {
    /// Pieces to capture.
    captures: Bitboard,
    /// Empty squares to move to.
    quiets: Bitboard,
    /// Empty squares of the last rank to promote on.
    promotions: Bitboard,
    en_passant: bool,
    castling: bool,
}

impl Targets {
    #[inline]
    fn new(position: &Position, stage: Stage) -> Targets {
        let board = position.board();
        let own = board.of_color(position.turn());
        let empty = !board.occupied();
        let capturable = position.capturable();
        let all = Targets {
            captures: capturable,
            quiets: empty,
            promotions: empty & Bitboard::BACK_RANKS,
            en_passant: true,
            castling: true,
        };
        let none = Targets {
            captures: Bitboard::EMPTY,
            quiets: Bitboard::EMPTY,
            promotions: Bitboard::EMPTY,
            en_passant: false,
            castling: false,
        };
        match stage {
            Stage::All => all,
            Stage::Captures => Targets {
                captures: capturable & !own,
                quiets: Bitboard::EMPTY,
                castling: false,
                ..all
            },
            Stage::Quiets => Targets { quiets: empty, castling: true, ..none },
            Stage::SelfCaptures => Targets { captures: capturable & own, ..none },
            Stage::Evasions if position.in_check() => all,
            Stage::Evasions => none,
        }
    }
}

/// Receives moves as they are generated.
trait Sink {
    /// Receives the moves of a piece from `from` to each of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Receives the moves of pawns to each of `targets` from the square `delta` below it.
    fn pawns(&mut self, targets: Bitboard, delta: i32);
    /// Receives the moves of pawns to the last rank, each as four promotions.
    fn promotions(&mut self, targets: Bitboard, delta: i32);
    /// Receives an en passant capture or castling.
    fn special(&mut self, mv: Move);
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, delta: i32) {
        for to in targets {
            self.push(Move::normal(to.shifted(-delta), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i32) {
        for to in targets {
            for role in Role::PROMOTIONS.into_iter().rev() {
                self.push(Move::promotion(to.shifted(-delta), to, role));
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without storing them.
struct Count(u32);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i32) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32) {
        self.0 += targets.count() * Role::PROMOTIONS.len() as u32;
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Move generation.
impl Position {
    /// Returns all legal moves.
    ///
    /// ```
    /// use ouro_rules::{Position, Variant};
    /// assert_eq!(Position::start(Variant::Chess).legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Stage::All, &mut list);
        list
    }

    /// Appends the legal moves of one stage to a list.
    #[inline]
    pub fn generate(&self, stage: Stage, list: &mut MoveList) {
        self.generate_into(&Targets::new(self, stage), list);
    }

    /// Counts the legal moves without generating each of them.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate_into(&Targets::new(self, Stage::All), &mut count);
        count.0 as usize
    }

    /// Returns `true` if the side to move has a legal move.
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Generates the legal moves to the given targets.
    #[inline]
    fn generate_into(&self, targets: &Targets, sink: &mut impl Sink) {
        let board = self.board();
        let us = self.turn();
        let own = board.of_color(us);
        let king = self.king_of(us);
        let occupied = board.occupied();
        let wanted = targets.captures | targets.quiets;

        self.generate_king_moves(king, wanted, targets.castling, sink);
        if self.checkers().more_than_one() {
            return;
        }

        let evasions = self.check_evasion_targets();
        let pinned = self.pinned();
        self.generate_pawns(targets, evasions, sink);

        let wanted = wanted & evasions;
        for from in own & board.of_role(Role::Knight) & !pinned {
            sink.piece(from, attacks::knight(from) & wanted);
        }
        let bishops = own & board.bishops_and_queens();
        for from in bishops & !pinned {
            sink.piece(from, attacks::bishop(from, occupied) & wanted);
        }
        let rooks = own & board.rooks_and_queens();
        for from in rooks & !pinned {
            sink.piece(from, attacks::rook(from, occupied) & wanted);
        }
        if pinned.any() {
            // A pinned slider stays on the line to its king; a pinned knight cannot move.
            for from in bishops & pinned {
                let line = attacks::line(king, from);
                sink.piece(from, attacks::bishop(from, occupied) & wanted & line);
            }
            for from in rooks & pinned {
                let line = attacks::line(king, from);
                sink.piece(from, attacks::rook(from, occupied) & wanted & line);
            }
        }
    }

    /// Generates king moves, including castling. The attacked squares are computed only if the king
    /// has a target, which in the opening is rare.
    #[inline]
    fn generate_king_moves(
        &self,
        king: Square,
        wanted: Bitboard,
        castling: bool,
        sink: &mut impl Sink,
    ) {
        let near = attacks::king(king) & wanted;
        let rooks = if castling { self.rooks_free_to_castle() } else { Bitboard::EMPTY };
        if (near | rooks).is_empty() {
            return;
        }
        let threats = self.threats();
        sink.piece(king, near & !threats);
        for rook in rooks {
            if self.castling_is_safe(rook, threats) {
                sink.special(Move::castle(king, rook));
            }
        }
    }

    /// Generates all pawn moves, including en passant.
    #[inline]
    fn generate_pawns(&self, targets: &Targets, evasions: Bitboard, sink: &mut impl Sink) {
        let us = self.turn();
        let board = self.board();
        let pawns = board.pieces(us, Role::Pawn);
        let free = pawns & !self.pinned();
        self.generate_pawn_moves(free, targets, evasions, sink);
        for pawn in pawns & self.pinned() {
            let line = attacks::line(self.king_of(us), pawn);
            self.generate_pawn_moves(pawn.into(), targets, evasions & line, sink);
        }
        if let (true, Some(target)) = (targets.en_passant, self.en_passant()) {
            for from in attacks::pawn(!us, target) & pawns {
                if self.en_passant_is_safe(us, from, target) {
                    sink.special(Move::en_passant(from, target));
                }
            }
        }
    }

    /// Generates the moves of several pawns at once to squares in `allowed`.
    #[inline]
    fn generate_pawn_moves(
        &self,
        pawns: Bitboard,
        targets: &Targets,
        allowed: Bitboard,
        sink: &mut impl Sink,
    ) {
        let us = self.turn();
        let up = 8 - 16 * us as i32;
        let empty = !self.board().occupied();
        let last = Bitboard::BACK_RANKS;
        let captures = targets.captures & allowed;
        let pushes = ((targets.quiets & !last) | targets.promotions) & allowed;

        let ahead = pawns.forward(us);
        let single = ahead & empty;
        let third = Bitboard::from(Rank::Third.relative_to(us));
        let double = (single & third).forward(us) & empty & pushes;
        let single = single & pushes;
        let west = ahead.west() & captures;
        let east = ahead.east() & captures;

        sink.pawns(single & !last, up);
        sink.pawns(double, 2 * up);
        sink.pawns(west & !last, up - 1);
        sink.pawns(east & !last, up + 1);
        if ((single | west | east) & last).any() {
            sink.promotions(single & last, up);
            sink.promotions(west & last, up - 1);
            sink.promotions(east & last, up + 1);
        }
    }
}
