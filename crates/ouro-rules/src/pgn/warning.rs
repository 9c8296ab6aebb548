//! Remarks of the lenient reader.

use std::fmt;

use super::{PgnErrorKind, PgnResult};
use crate::{Repair, Variant, VariantError};

/// Something that the lenient reader repaired, skipped or noticed, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnWarning {
    /// What it is.
    pub kind: PgnWarningKind,
    /// The line, counted from 1.
    pub line: usize,
    /// The byte offset in the text.
    pub at: usize,
    /// The number of the move at that place, or `None` before the moves.
    pub move_number: Option<u16>,
}

impl fmt::Display for PgnWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} (byte {})", self.line, self.at)?;
        if let Some(number) = self.move_number {
            write!(f, ", move {number}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

/// The kinds of warnings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnWarningKind {
    /// A byte order mark was skipped.
    #[error("a byte order mark was skipped")]
    ByteOrderMark,
    /// A control character or an invisible character was skipped.
    #[error("the invisible character U+{:04X} was skipped", u32::from(*.0))]
    Invisible(char),
    /// A tag that neither the PGN standard nor a common program uses was kept.
    #[error("the unknown tag '{0}' was kept")]
    UnknownTag(String),
    /// A tag that is not written as `[Name "value"]` was read as well as possible.
    #[error("the tag '{0}' is not written as [Name \"value\"]")]
    OddTag(String),
    /// A second tag of the same name was dropped.
    #[error("the tag '{0}' was dropped because it is repeated")]
    RepeatedTag(String),
    /// Tags beyond the limit were dropped.
    #[error("tags after the first {0} were dropped")]
    TooManyTags(usize),
    /// The `Variant` tag has an unknown value; the caller's variant was used.
    #[error("{error}; the game was read as {used}")]
    UnknownVariant {
        /// The value of the tag.
        error: VariantError,
        /// The caller's variant.
        used: Variant,
    },
    /// The `Variant` tag contradicts the caller's variant. The tag was used.
    #[error("the game was read as {tag}, as its Variant tag says, and not as {asked}")]
    OtherVariant {
        /// The variant of the tag.
        tag: Variant,
        /// The caller's variant.
        asked: Variant,
    },
    /// The start position was repaired.
    #[error("{0}")]
    Repaired(Repair),
    /// A move or an annotation is spelled in an unusual way.
    #[error("'{written}' was read as {read_as}")]
    Spelling {
        /// The text of the file.
        written: String,
        /// The move in SAN, or the numeric annotation.
        read_as: String,
    },
    /// A null move in a variation was kept.
    #[error("a null move was kept")]
    NullMove,
    /// Something that could not be read was skipped.
    #[error("skipped: {0}")]
    Skipped(PgnErrorKind),
    /// The rest of a variation was dropped.
    #[error("the rest of a variation was dropped: {0}")]
    VariationCut(PgnErrorKind),
    /// A comment is not closed. It ends before the next tags or at the end of the text.
    #[error("a comment that starts with '{{' is not closed")]
    UnclosedComment,
    /// A variation is not closed. It ends with the game.
    #[error("a variation is not closed")]
    UnclosedVariation,
    /// Comments beyond the limit were dropped.
    #[error("comments after the first {0} were dropped")]
    TooManyComments(usize),
    /// The moves do not end with a result. The result comes from the `Result` tag if there is one.
    #[error("the moves do not end with a result; it was set to {0}")]
    MissingResult(PgnResult),
    /// The `Result` tag contradicts the result after the moves, which was used.
    #[error("the Result tag says {tag}, but the moves end with {used}")]
    OtherResult {
        /// The result in the tag.
        tag: PgnResult,
        /// The result after the moves.
        used: PgnResult,
    },
}
