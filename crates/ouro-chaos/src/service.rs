//! The service as a child process.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::http::Client;

/// The time after which a start fails.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The command line that starts a service.
#[derive(Clone, Debug)]
pub struct Options {
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(&'static str, PathBuf)>,
    /// A command that executes the program, such as `nsenter`.
    wrapper: Vec<String>,
    log: PathBuf,
}

impl Options {
    /// Returns the default options with a database, on a free port of loopback. The log goes to a file in `folder`.
    #[must_use]
    pub fn new(program: &Path, database: &str, folder: &Path) -> Options {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--database", database];
        Options {
            program: program.to_owned(),
            arguments: arguments.map(str::to_owned).to_vec(),
            environment: Vec::new(),
            wrapper: Vec::new(),
            log: folder.join("service.log"),
        }
    }

    /// Adds arguments.
    #[must_use]
    pub fn with(mut self, arguments: &[&str]) -> Options {
        self.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }

    /// Replaces the address to listen on.
    #[must_use]
    pub fn listening_on(mut self, address: &str) -> Options {
        address.clone_into(&mut self.arguments[2]);
        self
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn with_env(mut self, name: &'static str, value: &Path) -> Options {
        self.environment.push((name, value.to_owned()));
        self
    }

    /// Executes the program through another command, which must not fork.
    #[must_use]
    pub fn through(mut self, wrapper: &[String]) -> Options {
        self.wrapper = wrapper.to_vec();
        self
    }

    /// Returns the command, with standard output piped and standard error appended to the log.
    ///
    /// # Errors
    /// If the log cannot be opened.
    pub fn command(&self) -> Result<Command, String> {
        let log = File::options()
            .create(true)
            .append(true)
            .open(&self.log)
            .map_err(|error| format!("failed to open {}: {error}", self.log.display()))?;
        let mut command = match self.wrapper.split_first() {
            Some((wrapper, arguments)) => {
                let mut command = Command::new(wrapper);
                command.args(arguments).arg(&self.program);
                command
            }
            None => Command::new(&self.program),
        };
        command
            .args(&self.arguments)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log);
        Ok(command)
    }
}

/// A running service. It is killed when it is dropped.
pub struct Service {
    child: Child,
    address: SocketAddr,
    /// Kept open: the service ends if it cannot write its greeting.
    _stdout: BufReader<ChildStdout>,
}

impl Service {
    /// Starts a service and waits until it is ready.
    ///
    /// # Errors
    /// If the service ends or is not ready in time.
    pub fn start(options: &Options) -> Result<Service, String> {
        let mut service = Service::spawn(options)?;
        let client = service.client(Ipv4Addr::LOCALHOST);
        let deadline = Instant::now() + START_TIMEOUT;
        while !client.get("/readyz").is_ok_and(|response| response.status == 200) {
            if let Some(status) = service.ended() {
                return Err(format!("the service ended while it started: {status}"));
            }
            if Instant::now() > deadline {
                return Err("the service did not become ready".to_owned());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(service)
    }

    /// Starts a service and waits until it listens, even if it is not ready.
    ///
    /// # Errors
    /// If the service ends or does not listen.
    pub fn spawn(options: &Options) -> Result<Service, String> {
        let mut child = options
            .command()?
            .spawn()
            .map_err(|error| format!("failed to start {}: {error}", options.program.display()))?;
        let mut stdout = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let mut line = String::new();
        // The line comes when the service listens; the end of the output when it ends.
        let read = stdout.read_line(&mut line);
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split('/').next()?.parse::<SocketAddr>().ok());
        match (read, address) {
            (Ok(_), Some(address)) => {
                let address = SocketAddr::new(address.ip().to_canonical(), address.port());
                Ok(Service { child, address, _stdout: stdout })
            }
            _ => {
                // It may have ended already.
                let _ = child.kill();
                let _ = child.wait();
                let log = fs::read_to_string(&options.log).unwrap_or_default();
                let last = log.lines().last().unwrap_or_default();
                Err(format!("the service did not start: {last}"))
            }
        }
    }

    /// Returns the address that the service listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns a client with a source address.
    #[must_use]
    pub fn client(&self, source: Ipv4Addr) -> Client {
        Client::new(self.address, source)
    }

    /// Kills the process with SIGKILL and waits for its end.
    pub fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Returns the exit status if the process has ended.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Returns the process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns the resident memory of a process in MiB, or 0 if it has ended.
#[must_use]
pub fn resident_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}
