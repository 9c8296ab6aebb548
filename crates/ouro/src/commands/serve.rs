//! `ouro serve`: the HTTP and WebSocket service.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ouro_server::{AllowedOrigin, Config, Origin, ServeError, Server};
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

/// Serve the HTTP and WebSocket API
///
/// Settings are read from options, environment variables and the configuration file, in this order of
/// precedence. Logs go to standard error; RUST_LOG sets their level.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro serve\n  ouro serve --listen 0.0.0.0:80 --database postgres://ouro@db/ouro\n  ouro serve --backup copy.db"
)]
pub(crate) struct Arguments {
    /// TOML file with settings, named like the options with '_' instead of '-'
    #[arg(long, value_name = "FILE", env = "OURO_CONFIG")]
    config: Option<PathBuf>,
    /// Write a backup of the SQLite database to a file and exit; a running server is not disturbed
    #[arg(long, value_name = "FILE")]
    backup: Option<String>,
    /// Print the OpenAPI document and exit
    #[arg(long)]
    openapi: bool,
    #[command(flatten)]
    settings: Settings,
}

/// Settings from the command line, the environment or a file.
#[derive(clap::Args, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Settings {
    /// Address and port to listen on [default: 127.0.0.1:8787]
    #[arg(long, value_name = "ADDRESS", env = "OURO_LISTEN")]
    listen: Option<SocketAddr>,
    /// Database: sqlite:FILE or postgres://… [default: sqlite:ouro.db]
    #[arg(long, value_name = "URL", env = "OURO_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Searches that run at the same time, each on one thread [default: number of cores]
    #[arg(long, value_name = "N", env = "OURO_ENGINES")]
    engines: Option<usize>,
    /// Transposition table of each engine in MiB; up to four engines per running search [default: 16]
    #[arg(long, value_name = "MiB", env = "OURO_HASH")]
    hash: Option<usize>,
    /// Maximum number of queued searches per priority class [default: 64]
    #[arg(long, value_name = "N", env = "OURO_QUEUE")]
    queue: Option<usize>,
    /// Maximum number of queued and running searches per player; 6 times as many per address [default: 8]
    #[arg(long, value_name = "N", env = "OURO_SEARCHES_PER_CLIENT")]
    searches_per_client: Option<usize>,
    /// Maximum time of a search [default: 30000]
    #[arg(long, value_name = "MS", env = "OURO_MAX_SEARCH_MS")]
    max_search_ms: Option<u64>,
    /// Maximum nodes of a search [default: 50000000]
    #[arg(long, value_name = "N", env = "OURO_MAX_SEARCH_NODES")]
    max_search_nodes: Option<u64>,
    /// Maximum time of an engine move in a game with a person [default: 10000]
    #[arg(long, value_name = "MS", env = "OURO_MAX_GAME_MOVE_MS")]
    max_game_move_ms: Option<u64>,
    /// Maximum time of a move between two engines [default: 2000]
    #[arg(long, value_name = "MS", env = "OURO_MAX_ENGINE_GAME_MOVE_MS")]
    max_engine_game_move_ms: Option<u64>,
    /// Play moves of the opening book in games [default: true]
    #[arg(long, value_name = "BOOL", env = "OURO_OPENING_BOOK")]
    opening_book: Option<bool>,
    /// Folder of endgame tablebases; may be repeated [default: only the built-in ones]
    #[arg(long, value_name = "DIR", env = "OURO_TABLEBASE_PATH", value_delimiter = ':')]
    tablebase_path: Option<Vec<PathBuf>>,
    /// Origin under which browsers reach the service, with its scheme [default: none]
    #[arg(long, value_name = "URL", env = "OURO_PUBLIC_URL")]
    public_url: Option<Origin>,
    /// Origin whose pages may call the API (CORS), or '*' for any page without cookies; may be repeated [default: none]
    #[arg(
        long = "allow-origin",
        value_name = "ORIGIN",
        env = "OURO_ALLOW_ORIGIN",
        value_delimiter = ','
    )]
    allow_origin: Option<Vec<AllowedOrigin>>,
    /// Proxy whose X-Forwarded-For header is trusted; may be repeated [default: none]
    #[arg(
        long = "trust-proxy",
        value_name = "IP",
        env = "OURO_TRUST_PROXY",
        value_delimiter = ','
    )]
    trust_proxy: Option<Vec<IpAddr>>,
    /// Token that clients must send as 'Authorization: Bearer …' or log in with [default: none]
    #[arg(long, value_name = "TOKEN", env = "OURO_API_TOKEN", hide_env_values = true)]
    api_token: Option<String>,
    /// Requests per second and player, weighted by cost; 30 times as many per address; 0 for no limit [default: 20]
    #[arg(long, value_name = "N", env = "OURO_RATE_LIMIT")]
    rate_limit: Option<u32>,
    /// New engine games per minute and player; 10 times as many per address; 0 for no limit [default: 6]
    #[arg(long, value_name = "N", env = "OURO_ENGINE_GAMES_PER_MINUTE")]
    engine_games_per_minute: Option<u32>,
    /// New reviews per minute and player; 10 times as many per address; 0 for no limit [default: 3]
    #[arg(long, value_name = "N", env = "OURO_REVIEWS_PER_MINUTE")]
    reviews_per_minute: Option<u32>,
    /// Maximum number of open connections [default: 4096]
    #[arg(long, value_name = "N", env = "OURO_MAX_CONNECTIONS")]
    max_connections: Option<usize>,
    /// Maximum number of open connections per address [default: 512]
    #[arg(long, value_name = "N", env = "OURO_CONNECTIONS_PER_ADDRESS")]
    connections_per_address: Option<usize>,
    /// Maximum size of a request body [default: 1048576]
    #[arg(long, value_name = "BYTES", env = "OURO_MAX_BODY")]
    max_body: Option<usize>,
    /// Maximum number of games in progress per player [default: 200]
    #[arg(long, value_name = "N", env = "OURO_MAX_GAMES")]
    max_games: Option<i64>,
    /// Days after which finished games are purged, 0 to keep them [default: 0]
    #[arg(long, value_name = "DAYS", env = "OURO_RETENTION_DAYS")]
    retention_days: Option<u32>,
    /// Seconds that a shutdown waits for running requests [default: 10]
    #[arg(long, value_name = "SECONDS", env = "OURO_SHUTDOWN_SECONDS")]
    shutdown_seconds: Option<u64>,
    /// Serve POST /api/v1/echo, which measures the overhead of a request
    #[arg(long, hide = true)]
    measure_overhead: bool,
}

