//! Who calls: the address for limits, and an anonymous owner for "my games".

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::App;
use crate::problem::Problem;
use crate::secret::Secret;

/// The name of the cookie that remembers an owner.
const COOKIE: &str = "ouro_owner";
/// How long it does, in seconds: a year.
const COOKIE_AGE: u32 = 365 * 24 * 3600;

/// The address of the client, as far as it can be believed.
#[derive(Clone, Debug)]
pub(crate) struct Caller(String);

impl Caller {
    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// The client's address. What a proxy says about it counts only if the proxy is trusted; of a chain,
    /// the last one that is not.
    pub(crate) fn of(headers: &HeaderMap, peer: IpAddr, trusted: &[IpAddr]) -> Caller {
        let mut address = peer;
        let forwarded = headers.get_all("x-forwarded-for");
        let texts = forwarded.iter().filter_map(|value| value.to_str().ok());
        let chain: Vec<&str> = texts.flat_map(|text| text.split(',')).collect();
        for text in chain.into_iter().rev() {
            if !trusted.contains(&address) {
                break;
            }
            let Ok(before) = text.trim().parse() else { break };
            address = before;
        }
        Caller(address.to_string())
    }
}

/// The address of the other end of the connection.
pub(crate) fn peer(parts: &Parts) -> IpAddr {
    parts
        .extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip())
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Caller, Problem> {
        Ok(Caller::of(&parts.headers, peer(parts), &app.config.trusted_proxies))
    }
}

/// The anonymous owner of games: what a cookie says.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    secret: Secret,
    /// Whether the client does not have it yet.
    new: bool,
}

impl Owner {
    /// What is stored of the owner.
    pub(crate) fn id(&self) -> String {
        self.secret.hash()
    }

    /// The header that makes the client remember it, if it does not yet.
    pub(crate) fn remember(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let text = format!(
            "{COOKIE}={}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax",
            self.secret.text()
        );
        if let (true, Ok(value)) = (self.new, HeaderValue::from_str(&text)) {
            headers.insert(header::SET_COOKIE, value);
        }
        headers
    }
}

impl FromRequestParts<Arc<App>> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Owner, Problem> {
        let cookies = parts.headers.get_all(header::COOKIE);
        let texts = cookies.iter().filter_map(|value| value.to_str().ok());
        let known = texts.flat_map(|text| text.split(';')).find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == COOKIE).then(|| Secret::parse(value))?
        });
        match known {
            Some(secret) => Ok(Owner { secret, new: false }),
            None => Ok(Owner { secret: Secret::new()?, new: true }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("6.6.6.6, 1.2.3.4, 10.0.0.2"));
        let proxy: IpAddr = "10.0.0.1".parse().unwrap();
        let second: IpAddr = "10.0.0.2".parse().unwrap();
        let name = |peer, trusted: &[IpAddr]| Caller::of(&headers, peer, trusted).0;
        assert_eq!(name(proxy, &[]), "10.0.0.1");
        assert_eq!(name(proxy, &[proxy]), "10.0.0.2");
        // Beyond the last trusted one, anybody may have written anything.
        assert_eq!(name(proxy, &[proxy, second]), "1.2.3.4");
        assert_eq!(name("9.9.9.9".parse().unwrap(), &[proxy]), "9.9.9.9");
    }
}
