//! The transposition table (TT).
//!
//! Threads share it without locks. Every field is an atomic, so concurrent writes are defined, but an
//! entry may be a mixture of two. No move from the table is trusted: each passes
//! [`Position::is_legal`](ouro_rules::Position::is_legal) before any use. A wrong score can mislead the
//! search, but never into an illegal move.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use ouro_rules::Move;

use crate::fifty_move;
use crate::score::{MATE, MATE_BOUND, MAX_EVALUATION, Score, TABLEBASE_WIN, is_decisive, is_mate};

/// How a score relates to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// No score is stored.
    None = 0,
    /// The true score is at most this (fail low).
    Upper = 1,
    /// The true score is at least this (fail high).
    Lower = 2,
    /// This is the true score.
    Exact = 3,
}

impl Bound {
    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::None,
        }
    }

    /// Returns the bound of a score that failed high, was within the window, or failed low.
    #[must_use]
    pub(crate) const fn of(score: Score, beta: Score, within: bool) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if within {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns `true` if a score with this bound decides a null window below `beta`.
    #[must_use]
    pub(crate) const fn allows_cutoff(self, score: Score, beta: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score < beta,
        }
    }
}

/// What is stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, if there was one: any 16 bits, to be checked before use.
    pub(crate) mv: Option<Move>,
    /// The score, with mates counted from the node.
    pub(crate) score: Score,
    /// The static evaluation before its correction; `None` in check.
    pub(crate) raw_eval: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was on a principal variation.
    pub(crate) tt_pv: bool,
}

/// A stored evaluation of `None`.
const NO_EVAL: i16 = i16::MIN;
const GENERATIONS: u8 = 32;

impl Entry {
    /// Returns `true` if the entry proves that the side to move mates or is mated within the distance of
    /// its score. A proof holds at any depth.
    #[must_use]
    pub(crate) const fn proves_mate(&self) -> bool {
        match self.bound {
            Bound::None => false,
            Bound::Exact => is_mate(self.score),
            Bound::Lower => self.score >= MATE_BOUND,
            Bound::Upper => self.score <= -MATE_BOUND,
        }
    }

    /// Returns `true` if the proof decides a null window below `beta`: a mate fails high, being mated
    /// fails low.
    #[must_use]
    pub(crate) const fn proves_mate_against(&self, beta: Score) -> bool {
        self.proves_mate() && (self.score >= beta) == (self.score > 0)
    }

    fn pack(&self, generation: u8) -> u64 {
        let mv = self.mv.map_or(0, Move::bits);
        let eval = self.raw_eval.map_or(NO_EVAL, |score| score as i16);
        let flags = self.bound as u8 | u8::from(self.tt_pv) << 2 | generation << 3;
        u64::from(mv)
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | u64::from(flags) << 56
    }

    fn unpack(data: u64) -> Entry {
        let mv = data as u16;
        let eval = (data >> 32) as u16 as i16;
        Entry {
            mv: (mv != 0).then_some(Move::from_bits(mv)),
            score: Score::from((data >> 16) as u16 as i16).clamp(-MATE, MATE),
            raw_eval: (eval != NO_EVAL)
                .then_some(Score::from(eval).clamp(-MAX_EVALUATION, MAX_EVALUATION)),
            depth: i32::from((data >> 48) as u8),
            bound: Bound::from_bits(data >> 56),
            tt_pv: data >> 58 & 1 != 0,
        }
    }
}

/// Five entries in a cache line, each with the low 32 bits of its key.
#[repr(align(64))]
#[derive(Default)]
struct Cluster {
    data: [AtomicU64; 5],
    keys: [AtomicU32; 5],
}

