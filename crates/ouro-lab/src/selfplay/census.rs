//! What self-play games are like.

use std::fmt;

use ouro_rules::{Color, PgnResult, Role};

use super::format::SelfPlayGame;

/// Counts over games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// All games.
    pub games: u64,
    /// White's wins, draws and Black's wins.
    pub results: [u64; 3],
    /// All positions.
    pub positions: u64,
    /// Those a network learns from.
    pub quiet: u64,
    /// Games with a self-capture.
    pub self_capture_games: u64,
    /// Self-captures by victim.
    pub victims: [u64; 5],
    /// Self-captures with many pieces on the board, fewer, and few: knights, bishops, rooks and
    /// queens of both sides number 10 and more, 5 to 9, or less.
    pub phases: [u64; 3],
}

impl Census {
    /// Counts a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        self.results[match game.result {
            PgnResult::Win(Color::White) => 0,
            PgnResult::Draw | PgnResult::Unknown => 1,
            PgnResult::Win(Color::Black) => 2,
        }] += 1;
        let mut any = false;
        for (position, mv, score) in game.positions() {
            self.positions += 1;
            self.quiet += u64::from(super::is_quiet(&position, mv, score));
            let victim = position.captured(mv).filter(|_| position.is_self_capture(mv));
            if let Some((piece, _)) = victim
                && let Some(count) = self.victims.get_mut(piece.role().index())
            {
                any = true;
                *count += 1;
                let board = position.board();
                let light = board.of_role(Role::Pawn) | board.of_role(Role::King);
                let pieces = (board.occupied() & !light).count();
                self.phases[if pieces >= 10 { 0 } else { usize::from(pieces < 5) + 1 }] += 1;
            }
        }
        self.self_capture_games += u64::from(any);
    }
}

impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let [white, draws, black] = self.results;
        writeln!(f, "Games            {}", self.games)?;
        writeln!(
            f,
            "Results          White {:.1} %, drawn {:.1} %, Black {:.1} %",
            percent(white, self.games),
            percent(draws, self.games),
            percent(black, self.games)
        )?;
        writeln!(
            f,
            "Positions        {}, {:.1} a game, {:.1} % of them quiet",
            self.positions,
            self.positions as f64 / self.games.max(1) as f64,
            percent(self.quiet, self.positions)
        )?;
        let all: u64 = self.victims.iter().sum();
        write!(
            f,
            "Self-captures    {all}: {:.2} % of moves, in {:.1} % of games",
            percent(all, self.positions),
            percent(self.self_capture_games, self.games)
        )?;
        if all > 0 {
            write!(f, "\nTheir victims   ")?;
            for (role, count) in Role::ALL.iter().zip(self.victims) {
                write!(f, " {role} {:.1} %", percent(count, all))?;
            }
            let [opening, middle, end] = self.phases.map(|count| percent(count, all));
            write!(
                f,
                "\nTheir time       10 pieces or more {opening:.1} %, 5 to 9 {middle:.1} %, fewer {end:.1} %"
            )?;
        }
        Ok(())
    }
}
