//! Throughput and latency of the service, measured with a client that costs little: one thread and one kept-open
//! connection per client, requests as prepared bytes, responses read and not parsed.
#![allow(clippy::print_stdout, reason = "it writes to a terminal")]

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::service::{Options, Service};
use crate::settings::Settings;
use crate::trial::percentile;

const CONNECTIONS: usize = 8;
const ROUNDS: usize = 3;
const DURATION: Duration = Duration::from_secs(4);
/// Requests per second and connection in measurements of latency.
const STEADY_RATE: u32 = 25;

/// Measures and prints tables.
///
/// # Errors
/// If the service does not start or a request fails.
pub fn measure(settings: &Settings) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let options = |database: &str| {
        Options::new(&settings.program, database, folder.path()).with(&[
            "--rate-limit",
            "0",
            "--max-games",
            "1000000",
        ])
    };
    {
        // The empty route is behind a hidden option.
        let overhead = options("sqlite::memory:").with(&["--measure-overhead"]);
        let service =
            Service::start(&overhead).or_else(|_| Service::start(&options("sqlite::memory:")))?;
        positions(&service)?;
    }
    let database = format!("sqlite:{}/ouro.db", folder.path().display());
    let service = Service::start(&options(&database))?;
    println!("\nStored events, SQLite on disk, {CONNECTIONS} connections:");
    let created = throughput(&service, DURATION, |connection| {
        connection.send("/api/v1/games", &new_game()).map(|_| 1)
    })?;
    println!("{:14} {:8.0} per second", "POST /games", created.rate);
    let moves = throughput(&service, DURATION, play_game)?;
    println!("{:14} {:8.0} per second", "stored moves", moves.rate);
    Ok(())
}

/// Measures requests that are not stored.
fn positions(service: &Service) -> Result<(), String> {
    let position = json!({ "variant": "selfcapture", "moves": ["e2e4", "e7e5", "g1f3", "b8c6"] });
    let mut with_move = position.clone();
    with_move["move"] = json!("f1b5");
    let calls = [("/echo", &with_move), ("/legal-moves", &position), ("/apply", &with_move)];

    println!("Throughput, {CONNECTIONS} connections, {ROUNDS} rounds of {} s:", DURATION.as_secs());
    let mut measured: [Vec<Throughput>; 3] = Default::default();
    // The calls take turns, so that other load on the machine affects all of them.
    for _ in 0..ROUNDS {
        for ((path, body), results) in calls.iter().zip(&mut measured) {
            let path = format!("/api/v1{path}");
            let body = body.to_string();
            let send = |connection: &mut Connection| connection.send(&path, &body).map(|_| 1);
            results.push(throughput(service, DURATION, send)?);
        }
    }
    let mean = |results: &[Throughput], value: fn(&Throughput) -> f64| {
        results.iter().map(value).sum::<f64>() / results.len() as f64
    };
    let empty = mean(&measured[0], |result| result.rate);
    for ((path, _), results) in calls.iter().zip(&measured) {
        let rate = mean(results, |result| result.rate);
        println!(
            "{path:14} {rate:8.0} requests per second, {:.2} of /echo, {:.0} µs of CPU time each",
            rate / empty,
            mean(results, |result| result.cpu_microseconds),
        );
    }

    explorer(service)?;

    println!(
        "\nLatency at {} requests per second, idle and with all engines busy:",
        STEADY_RATE * 8
    );
    let steady = |calls: &[(&str, &Value)]| -> Result<Vec<Duration>, String> {
        calls.iter().map(|(path, body)| steady_p99(service, path, &body.to_string())).collect()
    };
    let idle = steady(&calls[1..])?;
    let searches = occupy_engines(service)?;
    let busy = steady(&calls[1..])?;
    drop(searches);
    for (((path, _), idle), busy) in calls[1..].iter().zip(idle).zip(busy) {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{path:14} p99 {:.2} ms idle, {:.2} ms busy",
            milliseconds(idle),
            milliseconds(busy)
        );
    }
    Ok(())
}

