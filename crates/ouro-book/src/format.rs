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
