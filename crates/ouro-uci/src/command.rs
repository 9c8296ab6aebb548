//! The lines that a GUI sends, taken apart.

use ouro_engine::Limits;
use ouro_rules::{Color, Game, Position, Variant};

/// What `go` asks for.
#[derive(Debug, Default)]
pub(crate) struct Go {
    pub(crate) limits: Limits,
    pub(crate) ponder: bool,
    pub(crate) infinite: bool,
    pub(crate) perft: Option<u32>,
    /// What made no sense.
    pub(crate) notes: Vec<String>,
}

/// The game that a `position` line describes, and what had to be repaired.
pub(crate) fn position(words: &[&str], variant: Variant) -> Result<(Game, Vec<String>), String> {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(at);
    let mut notes = Vec::new();
    let start = match start {
        ["startpos"] => Position::start(variant),
        ["fen", fields @ ..] if !fields.is_empty() => {
            let (position, repairs) = Position::from_fen_lenient(&fields.join(" "), variant)
                .map_err(|error| error.to_string())?;
            notes.extend(repairs.iter().map(ToString::to_string));
            position
        }
        _ => return Err("position is followed by startpos or fen".to_owned()),
    };
    let mut played = Vec::new();
    let mut position = start.clone();
    for text in moves.iter().skip(1) {
        let mv = position.parse_uci(text).map_err(|error| error.to_string())?;
        position.play_unchecked(mv);
        played.push(mv);
    }
    let game = Game::from_moves(start, played).map_err(|error| error.to_string())?;
    Ok((game, notes))
}

/// What a `go` line asks for in a position. Words that make no sense are passed over with a note, so
/// that a GUI with words of its own still gets a move.
pub(crate) fn go(words: &[&str], position: &Position) -> Go {
    let mut go = Go::default();
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
                        Err(error) => go.notes.push(error.to_string()),
                    }
                    words.next();
                }
                continue;
            }
            "depth" | "nodes" | "mate" | "movetime" | "movestogo" | "wtime" | "btime" | "winc"
            | "binc" | "perft" => words.peek().and_then(|text| text.parse::<i64>().ok()),
            _ => {
                let shown: String = word.chars().take(40).collect();
                go.notes.push(format!("go does not know '{shown}'"));
                continue;
            }
        };
        let Some(value) = value else {
            go.notes.push(format!("{word} is followed by a number"));
            continue;
        };
        words.next();
        // A clock of years is as good as any longer one.
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
    let endless = Limits { search_moves: go.limits.search_moves.clone(), ..Limits::default() };
    if !go.notes.is_empty() && !go.infinite && !go.ponder && go.limits == endless {
        go.limits.move_time = Some(DEFAULT_TIME);
    }
    go
}

/// How long to think, in milliseconds, if all that `go` said about it made no sense.
const DEFAULT_TIME: u64 = 1_000;

/// Whether a word is meant as a move, legal or not.
fn looks_like_a_move(text: &str) -> bool {
    let square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    matches!(*text.as_bytes(), [a, b, c, d] | [a, b, c, d, _] if square(a, b) && square(c, d))
}
