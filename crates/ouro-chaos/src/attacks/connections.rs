//! Connections that cost the service something while the client does nothing, or almost nothing.

use std::collections::HashSet;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Attack;
use crate::http::Client;
use crate::service::Service;
use crate::trial::{ATTACKER, Trial};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new("silent", "200 connections that send nothing", silent).waiting(),
    Attack::new("http2-preface", "200 connections that send only an HTTP/2 preface", http2)
        .waiting(),
    Attack::new("slow-headers", "200 connections that send headers byte by byte", slow_headers)
        .waiting(),
    Attack::new("slow-body", "200 connections that send a body byte by byte", slow_body).waiting(),
    Attack::new("keep-alive", "200 connections that stay open after a response", keep_alive)
        .waiting(),
    Attack::new("unread-page", "50 clients that request 10 MB each and read nothing", unread_pages)
        .waiting(),
    Attack::new("unread-pgn", "200 clients that do not read large PGN responses", unread_pgn),
    Attack::new("unread-analysis", "clients that do not read an analysis", unread_analysis)
        .waiting(),
    Attack::new("silent-sockets", "100 WebSockets that ignore pings", silent_sockets).waiting(),
    Attack::new("connection-flood", "10,000 connections from one address", connection_flood),
];

/// The time in which the service closes such a connection, with a margin for the measurement.
const CLOSED_WITHIN: Duration = Duration::from_secs(65);
const CONNECTIONS: usize = 200;
/// The receive buffer of clients that do not read.
const SMALL_BUFFER: usize = 4_096;

/// Opens connections and sends the same bytes on each.
fn open(client: &Client, count: usize, bytes: &[u8]) -> Vec<TcpStream> {
    let connect = |_| {
        let mut stream = client.connect().ok()?;
        stream.write_all(bytes).ok()?;
        stream.set_nonblocking(true).ok()?;
        Some(stream)
    };
    (0..count).filter_map(connect).collect()
}

/// Returns whether the other side has closed the connection. What it has sent is discarded.
fn is_closed(stream: &mut TcpStream) -> bool {
    let mut buffer = [0; 16 * 1024];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::WouldBlock,
        }
    }
}

/// Requires that the service closes all connections in time. Once per second, `act` may send more on a connection.
fn require_closed(
    trial: &mut Trial<'_>,
    service: &Service,
    mut connections: Vec<TcpStream>,
    mut act: impl FnMut(&mut TcpStream, u64) -> io::Result<()>,
) {
    let count = connections.len();
    let start = Instant::now();
    trial.observe(service, || {
        let mut second = 0;
        while !connections.is_empty() && start.elapsed() < CLOSED_WITHIN {
            thread::sleep(Duration::from_secs(1));
            // A connection that does not accept bytes is checked like all others.
            connections.retain_mut(|stream| act(stream, second).is_ok() && !is_closed(stream));
            second += 1;
        }
    });
    report_closed(trial, count, connections.len(), start.elapsed());
}

fn nothing(_: &mut TcpStream, _: u64) -> io::Result<()> {
    Ok(())
}

fn silent(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let connections = open(&service.client(ATTACKER), CONNECTIONS, b"");
    require_closed(trial, &service, connections, nothing);
    Ok(())
}

fn http2(trial: &mut Trial<'_>) -> Result<(), String> {
    // The preface and an empty SETTINGS frame.
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let service = trial.serve(&[])?;
    let connections = open(&service.client(ATTACKER), CONNECTIONS, PREFACE);
    require_closed(trial, &service, connections, nothing);
    Ok(())
}

fn slow_headers(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let connections = open(
        &service.client(ATTACKER),
        CONNECTIONS,
        b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ",
    );
    require_closed(trial, &service, connections, |stream, _| stream.write_all(b"x"));
    Ok(())
}

fn slow_body(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let head = b"POST /api/v1/legal-moves HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{";
    let connections = open(&service.client(ATTACKER), CONNECTIONS, head);
    require_closed(trial, &service, connections, |stream, _| stream.write_all(b" "));
    Ok(())
}

fn keep_alive(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    let request = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let connections = open(&service.client(ATTACKER), CONNECTIONS, request);
    require_closed(trial, &service, connections, nothing);
    Ok(())
}

