//! The search: what each side can reach, looking ahead.

mod learning;
mod main_search;
mod quiescence;
mod reductions;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ouro_rules::{Bitboard, Changes, Move, Position};

use crate::clock::Clock;
use crate::evaluation::bare_king;
use crate::evaluation::{Evaluator, Networks, pieces_left};
use crate::history::{History, Step};
use crate::limits::{Budget, Limits, Signals};
use crate::params::ActiveParams;
use crate::score::{DRAW, MAX_PLY, Score};
use crate::table::{Bound, Entry, Table};
use reductions::Reductions;

pub use root::{Answer, Line, Report, TableUse};

/// The most nodes of a first iteration that cannot be stopped.
const FIRST_ITERATION: u64 = 10_000;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) signals: &'a Signals,
    /// Set when a limit is reached: all threads end.
    pub(crate) done: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) limits: &'a Limits,
    pub(crate) budget: Option<Budget>,
    pub(crate) clock: Clock,
}

impl Shared<'_> {
    /// The time to think, if the clock counts now.
    fn budget(&self) -> Option<Budget> {
        self.budget.filter(|_| !self.signals.pondering.load(Ordering::Relaxed))
    }
}

/// What is kept for each ply of the line that is looked at.
#[derive(Clone)]
struct Frame {
    position: Position,
    /// The move that led from here to the next ply, as the histories remember it.
    step: Option<Step>,
    /// That move itself, if it was no passed turn.
    mv: Option<Move>,
    /// How often the positions here were good enough for the side to move since the ply before last.
    cutoffs: i32,
    evaluation: Score,
    /// What the enemy attacks, where quiet moves are looked at.
    threats: Bitboard,
    killer: Option<Move>,
    /// Left out while it is asked whether any other move is nearly as good.
    excluded: Option<Move>,
    /// Plies since the turn was passed last: what was on the board before cannot be repeated.
    since_null: usize,
    /// The best line found from here.
    pv: Vec<Move>,
}

/// One thread of the search, with what it has learned.
pub(crate) struct Worker {
    params: ActiveParams,
    reductions: Reductions,
    history: History,
    frames: Vec<Frame>,
    /// Keys of the game and of the line, for repetitions.
    keys: Vec<u64>,
    evaluator: Evaluator,
    ply: usize,
    nodes: u64,
    /// How much of `nodes` the others know.
    reported: u64,
    seldepth: usize,
    /// The depth of the iteration.
    root_depth: i32,
    /// No null moves above this ply, while one is being verified.
    null_allowed_from: usize,
    /// A short mate is looked for, and nothing is left out that could hide it.
    proving: bool,
    root_moves: Vec<RootMove>,
    /// Lines already found in this iteration, when several are wanted.
    lines_found: usize,
    pub(crate) table_use: TableUse,
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    score: Score,
    previous: Score,
    bound: Bound,
    nodes: u64,
    pv: Vec<Move>,
    seldepth: usize,
}

impl Worker {
    pub(crate) fn new(networks: &Networks, params: &ActiveParams) -> Worker {
        let start = Position::start(ouro_rules::Variant::Chess);
        let evaluator = Evaluator::new(networks, &start);
        let frame = Frame {
            position: start,
            step: None,
            mv: None,
            cutoffs: 0,
            evaluation: 0,
            threats: Bitboard::EMPTY,
            killer: None,
            excluded: None,
            since_null: usize::MAX,
            pv: Vec::new(),
        };
        Worker {
            params: params.clone(),
            reductions: Reductions::new(params),
            history: History::new(),
            frames: vec![frame; MAX_PLY + 8],
            keys: Vec::new(),
            evaluator,
            ply: 0,
            nodes: 0,
            reported: 0,
            seldepth: 0,
            root_depth: 0,
            null_allowed_from: 0,
            proving: false,
            root_moves: Vec::new(),
            lines_found: 0,
            table_use: TableUse::default(),
        }
    }

    pub(crate) fn new_game(&mut self) {
        self.history.clear();
    }

    /// Makes ready for a search from a position that came about through positions with `keys`.
    pub(crate) fn set_root(
        &mut self,
        networks: &Networks,
        position: &Position,
        keys: &[u64],
        limits: &Limits,
    ) {
        self.evaluator.reset(networks, position);
        self.keys.clear();
        self.keys.extend_from_slice(keys);
        for frame in &mut self.frames {
            (frame.step, frame.mv, frame.killer, frame.excluded) = (None, None, None, None);
            frame.pv.clear();
        }
        self.frames[0].position = position.clone();
        self.frames[0].since_null = usize::MAX;
        (self.ply, self.nodes, self.reported) = (0, 0, 0);
        self.table_use = TableUse::default();
        self.null_allowed_from = 0;
        let wanted = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        let root_move = |mv| RootMove {
            mv,
            score: -crate::score::INFINITE,
            previous: -crate::score::INFINITE,
            bound: Bound::Exact,
            nodes: 0,
            pv: vec![mv],
            seldepth: 0,
        };
        self.root_moves =
            position.legal_moves().into_iter().filter(wanted).map(root_move).collect();
    }

    fn frame(&self) -> &Frame {
        &self.frames[self.ply]
    }

    fn position(&self) -> &Position {
        &self.frames[self.ply].position
    }

    /// The steps one, two and four plies before this one.
    fn steps_before(&self) -> [Option<Step>; 3] {
        self.steps_before_ply(self.ply)
    }

    fn steps_before_ply(&self, ply: usize) -> [Option<Step>; 3] {
        [1, 2, 4].map(|back| ply.checked_sub(back).and_then(|ply| self.frames[ply].step))
    }

