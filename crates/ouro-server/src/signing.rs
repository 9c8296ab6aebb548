//! The key with which the server signs cookies.

use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::secret::RandomError;

/// Bytes of a key: a block of SHA-256, which HMAC uses as it is.
const KEY: usize = 64;

/// A secret key that all processes on a database share. Signatures for different purposes are unrelated.
#[derive(Clone)]
pub(crate) struct ServerKey([u8; KEY]);

/// What a signature is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// The owner cookie.
    Owner,
    /// The session cookie of a client that has logged in.
    Session,
    /// The comparison of a token with the configured one.
    Token,
    /// The token of an invitation.
    Invitation,
}

impl Purpose {
    const fn prefix(self) -> &'static [u8] {
        match self {
            Purpose::Owner => b"owner\0",
            Purpose::Session => b"session\0",
            Purpose::Token => b"token\0",
            Purpose::Invitation => b"invitation\0",
        }
    }
}

impl ServerKey {
    /// Generates a key.
    pub(crate) fn generate() -> Result<ServerKey, RandomError> {
        let mut bytes = [0; KEY];
        getrandom::fill(&mut bytes).map_err(|_| RandomError)?;
        Ok(ServerKey(bytes))
    }

    /// Reads a key that was stored as text.
    pub(crate) fn parse(text: &str) -> Option<ServerKey> {
        unhex(text).map(ServerKey)
    }

    /// Returns the text to store.
    pub(crate) fn text(&self) -> String {
        hex(&self.0)
    }

    fn mac(&self, purpose: Purpose, text: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new(&self.0.into());
        mac.update(purpose.prefix());
        mac.update(text.as_bytes());
        mac
    }

    /// Returns the signature of a text as hexadecimal digits.
    pub(crate) fn sign(&self, purpose: Purpose, text: &str) -> String {
        hex(&self.mac(purpose, text).finalize().into_bytes())
    }

    /// Returns whether a signature is that of the text, in constant time.
    pub(crate) fn verify(&self, purpose: Purpose, text: &str, signature: &str) -> bool {
        unhex::<32>(signature)
            .is_some_and(|bytes| self.mac(purpose, text).verify_slice(&bytes).is_ok())
    }

    /// Returns whether two secrets are equal, in a time that does not depend on where they differ.
    pub(crate) fn same(&self, a: &str, b: &str) -> bool {
        self.verify(Purpose::Token, a, &self.sign(Purpose::Token, b))
    }
}

/// Writes bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Reads exactly `N` bytes from hexadecimal digits.
fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        *byte = u8::try_from(digit(pair[0])? << 4 | digit(pair[1])?).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_valid_for_its_text_its_purpose_and_its_key_only() {
        let key = ServerKey([7; KEY]);
        let signature = key.sign(Purpose::Owner, "text");
        assert_eq!(signature.len(), 64);
        assert!(key.verify(Purpose::Owner, "text", &signature));
        assert!(!key.verify(Purpose::Owner, "other", &signature));
        assert!(!key.verify(Purpose::Session, "text", &signature));
        assert!(!ServerKey([8; KEY]).verify(Purpose::Owner, "text", &signature));
        for invalid in ["", "zz", &signature[1..], &format!("{signature}0"), &"é".repeat(32)] {
            assert!(!key.verify(Purpose::Owner, "text", invalid), "{invalid}");
        }
        let read = ServerKey::parse(&key.text()).unwrap();
        assert!(read.verify(Purpose::Owner, "text", &signature));
        assert!(key.same("a", "a") && !key.same("a", "b") && !key.same("a", "aa"));
    }
}
