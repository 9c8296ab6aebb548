//! The file format of a book.
//!
//! All numbers are little-endian. A varint is a number in groups of seven bits, lowest first, with the
//! highest bit set in all bytes but the last.
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
//! A position is: the difference of its key to the key before (varint), its score (varint, zigzag: 0, -1,
//! 1, -2, …), the depth of its search (1) and its best move (2; 0 for none). Keys are
//! [`Position::key`](ouro_rules::Position::key); a score is the one of
//! [`Score::bits`](crate::Score::bits); a move has the bits of [`Move::bits`](ouro_rules::Move::bits).

use ouro_rules::{Move, Variant};

use crate::book::{Book, Entry, Origin};
use crate::score::Score;

const MAGIC: &[u8; 8] = b"OUROBK1\n";
const HEADER: usize = 29;
/// The fewest bytes of a position.
const MIN_ENTRY: usize = 5;

/// The reason why bytes are not a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The bytes are something else.
    #[error("this is not an opening book of Ouro")]
    Foreign,
    /// The bytes end too early.
    #[error("the book is incomplete")]
    Truncated,
    /// The checksum or a value is wrong.
    #[error("the book is damaged: {0}")]
    Damaged(&'static str),
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// If the bytes are not a complete, undamaged book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let Some((content, checksum)) = bytes.split_last_chunk::<4>() else {
            return Err(BookError::Truncated);
        };
        if content.len() < HEADER {
            return Err(BookError::Truncated);
        }
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(BookError::Damaged("its checksum is wrong"));
        }
        let mut reader = Reader { rest: &content[MAGIC.len()..] };
        let variant = match reader.array::<1>()? {
            [0] => Variant::Chess,
            [1] => Variant::SelfCapture,
            _ => return Err(BookError::Damaged("its variant is unknown")),
        };
        let network = u64::from_le_bytes(reader.array()?);
        let nodes = u64::from_le_bytes(reader.array()?);
        let count = u32::from_le_bytes(reader.array()?) as usize;
        if count > reader.rest.len() / MIN_ENTRY {
            return Err(BookError::Damaged("it has fewer positions than announced"));
        }
        let mut entries: Vec<(u64, Entry)> = Vec::with_capacity(count);
        for _ in 0..count {
            let difference = reader.varint()?;
            let key = match entries.last() {
                None => Some(difference),
                Some(_) if difference == 0 => None,
                Some((before, _)) => before.checked_add(difference),
            };
            let key = key.ok_or(BookError::Damaged("its keys are not in order"))?;
            let score = zigzag(reader.varint()?).and_then(Score::from_bits);
            let score = score.ok_or(BookError::Damaged("a score is out of range"))?;
            let [depth, low, high] = reader.array()?;
            let best = u16::from_le_bytes([low, high]);
            let best = (best != 0).then_some(Move::from_bits(best));
            entries.push((key, Entry { score, depth, best }));
        }
        if !reader.rest.is_empty() {
            return Err(BookError::Damaged("it has more positions than announced"));
        }
        Ok(Book::new(variant, Origin { network, nodes }, entries))
    }

    /// Writes the book.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(u8::from(self.variant() == Variant::SelfCapture));
        bytes.extend(self.origin().network.to_le_bytes());
        bytes.extend(self.origin().nodes.to_le_bytes());
        bytes.extend((self.len() as u32).to_le_bytes());
        let mut before = 0;
        for (key, entry) in self.iter() {
            write_varint(&mut bytes, key - before);
            before = key;
            let score = i64::from(entry.score.bits());
            write_varint(&mut bytes, (score << 1 ^ score >> 63) as u64);
            bytes.push(entry.depth);
            bytes.extend(entry.best.map_or(0, Move::bits).to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Returns the signed number of a zigzag code.
fn zigzag(code: u64) -> Option<i16> {
    let code = i64::try_from(code).ok()?;
    i16::try_from(code >> 1 ^ -(code & 1)).ok()
}

fn write_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads the values of a book from first to last.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], BookError> {
        let (array, rest) = self.rest.split_first_chunk().ok_or(BookError::Truncated)?;
        self.rest = rest;
        Ok(*array)
    }

    fn varint(&mut self) -> Result<u64, BookError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            let group = u64::from(byte & 0x7F);
            if group << shift >> shift != group {
                break;
            }
            number |= group << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(BookError::Damaged("a number is out of range"))
    }
}
