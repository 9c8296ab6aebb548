//! The hidden layer of every position of a line, made only when it is asked for.

use std::sync::Arc;

use ouro_rules::{Bitboard, Board, Changes, Color, Piece, Position, Role};

use super::lanes::Lanes;
use super::network::{Network, input, is_mirrored};

/// What each ply of the line is to the hidden layer.
#[derive(Clone, Default)]
struct Ply {
    changes: Changes,
    /// Whether each side sees the board mirrored here.
    mirrored: [bool; 2],
    /// Whether each side's view has been made.
    ready: [bool; 2],
}

/// A view that was made before and the board it belongs to: making another with the same mirroring
/// takes only what is different.
#[derive(Clone)]
struct Remembered {
    pieces: [Bitboard; 12],
    hidden: Vec<i16>,
}

/// The hidden layers of a line, from its first position on.
pub(super) struct Accumulators {
    network: Arc<Network>,
    lanes: Lanes,
    plies: Vec<Ply>,
    /// By ply and view.
    hidden: Vec<[Vec<i16>; 2]>,
    /// By view and mirroring.
    remembered: [[Remembered; 2]; 2],
}

impl Accumulators {
    pub(super) fn new(network: Arc<Network>, position: &Position) -> Accumulators {
        let empty = Remembered { pieces: [Bitboard::EMPTY; 12], hidden: network.biases().to_vec() };
        let remembered = [(); 2].map(|()| [empty.clone(), empty.clone()]);
        let mut accumulators = Accumulators {
            network,
            lanes: Lanes::best(),
            plies: Vec::new(),
            hidden: Vec::new(),
            remembered,
        };
        accumulators.reset(position);
        accumulators
    }

    pub(super) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a line with this position.
    pub(super) fn reset(&mut self, position: &Position) {
        let mirrored = Color::BOTH.map(|view| is_mirrored(position.king_of(view)));
        self.plies.clear();
        self.plies.push(Ply { mirrored, ..Ply::default() });
        self.make_room();
    }

    fn make_room(&mut self) {
        let width = self.network.width();
        while self.hidden.len() < self.plies.len() {
            self.hidden.push([(); 2].map(|()| vec![0; width]));
        }
    }

    /// A move was made.
    pub(super) fn push(&mut self, changes: &Changes) {
        let mut mirrored = self.plies.last().map_or([false; 2], |ply| ply.mirrored);
        for &(piece, square) in changes.placed() {
            if piece.role() == Role::King {
                mirrored[piece.color().index()] = is_mirrored(square);
            }
        }
        self.plies.push(Ply { changes: *changes, mirrored, ready: [false; 2] });
        self.make_room();
    }

    /// A move was taken back.
    pub(super) fn pop(&mut self) {
        self.plies.pop();
    }

    /// The score of the last position of the line.
    pub(super) fn evaluate(&mut self, position: &Position) -> i32 {
        for view in Color::BOTH {
            self.make(view, position.board());
        }
        let [white, black] = &self.hidden[self.plies.len() - 1];
        let (us, them) =
            if position.turn() == Color::White { (white, black) } else { (black, white) };
        let pieces = position.board().occupied().count() as usize;
        self.network.output(self.lanes, us, them, pieces)
    }

    /// Makes a view of the last position: from the nearest ply that has it, or, if the mirroring has
    /// changed since, from what is remembered.
    fn make(&mut self, view: Color, board: &Board) {
        let v = view.index();
        let last = self.plies.len() - 1;
        let mirrored = self.plies[last].mirrored[v];
        let mut from = last;
        loop {
            let ply = &self.plies[from];
            if ply.mirrored[v] != mirrored {
                return self.refresh(view, mirrored, board);
            }
            if ply.ready[v] {
                break;
            }
            if from == 0 {
                return self.refresh(view, mirrored, board);
            }
            from -= 1;
        }
        for ply in from + 1..=last {
            let (before, here) = self.hidden.split_at_mut(ply);
            let changes = &self.plies[ply].changes;
            let row = |&(piece, square)| self.network.row(input(view, mirrored, piece, square));
            let (from, to) = (&before[ply - 1][v], &mut here[0][v]);
            // A piece goes, takes or castles; a passed turn changes nothing.
            match (changes.placed(), changes.removed()) {
                ([a], [b]) => self.lanes.derive(from, to, &[row(a)], &[row(b)]),
                ([a], [b, c]) => self.lanes.derive(from, to, &[row(a)], &[row(b), row(c)]),
                ([a, b], [c, d]) => {
                    self.lanes.derive(from, to, &[row(a), row(b)], &[row(c), row(d)]);
                }
                _ => to.copy_from_slice(from),
            }
            self.plies[ply].ready[v] = true;
        }
    }

    /// Makes a view of the last position from the one that is remembered.
    fn refresh(&mut self, view: Color, mirrored: bool, board: &Board) {
        let (v, last) = (view.index(), self.plies.len() - 1);
        let remembered = &mut self.remembered[v][usize::from(mirrored)];
        for piece in Piece::ALL {
            let now = board.pieces(piece.color(), piece.role());
            let then = std::mem::replace(&mut remembered.pieces[piece.index()], now);
            for square in now & !then {
                let row = self.network.row(input(view, mirrored, piece, square));
                self.lanes.change(&mut remembered.hidden, &[row], &[]);
            }
            for square in then & !now {
                let row = self.network.row(input(view, mirrored, piece, square));
                self.lanes.change(&mut remembered.hidden, &[], &[row]);
            }
        }
        self.hidden[last][v].copy_from_slice(&remembered.hidden);
        self.plies[last].ready[v] = true;
    }
}
