//! Handing a message in at a push service.

use std::net::{SocketAddr, ToSocketAddrs};
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{Instant, interval_at, sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::address::may_be_reached;
use super::endpoint::Endpoint;
use super::queue::{GRACE, Queue, Slot, SocketPlace, Ticket};
use crate::config::Reach;
use crate::http::counted_as;

/// How long a push service may take for everything.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to connect to one of its addresses.
const CONNECT: Duration = Duration::from_secs(3);
/// How often a message that has been on its way for a while looks whether others wait.
const LOOK: Duration = Duration::from_millis(250);
/// Names that are being looked up at the same time: the system goes on with a lookup that was given up.
const LOOKUPS: usize = 32;

/// What became of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
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
#[derive(Clone)]
pub struct PushRequest {
    /// The table it is about.
    pub table: String,
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
pub struct PushClient {
    reach: Reach,
    /// Whom to trust, read from the system when it is first needed; `None` where the system has no certificates.
    tls: OnceLock<Option<TlsConnector>>,
    queue: Arc<Queue>,
    /// Room to look up names of services that have answered before, and of others.
    lookups: [Arc<Semaphore>; 2],
}

/// What one try has come to.
enum Attempt {
    /// It is over.
    Done(Delivery),
    /// Enough messages are on their way to this address: it is tried again when there is room.
    Busy(SocketPlace),
}

fn later(error: impl std::fmt::Display) -> Attempt {
    Attempt::Done(Delivery::Later(error.to_string()))
}

impl PushClient {
    /// One who goes so far.
    pub fn new(reach: Reach) -> PushClient {
        let lookups = [(); 2].map(|()| Arc::new(Semaphore::new(LOOKUPS)));
        PushClient { reach, tls: OnceLock::new(), queue: Arc::default(), lookups }
    }

    /// Whether encrypted connections are possible here: they need the system's certificates.
    pub fn can_encrypt(&self) -> bool {
        self.tls().is_some()
    }

    fn tls(&self) -> Option<&TlsConnector> {
        self.tls.get_or_init(connector).as_ref()
    }

    /// Hands a message in, in its turn.
    pub async fn deliver(&self, endpoint: &Endpoint, push_request: PushRequest) -> Delivery {
        let service = format!("{}:{}", endpoint.host, endpoint.port);
        let mut ticket = Ticket { service, table: push_request.table.clone(), place: None };
        loop {
            let slot = self.queue.enter(ticket.clone()).await;
            match self.try_once(&slot, endpoint, &push_request).await {
                Attempt::Done(outcome) => return outcome,
                Attempt::Busy(place) => ticket.place = Some(place),
            }
        }
    }

    /// Hands a message in, until it took too long or another message needs the room.
    async fn try_once(&self, slot: &Slot, endpoint: &Endpoint, push_request: &PushRequest) -> Attempt {
        let mut posting = pin!(self.post(slot, endpoint, push_request));
        let mut patience = pin!(sleep(PATIENCE));
        let mut look = interval_at(Instant::now() + GRACE, LOOK);
        loop {
            tokio::select! {
                tried = &mut posting => return tried,
                () = &mut patience => {
                    slot.note(false);
                    return later("it took too long");
                }
                _ = look.tick() => if slot.give_way() {
                    return later("it was slow while others waited");
                },
            }
        }
    }

    async fn post(&self, slot: &Slot, endpoint: &Endpoint, push_request: &PushRequest) -> Attempt {
        let stream = match self.connect(slot, endpoint).await {
            Ok(stream) => stream,
            Err(tried) => return tried,
        };
        let answered = if endpoint.encrypted {
            let (Some(tls), Ok(name)) = (self.tls(), ServerName::try_from(endpoint.host.clone())) else {
                return Attempt::Done(Delivery::Never("no encrypted connection is possible".into()));
            };
            match tls.connect(name, stream).await {
                Ok(stream) => post(stream, endpoint, push_request).await,
                Err(error) => Err(error.to_string()),
            }
        } else {
            post(stream, endpoint, push_request).await
        };
        slot.note(answered.is_ok());
        Attempt::Done(answered.map_or_else(Delivery::Later, outcome))
    }

    /// Connects to the very address that was looked up and found to be allowed.
    async fn connect(&self, slot: &Slot, endpoint: &Endpoint) -> Result<TcpStream, Attempt> {
        let found = self.look_up(endpoint).await.map_err(|error| {
            slot.note(false);
            later(error)
        })?;
        let mut failed = Attempt::Done(Delivery::Never("its name leads to no address on the internet".into()));
        for address in found.into_iter().filter(|address| may_be_reached(address.ip(), self.reach)) {
            let place = (counted_as(address.ip()), address.port());
            if !slot.take_place(place) {
                failed = Attempt::Busy(place);
                continue;
            }
            failed = match timeout(CONNECT, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => later(error),
                Err(_) => later("no connection in time"),
            };
            slot.note(false);
        }
        Err(failed)
    }

    async fn look_up(&self, endpoint: &Endpoint) -> std::io::Result<Vec<SocketAddr>> {
        let service = format!("{}:{}", endpoint.host, endpoint.port);
        let room = &self.lookups[usize::from(self.queue.has_answered(&service))];
        let permit = room.clone().acquire_owned().await.map_err(std::io::Error::other)?;
        let (host, port) = (endpoint.host.clone(), endpoint.port);
        let looking = tokio::task::spawn_blocking(move || {
            let found = (host.as_str(), port).to_socket_addrs().map(Iterator::collect);
            drop(permit);
            found
        });
        looking.await.map_err(std::io::Error::other)?
    }
}

/// Trusts whom the system trusts.
fn connector() -> Option<TlsConnector> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        tracing::warn!("the system has no certificates to trust: no push notifications can be sent");
        return None;
    }
    trusting(roots)
}

