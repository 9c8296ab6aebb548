//! Admission control: what each client may use of the service.
//!
//! Every budget exists per address, and most also per owner. A client that omits its owner cookie is charged only by
//! its address, so no limit depends on the client's cooperation.

mod accounts;
pub(crate) mod address;
mod cost;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Method};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

use crate::caller::Caller;
use crate::config::{ClientLimits, Config};
use crate::problem::{Code, Problem};
use accounts::{Accounts, Budgets, Exhausted, Held, Limits, Payer, Rate, Refill};
use address::{ClientAddress, TrustedProxies};

pub(crate) use cost::body_bytes;

/// A school class behind one address can work: its budget is that of this many owners who all do their most.
const OWNERS_PER_ADDRESS: f64 = 30.0;
/// Engine games, reviews and searches are rarer, so an address needs fewer of them per owner.
const BUSY_OWNERS_PER_ADDRESS: f64 = 10.0;
const SEARCHING_OWNERS_PER_ADDRESS: usize = 6;
/// Seconds after which an unused budget of requests, or of games and reviews, is full.
const REQUEST_BURST: f64 = 5.0;
const GAME_BURST: f64 = 120.0;
/// Nodes of an average review: 80 moves with 20,000 nodes each.
const REVIEW_NODES: f64 = 1_600_000.0;

/// A refusal, as metrics count it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct RefusalLabels {
    budget: Budget,
    scope: Scope,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[expect(non_camel_case_types, reason = "metrics have labels in snake case")]
enum Budget {
    requests,
    engine_games,
    reviews,
    searches,
    connections,
    buffered_bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[expect(non_camel_case_types, reason = "metrics have labels in snake case")]
enum Scope {
    owner,
    address,
    total,
}

impl From<Payer> for Scope {
    fn from(payer: Payer) -> Scope {
        match payer {
            Payer::Everyone => Scope::total,
            Payer::NewAddresses | Payer::Address(_) => Scope::address,
            Payer::Owner(_) => Scope::owner,
        }
    }
}

/// Counters of refusals.
pub(crate) type Refusals = Family<RefusalLabels, Counter>;

/// Decides what clients may use.
pub(crate) struct Admission {
    accounts: Arc<Mutex<Accounts>>,
    pub(crate) proxies: TrustedProxies,
    refusals: Refusals,
    max_body: usize,
}

/// Something that a client holds until this is dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    accounts: Arc<Mutex<Accounts>>,
    held: Held,
    amount: usize,
    payers: Vec<Payer>,
}

impl std::fmt::Debug for Accounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Accounts").finish_non_exhaustive()
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        lock(&self.accounts).release(self.held, self.amount, &self.payers);
    }
}

