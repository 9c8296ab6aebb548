//! Necessary conditions for a position to be reachable in a game.
//!
//! None of them is sufficient. A reported problem proves that the position is unreachable in its
//! variant.

use super::Problem;
use crate::{Bitboard, Board, Color, Position, Rank, Role, Square, Variant, attacks};

/// Reports every problem that proves a playable position unreachable.
pub(crate) fn check(position: &Position, report: &mut impl FnMut(Problem)) {
    let board = position.board();
    for color in Color::BOTH {
        let promoted = promoted_pieces(board, color, position.variant());
        let missing = 8 - board.pieces(color, Role::Pawn).count();
        if promoted > missing {
            report(Problem::PromotedPieces { color, promoted, missing });
        }
    }
    check_pawns(board, position.variant(), report);
    check_checks(position, report);
    check_clocks(position, report);
}

/// Returns the minimum number of promoted pieces of a side.
fn promoted_pieces(board: &Board, color: Color, variant: Variant) -> u32 {
    let beyond = |role, start: u32| board.pieces(color, role).count().saturating_sub(start);
    let bishops = board.pieces(color, Role::Bishop);
    let pawns = board.pieces(color, Role::Pawn);
    let home = Rank::First.relative_to(color);
    // A bishop behind two unmoved pawns has not moved, so any other bishop on its square color is
    // promoted. In Chess960 the start square of the bishop is unknown.
    let extra_bishops = |start: Square| {
        let same_color = if start.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        let found = bishops & same_color;
        let boxed_in = attacks::pawn(color, start) & pawns == attacks::pawn(color, start);
        if boxed_in && variant != Variant::Chess960 {
            (found & !Bitboard::from(start)).count()
        } else {
            found.count().saturating_sub(1)
        }
    };
    beyond(Role::Queen, 1)
        + beyond(Role::Rook, 2)
        + beyond(Role::Knight, 2)
        + extra_bishops(Square::new(crate::File::C, home))
        + extra_bishops(Square::new(crate::File::F, home))
}

/// Checks the number of pawn captures. A pawn changes its file only by capturing. In chess a pawn
/// captures pieces of the opponent; in self-capture chess any pawn may have captured any missing
/// piece.
fn check_pawns(board: &Board, variant: Variant, report: &mut impl FnMut(Problem)) {
    let mut needed = [0; 2];
    for color in Color::BOTH {
        match fewest_captures(board, color) {
            Some(captures) => needed[color.index()] = captures,
            None => report(Problem::PawnStructure(color)),
        }
    }
    let missing = Color::BOTH.map(|color| 16 - board.of_color(color).count());
    if variant == Variant::SelfCapture {
        let (needed, missing) = (needed[0] + needed[1], missing[0] + missing[1]);
        if needed > missing {
            report(Problem::PawnCaptures { color: None, needed, missing });
        }
    } else {
        for color in Color::BOTH {
            let (needed, missing) = (needed[color.index()], missing[(!color).index()]);
            if needed > missing {
                report(Problem::PawnCaptures { color: Some(color), needed, missing });
            }
        }
    }
}

/// Returns the minimum number of captures that brings pawns from their start files to the squares
/// of the pawns of a side, or `None` if that is impossible.
fn fewest_captures(board: &Board, color: Color) -> Option<u32> {
    // best[set] is the minimum for the pawns so far if they come from the files in the set.
    let mut best = [None; 256];
    best[0] = Some(0);
    for pawn in board.pieces(color, Role::Pawn) {
        let file = pawn.file() as u32;
        let steps = pawn.rank().relative_to(color) as u32 - Rank::Second as u32;
        let mut next = [None; 256];
        for (set, cost) in best.iter().enumerate() {
            let Some(cost) = cost else { continue };
            for start in (0..8u32).filter(|start| set >> start & 1 == 0) {
                let captures = file.abs_diff(start);
                if captures <= steps {
                    let total: u32 = cost + captures;
                    let entry = &mut next[set | 1 << start];
                    *entry = Some(entry.map_or(total, |found: u32| found.min(total)));
                }
            }
        }
        best = next;
    }
    best.into_iter().flatten().min()
}

/// Checks that one move can have given the check. A check comes from the piece that moved or from a
/// slider behind it. So there are at most two checkers, not on both sides of the king on one line,
/// at most one of them is not a slider, and a checking pawn has moved.
fn check_checks(position: &Position, report: &mut impl FnMut(Problem)) {
    let board = position.board();
    let checkers = position.checkers();
    if checkers.is_empty() {
        return;
    }
    let them = !position.turn();
    let leapers = checkers & (board.of_role(Role::Pawn) | board.of_role(Role::Knight));
    let unmoved_pawns =
        checkers & board.of_role(Role::Pawn) & Bitboard::from(Rank::Second.relative_to(them));
    let king = position.king_of(position.turn());
    let from_both_sides = checkers
        .first()
        .is_some_and(|checker| (attacks::line(king, checker) & checkers).more_than_one());
    let explained_by_double_step = position.en_passant().is_none_or(|passed| {
        let pawn = Bitboard::from(passed).forward(them);
        let origin = Bitboard::from(passed).forward(!them);
        checkers.into_iter().all(|checker| {
            pawn.contains(checker) || attacks::between(king, checker).intersects(origin)
        })
    });
    if checkers.count() > 2
        || from_both_sides
        || leapers.more_than_one()
        || unmoved_pawns.any()
        || !explained_by_double_step
    {
        report(Problem::ImpossibleCheck(checkers));
    }
}

/// Checks the halfmove clock against the last move and the move number.
fn check_clocks(position: &Position, report: &mut impl FnMut(Problem)) {
    let clock = position.halfmove_clock();
    if position.en_passant().is_some() && clock > 0 {
        report(Problem::ClockAfterPawnMove(clock));
    }
    let plies = (u32::from(position.fullmove_number()) - 1) * 2 + position.turn() as u32;
    if u32::from(clock) > plies {
        report(Problem::ClockBeforeStart(clock, plies));
    }
}
