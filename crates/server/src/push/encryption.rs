//! What only one browser can read: RFC 8291 over RFC 8188, with a new key pair for every message.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// Bytes of a point of the curve, uncompressed.
pub const PUBLIC_KEY: usize = 65;
/// Bytes of the secret that browser and server share.
pub const AUTH: usize = 16;
/// The size of a record of RFC 8188; a message is always one record.
const RECORD: u32 = 4096;
/// What follows the last byte of the last record.
const LAST: u8 = 2;

/// So many bytes of a derived key.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut key = [0; N];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(info, Bytes(N))?.fill(&mut key)?;
    Ok(key)
}

/// Encrypts a short message for the browser with this public key and secret. An error means that the key is no point of the
/// curve, or that the system has no random numbers.
pub fn encrypt(message: &[u8], browser: &[u8], auth: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let (key, nonce) = agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, browser), |shared| {
        let secret: [u8; 32] = derive(auth, shared, &[b"WebPush: info\0", browser, public.as_ref()])?;
        let key: [u8; 16] = derive(&salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce: [u8; 12] = derive(&salt, &secret, &[b"Content-Encoding: nonce\0"])?;
        Ok::<_, Unspecified>((key, nonce))
    })??;
    let mut sealed = message.to_vec();
    sealed.push(LAST);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)?;
    let mut body = salt.to_vec();
    body.extend(RECORD.to_be_bytes());
    body.push(PUBLIC_KEY as u8);
    body.extend(public.as_ref());
    body.extend(sealed);
    Ok(body)
}
