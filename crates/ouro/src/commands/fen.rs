//! `ouro fen`: is it a position, and if not, why not?

use std::io::{self, BufRead, Write};

use ouro_rules::{Position, Variant};

use crate::failure::Failure;

/// Validate positions strictly and explain what is wrong with them
///
/// The exit code is 2 if any of them is bad.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro fen 'r3k3/8/8/8/8/8/8/4K3 b kq - 0 1'\n  ouro fen < positions.txt"
)]
pub(crate) struct Arguments {
    /// Positions in Forsyth-Edwards Notation; read from standard input, a line each, if none is
    /// given
    #[arg(value_name = "FEN")]
    fens: Vec<String>,
    /// The game: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut all_good = true;
    if arguments.fens.is_empty() {
        for line in io::stdin().lock().split(b'\n') {
            let line = line?;
            let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(&line));
            if !text.trim().is_empty() {
                all_good &= explain(&text, arguments.variant, out)?;
            }
        }
    } else {
        let joined = arguments.fens.join(" ");
        // Six words without quotation marks around them are one position.
        let one = arguments.fens.len() > 1 && arguments.fens.iter().all(|word| !word.contains(' '));
        let fens = if one { std::slice::from_ref(&joined) } else { &arguments.fens[..] };
        for fen in fens {
            all_good &= explain(fen, arguments.variant, out)?;
        }
    }
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Prints the verdict on one position, and whether it is a good one.
fn explain(fen: &str, variant: Variant, out: &mut impl Write) -> Result<bool, Failure> {
    match Position::from_fen(fen, variant) {
        Ok(position) => {
            writeln!(out, "good: {position}")?;
            for problem in position.reachability_problems().iter() {
                writeln!(out, "  but no game leads here: {problem}")?;
            }
            Ok(true)
        }
        Err(error) => {
            writeln!(out, "bad: {fen}")?;
            for problem in error.problems() {
                writeln!(out, "  {problem}")?;
            }
            if let Ok((position, repairs)) = Position::from_fen_lenient(fen, variant) {
                writeln!(out, "  a lenient reader takes it as {position}")?;
                for repair in repairs {
                    writeln!(out, "    {repair}")?;
                }
            }
            Ok(false)
        }
    }
}
