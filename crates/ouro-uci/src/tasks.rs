//! The tasks of the background thread: search, perft and bench.

use std::io::Write;
use std::sync::{Arc, Mutex};

use ouro_engine::{Engine, Limits, Networks, Report, bench};
use ouro_rules::{Game, Move, MoveList, Position, perft};

use crate::info::info_lines;
use crate::output::Output;
use crate::worker::{Control, lock};

// Write errors are ignored here: the session notices a closed pipe itself.

/// A search with its output settings.
pub(crate) struct SearchTask {
    pub(crate) engine: Arc<Mutex<Engine>>,
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) show_wdl: bool,
    pub(crate) debug: bool,
}

impl SearchTask {
    /// Searches, sends `info` lines, and sends `bestmove` as soon as it may.
    pub(crate) fn run<W: Write + Send>(&self, out: &Output<W>, control: &Control) {
        let root = self.game.position();
        let mut last = None;
        let mut report = |report: &Report| {
            // The final report often repeats that of the last iteration.
            let lines = Some((report.depth, report.lines.clone()));
            if last == lines {
                return;
            }
            last = lines;
            for line in info_lines(root, report, self.show_wdl) {
                let _ = out.send(&line);
            }
        };
        let mut engine = lock(&self.engine);
        let result = engine.search(&self.game, &self.limits, &control.signals, &mut report);
        drop(engine);
        report(&result.report);
        if self.debug {
            let _ = out.send(&format!(
                "info string TT: {} illegal moves rejected, {} collisions",
                result.tt_stats.rejected, result.tt_stats.collisions
            ));
        }
        control.wait();
        let best = result.best.unwrap_or(Move::NULL);
        let mut line = format!("bestmove {}", root.uci(best));
        let mut after = root.clone();
        if let (Some(ponder), Ok(())) = (result.ponder, after.play(best)) {
            line.push_str(&format!(" ponder {}", after.uci(ponder)));
        }
        let _ = out.send(&line);
    }
}

/// Runs perft and sends the node count of each root move.
pub(crate) fn run_perft<W: Write>(
    position: &Position,
    depth: u32,
    out: &Output<W>,
    control: &Control,
) {
    let mut total = u64::from(depth == 0);
    let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
    for mv in &moves {
        let after = play(position, mv);
        let count = if depth < 3 {
            perft::count(&after, depth - 1)
        } else {
            // Reply by reply, so that `stop` does not have to wait for the whole subtree.
            let replies = after.legal_moves().into_iter().take_while(|_| !control.is_stopped());
            replies.map(|reply| perft::count(&play(&after, reply), depth - 2)).sum()
        };
        if control.is_stopped() {
            let _ = out.send("info string perft stopped");
            return;
        }
        total += count;
        let _ = out.send(&format!("{}: {count}", position.uci(mv)));
    }
    let _ = out.send(&format!("\nNodes searched: {total}"));
}

/// Runs the bench and sends its signature.
pub(crate) fn run_bench<W: Write>(
    networks: Networks,
    depth: i32,
    out: &Output<W>,
    control: &Control,
) {
    let text = match bench::bench_with(networks, depth, &control.signals) {
        Ok(result) => result.to_string(),
        Err(_) => "info string not enough memory for bench".to_owned(),
    };
    let _ = out.send(&text);
}

/// Returns the position after a legal move.
fn play(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}