/// The transposition table.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Allocates a table of this many mebibytes, at least one.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new(
        mebibytes: usize,
    ) -> Result<TranspositionTable, std::collections::TryReserveError> {
        let count = (mebibytes.max(1) << 20) / size_of::<Cluster>();
        let mut clusters = crate::memory::huge_page_vec(count)?;
        clusters.resize_with(count, Cluster::default);
        Ok(TranspositionTable { clusters, generation: AtomicU8::new(0) })
    }

    /// Clears the table with this many threads.
    pub(crate) fn clear(&self, threads: usize) {
        self.generation.store(0, Ordering::Relaxed);
        let share = self.clusters.len().div_ceil(threads.max(1));
        crate::threads::for_each_chunk(&self.clusters, share, |chunk| {
            for cluster in chunk {
                for (key, data) in cluster.keys.iter().zip(&cluster.data) {
                    key.store(0, Ordering::Relaxed);
                    data.store(0, Ordering::Relaxed);
                }
            }
        });
    }

    /// Starts a new search. Entries of older searches are replaced first.
    pub(crate) fn new_search(&self) {
        self.generation.store((self.generation() + 1) % GENERATIONS, Ordering::Relaxed);
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the cluster of a position.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: prefetching has no visible effect, and every x86-64 processor has SSE.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the entry of a position at `ply`. A mate or a tablebase win that the fifty-move rule may
    /// prevent becomes the highest score that is neither.
    #[inline]
    #[must_use]
    pub(crate) fn probe(&self, key: u64, ply: usize, halfmove_clock: u16) -> Option<Entry> {
        let cluster = self.cluster(key);
        for (stored, data) in cluster.keys.iter().zip(&cluster.data) {
            if stored.load(Ordering::Relaxed) == key as u32 {
                let data = data.load(Ordering::Relaxed);
                if data == 0 {
                    continue;
                }
                let mut entry = Entry::unpack(data);
                entry.score = score_from_tt(entry.score, ply, halfmove_clock);
                return Some(entry);
            }
        }
        None
    }

    /// Stores the entry of a position at `ply`. Returns `true` if it replaced another position of this
    /// search.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) -> bool {
        entry.score = score_to_tt(entry.score, ply);
        let cluster = self.cluster(key);
        // The slot of the position, or else the least valuable one: shallow and old.
        let mut slot = 0;
        let mut lowest = i32::MAX;
        let mut replaces = false;
        for i in 0..cluster.keys.len() {
            let data = cluster.data[i].load(Ordering::Relaxed);
            if cluster.keys[i].load(Ordering::Relaxed) == key as u32 && data != 0 {
                let old = Entry::unpack(data);
                if is_better_proof(&old, &entry) {
                    entry = old;
                }
                entry.mv = entry.mv.or(old.mv);
                // A much deeper entry of this search is worth more than a shallow new one.
                let keep = entry.bound != Bound::Exact
                    && self.age(data) == 0
                    && entry.depth + 4 + 2 * i32::from(entry.tt_pv) <= old.depth;
                if keep {
                    // Its move is replaced by the newer one, unless it belongs to a proved mate.
                    if entry.mv != old.mv && !is_decisive(old.score) {
                        let kept = Entry { mv: entry.mv, ..old };
                        cluster.data[i].store(kept.pack(self.generation()), Ordering::Relaxed);
                    }
                    return false;
                }
                (slot, replaces) = (i, false);
                break;
            }
            let value = if data == 0 {
                i32::MIN
            } else {
                i32::from((data >> 48) as u8) - 8 * i32::from(self.age(data))
            };
            if value < lowest {
                lowest = value;
                (slot, replaces) = (i, data != 0 && self.age(data) == 0);
            }
        }
        cluster.keys[slot].store(key as u32, Ordering::Relaxed);
        cluster.data[slot].store(entry.pack(self.generation()), Ordering::Relaxed);
        replaces
    }

    /// Returns how many searches ago an entry was stored.
    fn age(&self, data: u64) -> u8 {
        let stored = (data >> 59) as u8;
        (GENERATIONS + self.generation() - stored) % GENERATIONS
    }

    /// Returns the permille of entries that belong to this search.
    #[must_use]
    pub(crate) fn hashfull(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(200)];
        let entries = sample.iter().flat_map(|cluster| &cluster.data);
        let used = entries.filter(|data| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && self.age(data) == 0
        });
        used.count() * 1000 / (sample.len() * 5)
    }
}

