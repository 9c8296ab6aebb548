//! Random openings for self-play and matches.

use fastrand::Rng;
use ouro_engine::{Engine, Limits, Signals};
use ouro_rules::{Color, Game, Move, Piece, Position, Role, Setup, Square, Variant};

/// The node limit of the search that tests whether an opening is balanced.
const BALANCE_NODES: u64 = 1_000;
/// One in this many random moves is a self-capture, if self-captures are allowed.
const SELF_CAPTURE_INTERVAL: u8 = 6;
/// The SEE threshold of random self-captures: the loss of a pawn, but not of a piece.
const SELF_CAPTURE_SEE: i32 = -150;
/// The node limit of each move that leads to an opening after a self-capture.
const QUICK_NODES: u64 = 50;
/// The maximum number of plies that lead to an opening after a self-capture.
const QUICK_PLIES: usize = 90;

/// Returns a position after `plies` random moves that a short search scores within `max_score` of
/// equality.
pub(crate) fn balanced_opening(
    engine: &mut Engine,
    variant: Variant,
    plies: usize,
    self_captures: bool,
    max_score: i32,
    rng: &mut Rng,
) -> Position {
    loop {
        if let Some(opening) = random_opening(variant, plies, self_captures, rng)
            && is_balanced(engine, &opening, BALANCE_NODES, max_score)
        {
            return opening;
        }
    }
}

/// Returns a middlegame position of self-capture chess just after a self-capture, scored within
/// `max_score` of equality by a short search.
///
/// Good games contain few self-captures, but every search evaluates the positions after many of them.
pub(crate) fn opening_after_self_capture(
    engine: &mut Engine,
    plies: usize,
    max_score: i32,
    rng: &mut Rng,
) -> Position {
    loop {
        let opening = balanced_opening(engine, Variant::SelfCapture, plies, false, max_score, rng);
        let mut game = Game::from_position(opening);
        let mut plies_left = rng.usize(0..QUICK_PLIES);
        while plies_left > 0
            && let Some((mv, _)) = short_search(engine, &game, QUICK_NODES, Vec::new())
            && game.play(mv).is_ok()
        {
            plies_left -= 1;
        }
        // A random half of the self-captures, so that the best one is not chosen every time.
        let position = game.position();
        let mut candidates = position.legal_moves().to_vec();
        candidates.retain(|&mv| position.is_self_capture(mv) && rng.bool());
        if game.outcome().is_some() || candidates.is_empty() {
            continue;
        }
        let Some((mv, score)) = short_search(engine, &game, BALANCE_NODES, candidates) else {
            continue;
        };
        let mut after = position.clone();
        if score.abs() <= max_score && after.play(mv).is_ok() && after.has_legal_moves() {
            return after;
        }
    }
}

/// Returns an ending with random material that a short search scores within `max_score` of equality.
pub(crate) fn balanced_ending(
    engine: &mut Engine,
    variant: Variant,
    max_score: i32,
    rng: &mut Rng,
) -> Position {
    loop {
        if let Some(ending) = random_ending(variant, rng)
            && is_balanced(engine, &ending, BALANCE_NODES, max_score)
        {
            return ending;
        }
    }
}

/// Returns a position with up to two pieces and four pawns per side on random squares. Returns `None` if
/// it is not valid, the side to move is in check or the game is over.
fn random_ending(variant: Variant, rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.turn = Color::BOTH[rng.usize(0..2)];
    let mut pieces = Color::BOTH.map(|color| Piece::new(color, Role::King)).to_vec();
    for color in Color::BOTH {
        for _ in 0..rng.usize(0..=2) {
            let role = *rng.choice(&[Role::Knight, Role::Bishop, Role::Rook, Role::Queen])?;
            pieces.push(Piece::new(color, role));
        }
        pieces.extend(std::iter::repeat_n(Piece::new(color, Role::Pawn), rng.usize(0..=4)));
    }
    for piece in pieces {
        let squares = if piece.role() == Role::Pawn { 8..56 } else { 0..64 };
        let square = Square::from_index(rng.usize(squares))?;
        if setup.board.piece_on(square).is_some() {
            return None;
        }
        setup.board.put(piece, square);
    }
    let ending = Position::from_setup(&setup, variant).ok()?;
    let over = Game::from_position(ending.clone()).outcome().is_some();
    (!over && !ending.in_check()).then_some(ending)
}

