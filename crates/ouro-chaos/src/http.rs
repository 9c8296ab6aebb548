//! A small HTTP/1.1 client with full control over the connection: its source address, its headers, and when it
//! sends or reads.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use socket2::{Domain, Socket, Type};
use tungstenite::WebSocket;

/// The time after which a request fails.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Connects to a service from a source address. On Linux, all of 127.0.0.0/8 is loopback, so clients can have
/// different addresses. A small receive buffer makes the service notice early that the client does not read.
///
/// # Errors
/// If the connection fails.
pub fn connect(
    service: SocketAddr,
    source: Ipv4Addr,
    receive_buffer: Option<usize>,
) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    if let Some(bytes) = receive_buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    socket.set_reuse_address(true)?;
    socket.bind(&SocketAddrV4::new(source, 0).into())?;
    socket.connect_timeout(&service.into(), Duration::from_secs(10))?;
    socket.set_tcp_nodelay(true)?;
    socket.set_read_timeout(Some(TIMEOUT))?;
    socket.set_write_timeout(Some(TIMEOUT))?;
    Ok(socket.into())
}

/// A response.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// Reads a response. Connections are not reused, so a body without a length extends to the end of the stream.
    ///
    /// # Errors
    /// If the connection ends early or the response is not HTTP/1.1.
    pub fn read(stream: impl Read) -> io::Result<Response> {
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "not an HTTP response");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(bad)?;
        let mut headers = Vec::new();
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        let mut response = Response { status, headers, body: Vec::new() };
        let length = response.header("content-length").and_then(|text| text.parse().ok());
        if response.header("transfer-encoding") == Some("chunked") {
            loop {
                line.clear();
                reader.read_line(&mut line)?;
                let size = u64::from_str_radix(line.trim(), 16).map_err(|_| bad())?;
                let read = (&mut reader).take(size).read_to_end(&mut response.body)?;
                if (read as u64) < size {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                line.clear();
                reader.read_line(&mut line)?;
                if size == 0 {
                    break;
                }
            }
        } else if let Some(length) = length {
            let read = reader.take(length).read_to_end(&mut response.body)?;
            if (read as u64) < length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        } else if status != 204 {
            reader.read_to_end(&mut response.body)?;
        }
        Ok(response)
    }

    /// Returns the first header with a name in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Returns the body as JSON, or null.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the status and the `code` of a problem document, for messages.
    #[must_use]
    pub fn summary(&self) -> String {
        match self.json()["code"].as_str() {
            Some(code) => format!("{} {code}", self.status),
            None => self.status.to_string(),
        }
    }
}

/// A client that opens a connection for every request, so that limits on connections affect it too.
pub struct Client {
    service: SocketAddr,
    source: Ipv4Addr,
    headers: Vec<(String, String)>,
    cookie: Mutex<Option<String>>,
    keeps_cookies: bool,
    receive_buffer: Option<usize>,
}

impl Client {
    /// Creates a client with a source address. It keeps the cookie that the service sets.
    #[must_use]
    pub fn new(service: SocketAddr, source: Ipv4Addr) -> Client {
        Client {
            service,
            source,
            headers: Vec::new(),
            cookie: Mutex::new(None),
            keeps_cookies: true,
            receive_buffer: None,
        }
    }

    /// Makes the client ignore cookies.
    #[must_use]
    pub fn without_cookies(mut self) -> Client {
        self.keeps_cookies = false;
        self
    }

    /// Sets the size of the receive buffer of all connections, in bytes.
    #[must_use]
    pub fn with_receive_buffer(mut self, bytes: usize) -> Client {
        self.receive_buffer = Some(bytes);
        self
    }

    /// Adds a header to all requests.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Client {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Returns the same client for another process of the service, after a restart.
    #[must_use]
    pub fn at(&self, service: SocketAddr) -> Client {
        Client {
            service,
            source: self.source,
            headers: self.headers.clone(),
            cookie: Mutex::new(self.cookie()),
            keeps_cookies: self.keeps_cookies,
            receive_buffer: self.receive_buffer,
        }
    }

    /// Returns the cookie as `name=value`.
    #[must_use]
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// If the connection fails.
    pub fn connect(&self) -> io::Result<TcpStream> {
        connect(self.service, self.source, self.receive_buffer)
    }

    /// Returns the bytes of a request.
    #[must_use]
    pub fn request_bytes(&self, method: &str, path: &str, body: &[u8]) -> Vec<u8> {
        use std::fmt::Write as _;
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.service);
        if !self.headers.iter().any(|(name, _)| name == "connection") {
            head.push_str("connection: close\r\n");
        }
        if !body.is_empty() {
            // Writing to a string does not fail.
            let _ = write!(
                head,
                "content-type: application/json\r\ncontent-length: {}\r\n",
                body.len()
            );
        }
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if let Some(cookie) = self.cookie() {
            let _ = write!(head, "cookie: {cookie}\r\n");
        }
        head.push_str("\r\n");
        [head.as_bytes(), body].concat()
    }

    /// Sends a request and reads the response.
    ///
    /// # Errors
    /// If the connection fails.
    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> io::Result<Response> {
        let mut stream = self.connect()?;
        // The service may answer and close before it has read everything.
        let sent = stream.write_all(&self.request_bytes(method, path, body));
        let response = match Response::read(&stream) {
            Ok(response) => response,
            Err(error) => return Err(sent.err().unwrap_or(error)),
        };
        if let Some(cookie) = response.header("set-cookie").filter(|_| self.keeps_cookies) {
            let pair = cookie.split(';').next().unwrap_or_default().to_owned();
            *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = Some(pair);
        }
        Ok(response)
    }

    /// Sends a GET request.
    ///
    /// # Errors
    /// If the connection fails.
    pub fn get(&self, path: &str) -> io::Result<Response> {
        self.send("GET", path, &[])
    }

    /// Sends a POST request with JSON.
    ///
    /// # Errors
    /// If the connection fails.
    pub fn post(&self, path: &str, body: &Value) -> io::Result<Response> {
        self.send("POST", path, body.to_string().as_bytes())
    }

    /// Opens the WebSocket of a game and reads the first message. From then on the socket receives every event.
    ///
    /// # Errors
    /// If the connection fails or the service refuses.
    pub fn watch(&self, game: &str) -> Result<WebSocket<TcpStream>, String> {
        let failed = |error: &dyn std::fmt::Display| format!("failed to watch a game: {error}");
        let stream = self.connect().map_err(|error| failed(&error))?;
        let url = format!("ws://{}/api/v1/games/{game}/ws", self.service);
        let (mut socket, _) = tungstenite::client(url, stream).map_err(|error| failed(&error))?;
        socket.read().map_err(|error| failed(&error))?;
        Ok(socket)
    }
}
