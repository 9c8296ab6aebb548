//! What a move of a game was worth, and whether taking one's own pieces mattered.

use std::fmt;

use ouro_rules::{Color, Game, Move, Position, Role, Theme};

use crate::engine::Engine;
use crate::limits::{Limits, Signals};
use crate::score::Evaluation;
use crate::search::Line;

/// How much of a point a move gives away, from which it is called so.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.20;
/// How much of a point a self-capture must be worth to have mattered.
const MATTERS: f64 = 0.05;

/// A move of a game, looked at afterwards. Evaluations are for the side that moved.
#[derive(Clone, Debug)]
pub struct Review {
    /// What the engine would have played, with the line it expects.
    pub best: Line,
    /// The move that was played, with the line that the engine expects after it.
    pub played: Line,
    /// What there is to complain about.
    pub judgement: Option<Judgement>,
    /// How taking one's own pieces mattered.
    pub moment: Option<Moment>,
}

/// What there is to complain about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// Something was better.
    Inaccuracy,
    /// Something was clearly better.
    Mistake,
    /// It may have cost the game.
    Blunder,
}

impl Judgement {
    /// A stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    fn of(loss: f64) -> Option<Judgement> {
        if loss >= BLUNDER {
            Some(Judgement::Blunder)
        } else if loss >= MISTAKE {
            Some(Judgement::Mistake)
        } else if loss >= INACCURACY {
            Some(Judgement::Inaccuracy)
        } else {
            None
        }
    }
}

/// A moment at which taking one's own piece mattered.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// In which way.
    pub kind: MomentKind,
    /// The self-capture. For [`MomentKind::Refutation`], the reply to the move that was played.
    pub mv: Move,
    /// What it is worth against the best other move, in points.
    pub gain: f64,
    /// What it brings about on the board.
    pub themes: Vec<Theme>,
    /// What it is for, as the lines show.
    pub purpose: Option<Purpose>,
}

/// In which way a self-capture mattered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MomentKind {
    /// It was played, and no move that takes no own piece was as good.
    Played,
    /// It was the best move and was not played.
    Missed,
    /// It is the reply that makes the move that was played a bad one.
    Refutation,
}

impl MomentKind {
    /// A stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            MomentKind::Played => "played",
            MomentKind::Missed => "missed",
            MomentKind::Refutation => "refutation",
        }
    }
}

/// What a self-capture is for, as far as only looking ahead can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// It mates by force, and nothing else does.
    Mates,
    /// Everything else is mated.
    AvoidsMate,
    /// Everything else is a draw, by perpetual check or otherwise.
    AvoidsDraw,
    /// Everything else loses, and it draws.
    SavesDraw,
    /// It wins back more than it costs.
    WinsMaterial,
}

impl Purpose {
    /// A stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Purpose::Mates => "mates",
            Purpose::AvoidsMate => "avoids_mate",
            Purpose::AvoidsDraw => "avoids_draw",
            Purpose::SavesDraw => "saves_draw",
            Purpose::WinsMaterial => "wins_material",
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Purpose::Mates => "mates by force",
            Purpose::AvoidsMate => "avoids mate",
            Purpose::AvoidsDraw => "avoids a draw",
            Purpose::SavesDraw => "saves the draw",
            Purpose::WinsMaterial => "wins the material back, and more",
        })
    }
}

impl Engine {
    /// Looks at the move that was played in a position of a game: what it was worth, what was best,
    /// and whether a self-capture mattered. Each of its three or four searches looks at `nodes`
    /// positions. None if the game was over, or if the search was stopped before it found anything.
    pub fn review(
        &mut self,
        game: &Game,
        played: Move,
        nodes: u64,
        signals: &Signals,
    ) -> Option<Review> {
        if game.outcome().is_some() || !game.position().is_legal(played) {
            return None;
        }
        let position = game.position();
        let mut best = self.judge(game, Vec::new(), nodes, signals)?;
        let found = *best.moves.first()?;
        let line = if found == played {
            best.clone()
        } else {
            let line = self.judge(game, vec![played], nodes, signals)?;
            if points(&line) > points(&best) {
                best = line.clone();
            }
            line
        };
        let loss = points(&best) - points(&line);
        let best_move = *best.moves.first()?;
        // One self-capture that is about as good as another was not missed by playing it.
        let [first, second] = if loss < INACCURACY {
            [(played, &line), (best_move, &best)]
        } else {
            [(best_move, &best), (played, &line)]
        };
        let candidate = [first, second].into_iter().find(|(mv, _)| position.is_self_capture(*mv));
        let moment = match candidate {
            Some((mv, with)) => {
                let kind = if mv == played { MomentKind::Played } else { MomentKind::Missed };
                let without = self.without_self_captures(game, nodes, signals);
                moment(position, kind, with, without.as_ref())
            }
            None if loss >= INACCURACY => self.refutation(game, played, loss, nodes, signals),
            None => None,
        };
        Some(Review { judgement: Judgement::of(loss), best, played: line, moment })
    }

