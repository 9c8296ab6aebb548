//! Setups: the contents of a FEN, playable or not.

use crate::castling::CastlingSide;
use crate::validation::{self, Problem, Problems};
use crate::{Bitboard, Board, Color, Piece, Role, Square, Variant};

/// The largest valid halfmove clock.
pub const MAX_HALFMOVE_CLOCK: u16 = 999;

/// The contents of a FEN, without validation.
///
/// [`Position::from_setup`](crate::Position::from_setup) turns it into a playable position or
/// returns all its problems.
///
/// ```
/// use ouro_rules::{Color, Piece, Position, Problem, Setup, Square, Variant};
/// let mut setup = Setup::empty();
/// setup.board.put(Piece::WhiteKing, Square::E1);
/// let problems = Position::from_setup(&setup, Variant::Chess).unwrap_err();
/// assert_eq!(problems.as_slice(), [Problem::NoKing(Color::Black)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Squares of the rooks with castling rights, of both colors.
    pub castling: Bitboard,
    /// The square that a pawn has just passed with its double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number, starting at 1.
    pub fullmove_number: u16,
}

impl Setup {
    /// Returns an empty board with White to move.
    #[must_use]
    pub const fn empty() -> Setup {
        Setup {
            board: Board::EMPTY,
            turn: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Returns the start position of chess.
    #[must_use]
    pub fn start() -> Setup {
        use Role::{Bishop, King, Knight, Queen, Rook};
        Setup::with_back_rank([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
    }

    /// Returns the Chess960 start position with this Scharnagl number from 0 to 959.
    #[must_use]
    pub fn chess960_start(number: u16) -> Option<Setup> {
        if number >= 960 {
            return None;
        }
        let mut rank: [Option<Role>; 8] = [None; 8];
        let (rest, light) = (number / 4, number % 4);
        rank[usize::from(light) * 2 + 1] = Some(Role::Bishop);
        let (rest, dark) = (rest / 4, rest % 4);
        rank[usize::from(dark) * 2] = Some(Role::Bishop);
        let (knights, queen) = (rest / 6, rest % 6);

        /// Puts a piece on the `nth` free file.
        fn fill(rank: &mut [Option<Role>; 8], nth: usize, role: Role) {
            if let Some(free) = rank.iter_mut().filter(|place| place.is_none()).nth(nth) {
                *free = Some(role);
            }
        }
        fill(&mut rank, usize::from(queen), Role::Queen);
        // The ten ways to put two knights on five files.
        let (first, second) =
            [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
                [usize::from(knights)];
        fill(&mut rank, second, Role::Knight);
        fill(&mut rank, first, Role::Knight);
        for role in [Role::Rook, Role::King, Role::Rook] {
            fill(&mut rank, 0, role);
        }
        Some(Setup::with_back_rank(rank.map(|role| role.unwrap_or(Role::Rook))))
    }

    fn with_back_rank(roles: [Role; 8]) -> Setup {
        let mut setup = Setup::empty();
        for (file, role) in roles.into_iter().enumerate() {
            for (color, back, front) in [(Color::White, 0, 8), (Color::Black, 56, 48)] {
                let square = Square::ALL[back + file];
                setup.board.put(Piece::new(color, role), square);
                setup.board.put(Piece::new(color, Role::Pawn), Square::ALL[front + file]);
                if role == Role::Rook {
                    setup.castling |= Bitboard::from(square);
                }
            }
        }
        setup
    }

    /// Returns `true` if the setup is playable in a variant.
    #[must_use]
    pub fn is_playable(&self, variant: Variant) -> bool {
        let mut playable = true;
        validation::check_playable(self, variant, &mut |_| playable = false);
        playable
    }

    /// Returns all problems that make the setup unplayable in a variant.
    #[must_use]
    pub fn problems(&self, variant: Variant) -> Problems {
        let mut problems = Vec::new();
        validation::check_playable(self, variant, &mut |problem: Problem| problems.push(problem));
        Problems::new(problems)
    }

    /// Returns the rook that `K` or `Q` means in the castling field: in Chess960 the outermost rook
    /// on that side of the king, if there is one, otherwise the corner.
    pub(crate) fn castling_rook(
        &self,
        color: Color,
        side: CastlingSide,
        variant: Variant,
    ) -> Square {
        let corner = side.corner(color);
        if variant != Variant::Chess960 {
            return corner;
        }
        let rank = Bitboard::from(corner.rank());
        let rooks = self.board.pieces(color, Role::Rook) & rank;
        let Some(king) = (self.board.pieces(color, Role::King) & rank).first() else {
            return corner;
        };
        let outermost = match side {
            CastlingSide::King => rooks.last().filter(|&rook| rook > king),
            CastlingSide::Queen => rooks.first().filter(|&rook| rook < king),
        };
        outermost.unwrap_or(corner)
    }
}

impl Default for Setup {
    /// Returns the start position of chess.
    fn default() -> Setup {
        Setup::start()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_960_start_positions_are_distinct_and_valid() {
        let mut seen = HashSet::new();
        for number in 0..960 {
            let setup = Setup::chess960_start(number).unwrap();
            assert!(setup.problems(Variant::Chess960).is_empty());
            assert!(seen.insert(setup.board.to_string()));
            let rooks = setup.board.pieces(Color::White, Role::Rook);
            let king = setup.board.pieces(Color::White, Role::King).first();
            assert!(rooks.first() < king && king < rooks.last());
            let bishops = setup.board.pieces(Color::White, Role::Bishop);
            assert_eq!((bishops & Bitboard::LIGHT).count(), 1);
        }
        assert_eq!(Setup::chess960_start(960), None);
        assert_eq!(Setup::chess960_start(518), Some(Setup::start()));
        let first = Setup::chess960_start(0).unwrap().board.to_string();
        assert!(first.ends_with("/BBQNNRKR"), "{first}");
        let last = Setup::chess960_start(959).unwrap().board.to_string();
        assert!(last.ends_with("/RKRNNQBB"), "{last}");
    }
}
