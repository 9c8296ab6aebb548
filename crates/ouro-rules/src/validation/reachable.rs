//! Necessary conditions for a position to come from a game.
//!
//! None of them is sufficient. Each is a proof: what is reported cannot have happened, in the game
//! that the position belongs to.

use super::Problem;
use crate::{Bitboard, Board, Color, Position, Rank, Role, Square, Variant, attacks};

/// Reports everything that proves a playable position unreachable.
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

/// How many pieces of a side must have been pawns.
fn promoted_pieces(board: &Board, color: Color, variant: Variant) -> u32 {
    let beyond = |role, start: u32| board.pieces(color, role).count().saturating_sub(start);
    let bishops = board.pieces(color, Role::Bishop);
    let pawns = board.pieces(color, Role::Pawn);
    let home = Rank::First.relative_to(color);
    // A bishop behind two pawns that have not moved has not moved either, so any other bishop on
    // squares of its colour was a pawn. In Chess960 nobody knows where it started.
    let extra_bishops = |start: Square| {
        let same_colour = if start.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        let found = bishops & same_colour;
        let shut_in = attacks::pawn(color, start) & pawns == attacks::pawn(color, start);
        if shut_in && variant != Variant::Chess960 {
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

/// A pawn changes its file only by taking. In chess White's pawns take Black's pieces and the other
/// way round; with self-capture any missing piece may have been taken by any pawn.
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

/// The fewest captures that bring eight pawns from their files to where the pawns of a side stand;
/// none if no captures can.
fn fewest_captures(board: &Board, color: Color) -> Option<u32> {
    // best[set] is the price of the pawns seen so far if they come from the files in the set.
    let mut best = [None; 256];
    best[0] = Some(0);
    for pawn in board.pieces(color, Role::Pawn) {
        let file = pawn.file() as u32;
        let steps = pawn.rank().relative_to(color) as u32 - Rank::Second as u32;
        let mut next = [None; 256];
        for (set, price) in best.iter().enumerate() {
            let Some(price) = price else { continue };
            for start in (0..8u32).filter(|start| set >> start & 1 == 0) {
                let captures = file.abs_diff(start);
                if captures <= steps {
                    let total: u32 = price + captures;
                    let entry = &mut next[set | 1 << start];
                    *entry = Some(entry.map_or(total, |found: u32| found.min(total)));
                }
            }
        }
        best = next;
    }
    best.into_iter().flatten().min()
}

/// A check comes from the piece that moved, or from a slider whose line it opened: so at most two
/// pieces give it, not from both ends of one line, at most one of them is no slider, and a pawn
/// that gives it has moved.
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
    let from_both_ends = checkers
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
        || from_both_ends
        || leapers.more_than_one()
        || unmoved_pawns.any()
        || !explained_by_double_step
    {
        report(Problem::ImpossibleCheck(checkers));
    }
}

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
