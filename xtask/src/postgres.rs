//! A temporary PostgreSQL server for tests, with its own folder and port.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::Outcome;
use crate::process::{apt_install, is_root};

/// A server that stops when it is dropped.
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// The account that runs the server if this process runs as root, which PostgreSQL refuses.
    account: Option<&'static str>,
    url: String,
}

impl Postgres {
    /// Starts a server. Returns `None` if PostgreSQL is missing and cannot be installed.
    pub fn start() -> Result<Option<Postgres>, String> {
        let Some(programs) = find_or_install()? else { return Ok(None) };
        let account = is_root().then_some("postgres");
        let folder = env::temp_dir().join(format!("ouro-postgres-{}", std::process::id()));
        let failed = |error: std::io::Error| format!("failed to set up PostgreSQL: {error}");
        fs::create_dir_all(&folder).map_err(failed)?;
        // Another process could take the port before the server does; that is unlikely.
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .map_err(failed)?
            .port();
        let server = Postgres {
            programs,
            folder,
            port,
            account,
            url: format!("postgres://ouro@127.0.0.1:{port}"),
        };
        if let Some(account) = account {
            quiet(Command::new("chown").arg(account).arg(&server.folder))?;
        }
        let data = server.folder.join("data");
        quiet(
            server
                .program("initdb")
                .args(["--auth=trust", "--username=ouro", "--encoding=UTF8", "--no-locale"])
                .arg("--pgdata")
                .arg(&data),
        )?;
        server.resume()?;
        Ok(Some(server))
    }

    /// Starts the server again after [`Postgres::interrupt`].
    pub fn resume(&self) -> Outcome {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c max_connections=400 -k {}",
            self.port,
            self.folder.display()
        );
        quiet(
            self.program("pg_ctl")
                .args(["start", "--wait", "--options", &options])
                .arg("--pgdata")
                .arg(self.folder.join("data"))
                .arg("--log")
                .arg(self.folder.join("log")),
        )
    }

    /// Stops the server as in a crash: connections end, and the next start recovers from the write-ahead log.
    pub fn interrupt(&self) -> Outcome {
        let mut stop = self.program("pg_ctl");
        stop.args(["stop", "--mode", "immediate", "--pgdata"]).arg(self.folder.join("data"));
        quiet(&mut stop)
    }

    /// Returns the URL of the server, without a database name.
    pub fn url(&self) -> &str {
        &self.url
    }

    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        let mut command = match self.account {
            Some(account) => {
                let mut command = Command::new("setpriv");
                command.args(["--init-groups", "--reuid", account, "--regid", account]).arg(path);
                command
            }
            None => Command::new(path),
        };
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Errors leave files in the temporary folder only.
        let _ = self.interrupt();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Runs a command without its output.
fn quiet(command: &mut Command) -> Outcome {
    let shown = format!("{command:?}").replace('"', "");
    match command.stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status}: {shown}")),
        Err(error) => Err(format!("failed to start: {shown}: {error}")),
    }
}

/// Returns the Debian package of PostgreSQL if it is missing.
pub fn missing_package() -> Option<&'static str> {
    find().is_none().then_some("postgresql")
}

/// Returns the folder of the server's programs.
fn find_or_install() -> Result<Option<PathBuf>, String> {
    if let Some(found) = find() {
        return Ok(Some(found));
    }
    Ok(if apt_install(&["postgresql"])? { find() } else { None })
}

fn find() -> Option<PathBuf> {
    let has_both = |folder: &Path| folder.join("initdb").exists() && folder.join("pg_ctl").exists();
    let path = env::var_os("PATH")?;
    if let Some(folder) = env::split_paths(&path).find(|folder| has_both(folder)) {
        return Some(folder);
    }
    // Debian has a folder for each version.
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|folder| has_both(folder))
        .collect();
    versions.sort();
    versions.pop()
}
