//! Static exchange evaluation: what a move wins or loses on its target square if both sides go on
//! taking there, each with its cheapest piece, for as long as it pays.

use crate::{Bitboard, Color, Move, MoveKind, Position, Role, Square, attacks};

/// Static exchange evaluation.
impl Position {
    /// The balance of a legal move for the side that makes it. A self-capture costs its victim
    /// before anything else happens. Pins are not looked at.
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
        // gains[n] is the balance of the side that makes capture n, if the exchange ended there.
        let mut gains = [0; 34];
        gains[0] = exchange.gain;
        let mut count = 1;
        while let Some((_, prize)) = exchange.capture() {
            gains[count] = prize - gains[count - 1];
            count += 1;
        }
        // Each side stops where going on would cost it.
        for i in (1..count).rev() {
            gains[i - 1] = -gains[i].max(-gains[i - 1]);
        }
        gains[0]
    }

    /// Whether [`see`](Position::see) gives at least `threshold`. Cheaper, because most exchanges
    /// are decided before they are over.
    #[must_use]
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        let Some(mut exchange) = Exchange::new(self, mv) else {
            return threshold <= 0;
        };
        let us = self.turn();
        // What the side that has just taken is ahead of what it needs; the other side takes back
        // only while that changes the answer.
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

/// An exchange under way on one square.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// Whose turn it is to take.
    turn: Color,
    /// The piece that stands on the square now.
    standing: Role,
    /// The material balance of the first move.
    gain: i32,
}

impl<'a> Exchange<'a> {
    /// The exchange after the first move; none for castling, which takes nothing and can hardly be
    /// taken.
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

    /// Lets the side to move take with its cheapest piece; tells who took, and the worth of what.
    /// None if it cannot, a king before an attacked square included.
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
        // A slider may have stood behind the piece that has just left.
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
        let taker = self.turn;
        self.standing = role;
        self.turn = !taker;
        Some((taker, prize))
    }
}
