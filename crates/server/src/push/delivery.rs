//! Handing a message in at a push service.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::endpoint::{Endpoint, is_public};
use crate::config::Reach;

/// Messages on their way at the same time.
const TOGETHER: usize = 32;
/// How long a push service may take for everything.
const PATIENCE: Duration = Duration::from_secs(10);

/// What became of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The push service has it.
    Taken,
    /// There is no such browser any more.
    Gone,
    /// It may go better later.
    Later(String),
    /// It will not go better.
    Never(String),
}

/// A message as it is handed in.
pub struct Parcel {
    /// Who sends it.
    pub authorization: String,
    /// The same for messages of which only the last matters.
    pub topic: String,
    /// How long the push service keeps it for a browser that is away.
    pub lives: Duration,
    /// The encrypted message.
    pub body: Vec<u8>,
}

/// Hands messages in.
pub struct Courier {
    reach: Reach,
    /// Whom to trust, read from the system when it is first needed; `None` where the system trusts nobody.
    tls: OnceLock<Option<TlsConnector>>,
    room: Semaphore,
}

impl Courier {
    /// One who goes so far.
    pub fn new(reach: Reach) -> Courier {
        Courier { reach, tls: OnceLock::new(), room: Semaphore::new(TOGETHER) }
    }

    /// Whether encrypted connections are possible here: they need the system's certificates.
    pub fn can_encrypt(&self) -> bool {
        self.tls().is_some()
    }

    fn tls(&self) -> Option<&TlsConnector> {
        self.tls.get_or_init(connector).as_ref()
    }

    /// Hands a message in.
    pub async fn deliver(&self, endpoint: &Endpoint, parcel: Parcel) -> Outcome {
        let Ok(_room) = self.room.acquire().await else { return Outcome::Later("the server is stopping".into()) };
        match timeout(PATIENCE, self.hand_in(endpoint, parcel)).await {
            Ok(outcome) => outcome,
            Err(_) => Outcome::Later("it took too long".into()),
        }
    }

    async fn hand_in(&self, endpoint: &Endpoint, parcel: Parcel) -> Outcome {
        let stream = match self.connect(endpoint).await {
            Ok(stream) => stream,
            Err(outcome) => return outcome,
        };
        if !endpoint.encrypted {
            return post(stream, endpoint, parcel).await;
        }
        let (Some(tls), Ok(name)) = (self.tls(), ServerName::try_from(endpoint.host.clone())) else {
            return Outcome::Never("no encrypted connection is possible".into());
        };
        match tls.connect(name, stream).await {
            Ok(stream) => post(stream, endpoint, parcel).await,
            Err(error) => Outcome::Later(error.to_string()),
        }
    }

    /// Connects to the very address that was looked up and found to be allowed.
    async fn connect(&self, endpoint: &Endpoint) -> Result<TcpStream, Outcome> {
        let later = |error: std::io::Error| Outcome::Later(error.to_string());
        let found = lookup_host((endpoint.host.as_str(), endpoint.port)).await.map_err(later)?;
        let allowed = |address: &SocketAddr| self.reach == Reach::Anywhere || is_public(address.ip());
        let mut failed = Outcome::Never("its name leads to no address on the internet".into());
        for address in found.filter(allowed) {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => failed = later(error),
            }
        }
        Err(failed)
    }
}

/// Trusts whom the system trusts.
fn connector() -> Option<TlsConnector> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        tracing::warn!("the system has no certificates to trust: nobody can be told by a message that it is their turn");
        return None;
    }
    trusting(roots)
}