/// Requires that the service closes connections in time whose clients do not read. A client that does not read
/// does not notice it, so the system's table of connections is used.
fn require_closed_unread(trial: &mut Trial<'_>, service: &Service, connections: &[TcpStream]) {
    let mut open: Vec<String> = connections.iter().filter_map(table_entry).collect();
    let count = open.len();
    let start = Instant::now();
    trial.observe(service, || {
        while !open.is_empty() && start.elapsed() < CLOSED_WITHIN {
            thread::sleep(Duration::from_secs(1));
            let table = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
            let established: HashSet<&str> =
                table.lines().filter_map(|line| line.get(6..36)).collect();
            open.retain(|entry| established.contains(entry.as_str()));
        }
    });
    report_closed(trial, count, open.len(), start.elapsed());
}

fn report_closed(trial: &mut Trial<'_>, count: usize, open: usize, elapsed: Duration) {
    trial.note(format!("{} of {count} closed after {} s", count - open, elapsed.as_secs()));
    trial.require(open == 0, || {
        format!("{open} of {count} connections are open after {} s", CLOSED_WITHIN.as_secs())
    });
}

/// Returns the entry of the service's end of an open connection in `/proc/net/tcp`: both addresses and the state. The
/// client's end stays open until it has read everything.
fn table_entry(stream: &TcpStream) -> Option<String> {
    let text = |address: SocketAddr| match address {
        SocketAddr::V4(address) => {
            let ip = u32::from_ne_bytes(address.ip().octets());
            Some(format!("{ip:08X}:{:04X}", address.port()))
        }
        SocketAddr::V6(_) => None,
    };
    Some(format!("{} {} 01", text(stream.peer_addr().ok()?)?, text(stream.local_addr().ok()?)?))
}

fn unread_pages(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    // Pipelined requests whose responses exceed the socket buffers.
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100);
    let client = service.client(ATTACKER).with_receive_buffer(SMALL_BUFFER);
    let connections = open(&client, 50, &request);
    require_closed_unread(trial, &service, &connections);
    Ok(())
}

fn unread_pgn(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    let body = json!({ "pgn": "Nf3 Nf6 Ng1 Ng8 ".repeat(62_000) }).to_string();
    let client = service.client(ATTACKER).with_receive_buffer(SMALL_BUFFER);
    let request = client.request_bytes("POST", "/api/v1/pgn/parse", body.as_bytes());
    let connections = trial.observe(&service, || {
        let connections: Vec<TcpStream> = (0..CONNECTIONS)
            .filter_map(|_| {
                let mut stream = client.connect().ok()?;
                stream.set_write_timeout(Some(Duration::from_secs(2))).ok()?;
                stream.write_all(&request).ok()?;
                Some(stream)
            })
            .collect();
        thread::sleep(Duration::from_secs(10));
        connections
    });
    trial.note(format!("{} requests sent", connections.len()));
    Ok(())
}

fn unread_analysis(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    let client = service.client(ATTACKER).with_receive_buffer(SMALL_BUFFER);
    let body = json!({ "multipv": 10, "limits": { "time_ms": 10_000 } }).to_string();
    let request = client.request_bytes("POST", "/api/v1/analyse", body.as_bytes());
    let connections = open(&client, 4, &request);
    require_closed_unread(trial, &service, &connections);
    Ok(())
}

fn silent_sockets(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    let client = service.client(ATTACKER);
    let human = json!({ "kind": "human" });
    let body = json!({ "white": human, "black": human });
    let created = client.post("/api/v1/games", &body).map_err(|error| error.to_string())?;
    let id = created.json()["game"]["id"].as_str().unwrap_or_default().to_owned();
    let request = format!(
        "GET /api/v1/games/{id}/ws HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        service.address()
    );
    let connections = open(&client, 100, request.as_bytes());
    require_closed(trial, &service, connections, nothing);
    Ok(())
}

fn connection_flood(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let client = service.client(ATTACKER);
    let open = trial.observe(&service, || {
        let mut connections = Vec::new();
        let deadline = Instant::now() + Duration::from_secs(10);
        for _ in 0..10_000 {
            if Instant::now() > deadline {
                break;
            }
            let Ok(stream) = client.connect() else { continue };
            if stream.set_nonblocking(true).is_ok() {
                connections.push(stream);
            }
        }
        thread::sleep(Duration::from_secs(1));
        let opened = connections.len();
        connections.retain_mut(|stream| !is_closed(stream));
        // Another client can still connect while they are open.
        thread::sleep(Duration::from_secs(2));
        (opened, connections.len())
    });
    let (opened, remaining) = open;
    trial.note(format!("{opened} opened, {remaining} kept by the service"));
    trial.require(remaining <= 1_000, || format!("one address keeps {remaining} connections"));
    Ok(())
}
