//! A way to PostgreSQL that fails at every single message in turn: it cuts, before or after the message is passed on,
//! delays, or answers with an error of its own.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use spieltisch_testkit::client::{missing, play_a_little, request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};

use crate::table::TestServer;
use spieltisch_testkit::postgres::Cluster;

/// What happens to one message.
#[derive(Clone, Copy, Debug)]
enum ProxyFault {
    /// The connection breaks before the message arrives.
    CutBefore,
    /// The message arrives, the answer does not.
    CutAfter,
    /// It takes a while.
    Delay,
    /// The answer is that the disk is full.
    Error,
}

const FAULTS: [ProxyFault; 4] = [ProxyFault::CutBefore, ProxyFault::CutAfter, ProxyFault::Delay, ProxyFault::Error];

#[derive(Default)]
struct Plan {
    /// Messages so far.
    seen: usize,
    /// Which message is hit, and how.
    at: Option<(usize, ProxyFault)>,
    /// Whether nothing is passed on.
    frozen: bool,
}

/// A way to the database that can be told to fail.
struct Proxy {
    address: SocketAddr,
    plan: Arc<Mutex<Plan>>,
}

impl Proxy {
    async fn start(database: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let (address, plan) = (listener.local_addr().expect("its address"), Arc::<Mutex<Plan>>::default());
        let shared = plan.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let plan = shared.clone();
                tokio::spawn(async move {
                    if let Ok(server) = TcpStream::connect(database).await {
                        // A connection that breaks is what this is for.
                        let _ = pass(client, server, &plan).await;
                    }
                });
            }
        });
        Proxy { address, plan }
    }

    /// From now on messages are counted from zero, and one of them is hit.
    fn plan(&self, at: Option<(usize, ProxyFault)>) {
        *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = Plan { at, ..Plan::default() };
    }

    /// From now on nothing is passed on, or everything again.
    fn freeze(&self, frozen: bool) {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).frozen = frozen;
    }

    fn seen(&self) -> usize {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).seen
    }
}

async fn pass(client: TcpStream, server: TcpStream, plan: &Mutex<Plan>) -> std::io::Result<()> {
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (mut from_client, to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let to_client = Arc::new(tokio::sync::Mutex::new(to_client));
    let answers = to_client.clone();
    let back = tokio::spawn(async move {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(count @ 1..) = from_server.read(&mut bytes).await {
            if answers.lock().await.write_all(&bytes[..count]).await.is_err() {
                return;
            }
        }
        let _ = answers.lock().await.shutdown().await;
    });
    // The first message has no type.
    let first = message(&mut from_client, false).await?;
    to_server.write_all(&first).await?;
    let mut swallowing = false;
    loop {
        let message = message(&mut from_client, true).await?;
        while plan.lock().unwrap_or_else(PoisonError::into_inner).frozen {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (hit, number) = {
            let mut plan = plan.lock().unwrap_or_else(PoisonError::into_inner);
            plan.seen += 1;
            (plan.at.filter(|(at, _)| *at == plan.seen).map(|(_, fault)| fault), plan.seen as u64)
        };
        match hit {
            Some(ProxyFault::CutBefore) => {
                back.abort();
                return Ok(());
            }
            Some(ProxyFault::CutAfter) => {
                back.abort();
                to_server.write_all(&message).await?;
                // Long enough for the database to have done it, or short enough that it does it later: both are tried.
                tokio::time::sleep(Duration::from_millis(number % 20)).await;
                return Ok(());
            }
            Some(ProxyFault::Delay) => tokio::time::sleep(Duration::from_millis(200)).await,
            Some(ProxyFault::Error) => swallowing = true,
            None => {}
        }
        if !swallowing {
            to_server.write_all(&message).await?;
        } else if matches!(message[0], b'Q' | b'S') {
            // An error answers everything up to the next point at which both sides agree again.
            to_client.lock().await.write_all(&disk_full()).await?;
            swallowing = false;
        }
    }
}

async fn message(from: &mut OwnedReadHalf, typed: bool) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![0; 4 + usize::from(typed)];
    from.read_exact(&mut bytes).await?;
    let mut length = [0; 4];
    length.copy_from_slice(&bytes[bytes.len() - 4..]);
    let mut body = vec![0; (u32::from_be_bytes(length) as usize).saturating_sub(4)];
    from.read_exact(&mut body).await?;
    bytes.extend(body);
    Ok(bytes)
}

/// The answer of a database whose disk is full, in the middle of a transaction.
fn disk_full() -> Vec<u8> {
    let fields = b"SERROR\0VERROR\0C53100\0Mno space left on device\0\0";
    let mut answer = vec![b'E'];
    answer.extend((fields.len() as u32 + 4).to_be_bytes());
    answer.extend(fields);
    answer.extend([b'Z', 0, 0, 0, 5, b'E']);
    answer
}

/// A database that takes messages and never answers: it is noticed, and when it answers again the game goes on.
#[tokio::test]
async fn a_database_that_hangs_is_noticed() {
    let cluster = Cluster::start();
    let (name, database) = cluster.listen();
    let proxy = Proxy::start(database).await;
    let through = format!("postgres://{name}?sslmode=disable").replace("ADDRESS", &proxy.address.to_string());
    let server = TestServer::start(through.parse().expect("an address")).await;
    play_a_little(server.address).await.expect("all is well");
    proxy.freeze(true);
    let began = Instant::now();
    let answer = request(server.address, "GET", "/healthz", "", "").await.expect("the server itself is there");
    // After a second, and what a busy machine adds.
    assert!(answer.status == 503 && began.elapsed() < Duration::from_secs(4), "{} after {:?}", answer.body, began.elapsed());
    proxy.freeze(false);
    let well = async { while request(server.address, "GET", "/healthz", "", "").await.expect("an answer").status != 200 {} };
    tokio::time::timeout(Duration::from_secs(60), well).await.expect("it is well again");
    play_a_little(server.address).await.expect("and the game goes on");
}

/// Whatever happens to any single message between server and database, everything acknowledged is there afterwards, and
/// the game goes on. `SPIELTISCH_ALL_FAULTS=1` tries all four faults at every message.
#[tokio::test]
async fn the_way_to_the_database_fails_at_every_message_in_full() {
    let cluster = Cluster::start();
    let (name, database) = cluster.listen();
    let proxy = Proxy::start(database).await;
    let through = |address: SocketAddr| format!("postgres://{name}?sslmode=disable").replace("ADDRESS", &address.to_string());
    let server = TestServer::start(through(proxy.address).parse().expect("an address")).await;
    proxy.plan(None);
    play_a_little(server.address).await.expect("all is well");
    let messages = proxy.seen();
    assert!(messages > 100, "only {messages} messages were seen");
    let all = std::env::var_os("SPIELTISCH_ALL_FAULTS").is_some();
    let mut games = Vec::new();
    for at in 1..=messages {
        for (number, fault) in FAULTS.into_iter().enumerate() {
            if all || at % FAULTS.len() == number {
                proxy.plan(Some((at, fault)));
                let played = play_a_little(server.address).await.unwrap_or_else(|error| panic!("message {at}, {fault:?}: {error}"));
                games.push((at, fault, played));
            }
        }
    }
    println!("{} points were tried", games.len());
    // Another server, which knows nothing but what is stored.
    let fresh = TestServer::start(through(database).parse().expect("an address")).await;
    for (at, fault, played) in games {
        assert_eq!(missing(fresh.address, &played).await.expect("the table is there"), None, "message {at}, {fault:?}");
    }
}
