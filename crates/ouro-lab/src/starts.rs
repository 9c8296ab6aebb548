//! Start positions after random moves.

use fastrand::Rng;
use ouro_engine::{Engine, Limits, Signals};
use ouro_rules::{Color, Game, Position, Setup, Variant};

/// How long the search is that tells whether a start is balanced.
const NODES: u64 = 1_000;
/// One in so many random moves is a self-capture, where they are wanted.
const SELF_CAPTURES: u8 = 6;
/// What it may lose in exchanges.
const A_PAWN_LOST: i32 = -150;

/// A position after random quiet moves, and self-captures if they are wanted, that gives neither side
/// more than `most` by a short search.
pub(crate) fn balanced_start(
    engine: &mut Engine,
    variant: Variant,
    plies: usize,
    self_captures: bool,
    most: i32,
    random: &mut Rng,
) -> Position {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    loop {
        let Some(start) = random_start(variant, plies, self_captures, random) else { continue };
        engine.new_game();
        let game = Game::from_position(start.clone());
        let answer = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        if answer.report.lines.first().is_some_and(|line| line.score.abs() <= most) {
            return start;
        }
    }
}

/// A position after random quiet moves that lose nothing at once, and some self-captures of pawns if
/// they are wanted, or none if the side to move is in check or has no move. Chess960 begins with a
/// shuffle of each side's own.
pub(crate) fn random_start(
    variant: Variant,
    plies: usize,
    self_captures: bool,
    random: &mut Rng,
) -> Option<Position> {
    let mut position = match variant {
        Variant::Chess960 => double_shuffle(random)?,
        Variant::Chess | Variant::SelfCapture => Position::start(variant),
    };
    for _ in 0..plies {
        let own = self_captures && random.u8(0..SELF_CAPTURES) == 0;
        let harmless: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| match position.captured(mv) {
                Some(_) => {
                    own && position.is_self_capture(mv) && position.see_at_least(mv, A_PAWN_LOST)
                }
                None => !own && position.see_at_least(mv, 0),
            })
            .collect();
        position.play_unchecked(*random.choice(&harmless)?);
    }
    (!position.in_check() && position.has_legal_moves()).then_some(position)
}

/// Chess960 with different shuffles for White and Black.
fn double_shuffle(random: &mut Rng) -> Option<Position> {
    let mut setup = Setup::chess960_start(random.u16(0..960))?;
    let other = Setup::chess960_start(random.u16(0..960))?;
    for (square, piece) in other.board.iter().filter(|(_, piece)| piece.color() == Color::Black) {
        setup.board.take(square);
        setup.board.put(piece, square);
    }
    let black = other.board.of_color(Color::Black);
    setup.castling = (setup.castling & !black) | (other.castling & black);
    Position::from_setup(&setup, Variant::Chess960).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_shuffles_are_whole_armies_with_all_rights_to_castle() {
        let mut random = Rng::with_seed(3);
        let mut different = 0;
        for _ in 0..200 {
            let start = random_start(Variant::Chess960, 0, false, &mut random).unwrap();
            assert_eq!(start.board().occupied().count(), 32);
            assert_eq!(start.castling_rooks().count(), 4);
            let [white, black] = Color::BOTH.map(|color| start.king_of(color).file());
            different += usize::from(white != black);
        }
        assert!(different > 50, "White and Black are shuffled alike");
    }
}
