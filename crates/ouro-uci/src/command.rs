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

/// What a `go` line asks for in a position. Moves and numbers that make no sense are refused.
pub(crate) fn go(words: &[&str], position: &Position) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = |name: &str| -> Result<i64, String> {
            let value = words.next().unwrap_or("");
            value.parse().map_err(|_| format!("{name} is followed by a number, not '{value}'"))
        };
        // A clock of years is as good as any longer one.
        let milliseconds = |value: i64| value.clamp(0, 1_000_000_000_000) as u64;
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => go.limits.depth = Some(number(word)?.clamp(1, 1_000) as i32),
            "nodes" => go.limits.nodes = Some(number(word)?.max(1) as u64),
            "mate" => go.limits.mate = Some(number(word)?.clamp(1, 1_000) as i32),
            "movetime" => go.limits.move_time = Some(milliseconds(number(word)?)),
            "movestogo" => go.limits.moves_to_go = Some(milliseconds(number(word)?)),
            "wtime" | "btime" | "winc" | "binc" => {
                let value = milliseconds(number(word)?);
                let side = if word.starts_with('w') { Color::White } else { Color::Black };
                if word.ends_with("time") {
                    go.limits.clock[side.index()] = Some(value);
                } else {
                    go.limits.increment[side.index()] = value;
                }
            }
            "perft" => go.perft = Some(number(word)?.clamp(0, 9) as u32),
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|text| position.parse_uci(text).ok()) {
                    go.limits.search_moves.push(mv);
                    words.next();
                }
            }
            _ => return Err(format!("go does not know '{word}'")),
        }
    }
    Ok(go)
}
