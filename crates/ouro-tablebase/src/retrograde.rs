//! Retrograde analysis of one slice: distances spread backwards from the positions whose value is
//! known, one ply at a time.
//!
//! Only moves that neither capture nor move a pawn stay in the slice. The values of all others are
//! known from smaller tables and earlier slices, and enter as *bounds*. The same code computes
//! distances to zeroing and distances to mate; they differ in the bounds only.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering::Relaxed};

use ouro_rules::{Bitboard, Color, Role, attacks};

use crate::layout::{Layout, Placement};
use crate::parallel::for_each_chunk;

/// The number of positions that a thread takes at once.
pub(crate) const CHUNK: usize = 1 << 14;

/// The state of a position during the analysis, in 16 bits: two for its kind, the others for a
/// distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The position is illegal.
    Illegal,
    /// No result is known. In the end this is a draw.
    Open,
    /// The side to move wins in at most this many plies.
    Win(u16),
    /// If the side to move loses, then in at least this many plies. It does lose once none of its
    /// moves is open.
    Loss(u16),
}

impl State {
    const KIND: u16 = 0xC000;
    const DISTANCE: u16 = 0x3FFF;

    const fn bits(self) -> u16 {
        match self {
            State::Illegal => State::KIND,
            State::Open => 0,
            State::Win(plies) => 0x4000 | plies,
            State::Loss(plies) => 0x8000 | plies,
        }
    }

    const fn from_bits(bits: u16) -> State {
        let plies = bits & State::DISTANCE;
        match bits & State::KIND {
            0 => State::Open,
            0x4000 => State::Win(plies),
            0x8000 => State::Loss(plies),
            _ => State::Illegal,
        }
    }
}

/// The counter of a position that cannot be lost, because a capture or pawn move draws or wins.
pub(crate) const NEVER_LOST: u8 = u8::MAX;

/// The positions of a slice, of both sides to move.
pub(crate) struct Slice<'a> {
    layout: &'a Layout,
    slice: usize,
    states: [Vec<AtomicU16>; 2],
    /// The number of moves within the slice that are not yet known to lose.
    open_moves: [Vec<AtomicU8>; 2],
}

