//! A dump of everything a position stores, for debugging.

use std::fmt;

use super::{TextBoard, TextStyle};
use crate::{Bitboard, Color, Position, Role};

/// A dump of a position: its board, keys, bitboards and the result of every validation.
#[derive(Clone, Copy, Debug)]
pub struct DebugView<'a>(pub &'a Position);

impl fmt::Display for DebugView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        writeln!(f, "{}", TextBoard::new(position, TextStyle::Ascii))?;
        writeln!(f, "FEN:            {position}")?;
        writeln!(f, "Variant:        {}", position.variant())?;
        writeln!(f, "Legal moves:    {}", position.legal_moves().len())?;
        writeln!(f, "Checkers:       {:?}", position.checkers())?;
        writeln!(f, "Pinned:         {:?}", position.pinned())?;
        writeln!(f, "Castling rooks: {:?}", position.castling_rooks())?;
        writeln!(f, "Zobrist key:    {:#018x}", position.key())?;
        writeln!(f, "Pawn key:       {:#018x}", position.pawn_key())?;
        writeln!(f, "Minor key:      {:#018x}", position.minor_piece_key())?;
        for color in Color::BOTH {
            let name = format!("{color} key:");
            writeln!(f, "{name:<15} {:#018x}", position.non_pawn_key(color))?;
        }
        writeln!(f, "Position hash:  {:#018x}", position.state_hash())?;

        writeln!(f, "\nBitboards:")?;
        let board = position.board();
        let colors = Color::BOTH.map(|color| (color.to_string(), board.of_color(color)));
        let roles = Role::ALL.map(|role| (format!("{role}s"), board.of_role(role)));
        for row in [&colors[..], &roles[..3], &roles[3..]] {
            write_row(f, row)?;
        }

        writeln!(f, "Validation:")?;
        let mut line = |name: &str, result: String| writeln!(f, "  {name:<28}{result}");
        let playable = position.to_setup().problems(position.variant());
        line("playable", if playable.is_empty() { "ok".into() } else { playable.to_string() })?;
        let reachable = position.reachability_problems();
        line("reachable", if reachable.is_empty() { "ok".into() } else { reachable.to_string() })?;
        line(
            "bitboards and squares agree",
            if board.is_consistent() { "ok" } else { "WRONG" }.into(),
        )?;
        line(
            "keys, checks and pins",
            position.check_invariants().map_or_else(|error| error.to_string(), |()| "ok".into()),
        )
    }
}

/// Writes bitboards side by side under their names.
fn write_row(f: &mut fmt::Formatter<'_>, row: &[(String, Bitboard)]) -> fmt::Result {
    for (name, _) in row {
        write!(f, "  {name:<17}")?;
    }
    writeln!(f)?;
    let drawn: Vec<String> = row.iter().map(|(_, set)| set.to_string()).collect();
    let lines: Vec<Vec<&str>> = drawn.iter().map(|text| text.lines().collect()).collect();
    for i in 0..8 {
        for line in &lines {
            write!(f, "  {:<17}", line[i])?;
        }
        writeln!(f)?;
    }
    writeln!(f)
}
