//! One game between two engines.

use std::fmt;
use std::time::Duration;

use ouro_rules::{Color, Game, PgnGame, PgnResult, Position};

use super::adjudication::{Adjudication, Adjudicator};
use super::time_control::TimeControl;
use super::uci_engine::{EngineError, MoveInfo, UciEngine};
use crate::outcome::result_by_rules;

/// The reason why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The rules ended it. Draws are claimed as soon as possible.
    Rules,
    /// The scores of both engines ended it.
    Adjudication,
    /// A side exceeded its time.
    Time(Color),
    /// A side played an illegal move.
    IllegalMove(Color, String),
    /// The engine of a side failed.
    EngineFailure(Color, EngineError),
}

impl Termination {
    /// Returns whether an engine failed, lost on time or played an illegal move.
    pub(super) fn is_fault(&self) -> bool {
        !matches!(self, Termination::Rules | Termination::Adjudication)
    }
}

/// Formats as the `Termination` tag of PGN.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Termination::Rules => f.write_str("normal"),
            Termination::Adjudication => f.write_str("adjudication"),
            Termination::Time(color) => write!(f, "{color} loses on time"),
            Termination::IllegalMove(color, mv) => {
                write!(f, "{color} plays an illegal move: {mv}")
            }
            Termination::EngineFailure(color, error) => write!(f, "{color} loses: {error}"),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The start position and the moves.
    pub game: Game,
    /// The search information of each move.
    pub infos: Vec<MoveInfo>,
    /// The result.
    pub result: PgnResult,
    /// The reason why it ended.
    pub termination: Termination,
}

impl GameRecord {
    /// Returns the game as PGN, with score, depth and time of every move as comments.
    #[must_use]
    pub fn pgn(&self, white: &str, black: &str, round: &str) -> PgnGame {
        let mut pgn = PgnGame::from(&self.game);
        pgn.result = self.result;
        for (mv, info) in pgn.moves.iter_mut().zip(&self.infos) {
            mv.comments.push(info.to_string());
        }
        for (name, value) in [
            ("Event", "ouro match"),
            ("Round", round),
            ("White", white),
            ("Black", black),
            ("Termination", &self.termination.to_string()),
        ] {
            pgn.tags.push((name.to_owned(), value.to_owned()));
        }
        pgn
    }
}

/// The time limit of a move without a clock.
const MOVE_TIMEOUT: Duration = Duration::from_secs(60);
/// The time after which an engine that has exceeded its clock is no longer waited for.
const CLOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The conditions of a game.
#[derive(Clone, Copy)]
pub(super) struct Conditions<'a> {
    pub(super) time_control: TimeControl,
    pub(super) time_margin: Duration,
    pub(super) adjudication: &'a Adjudication,
}

/// Plays a game. `engines` are White and Black.
pub(super) fn play(
    opening: &Position,
    engines: &mut [UciEngine; 2],
    conditions: Conditions<'_>,
) -> GameRecord {
    let (mut game, mut infos) = (Game::from_position(opening.clone()), Vec::new());
    let (result, termination) = play_out(&mut game, &mut infos, engines, conditions);
    GameRecord { game, infos, result, termination }
}

fn play_out(
    game: &mut Game,
    infos: &mut Vec<MoveInfo>,
    engines: &mut [UciEngine; 2],
    conditions: Conditions<'_>,
) -> (PgnResult, Termination) {
    let mut clocks = [match conditions.time_control {
        TimeControl::Clock { base, .. } => base,
        TimeControl::Nodes(_) | TimeControl::Depth(_) => Duration::ZERO,
    }; 2];
    let fen = game.start().to_fen();
    let mut adjudicator = Adjudicator::new(conditions.adjudication);
    loop {
        if let Some(result) = result_by_rules(game) {
            return (result, Termination::Rules);
        }
        if let Some(result) = adjudicator.result(game) {
            return (result, Termination::Adjudication);
        }
        let color = game.position().turn();
        let lost = |termination: Termination| (PgnResult::Win(!color), termination);
        let mut position = format!("position fen {fen}");
        if !game.moves().is_empty() {
            position.push_str(" moves ");
            position.push_str(&game.ucis().join(" "));
        }
        let (go, timeout) = go_command(conditions.time_control, clocks, color);
        let best = match engines[color.index()].go(&position, &go, timeout) {
            Ok(best) => best,
            Err(error) => return lost(Termination::EngineFailure(color, error)),
        };
        if let TimeControl::Clock { increment, .. } = conditions.time_control {
            let clock = &mut clocks[color.index()];
            if best.info.time > *clock + conditions.time_margin {
                return lost(Termination::Time(color));
            }
            *clock = clock.saturating_sub(best.info.time) + increment;
        }
        if game.play_uci(&best.uci).is_err() {
            return lost(Termination::IllegalMove(color, best.uci));
        }
        infos.push(best.info);
        adjudicator.add(color, best.info.score);
    }
}

/// Returns the `go` command and the time to wait for its response.
fn go_command(
    time_control: TimeControl,
    clocks: [Duration; 2],
    color: Color,
) -> (String, Duration) {
    match time_control {
        TimeControl::Nodes(nodes) => (format!("go nodes {nodes}"), MOVE_TIMEOUT),
        TimeControl::Depth(depth) => (format!("go depth {depth}"), MOVE_TIMEOUT),
        TimeControl::Clock { increment, .. } => {
            let [white, black] = clocks.map(|clock| clock.as_millis().max(1));
            let increment = increment.as_millis();
            let go = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
            (go, clocks[color.index()] + CLOCK_TIMEOUT)
        }
    }
}
