//! Connections that stall, flood or speak another protocol are closed, and others are served.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::json;
use support::TestServer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Longer than any test takes, so that only the tested limit applies.
const NEVER: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_millis(200);
/// Fails a test that would wait forever.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until the server closes a connection, and returns what it has sent.
async fn closed(mut stream: TcpStream) -> String {
    let mut response = Vec::new();
    let reading = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut response)).await;
    // A reset also ends a connection.
    let _ = reading.expect("the server did not close the connection");
    String::from_utf8_lossy(&response).into_owned()
}

async fn connect_from(source: [u8; 4], address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((source, 0))).unwrap();
    socket.connect(address).await.unwrap()
}

/// Sends a request on a connection that stays open. Returns whether it was answered.
async fn is_served(stream: &mut TcpStream) -> bool {
    let request = b"GET /healthz HTTP/1.1\r\nHost: ouro\r\n\r\n";
    let mut status = [0; 12];
    stream.write_all(request).await.is_ok()
        && stream.read_exact(&mut status).await.is_ok_and(|_| status == *b"HTTP/1.1 200")
}

async fn metrics(server: &TestServer) -> String {
    let response = reqwest::get(format!("http://{}/metrics", server.address)).await.unwrap();
    response.text().await.unwrap()
}

#[tokio::test]
async fn connections_that_send_nothing_or_another_protocol_are_closed() {
    let server = TestServer::start_with(|config| config.header_timeout = SHORT).await;
    for sent in
        [&b""[..], b"PRI * HT", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\nHo"]
    {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(sent).await.unwrap();
        let response = closed(stream).await;
        assert!(!response.starts_with("HTTP/1.1 200"), "{response}");
    }
    // The same timer closes a connection that is idle after a request.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    assert!(is_served(&mut stream).await);
    closed(stream).await;
}

#[tokio::test]
async fn an_idle_websocket_outlives_the_timers_of_requests() {
    let server = TestServer::start_with(|config| {
        config.header_timeout = SHORT;
        config.body_timeout = SHORT;
        config.write_timeout = SHORT;
        config.request_timeout = Duration::from_secs(20);
    })
    .await;
    let client = server.client();
    let game = client.game("chess").await;
    let url = format!("ws://{}/api/v1/games/{}/ws", server.address, game["id"].as_str().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    socket.next().await.unwrap().unwrap();
    for _ in 0..3 {
        closed(TcpStream::connect(server.address).await.unwrap()).await;
    }
    client.play(&game, "e2e4").await;
    let message = tokio::time::timeout(PATIENCE, socket.next()).await.unwrap();
    assert!(message.unwrap().unwrap().into_text().unwrap().contains("e2e4"));
}

#[tokio::test]
async fn a_request_body_that_stops_arriving_is_a_timeout() {
    let server = TestServer::start_with(|config| config.body_timeout = SHORT).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = "POST /api/v1/legal-moves HTTP/1.1\r\nHost: ouro\r\n\
                Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let response = closed(stream).await;
    assert!(response.starts_with("HTTP/1.1 408"), "{response}");
    assert!(response.contains("\"code\":\"timeout\""), "{response}");
}

/// Requests a response of `size` bytes and reads no more than its status.
async fn slow_reader(server: &TestServer, size: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let head =
        format!("POST /api/v1/echo HTTP/1.1\r\nHost: ouro\r\nContent-Length: {size}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&vec![b'x'; size]).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
    stream
}

/// More than the kernel buffers for a connection.
const LARGE: usize = 24 << 20;

#[tokio::test]
async fn a_client_that_does_not_read_its_response_is_disconnected() {
    let server = TestServer::start_with(|config| {
        config.measure_overhead = true;
        config.max_body = LARGE;
        config.write_timeout = SHORT;
    })
    .await;
    let stalled = slow_reader(&server, LARGE).await;
    for _ in 0..1_000 {
        // The connection that reads the metrics is the only one left.
        if metrics(&server).await.contains("ouro_connections 1\n") {
            assert!(closed(stalled).await.len() < LARGE);
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the connection is still open");
}

#[tokio::test]
async fn unread_responses_of_one_address_hold_a_bounded_amount_of_memory() {
    let server = TestServer::start_with(|config| {
        config.measure_overhead = true;
        config.max_body = LARGE;
        config.write_timeout = NEVER;
        config.clients.buffered_bytes = 2 * LARGE + LARGE / 2;
        config.clients.total_buffered_bytes = 4 * LARGE;
    })
    .await;
    let (first, _second) = (slow_reader(&server, LARGE).await, slow_reader(&server, LARGE).await);
    let ask = async |source| {
        let mut stream = connect_from(source, server.address).await;
        let head = format!(
            "POST /api/v1/echo HTTP/1.1\r\nHost: ouro\r\nConnection: close\r\n\
             Expect: 100-continue\r\nContent-Length: {LARGE}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        String::from_utf8_lossy(&status).into_owned()
    };
    assert_eq!(ask([127, 0, 0, 1]).await, "HTTP/1.1 429");
    assert_eq!(ask([127, 0, 0, 2]).await, "HTTP/1.1 100");
    assert!(metrics(&server).await.contains("budget=\"buffered_bytes\",scope=\"address\"} 1\n"));
    // Memory is free again when a client leaves.
    drop(first);
    for _ in 0..1_000 {
        if ask([127, 0, 0, 1]).await == "HTTP/1.1 100" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the memory of a closed connection is still counted");
}

#[tokio::test]
async fn connections_are_limited_per_address_and_in_total() {
    let server = TestServer::start_with(|config| {
        config.header_timeout = NEVER;
        config.clients.connections = 3;
        config.clients.total_connections = 4;
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        assert!(is_served(&mut stream).await);
        open.push(stream);
    }
    assert_eq!(closed(TcpStream::connect(server.address).await.unwrap()).await, "");
    // Another address is served until the total is reached.
    let mut other = connect_from([127, 0, 0, 2], server.address).await;
    assert!(is_served(&mut other).await);
    assert_eq!(closed(connect_from([127, 0, 0, 2], server.address).await).await, "");
    drop(open);
    for _ in 0..1_000 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        if is_served(&mut stream).await {
            let metrics = metrics(&server).await;
            assert!(metrics.contains("budget=\"connections\",scope=\"address\"}"), "{metrics}");
            assert!(metrics.contains("budget=\"connections\",scope=\"total\"}"), "{metrics}");
            return;
        }
    }
    panic!("closed connections are still counted");
}

#[tokio::test]
async fn a_trusted_proxy_has_no_connection_limit_but_each_client_behind_it_has() {
    let server = TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.clients.connections = 2;
        config.clients.total_connections = 10;
    })
    .await;
    let mut idle = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        assert!(is_served(&mut stream).await);
        idle.push(stream);
    }
    let id = server.client().game("chess").await["id"].clone();
    let url = format!("ws://{}/api/v1/games/{}/ws", server.address, id.as_str().unwrap());
    let watch = async |client: &str| {
        let mut request = url.as_str().into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", client.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.map(|(socket, _)| socket)
    };
    let first = watch("192.0.2.1").await.unwrap();
    let _second = watch("192.0.2.1").await.unwrap();
    assert!(watch("192.0.2.1").await.is_err());
    assert!(watch("192.0.2.2").await.is_ok());
    drop(first);
    for _ in 0..1_000 {
        if watch("192.0.2.1").await.is_ok() {
            return;
        }
    }
    panic!("a closed WebSocket is still counted");
}

#[tokio::test]
async fn the_measuring_route_exists_only_if_it_is_switched_on() {
    for (measure_overhead, status) in [(false, 404), (true, 200)] {
        let server =
            TestServer::start_with(|config| config.measure_overhead = measure_overhead).await;
        let client = server.client();
        let (got, _) = client.call(reqwest::Method::POST, "/echo", Some(json!({}))).await;
        assert_eq!(got, status);
    }
}