/// Measures the opening explorer against the emptiest response.
fn explorer(service: &Service) -> Result<(), String> {
    let paths = [
        "/healthz",
        "/api/v1/explorer?variant=selfcapture",
        "/api/v1/explorer?variant=selfcapture&play=e2e4,e7e5,g1f3,b8c6",
    ];
    println!("\nOpening explorer, {CONNECTIONS} connections:");
    let mut rates = [0.0; 3];
    for _ in 0..ROUNDS {
        for (path, rate) in paths.iter().zip(&mut rates) {
            let get = |connection: &mut Connection| connection.get(path).map(|_| 1);
            *rate += throughput(service, DURATION, get)?.rate / ROUNDS as f64;
        }
    }
    for (path, rate) in paths.iter().zip(rates) {
        println!("{rate:8.0} requests per second, {:.2} of /healthz: {path}", rate / rates[0]);
    }
    Ok(())
}

fn new_game() -> String {
    let human = json!({ "kind": "human" });
    json!({ "variant": "selfcapture", "white": human, "black": human }).to_string()
}

/// Creates a game and plays 32 pawn moves. Returns the number of moves.
fn play_game(connection: &mut Connection) -> io::Result<u64> {
    let created = connection.send("/api/v1/games", &new_game())?;
    let created: Value = serde_json::from_slice(created).map_err(io::Error::other)?;
    let id = created["game"]["id"].as_str().unwrap_or_default();
    let path = format!("/api/v1/games/{id}/moves");
    let steps = [('2', '3', '7', '6'), ('3', '4', '6', '5')];
    let mut version = 0;
    for (white_from, white_to, black_from, black_to) in steps {
        for file in 'a'..='h' {
            for (from, to) in [(white_from, white_to), (black_from, black_to)] {
                version += 1;
                let body = format!(r#"{{"uci":"{file}{from}{file}{to}","version":{version}}}"#);
                connection.send(&path, &body)?;
            }
        }
    }
    Ok(version)
}

/// A connection that stays open.
struct Connection {
    stream: TcpStream,
    cookie: String,
    buffer: Vec<u8>,
}

impl Connection {
    fn open(service: &Service) -> io::Result<Connection> {
        let stream = crate::http::connect(service.address(), Ipv4Addr::LOCALHOST, None)?;
        let mut connection = Connection { stream, cookie: String::new(), buffer: Vec::new() };
        // The first game sets the cookie.
        connection.send("/api/v1/games", &new_game())?;
        let text = String::from_utf8_lossy(&connection.buffer);
        if let Some(pair) = header(&text, "set-cookie").and_then(|cookie| cookie.split(';').next())
        {
            connection.cookie = format!("cookie: {pair}\r\n");
        }
        Ok(connection)
    }

    /// Sends a POST request and returns the body of the response.
    fn send(&mut self, path: &str, body: &str) -> io::Result<&[u8]> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{}content-length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        self.exchange(path, &request)
    }

    /// Sends a GET request and returns the body of the response.
    fn get(&mut self, path: &str) -> io::Result<&[u8]> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{}\r\n", self.cookie);
        self.exchange(path, &request)
    }

    fn exchange(&mut self, path: &str, request: &str) -> io::Result<&[u8]> {
        self.stream.write_all(request.as_bytes())?;
        self.buffer.clear();
        let head = loop {
            self.receive()?;
            if let Some(end) = self.buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let text = String::from_utf8_lossy(&self.buffer[..head]);
        if !text.starts_with("HTTP/1.1 20") {
            let line = text.lines().next().unwrap_or_default();
            return Err(io::Error::other(format!("{line} for {path}")));
        }
        let length = header(&text, "content-length").and_then(|value| value.parse().ok());
        let length: usize = length.ok_or_else(|| io::Error::other("a response without length"))?;
        while self.buffer.len() < head + length {
            self.receive()?;
        }
        Ok(&self.buffer[head..])
    }

    fn receive(&mut self) -> io::Result<()> {
        let mut bytes = [0; 16 * 1024];
        match self.stream.read(&mut bytes)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                self.buffer.extend_from_slice(&bytes[..read]);
                Ok(())
            }
        }
    }
}

/// Returns the first header with a name.
fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

