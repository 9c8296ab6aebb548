//! Positions as text, as SVG and as a dump for debugging.

mod debug;
mod pieces;
mod svg;
mod text;

pub use debug::DebugView;
pub use svg::{Arrow, BoardSvg};
pub use text::{TextBoard, TextStyle};
