//! Identity and access: tokens, cookies, and whose address a request has.

use serde_json::json;

use super::Attack;
use crate::http::Client;
use crate::service::{Options, Service};
use crate::trial::{ATTACKER, Trial};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new("token", "requests without the API token, with headers of browsers", token),
    Attack::new("cookies", "made-up cookies, and cookies without Secure", cookies),
    Attack::new("ipv6-prefix", "a client that uses all addresses of its /64", ipv6_prefix),
    Attack::new("mapped-proxy", "a trusted proxy with an IPv4-mapped address", mapped_proxy),
    Attack::new("forged-proxy", "X-Forwarded-For from an untrusted client", forged_proxy),
];

fn status(client: &Client, path: &str) -> Result<u16, String> {
    client.get(path).map(|response| response.status).map_err(|error| error.to_string())
}

fn token(trial: &mut Trial<'_>) -> Result<(), String> {
    const TOKEN: &str = "0123456789abcdef0123456789abcdef";
    let service = trial.serve(&["--api-token", TOKEN])?;
    let client = || service.client(ATTACKER);
    let forged = [
        client(),
        client().with_header("sec-fetch-site", "same-origin"),
        client().with_header("sec-fetch-site", "same-origin").with_header("sec-fetch-mode", "cors"),
        client().with_header("origin", &format!("http://{}", service.address())),
        client().with_header("referer", &format!("http://{}/", service.address())),
        client().with_header("authorization", "Bearer "),
        client().with_header("authorization", "Bearer 0123456789abcdef"),
        client().with_header("cookie", "ouro_owner=00000000000000000000000000000000"),
    ];
    for client in &forged {
        for path in ["/api/v1/levels", "/api/v1/games", "/metrics"] {
            let status = status(client, path)?;
            trial.require(status == 401 || status == 403, || {
                format!("{path} returned {status} without the token")
            });
        }
    }
    let allowed = client().with_header("authorization", &format!("Bearer {TOKEN}"));
    for path in ["/api/v1/levels", "/metrics"] {
        let status = status(&allowed, path)?;
        trial.require(status == 200, || format!("{path} returned {status} with the token"));
    }
    Ok(())
}

fn cookies(trial: &mut Trial<'_>) -> Result<(), String> {
    let human = json!({ "kind": "human" });
    let game = json!({ "white": human, "black": human });
    {
        let service = trial.serve(&[])?;
        let made_up = "ouro_owner=0123456789abcdef0123456789abcdef";
        let client = service.client(ATTACKER).with_header("cookie", made_up);
        let created = client.post("/api/v1/games", &game).map_err(|error| error.to_string())?;
        trial.require(created.header("set-cookie").is_some(), || {
            "a made-up cookie is accepted as an identity".to_owned()
        });
    }
    let options = trial.options().with(&["--public-url", "https://chess.example"]);
    match Service::start(&options) {
        Ok(service) => {
            let client = service.client(ATTACKER);
            let created = client.post("/api/v1/games", &game).map_err(|error| error.to_string())?;
            let cookie = created.header("set-cookie").unwrap_or_default().to_lowercase();
            for attribute in ["secure", "httponly", "samesite"] {
                trial.require(cookie.contains(attribute), || {
                    format!("the cookie of an https service lacks {attribute}")
                });
            }
        }
        Err(_) => trial.violation("there is no --public-url, so cookies lack Secure"),
    }
    Ok(())
}

/// Sends requests with different values of `X-Forwarded-For`. Returns how many were rate-limited.
fn limited(service: &Service, count: u32, address: impl Fn(u32) -> String) -> usize {
    let is_limited = |&number: &u32| {
        let client = service.client(ATTACKER).with_header("x-forwarded-for", &address(number));
        client.get("/api/v1/games").is_ok_and(|response| response.status == 429)
    };
    (0..count).filter(is_limited).count()
}

fn ipv6_prefix(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--trust-proxy", &ATTACKER.to_string()])?;
    let same_network = limited(&service, 4_000, |n| format!("2001:db8:1:2::{n:x}"));
    trial.note(format!("{same_network} of 4,000 requests limited"));
    trial.require(same_network > 0, || "addresses of one /64 have separate limits".to_owned());
    let others = limited(&service, 100, |n| format!("2001:db8:1:{:x}::1", n + 3));
    trial.require(others == 0, || format!("{others} requests of other networks were limited"));
    Ok(())
}

fn mapped_proxy(trial: &mut Trial<'_>) -> Result<(), String> {
    let options = trial.options().listening_on("[::ffff:127.0.0.1]:0");
    let service = match Service::start(&options.with(&["--trust-proxy", &ATTACKER.to_string()])) {
        Ok(service) => service,
        Err(error) => {
            trial.skip(format!("no IPv6 socket: {error}"));
            return Ok(());
        }
    };
    let exhausted = limited(&service, 4_000, |_| "203.0.113.1".to_owned());
    trial.require(exhausted > 0, || "one forwarded address is not limited".to_owned());
    let others = limited(&service, 50, |n| format!("203.0.113.{}", n + 10));
    trial.require(others == 0, || {
        "the trusted proxy is not recognised by its mapped address".to_owned()
    });
    Ok(())
}

fn forged_proxy(trial: &mut Trial<'_>) -> Result<(), String> {
    let database = "sqlite::memory:";
    let service = Service::start(&Options::new(&trial.settings.program, database, trial.folder()))?;
    let limited = limited(&service, 4_000, |n| format!("198.51.{}.{}", n / 256, n % 256));
    trial.require(limited > 0, || "a client evades the rate limit with a header".to_owned());
    Ok(())
}