struct Throughput {
    /// Events per second.
    rate: f64,
    /// CPU time of the service for each.
    cpu_microseconds: f64,
}

/// Repeats a call on all connections. The call returns the number of events.
fn throughput(
    service: &Service,
    duration: Duration,
    call: impl Fn(&mut Connection) -> io::Result<u64> + Sync,
) -> Result<Throughput, String> {
    let connections = open_all(service)?;
    let end = AtomicBool::new(false);
    let (cpu, start) = (cpu_time(service.id()), Instant::now());
    let counts: Vec<io::Result<u64>> = thread::scope(|scope| {
        let (call, end) = (&call, &end);
        let repeat = move |mut connection: Connection| {
            let mut count = 0;
            while !end.load(Ordering::Relaxed) {
                count += call(&mut connection)?;
            }
            Ok(count)
        };
        let start = |connection| scope.spawn(move || repeat(connection));
        let threads: Vec<_> = connections.into_iter().map(start).collect();
        thread::sleep(duration);
        end.store(true, Ordering::Relaxed);
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("a panic"))))
            .collect()
    });
    let (elapsed, cpu) = (start.elapsed(), cpu_time(service.id()) - cpu);
    let count: u64 = counts.into_iter().sum::<io::Result<u64>>().map_err(|e| e.to_string())?;
    Ok(Throughput {
        rate: count as f64 / elapsed.as_secs_f64(),
        cpu_microseconds: cpu.as_secs_f64() * 1e6 / count as f64,
    })
}

fn open_all(service: &Service) -> Result<Vec<Connection>, String> {
    let open = |_| Connection::open(service).map_err(|error| error.to_string());
    (0..CONNECTIONS).map(open).collect()
}

/// Returns the 99th percentile of the latency at a steady rate.
fn steady_p99(service: &Service, path: &str, body: &str) -> Result<Duration, String> {
    let path = format!("/api/v1{path}");
    let interval = Duration::from_secs(1) / STEADY_RATE;
    let measure = |mut connection: Connection, offset: Duration| -> io::Result<Vec<Duration>> {
        let start = Instant::now() + offset;
        let mut latencies = Vec::new();
        while start.elapsed() < 2 * DURATION {
            let due = start + interval * u32::try_from(latencies.len()).unwrap_or(u32::MAX);
            thread::sleep(due.saturating_duration_since(Instant::now()));
            // From the moment when it is due: a late request counts as slow.
            connection.send(&path, body)?;
            latencies.push(due.elapsed());
        }
        Ok(latencies)
    };
    let connections = open_all(service)?;
    let latencies = thread::scope(|scope| {
        let threads: Vec<_> = connections
            .into_iter()
            .zip(0_u32..)
            .map(|(connection, number)| {
                let offset = interval * number / CONNECTIONS as u32;
                scope.spawn(move || measure(connection, offset))
            })
            .collect();
        let join = |thread: thread::ScopedJoinHandle<'_, io::Result<Vec<Duration>>>| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("a panic")))
        };
        threads.into_iter().map(join).collect::<io::Result<Vec<_>>>()
    });
    let mut latencies = latencies.map_err(|error| error.to_string())?.concat();
    latencies.sort_unstable();
    Ok(percentile(&latencies, 0.99).unwrap_or_default())
}

/// Starts an analysis for every engine. They end when the connections are dropped.
fn occupy_engines(service: &Service) -> Result<Vec<TcpStream>, String> {
    let client = service.client(Ipv4Addr::LOCALHOST);
    let body = json!({ "limits": { "time_ms": 30_000 } }).to_string();
    let request = client.request_bytes("POST", "/api/v1/analyse", body.as_bytes());
    let engines = thread::available_parallelism().map_or(1, usize::from);
    (0..engines)
        .map(|_| {
            let mut stream = client.connect()?;
            stream.write_all(&request)?;
            // The head of the response comes when the search is accepted.
            stream.read_exact(&mut [0; 12])?;
            Ok(stream)
        })
        .collect::<io::Result<_>>()
        .map_err(|error| error.to_string())
}

/// Returns the CPU time that a process has used, with the usual resolution of 10 ms.
fn cpu_time(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 =
        fields.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
