//! No client can take the server from the others: time, connections, names, addresses. All over real sockets; the limits
//! are short ones.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use spieltisch_protocol::{Intention, RefusalCode};
use spieltisch_server::Limits;
use spieltisch_testkit::client::{ClientError, TableClient, request, set_up};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::table::{TestServer, company, new_table, postgres, sqlite};

/// Long enough for a busy machine, far longer than any limit here.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// A limit that a test waits for.
const SHORT: Duration = Duration::from_millis(300);

/// Everything the server still sends, up to its hanging up.
async fn the_rest(stream: &mut TcpStream) -> String {
    let mut rest = Vec::new();
    // A reset ends it as well.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("the server hangs up");
    String::from_utf8_lossy(&rest).into_owned()
}

pub async fn connect_from(from: &str, server: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::new(from.parse().expect("an address"), 0)).expect("an address of this machine");
    socket.connect(server).await.expect("a connection")
}

/// The answer to a request from another address of this machine.
pub async fn ask_from(from: &str, server: SocketAddr, path: &str) -> String {
    let mut stream = connect_from(from, server).await;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n").as_bytes()).await.expect("sent");
    the_rest(&mut stream).await
}

/// One of the server's counts.
async fn count(server: SocketAddr, name: &str) -> u64 {
    let answer = request(server, "GET", "/metrics", "", "").await.expect("an answer");
    let line = answer.body.lines().find_map(|line| line.strip_prefix(&format!("spieltisch_{name} ")));
    line.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{name} in {}", answer.body))
}

/// What asks for a WebSocket.
pub fn upgrade(server: SocketAddr) -> Vec<u8> {
    let fields = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    format!("GET /api/play HTTP/1.1\r\nHost: {server}\r\n{fields}\r\n\r\n").into_bytes()
}

/// A WebSocket without a client that would answer by itself; `buffer` is how much the system takes in for it.
async fn raw_websocket(server: SocketAddr, buffer: Option<u32>) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    if let Some(buffer) = buffer {
        socket.set_recv_buffer_size(buffer).expect("a buffer");
    }
    let mut stream = socket.connect(server).await.expect("a connection");
    stream.write_all(&upgrade(server)).await.expect("sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(timeout(PATIENCE, stream.read_u8()).await.expect("an answer").expect("an answer"));
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

const TEXT: u8 = 1;
const PING: u8 = 9;

/// A frame as clients send it, masked with zeros.
pub fn frame(kind: u8, payload: &str) -> Vec<u8> {
    let length = u16::try_from(payload.len()).expect("a short message").to_be_bytes();
    let mut bytes = vec![0x80 | kind, 0x80 | 126, length[0], length[1], 0, 0, 0, 0];
    if kind == PING {
        bytes = vec![0x80 | kind, 0x80 | payload.len() as u8, 0, 0, 0, 0];
    }
    bytes.extend(payload.as_bytes());
    bytes
}

fn hello(table: &str, token: &str) -> Vec<u8> {
    frame(TEXT, &json!({"do": "hello", "table": table, "token": token, "last": 0}).to_string())
}

async fn short_of_time() -> (crate::table::TestDatabase, TestServer) {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| {
        config.limits.request = SHORT;
        config.limits.unread = SHORT;
    })
    .await;
    (place, server)
}