impl<'a> Slice<'a> {
    /// Creates a slice of illegal positions.
    pub(crate) fn new(layout: &'a Layout, slice: usize) -> Slice<'a> {
        let len = layout.slice_len();
        let illegal = State::Illegal.bits();
        let states = || (0..len).map(|_| AtomicU16::new(illegal)).collect();
        let open_moves = || (0..len).map(|_| AtomicU8::new(NEVER_LOST)).collect();
        Slice {
            layout,
            slice,
            states: [states(), states()],
            open_moves: [open_moves(), open_moves()],
        }
    }

    /// Sets the bound of a legal position and the number of its moves within the slice.
    pub(crate) fn set(&self, turn: Color, index: usize, state: State, open_moves: u8) {
        self.states[turn.index()][index].store(state.bits(), Relaxed);
        self.open_moves[turn.index()][index].store(open_moves, Relaxed);
    }

    /// Returns the result of a position after the analysis.
    pub(crate) fn result(&self, turn: Color, index: usize) -> State {
        let state = self.state(turn, index);
        match state {
            State::Loss(_) if !self.has_lost(turn, index) => State::Open,
            _ => state,
        }
    }

    fn state(&self, turn: Color, index: usize) -> State {
        State::from_bits(self.states[turn.index()][index].load(Relaxed))
    }

    fn has_lost(&self, turn: Color, index: usize) -> bool {
        self.open_moves[turn.index()][index].load(Relaxed) == 0
    }

    /// Computes the results of all positions.
    ///
    /// The order in which threads visit the positions of one distance does not matter: a position
    /// is decided by the smallest distance that reaches it, or by the last of its moves.
    pub(crate) fn solve(&self, threads: usize) {
        let last =
            self.states.iter().flatten().map(|state| match State::from_bits(state.load(Relaxed)) {
                State::Win(plies) | State::Loss(plies) => plies,
                State::Illegal | State::Open => 0,
            });
        let last = last.max().unwrap_or(0);
        for distance in 0.. {
            let progress = AtomicBool::new(false);
            for turn in Color::BOTH {
                for_each_chunk(threads, self.layout.slice_len(), CHUNK, |range| {
                    let mut active = false;
                    for index in range {
                        match self.state(turn, index) {
                            State::Win(plies) if plies == distance => {
                                self.spread_win(turn, index, distance);
                                active = true;
                            }
                            State::Loss(plies)
                                if plies == distance && self.has_lost(turn, index) =>
                            {
                                self.spread_loss(turn, index, distance);
                                active = true;
                            }
                            _ => {}
                        }
                    }
                    if active {
                        progress.store(true, Relaxed);
                    }
                });
            }
            if !progress.into_inner() && distance >= last {
                return;
            }
        }
    }

    /// Every position before a loss is a win.
    fn spread_loss(&self, turn: Color, index: usize, distance: u16) {
        let new = State::Win(distance + 1).bits();
        let states = &self.states[(!turn).index()];
        self.for_each_predecessor(turn, index, |index| {
            let before = &states[index];
            // Another thread may write the same value, and no thread of this distance writes a
            // smaller one.
            match State::from_bits(before.load(Relaxed)) {
                State::Open | State::Loss(_) => before.store(new, Relaxed),
                State::Win(plies) if plies > distance + 1 => before.store(new, Relaxed),
                State::Illegal | State::Win(_) => {}
            }
        });
    }

    /// A position before wins only is a loss.
    fn spread_win(&self, turn: Color, index: usize, distance: u16) {
        let states = &self.states[(!turn).index()];
        let open_moves = &self.open_moves[(!turn).index()];
        self.for_each_predecessor(turn, index, |index| {
            if open_moves[index].load(Relaxed) == NEVER_LOST {
                return;
            }
            if open_moves[index].fetch_sub(1, Relaxed) == 1 {
                let bound = match State::from_bits(states[index].load(Relaxed)) {
                    State::Loss(plies) => plies,
                    State::Open | State::Illegal | State::Win(_) => 0,
                };
                let loss = State::Loss(bound.max(distance + 1));
                states[index].store(loss.bits(), Relaxed);
            }
        });
    }

    /// Visits the index of every position from which a move within the slice leads to this one, as
    /// often as such a move does. Some of these positions may be illegal.
    #[inline]
    fn for_each_predecessor(&self, turn: Color, index: usize, mut visit: impl FnMut(usize)) {
        let layout = self.layout;
        let Some(placement) = layout.placement(self.slice, index) else { return };
        let mover = !turn;
        let pieces = layout.pieces();
        let occupied: Bitboard = placement.squares[..pieces.len()].iter().copied().collect();
        for (i, piece) in pieces.iter().enumerate() {
            if piece.color() != mover || piece.role() == Role::Pawn {
                continue;
            }
            let origins = attacks::of(piece.role(), mover, placement.squares[i], occupied);
            for origin in origins & !occupied {
                let mut before = placement;
                before.squares[i] = origin;
                if piece.role() == Role::King {
                    self.visit_king_predecessor(index, &before, &mut visit);
                } else {
                    visit(layout.index_with_kings_of(index, &before));
                }
            }
        }
    }

    /// Visits the position before a king move.
    ///
    /// A position with both kings on the long diagonal has two indices, `a` and its twin `b`, and
    /// each is analysed for itself. A move from `a` to a position off the diagonal is mirrored by one
    /// from `b`, so that position visits both. A move to `a` is mirrored by one to `b`, so each of
    /// the two visits only those positions off the diagonal that it reaches without mirroring.
    #[inline]
    fn visit_king_predecessor(
        &self,
        index: usize,
        before: &Placement,
        visit: &mut impl FnMut(usize),
    ) {
        let Some((before, symmetry)) = self.layout.index_in_slice(before) else { return };
        if self.layout.has_twin(index) {
            if !symmetry.transposes() {
                visit(before);
            }
            return;
        }
        visit(before);
        if let Some(twin) = self.layout.twin(before) {
            visit(twin);
        }
    }
}
