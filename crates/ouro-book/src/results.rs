//! Results of games by their opening moves.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `OUROBG1` and a line feed |
//! | 1 | variant: 0 for chess, 1 for self-capture chess |
//! | 4 | number of games |
//! | 4 | number of positions |
//! | … | the positions in growing order of their keys |
//! | 4 | CRC-32 of all bytes above |
//!
//! A position is: the difference of its key to the key before (varint), the number of its moves (varint), and
//! for each the move (2), wins of White, draws, wins of Black and games with a self-capture (varints). `codec.rs`
//! describes varints.

use std::collections::BTreeMap;

use ouro_rules::{Color, Move, PgnResult, Position, Variant};

use crate::codec::{FormatError, Reader, checked, seal, variant_code, write_varint};

const MAGIC: &[u8; 8] = b"OUROBG1\n";
/// The fewest bytes of a position.
const MIN_POSITION: usize = 2;
/// The fewest bytes of a move.
const MIN_MOVE: usize = 6;

/// Results of games in which a move was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResults {
    /// The move.
    pub mv: Move,
    /// Games that White won.
    pub white: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// Games with a self-capture, before or after the move.
    pub self_captures: u32,
}

impl MoveResults {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.white + self.draws + self.black
    }
}

/// Results of games of one variant by position and move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    variant: Variant,
    games: u32,
    positions: BTreeMap<u64, Vec<MoveResults>>,
}

impl Results {
    /// Creates results without games.
    #[must_use]
    pub const fn new(variant: Variant) -> Results {
        Results { variant, games: 0, positions: BTreeMap::new() }
    }

    /// Returns the variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns `true` if there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a game with a result: the first `plies` of its moves, up to one that is not legal.
    pub fn add(&mut self, start: &Position, moves: &[Move], plies: usize, result: PgnResult) {
        let mut position = start.clone();
        let mut played = Vec::new();
        let mut has_self_capture = false;
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            has_self_capture |= position.is_self_capture(mv);
            if played.len() < plies {
                played.push((position.key(), mv));
            }
            position.play_unchecked(mv);
        }
        if start.variant() != self.variant || result == PgnResult::Unknown {
            return;
        }
        self.games += 1;
        // A position that is repeated counts once.
        played.sort_unstable_by_key(|&(key, mv)| (key, mv.bits()));
        played.dedup();
        for (key, mv) in played {
            let known = self.positions.entry(key).or_default();
            let place = known.iter().position(|results| results.mv == mv).unwrap_or_else(|| {
                known.push(MoveResults { mv, white: 0, draws: 0, black: 0, self_captures: 0 });
                known.len() - 1
            });
            let results = &mut known[place];
            match result {
                PgnResult::Win(Color::White) => results.white += 1,
                PgnResult::Win(Color::Black) => results.black += 1,
                PgnResult::Draw | PgnResult::Unknown => results.draws += 1,
            }
            results.self_captures += u32::from(has_self_capture);
        }
    }

    /// Removes the positions that fewer games have reached.
    pub fn keep_frequent(&mut self, least: u32) {
        self.positions
            .retain(|_, moves| moves.iter().map(MoveResults::games).sum::<u32>() >= least);
    }

    /// Returns the results of the legal moves of a position, the most frequent first.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<MoveResults> {
        if position.variant() != self.variant {
            return Vec::new();
        }
        let known = self.positions.get(&position.key()).into_iter().flatten();
        let mut moves: Vec<_> =
            known.filter(|results| position.is_legal(results.mv)).copied().collect();
        moves.sort_by_key(|results| (std::cmp::Reverse(results.games()), results.mv.bits()));
        moves
    }

    /// Reads results.
    ///
    /// # Errors
    /// If the bytes are not complete, undamaged results.
    pub fn from_bytes(bytes: &[u8]) -> Result<Results, FormatError> {
        let foreign = FormatError::Foreign("a file of opening results");
        let mut reader = checked(bytes, MAGIC).ok_or(foreign)??;
        let mut results = Results::new(reader.variant()?);
        results.games = u32::from_le_bytes(reader.array()?);
        let mut before = None;
        for _ in 0..reader.count(MIN_POSITION)? {
            let key = reader.next_key(before)?;
            before = Some(key);
            let count = reader.varint()?;
            if count > (reader.left() / MIN_MOVE) as u64 {
                return Err(FormatError::Truncated);
            }
            let moves: Result<_, _> = (0..count).map(|_| read_move(&mut reader)).collect();
            results.positions.insert(key, moves?);
        }
        reader.end()?;
        Ok(results)
    }

    /// Writes the results.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(variant_code(self.variant));
        bytes.extend(self.games.to_le_bytes());
        bytes.extend((self.positions.len() as u32).to_le_bytes());
        let mut before = 0;
        for (&key, moves) in &self.positions {
            write_varint(&mut bytes, key - before);
            before = key;
            write_varint(&mut bytes, moves.len() as u64);
            for results in moves {
                bytes.extend(results.mv.bits().to_le_bytes());
                let MoveResults { white, draws, black, self_captures, .. } = *results;
                for number in [white, draws, black, self_captures] {
                    write_varint(&mut bytes, number.into());
                }
            }
        }
        seal(bytes)
    }
}

