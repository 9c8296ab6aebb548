//! Static exchange evaluation (SEE): the material balance of a move if both sides keep capturing on
//! its target square with their least valuable piece as long as that gains material.

use crate::{Bitboard, Color, Move, MoveKind, Position, Role, Square, attacks};

/// Static exchange evaluation.
impl Position {
    /// Returns the SEE of a legal move in centipawns for the side to move. A self-capture starts
    /// with the loss of the captured piece. Pins are ignored.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Square, Variant};
    /// let position = Position::start(Variant::SelfCapture);
    /// assert_eq!(position.see(Move::normal(Square::G1, Square::E2)), -100);
    /// assert_eq!(position.see(Move::normal(Square::E2, Square::E4)), 0);
    /// ```
    #[must_use]
    pub fn see(&self, mv: Move) -> i32 {
        let Some(mut exchange) = Exchange::new(self, mv) else {
            return 0;
        };
        // gains[n] is the balance of the side that makes capture n if the exchange ends there.
        let mut gains = [0; 34];
        gains[0] = exchange.gain;
        let mut count = 1;
        while let Some((_, prize)) = exchange.capture() {
            gains[count] = prize - gains[count - 1];
            count += 1;
        }
        // Each side stops capturing where the next capture loses material.
        for i in (1..count).rev() {
            gains[i - 1] = -gains[i].max(-gains[i - 1]);
        }
        gains[0]
    }

    /// Returns `true` if [`see`](Position::see) is at least `threshold`. It is faster, because most
    /// exchanges are decided before the last capture.
    #[must_use]
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        let Some(mut exchange) = Exchange::new(self, mv) else {
            return threshold <= 0;
        };
        let us = self.turn();
        // The margin of the side that captured last over what it needs. The other side recaptures
        // only while that changes the result.
        let mut balance = exchange.gain.saturating_sub(threshold);
        if balance < 0 {
            return false;
        }
        if balance - exchange.standing_value() >= 0 {
            return true;
        }
        while let Some((color, prize)) = exchange.capture() {
            balance = prize - balance - 1;
            if balance < 0 {
                return color != us;
            }
            if balance - exchange.standing_value() >= 0 {
                return color == us;
            }
        }
        exchange.turn != us
    }
}

/// A sequence of captures on one square.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// The side that captures next.
    turn: Color,
    /// The piece on the square.
    standing: Role,
    /// The material balance of the first move.
    gain: i32,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange after the first move, or `None` for castling, which never captures.
    fn new(position: &'a Position, mv: Move) -> Option<Exchange<'a>> {
        let us = position.turn();
        let (from, square) = (mv.from(), mv.to());
        let board = position.board();
        let mut standing = board.piece_on(from)?.role();
        let mut occupied = board.occupied() & !Bitboard::from(from) | Bitboard::from(square);
        let mut gain = match board.piece_on(square) {
            Some(victim) if victim.color() == us => -victim.role().value(),
            Some(victim) => victim.role().value(),
            None => 0,
        };
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::Promotion(role) => {
                gain += role.value() - Role::Pawn.value();
                standing = role;
            }
            MoveKind::EnPassant => {
                gain = Role::Pawn.value();
                occupied &= !Bitboard::from(square.en_passant_victim());
            }
            MoveKind::Castle => return None,
        }
        let attackers = board.attackers_to(square, occupied) & occupied;
        Some(Exchange { position, square, occupied, attackers, turn: !us, standing, gain })
    }

    fn standing_value(&self) -> i32 {
        self.standing.value()
    }

    /// Captures with the least valuable piece of the side to move, and returns that side and the
    /// value of the captured piece. Returns `None` if there is no capture; a king cannot capture a
    /// defended piece.
    fn capture(&mut self) -> Option<(Color, i32)> {
        let board = self.position.board();
        let mine = self.attackers & board.of_color(self.turn);
        let role = Role::ALL.into_iter().find(|&role| mine.intersects(board.of_role(role)))?;
        let others = self.attackers & board.of_color(!self.turn);
        if role == Role::King && others.any() {
            return None;
        }
        let from = (mine & board.of_role(role)).lowest();
        self.occupied ^= Bitboard::from(from);
        // Add x-ray attackers behind the piece that has captured.
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let behind = attacks::bishop(self.square, self.occupied) & board.bishops_and_queens();
            self.attackers |= behind;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let behind = attacks::rook(self.square, self.occupied) & board.rooks_and_queens();
            self.attackers |= behind;
        }
        self.attackers &= self.occupied;
        let prize = self.standing_value();
        let capturer = self.turn;
        self.standing = role;
        self.turn = !capturer;
        Some((capturer, prize))
    }
}
