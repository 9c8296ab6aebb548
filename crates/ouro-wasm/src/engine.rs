//! A UCI session on the calling thread.

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::Duration;

use js_sys::{Function, Math};
use ouro_engine::network::Network;
use ouro_engine::{Networks, Signals};
use ouro_uci::{Host, Session};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// The bit of a poll result that stops the task.
const STOP: u32 = 1;
/// The bit of a poll result that says that the opponent has played the expected move.
const PONDER_HIT: u32 = 2;

thread_local! {
    /// The functions of the worker. A worker has one session.
    static CALLBACKS: RefCell<Option<Callbacks>> = const { RefCell::new(None) };
}

struct Callbacks {
    on_line: Function,
    poll: Option<Function>,
}

#[wasm_bindgen]
extern "C" {
    /// Returns milliseconds since the start of the worker.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// The output of the session: it calls the worker with every line.
#[derive(Default)]
struct Lines(Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.0).into_owned();
        self.0.clear();
        CALLBACKS.with_borrow(|callbacks| {
            let Some(callbacks) = callbacks else { return };
            for line in text.lines() {
                // What a function of the worker throws must not end the search.
                let _ = callbacks.on_line.call1(&JsValue::NULL, &line.into());
            }
        });
        Ok(())
    }
}

/// Passes on what the protocol worker has asked for since the search began.
fn poll(signals: &Signals) {
    let bits = CALLBACKS.with_borrow(|callbacks| {
        let poll = callbacks.as_ref()?.poll.as_ref()?;
        poll.call0(&JsValue::NULL).ok()?.as_f64()
    });
    let bits = bits.map_or(0, |bits| bits as u32);
    if bits & STOP != 0 {
        signals.stop();
    }
    if bits & PONDER_HIT != 0 {
        signals.set_pondering(false);
    }
}

/// A UCI session. Searches, perft and bench end before [`UciSession::line`] returns.
#[wasm_bindgen]
pub struct UciSession(Session<Lines>);

#[wasm_bindgen]
impl UciSession {
    /// Creates a session with the network of one variant. `on_line` is called with every line of output and
    /// `poll` every 1,024 nodes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        network: &[u8],
        on_line: Function,
        poll_signals: Option<Function>,
    ) -> Result<UciSession, JsError> {
        ouro_engine::set_clock(|| Duration::from_secs_f64(performance_now() / 1000.0));
        CALLBACKS.set(Some(Callbacks { on_line, poll: poll_signals }));
        let networks = Networks::single(parse(network)?);
        let host = Host { poll: Some(poll), random: || (Math::random() * 2_f64.powi(53)) as u64 };
        let session = Session::with_networks(Lines::default(), networks, host);
        let session = session.map_err(|_| JsError::new("not enough memory for the hash table"))?;
        Ok(UciSession(session))
    }

    /// Adds the network of another variant.
    #[wasm_bindgen(js_name = addNetwork)]
    pub fn add_network(&mut self, network: &[u8]) -> Result<(), JsError> {
        self.0.add_network(parse(network)?);
        Ok(())
    }

    /// Executes a UCI command. Returns `false` after `quit`.
    pub fn line(&mut self, line: &str) -> bool {
        // Its output cannot fail.
        self.0.line(line).unwrap_or(false)
    }
}

/// Returns the response to `uci`, which needs no network.
#[wasm_bindgen]
#[must_use]
pub fn identification() -> Vec<String> {
    ouro_uci::identification()
}

fn parse(network: &[u8]) -> Result<Network, JsError> {
    Network::from_bytes(network)
        .map_err(|error| JsError::new(&format!("the network cannot be used: {error}")))
}