fn trusting(roots: RootCertStore) -> Option<TlsConnector> {
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
    Some(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}

/// Asks, and tells how it was answered; the error is a reason to try again later.
async fn post(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    endpoint: &Endpoint,
    push_request: &PushRequest,
) -> Result<u16, String> {
    let request = Request::post(&endpoint.path)
        .header(header::HOST, endpoint.authority.as_str())
        .header(header::AUTHORIZATION, &push_request.authorization)
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header("ttl", push_request.lives.as_secs())
        .header("topic", &push_request.topic)
        .header("urgency", "normal")
        .body(Body::from(push_request.body.clone()))
        .map_err(|error| error.to_string())?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    let mut answer = pin!(sender.send_request(request));
    let answer = tokio::select! {
        biased;
        answer = &mut answer => answer,
        // A connection that has ended has brought the answer, or it never will.
        _ = connection => answer.await,
    };
    answer.map(|answer| answer.status().as_u16()).map_err(|error| error.to_string())
}

fn outcome(status: u16) -> Delivery {
    match status {
        200..=299 => Delivery::Taken,
        404 | 410 => Delivery::Gone,
        408 | 429 | 500.. => Delivery::Later(format!("the push service answers {status}")),
        _ => Delivery::Never(format!("the push service answers {status}")),
    }
}

#[cfg(test)]
mod tests {
    use spieltisch_testkit::push::PushService;
    use tokio::io::copy_bidirectional;
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;

    use super::*;

    fn push_request() -> PushRequest {
        PushRequest {
            table: "0123456789abcdef".into(),
            authorization: "vapid t=a, k=b".into(),
            topic: "topic".into(),
            lives: Duration::from_secs(60),
            body: b"sealed".to_vec(),
        }
    }

    fn endpoint(service: SocketAddr) -> Endpoint {
        Endpoint::read(&format!("http://{service}/a?b=c"), Reach::Anywhere).expect("this machine")
    }

    #[test]
    fn an_answer_says_what_to_do() {
        assert_eq!([201, 404, 410].map(outcome), [Delivery::Taken, Delivery::Gone, Delivery::Gone]);
        assert!([429, 500, 503].map(outcome).iter().all(|outcome| matches!(outcome, Delivery::Later(_))));
        assert!([301, 400, 403, 413].map(outcome).iter().all(|outcome| matches!(outcome, Delivery::Never(_))));
    }

    /// A name may lead anywhere: the address it leads to is looked at, and nothing in the local network is reached.
    #[tokio::test]
    async fn a_name_that_leads_into_the_house_is_not_followed() {
        let mut service = PushService::start().await;
        let by_name = Endpoint { host: "localhost".into(), ..endpoint(service.address) };
        let outcome = PushClient::new(Reach::Public).deliver(&by_name, push_request()).await;
        assert!(matches!(outcome, Delivery::Never(_)), "{outcome:?}");
        assert_eq!(PushClient::new(Reach::Anywhere).deliver(&endpoint(service.address), push_request()).await, Delivery::Taken);
        let received = service.next().await;
        assert_eq!((received.path.as_str(), received.body.as_slice()), ("/a?b=c", &b"sealed"[..]));
        assert!(service.is_quiet(), "the first one arrived");
    }

    /// A service that takes connections and never answers.
    async fn silent_service() -> TcpListener {
        TcpListener::bind("127.0.0.1:0").await.expect("a port")
    }

    /// Beside 110 tables whose push services never answer, the message of another goes out before any of them has used up
    /// its time: whether they are all one service or each one of its own.
    #[tokio::test]
    async fn silent_services_do_not_delay_others() {
        for services in [1, 110] {
            let mut service = PushService::start().await;
            let mut silent = Vec::new();
            for _ in 0..services {
                silent.push(silent_service().await);
            }
            let push_client = Arc::new(PushClient::new(Reach::Anywhere));
            let (told, mut ended) = tokio::sync::mpsc::unbounded_channel();
            let mut tables = tokio::task::JoinSet::new();
            for table in 0..110 {
                let (push_client, told) = (push_client.clone(), told.clone());
                let endpoint = endpoint(silent[table % services].local_addr().expect("its address"));
                tables.spawn(async move {
                    let _ =
                        told.send(push_client.deliver(&endpoint, PushRequest { table: format!("silent {table}"), ..push_request() }).await);
                });
            }
            // All of them are on their way, or wait.
            tokio::task::yield_now().await;
            assert_eq!(push_client.deliver(&endpoint(service.address), push_request()).await, Delivery::Taken);
            assert_eq!(service.next().await.body, b"sealed");
            while let Ok(outcome) = ended.try_recv() {
                assert_eq!(outcome, Delivery::Later("it was slow while others waited".into()), "none has used up its time");
            }
            tables.shutdown().await;
        }
    }

    /// Over an encrypted connection the same arrives, and only a service with a trusted certificate gets it.
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
                // A client that does not trust us hangs up.
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let mut on = TcpStream::connect(behind).await.expect("the service");
                let _ = copy_bidirectional(&mut stream, &mut on).await;
            }
        });
        let endpoint = Endpoint { host: "localhost".into(), encrypted: true, ..endpoint(front) };
        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).expect("a certificate");
        let push_client = |roots| PushClient { tls: OnceLock::from(trusting(roots)), ..PushClient::new(Reach::Anywhere) };
        let foreign = push_client(RootCertStore::empty()).deliver(&endpoint, push_request()).await;
        assert!(matches!(foreign, Delivery::Later(_)), "{foreign:?}");
        assert_eq!(push_client(roots).deliver(&endpoint, push_request()).await, Delivery::Taken);
        assert_eq!(service.next().await.fields["topic"], "topic");
        assert!(service.is_quiet());
    }
}
