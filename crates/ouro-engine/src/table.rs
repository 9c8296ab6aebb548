//! The transposition table: what earlier searches found out about a position.
//!
//! Threads share it without locks. Every field is an atomic, so nothing is undefined when two of
//! them write at once; what then comes out may be a mixture. No move of it is believed: each goes
//! through [`Position::is_legal`](ouro_rules::Position::is_legal) before any use. A wrong score can
//! mislead the search, but not into anything illegal.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use ouro_rules::Move;

use crate::score::{MATE, MATE_BOUND, MAX_EVALUATION, Score, is_mate};

/// What a stored score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the evaluation or the move is of use.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the score.
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

    /// What the score of a search means that failed high, was within its window, or failed low.
    #[must_use]
    pub const fn of(score: Score, beta: Score, within: bool) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if within {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a score with this bound decides against `limit`: it fails high, low, or is exact.
    #[must_use]
    pub const fn decides(self, score: Score, limit: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= limit,
            Bound::Upper => score < limit,
        }
    }
}

/// What was stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one was found; any 16 bits, to be checked before use.
    pub mv: Option<Move>,
    /// The score, with mates counted from the position.
    pub score: Score,
    /// The static evaluation, if it was made.
    pub evaluation: Option<Score>,
    /// How deep the search went.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub was_pv: bool,
}

/// An evaluation that was not made.
const NO_EVALUATION: i16 = i16::MIN;
const GENERATIONS: u8 = 32;

impl Entry {
    /// Whether the entry proves that the side to move mates or is mated within the distance of its
    /// score. That stays true whatever a later search of any depth finds.
    #[must_use]
    pub const fn proves_mate(&self) -> bool {
        match self.bound {
            Bound::None => false,
            Bound::Exact => is_mate(self.score),
            Bound::Lower => self.score >= MATE_BOUND,
            Bound::Upper => self.score <= -MATE_BOUND,
        }
    }

    fn pack(&self, generation: u8) -> u64 {
        let mv = self.mv.map_or(0, Move::bits);
        let evaluation = self.evaluation.map_or(NO_EVALUATION, |score| score as i16);
        let flags = self.bound as u8 | u8::from(self.was_pv) << 2 | generation << 3;
        u64::from(mv)
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(evaluation as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | u64::from(flags) << 56
    }

    fn unpack(data: u64) -> Entry {
        let mv = data as u16;
        let evaluation = (data >> 32) as u16 as i16;
        Entry {
            mv: (mv != 0).then_some(Move::from_bits(mv)),
            score: Score::from((data >> 16) as u16 as i16).clamp(-MATE, MATE),
            evaluation: (evaluation != NO_EVALUATION)
                .then_some(Score::from(evaluation).clamp(-MAX_EVALUATION, MAX_EVALUATION)),
            depth: i32::from((data >> 48) as u8),
            bound: Bound::from_bits(data >> 56),
            was_pv: data >> 58 & 1 != 0,
        }
    }
}

/// Five entries in a cache line. A key of 32 bits tells positions of a line apart.
#[repr(align(64))]
#[derive(Default)]
struct Cluster {
    data: [AtomicU64; 5],
    keys: [AtomicU32; 5],
}

/// The table.
pub struct Table {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl Table {
    /// A table of this many mebibytes, one at least.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn new(mebibytes: usize) -> Result<Table, std::collections::TryReserveError> {
        let count = (mebibytes.max(1) << 20) / size_of::<Cluster>();
        let mut clusters = crate::huge_pages::vector(count)?;
        clusters.resize_with(count, Cluster::default);
        Ok(Table { clusters, generation: AtomicU8::new(0) })
    }

