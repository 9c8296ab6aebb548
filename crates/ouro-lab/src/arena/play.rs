//! One game between two engines, with the rules library as the arbiter.

use std::time::Duration;

use ouro_rules::{Color, Game, PgnGame, PgnResult, Position};

use super::engine::{Engine, EngineError, Thought};
use crate::outcome::finished;

/// How fast a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A fixed number of nodes for each move, within a minute.
    Nodes(u64),
    /// A fixed depth for each move, within a minute.
    Depth(u32),
    /// A clock for each side: base and increment.
    Clock {
        /// Time at the start.
        base: Duration,
        /// Time gained with each move.
        increment: Duration,
    },
}

/// A text that is no pace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no time control: write seconds and an increment, as in 2+0.02")]
pub struct PaceError(String);

impl Pace {
    /// The time control written as `2+0.02`, in seconds.
    ///
    /// # Errors
    /// If it is not two numbers with a plus between them.
    pub fn clock(text: &str) -> Result<Pace, PaceError> {
        let seconds = |number: &str| {
            let value: f64 = number.parse().ok()?;
            (0.0..=86_400.0).contains(&value).then(|| Duration::from_secs_f64(value))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Pace::Clock { base, increment }),
            _ => Err(PaceError(text.to_owned())),
        }
    }
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Clock { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// When a game is ended before the rules end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Both engines agree for this many moves that the score is at least this.
    pub win: Option<(u32, i32)>,
    /// From this move on, both say for eight moves that the score is at most ten.
    pub draw_from: Option<u16>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules; claims of a draw are made as soon as they can be.
    Rules,
    /// By what both engines thought of it.
    Adjudicated,
    /// A side ran out of time.
    Time(Color),
    /// A side answered with a move that is none.
    Illegal(Color, String),
    /// A side went away or did not answer.
    Broken(Color, EngineError),
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Rules => f.write_str("normal"),
            End::Adjudicated => f.write_str("adjudication"),
            End::Time(color) => write!(f, "{color} loses on time"),
            End::Illegal(color, mv) => write!(f, "{color} plays an illegal move: {mv}"),
            End::Broken(color, error) => write!(f, "{color} loses: {error}"),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Start and moves.
    pub game: Game,
    /// What was said about each of the moves.
    pub thoughts: Vec<Thought>,
    /// Who won.
    pub result: PgnResult,
    /// Why it ended.
    pub end: End,
}

impl Record {
    /// The game as PGN, with score, depth and time of every move.
    #[must_use]
    pub fn pgn(&self, white: &str, black: &str, round: &str) -> PgnGame {
        let mut pgn = PgnGame::from(&self.game);
        pgn.result = self.result;
        for (mv, thought) in pgn.moves.iter_mut().zip(&self.thoughts) {
            mv.comments.push(thought.to_string());
        }
        for (name, value) in [
            ("Event", "ouro match"),
            ("Round", round),
            ("White", white),
            ("Black", black),
            ("Termination", &self.end.to_string()),
        ] {
            pgn.tags.push((name.to_owned(), value.to_owned()));
        }
        pgn
    }
}

/// How long an engine may think about a move without a clock.
const LONGEST_MOVE: Duration = Duration::from_secs(60);

/// Plays a game; `engines` are White and Black.
pub(super) fn play(
    start: &Position,
    engines: &mut [Engine; 2],
    pace: Pace,
    grace: Duration,
    adjudication: &Adjudication,
) -> Record {
    let (mut game, mut thoughts) = (Game::from_position(start.clone()), Vec::new());
    let (result, end) = play_out(&mut game, &mut thoughts, engines, pace, grace, adjudication);
    Record { game, thoughts, result, end }
}

