//! A push service of our own on this machine, and a browser that reads what it carries: a second reading of RFC 8188, 8291 and
//! 8292, from the receiving side.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use p256::elliptic_curve::sec1::ToSec1Point;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hmac::{HMAC_SHA256, Key, sign};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A message as it was handed in.
#[derive(Clone, Debug)]
pub struct Received {
    /// Which browser it is for.
    pub path: String,
    /// The fields of its head, by their names in small letters.
    pub fields: BTreeMap<String, String>,
    /// What is in it.
    pub body: Vec<u8>,
}

/// A push service.
pub struct PushService {
    /// Where it listens.
    pub address: SocketAddr,
    received: mpsc::UnboundedReceiver<Received>,
    answers: Arc<Mutex<VecDeque<u16>>>,
    gone: Arc<Mutex<BTreeSet<String>>>,
}

impl PushService {
    /// Starts to listen.
    pub async fn start() -> PushService {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (told, received) = mpsc::unbounded_channel();
        let answers = Arc::<Mutex<VecDeque<u16>>>::default();
        let gone = Arc::<Mutex<BTreeSet<String>>>::default();
        let (next, absent) = (answers.clone(), gone.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (told, next, absent) = (told.clone(), next.clone(), absent.clone());
                tokio::spawn(async move {
                    let status = |path: &str| {
                        if absent.lock().unwrap_or_else(PoisonError::into_inner).contains(path) {
                            return 410;
                        }
                        next.lock().unwrap_or_else(PoisonError::into_inner).pop_front().unwrap_or(201)
                    };
                    // A client that hangs up has sent nothing.
                    if let Ok(message) = take(stream, status).await {
                        let _ = told.send(message);
                    }
                });
            }
        });
        PushService { address, received, answers, gone }
    }

    /// The next messages are answered with these; later ones are taken.
    pub fn answer(&self, statuses: &[u16]) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).extend(statuses);
    }

    /// The browser of this path is gone.
    pub fn forget(&self, path: &str) {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into());
    }

    /// The next message.
    pub async fn next(&mut self) -> Received {
        self.received.recv().await.expect("the service listens as long as this")
    }

    /// Whether no message has come that was not looked at.
    pub fn is_quiet(&self) -> bool {
        self.received.is_empty()
    }
}

/// Takes one message and answers it.
async fn take(mut stream: TcpStream, status: impl FnOnce(&str) -> u16) -> std::io::Result<Received> {
    let broken = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8(head).map_err(|_| broken())?;
    let mut lines = head.lines();
    let path = lines.next().and_then(|line| line.strip_prefix("POST ")?.split(' ').next()).ok_or_else(broken)?.to_string();
    let fields = lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.to_ascii_lowercase(), value.to_string()));
    let fields: BTreeMap<String, String> = fields.collect();
    let length = fields.get("content-length").and_then(|length| length.parse().ok()).ok_or_else(broken)?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let answer = format!("HTTP/1.1 {} Answered\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status(&path));
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    Ok(Received { path, fields, body })
}

/// A browser that takes messages.
pub struct Device {
    secret: p256::SecretKey,
    auth: [u8; 16],
}

impl Device {
    /// A browser with keys of its own.
    pub fn new() -> Device {
        let random = SystemRandom::new();
        let (mut secret, mut auth) = ([0; 32], [0; 16]);
        random.fill(&mut auth).expect("random numbers");
        loop {
            random.fill(&mut secret).expect("random numbers");
            // Nearly every number is a key.
            if let Ok(secret) = p256::SecretKey::from_slice(&secret) {
                return Device { secret, auth };
            }
        }
    }

    fn public(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// What a page sends to the server for this browser, which a push service knows by this path.
    pub fn subscription(&self, service: SocketAddr, path: &str, words: &str) -> Value {
        json!({
            "endpoint": format!("http://{service}{path}"),
            "keys": {"p256dh": BASE64_URL_SAFE_NO_PAD.encode(self.public()), "auth": BASE64_URL_SAFE_NO_PAD.encode(self.auth)},
            "words": words,
        })
    }

    /// Reads a message; `None` where it is not for this browser, or was changed.
    pub fn decrypt(&self, body: &[u8]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_at_checked(16)?;
        let (size, rest) = rest.split_at_checked(4)?;
        let (length, rest) = rest.split_first()?;
        let (sender, sealed) = rest.split_at_checked(usize::from(*length))?;
        if sealed.len() > u32::from_be_bytes(size.try_into().ok()?) as usize {
            return None;
        }
        let public = p256::PublicKey::from_sec1_bytes(sender).ok()?;
        let shared = p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), public.as_affine());
        let secret = derive(&self.auth, shared.raw_secret_bytes(), &[&b"WebPush: info\0"[..], &self.public(), sender].concat());
        let key = derive(salt, &secret, b"Content-Encoding: aes128gcm\0");
        let nonce = derive(salt, &secret, b"Content-Encoding: nonce\0");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).ok()?);
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).ok()?;
        let mut plain = sealed.to_vec();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut plain).ok()?;
        // After the message come a two, as it is the last record, and any number of zeros.
        let end = plain.iter().rposition(|byte| *byte != 0)?;
        (plain[end] == 2).then(|| plain[..end].to_vec())
    }
}

impl Default for Device {
    fn default() -> Device {
        Device::new()
    }
}

/// The first 32 bytes that HKDF gives (RFC 5869).
fn derive(salt: &[u8], secret: &[u8], info: &[u8]) -> Vec<u8> {
    let extracted = sign(&Key::new(HMAC_SHA256, salt), secret);
    sign(&Key::new(HMAC_SHA256, extracted.as_ref()), &[info, &[1]].concat()).as_ref().to_vec()
}

/// What the sender of a message claims, where it is signed with the key that is told.
pub fn claims(received: &Received, key: &str) -> Option<Value> {
    let (token, told) = received.fields.get("authorization")?.strip_prefix("vapid t=")?.split_once(", k=")?;
    let (signed, signature) = token.rsplit_once('.')?;
    let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key)?).verify(signed.as_bytes(), &bytes(signature)?).ok()?;
    let (head, claims) = signed.split_once('.')?;
    let head: Value = serde_json::from_slice(&bytes(head)?).ok()?;
    (told == key && head["alg"] == "ES256").then(|| serde_json::from_slice(&bytes(claims)?).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, section 5: so this reading is right, whatever ours writes.
    #[test]
    fn the_example_of_the_rfc_is_read() {
        let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).expect("Base64");
        let secret = p256::SecretKey::from_slice(&bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).expect("a key");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().expect("16 bytes");
        let message = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95\
                       bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        let read = Device { secret, auth }.decrypt(&bytes(message)).expect("it is for this browser");
        assert_eq!(String::from_utf8_lossy(&read), "When I grow up, I want to be a watermelon");
        assert_eq!(Device::new().decrypt(&bytes(message)), None, "and for no other");
    }
}