#[tokio::test]
async fn requests_that_never_end_are_not_waited_for() {
    let (_place, server) = short_of_time().await;
    let nothing = String::new();
    let half = "GET /healthz HT".to_string();
    let head = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nX-Slow: ", server.address);
    for begun in [nothing, half, head] {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(begun.as_bytes()).await.expect("sent");
        the_rest(&mut stream).await;
    }
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let half_a_body = format!("POST /api/tables HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\n{{\"game\":", server.address);
    stream.write_all(half_a_body.as_bytes()).await.expect("sent");
    let answer = the_rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[tokio::test]
async fn connections_without_a_next_request_are_closed() {
    let (_place, server) = short_of_time().await;
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    for _ in 0..2 {
        stream.write_all(format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            answer.push(timeout(PATIENCE, stream.read_u8()).await.expect("an answer").expect("kept open for the next"));
        }
        assert!(answer.starts_with(b"HTTP/1.1 200"));
    }
    assert_eq!(the_rest(&mut stream).await, "");
}

#[tokio::test]
async fn a_websocket_must_say_where_it_belongs() {
    let (_place, server) = short_of_time().await;
    let mut silent = raw_websocket(server.address, None).await;
    the_rest(&mut silent).await;
}

/// How a connection ends that did nothing wrong: code 1000, as the protocol says.
async fn ends_normally(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("the server hangs up").expect("without an error");
    assert_eq!(&rest[rest.len().saturating_sub(4)..], [0x88, 2, 3, 0xe8], "the last frame closes with 1000");
}

/// Connections are closed as the protocol says where `hello` is refused, and when the server stops.
#[tokio::test]
async fn connections_are_closed_with_code_1000() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let links = set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await.expect("a table");
    let mut refused = raw_websocket(server.address, None).await;
    refused.write_all(&hello(&links.table, "no token")).await.expect("sent");
    ends_normally(&mut refused).await;
    let mut watcher = raw_websocket(server.address, None).await;
    watcher.write_all(&hello(&links.table, &links.watch)).await.expect("sent");
    while count(server.address, "connections").await != 1 {}
    let mut welcome = [0; 64];
    watcher.read_exact(&mut welcome).await.expect("a welcome");
    server.stop().await;
    ends_normally(&mut watcher).await;
}

/// Requests one after another without ever reading an answer.
#[tokio::test]
async fn unread_answers_are_not_kept() {
    let (_place, server) = short_of_time().await;
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let ask = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).repeat(20);
    while timeout(PATIENCE, stream.write_all(ask.as_bytes())).await.expect("the server takes more or hangs up").is_ok() {}
}

/// A client that never reads is cut off, and everyone else plays on.
#[tokio::test]
async fn a_websocket_that_never_reads_is_cut_off() {
    let (_place, server) = short_of_time().await;
    let (links, mut players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut deaf = raw_websocket(server.address, Some(4096)).await;
    deaf.write_all(&hello(&links.table, &links.watch)).await.expect("sent");
    let talk = async {
        while count(server.address, "connections").await != 3 {}
        while count(server.address, "connections").await == 3 {
            for _ in 0..100 {
                players[0].connection.want(Intention::Say { text: "🎲".repeat(300) }).await.expect("sent");
                let next = players[0].seen.table_state.seq + 1;
                for player in &mut players {
                    player.until_seq(next).await.expect("everyone else hears it");
                }
            }
        }
    };
    timeout(4 * PATIENCE, talk).await.expect("a client that never reads is cut off");
}

/// Only an answer to the server's question counts: a client that talks without reading is not there.
#[tokio::test]
async fn a_websocket_that_answers_no_ping_is_cut_off() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| {
        config.limits.ping = SHORT / 3;
        config.limits.silence = SHORT;
    })
    .await;
    let links = set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await.expect("a table");
    let talks = raw_websocket(server.address, None).await;
    let (mut hears, mut says) = talks.into_split();
    says.write_all(&hello(&links.table, &links.watch)).await.expect("sent");
    let talk = async {
        let mut pace = tokio::time::interval(SHORT / 10);
        loop {
            pace.tick().await;
            if says.write_all(&frame(TEXT, r#"{"do":"take-back"}"#)).await.is_err() {
                return;
            }
        }
    };
    let end = async {
        let mut heard = [0; 4096];
        while hears.read(&mut heard).await.is_ok_and(|bytes| bytes > 0) {}
    };
    let cut_off = async {
        tokio::select! { () = talk => {}, () = end => {} }
    };
    timeout(PATIENCE, cut_off).await.expect("a client that answers no ping is cut off");
}

/// One address with any number of open connections: it hears why, and others come in as ever.
#[tokio::test]
async fn one_address_cannot_take_all_connections() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits.connections_per_address = 5).await;
    let mut greedy = Vec::new();
    for _ in 0..60 {
        greedy.push(TcpStream::connect(server.address).await.expect("a connection"));
    }
    let mut refused = 0;
    for stream in greedy.iter_mut().skip(5) {
        let answer = the_rest(stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 429") && answer.contains("from your address"), "{answer}");
        refused += usize::from(!answer.is_empty());
    }
    assert!(refused > 0, "most are told why");
    let other = ask_from("127.0.0.2", server.address, "/healthz").await;
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
    drop(greedy);
    while !ask_from("127.0.0.1", server.address, "/healthz").await.starts_with("HTTP/1.1 200") {}
}

