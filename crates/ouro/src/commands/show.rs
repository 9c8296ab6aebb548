//! `ouro show`: a position as text or SVG.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use ouro_rules::{
    Arrow, BoardSvg, Color, DebugView, Game, Move, SquareError, TextBoard, TextStyle, Variant,
};

use crate::failure::Failure;

/// Print a position, or write it to an SVG file
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro show 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'\n  ouro show --svg start.svg --arrow e2e4"
)]
pub(crate) struct Arguments {
    /// Position in FEN [default: the start position]
    fen: Option<String>,
    /// The variant: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Write an SVG image to this file instead of printing the board
    #[arg(long, value_name = "FILE", conflicts_with = "debug")]
    svg: Option<PathBuf>,
    /// Draw an arrow (e2e4) or a circle (e4); may be repeated
    #[arg(long, value_name = "SQUARES", value_parser = arrow, requires = "svg")]
    arrow: Vec<Arrow>,
    /// Highlight the squares of the last move, for example e2e4
    #[arg(long, value_name = "SQUARES", value_parser = arrow, requires = "svg")]
    last_move: Option<Arrow>,
    /// Print bitboards, Zobrist keys and validation results
    #[arg(long)]
    debug: bool,
    /// Print letters instead of chess symbols
    #[arg(long)]
    ascii: bool,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
}

/// Parses two squares such as `e2e4`, or one square that stands for both.
fn arrow(text: &str) -> Result<Arrow, SquareError> {
    let (from, to) = text.split_at_checked(2).unwrap_or((text, ""));
    let from = from.parse()?;
    let to = if to.is_empty() { from } else { to.parse()? };
    Ok(Arrow { from, to })
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let position = super::position(arguments.fen.as_deref(), arguments.variant)?;
    let side = if arguments.flip { Color::Black } else { Color::White };
    if let Some(path) = &arguments.svg {
        let mut svg = BoardSvg::new(&position).seen_by(side);
        if let Some(last) = arguments.last_move {
            svg = svg.last_move(Move::normal(last.from, last.to));
        }
        let svg = arguments.arrow.iter().fold(svg, |svg, &arrow| svg.arrow(arrow)).to_string();
        let failed = |error| Failure::Io(format!("failed to write {}: {error}", path.display()));
        return fs::write(path, svg).map_err(failed);
    }
    if arguments.debug {
        write!(out, "{}", DebugView(&position))?;
        return Ok(());
    }
    let style = if arguments.ascii { TextStyle::Ascii } else { TextStyle::Unicode };
    writeln!(out, "{}", TextBoard::new(&position, style).seen_by(side))?;
    writeln!(out, "Fen: {position}")?;
    let game = Game::from_position(position);
    let position = game.position();
    match game.outcome() {
        Some(outcome) => writeln!(out, "{}: {outcome}", position.variant())?,
        None => {
            let check = if position.in_check() { ", in check" } else { "" };
            let count = position.legal_moves().len();
            let moves = if count == 1 { "move" } else { "moves" };
            let (variant, turn) = (position.variant(), position.turn());
            writeln!(out, "{variant}: {turn} to move{check}, {count} legal {moves}")?;
        }
    }
    Ok(())
}
