//! Rules and engine for JavaScript: bindings without logic of their own.
//!
//! `cargo xtask npm` builds two modules from this crate for the package in `npm/ouro-chess`: the feature `rules`
//! for pages, the feature `engine` for the search worker. Functions that can fail throw a plain object, a
//! `Failure`, which the package turns into an error class.

#![allow(unreachable_pub, reason = "JavaScript reaches what is exported")]

// It needs the clock of a page.
#[cfg(all(feature = "engine", target_family = "wasm"))]
mod engine;
#[cfg(feature = "rules")]
mod rules;
