//! The base of late move reductions.

use crate::params::ActiveParams;

/// Depths and move counts beyond this are treated alike.
const SIZE: usize = 64;

/// Reductions in 1024ths of a ply by depth and move count.
pub(super) struct Reductions(Box<[[i32; SIZE]; SIZE]>);

impl Reductions {
    /// Computes the table: the product of the logarithms of depth and move count.
    pub(super) fn new(params: &ActiveParams) -> Reductions {
        let log = |n: usize| f64::from(n.max(1) as u32).ln();
        let divisor = f64::from(params.lmr_divisor) / 100.0;
        let mut table = Box::new([[0; SIZE]; SIZE]);
        for (depth, row) in table.iter_mut().enumerate() {
            for (count, reduction) in row.iter_mut().enumerate() {
                let product = 1024.0 * log(depth) * log(count) / divisor;
                *reduction = (f64::from(params.lmr_base) + product) as i32;
            }
        }
        Reductions(table)
    }

    /// Returns the reduction of the move with this number, counted from 1.
    #[inline]
    pub(super) fn get(&self, depth: i32, move_count: i32) -> i32 {
        let index = |n: i32| (n as usize).min(SIZE - 1);
        self.0[index(depth)][index(move_count)]
    }
}
