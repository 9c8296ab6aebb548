//! The search stack: the line from the root to the current node.

use ouro_rules::{Bitboard, Changes, Move, Position};

use crate::history::PieceTo;
use crate::score::{MAX_PLY, Score};

/// The state of one ply.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) position: Position,
    /// The move made from here; `None` for a null move.
    pub(super) mv: Option<Move>,
    /// The piece and target square of that move, the index of continuation histories.
    pub(super) piece_to: Option<PieceTo>,
    /// The corrected static evaluation; `-INFINITE` in check.
    pub(super) static_eval: Score,
    /// The squares that the opponent attacks, set before the moves are searched.
    pub(super) threats: Bitboard,
    /// The last quiet move that caused a beta cutoff at this ply.
    pub(super) killer: Option<Move>,
    /// The TT move while a singular extension is decided without it.
    pub(super) excluded: Option<Move>,
    /// The number of the move being searched, from 1.
    pub(super) move_count: i32,
    /// The plies by which LMR reduces the search of that move.
    pub(super) reduction: i32,
    /// Beta cutoffs at this ply since its grandparent was entered.
    pub(super) cutoff_count: i32,
    /// Plies since the last null move; no position before it can be repeated.
    pub(super) plies_from_null: usize,
    /// The principal variation from here.
    pub(super) pv: Vec<Move>,
}

/// The line from the root to the current node, and the positions of the game before it.
pub(super) struct Stack {
    pub(super) ply: usize,
    frames: Vec<Frame>,
    /// Keys of the game and of the line before the current position.
    pub(super) keys: Vec<u64>,
}

impl Stack {
    pub(super) fn new(root: &Position) -> Stack {
        let frame = Frame {
            position: root.clone(),
            mv: None,
            piece_to: None,
            static_eval: 0,
            threats: Bitboard::EMPTY,
            killer: None,
            excluded: None,
            move_count: 0,
            reduction: 0,
            cutoff_count: 0,
            plies_from_null: usize::MAX,
            pv: Vec::new(),
        };
        Stack { ply: 0, frames: vec![frame; MAX_PLY + 8], keys: Vec::new() }
    }

    /// Starts at a position that was reached through positions with `keys`.
    pub(super) fn reset(&mut self, root: &Position, keys: &[u64]) {
        self.ply = 0;
        self.keys.clear();
        self.keys.extend_from_slice(keys);
        for frame in &mut self.frames {
            (frame.mv, frame.piece_to) = (None, None);
            (frame.killer, frame.excluded) = (None, None);
            frame.reduction = 0;
            frame.pv.clear();
        }
        self.frames[0].position.clone_from(root);
        self.frames[0].plies_from_null = usize::MAX;
    }

    pub(super) fn root(&self) -> &Position {
        &self.frames[0].position
    }

    #[inline]
    pub(super) fn position(&self) -> &Position {
        &self.frames[self.ply].position
    }

    #[inline]
    pub(super) fn frame(&self) -> &Frame {
        &self.frames[self.ply]
    }

    #[inline]
    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.ply]
    }

    /// Returns the frame a number of plies before the current one.
    #[inline]
    pub(super) fn before(&self, plies: usize) -> Option<&Frame> {
        self.ply.checked_sub(plies).map(|ply| &self.frames[ply])
    }

    /// Returns the frame of the parent node. Must not be called at the root.
    #[inline]
    pub(super) fn parent_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.ply - 1]
    }

    /// Returns the frame a number of plies after the current one.
    #[inline]
    pub(super) fn after_mut(&mut self, plies: usize) -> &mut Frame {
        &mut self.frames[self.ply + plies]
    }

    /// Returns the moves one, two and four plies before the current node, the contexts of continuation
    /// histories.
    #[inline]
    pub(super) fn continuation(&self) -> [Option<PieceTo>; 3] {
        self.continuation_at(self.ply)
    }

    /// Returns the same for the parent node.
    #[inline]
    pub(super) fn parent_continuation(&self) -> [Option<PieceTo>; 3] {
        self.continuation_at(self.ply.saturating_sub(1))
    }

    #[inline]
    fn continuation_at(&self, ply: usize) -> [Option<PieceTo>; 3] {
        [1, 2, 4].map(|back| ply.checked_sub(back).and_then(|ply| self.frames[ply].piece_to))
    }

    /// Makes a legal move and returns which pieces it moved.
    #[inline]
    pub(super) fn push(&mut self, mv: Move) -> Changes {
        let (here, next) = self.frames.split_at_mut(self.ply + 1);
        let (here, next) = (&mut here[self.ply], &mut next[0]);
        here.mv = Some(mv);
        here.piece_to = here.position.piece_on(mv.from()).map(|piece| PieceTo::new(piece, mv));
        self.keys.push(here.position.key());
        let mut changes = Changes::default();
        next.position.clone_from(&here.position);
        next.position.play_observed(mv, &mut changes);
        next.plies_from_null = here.plies_from_null.saturating_add(1);
        self.ply += 1;
        changes
    }

    /// Makes a null move. The side to move must not be in check.
    pub(super) fn push_null(&mut self) {
        let (here, next) = self.frames.split_at_mut(self.ply + 1);
        let (here, next) = (&mut here[self.ply], &mut next[0]);
        (here.mv, here.piece_to) = (None, None);
        self.keys.push(here.position.key());
        next.position.clone_from(&here.position);
        next.plies_from_null = 0;
        let played = next.position.play_null();
        debug_assert!(played.is_ok(), "null moves are made out of check only");
        self.ply += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
        self.ply -= 1;
    }

    /// Makes a move and the PV of the child node the PV of the current node.
    pub(super) fn update_pv(&mut self, mv: Move) {
        let (here, next) = self.frames.split_at_mut(self.ply + 1);
        let pv = &mut here[self.ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&next[0].pv);
    }
}
