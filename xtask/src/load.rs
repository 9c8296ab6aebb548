//! Latency and throughput of the service, measured with oha: idle, and with all engines busy.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use crate::process::{cargo, run};
use crate::{Outcome, PROGRAM, ROOT};

const ADDRESS: &str = "127.0.0.1:8789";
const SECONDS: &str = "8";
const POSITION: &str = r#"{"variant":"selfcapture","moves":["e2e4","e7e5","g1f3","b8c6"]}"#;
const MOVE: &str =
    r#"{"variant":"selfcapture","moves":["e2e4","e7e5","g1f3","b8c6"],"move":"f1b5"}"#;

/// Measures and prints a table.
pub(crate) fn load() -> Outcome {
    let oha = oha()?;
    cargo(&["build", "--release", "--package", "ouro"])?;
    let mut server = start()?;
    let outcome = measure(&oha);
    // Its database is in memory, so a hard stop loses nothing.
    let _ = server.kill();
    let _ = server.wait();
    outcome
}

fn measure(oha: &Path) -> Outcome {
    println!("Throughput with two connections, two runs of {SECONDS} seconds each:");
    let calls = [("/echo", MOVE), ("/legal-moves", POSITION), ("/apply", MOVE)];
    let mut rates = [0.0_f64; 3];
    for _ in 0..2 {
        for (rate, (path, body)) in rates.iter_mut().zip(calls) {
            *rate += ask(oha, path, body, &["-z", &format!("{SECONDS}s"), "-c", "2"])?.rate / 2.0;
        }
    }
    for (rate, (path, _)) in rates.into_iter().zip(calls) {
        println!("{path:14} {rate:8.0} requests per second, {:.2} of /echo", rate / rates[0]);
    }
    println!("Latency at 200 requests per second, idle and with all engines busy:");
    let steady = ["-z", "8s", "-q", "200", "-c", "4"];
    let mut idle = Vec::new();
    for (path, body) in &calls[1..] {
        idle.push(ask(oha, path, body, &steady)?.p99);
    }
    let mut busy = Vec::new();
    let searches = searches()?;
    thread::sleep(Duration::from_secs(1));
    for (path, body) in &calls[1..] {
        busy.push(ask(oha, path, body, &steady)?.p99);
    }
    for mut search in searches {
        // The search stops when its client disconnects.
        let _ = search.kill();
        let _ = search.wait();
    }
    for ((path, _), (idle, busy)) in calls[1..].iter().zip(idle.iter().zip(&busy)) {
        println!("{path:14} p99 {idle:.2} ms idle, {busy:.2} ms busy, {:.1} times", busy / idle);
    }
    Ok(())
}

struct Measured {
    /// Requests per second.
    rate: f64,
    /// The 99th percentile of the latency in milliseconds.
    p99: f64,
}

fn ask(oha: &Path, path: &str, body: &str, load: &[&str]) -> Result<Measured, String> {
    let output = Command::new(oha)
        .args(["--no-tui", "--output-format", "json", "-m", "POST", "-d", body])
        .args(["-H", "content-type: application/json", "--disable-compression"])
        .args(load)
        .arg(format!("http://{ADDRESS}/api/v1{path}"))
        .output()
        .map_err(|error| format!("failed to start oha: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let find = |name: &str| -> Option<f64> {
        let (_, after) = text.split_once(&format!("\"{name}\":"))?;
        let end = after.find([',', '}', '\n'])?;
        after[..end].trim().parse().ok()
    };
    // The first field with the name is the one in milliseconds.
    match (find("requestsPerSec"), find("p99"), find("successRate")) {
        (Some(rate), Some(p99), Some(success)) if success > 0.999 => Ok(Measured { rate, p99 }),
        _ => Err(format!(
            "failed to measure {path}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Starts an analysis for every engine.
fn searches() -> Result<Vec<Child>, String> {
    let engines = thread::available_parallelism().map_or(1, usize::from);
    (0..engines)
        .map(|_| {
            Command::new("curl")
                .args(["--silent", "--no-buffer", "-H", "content-type: application/json"])
                .args(["-d", POSITION, &format!("http://{ADDRESS}/api/v1/analyse")])
                .stdout(Stdio::null())
                .spawn()
                .map_err(|error| format!("failed to start curl: {error}"))
        })
        .collect()
}

fn start() -> Result<Child, String> {
    let server = Command::new(PROGRAM)
        .args(["serve", "--listen", ADDRESS, "--database", "sqlite::memory:", "--rate-limit", "0"])
        .arg("--measure-overhead")
        .current_dir(ROOT)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("failed to start the service: {error}"))?;
    thread::sleep(Duration::from_secs(1));
    Ok(server)
}

/// Returns the path of oha, which is installed if it is missing.
fn oha() -> Result<PathBuf, String> {
    const FOLDER: &str = "target/oha";
    let path = Path::new(ROOT).join(FOLDER).join("bin/oha");
    if fs::metadata(&path).is_err() {
        run(Command::new("cargo")
            .args(["install", "--locked", "oha", "--root", FOLDER])
            .current_dir(ROOT))?;
    }
    Ok(path)
}