fn lock(accounts: &Mutex<Accounts>) -> MutexGuard<'_, Accounts> {
    // Accounts are consistent after every statement, so a panic elsewhere does not matter.
    accounts.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Admission {
    pub(crate) fn new(config: &Config, refusals: Refusals) -> Admission {
        Admission {
            accounts: Arc::new(Mutex::new(Accounts::new(budgets(&config.clients)))),
            proxies: TrustedProxies::new(&config.trusted_proxies),
            refusals,
            max_body: config.max_body,
        }
    }

    /// Charges a request to its client, by what it costs.
    pub(crate) fn request(
        &self,
        caller: &Caller,
        method: &Method,
        route: &str,
        headers: &HeaderMap,
    ) -> Result<(), Problem> {
        let cost = cost::cost(method, route, headers, self.max_body);
        self.spend(Rate::Requests, cost, caller)
    }

    /// Charges a new game to its client if engines play in it. A game between two engines occupies them without pause,
    /// so it costs as much as five games of a person.
    pub(crate) fn engine_game(&self, caller: &Caller, engines: usize) -> Result<(), Problem> {
        match engines {
            0 => Ok(()),
            1 => self.spend(Rate::EngineGames, 1.0, caller),
            _ => self.spend(Rate::EngineGames, 5.0, caller),
        }
    }

    /// Charges a review to its client, by the nodes that it searches.
    pub(crate) fn review(&self, caller: &Caller, moves: usize, nodes: u64) -> Result<(), Problem> {
        let cost = moves as f64 * nodes as f64 / REVIEW_NODES;
        self.spend(Rate::Reviews, cost.max(1.0), caller)
    }

    /// Leases a place for a search that runs or waits for an engine.
    pub(crate) fn search(&self, caller: &Caller) -> Result<Lease, Problem> {
        self.hold(Held::Searches, 1, caller.payers())
    }

    /// Leases a connection. Trusted proxies have no limit: their clients are counted by
    /// [`Admission::open_request`].
    pub(crate) fn connection(&self, peer: IpAddr) -> Result<Option<Lease>, Problem> {
        if self.proxies.contains(peer) {
            return Ok(None);
        }
        let payers = [Payer::Everyone, Payer::Address(peer.into())];
        self.hold(Held::Connections, 1, payers).map(Some)
    }

    /// Leases an open request or WebSocket that comes through a trusted proxy, which counts as a connection.
    pub(crate) fn open_request(
        &self,
        peer: IpAddr,
        client: ClientAddress,
    ) -> Result<Option<Lease>, Problem> {
        if !self.proxies.contains(peer) || ClientAddress::from(peer) == client {
            return Ok(None);
        }
        self.hold(Held::Connections, 1, [Payer::Everyone, Payer::Address(client)]).map(Some)
    }

    /// Leases memory for the body of a request or a response.
    pub(crate) fn buffer(&self, caller: &Caller, bytes: usize) -> Result<Lease, Problem> {
        self.hold(Held::Bytes, bytes, [Payer::Everyone, Payer::Address(caller.address)])
    }

    fn spend(&self, rate: Rate, amount: f64, caller: &Caller) -> Result<(), Problem> {
        let spent = lock(&self.accounts).spend(rate, amount, caller.payers(), Instant::now());
        spent.map_err(|exhausted| {
            let (budget, what) = match rate {
                Rate::Requests => (Budget::requests, "requests"),
                Rate::EngineGames => (Budget::engine_games, "new engine games"),
                Rate::Reviews => (Budget::reviews, "new reviews"),
            };
            self.refuse(budget, Code::RateLimited, what, exhausted)
        })
    }

    fn hold(
        &self,
        held: Held,
        amount: usize,
        payers: impl IntoIterator<Item = Payer>,
    ) -> Result<Lease, Problem> {
        let holders = lock(&self.accounts).hold(held, amount, payers, Instant::now());
        let payers = holders.map_err(|exhausted| {
            let (budget, what) = match held {
                Held::Searches => (Budget::searches, "searches"),
                Held::Connections => (Budget::connections, "connections"),
                Held::Bytes => {
                    (Budget::buffered_bytes, "bytes in unfinished requests and responses")
                }
            };
            let code = if exhausted.payer == Payer::Everyone { Code::Busy } else { Code::Quota };
            self.refuse(budget, code, what, exhausted)
        })?;
        Ok(Lease { accounts: Arc::clone(&self.accounts), held, amount, payers })
    }

    /// Counts a refusal and describes it.
    fn refuse(&self, budget: Budget, code: Code, what: &str, exhausted: Exhausted) -> Problem {
        let scope = Scope::from(exhausted.payer);
        self.refusals.get_or_create(&RefusalLabels { budget, scope }).inc();
        let whose = match scope {
            Scope::owner => "",
            Scope::address => " from your address",
            Scope::total => " at the moment",
        };
        let seconds =
            exhausted.retry_after.unwrap_or(Duration::from_secs(1)).as_secs_f64().ceil().max(1.0)
                as u64;
        Problem::new(code, format!("too many {what}{whose}; retry in {seconds} s"))
            .retry_after(seconds)
    }
}

/// Returns the limits of each kind of payer.
fn budgets(limits: &ClientLimits) -> Budgets {
    let refill = |per_second: f64, burst: f64| {
        (per_second > 0.0).then_some(Refill { per_second, burst: (per_second * burst).max(1.0) })
    };
    let rates = |requests: f64, others: f64| {
        [
            refill(f64::from(limits.requests_per_second) * requests, REQUEST_BURST),
            refill(f64::from(limits.engine_games_per_minute) / 60.0 * others, GAME_BURST),
            refill(f64::from(limits.reviews_per_minute) / 60.0 * others, GAME_BURST),
        ]
    };
    let unlimited = usize::MAX;
    Budgets {
        everyone: Limits {
            rates: [None; 3],
            held: [unlimited, limits.total_connections, limits.total_buffered_bytes],
        },
        address: Limits {
            rates: rates(OWNERS_PER_ADDRESS, BUSY_OWNERS_PER_ADDRESS),
            held: [
                limits.searches.saturating_mul(SEARCHING_OWNERS_PER_ADDRESS),
                limits.connections,
                limits.buffered_bytes,
            ],
        },
        owner: Limits { rates: rates(1.0, 1.0), held: [limits.searches, unlimited, unlimited] },
    }
}

impl Caller {
    /// Returns whom a request is charged to: its address, and its owner if it has a valid cookie.
    fn payers(&self) -> impl Iterator<Item = Payer> + use<> {
        let owner =
            self.owner.as_ref().and_then(|secret| u128::from_str_radix(secret.text(), 16).ok());
        [Payer::Address(self.address)].into_iter().chain(owner.map(Payer::Owner))
    }
}
