//! Random secrets, of which the service stores only hashes.

use sha2::{Digest, Sha256};

use crate::signing::{Purpose, ServerKey, hex};

/// The system provides no random numbers.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system provides no random numbers")]
pub(crate) struct RandomError;

/// A random secret of 128 bits, as 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// Creates a secret that cannot be guessed.
    pub(crate) fn new() -> Result<Secret, RandomError> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(|_| RandomError)?;
        Ok(Secret(hex(&bytes)))
    }

    /// Derives the secret of a purpose from the key of the server: always the same one for the same text.
    pub(crate) fn derived(key: &ServerKey, purpose: Purpose, text: &str) -> Secret {
        let mut digits = key.sign(purpose, text);
        digits.truncate(32);
        Secret(digits)
    }

    /// Returns whether a text has the form of a secret.
    pub(crate) fn is_valid(text: &str) -> bool {
        text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// Reads a secret.
    pub(crate) fn parse(text: &str) -> Option<Secret> {
        Secret::is_valid(text).then(|| Secret(text.to_owned()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Returns the hash that is stored.
    pub(crate) fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// Returns the hash of a secret.
pub(crate) fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}
