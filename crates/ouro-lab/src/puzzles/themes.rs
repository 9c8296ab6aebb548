//! The themes of a puzzle.

use ouro_puzzles::{ExplanationCode, Theme};
use ouro_rules::{
    Bitboard, Move, MoveClass, MoveKind, Position, Rank, Role, Theme as Purpose, attacks,
};

use super::candidate::Candidate;
use super::definition::Goal;
use super::solution::{Achievement, Solution};

/// The expected score from which a win is crushing.
pub(super) const CRUSHING: f64 = 0.95;
/// The loss of material in centipawns from which a solution is a sacrifice.
const SACRIFICE: i32 = 200;
/// At most this many knights, bishops, rooks and queens make an endgame; more than `OPENING.0` in the first
/// `OPENING.1` moves make an opening.
const ENDGAME: u32 = 6;
const OPENING: (u32, u16) = (10, 15);

/// Returns the themes of a puzzle, in the order of [`Theme::ALL`]. `code` is that of its explanation.
pub(super) fn themes(
    candidate: &Candidate,
    solution: &Solution,
    code: ExplanationCode,
) -> Vec<Theme> {
    let position = candidate.position();
    let mut themes = Vec::new();
    let moves = solution.solver_moves(&position);
    for (position, mv) in &moves {
        of_move(position, *mv, &mut themes);
    }
    if let Some((position, mv)) = moves.first() {
        of_first_move(candidate, position, *mv, code, &mut themes);
    }
    if let Some((position, mv)) = moves.last().filter(|_| solution.is_mate()) {
        of_mate(position, *mv, &mut themes);
    }
    themes.extend(match solution.achievement {
        Achievement::Mate(moves) => Theme::mate_in(moves),
        Achievement::Score(Goal::Win, score) if score >= CRUSHING => Some(Theme::Crushing),
        Achievement::Score(Goal::Win, _) => Some(Theme::Advantage),
        Achievement::Score(Goal::Save, _) => Some(Theme::Equality),
    });
    let saves = matches!(solution.achievement, Achievement::Score(Goal::Save, _));
    if saves || code == ExplanationCode::Prevention && !solution.is_mate() {
        themes.push(Theme::Defence);
    }
    themes.push(match moves.len() {
        0 | 1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    });
    if is_sacrifice(&position, solution) {
        themes.push(Theme::Sacrifice);
    }
    of_phase(&position, &mut themes);
    themes.sort_unstable();
    themes.dedup();
    themes
}

/// Adds the themes of a single move of the solver.
fn of_move(position: &Position, mv: Move, themes: &mut Vec<Theme>) {
    let us = position.turn();
    let mut after = position.clone();
    after.play_unchecked(mv);
    if let Some(capture) = position.self_capture(mv) {
        themes.push(Theme::SelfCapture);
        themes.extend(capture.themes.iter().filter_map(|purpose| match purpose {
            Purpose::KingEscape { .. } => Some(Theme::KingEscape),
            Purpose::KingWalk { .. } => Some(Theme::KingWalk),
            Purpose::Promotion { .. } => Some(Theme::SelfPromotion),
            Purpose::LineOpened { .. } => Some(Theme::LineOpening),
            Purpose::Frees { .. } => Some(Theme::Clearance),
            Purpose::Check { .. } => Some(Theme::SelfCaptureCheck),
            _ => None,
        }));
    }
    match mv.kind() {
        MoveKind::Castle => themes.push(Theme::Castling),
        MoveKind::EnPassant => themes.push(Theme::EnPassant),
        MoveKind::Promotion(role) => {
            themes.push(Theme::Promotion);
            if role != Role::Queen {
                themes.push(Theme::UnderPromotion);
            }
        }
        MoveKind::Normal => {}
    }
    let role = position.piece_on(mv.from()).map(ouro_rules::Piece::role);
    let advanced = [Rank::Sixth, Rank::Seventh].map(|rank| rank.relative_to(us));
    if role == Some(Role::Pawn) && advanced.contains(&mv.to().rank()) {
        themes.push(Theme::AdvancedPawn);
    }
    if after.checkers().more_than_one() {
        themes.push(Theme::DoubleCheck);
    }
    if is_fork(&after, mv) {
        themes.push(Theme::Fork);
    }
    if is_discovered_attack(position, &after, mv) {
        themes.push(Theme::DiscoveredAttack);
    }
}

