//! A slow reference move generator that is easy to verify: an array of squares, every rule step by
//! step, and a move is legal if the king is not attacked after it. It shares no code with the
//! library except squares and pieces. It is the referee for self-capture chess, which no other
//! library supports.

use ouro_rules::{Color, Piece, Position, Role, Square, Variant};

#[derive(Clone)]
pub struct ReferenceBoard {
    squares: [Option<Piece>; 64],
    turn: Color,
    en_passant: Option<Square>,
    castling: Vec<Square>,
    self_capture: bool,
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

fn rank(number: usize, color: Color) -> usize {
    if color == Color::White { number - 1 } else { 8 - number }
}

impl ReferenceBoard {
    pub fn new(position: &Position) -> ReferenceBoard {
        assert_ne!(position.variant(), Variant::Chess960, "only castling of chess is implemented");
        ReferenceBoard {
            squares: Square::ALL.map(|square| position.piece_on(square)),
            turn: position.turn(),
            en_passant: position.en_passant(),
            castling: position.castling_rooks().into_iter().collect(),
            self_capture: position.variant() == Variant::SelfCapture,
        }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    fn is_attacked(&self, target: Square, by: Color) -> bool {
        for from in Square::ALL {
            let Some(piece) = self.at(from).filter(|piece| piece.color() == by) else { continue };
            let hits = match piece.role() {
                Role::Pawn => {
                    [-1, 1].iter().any(|&df| from.offset(df, forward(by)) == Some(target))
                }
                Role::Knight => JUMPS.iter().any(|&(df, dr)| from.offset(df, dr) == Some(target)),
                Role::King => from.distance(target) == 1,
                Role::Bishop => self.slides(from, target, &DIAGONAL),
                Role::Rook => self.slides(from, target, &STRAIGHT),
                Role::Queen => {
                    self.slides(from, target, &DIAGONAL) || self.slides(from, target, &STRAIGHT)
                }
            };
            if hits {
                return true;
            }
        }
        false
    }

    fn slides(&self, from: Square, target: Square, steps: &[(i8, i8)]) -> bool {
        steps.iter().any(|&(df, dr)| {
            let mut square = from;
            while let Some(next) = square.offset(df, dr) {
                if next == target {
                    return true;
                }
                if self.at(next).is_some() {
                    return false;
                }
                square = next;
            }
            false
        })
    }

    fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, Role::King));
        Square::ALL.into_iter().find(|&square| self.at(square) == king).unwrap()
    }

    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.turn), !self.turn)
    }

    /// Returns `true` if the side to move may capture the piece on a square.
    fn may_capture(&self, square: Square) -> bool {
        match self.at(square) {
            None => false,
            Some(piece) if piece.role() == Role::King => false,
            Some(piece) => piece.color() != self.turn || self.self_capture,
        }
    }

    /// Returns all legal moves in UCI notation, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            let Some(piece) = self.at(from).filter(|piece| piece.color() == self.turn) else {
                continue;
            };
            let mut targets = Vec::new();
            let mut slide = |steps: &[(i8, i8)], limit: i8| {
                for &(df, dr) in steps {
                    for n in 1..=limit {
                        let Some(to) = from.offset(df * n, dr * n) else { break };
                        if self.at(to).is_none() || self.may_capture(to) {
                            targets.push(to);
                        }
                        if self.at(to).is_some() {
                            break;
                        }
                    }
                }
            };
            match piece.role() {
                Role::Pawn => targets = self.pawn_targets(from),
                Role::Knight => slide(&JUMPS, 1),
                Role::Bishop => slide(&DIAGONAL, 7),
                Role::Rook => slide(&STRAIGHT, 7),
                Role::Queen => {
                    slide(&DIAGONAL, 7);
                    slide(&STRAIGHT, 7);
                }
                Role::King => {
                    slide(&DIAGONAL, 1);
                    slide(&STRAIGHT, 1);
                }
            }
            for to in targets {
                if self.leaves_king_safe(from, to) {
                    let promotes =
                        piece.role() == Role::Pawn && to.index() / 8 == rank(8, self.turn);
                    let suffixes: &[&str] = if promotes { &["q", "r", "b", "n"] } else { &[""] };
                    moves.extend(suffixes.iter().map(|suffix| format!("{from}{to}{suffix}")));
                }
            }
        }
        moves.extend(self.castling_moves());
        moves.sort_unstable();
        moves
    }

    fn pawn_targets(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        let up = forward(self.turn);
        if let Some(one) = from.offset(0, up).filter(|&one| self.at(one).is_none()) {
            targets.push(one);
            if from.index() / 8 == rank(2, self.turn) {
                targets.extend(from.offset(0, 2 * up).filter(|&two| self.at(two).is_none()));
            }
        }
        for df in [-1, 1] {
            if let Some(to) = from.offset(df, up)
                && (self.may_capture(to) || self.en_passant == Some(to))
            {
                targets.push(to);
            }
        }
        targets
    }

    fn leaves_king_safe(&self, from: Square, to: Square) -> bool {
        let mut after = self.clone();
        let piece = after.squares[from.index()].take();
        if piece == Some(Piece::new(self.turn, Role::Pawn)) && self.en_passant == Some(to) {
            let victim = to.offset(0, -forward(self.turn)).unwrap();
            after.squares[victim.index()] = None;
        }
        after.squares[to.index()] = piece;
        !after.is_attacked(after.king(self.turn), !self.turn)
    }

    fn castling_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        let king = self.king(self.turn);
        for &rook in &self.castling {
            if rook.index() / 8 != rank(1, self.turn) {
                continue;
            }
            let step: i8 = if rook > king { 1 } else { -1 };
            let mut square = king;
            let mut clear = true;
            loop {
                square = square.offset(step, 0).unwrap();
                if square == rook {
                    break;
                }
                clear &= self.at(square).is_none();
            }
            let safe = (0..=2).all(|n| {
                let crossed = king.offset(step * n, 0).unwrap();
                !self.is_attacked(crossed, !self.turn)
            });
            if clear && safe {
                moves.push(format!("{king}{}", king.offset(step * 2, 0).unwrap()));
            }
        }
        moves
    }
}
