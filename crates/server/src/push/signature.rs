//! Who sends a message, for the push service: RFC 8292. The key is the same for all servers on one database.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// How long a signature is good for, in seconds; push services take up to a day.
const LIFE: u64 = 12 * 60 * 60;

/// Signs messages.
pub struct SigningKey(EcdsaKeyPair);

impl SigningKey {
    /// A new key as it is kept.
    pub fn make() -> Result<String, Unspecified> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(BASE64_URL_SAFE_NO_PAD.encode(made.as_ref()))
    }

    /// A key that was kept; nothing where it is none.
    pub fn read(kept: &str) -> Option<SigningKey> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(kept).ok()?;
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &SystemRandom::new()).ok().map(SigningKey)
    }

    /// The public half, as browsers take it.
    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.public_key().as_ref())
    }

    /// The field `Authorization` of a message to the push service at `origin`. `now` is in seconds since 1970; an empty
    /// contact is left out.
    pub fn authorization(&self, origin: &str, contact: &str, now: u64) -> Result<String, Unspecified> {
        let mut claims = json!({"aud": origin, "exp": now + LIFE});
        if !contact.is_empty() {
            claims["sub"] = contact.into();
        }
        let part = |value: serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(json!({"typ": "JWT", "alg": "ES256"})), part(claims));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", BASE64_URL_SAFE_NO_PAD.encode(signature.as_ref()), self.public()))
    }
}