/// Adds the themes of the first move.
fn of_first_move(
    candidate: &Candidate,
    position: &Position,
    mv: Move,
    code: ExplanationCode,
    themes: &mut Vec<Theme>,
) {
    let is_quiet = position.classify(mv).is_quiet() && !position.gives_check(mv);
    if is_quiet {
        themes.push(Theme::QuietMove);
    }
    match code {
        ExplanationCode::Threat if is_quiet => themes.push(Theme::QuietThreat),
        ExplanationCode::Refutation => themes.push(Theme::Refutation),
        _ => {}
    }
    let recaptures = candidate.opponent.to() == mv.to();
    if let MoveClass::Capture(victim) = position.classify(mv)
        && victim != Role::Pawn
        && !recaptures
        && !position.is_attacked_by(!position.turn(), mv.to())
    {
        themes.push(Theme::HangingPiece);
    }
}

/// Adds the themes of a mating move.
fn of_mate(position: &Position, mv: Move, themes: &mut Vec<Theme>) {
    themes.push(Theme::Mate);
    let mut mate = position.clone();
    mate.play_unchecked(mv);
    let king = mate.king_of(mate.turn());
    let Some(checker) = mate.checkers().first() else { return };
    let back_rank = Rank::First.relative_to(mate.turn());
    match mate.piece_on(checker).map(ouro_rules::Piece::role) {
        Some(Role::Knight) => themes.push(Theme::SmotheredMate),
        Some(Role::Rook | Role::Queen) if [king, checker].iter().all(|s| s.rank() == back_rank) => {
            themes.push(Theme::BackRankMate);
        }
        _ => {}
    }
}

/// Returns `true` if the piece that moved attacks two enemy pieces that are worth more than itself.
fn is_fork(after: &Position, mv: Move) -> bool {
    let Some(piece) = after.piece_on(mv.to()) else { return false };
    let board = after.board();
    let attacked = attacks::of(piece.role(), piece.color(), mv.to(), board.occupied());
    let targets = (attacked & board.of_color(after.turn())).into_iter();
    let worth_more = |role: Role| role.value() > piece.role().value();
    let targets = targets.filter_map(|square| board.piece_on(square));
    piece.role() != Role::King && targets.filter(|target| worth_more(target.role())).count() >= 2
}

/// Returns `true` if a slider that did not move newly attacks an enemy piece.
fn is_discovered_attack(before: &Position, after: &Position, mv: Move) -> bool {
    let us = before.turn();
    let board = after.board();
    let enemies = board.of_color(!us) & !board.of_role(Role::Pawn);
    let sliders = board.of_color(us) & (board.rooks_and_queens() | board.bishops_and_queens());
    (sliders & !Bitboard::from(mv.to())).into_iter().any(|slider| {
        let Some(piece) = board.piece_on(slider).filter(|_| before.piece_on(slider).is_some())
        else {
            return false;
        };
        let attacked = |occupied| attacks::of(piece.role(), us, slider, occupied);
        let gained = attacked(board.occupied()) & !attacked(before.board().occupied());
        (gained & enemies).any()
    })
}

/// Returns the material of the side to move minus that of the opponent, in centipawns.
fn balance(position: &Position) -> i32 {
    let sign = |piece: ouro_rules::Piece| if piece.color() == position.turn() { 1 } else { -1 };
    let pieces = position.board().iter().map(|(_, piece)| piece);
    pieces
        .filter(|piece| piece.role() != Role::King)
        .map(|piece| sign(piece) * piece.role().value())
        .sum()
}

/// Returns `true` if the solver is down in material at one of its later moves.
fn is_sacrifice(position: &Position, solution: &Solution) -> bool {
    let start = balance(position);
    let later = solution.solver_moves(position).into_iter().skip(1);
    later.into_iter().any(|(position, _)| balance(&position) <= start - SACRIFICE)
}

