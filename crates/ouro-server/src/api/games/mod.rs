//! Stored games over HTTP and WebSockets.

pub(crate) mod error;
pub(crate) mod routes;
pub(crate) mod socket;
pub(crate) mod statistics;
pub(crate) mod view;
