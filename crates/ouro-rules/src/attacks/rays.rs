//! Slow slider attacks by walking the board. They fill the lookup tables, in the build script and
//! at compile time, and serve as the reference in the tests.

/// Steps of a rook, in files and ranks.
pub(crate) const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// Steps of a bishop, in files and ranks.
pub(crate) const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Returns the squares that a slider on `square` attacks, up to and including the first occupied
/// one in each direction.
pub(crate) const fn walk(square: u8, occupied: u64, steps: [(i8, i8); 4]) -> u64 {
    let mut reached = 0;
    let mut i = 0;
    while i < 4 {
        let (df, dr) = steps[i];
        let mut file = (square % 8) as i8 + df;
        let mut rank = (square / 8) as i8 + dr;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let bit = 1 << (rank * 8 + file);
            reached |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += df;
            rank += dr;
        }
        i += 1;
    }
    reached
}

/// Returns the squares whose occupation changes the attacks of a slider on `square`: its attacks on
/// an empty board without the last square of each ray.
#[allow(dead_code, reason = "only the build script and the tests use it")]
pub(crate) const fn blockers(square: u8, steps: [(i8, i8); 4]) -> u64 {
    let rank_edges = 0xFF00_0000_0000_00FF & !(0xFF << (square / 8 * 8));
    let file_edges = 0x8181_8181_8181_8181 & !(0x0101_0101_0101_0101 << (square % 8));
    walk(square, 0, steps) & !(rank_edges | file_edges)
}
