//! Attacks, faults and load against a running service, from outside: over sockets and through the system. Every
//! service listens on loopback and is started by this program.

pub mod attacks;
pub mod faults;
pub mod http;
pub mod load;
pub mod player;
pub mod report;
pub mod service;
pub mod settings;
pub mod sql;
pub mod trial;