    /// The self-capture that punishes a bad move, if it takes one.
    fn refutation(
        &mut self,
        game: &Game,
        played: Move,
        loss: f64,
        nodes: u64,
        signals: &Signals,
    ) -> Option<Moment> {
        let mut after = game.clone();
        after.play(played).ok()?;
        if after.outcome().is_some() {
            return None;
        }
        let reply = self.judge(&after, Vec::new(), nodes, signals)?;
        let position = after.position();
        if !position.is_self_capture(*reply.moves.first()?) {
            return None;
        }
        let without = self.without_self_captures(&after, nodes, signals);
        let moment = moment(position, MomentKind::Refutation, &reply, without.as_ref())?;
        // Most of what the move gave away is what the self-capture takes.
        (moment.gain >= loss / 2.0).then_some(moment)
    }

    /// The best line that does not begin with a self-capture, if there is one.
    fn without_self_captures(
        &mut self,
        game: &Game,
        nodes: u64,
        signals: &Signals,
    ) -> Option<Line> {
        let position = game.position();
        let moves = position.legal_moves().into_iter();
        let ordinary: Vec<Move> = moves.filter(|&mv| !position.is_self_capture(mv)).collect();
        if ordinary.is_empty() { None } else { self.judge(game, ordinary, nodes, signals) }
    }

    fn judge(
        &mut self,
        game: &Game,
        only: Vec<Move>,
        nodes: u64,
        signals: &Signals,
    ) -> Option<Line> {
        let limits = Limits { nodes: Some(nodes), search_moves: only, ..Limits::default() };
        let answer = self.search(game, &limits, signals, &mut |_| {});
        answer.report.lines.into_iter().next()
    }
}

/// Points that are expected from a position, from 0 to 1.
fn points(line: &Line) -> f64 {
    (f64::from(line.wdl.win) + f64::from(line.wdl.draw) / 2.0) / 1_000.0
}

/// A self-capture that is better than the best of the other moves, if it is by enough.
fn moment(
    position: &Position,
    kind: MomentKind,
    with: &Line,
    without: Option<&Line>,
) -> Option<Moment> {
    let mv = *with.moves.first()?;
    let gain = points(with) - without.map_or(0.0, points);
    if gain < MATTERS {
        return None;
    }
    let themes = position.self_capture(mv)?.themes;
    Some(Moment { kind, mv, gain, themes, purpose: purpose(position, with, without) })
}

fn purpose(position: &Position, with: &Line, without: Option<&Line>) -> Option<Purpose> {
    let even =
        |line: &Line| matches!(line.evaluation, Evaluation::Centipawns(cp) if cp.abs() <= 10);
    let other = without.map(|line| line.evaluation);
    match (with.evaluation, other) {
        (Evaluation::Mate(1..), Some(Evaluation::Mate(1..))) => None,
        (Evaluation::Mate(1..), _) => Some(Purpose::Mates),
        (Evaluation::Centipawns(_), None) if position.in_check() => Some(Purpose::AvoidsMate),
        (Evaluation::Centipawns(_), Some(Evaluation::Mate(..0))) => Some(Purpose::AvoidsMate),
        (Evaluation::Centipawns(cp), Some(_)) if without.is_some_and(even) && cp >= 50 => {
            Some(Purpose::AvoidsDraw)
        }
        (_, Some(Evaluation::Centipawns(..-50))) if even(with) => Some(Purpose::SavesDraw),
        _ if material_won(position, &with.moves) > 0 => Some(Purpose::WinsMaterial),
        _ => None,
    }
}

/// What the side to move is ahead by at the end of a line, compared with its beginning, in pawns.
/// The last move is left out if it captures, because what it took may be taken back.
fn material_won(position: &Position, line: &[Move]) -> i32 {
    let us = position.turn();
    let mut after = position.clone();
    let mut settled = balance(position, us);
    for &mv in line {
        if !after.is_legal(mv) {
            break;
        }
        let quiet = after.captured(mv).is_none();
        after.play_unchecked(mv);
        if quiet {
            settled = balance(&after, us);
        }
    }
    settled - balance(position, us)
}

fn balance(position: &Position, us: Color) -> i32 {
    let board = position.board();
    let count = |role, color| board.pieces(color, role).count() as i32;
    let balance = |&role: &Role| role.value() / 100 * (count(role, us) - count(role, !us));
    Role::ALL.iter().map(balance).sum()
}
