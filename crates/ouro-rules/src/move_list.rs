//! A move list without heap allocation.

use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

use crate::Move;

/// The capacity of a move list. No playable position has more than 413 moves: those of fifteen
/// queens with at most 27 moves each, and a king.
pub const MAX_MOVES: usize = 512;

/// A move list on the stack.
///
/// ```
/// use ouro_rules::{Position, Variant};
/// let moves = Position::start(Variant::SelfCapture).legal_moves();
/// assert_eq!(moves.len(), 39);
/// ```
#[derive(Clone)]
pub struct MoveList {
    // Uninitialised: zeroing a kilobyte at every node costs more than generating the moves.
    moves: [MaybeUninit<Move>; MAX_MOVES],
    len: usize,
}

impl MoveList {
    /// Creates an empty list.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub const fn new() -> MoveList {
        // The compiler zeroes `[MaybeUninit::uninit(); MAX_MOVES]`, because it repeats a constant.
        // SAFETY: an array of `MaybeUninit` needs no initialisation.
        let moves =
            unsafe { MaybeUninit::<[MaybeUninit<Move>; MAX_MOVES]>::uninit().assume_init() };
        MoveList { moves, len: 0 }
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If the list is full. The legal moves of a position always fit.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps the moves that pass a test.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let mv = self[i];
            if keep(mv) {
                self.moves[kept] = MaybeUninit::new(mv);
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[Move] {
        // SAFETY: `push` wrote the first `len` entries, and a `MaybeUninit<Move>` has the layout of
        // a `Move`.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast::<Move>(), self.len) }
    }
}

impl DerefMut for MoveList {
    #[inline]
    #[allow(unsafe_code)]
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: as for `deref`.
        unsafe { std::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast::<Move>(), self.len) }
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for mv in moves {
            self.push(mv);
        }
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

/// An iterator that consumes a [`MoveList`].
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = *self.list.get(self.next)?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoMoves {}
impl std::iter::FusedIterator for IntoMoves {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn a_list_holds_512_moves_and_returns_them() {
        let mut list = MoveList::default();
        for bits in 0..MAX_MOVES {
            list.push(Move::from_bits(bits as u16));
        }
        assert_eq!(list.len(), 512);
        assert!(list.iter().enumerate().all(|(i, mv)| usize::from(mv.bits()) == i));
        list.retain(|mv| mv.bits() % 2 == 1);
        assert_eq!(list.len(), 256);
        assert_eq!(list[255].bits(), 511);
        assert_eq!(list.clone().into_iter().len(), 256);
        assert!(list.clone().into_iter().eq(&list));
        let copy: MoveList = list.iter().copied().collect();
        assert_eq!(copy, list);
        list.reverse();
        assert_eq!(list[0].bits(), 511);
        assert_ne!(copy, list);
        list.clear();
        assert!(list.is_empty());
        list.push(Move::normal(Square::E2, Square::E4));
        assert_eq!(format!("{list:?}"), "[e2e4]");
    }
}
