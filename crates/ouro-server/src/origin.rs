//! Web origins: the service's own, and those of other sites that may call it.

use std::fmt;
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use serde::Deserialize;

use crate::config::Config;

/// A scheme, a host and an optional port, such as `https://chess.example.org`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Origin(String);

/// The text is not an origin.
#[derive(Clone, Debug, thiserror::Error)]
#[error("expected an origin such as https://chess.example.org, without a path")]
pub struct ParseOriginError;

impl Origin {
    /// Returns whether browsers reach the origin over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https:")
    }

    fn header_value(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Origin, ParseOriginError> {
        let uri: Uri = text.parse().map_err(|_| ParseOriginError)?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) =
            (uri.scheme_str(), uri.authority())
        else {
            return Err(ParseOriginError);
        };
        if !matches!(uri.path(), "" | "/")
            || uri.query().is_some()
            || authority.as_str().contains('@')
        {
            return Err(ParseOriginError);
        }
        // Browsers send origins in lower case and without the default port.
        let authority = authority.as_str().to_ascii_lowercase();
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        let authority = authority.strip_suffix(default_port).unwrap_or(&authority);
        Ok(Origin(format!("{scheme}://{authority}")))
    }
}

impl TryFrom<String> for Origin {
    type Error = ParseOriginError;

    fn try_from(text: String) -> Result<Origin, ParseOriginError> {
        text.parse()
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whose pages may call the API.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum AllowedOrigin {
    /// Pages of any origin (`*`), without cookies.
    Any,
    /// Pages of this origin, with cookies.
    Only(Origin),
}

impl FromStr for AllowedOrigin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<AllowedOrigin, ParseOriginError> {
        if text == "*" { Ok(AllowedOrigin::Any) } else { text.parse().map(AllowedOrigin::Only) }
    }
}

impl TryFrom<String> for AllowedOrigin {
    type Error = ParseOriginError;

    fn try_from(text: String) -> Result<AllowedOrigin, ParseOriginError> {
        text.parse()
    }
}

/// What a page may do, by its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OriginTrust {
    /// The service's own page, a listed origin, or a client that is not a browser: cookies count.
    Credentials,
    /// Any other page, if `*` is allowed: it calls without cookies.
    Anonymous,
    /// Any other page.
    Refused,
}

impl OriginTrust {
    /// Judges the `Origin` header of a request.
    pub(crate) fn of(headers: &HeaderMap, config: &Config) -> OriginTrust {
        let Some(origin) = headers.get(header::ORIGIN) else { return OriginTrust::Credentials };
        let origin = origin.to_str().unwrap_or_default();
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let same_host = host.is_some() && origin.split_once("://").map(|(_, name)| name) == host;
        let public = config.public_url.as_ref().is_some_and(|public| public.0 == origin);
        let listed = |allowed: &AllowedOrigin| matches!(allowed, AllowedOrigin::Only(only) if only.0 == origin);
        if same_host || public || config.allowed_origins.iter().any(listed) {
            OriginTrust::Credentials
        } else if config.allowed_origins.contains(&AllowedOrigin::Any) {
            OriginTrust::Anonymous
        } else {
            OriginTrust::Refused
        }
    }
}

/// Returns the header values of the listed origins, or `None` if any origin is allowed.
pub(crate) fn listed(allowed: &[AllowedOrigin]) -> Option<Vec<HeaderValue>> {
    let listed = |allowed: &AllowedOrigin| match allowed {
        AllowedOrigin::Any => None,
        AllowedOrigin::Only(origin) => origin.header_value(),
    };
    if allowed.contains(&AllowedOrigin::Any) {
        return None;
    }
    Some(allowed.iter().filter_map(listed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_normalised_and_anything_else_is_refused() {
        let origin = |text: &str| text.parse::<Origin>().map(|origin| origin.to_string()).ok();
        assert_eq!(
            origin("https://Chess.example.org/").as_deref(),
            Some("https://chess.example.org")
        );
        assert_eq!(
            origin("https://chess.example.org:443").as_deref(),
            Some("https://chess.example.org")
        );
        assert_eq!(origin("http://localhost:5173").as_deref(), Some("http://localhost:5173"));
        for text in [
            "",
            "*",
            "chess.example.org",
            "ftp://a",
            "https://a/b",
            "https://a?b",
            "https://u@a",
            "https://",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
        assert_eq!("*".parse::<AllowedOrigin>().ok(), Some(AllowedOrigin::Any));
    }
}
