//! Positions for the eye: as text, with everything that is known of them, and as pictures.

mod debug;
mod pieces;
mod svg;
mod text;

pub use debug::DebugView;
pub use svg::{Arrow, BoardSvg};
pub use text::{TextBoard, TextStyle};