/// Whoever holds most makes way for a network that holds less, as a WebSocket too, and not for one that would hold as much.
#[tokio::test]
async fn on_a_full_server_the_largest_network_makes_way() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits.connections = 5).await;
    let _idle = [connect_from("127.0.0.1", server.address).await, connect_from("127.0.0.1", server.address).await];
    let mut newest = raw_websocket(server.address, None).await;
    let _few = [connect_from("127.0.0.3", server.address).await, connect_from("127.0.0.4", server.address).await];
    let mut other = connect_from("127.0.0.2", server.address).await;
    the_rest(&mut newest).await;
    let answer = ask_from("127.0.0.2", server.address, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    other.write_all(b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").await.expect("sent");
    let answer = the_rest(&mut other).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_full_server_says_so() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits.connections = 2).await;
    let one = connect_from("127.0.0.1", server.address).await;
    let _two = connect_from("127.0.0.2", server.address).await;
    let answer = ask_from("127.0.0.3", server.address, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("too many connections"), "{answer}");
    drop(one);
    while !ask_from("127.0.0.3", server.address, "/healthz").await.starts_with("HTTP/1.1 200") {}
}

/// Behind a proxy the address that the proxy adds counts, on whatever line; a whole IPv6 network counts once.
#[tokio::test]
async fn addresses_a_client_makes_up_do_not_evade_limits() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| {
        config.behind_proxy = true;
        config.limits.tables_per_hour = 1;
        config.limits.connections_per_address = 1;
    })
    .await;
    let body = r#"{"game":"yatzy","seats":[{},{}]}"#;
    let statuses = async |lines: &[&str]| {
        let mut statuses = Vec::new();
        for line in lines {
            let fields: String = line.split('|').map(|line| format!("X-Forwarded-For: {line}\r\n")).collect();
            statuses.push(request(server.address, "POST", "/api/tables", &fields, body).await.expect("an answer").status);
        }
        statuses
    };
    assert_eq!(statuses(&["1.1.1.1|9.9.9.9", "2.2.2.2|9.9.9.9", "3.3.3.3, 9.9.9.9", "::ffff:9.9.9.9"]).await, [201, 429, 429, 429]);
    assert_eq!(statuses(&["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::", "2001:db8:0:1::1"]).await, [201, 429, 429, 201]);
    let websocket = async |address: &str| {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        let fields =
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
        let ask = format!("GET /api/play HTTP/1.1\r\nHost: table\r\nX-Forwarded-For: {address}\r\n{fields}\r\n\r\n");
        stream.write_all(ask.as_bytes()).await.expect("sent");
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.expect("an answer");
        (stream, String::from_utf8_lossy(&status).into_owned())
    };
    let (_open, first) = websocket("7.7.7.7").await;
    assert_eq!(first, "HTTP/1.1 101");
    assert_eq!(websocket("7.7.7.7").await.1, "HTTP/1.1 429");
    assert_eq!(websocket("8.8.8.8").await.1, "HTTP/1.1 101");
}

#[tokio::test]
async fn pings_count_as_messages() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits.messages_per_second = 5).await;
    let links = set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await.expect("a table");
    let mut stream = raw_websocket(server.address, None).await;
    stream.write_all(&hello(&links.table, &links.watch)).await.expect("sent");
    for _ in 0..60 {
        stream.write_all(&frame(PING, "")).await.expect("sent");
    }
    let refused = async {
        let mut heard = Vec::new();
        while !String::from_utf8_lossy(&heard).contains("too-much") {
            heard.push(stream.read_u8().await.expect("more"));
        }
    };
    timeout(PATIENCE, refused).await.expect("pings are limited");
}

/// What cannot be a table's name is not a table, on either database.
#[tokio::test]
async fn no_table_has_an_odd_name() {
    for place in [sqlite(), postgres()] {
        let server = TestServer::start(place.database.clone()).await;
        for name in ["%00", "0123456789abcde%00", "abc", "%F0%9F%8E%B2", "0123456789ABCDEF", "0123456789abcdef"] {
            for path in [format!("/api/tables/{name}"), format!("/api/tables/{name}/records")] {
                let answer = request(server.address, "GET", &path, "Authorization: Bearer x\r\n", "").await.expect("an answer");
                assert_eq!(answer.status, 404, "{path}: {}", answer.body);
            }
        }
        for name in ["\0", "0123456789abcde\0"] {
            match TableClient::join(server.address, name, "token").await {
                Err(ClientError::Refused(refused)) => assert_eq!(refused.code, RefusalCode::NoSuchTable, "{refused}"),
                other => panic!("{name:?}: {:?}", other.err()),
            }
        }
    }
}