impl Settings {
    fn read(path: &Path) -> Result<Settings, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::about(path, error))?;
        toml::from_str(&text).map_err(|error| Failure::about(path, error.message()))
    }

    fn apply(self, config: &mut Config) {
        fn set<T>(setting: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *setting = value;
            }
        }
        set(&mut config.listen, self.listen);
        set(&mut config.database, self.database);
        set(&mut config.pool.engines, self.engines);
        set(&mut config.pool.hash, self.hash);
        set(&mut config.pool.waiting, self.queue);
        set(&mut config.clients.searches, self.searches_per_client);
        set(&mut config.search.time_ms, self.max_search_ms);
        set(&mut config.search.nodes, self.max_search_nodes);
        set(&mut config.search.game_ms, self.max_game_move_ms);
        set(&mut config.search.engine_game_ms, self.max_engine_game_move_ms);
        set(&mut config.opening_book, self.opening_book);
        set(&mut config.tablebase_path, self.tablebase_path);
        config.public_url = self.public_url.or(config.public_url.take());
        set(&mut config.allowed_origins, self.allow_origin);
        set(&mut config.trusted_proxies, self.trust_proxy);
        config.api_token = self.api_token.or(config.api_token.take());
        set(&mut config.clients.requests_per_second, self.rate_limit);
        set(&mut config.clients.engine_games_per_minute, self.engine_games_per_minute);
        set(&mut config.clients.reviews_per_minute, self.reviews_per_minute);
        set(&mut config.clients.total_connections, self.max_connections);
        set(&mut config.clients.connections, self.connections_per_address);
        set(&mut config.max_body, self.max_body);
        set(&mut config.max_games, self.max_games);
        set(&mut config.retention_days, self.retention_days);
        set(&mut config.shutdown, self.shutdown_seconds.map(Duration::from_secs));
        config.measure_overhead |= self.measure_overhead;
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        match error {
            ServeError::Random => Failure::Io(error.to_string()),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

pub(crate) fn run(arguments: Arguments, out: &mut impl Write) -> Result<(), Failure> {
    if arguments.openapi {
        let text = ouro_server::openapi().to_pretty_json().map_err(io::Error::other)?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    let mut config = Config::default();
    if let Some(path) = &arguments.config {
        Settings::read(path)?.apply(&mut config);
    }
    arguments.settings.apply(&mut config);
    if config.pool.engines == 0 || config.pool.hash == 0 {
        return Err(Failure::BadInput("--engines and --hash must be at least 1".to_owned()));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if let Some(path) = &arguments.backup {
            ouro_server::backup(&config.database, path).await?;
            return Ok(());
        }
        init_logging();
        let server = Server::bind(config).await?;
        writeln!(out, "Listening on http://{}/ (Ctrl-C to stop)", server.address())?;
        writeln!(out, "API documentation: http://{}/docs", server.address())?;
        out.flush()?;
        server.run(shutdown_signal()).await;
        Ok(())
    })
}

/// Logs text to a terminal and JSON elsewhere.
fn init_logging() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    if io::stderr().is_terminal() {
        log.init();
    } else {
        log.json().init();
    }
}

/// Completes on SIGINT (Ctrl-C) or SIGTERM.
async fn shutdown_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut signals) => {
                signals.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
