//! Accumulators: the first layer of the network for every position of the search line.
//!
//! They are updated lazily from the last computed ply. When a king crosses the board's middle, the
//! perspective is mirrored and the accumulator is rebuilt from a refresh cache.

use std::sync::Arc;

use ouro_rules::{Bitboard, Board, Changes, Color, Piece, Position, Role};

use super::network::{Network, feature_index, is_mirrored};
use super::simd::Simd;

/// The state of one ply.
#[derive(Clone, Default)]
struct Ply {
    changes: Changes,
    /// Whether each perspective is mirrored.
    mirrored: [bool; 2],
    /// Whether the accumulator of each perspective is computed.
    computed: [bool; 2],
}

/// An accumulator and the board it belongs to. Rebuilding another accumulator from it only takes the
/// differences of the boards.
#[derive(Clone)]
struct CachedAccumulator {
    pieces: [Bitboard; 12],
    values: Vec<i16>,
}

/// The accumulators of the search line.
pub(crate) struct AccumulatorStack {
    network: Arc<Network>,
    simd: Simd,
    plies: Vec<Ply>,
    /// By ply and perspective.
    values: Vec<[Vec<i16>; 2]>,
    /// By perspective and mirroring.
    refresh_cache: [[CachedAccumulator; 2]; 2],
}

impl AccumulatorStack {
    /// Starts a line at a position.
    pub(crate) fn new(network: Arc<Network>, position: &Position) -> AccumulatorStack {
        let values = network.feature_biases().to_vec();
        let empty = CachedAccumulator { pieces: [Bitboard::EMPTY; 12], values };
        let refresh_cache = [(); 2].map(|()| [empty.clone(), empty.clone()]);
        let mut stack = AccumulatorStack {
            network,
            simd: Simd::detect(),
            plies: Vec::new(),
            values: Vec::new(),
            refresh_cache,
        };
        stack.reset(position);
        stack
    }

    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Starts another line.
    pub(crate) fn reset(&mut self, position: &Position) {
        let mirrored = Color::BOTH.map(|perspective| is_mirrored(position.king_of(perspective)));
        self.plies.clear();
        self.plies.push(Ply { mirrored, ..Ply::default() });
        self.allocate();
    }

    fn allocate(&mut self) {
        let width = self.network.width();
        while self.values.len() < self.plies.len() {
            self.values.push([(); 2].map(|()| vec![0; width]));
        }
    }

    /// Follows a move.
    pub(crate) fn push(&mut self, changes: &Changes) {
        let mut mirrored = self.plies.last().map_or([false; 2], |ply| ply.mirrored);
        for &(piece, square) in changes.placed() {
            if piece.role() == Role::King {
                mirrored[piece.color().index()] = is_mirrored(square);
            }
        }
        self.plies.push(Ply { changes: *changes, mirrored, computed: [false; 2] });
        self.allocate();
    }

    /// Follows the unmaking of a move.
    pub(crate) fn pop(&mut self) {
        self.plies.pop();
    }

    /// Returns the network's output for the last position of the line.
    pub(crate) fn evaluate(&mut self, position: &Position) -> i32 {
        for perspective in Color::BOTH {
            self.compute(perspective, position.board());
        }
        let [white, black] = &self.values[self.plies.len() - 1];
        let (us, them) =
            if position.turn() == Color::White { (white, black) } else { (black, white) };
        let pieces = position.board().occupied().count() as usize;
        self.network.output(self.simd, us, them, pieces)
    }

    /// Computes the accumulator of the last ply from the nearest computed one, or from the refresh cache
    /// if the mirroring has changed since.
    fn compute(&mut self, perspective: Color, board: &Board) {
        let p = perspective.index();
        let last = self.plies.len() - 1;
        let mirrored = self.plies[last].mirrored[p];
        let mut from = last;
        loop {
            let ply = &self.plies[from];
            if ply.mirrored[p] != mirrored {
                return self.refresh(perspective, mirrored, board);
            }
            if ply.computed[p] {
                break;
            }
            if from == 0 {
                return self.refresh(perspective, mirrored, board);
            }
            from -= 1;
        }
        for ply in from + 1..=last {
            let (before, here) = self.values.split_at_mut(ply);
            let changes = &self.plies[ply].changes;
            let row = |&(piece, square)| {
                self.network.feature_weights(feature_index(perspective, mirrored, piece, square))
            };
            let (source, target) = (&before[ply - 1][p], &mut here[0][p]);
            // A move, a capture or castling; a null move changes nothing.
            match (changes.placed(), changes.removed()) {
                ([a], [b]) => self.simd.update(source, target, &[row(a)], &[row(b)]),
                ([a], [b, c]) => self.simd.update(source, target, &[row(a)], &[row(b), row(c)]),
                ([a, b], [c, d]) => {
                    self.simd.update(source, target, &[row(a), row(b)], &[row(c), row(d)]);
                }
                _ => target.copy_from_slice(source),
            }
            self.plies[ply].computed[p] = true;
        }
    }

    /// Rebuilds the accumulator of the last ply from the refresh cache.
    fn refresh(&mut self, perspective: Color, mirrored: bool, board: &Board) {
        let (p, last) = (perspective.index(), self.plies.len() - 1);
        let cached = &mut self.refresh_cache[p][usize::from(mirrored)];
        for piece in Piece::ALL {
            let now = board.pieces(piece.color(), piece.role());
            let before = std::mem::replace(&mut cached.pieces[piece.index()], now);
            let row = |square| {
                self.network.feature_weights(feature_index(perspective, mirrored, piece, square))
            };
            for square in now & !before {
                self.simd.update_in_place(&mut cached.values, &[row(square)], &[]);
            }
            for square in before & !now {
                self.simd.update_in_place(&mut cached.values, &[], &[row(square)]);
            }
        }
        self.values[last][p].copy_from_slice(&cached.values);
        self.plies[last].computed[p] = true;
    }
}
