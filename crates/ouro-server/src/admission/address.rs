//! The address that a client is counted by.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;

/// How often an untrusted `X-Forwarded-For` header is logged.
const WARN_EVERY: Duration = Duration::from_secs(60);

/// An IPv4 address or an IPv6 /64: the smallest unit that belongs to one customer of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> ClientAddress {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            ipv4 => ipv4,
        })
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(prefix) => write!(f, "{prefix}/64"),
        }
    }
}

/// Proxies whose `X-Forwarded-For` header is trusted.
pub(crate) struct TrustedProxies {
    addresses: Vec<IpAddr>,
    warned: Mutex<Option<Instant>>,
}

impl TrustedProxies {
    pub(crate) fn new(addresses: &[IpAddr]) -> TrustedProxies {
        // A socket that listens on `[::]` reports IPv4 peers as IPv4-mapped IPv6 addresses.
        let addresses = addresses.iter().map(IpAddr::to_canonical).collect();
        TrustedProxies { addresses, warned: Mutex::default() }
    }

    pub(crate) fn contains(&self, peer: IpAddr) -> bool {
        self.addresses.contains(&peer.to_canonical())
    }

    /// Returns the address of the client behind a peer: the last one in `X-Forwarded-For` that is not a trusted proxy.
    pub(crate) fn client(&self, headers: &HeaderMap, peer: IpAddr) -> ClientAddress {
        let forwarded = headers.get_all("x-forwarded-for");
        if !self.contains(peer) {
            if forwarded.iter().next().is_some() {
                self.warn(peer);
            }
            return peer.into();
        }
        let mut address = peer;
        let values: Vec<&str> = forwarded.iter().filter_map(|value| value.to_str().ok()).collect();
        for text in values.iter().rev().flat_map(|value| value.rsplit(',')) {
            if !self.contains(address) {
                break;
            }
            let Some(before) = parse(text.trim()) else { break };
            address = before;
        }
        address.into()
    }

    /// Logs an ignored header, at most once a minute.
    fn warn(&self, peer: IpAddr) {
        let now = Instant::now();
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.is_none_or(|at| now.duration_since(at) >= WARN_EVERY) {
            *warned = Some(now);
            tracing::warn!(%peer, "ignored X-Forwarded-For from an untrusted peer; name your proxy with --trust-proxy");
        }
    }
}

/// Parses an address, which some proxies write with a port.
fn parse(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip());
    text.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv6_client_is_its_64_bit_prefix_and_a_mapped_address_is_ipv4() {
        let address = |text| ClientAddress::from(ip(text));
        assert_eq!(address("2001:db8:1:2:3:4:5:6"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!(address("2001:db8:1:2:3:4:5:6").to_string(), "2001:db8:1:2::/64");
    }

    #[test]
    fn only_trusted_proxies_name_the_client() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("6.6.6.6, 1.2.3.4, 10.0.0.2"));
        let client = |peer: &str, trusted: &[&str]| {
            let trusted: Vec<IpAddr> = trusted.iter().map(|text| ip(text)).collect();
            TrustedProxies::new(&trusted).client(&headers, ip(peer)).to_string()
        };
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["10.0.0.1"]), "10.0.0.2");
        // Whatever stands before the last untrusted address may be invented.
        assert_eq!(client("10.0.0.1", &["10.0.0.1", "10.0.0.2"]), "1.2.3.4");
        assert_eq!(client("9.9.9.9", &["10.0.0.1"]), "9.9.9.9");
        assert_eq!(client("::ffff:10.0.0.1", &["10.0.0.1"]), "10.0.0.2");
    }

    #[test]
    fn repeated_headers_and_ports_are_understood() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("1.1.1.1"));
        headers.append("x-forwarded-for", HeaderValue::from_static("2.2.2.2:4711"));
        let proxies = TrustedProxies::new(&[ip("10.0.0.1")]);
        assert_eq!(proxies.client(&headers, ip("10.0.0.1")).to_string(), "2.2.2.2");
    }
}