fn play_out(
    game: &mut Game,
    thoughts: &mut Vec<Thought>,
    engines: &mut [Engine; 2],
    pace: Pace,
    grace: Duration,
    adjudication: &Adjudication,
) -> (PgnResult, End) {
    let mut clocks = [match pace {
        Pace::Clock { base, .. } => base,
        Pace::Nodes(_) | Pace::Depth(_) => Duration::ZERO,
    }; 2];
    let fen = game.start().to_fen();
    let mut judge = Judge { adjudication, wins: [0; 2], draws: 0 };
    loop {
        if let Some(result) = finished(game) {
            return (result, End::Rules);
        }
        if let Some(result) = judge.verdict(game) {
            return (result, End::Adjudicated);
        }
        let color = game.position().turn();
        let lost = |end: End| (PgnResult::Win(!color), end);
        let mut position = format!("position fen {fen}");
        if !game.moves().is_empty() {
            position.push_str(" moves ");
            position.push_str(&game.ucis().join(" "));
        }
        let (go, limit) = match pace {
            Pace::Nodes(nodes) => (format!("go nodes {nodes}"), LONGEST_MOVE),
            Pace::Depth(depth) => (format!("go depth {depth}"), LONGEST_MOVE),
            Pace::Clock { increment, .. } => {
                let [white, black] = clocks.map(|clock| clock.as_millis().max(1));
                let gain = increment.as_millis();
                let go = format!("go wtime {white} btime {black} winc {gain} binc {gain}");
                (go, clocks[color.index()] + Duration::from_secs(5))
            }
        };
        let answer = match engines[color.index()].go(&position, &go, limit) {
            Ok(answer) => answer,
            Err(error) => return lost(End::Broken(color, error)),
        };
        if let Pace::Clock { increment, .. } = pace {
            let clock = &mut clocks[color.index()];
            if answer.thought.time > *clock + grace {
                return lost(End::Time(color));
            }
            *clock = clock.saturating_sub(answer.thought.time) + increment;
        }
        if game.play_uci(&answer.best).is_err() {
            return lost(End::Illegal(color, answer.best));
        }
        thoughts.push(answer.thought);
        judge.hear(color, answer.thought.score);
    }
}

/// Ends games that both engines hold for decided.
struct Judge<'a> {
    adjudication: &'a Adjudication,
    /// For how many plies in a row each side was winning, as the engine that moved said.
    wins: [u32; 2],
    draws: u32,
}

impl Judge<'_> {
    fn hear(&mut self, color: Color, score: Option<i32>) {
        let white = score.map(|score| if color == Color::White { score } else { -score });
        let limit = self.adjudication.win.map_or(i32::MAX, |(_, limit)| limit);
        let winning = [white.is_some_and(|s| s >= limit), white.is_some_and(|s| s <= -limit)];
        for (count, winning) in self.wins.iter_mut().zip(winning) {
            *count = if winning { *count + 1 } else { 0 };
        }
        self.draws = if white.is_some_and(|s| s.abs() <= 10) { self.draws + 1 } else { 0 };
    }

    fn verdict(&self, game: &Game) -> Option<PgnResult> {
        if let Some((moves, _)) = self.adjudication.win {
            for color in Color::BOTH {
                if self.wins[color.index()] >= moves * 2 {
                    return Some(PgnResult::Win(color));
                }
            }
        }
        let from = self.adjudication.draw_from?;
        let late = game.position().fullmove_number() >= from;
        (late && self.draws >= 16).then_some(PgnResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let expected =
            Pace::Clock { base: Duration::from_secs(2), increment: Duration::from_millis(20) };
        assert_eq!(Pace::clock("2+0.02"), Ok(expected));
        assert!(Pace::clock("60").is_ok());
        for bad in ["", "x", "0+1", "-1+0", "1+x", "1+2+3", "nan", "1e300"] {
            assert!(Pace::clock(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_game_is_adjudicated_only_when_both_agree_for_long_enough() {
        let adjudication = Adjudication { win: Some((3, 500)), draw_from: Some(1) };
        let game = Game::new(ouro_rules::Variant::Chess);
        let mut judge = Judge { adjudication: &adjudication, wins: [0; 2], draws: 0 };
        for _ in 0..3 {
            assert_eq!(judge.verdict(&game), None);
            judge.hear(Color::White, Some(700));
            judge.hear(Color::Black, Some(-700));
        }
        assert_eq!(judge.verdict(&game), Some(PgnResult::Win(Color::White)));
        judge.hear(Color::White, Some(100));
        assert_eq!(judge.verdict(&game), None);
        for _ in 0..16 {
            judge.hear(Color::White, Some(0));
        }
        assert_eq!(judge.verdict(&game), Some(PgnResult::Draw));
    }
}