fn read_move(reader: &mut Reader<'_>) -> Result<MoveResults, FormatError> {
    let mv = Move::from_bits(u16::from_le_bytes(reader.array()?));
    // Sums of three such numbers stay in range.
    let mut number = || {
        let number = u32::try_from(reader.varint()?).ok().filter(|&number| number < 1 << 30);
        number.ok_or(FormatError::Damaged("a number of games is out of range"))
    };
    let [white, draws, black, self_captures] = [number()?, number()?, number()?, number()?];
    Ok(MoveResults { mv, white, draws, black, self_captures })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(results: &mut Results, sans: &str, plies: usize, result: PgnResult) {
        let mut position = Position::start(Variant::SelfCapture);
        let moves: Vec<Move> = sans
            .split(' ')
            .map(|san| {
                let mv = position.parse_san(san).unwrap();
                position.play(mv).unwrap();
                mv
            })
            .collect();
        results.add(&Position::start(Variant::SelfCapture), &moves, plies, result);
    }

    fn results() -> Results {
        let mut results = Results::new(Variant::SelfCapture);
        add(&mut results, "e4 e5 Nf3", 3, PgnResult::Win(Color::White));
        add(&mut results, "e4 c5 Kxf2", 2, PgnResult::Win(Color::Black));
        add(&mut results, "d4 d5", 3, PgnResult::Draw);
        add(&mut results, "e4 e5", 3, PgnResult::Unknown);
        results
    }

    #[test]
    fn results_are_counted_by_position_and_move_with_later_self_captures() {
        let results = results();
        assert_eq!((results.games(), results.len()), (3, 4));
        let mut position = Position::start(Variant::SelfCapture);
        let moves = results.moves(&position);
        let [first, second] = moves[..] else { panic!("{moves:?}") };
        assert_eq!((position.san(first.mv), position.san(second.mv)), ("e4".into(), "d4".into()));
        assert_eq!((first.white, first.draws, first.black, first.self_captures), (1, 0, 1, 1));
        assert_eq!((second.games(), second.draws, second.self_captures), (1, 1, 0));
        position.play(first.mv).unwrap();
        assert_eq!(results.moves(&position).len(), 2);
        let mut frequent = results.clone();
        frequent.keep_frequent(2);
        assert_eq!((frequent.games(), frequent.len()), (3, 2));
    }

    #[test]
    fn a_repeated_position_counts_once_in_a_game() {
        let mut results = Results::new(Variant::SelfCapture);
        add(&mut results, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6", 6, PgnResult::Draw);
        let moves = results.moves(&Position::start(Variant::SelfCapture));
        assert_eq!((moves.len(), moves[0].games()), (1, 1));
    }

    #[test]
    fn results_are_read_as_they_were_written_and_damaged_ones_are_rejected() {
        let results = results();
        let bytes = results.to_bytes();
        assert_eq!(Results::from_bytes(&bytes), Ok(results));
        for length in 0..bytes.len() {
            assert!(Results::from_bytes(&bytes[..length]).is_err());
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(Results::from_bytes(&damaged).is_err());
        }
    }
}