/// Returns whether a search of `nodes` nodes scores a position within `max_score` of equality.
pub(crate) fn is_balanced(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    max_score: i32,
) -> bool {
    engine.new_game();
    let game = Game::from_position(position.clone());
    let best = short_search(engine, &game, nodes, Vec::new());
    best.is_some_and(|(_, score)| score.abs() <= max_score)
}

/// Searches a position, or only some of its moves, and returns the best move with its score.
fn short_search(
    engine: &mut Engine,
    game: &Game,
    nodes: u64,
    search_moves: Vec<Move>,
) -> Option<(Move, i32)> {
    let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
    let result = engine.search(game, &limits, &Signals::default(), &mut |_| {});
    Some((result.best?, result.report.lines.first()?.score))
}

/// Returns a position after `plies` random quiet moves with SEE ≥ 0, mixed with self-captures of pawns
/// if they are allowed. Returns `None` if the side to move is in check or has no legal move. Chess960
/// games start from a double shuffle.
pub(crate) fn random_opening(
    variant: Variant,
    plies: usize,
    self_captures: bool,
    rng: &mut Rng,
) -> Option<Position> {
    let mut position = match variant {
        Variant::Chess960 => double_chess960_start(rng)?,
        Variant::Chess | Variant::SelfCapture => Position::start(variant),
    };
    for _ in 0..plies {
        let self_capture = self_captures && rng.u8(0..SELF_CAPTURE_INTERVAL) == 0;
        let candidates: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| match position.captured(mv) {
                Some(_) => {
                    self_capture
                        && position.is_self_capture(mv)
                        && position.see_at_least(mv, SELF_CAPTURE_SEE)
                }
                None => !self_capture && position.see_at_least(mv, 0),
            })
            .collect();
        position.play_unchecked(*rng.choice(&candidates)?);
    }
    (!position.in_check() && position.has_legal_moves()).then_some(position)
}

/// Returns a start position of double Chess960: White and Black have independent back ranks.
fn double_chess960_start(rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup::chess960_start(rng.u16(0..960))?;
    let black_setup = Setup::chess960_start(rng.u16(0..960))?;
    let black_pieces = black_setup.board.iter();
    for (square, piece) in black_pieces.filter(|(_, piece)| piece.color() == Color::Black) {
        setup.board.remove(square);
        setup.board.put(piece, square);
    }
    let black = black_setup.board.of_color(Color::Black);
    setup.castling = (setup.castling & !black) | (black_setup.castling & black);
    Position::from_setup(&setup, Variant::Chess960).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_after_a_self_capture_have_lost_material_and_vary_in_length() {
        let mut engine = Engine::new(1, 1).unwrap();
        let mut rng = Rng::with_seed(4);
        let (mut early, mut late) = (0, 0);
        for _ in 0..20 {
            let opening = opening_after_self_capture(&mut engine, 8, 700, &mut rng);
            assert_eq!(opening.variant(), Variant::SelfCapture);
            assert_eq!(opening.halfmove_clock(), 0, "{opening}");
            assert!(opening.board().occupied().count() < 32 && opening.has_legal_moves());
            let number = opening.fullmove_number();
            early += usize::from(number < 20);
            late += usize::from(number >= 30);
        }
        assert!(early > 0 && late > 0, "all openings are from one phase of the game");
    }

    #[test]
    fn endings_are_balanced_and_have_few_pieces() {
        let mut engine = Engine::new(1, 1).unwrap();
        let mut rng = Rng::with_seed(7);
        let mut counts = std::collections::BTreeSet::new();
        for variant in [Variant::Chess, Variant::SelfCapture] {
            for _ in 0..20 {
                let ending = balanced_ending(&mut engine, variant, 700, &mut rng);
                assert_eq!(ending.variant(), variant);
                assert!(!ending.in_check() && ending.has_legal_moves(), "{ending}");
                let count = ending.board().occupied().count();
                assert!((3..=14).contains(&count), "{ending}");
                counts.insert(count);
            }
        }
        assert!(counts.len() > 4, "the endings have nearly the same material: {counts:?}");
    }

    #[test]
    fn double_chess960_starts_have_all_pieces_and_castling_rights() {
        let mut rng = Rng::with_seed(3);
        let mut different = 0;
        for _ in 0..200 {
            let start = random_opening(Variant::Chess960, 0, false, &mut rng).unwrap();
            assert_eq!(start.board().occupied().count(), 32);
            assert_eq!(start.castling_rooks().count(), 4);
            let [white, black] = Color::BOTH.map(|color| start.king_of(color).file());
            different += usize::from(white != black);
        }
        assert!(different > 50, "White and Black have the same back rank");
    }
}
