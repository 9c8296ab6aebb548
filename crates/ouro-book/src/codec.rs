//! What the formats of this crate have in common.
//!
//! All numbers are little-endian. A varint is a number in groups of seven bits, lowest first, with the
//! highest bit set in all bytes but the last. A zigzag code is 0 for 0, 1 for -1, 2 for 1, 3 for -2 and so on.
//! Files end with the CRC-32 of all bytes before.

use ouro_rules::Variant;

/// The reason why bytes are not a file of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The bytes are something else.
    #[error("this is not {0} of Ouro")]
    Foreign(&'static str),
    /// The bytes end too early.
    #[error("the file is incomplete")]
    Truncated,
    /// The checksum or a value is wrong.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
}

/// Returns a reader of what follows the first bytes of a format, or `None` if they are different.
pub(crate) fn checked<'a>(
    bytes: &'a [u8],
    magic: &[u8; 8],
) -> Option<Result<Reader<'a>, FormatError>> {
    let rest = bytes.strip_prefix(magic)?;
    let Some((rest, checksum)) = rest.split_last_chunk() else {
        return Some(Err(FormatError::Truncated));
    };
    if crc32fast::hash(&bytes[..bytes.len() - checksum.len()]) != u32::from_le_bytes(*checksum) {
        return Some(Err(FormatError::Damaged("its checksum is wrong")));
    }
    Some(Ok(Reader { rest }))
}

/// Appends the checksum.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Returns the number of a variant: 0 for chess, 1 for self-capture chess.
pub(crate) fn variant_code(variant: Variant) -> u8 {
    u8::from(variant == Variant::SelfCapture)
}

/// Returns the zigzag code of a signed number.
pub(crate) fn zigzag(number: i16) -> u64 {
    let number = i64::from(number);
    (number << 1 ^ number >> 63) as u64
}

/// Returns the signed number of a zigzag code.
pub(crate) fn unzigzag(code: u64) -> Option<i16> {
    let code = i64::try_from(code).ok()?;
    i16::try_from(code >> 1 ^ -(code & 1)).ok()
}

pub(crate) fn write_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads values from first to last.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let (array, rest) = self.rest.split_first_chunk().ok_or(FormatError::Truncated)?;
        self.rest = rest;
        Ok(*array)
    }

    pub(crate) fn varint(&mut self) -> Result<u64, FormatError> {
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
        Err(FormatError::Damaged("a number is out of range"))
    }

    pub(crate) fn variant(&mut self) -> Result<Variant, FormatError> {
        match self.array()? {
            [0] => Ok(Variant::Chess),
            [1] => Ok(Variant::SelfCapture),
            _ => Err(FormatError::Damaged("its variant is unknown")),
        }
    }

    /// Reads the number of positions that follow, each with at least `least` bytes.
    pub(crate) fn count(&mut self, least: usize) -> Result<usize, FormatError> {
        let count = u32::from_le_bytes(self.array()?) as usize;
        let fits = count <= self.rest.len() / least;
        if fits { Ok(count) } else { Err(FormatError::Truncated) }
    }

    /// Reads the difference of a key to the one before.
    pub(crate) fn next_key(&mut self, before: Option<u64>) -> Result<u64, FormatError> {
        let difference = self.varint()?;
        let key = match before {
            None => Some(difference),
            Some(before) => before.checked_add(difference).filter(|_| difference != 0),
        };
        key.ok_or(FormatError::Damaged("its keys are not in order"))
    }

    /// Returns the number of bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Fails if anything is left.
    pub(crate) fn end(&self) -> Result<(), FormatError> {
        let at_end = self.rest.is_empty();
        if at_end { Ok(()) } else { Err(FormatError::Damaged("it is longer than announced")) }
    }
}
