//! Games: logs of events, and everything that follows from them.

pub(crate) mod decide;
pub(crate) mod driver;
pub(crate) mod event;
pub(crate) mod hub;
pub(crate) mod routes;
pub(crate) mod service;
pub(crate) mod socket;
pub(crate) mod state;
pub(crate) mod statistics;
pub(crate) mod view;