    /// Makes a legal move.
    fn push(&mut self, mv: Move, shared: &Shared) {
        let (here, next) = self.frames.split_at_mut(self.ply + 1);
        let (here, next) = (&mut here[self.ply], &mut next[0]);
        here.step = here.position.piece_on(mv.from()).map(|piece| Step::new(piece, mv));
        here.mv = Some(mv);
        self.keys.push(here.position.key());
        let mut changes = Changes::default();
        next.position.clone_from(&here.position);
        next.position.play_observed(mv, &mut changes);
        next.since_null = here.since_null.saturating_add(1);
        shared.table.prefetch(next.position.key());
        self.evaluator.push(&changes);
        self.ply += 1;
        self.count_node(shared);
    }

    /// Passes the turn; the side to move is known not to be in check.
    fn push_null(&mut self, shared: &Shared) {
        let (here, next) = self.frames.split_at_mut(self.ply + 1);
        let (here, next) = (&mut here[self.ply], &mut next[0]);
        (here.step, here.mv) = (None, None);
        self.keys.push(here.position.key());
        next.position.clone_from(&here.position);
        next.since_null = 0;
        let passed = next.position.play_null();
        debug_assert!(passed, "null moves are tried out of check only");
        self.evaluator.push(&Changes::default());
        self.ply += 1;
        self.count_node(shared);
    }

    fn pop(&mut self) {
        self.evaluator.pop();
        self.keys.pop();
        self.ply -= 1;
    }

    fn count_node(&mut self, shared: &Shared) {
        self.nodes += 1;
        // One thread counts exactly, so that a limit of nodes gives the same search every time.
        if self.nodes.is_multiple_of(1024) || shared.limits.nodes.is_some() {
            let news = self.nodes - self.reported;
            self.reported = self.nodes;
            let total = shared.nodes.fetch_add(news, Ordering::Relaxed) + news;
            if shared.limits.nodes.is_some_and(|limit| total >= limit) {
                shared.done.store(true, Ordering::Relaxed);
            }
            if self.nodes.is_multiple_of(1024)
                && shared.budget().is_some_and(|budget| shared.clock.elapsed() >= budget.hard)
            {
                shared.done.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether the search is over. The first iteration is finished in any case, unless it takes unusually
    /// long: its best move is better than any.
    fn stopped(&self, shared: &Shared) -> bool {
        if self.root_depth <= 1 && self.nodes < FIRST_ITERATION {
            return false;
        }
        shared.done.load(Ordering::Relaxed) || shared.signals.stop.load(Ordering::Relaxed)
    }

    /// Stores what was found out about the position.
    fn remember(&mut self, shared: &Shared, entry: Entry) {
        let lost = shared.table.put(self.position().key(), self.ply, entry);
        self.table_use.collisions += u64::from(lost);
    }

    /// Whether a weaker player overlooks a move. Good ones see all checks, so that they are not mated
    /// in one.
    fn overlooks(&self, shared: &Shared, mv: Move, gives_check: bool) -> bool {
        shared.limits.strength.is_some_and(|strength| {
            !(gives_check && strength.sees_checks())
                && strength.overlooks(self.position().key(), mv)
        })
    }

    /// Whether the position is drawn by repetition, by the clock or by material. A single
    /// repetition within the search counts: what led to it can be repeated.
    fn is_draw(&self) -> bool {
        let position = self.position();
        if position.is_dead_by_material() {
            return true;
        }
        if position.halfmove_clock() >= 100 && (!position.in_check() || position.has_legal_moves())
        {
            return true;
        }
        let reach = usize::from(position.halfmove_clock())
            .min(self.keys.len())
            .min(self.frame().since_null);
        let key = position.key();
        let mut seen = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[self.keys.len() - back] == key {
                seen += 1;
                if back <= self.ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move can bring back a position of the line with one move, which would be a
    /// draw: it has that much at least.
    fn can_repeat(&self) -> bool {
        let position = self.position();
        let reach =
            usize::from(position.halfmove_clock()).min(self.ply).min(self.frame().since_null);
        let key = position.key();
        (3..=reach).step_by(2).any(|back| {
            let earlier = self.keys[self.keys.len() - back];
            crate::repetition::is_one_move(key ^ earlier, position.board())
        })
    }

    /// The static evaluation of the position, damped as pieces leave the board and as the fifty-move
    /// limit comes near. Against a bare king it is not: that would cost more at every move than driving
    /// the king gains.
    fn evaluate(&mut self) -> Score {
        let (position, params) = (&self.frames[self.ply].position, &self.params);
        bare_king::evaluate(position).unwrap_or_else(|| {
            let left = 200 - Score::from(position.halfmove_clock().min(100));
            // The fewer pieces are left, the less an advantage is worth.
            let value = self.evaluator.evaluate(position)
                * (params.material_base + pieces_left(position) * params.material_slope)
                / params.material_divisor;
            value * left / 200
        })
    }

    /// The evaluation with what the search has learned about such positions.
    fn corrected(&self, raw: Score) -> Score {
        let limit = crate::score::MAX_EVALUATION;
        (raw + self.history.correction(self.position(), &self.params)).clamp(-limit, limit)
    }

    /// Scores of draws differ a little, so that the search does not run in circles.
    fn draw_score(&self) -> Score {
        DRAW + (self.nodes & 2) as Score - 1
    }

    /// Writes down the best line from here: a move and the line behind it.
    fn set_pv(&mut self, mv: Move) {
        let (here, next) = self.frames.split_at_mut(self.ply + 1);
        let pv = &mut here[self.ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&next[0].pv);
    }
}
