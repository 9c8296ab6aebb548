//! A weak UCI player that calibrates the lowest levels: it captures the most valuable undefended piece,
//! or plays a random move if all are defended. It never captures its own pieces.
//!
//! ```sh
//! cargo build --release -p ouro-lab --example greedy_player
//! ouro match --engine 'name=one cmd=ouro option.Level=1' --engine 'name=greedy cmd=target/release/examples/greedy_player' \
//!     --nodes 10000000 --games 100
//! ```

#![allow(clippy::print_stdout, reason = "a UCI engine answers on standard output")]

use std::io::{self, BufRead};

use ouro_rules::{Move, MoveClass, Position, Role, Variant};

fn main() -> io::Result<()> {
    let mut rng = fastrand::Rng::new();
    let mut variant = Variant::Chess;
    let mut position = Position::start(variant);
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["uci"] => {
                println!("id name Greedy");
                println!(
                    "option name UCI_Variant type combo default chess var chess var selfcapture"
                );
                println!("uciok");
            }
            ["isready"] => println!("readyok"),
            ["setoption", "name", "UCI_Variant", "value", name] => {
                variant = name.parse().unwrap_or(variant);
            }
            ["position", words @ ..] => match parse_position(words, variant) {
                Some(parsed) => position = parsed,
                None => println!("info string the position is not valid"),
            },
            ["go", ..] => match choose(&position, &mut rng) {
                Some(mv) => println!("bestmove {}", position.uci(mv)),
                None => println!("bestmove 0000"),
            },
            ["quit"] => break,
            _ => {}
        }
    }
    Ok(())
}

/// Returns the position after `startpos` or `fen` and the moves.
fn parse_position(words: &[&str], variant: Variant) -> Option<Position> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let mut position = match start {
        ["startpos"] => Position::start(variant),
        ["fen", fields @ ..] => Position::from_fen(&fields.join(" "), variant).ok()?,
        _ => return None,
    };
    for text in moves.iter().skip(1) {
        let mv = position.parse_uci(text).ok()?;
        position.play(mv).ok()?;
    }
    Some(position)
}

/// Returns a capture of the most valuable undefended piece, or a random move that is not a self-capture.
fn choose(position: &Position, rng: &mut fastrand::Rng) -> Option<Move> {
    let legal = position.legal_moves();
    let moves: Vec<Move> =
        legal.iter().copied().filter(|&mv| !position.classify(mv).is_self_capture()).collect();
    let gain = |mv: &Move| undefended_victim(position, *mv).map_or(0, Role::value);
    let best = moves.iter().copied().max_by_key(gain).filter(|mv| gain(mv) > 0);
    best.or_else(|| rng.choice(moves)).or_else(|| legal.iter().copied().next())
}

/// Returns the victim of a capture if the opponent cannot recapture.
fn undefended_victim(position: &Position, mv: Move) -> Option<Role> {
    let MoveClass::Capture(victim) = position.classify(mv) else { return None };
    let mut after = position.clone();
    after.play(mv).ok()?;
    let recaptured = after.legal_moves().iter().any(|reply| reply.to() == mv.to());
    (!recaptured).then_some(victim)
}
