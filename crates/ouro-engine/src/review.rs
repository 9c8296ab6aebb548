//! Game review: the loss of a played move, and whether a self-capture mattered.

use std::fmt;

use ouro_rules::{Color, Game, Message, Move, Params, Position, Role, Theme};

use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Evaluation;
use crate::search::Line;
use crate::signals::Signals;

/// Losses of expected score from which a move is an inaccuracy, a mistake or a blunder. Two searches of the same
/// position differ by up to 0.1.
const INACCURACY: f64 = 0.07;
const MISTAKE: f64 = 0.13;
const BLUNDER: f64 = 0.20;
/// The loss of expected score from which a move is searched again, and with how many times the nodes.
const SUSPICION: f64 = 0.05;
const VERIFICATION: u64 = 4;
/// The gain of expected score from which a self-capture matters.
const MATTERS: f64 = 0.05;

/// The review of a played move. Evaluations are for the side that moved.
#[derive(Clone, Debug)]
pub struct Review {
    /// The best move and its line.
    pub best: Line,
    /// The played move and its line.
    pub played: Line,
    /// How bad the move was, if it was.
    pub judgement: Option<Judgement>,
    /// The self-capture that mattered, if one did.
    pub moment: Option<Moment>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// Another move was better.
    Inaccuracy,
    /// Another move was clearly better.
    Mistake,
    /// The move may have cost the game.
    Blunder,
}

impl Judgement {
    /// Returns a stable name for programs.
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

/// A moment at which a self-capture mattered.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// How it mattered.
    pub kind: MomentKind,
    /// The self-capture. For [`MomentKind::Refutation`], the reply to the played move.
    pub mv: Move,
    /// Its gain of expected score over the best other move.
    pub gain: f64,
    /// Its themes.
    pub themes: Vec<Theme>,
    /// Its purpose, as the lines show.
    pub purpose: Option<Purpose>,
}

/// How a self-capture mattered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MomentKind {
    /// It was played, and no other move was as good.
    Played,
    /// It was the best move and was not played.
    Missed,
    /// It is the reply that refutes the played move.
    Refutation,
}

impl MomentKind {
    /// Returns a stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            MomentKind::Played => "played",
            MomentKind::Missed => "missed",
            MomentKind::Refutation => "refutation",
        }
    }
}

/// The purpose of a self-capture, as the search sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// It forces mate, and no other move does.
    Mates,
    /// Every other move is mated.
    AvoidsMate,
    /// Every other move draws, by perpetual check or otherwise.
    AvoidsDraw,
    /// Every other move loses, and it draws.
    SavesDraw,
    /// It wins more material than it loses.
    WinsMaterial,
}

impl Message for Purpose {
    fn code(&self) -> &'static str {
        match self {
            Purpose::Mates => "mates",
            Purpose::AvoidsMate => "avoids_mate",
            Purpose::AvoidsDraw => "avoids_draw",
            Purpose::SavesDraw => "saves_draw",
            Purpose::WinsMaterial => "wins_material",
        }
    }

    fn params(&self) -> Params {
        Params::NONE
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
    /// Reviews a move played in the current position of a game, with one or two searches of `nodes` nodes. If
    /// the move looks bad, two searches with four times the nodes decide. One or two more tell whether a
    /// self-capture mattered. Returns `None` if the game is over, the move is illegal or the search is stopped.
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
        let mut nodes = nodes;
        let (mut best, mut line) = self.compare(game, played, nodes, signals)?;
        if loss(&best, &line) >= SUSPICION {
            nodes = nodes.saturating_mul(VERIFICATION);
            (best, line) = self.compare(game, played, nodes, signals)?;
        }
        let loss = loss(&best, &line);
        let best_move = *best.moves.first()?;
        // A self-capture is not missed if the played one is about as good.
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
        let misses_mate = best.evaluation == MATE_IN_ONE && line.evaluation != MATE_IN_ONE;
        let judgement = Judgement::of(loss).max(misses_mate.then_some(Judgement::Mistake));
        Some(Review { judgement, best, played: line, moment })
    }

    /// Returns the best line and that of the played move, of which the first is at least as good.
    fn compare(
        &mut self,
        game: &Game,
        played: Move,
        nodes: u64,
        signals: &Signals,
    ) -> Option<(Line, Line)> {
        let best = self.judge(game, Vec::new(), nodes, signals)?;
        if *best.moves.first()? == played {
            return Some((best.clone(), best));
        }
        let line = self.judge(game, vec![played], nodes, signals)?;
        let best = if loss(&best, &line) < 0.0 { line.clone() } else { best };
        Some((best, line))
    }

    /// Returns the self-capture that refutes a bad move, if there is one.
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
        // The self-capture must account for most of the loss.
        (moment.gain >= loss / 2.0).then_some(moment)
    }

    /// Returns the best line that does not start with a self-capture.
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
        let result = self.search(game, &limits, signals, &mut |_| {});
        result.report.lines.into_iter().next()
    }
}

const MATE_IN_ONE: Evaluation = Evaluation::Mate(1);

/// Returns the loss of expected score of a line against the best one.
fn loss(best: &Line, line: &Line) -> f64 {
    expected_score(best) - expected_score(line)
}

/// Returns the expected score of a line, from 0 to 1.
fn expected_score(line: &Line) -> f64 {
    (f64::from(line.wdl.win) + f64::from(line.wdl.draw) / 2.0) / 1_000.0
}

/// Returns the moment of a self-capture if it gains enough over the best other move.
fn moment(
    position: &Position,
    kind: MomentKind,
    with: &Line,
    without: Option<&Line>,
) -> Option<Moment> {
    let mv = *with.moves.first()?;
    let gain = expected_score(with) - without.map_or(0.0, expected_score);
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

/// Returns the material that the side to move wins in a line, in pawns. A capture at the end does not
/// count, because it may be recaptured.
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