/// Adds the phase of the game and the kind of endgame.
fn of_phase(position: &Position, themes: &mut Vec<Theme>) {
    let board = position.board();
    let has = |role| board.of_role(role).any();
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let pieces: u32 = roles.iter().map(|&role| board.of_role(role).count()).sum();
    if pieces > ENDGAME {
        let opening = pieces > OPENING.0 && position.fullmove_number() <= OPENING.1;
        themes.push(if opening { Theme::Opening } else { Theme::Middlegame });
        return;
    }
    themes.push(Theme::Endgame);
    themes.extend(match roles.map(has) {
        [false, false, false, false] => Some(Theme::PawnEndgame),
        [true, false, false, false] => Some(Theme::KnightEndgame),
        [false, true, false, false] => Some(Theme::BishopEndgame),
        [false, false, true, false] => Some(Theme::RookEndgame),
        [false, false, false, true] => Some(Theme::QueenEndgame),
        [false, false, true, true] => Some(Theme::QueenRookEndgame),
        _ => None,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    /// The themes of a solution in SAN after an opponent's move.
    fn of(fen: &str, opponent: &str, sans: &[&str], achievement: Achievement) -> Vec<Theme> {
        explained(fen, opponent, sans, achievement, ExplanationCode::SelfCapture)
    }

    /// The themes of a solution with an explanation.
    fn explained(
        fen: &str,
        opponent: &str,
        sans: &[&str],
        achievement: Achievement,
        code: ExplanationCode,
    ) -> Vec<Theme> {
        let before = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let opponent = before.parse_san(opponent).unwrap();
        let candidate = Candidate { before, opponent, ply: 0, mate: None };
        let mut here = candidate.position();
        let mut moves = Vec::new();
        for san in sans {
            let mv = here.parse_san(san).unwrap();
            moves.push(mv);
            here.play_unchecked(mv);
        }
        let solution = Solution { moves, achievement };
        themes(&candidate, &solution, code)
    }

    #[test]
    fn a_rook_that_captures_its_pawn_opens_a_line_with_check() {
        let win = Achievement::Score(Goal::Win, 0.97);
        let themes = of("5k2/8/8/8/8/8/6P1/4K1R1 b - - 0 1", "Kg8", &["Rxg2+"], win);
        use Theme::{Crushing, Endgame, LineOpening, OneMove, RookEndgame, SelfCaptureCheck};
        let expected = [
            Theme::SelfCapture,
            LineOpening,
            SelfCaptureCheck,
            Crushing,
            OneMove,
            Endgame,
            RookEndgame,
        ];
        assert_eq!(themes, expected);
    }

    #[test]
    fn a_saving_king_escape_is_a_defence() {
        let save = Achievement::Score(Goal::Save, 0.5);
        let themes = of("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Nf7+", &["Kxg8"], save);
        for theme in [Theme::KingEscape, Theme::Defence, Theme::Equality, Theme::SelfCapture] {
            assert!(themes.contains(&theme), "{themes:?}");
        }
        assert!(!themes.contains(&Theme::KingWalk) && !themes.contains(&Theme::LineOpening));
    }

    #[test]
    fn a_move_that_prevents_a_self_capture_is_a_defence_unless_it_mates() {
        let (fen, code) = ("6k1/5ppp/8/8/8/8/8/RB2K3 b - - 0 1", ExplanationCode::Prevention);
        let win = Achievement::Score(Goal::Win, 0.97);
        assert!(explained(fen, "h6", &["Ra7"], win, code).contains(&Theme::Defence));
        let mate = explained(fen, "h6", &["Ra8+"], Achievement::Mate(1), code);
        assert!(!mate.contains(&Theme::Defence), "{mate:?}");
    }

    #[test]
    fn a_mate_has_its_length_and_pattern() {
        let mate = Achievement::Mate(1);
        let themes = of("6k1/5ppp/8/8/8/8/8/RB2K3 b - - 0 1", "h6", &["Ra8+"], mate);
        for theme in [Theme::Mate, Theme::MateIn1, Theme::OneMove, Theme::BackRankMate] {
            assert!(themes.contains(&theme), "{themes:?}");
        }
    }
}
