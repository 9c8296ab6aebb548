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

/// Nodes for each move of a game that is only played to get somewhere.
const QUICK: u64 = 50;
/// The most plies of such a game.
const QUICK_PLIES: usize = 90;

/// A position of self-capture chess from the middle of a game, just after one of the better
/// self-captures, that gives neither side more than `most` by a short search. Good games contain few of
/// them, but every search looks at many.
pub(crate) fn start_after_self_capture(
    engine: &mut Engine,
    plies: usize,
    most: i32,
    random: &mut Rng,
) -> Position {
    let best = |engine: &mut Engine, game: &Game, nodes, search_moves| {
        let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
        let answer = engine.search(game, &limits, &Signals::default(), &mut |_| {});
        Some((answer.best?, answer.report.lines.first()?.score))
    };
    loop {
        let start = balanced_start(engine, Variant::SelfCapture, plies, false, most, random);
        let mut game = Game::from_position(start);
        let mut quick = random.usize(0..QUICK_PLIES);
        while quick > 0
            && let Some((mv, _)) = best(engine, &game, QUICK, Vec::new())
            && game.play(mv).is_ok()
        {
            quick -= 1;
        }
        // Not always the best one, so that others are seen too.
        let position = game.position();
        let mut some = position.legal_moves().to_vec();
        some.retain(|&mv| position.is_self_capture(mv) && random.bool());
        if game.outcome().is_some() || some.is_empty() {
            continue;
        }
        let Some((mv, score)) = best(engine, &game, NODES, some) else { continue };
        let mut after = position.clone();
        if score.abs() <= most && after.play(mv) && after.has_legal_moves() {
            return after;
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
    fn games_after_self_captures_begin_where_material_has_gone_and_a_clock_has_not() {
        let mut engine = Engine::new(1, 1).unwrap();
        let mut random = Rng::with_seed(4);
        let (mut early, mut late) = (0, 0);
        for _ in 0..20 {
            let start = start_after_self_capture(&mut engine, 8, 700, &mut random);
            assert_eq!(start.variant(), Variant::SelfCapture);
            assert_eq!(start.halfmove_clock(), 0, "{start}");
            assert!(start.board().occupied().count() < 32 && start.has_legal_moves());
            let number = start.fullmove_number();
            early += usize::from(number < 20);
            late += usize::from(number >= 30);
        }
        assert!(early > 0 && late > 0, "they are all of one stage of the game");
    }

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
