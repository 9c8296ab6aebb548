//! Puzzles over HTTP.

pub(crate) mod attempts;
mod error;
pub(crate) mod history;
pub(crate) mod routes;
mod view;