/// Two players never have names that look the same.
#[tokio::test]
async fn names_are_what_is_seen_of_them() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let links = set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await.expect("a table");
    let mut anna = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("a seat");
    anna.sit("Anna", "00").await.expect("seated");
    let mut other = TableClient::join(server.address, &links.table, &links.seats[1]).await.expect("a seat");
    for double in ["An\u{200b}na", "\u{202e}Anna", "Ａｎｎａ", "\u{2066}ANNA\u{2069}", " Anna\u{3164}", "\u{200b}\u{200d}", "\u{410}nna"]
    {
        match other.sit(double, "00").await {
            Err(ClientError::Refused(refused)) => assert_eq!(refused.code, RefusalCode::BadText, "{refused}"),
            other => panic!("{double:?}: {other:?}"),
        }
    }
    other
        .connection
        .want(Intention::Sit { seat: None, name: "B\u{200b}en\u{202c}".into(), part: "00".into(), token: None })
        .await
        .expect("sent");
    other.until(|seen| seen.table_state.seats[1].name == "Ben").await.expect("kept as it is seen");
    anna.connection.want(Intention::Say { text: "\u{202e}👩\u{200d}👧 hi".into() }).await.expect("sent");
    other.until(|seen| seen.table_state.lines.iter().any(|line| line.text == "👩\u{200d}👧 hi")).await.expect("emoji stay whole");
}

#[tokio::test]
async fn set_ups_that_make_no_sense_are_refused_with_a_sentence() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let refused = async |seats: Value, terms: Value| {
        let body = json!({"game": "yatzy", "seats": seats, "terms": terms}).to_string();
        let answer = request(server.address, "POST", "/api/tables", "", &body).await.expect("an answer");
        assert_eq!(answer.status, 400, "{}", answer.body);
        serde_json::from_str::<Value>(&answer.body).expect("JSON")["message"].as_str().expect("a sentence").to_string()
    };
    assert!(refused(json!([{"colour": 8}, {}]), json!({})).await.contains("from 0 to 7"));
    assert!(refused(json!([{}, {}]), json!({"turn": 0})).await.contains("at least one second"));
    assert!(refused(json!([{}, {}]), json!({"stand_in": 0})).await.contains("one second or more"));
    for double in ["ROBOT\u{200b}", "R\u{43e}bot"] {
        let seats = json!([{}, {"name": "Robot", "computer": 1}, {"name": double, "computer": 2}]);
        assert!(refused(seats, json!({})).await.contains("each needs its own"), "{double}");
    }
}

/// An origin that cannot be read, or a second one, is a foreign page.
#[tokio::test]
async fn odd_origins_are_foreign() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let own = format!("http://{}", server.address).into_bytes();
    let status = async |origins: &[&[u8]]| {
        let body = r#"{"game":"yatzy","seats":[{},{}]}"#;
        let mut ask = format!("POST /api/tables HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", server.address).into_bytes();
        for origin in origins {
            ask.extend([b"Origin: ", *origin, b"\r\n"].concat());
        }
        ask.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(&ask).await.expect("sent");
        the_rest(&mut stream).await[..12].to_string()
    };
    assert_eq!(status(&[&own]).await, "HTTP/1.1 201");
    assert_eq!(status(&[b"http://\xffvil.example"]).await, "HTTP/1.1 403");
    assert_eq!(status(&[&own, b"http://evil.example"]).await, "HTTP/1.1 403");
}

/// The defaults keep what the documents say.
#[test]
fn limits_as_documented() {
    let limits = Limits::default();
    assert_eq!((limits.connections, limits.connections_per_address), (20_000, 400));
    assert_eq!((limits.request.as_secs(), limits.unread.as_secs(), limits.ping.as_secs(), limits.silence.as_secs()), (10, 20, 25, 70));
}
