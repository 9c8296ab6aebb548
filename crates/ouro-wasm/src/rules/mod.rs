//! Positions, games and their notation.

mod board_svg;
mod describe;
mod epd;
mod failure;
mod game;
mod offsets;
mod pgn;
mod position;
mod setup;
mod value;
