//! The service as a child process.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Returns a port that is free at the moment.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts the service without limits on clients.
pub(crate) fn serve(database: &str, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ouro"))
        .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--database", database])
        .args(["--rate-limit", "0", "--max-games", "100000", "--hash", "1"])
        .args(["--engine-games-per-minute", "0", "--connections-per-address", "4096"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the service is ready.
pub(crate) async fn wait_until_ready(client: &reqwest::Client, port: u16) {
    for _ in 0..2_000 {
        let response = client.get(format!("http://127.0.0.1:{port}/readyz")).send().await;
        if response.is_ok_and(|response| response.status().is_success()) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the service is not ready");
}