fn trusting(roots: RootCertStore) -> Option<TlsConnector> {
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
    Some(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}

async fn post(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, endpoint: &Endpoint, parcel: Parcel) -> Outcome {
    let request = Request::post(&endpoint.path)
        .header(header::HOST, endpoint.authority.as_str())
        .header(header::AUTHORIZATION, parcel.authorization)
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header("ttl", parcel.lives.as_secs())
        .header("topic", parcel.topic)
        .header("urgency", "normal")
        .body(Body::from(parcel.body));
    let Ok(request) = request else { return Outcome::Never("the request cannot be written".into()) };
    let (mut sender, connection) = match http1::handshake(TokioIo::new(stream)).await {
        Ok(open) => open,
        Err(error) => return Outcome::Later(error.to_string()),
    };
    let mut answer = pin!(sender.send_request(request));
    let answer = tokio::select! {
        biased;
        answer = &mut answer => answer,
        // A connection that has ended has brought the answer, or it never will.
        _ = connection => answer.await,
    };
    match answer {
        Ok(answer) => outcome(answer.status().as_u16()),
        Err(error) => Outcome::Later(error.to_string()),
    }
}

fn outcome(status: u16) -> Outcome {
    match status {
        200..=299 => Outcome::Taken,
        404 | 410 => Outcome::Gone,
        408 | 429 | 500.. => Outcome::Later(format!("the push service answers {status}")),
        _ => Outcome::Never(format!("the push service answers {status}")),
    }
}

#[cfg(test)]
mod tests {
    use spieltisch_testing::push::PushService;
    use tokio::io::copy_bidirectional;
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;

    use super::*;

    fn parcel() -> Parcel {
        Parcel { authorization: "vapid t=a, k=b".into(), topic: "topic".into(), lives: Duration::from_secs(60), body: b"sealed".to_vec() }
    }

    fn endpoint(service: SocketAddr) -> Endpoint {
        Endpoint::read(&format!("http://{service}/a?b=c"), Reach::Anywhere).expect("this machine")
    }

    #[test]
    fn an_answer_says_what_to_do() {
        assert_eq!([201, 404, 410].map(outcome), [Outcome::Taken, Outcome::Gone, Outcome::Gone]);
        assert!([429, 500, 503].map(outcome).iter().all(|outcome| matches!(outcome, Outcome::Later(_))));
        assert!([301, 400, 403, 413].map(outcome).iter().all(|outcome| matches!(outcome, Outcome::Never(_))));
    }

    /// A name may lead anywhere: the address it leads to is looked at, and nobody in the house is reached.
    #[tokio::test]
    async fn a_name_that_leads_into_the_house_is_not_followed() {
        let mut service = PushService::start().await;
        let by_name = Endpoint { host: "localhost".into(), ..endpoint(service.address) };
        let outcome = Courier::new(Reach::Public).deliver(&by_name, parcel()).await;
        assert!(matches!(outcome, Outcome::Never(_)), "{outcome:?}");
        assert_eq!(Courier::new(Reach::Anywhere).deliver(&endpoint(service.address), parcel()).await, Outcome::Taken);
        let received = service.next().await;
        assert_eq!((received.path.as_str(), received.body.as_slice()), ("/a?b=c", &b"sealed"[..]));
        assert!(service.is_quiet(), "the first one reached somebody");
    }

    /// Over an encrypted connection the same arrives, and only whoever has a certificate that is trusted gets it.
    #[tokio::test]
    async fn messages_go_over_encrypted_connections() {
        let mut service = PushService::start().await;
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_string()]).expect("a certificate");
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("versions");
        let config = config.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key).expect("it fits");
        let (acceptor, listener) = (TlsAcceptor::from(Arc::new(config)), TcpListener::bind("127.0.0.1:0").await.expect("a port"));
        let (front, behind) = (listener.local_addr().expect("its address"), service.address);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // Whoever does not trust us hangs up.
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let mut on = TcpStream::connect(behind).await.expect("the service");
                let _ = copy_bidirectional(&mut stream, &mut on).await;
            }
        });
        let endpoint = Endpoint { host: "localhost".into(), encrypted: true, ..endpoint(front) };
        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).expect("a certificate");
        let courier = |roots| Courier { tls: OnceLock::from(trusting(roots)), ..Courier::new(Reach::Anywhere) };
        let foreign = courier(RootCertStore::empty()).deliver(&endpoint, parcel()).await;
        assert!(matches!(foreign, Outcome::Later(_)), "{foreign:?}");
        assert_eq!(courier(roots).deliver(&endpoint, parcel()).await, Outcome::Taken);
        assert_eq!(service.next().await.fields["topic"], "topic");
        assert!(service.is_quiet());
    }
}
