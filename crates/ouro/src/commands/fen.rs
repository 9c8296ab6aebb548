//! `ouro fen`: validation of FEN positions.

use std::io::{self, BufRead, Write};

use ouro_rules::{Position, Variant};

use crate::failure::Failure;

/// Validate FEN positions and explain their errors
///
/// The exit code is 2 if a position is invalid.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro fen 'r3k3/8/8/8/8/8/8/4K3 b kq - 0 1'\n  ouro fen < positions.txt"
)]
pub(crate) struct Arguments {
    /// Positions in Forsyth-Edwards Notation [default: one per line from standard input]
    #[arg(value_name = "FEN")]
    fens: Vec<String>,
    /// The variant: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut all_valid = true;
    if arguments.fens.is_empty() {
        for line in io::stdin().lock().split(b'\n') {
            let line = line?;
            let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(&line));
            if !text.trim().is_empty() {
                all_valid &= validate(&text, arguments.variant, out)?;
            }
        }
    } else {
        let joined = arguments.fens.join(" ");
        // A FEN without quotation marks arrives as six arguments.
        let one = arguments.fens.len() > 1 && arguments.fens.iter().all(|word| !word.contains(' '));
        let fens = if one { std::slice::from_ref(&joined) } else { &arguments.fens[..] };
        for fen in fens {
            all_valid &= validate(fen, arguments.variant, out)?;
        }
    }
    if all_valid { Ok(()) } else { Err(Failure::Reported) }
}

/// Prints the result for one position and returns whether it is valid.
fn validate(fen: &str, variant: Variant, out: &mut impl Write) -> Result<bool, Failure> {
    match Position::from_fen(fen, variant) {
        Ok(position) => {
            writeln!(out, "valid: {position}")?;
            for problem in position.reachability_problems().iter() {
                writeln!(out, "  unreachable: {problem}")?;
            }
            Ok(true)
        }
        Err(error) => {
            writeln!(out, "invalid: {fen}")?;
            for problem in error.problems() {
                writeln!(out, "  {problem}")?;
            }
            if let Ok((position, repairs)) = Position::from_fen_lenient(fen, variant) {
                writeln!(out, "  repaired: {position}")?;
                for repair in repairs {
                    writeln!(out, "    {repair}")?;
                }
            }
            Ok(false)
        }
    }
}
