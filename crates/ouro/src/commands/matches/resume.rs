//! The games of an interrupted match, read from its PGN file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ouro_lab::matches::{EngineConfig, Match, PairResult, PairResults};
use ouro_rules::{PgnGame, PgnResult};

use crate::failure::Failure;

/// Reads the complete pairs of a PGN file. A file that does not exist has none.
pub(super) fn finished_pairs(path: &Path, engine_match: &Match) -> Result<PairResults, Failure> {
    if !path.exists() {
        return Ok(PairResults::new());
    }
    parse(&fs::read(path)?, engine_match).map_err(|difference| {
        Failure::about(path, format_args!("contains games of another match: {difference}"))
    })
}

/// Returns the complete pairs of a PGN text, or a difference from the match.
fn parse(bytes: &[u8], engine_match: &Match) -> Result<PairResults, String> {
    let mut games = BTreeMap::<_, [Option<(PgnResult, bool)>; 2]>::new();
    for game in PgnGame::read(&String::from_utf8_lossy(bytes)).flatten() {
        let Some((pairing, pair, number)) = parse_round(&game) else { continue };
        check_game(&game, engine_match, pairing, pair, number)?;
        if game.result != PgnResult::Unknown {
            let fault = !matches!(game.tag("Termination"), Some("normal" | "adjudication"));
            games.entry((pairing, pair)).or_default()[number] = Some((game.result, fault));
        }
    }
    let complete = games.into_iter().filter_map(|(key, [first, second])| {
        let ((first, first_fault), (second, second_fault)) = (first?, second?);
        let faults = u64::from(first_fault) + u64::from(second_fault);
        Some((key, PairResult { results: [first, second], faults }))
    });
    Ok(complete.collect())
}

/// Parses the round of a game: pairing, pair and game within the pair, each counted from 0.
fn parse_round(game: &PgnGame) -> Option<(usize, usize, usize)> {
    let numbers: Vec<usize> = game
        .tag("Round")?
        .split('.')
        .filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1))
        .collect();
    match numbers[..] {
        [pairing, pair, number @ (0 | 1)] => Some((pairing, pair, number)),
        _ => None,
    }
}

/// Checks that a game belongs to a match. The error is the difference.
fn check_game(
    game: &PgnGame,
    engine_match: &Match,
    pairing: usize,
    pair: usize,
    number: usize,
) -> Result<(), String> {
    let players = engine_match.pairings().get(pairing).copied();
    let (white, black) = (game.tag("White"), game.tag("Black"));
    let expected = players.map(|players| {
        let [first, second] = players.map(|i| Some(engine_match.engines[i].name.as_str()));
        if number == 0 { (first, second) } else { (second, first) }
    });
    if expected != Some((white, black)) || game.start.variant() != engine_match.variant {
        return Err(format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?")));
    }
    let settings = game.tag("Settings").unwrap_or("");
    if players.is_none_or(|players| settings_tag(engine_match, players) != settings) {
        return Err(settings.to_owned());
    }
    if game.start != *engine_match.openings.get(pair) {
        return Err("different openings".to_owned());
    }
    Ok(())
}

/// Returns the settings that identify a match: the time control, and the engines with their options.
pub(super) fn settings_tag(engine_match: &Match, players: [usize; 2]) -> String {
    let [first, second] = players.map(|i| {
        let EngineConfig { command, arguments, options, .. } = &engine_match.engines[i];
        let arguments = arguments.iter().map(|argument| format!(" {argument}"));
        let options = options.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("{command}{}", arguments.chain(options).collect::<String>())
    });
    format!("{}, {first}, {second}", engine_match.time_control).replace('"', "'")
}
