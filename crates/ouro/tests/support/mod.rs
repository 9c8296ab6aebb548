//! The service as a process of its own.
#![allow(clippy::unwrap_used, missing_docs)]

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A port that is free now, and still is in a moment unless luck is very bad.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts the service without limits on how much one may ask.
pub(crate) fn serve(database: &str, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ouro"))
        .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--database", database])
        .args(["--rate-limit", "0", "--max-games", "100000", "--hash", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

pub(crate) async fn until_ready(client: &reqwest::Client, port: u16) {
    for _ in 0..2_000 {
        let answer = client.get(format!("http://127.0.0.1:{port}/readyz")).send().await;
        if answer.is_ok_and(|answer| answer.status().is_success()) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the service does not answer");
}
