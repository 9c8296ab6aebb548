//! Slider attacks by one table lookup.
//!
//! The build script computes the table. Its index is the set of blockers, compressed by the PEXT
//! instruction where the target supports it and by magic multiplication elsewhere.

use crate::{Bitboard, Square};

/// The part of the table that holds the attacks of a slider on one square.
struct Slider {
    mask: u64,
    #[cfg(not(ouro_pext))]
    magic: u64,
    offset: u32,
}

include!(concat!(env!("OUT_DIR"), "/sliders.rs"));

impl Slider {
    #[inline]
    #[allow(unsafe_code)]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        #[cfg(ouro_pext)]
        let index = crate::pext::pext(occupied.0, self.mask);
        #[cfg(not(ouro_pext))]
        let index =
            ((occupied.0 & self.mask).wrapping_mul(self.magic)) >> (64 - self.mask.count_ones());
        // SAFETY: the index has as many bits as the mask, and the build script reserved one entry
        // per index after the offset. Without the bounds check perft is up to 4 % faster.
        Bitboard(unsafe { *ATTACKS.get_unchecked(self.offset as usize + index as usize) })
    }
}

/// Returns the squares that a rook on `square` attacks when `occupied` squares block it, including
/// the first blocker of each ray.
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK[square.index()].attacks(occupied)
}

/// Returns the squares that a bishop on `square` attacks when `occupied` squares block it,
/// including the first blocker of each ray.
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP[square.index()].attacks(occupied)
}

#[cfg(test)]
mod tests {
    use super::super::rays::{BISHOP_STEPS, ROOK_STEPS, blockers, walk};
    use super::*;

    #[test]
    fn every_table_entry_equals_a_walk_over_the_board() {
        for square in Square::ALL {
            let number = square.index() as u8;
            for (steps, lookup) in
                [(ROOK_STEPS, rook as fn(Square, Bitboard) -> Bitboard), (BISHOP_STEPS, bishop)]
            {
                let mask = blockers(number, steps);
                let mut subset = 0u64;
                loop {
                    let outside = !mask & 0x9E37_79B9_7F4A_7C15;
                    assert_eq!(
                        lookup(square, Bitboard(subset | outside)).0,
                        walk(number, subset, steps),
                    );
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn the_magics_have_no_harmful_collision() {
        use super::super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
        for (steps, magics) in [(ROOK_STEPS, ROOK_MAGICS), (BISHOP_STEPS, BISHOP_MAGICS)] {
            for square in 0..64 {
                let mask = blockers(square, steps);
                let mut seen = vec![None; 1 << mask.count_ones()];
                let mut subset = 0u64;
                loop {
                    let index =
                        subset.wrapping_mul(magics[square as usize]) >> (64 - mask.count_ones());
                    let attacks = walk(square, subset, steps);
                    assert_eq!(*seen[index as usize].get_or_insert(attacks), attacks);
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }
}
