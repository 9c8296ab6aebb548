//! `ouro serve`: the service.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ouro_server::{Config, ServeError, Server};
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

/// Serve the HTTP and WebSocket API
///
/// What is set here wins over the environment, the environment over the file, and the file over the
/// defaults. Log lines go to standard error; RUST_LOG says which.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro serve\n  ouro serve --listen 0.0.0.0:80 --database postgres://ouro@db/ouro\n  ouro serve --backup copy.db"
)]
pub(crate) struct Arguments {
    /// A TOML file with settings, named as the options are, with '_' for '-'
    #[arg(long, value_name = "FILE", env = "OURO_CONFIG")]
    config: Option<PathBuf>,
    /// Write a copy of the SQLite database to a file, while a server uses it or not, and stop
    #[arg(long, value_name = "FILE")]
    backup: Option<String>,
    /// Print the OpenAPI document and stop
    #[arg(long)]
    openapi: bool,
    #[command(flatten)]
    settings: Settings,
}

/// What can be set on the command line, in the environment or in a file.
#[derive(clap::Args, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Settings {
    /// Address and port to listen at [default: 127.0.0.1:8787]
    #[arg(long, value_name = "ADDRESS", env = "OURO_LISTEN")]
    listen: Option<SocketAddr>,
    /// sqlite:FILE or postgres://… [default: sqlite:ouro.db]
    #[arg(long, value_name = "URL", env = "OURO_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Engines, each with a thread [default: one for each core]
    #[arg(long, value_name = "N", env = "OURO_ENGINES")]
    engines: Option<usize>,
    /// Megabytes of hash for each engine [default: 16]
    #[arg(long, value_name = "MB", env = "OURO_HASH")]
    hash: Option<usize>,
    /// Searches that may wait for an engine [default: 64]
    #[arg(long, value_name = "N", env = "OURO_QUEUE")]
    queue: Option<usize>,
    /// Searches of one client that may wait or run [default: 8]
    #[arg(long, value_name = "N", env = "OURO_SEARCHES_PER_CLIENT")]
    searches_per_client: Option<usize>,
    /// The longest search [default: 30000]
    #[arg(long, value_name = "MS", env = "OURO_MAX_SEARCH_MS")]
    max_search_ms: Option<u64>,
    /// The largest search [default: 50000000]
    #[arg(long, value_name = "N", env = "OURO_MAX_SEARCH_NODES")]
    max_search_nodes: Option<u64>,
    /// An origin whose pages may call the API; can be given several times [default: none]
    #[arg(
        long = "allow-origin",
        value_name = "ORIGIN",
        env = "OURO_ALLOW_ORIGIN",
        value_delimiter = ','
    )]
    allow_origin: Option<Vec<String>>,
    /// A proxy whose X-Forwarded-For is believed; can be given several times [default: none]
    #[arg(
        long = "trust-proxy",
        value_name = "IP",
        env = "OURO_TRUST_PROXY",
        value_delimiter = ','
    )]
    trust_proxy: Option<Vec<IpAddr>>,
    /// A token that programs have to show as 'Authorization: Bearer …' [default: none]
    #[arg(long, value_name = "TOKEN", env = "OURO_API_TOKEN", hide_env_values = true)]
    api_token: Option<String>,
    /// Requests a second of one client, 0 for no limit [default: 50]
    #[arg(long, value_name = "N", env = "OURO_RATE_LIMIT")]
    rate_limit: Option<u32>,
    /// The largest body of a request [default: 1048576]
    #[arg(long, value_name = "BYTES", env = "OURO_MAX_BODY")]
    max_body: Option<usize>,
    /// Games that one player may have going on [default: 200]
    #[arg(long, value_name = "N", env = "OURO_MAX_GAMES")]
    max_games: Option<i64>,
    /// Days after which finished games are deleted, 0 to keep them [default: 0]
    #[arg(long, value_name = "DAYS", env = "OURO_RETENTION_DAYS")]
    retention_days: Option<u32>,
    /// Seconds that a shutdown waits for what is under way [default: 10]
    #[arg(long, value_name = "SECONDS", env = "OURO_SHUTDOWN_SECONDS")]
    shutdown_seconds: Option<u64>,
}

impl Settings {
    fn read(path: &Path) -> Result<Settings, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::about(path, error))?;
        toml::from_str(&text).map_err(|error| Failure::about(path, error.message()))
    }

    fn apply(self, config: &mut Config) {
        fn set<T>(place: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *place = value;
            }
        }
        set(&mut config.listen, self.listen);
        set(&mut config.database, self.database);
        set(&mut config.pool.engines, self.engines);
        set(&mut config.pool.hash, self.hash);
        set(&mut config.pool.waiting, self.queue);
        set(&mut config.pool.per_caller, self.searches_per_client);
        set(&mut config.search.time_ms, self.max_search_ms);
        set(&mut config.search.nodes, self.max_search_nodes);
        set(&mut config.allowed_origins, self.allow_origin);
        set(&mut config.trusted_proxies, self.trust_proxy);
        config.api_token = self.api_token.or(config.api_token.take());
        set(&mut config.requests_per_second, self.rate_limit);
        set(&mut config.max_body, self.max_body);
        set(&mut config.max_games, self.max_games);
        set(&mut config.retention_days, self.retention_days);
        set(&mut config.shutdown, self.shutdown_seconds.map(Duration::from_secs));
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
        return Err(Failure::BadInput("there must be an engine and some hash".to_owned()));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if let Some(path) = &arguments.backup {
            ouro_server::backup(&config.database, path).await?;
            return Ok(());
        }
        log();
        let server = Server::bind(config).await?;
        writeln!(out, "Ouro listens at http://{}/ (Ctrl-C stops it)", server.address())?;
        writeln!(out, "The API is described at http://{}/docs", server.address())?;
        out.flush()?;
        server.run(stopped()).await;
        Ok(())
    })
}

/// People get lines to read, programs get JSON.
fn log() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    if io::stderr().is_terminal() {
        log.init();
    } else {
        log.json().init();
    }
}

/// Ready when somebody presses Ctrl-C or the system asks the process to end.
async fn stopped() {
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
