//! The secret behind a game's dice and the commitment to it.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::fair::hexadecimal::{NotHex, from_hex, to_hex};
use crate::fair::sheet::SCHEME;

/// What the one who throws the dice keeps to itself until the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    /// Nothing of it ever reaches a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A secret of these bytes, which must be random.
    pub fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// A secret as a record shows it.
    pub fn from_hex(text: &str) -> Result<Secret, NotHex> {
        from_hex(text).map(Secret)
    }

    /// As a record shows it.
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }

    /// What is published before the first roll: SHA-256 over the scheme's name and the secret.
    pub fn commitment(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(SCHEME);
        hash.update(b" commitment\n");
        hash.update(self.0);
        to_hex(&hash.finalize())
    }

    /// The secret of one game of a table that has one master secret. Showing it tells nothing
    /// of the master or of other games.
    pub fn of_round(&self, round: u32) -> Secret {
        Secret(self.mac(format!("{SCHEME} round\n{round}").as_bytes()))
    }

    /// HMAC-SHA-256 over a message, keyed with the secret.
    pub(crate) fn mac(&self, message: &[u8]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(message);
        mac.finalize().into_bytes().into()
    }
}
