//! Who calls: the client's address and, by a signed cookie, the owner of games.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::admission::Lease;
use crate::admission::address::ClientAddress;
use crate::app::App;
use crate::config::Config;
use crate::problem::Problem;
use crate::secret::Secret;
use crate::signing::{Purpose, ServerKey};

/// Name and lifetime (a year, in seconds) of the cookie that identifies an owner.
const COOKIE: &str = "ouro_owner";
const COOKIE_AGE: u32 = 365 * 24 * 3_600;

/// The client of a request. The middleware determines it before any handler runs.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// The client's address as far as it can be trusted.
    pub(crate) address: ClientAddress,
    /// The secret of the owner cookie, if it is valid.
    pub(crate) owner: Option<Secret>,
    /// What the client holds for the duration of the request. A WebSocket keeps it while it is open.
    pub(crate) lease: Option<Arc<Lease>>,
}

impl Caller {
    /// Returns a name for queues that serve clients in turn.
    pub(crate) fn name(&self) -> String {
        self.address.to_string()
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Caller, Problem> {
        let caller = parts.extensions.get::<Caller>().cloned();
        caller.ok_or_else(|| Problem::internal("a request without a caller"))
    }
}

/// Returns the address of the other end of the connection.
pub(crate) fn peer(parts: &Parts) -> IpAddr {
    parts
        .extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip())
}

/// An owner cookie in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OwnerCookie {
    /// The server has signed it.
    Signed(Secret),
    /// It was set before cookies were signed, and counts only if its owner exists.
    Unsigned(Secret),
}

impl OwnerCookie {
    /// Reads the owner cookie of a request. An invalid one counts as none.
    pub(crate) fn read(headers: &HeaderMap, key: &ServerKey) -> Option<OwnerCookie> {
        cookies(headers, COOKIE).find_map(|value| match value.split_once('.') {
            Some((secret, signature)) => Secret::parse(secret)
                .filter(|secret| key.verify(Purpose::Owner, secret.text(), signature))
                .map(OwnerCookie::Signed),
            None => Secret::parse(value).map(OwnerCookie::Unsigned),
        })
    }

    /// Writes the header that sets the cookie of an owner.
    pub(crate) fn header(secret: &Secret, key: &ServerKey, config: &Config) -> Option<HeaderValue> {
        let value = format!("{}.{}", secret.text(), key.sign(Purpose::Owner, secret.text()));
        set_cookie(COOKIE, &value, COOKIE_AGE, "Lax", config)
    }
}

/// Returns the values of all cookies with a name.
pub(crate) fn cookies<'a>(
    headers: &'a HeaderMap,
    name: &'static str,
) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|text| text.split(';')).filter_map(move |pair| {
        let (found, value) = pair.trim().split_once('=')?;
        (found == name).then_some(value)
    })
}

/// Writes the header that sets a cookie for the whole site, which scripts cannot read.
pub(crate) fn set_cookie(
    name: &str,
    value: &str,
    seconds: u32,
    same_site: &str,
    config: &Config,
) -> Option<HeaderValue> {
    let https = config.public_url.as_ref().is_some_and(crate::Origin::is_https);
    let secure = if https { "; Secure" } else { "" };
    let text = format!(
        "{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite={same_site}{secure}"
    );
    HeaderValue::from_str(&text).ok()
}

/// The anonymous owner of games and reviews.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    secret: Secret,
    /// The header that sets the cookie, if the client does not have it yet.
    cookie: Option<HeaderValue>,
}

impl Owner {
    /// Returns the identifier that is stored.
    pub(crate) fn id(&self) -> String {
        self.secret.hash()
    }

    /// Returns the header that makes the client keep the owner, if it does not yet.
    pub(crate) fn remember(&self) -> HeaderMap {
        self.cookie.iter().map(|value| (header::SET_COOKIE, value.clone())).collect()
    }
}

impl FromRequestParts<Arc<App>> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Owner, Problem> {
        let caller = Caller::from_request_parts(parts, app).await?;
        if let Some(secret) = caller.owner {
            return Ok(Owner { secret, cookie: None });
        }
        let secret = Secret::new()?;
        let cookie = OwnerCookie::header(&secret, &app.key, &app.config);
        Ok(Owner { secret, cookie })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forged_cookie_is_none_and_a_signed_one_is_found_among_others() {
        let key = ServerKey::generate().unwrap();
        let secret = Secret::new().unwrap();
        let read = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_str(text).unwrap());
            OwnerCookie::read(&headers, &key)
        };
        let signature = key.sign(Purpose::Owner, secret.text());
        let signed = format!("{}.{signature}", secret.text());
        assert_eq!(
            read(&format!("a=b; ouro_owner={signed}")),
            Some(OwnerCookie::Signed(secret.clone()))
        );
        let other = Secret::new().unwrap();
        assert_eq!(read(&format!("ouro_owner={}.{signature}", other.text())), None);
        assert_eq!(read(&format!("ouro_owner={}.", secret.text())), None);
        assert_eq!(read("ouro_owner=x"), None);
        let old = format!("ouro_owner={}", secret.text());
        assert_eq!(read(&old), Some(OwnerCookie::Unsigned(secret)));
    }
}
