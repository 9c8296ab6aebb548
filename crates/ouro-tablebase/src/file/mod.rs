//! The file format of a table.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `OUROTB1` and a line feed |
//! | 1 | variant: 0 for chess, 1 for self-capture chess |
//! | 1 | number of sections: 2, or 3 with distances to mate |
//! | 2 | plies within which a capture, pawn move or mate must happen: 100 under the fifty-move rule |
//! | 8 | name of the material, padded with zeros |
//! | 4 | number of values in a block |
//! | 8 | number of values in the table |
//! | … | for each section: bits of a value (1 byte); for each of its blocks its length (4) and its CRC-32 (4) |
//! | 4 | CRC-32 of all bytes above |
//! | … | the blocks of the first section, of the second, of the third |
//!
//! The sections are, in this order: the category (its number in [`Category::ALL`]), plies to zeroing
//! and plies to mate. Illegal positions have no value; draws have no distances. The order of the
//! positions is that of `layout.rs`.
//!
//! Any block can be read without the others, except that its model starts from the state that it has
//! after the *training blocks*: up to eight blocks at regular distances, which are compressed one
//! after another, before all other blocks.

mod read;
mod write;

pub use read::TableError;
pub(crate) use read::{BlockValues, CategoryTraining, TableFile};
pub(crate) use write::write;

use ouro_rules::Variant;

use crate::codec::{Known, Model};
use crate::layout::Layout;
use crate::value::Category;

const MAGIC: &[u8; 8] = b"OUROTB1\n";
const FIXED_HEADER: usize = 32;
/// The number of values in a block.
const BLOCK: usize = 1 << 15;
const TRAINING_BLOCKS: usize = 8;

/// The extension of the files.
pub(crate) const EXTENSION: &str = "otb";

/// The values of one kind in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Category,
    Dtz,
    Dtm,
}

impl Section {
    const ALL: [Section; 3] = [Section::Category, Section::Dtz, Section::Dtm];

    /// Returns what is known of a position when its value of this section is decoded, or `None` if it
    /// has no such value.
    fn known(self, category: Option<Category>, dtz: u16) -> Option<Known> {
        let category = category?;
        match self {
            Section::Category => Some(Known(0)),
            _ if category == Category::Draw => None,
            Section::Dtz => Some(Known(category as u16)),
            Section::Dtm => Some(Known(dtz << 1 | u16::from(category.sign() > 0))),
        }
    }
}

/// Returns the numbers of the training blocks.
fn training_blocks(blocks: usize) -> impl Iterator<Item = usize> {
    let count = blocks.min(TRAINING_BLOCKS);
    (0..count).map(move |i| i * blocks / count)
}

/// Returns an untrained model for a section.
fn model(layout: &Layout, bits: u8) -> Model {
    Model::new(bits.into(), layout.neighbours())
}

/// Returns the number of a variant in the header. Chess960 without castling is chess.
const fn variant_number(variant: Variant) -> u8 {
    match variant {
        Variant::Chess | Variant::Chess960 => 0,
        Variant::SelfCapture => 1,
    }
}
