//! The domain: what a game is and what may happen in it.
//!
//! A game is a log of events. This module derives the state of a game from its log and decides which events a
//! command leads to. It performs no I/O and knows neither HTTP nor SQL: `service` loads and stores games, `storage`
//! maps events to rows, and `api` maps games and errors to JSON.

pub(crate) mod clock;
pub(crate) mod command;
pub(crate) mod draw_policy;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod outcome;
pub(crate) mod player_name;
pub(crate) mod self_captures;
pub(crate) mod state;