/// Fault injection for tests.
impl TranspositionTable {
    /// Overwrites some entry with arbitrary bits, as a memory fault would.
    #[doc(hidden)]
    pub fn inject_fault(&self, place: u64, bits: u64) {
        let cluster = self.cluster(place);
        cluster.data[place as usize % cluster.data.len()].store(bits, Ordering::Relaxed);
    }

    /// Stores arbitrary bits for a position, as a key collision would.
    #[doc(hidden)]
    pub fn inject_collision(&self, key: u64, slot: usize, bits: u64) {
        let cluster = self.cluster(key);
        let slot = slot % cluster.keys.len();
        cluster.keys[slot].store(key as u32, Ordering::Relaxed);
        cluster.data[slot].store(bits, Ordering::Relaxed);
    }
}

/// Returns `true` if an old entry proves a mate that a new one does not, or a shorter one. Proofs are not
/// overwritten, so that a mate is still known when the next search is too short to find it again.
fn is_better_proof(old: &Entry, new: &Entry) -> bool {
    let sign = old.score.signum();
    old.proves_mate() && (!new.proves_mate() || new.score * sign < old.score * sign)
}

/// Converts a score from plies to mate or to the tablebases from the root to plies from the node.
fn score_to_tt(score: Score, ply: usize) -> Score {
    if is_decisive(score) { score + ply as Score * score.signum() } else { score }
}

/// Converts a stored score to plies to mate or to the tablebases from the root.
fn score_from_tt(score: Score, ply: usize, halfmove_clock: u16) -> Score {
    if !is_decisive(score) {
        return score;
    }
    let plies = if is_mate(score) { MATE } else { TABLEBASE_WIN } - score.abs();
    if fifty_move::allows_win(plies, halfmove_clock) {
        score - ply as Score * score.signum()
    } else {
        MAX_EVALUATION * score.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_at, mated_at};

    fn entry(score: Score, bound: Bound, depth: i32) -> Entry {
        Entry { mv: None, score, raw_eval: None, depth, bound, tt_pv: false }
    }

    #[test]
    fn a_proved_mate_is_not_overwritten_by_a_score_that_misses_it() {
        let tt = TranspositionTable::new(1).unwrap();
        tt.store(7, 2, entry(mate_at(7), Bound::Lower, 3));
        tt.store(7, 2, entry(40, Bound::Exact, 20));
        assert_eq!(tt.probe(7, 4, 0).unwrap().score, mate_at(9));
        tt.store(7, 2, entry(mate_at(5), Bound::Lower, 1));
        assert_eq!(tt.probe(7, 2, 0).unwrap().score, mate_at(5));
        tt.store(9, 0, entry(mated_at(4), Bound::Upper, 3));
        tt.store(9, 0, entry(-300, Bound::Upper, 9));
        assert_eq!(tt.probe(9, 0, 0).unwrap().score, mated_at(4));
    }

    #[test]
    fn a_mate_that_the_fifty_move_rule_may_prevent_is_downgraded() {
        let tt = TranspositionTable::new(1).unwrap();
        tt.store(7, 0, entry(mate_at(9), Bound::Exact, 9));
        assert_eq!(tt.probe(7, 0, 91).unwrap().score, mate_at(9));
        assert_eq!(tt.probe(7, 0, 92).unwrap().score, MAX_EVALUATION);
        tt.store(8, 0, entry(mated_at(8), Bound::Exact, 9));
        assert_eq!(tt.probe(8, 0, 93).unwrap().score, -MAX_EVALUATION);
        tt.store(9, 1, entry(TABLEBASE_WIN - 5, Bound::Lower, 9));
        assert_eq!(tt.probe(9, 3, 96).unwrap().score, TABLEBASE_WIN - 7);
        assert_eq!(tt.probe(9, 3, 97).unwrap().score, MAX_EVALUATION);
    }
}