    /// Forgets everything, with the help of this many threads.
    pub fn clear(&self, threads: usize) {
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

    /// Begins a new search: what older ones stored is replaced first.
    pub fn age(&self) {
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

    /// Brings the place of a position into the cache.
    #[inline]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: prefetching changes nothing that a program can see, and SSE is part of
            // every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns what is stored for a position. Mates are counted from `ply`; those that the fifty-move
    /// rule may prevent become the highest score that is no mate.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64, ply: usize, halfmove_clock: u16) -> Option<Entry> {
        let cluster = self.cluster(key);
        for (stored, data) in cluster.keys.iter().zip(&cluster.data) {
            if stored.load(Ordering::Relaxed) == key as u32 {
                let data = data.load(Ordering::Relaxed);
                if data == 0 {
                    continue;
                }
                let mut entry = Entry::unpack(data);
                entry.score = from_table(entry.score, ply, halfmove_clock);
                return Some(entry);
            }
        }
        None
    }

    /// Stores what was found out about a position at `ply`. The answer is whether another position of
    /// this search had to make room.
    pub fn put(&self, key: u64, ply: usize, mut entry: Entry) -> bool {
        entry.score = to_table(entry.score, ply);
        let cluster = self.cluster(key);
        // The same position, or the one that is worth least: shallow and from an older search.
        let mut place = 0;
        let mut least = i32::MAX;
        let mut lost = false;
        for i in 0..cluster.keys.len() {
            let data = cluster.data[i].load(Ordering::Relaxed);
            if cluster.keys[i].load(Ordering::Relaxed) == key as u32 && data != 0 {
                let old = Entry::unpack(data);
                if old.proves_mate() {
                    // A proof is replaced only by a better one.
                    let sign = old.score.signum();
                    if entry.score * sign < old.score * sign || !entry.proves_mate() {
                        entry = old;
                    }
                }
                entry.mv = entry.mv.or(old.mv);
                // A much deeper result of this search is worth more than a shallow new one.
                let keep = entry.bound != Bound::Exact
                    && self.age_of(data) == 0
                    && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= old.depth;
                if keep {
                    return false;
                }
                (place, lost) = (i, false);
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from((data >> 48) as u8) - 8 * i32::from(self.age_of(data))
            };
            if worth < least {
                least = worth;
                (place, lost) = (i, data != 0 && self.age_of(data) == 0);
            }
        }
        cluster.keys[place].store(key as u32, Ordering::Relaxed);
        cluster.data[place].store(entry.pack(self.generation()), Ordering::Relaxed);
        lost
    }

    /// How many searches ago an entry was written.
    fn age_of(&self, data: u64) -> u8 {
        let written = (data >> 59) as u8;
        (GENERATIONS + self.generation() - written) % GENERATIONS
    }

    /// How full the table is with entries of this search, in thousandths.
    #[must_use]
    pub fn fullness(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(200)];
        let entries = sample.iter().flat_map(|cluster| &cluster.data);
        let used = entries.filter(|data| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && self.age_of(data) == 0
        });
        used.count() * 1000 / (sample.len() * 5)
    }

    /// Overwrites what is stored in some place with any bits, as a fault in memory would: for tests.
    pub fn overwrite(&self, place: u64, bits: u64) {
        let cluster = self.cluster(place);
        cluster.data[place as usize % cluster.data.len()].store(bits, Ordering::Relaxed);
    }

    /// Puts any bits where a position would be looked for, as two positions with one key would: for
    /// tests.
    pub fn corrupt(&self, key: u64, slot: usize, bits: u64) {
        let cluster = self.cluster(key);
        let slot = slot % cluster.keys.len();
        cluster.keys[slot].store(key as u32, Ordering::Relaxed);
        cluster.data[slot].store(bits, Ordering::Relaxed);
    }
}

/// Mates are counted from the root in a search and from the position in the table.
fn to_table(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score + ply as Score
    } else if score <= -MATE_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// A stored mate was found with some halfmove clock, but the table does not know which. If the plies to
/// mate exceed what is left before the fifty-move rule, the mate may not exist.
fn from_table(score: Score, ply: usize, halfmove_clock: u16) -> Score {
    if score.abs() < MATE_BOUND {
        return score;
    }
    let plies_to_mate = MATE - score.abs();
    if plies_to_mate > 100 - Score::from(halfmove_clock) {
        return MAX_EVALUATION * score.signum();
    }
    score - ply as Score * score.signum()
}
