//! The subcommands of `ouro`.

pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod fen;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod net;
pub(crate) mod perft;
mod progress;
pub(crate) mod puzzles;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tablebase;
pub(crate) mod train;
#[cfg(feature = "tune")]
pub(crate) mod tune;
pub(crate) mod uci;

use std::io::{self, Write};

use ouro_rules::{Position, Variant};

use crate::failure::Failure;

/// Parses a FEN, or returns the start position. Repairs are reported on standard error.
fn position(fen: Option<&str>, variant: Variant) -> Result<Position, Failure> {
    let Some(fen) = fen else { return Ok(Position::start(variant)) };
    let (position, repairs) = Position::from_fen_lenient(fen, variant)?;
    for repair in repairs {
        writeln!(io::stderr(), "ouro: {repair}")?;
    }
    Ok(position)
}
