//! Parsing of the `position` and `go` commands.

use ouro_engine::Limits;
use ouro_rules::{Color, Game, Position, Variant};

/// A parsed `go` command.
#[derive(Debug, Default)]
pub(crate) struct GoCommand {
    pub(crate) limits: Limits,
    pub(crate) ponder: bool,
    pub(crate) infinite: bool,
    pub(crate) perft: Option<u32>,
    /// Messages about tokens that were ignored.
    pub(crate) warnings: Vec<String>,
}

/// Parses a `position` command. Returns the game and messages about repairs of its FEN.
pub(crate) fn parse_position(
    words: &[&str],
    variant: Variant,
) -> Result<(Game, Vec<String>), String> {
    let moves_index = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(moves_index);
    let mut warnings = Vec::new();
    let start = match start {
        ["startpos"] => Position::start(variant),
        ["fen", fields @ ..] if !fields.is_empty() => {
            let (position, repairs) = Position::from_fen_lenient(&fields.join(" "), variant)
                .map_err(|error| error.to_string())?;
            warnings.extend(repairs.iter().map(ToString::to_string));
            position
        }
        _ => return Err("position must be followed by startpos or fen".to_owned()),
    };
    let mut played = Vec::new();
    let mut position = start.clone();
    for text in moves.iter().skip(1) {
        let mv = position.parse_uci(text).map_err(|error| error.to_string())?;
        position.play_unchecked(mv);
        played.push(mv);
    }
    let game = Game::from_moves(start, played).map_err(|error| error.to_string())?;
    Ok((game, warnings))
}

/// Parses a `go` command in a position. Unknown tokens are ignored with a warning, so that a GUI with
/// extensions of its own still gets a move.
pub(crate) fn parse_go(words: &[&str], position: &Position) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let value = match word {
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                while let Some(&text) = words.peek().filter(|text| looks_like_a_move(text)) {
                    match position.parse_uci(text) {
                        Ok(mv) => go.limits.search_moves.push(mv),
                        Err(error) => go.warnings.push(error.to_string()),
                    }
                    words.next();
                }
                continue;
            }
            "depth" | "nodes" | "mate" | "movetime" | "movestogo" | "wtime" | "btime" | "winc"
            | "binc" | "perft" => words.peek().and_then(|text| text.parse::<i64>().ok()),
            _ => {
                let shown: String = word.chars().take(40).collect();
                go.warnings.push(format!("unknown go parameter '{shown}'"));
                continue;
            }
        };
        let Some(value) = value else {
            go.warnings.push(format!("{word} must be followed by a number"));
            continue;
        };
        words.next();
        // About 30 years: longer times would overflow later.
        let milliseconds = value.clamp(0, 1_000_000_000_000) as u64;
        let side = if word.starts_with('w') { Color::White } else { Color::Black };
        match word {
            "depth" => go.limits.depth = Some(value.clamp(1, 1_000) as i32),
            "nodes" => go.limits.nodes = Some(value.max(1) as u64),
            "mate" => go.limits.mate = Some(value.clamp(1, 1_000) as i32),
            "movetime" => go.limits.move_time = Some(milliseconds),
            "movestogo" => go.limits.moves_to_go = Some(milliseconds),
            "perft" => go.perft = Some(value.clamp(0, 9) as u32),
            "wtime" | "btime" => go.limits.clock[side.index()] = Some(milliseconds),
            _ => go.limits.increment[side.index()] = milliseconds,
        }
    }
    let unlimited = Limits { search_moves: go.limits.search_moves.clone(), ..Limits::default() };
    if !go.warnings.is_empty() && !go.infinite && !go.ponder && go.limits == unlimited {
        go.limits.move_time = Some(DEFAULT_MOVE_TIME);
    }
    go
}

/// The move time in milliseconds if all limits of a `go` command were ignored.
const DEFAULT_MOVE_TIME: u64 = 1_000;

/// Returns whether a word has the form of a move in UCI notation.
fn looks_like_a_move(text: &str) -> bool {
    let square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    matches!(*text.as_bytes(), [a, b, c, d] | [a, b, c, d, _] if square(a, b) && square(c, d))
}
