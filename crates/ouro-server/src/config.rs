//! Settings of the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::origin::{AllowedOrigin, Origin};
use crate::scheduler::PoolSize;

/// All settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// `sqlite:` and a path, or `postgres://…`.
    pub database: String,
    /// The engines.
    pub pool: PoolSize,
    /// Limits of one search.
    pub search: SearchCaps,
    /// Whether the engine plays moves of the opening book in games.
    pub opening_book: bool,
    /// Folders of endgame tablebases, besides the built-in ones.
    pub tablebase_path: Vec<PathBuf>,
    /// The origin under which browsers reach the service, if it differs from the address it listens on. Cookies are
    /// `Secure` if its scheme is `https`.
    pub public_url: Option<Origin>,
    /// Origins whose pages may call the API, besides the service's own.
    pub allowed_origins: Vec<AllowedOrigin>,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// Token that clients must present, as a bearer token or by logging in.
    pub api_token: Option<String>,
    /// Budgets of clients.
    pub clients: ClientLimits,
    /// Maximum size of a request body in bytes.
    pub max_body: usize,
    /// Maximum number of games in progress per owner.
    pub max_games: i64,
    /// Days after which finished games are deleted; 0 keeps them.
    pub retention_days: u32,
    /// Time to send the headers of a request, counted from the accepted connection or the previous response. It closes
    /// silent and idle connections.
    pub header_timeout: Duration,
    /// Time that may pass between two parts of a request body.
    pub body_timeout: Duration,
    /// Time that may pass without the client accepting any byte of a response.
    pub write_timeout: Duration,
    /// Time in which a request must be answered; analysis streams and WebSockets may go on afterwards.
    pub request_timeout: Duration,
    /// Time that a shutdown waits for running requests.
    pub shutdown: Duration,
    /// Serves `/api/v1/echo`, which measures the overhead of a request.
    pub measure_overhead: bool,
}

/// Limits of one search.
#[derive(Clone, Debug)]
pub struct SearchCaps {
    /// Milliseconds.
    pub time_ms: u64,
    /// Nodes.
    pub nodes: u64,
    /// Plies.
    pub depth: u32,
    /// Lines of an analysis.
    pub lines: usize,
    /// Milliseconds for a move of the engine in a game against a person.
    pub game_ms: u64,
    /// Milliseconds for a move in a game between engines.
    pub engine_game_ms: u64,
}

/// Budgets of clients. An owner is the holder of an owner cookie; an address is an IPv4 address or an IPv6 /64, and
/// everyone behind it shares its budget. docs/security.md has the table.
#[derive(Clone, Debug)]
pub struct ClientLimits {
    /// Requests per second of one owner, weighted by cost; an address gets 30 times as many. 0 means no limit.
    pub requests_per_second: u32,
    /// Engine games per minute that one owner may create; an address gets 10 times as many. 0 means no limit.
    pub engine_games_per_minute: u32,
    /// Reviews of average length per minute that one owner may request; an address gets 10 times as many. 0 means no
    /// limit.
    pub reviews_per_minute: u32,
    /// Queued and running searches of one owner; an address gets 6 times as many.
    pub searches: usize,
    /// Open connections of one address.
    pub connections: usize,
    /// Open connections of all clients.
    pub total_connections: usize,
    /// Bytes of request and response bodies that the service buffers for one address.
    pub buffered_bytes: usize,
    /// Bytes of request and response bodies that the service buffers for all clients.
    pub total_buffered_bytes: usize,
}

impl Default for ClientLimits {
    fn default() -> ClientLimits {
        ClientLimits {
            requests_per_second: 20,
            engine_games_per_minute: 6,
            reviews_per_minute: 3,
            searches: 8,
            connections: 512,
            total_connections: 4_096,
            buffered_bytes: 32 << 20,
            total_buffered_bytes: 128 << 20,
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8787)),
            database: "sqlite:ouro.db".to_owned(),
            // Admission limits searches per client, so the queue only bounds the total.
            pool: PoolSize { engines: cores, hash: 16, waiting: 64, per_caller: 64 },
            search: SearchCaps {
                time_ms: 30_000,
                nodes: 50_000_000,
                depth: 100,
                lines: 10,
                game_ms: 10_000,
                engine_game_ms: 2_000,
            },
            opening_book: true,
            tablebase_path: Vec::new(),
            public_url: None,
            allowed_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            api_token: None,
            clients: ClientLimits::default(),
            max_body: 1 << 20,
            max_games: 200,
            retention_days: 0,
            header_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(15),
            write_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_secs(60),
            shutdown: Duration::from_secs(10),
            measure_overhead: false,
        }
    }
}
