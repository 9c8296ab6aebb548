//! Statistics of self-play games.

use std::fmt;

use ouro_rules::{Color, MoveClass, PgnResult, Role};

use super::format::SelfPlayGame;
use crate::train::is_quiet;

/// Counts over self-play games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfPlayStats {
    games: u64,
    /// White's wins, draws and Black's wins.
    results: [u64; 3],
    positions: u64,
    /// Positions that pass the position filter of the training.
    quiet: u64,
    /// Games with at least one self-capture.
    self_capture_games: u64,
    /// Self-captures by captured piece.
    captured: [u64; 5],
    /// Self-captures by game phase: 10 or more, 5 to 9, and fewer than 5 knights, bishops, rooks and
    /// queens on the board.
    phases: [u64; 3],
}

impl SelfPlayStats {
    /// Adds a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        self.results[match game.result {
            PgnResult::Win(Color::White) => 0,
            PgnResult::Draw | PgnResult::Unknown => 1,
            PgnResult::Win(Color::Black) => 2,
        }] += 1;
        let mut has_self_capture = false;
        for (position, mv, score) in game.positions() {
            self.positions += 1;
            self.quiet += u64::from(is_quiet(&position, mv, score));
            if let MoveClass::SelfCapture(role) = position.classify(mv)
                && let Some(count) = self.captured.get_mut(role.index())
            {
                has_self_capture = true;
                *count += 1;
                let board = position.board();
                let pawns_and_kings = board.of_role(Role::Pawn) | board.of_role(Role::King);
                let pieces = (board.occupied() & !pawns_and_kings).count();
                self.phases[if pieces >= 10 { 0 } else { usize::from(pieces < 5) + 1 }] += 1;
            }
        }
        self.self_capture_games += u64::from(has_self_capture);
    }
}

impl fmt::Display for SelfPlayStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let [white, draws, black] = self.results.map(|count| percent(count, self.games));
        writeln!(f, "Games           {}", self.games)?;
        writeln!(
            f,
            "Results         White wins {white:.1} %, draws {draws:.1} %, Black wins {black:.1} %"
        )?;
        writeln!(
            f,
            "Positions       {}, {:.1} per game, {:.1} % quiet",
            self.positions,
            self.positions as f64 / self.games.max(1) as f64,
            percent(self.quiet, self.positions)
        )?;
        let all: u64 = self.captured.iter().sum();
        write!(
            f,
            "Self-captures   {all}, {:.2} % of moves, in {:.1} % of games",
            percent(all, self.positions),
            percent(self.self_capture_games, self.games)
        )?;
        if all > 0 {
            let roles = Role::ALL.iter().zip(self.captured);
            let captured: Vec<String> =
                roles.map(|(role, count)| format!("{role} {:.1} %", percent(count, all))).collect();
            write!(f, "\n  captured      {}", captured.join(", "))?;
            let [opening, middlegame, endgame] = self.phases.map(|count| percent(count, all));
            write!(
                f,
                "\n  pieces left   10 or more {opening:.1} %, 5 to 9 {middlegame:.1} %, \
                 fewer than 5 {endgame:.1} % (without pawns and kings)"
            )?;
        }
        Ok(())
    }
}
