//! The file format of a book.
//!
//! Numbers are little-endian; `codec.rs` describes varints and zigzag codes.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `OUROBK1` and a line feed |
//! | 1 | variant: 0 for chess, 1 for self-capture chess |
//! | 8 | checksum of the network whose searches made the book |
//! | 8 | nodes of all searches |
//! | 4 | number of positions |
//! | … | the positions in growing order of their keys |
//! | 4 | CRC-32 of all bytes above |
//!
//! A position is: the difference of its key to the key before (varint), its score (varint,
//! zigzag), the depth of its search (1) and its best move (2; 0 for none). Keys are
//! [`Position::key`](ouro_rules::Position::key); a score is the one of
//! [`Score::bits`](crate::Score::bits); a move has the bits of [`Move::bits`](ouro_rules::Move::bits).

use ouro_rules::Move;

use crate::book::{Book, Entry, Origin};
use crate::codec::{FormatError, checked, seal, unzigzag, variant_code, write_varint, zigzag};
use crate::score::Score;

const MAGIC: &[u8; 8] = b"OUROBK1\n";
/// The fewest bytes of a position.
const MIN_ENTRY: usize = 5;

impl Book {
    /// Returns `true` if bytes start like a book in this format.
    #[must_use]
    pub fn is_book(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads a book.
    ///
    /// # Errors
    /// If the bytes are not a complete, undamaged book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, FormatError> {
        let mut reader = checked(bytes, MAGIC).ok_or(FormatError::Foreign("an opening book"))??;
        let variant = reader.variant()?;
        let network = u64::from_le_bytes(reader.array()?);
        let nodes = u64::from_le_bytes(reader.array()?);
        let count = reader.count(MIN_ENTRY)?;
        let mut entries: Vec<(u64, Entry)> = Vec::with_capacity(count);
        for _ in 0..count {
            let key = reader.next_key(entries.last().map(|&(key, _)| key))?;
            let score = unzigzag(reader.varint()?).and_then(Score::from_bits);
            let score = score.ok_or(FormatError::Damaged("a score is out of range"))?;
            let [depth, low, high] = reader.array()?;
            let best = u16::from_le_bytes([low, high]);
            let best = (best != 0).then_some(Move::from_bits(best));
            entries.push((key, Entry { score, depth, best }));
        }
        reader.end()?;
        Ok(Book::new(variant, Origin { network, nodes }, entries))
    }

    /// Writes the book.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(variant_code(self.variant()));
        bytes.extend(self.origin().network.to_le_bytes());
        bytes.extend(self.origin().nodes.to_le_bytes());
        bytes.extend((self.len() as u32).to_le_bytes());
        let mut before = 0;
        for (key, entry) in self.iter() {
            write_varint(&mut bytes, key - before);
            before = key;
            write_varint(&mut bytes, zigzag(entry.score.bits()));
            bytes.push(entry.depth);
            bytes.extend(entry.best.map_or(0, Move::bits).to_le_bytes());
        }
        seal(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use ouro_rules::Variant;

    fn random_book(rng: &mut Rng) -> Book {
        let variant = *rng.choice(&[Variant::Chess, Variant::SelfCapture]).unwrap();
        let bits = rng.u32(1..=64);
        let entry = |rng: &mut Rng| {
            let score = std::iter::repeat_with(|| Score::from_bits(rng.i16(..)));
            let score = score.flatten().next().unwrap();
            let best = (rng.u8(0..4) > 0).then(|| Move::from_bits(rng.u16(1..)));
            (rng.u64(..) >> (64 - bits), Entry { score, depth: rng.u8(..), best })
        };
        let entries = (0..rng.usize(0..300)).map(|_| entry(rng)).collect();
        Book::new(variant, Origin { network: rng.u64(..), nodes: rng.u64(..) }, entries)
    }

    #[test]
    fn any_book_is_read_as_it_was_written() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..500 {
            let book = random_book(&mut rng);
            assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    }

    #[test]
    fn every_truncation_and_any_damage_is_an_error() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..50 {
            let bytes = random_book(&mut rng).to_bytes();
            for length in 0..bytes.len() {
                assert!(Book::from_bytes(&bytes[..length]).is_err());
            }
            for place in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << rng.u32(0..8);
                assert!(Book::from_bytes(&damaged).is_err());
            }
        }
    }

    #[test]
    fn contents_that_make_no_sense_are_errors_despite_a_right_checksum() {
        let mut rng = Rng::with_seed(3);
        let mut errors = 0;
        for _ in 0..20_000 {
            let bytes = random_book(&mut rng).to_bytes();
            let mut content = bytes[..bytes.len() - 4].to_vec();
            for _ in 0..rng.usize(1..4) {
                let place = rng.usize(MAGIC.len()..content.len());
                content[place] = rng.u8(..);
            }
            content.truncate(rng.usize(content.len() / 2..=content.len()));
            errors += usize::from(Book::from_bytes(&seal(content)).is_err());
        }
        assert!(errors > 10_000, "{errors}");
    }

    #[test]
    fn the_format_and_the_keys_never_change() {
        let start = ouro_rules::Position::start(Variant::SelfCapture);
        let best = start.parse_san("e4").unwrap();
        let entry = Entry { score: Score::centipawns(-65), depth: 14, best: Some(best) };
        let book = Book::new(
            Variant::SelfCapture,
            Origin { network: 0x0123_4567_89AB_CDEF, nodes: 50_000 },
            vec![(start.key(), entry)],
        );
        let bytes = book.to_bytes();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = "4f55524f424b310a01efcdab896745230150c300000000000001000000\
                        8ccffde8a5a6df8b6481010e0c075fa606a1";
        assert_eq!(hex, expected);
    }
}
