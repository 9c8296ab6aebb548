//! How the server is set up.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use crate::scheduler::PoolSize;

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// `sqlite:` and a path, or `postgres://…`.
    pub database: String,
    /// The engines.
    pub pool: PoolSize,
    /// What one search may cost.
    pub search: SearchCaps,
    /// Origins of other sites whose pages may call the API; none by default.
    pub allowed_origins: Vec<String>,
    /// Proxies whose word about the client's address is taken.
    pub trusted_proxies: Vec<IpAddr>,
    /// Programs must show this token; the page need not.
    pub api_token: Option<String>,
    /// Requests a second that one client may make in the long run; bursts of five seconds' worth
    /// are fine.
    pub requests_per_second: u32,
    /// The largest body.
    pub max_body: usize,
    /// Games that one owner may have going on.
    pub max_games: i64,
    /// Events that a game may have.
    pub max_events: i64,
    /// Days after which finished games are deleted; 0 keeps them.
    pub retention_days: u32,
    /// How long a client may take to send the head of a request, and be idle between two.
    pub header_timeout: Duration,
    /// How long a request may take, analysis and sockets apart.
    pub request_timeout: Duration,
    /// How long a shutdown waits for what is under way.
    pub shutdown: Duration,
}

/// What one search may cost at the most.
#[derive(Clone, Debug)]
pub struct SearchCaps {
    /// Milliseconds.
    pub time_ms: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Plies.
    pub depth: u32,
    /// Lines of an analysis.
    pub lines: usize,
    /// Milliseconds for a move in a game with a person, however much is on the clock.
    pub game_ms: u64,
    /// Milliseconds for a move between two engines, however much is on the clock.
    pub engine_game_ms: u64,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8787)),
            database: "sqlite:ouro.db".to_owned(),
            pool: PoolSize { engines: cores, hash: 16, waiting: 64, per_caller: 8 },
            search: SearchCaps {
                time_ms: 30_000,
                nodes: 50_000_000,
                depth: 100,
                lines: 10,
                game_ms: 10_000,
                engine_game_ms: 2_000,
            },
            allowed_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            api_token: None,
            requests_per_second: 50,
            max_body: 1 << 20,
            max_games: 200,
            max_events: 4_000,
            retention_days: 0,
            header_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_secs(60),
            shutdown: Duration::from_secs(10),
        }
    }
}
