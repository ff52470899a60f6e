//! One visitor, or a crowd from a few networks, does whatever the limits allow; meanwhile others come to other tables as ever.
//! With the limits as they are by default, on both databases.
//!
//! `cargo test --release -p spieltisch-server --test together crowd -- --nocapture` prints how long coming took.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spieltisch_protocol::{Answers, Beside, ClientMessage, Intention, Links, SpokenCode};
use spieltisch_server::{Asset, Database, Limits};
use spieltisch_testkit::client::{Connection, TableClient, request, set_up};
use sqlx::{AnyPool, Row};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::healing::pool;
use crate::preview::page;
use crate::table::{TestDatabase, TestServer, company, new_table, postgres, sqlite};

/// How long coming to a table may take here, where the crowd runs on the same two cores and in a build for tests. The aim, half a
/// second, is measured by the command above.
const BOUND: Duration = Duration::from_secs(20);
/// How often each connection of a crowd fetches a page at most, and how long it waits in between: the attack outlasts the visits.
const FETCHES: usize = 600;
const PAUSE: Duration = Duration::from_millis(50);
/// How often a visitor comes to another table during an attack.
const VISITS: usize = 40;
/// Flips of an answer in the log of the table under attack: what one seat wrote in a minute before there was a quota.
const FLIPS: u64 = 40_000;

async fn start(place: &TestDatabase) -> TestServer {
    let page: &'static [Asset] = page();
    TestServer::start_with_page(place.database.clone(), page, |config| config.limits = Limits::default()).await
}

async fn connect_from(from: &str, server: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::new(from.parse().expect("an address"), 0)).expect("an address of this machine");
    socket.connect(server).await.expect("a connection")
}

/// Fetches the page of a link so often on one connection; what comes back is read and forgotten.
async fn fetch_previews(from: String, server: SocketAddr, table: String, times: usize) {
    let ask = format!("GET /?t={table} HTTP/1.1\r\nHost: {server}\r\n\r\n");
    let mut stream = connect_from(&from, server).await;
    let mut answer = vec![0; 64 * 1024];
    for _ in 0..times {
        if stream.write_all(ask.as_bytes()).await.is_err() || !matches!(stream.read(&mut answer).await, Ok(bytes) if bytes > 0) {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Comes to a table again and again, and tells how long it took, the shortest time first. No visitor is ever refused.
async fn visits(server: SocketAddr, links: &Links, attack: &mut JoinSet<()>, name: &str) -> Vec<Duration> {
    let mut took = Vec::new();
    for _ in 0..VISITS {
        let began = Instant::now();
        let visitor = TableClient::join(server, &links.table, &links.watch).await.expect("not refused");
        took.push(began.elapsed());
        drop(visitor);
        let well = request(server, "GET", "/healthz", "", "").await.expect("an answer");
        assert_eq!(well.status, 200, "{}", well.body);
        // The attack goes on while visitors come, or this would show nothing.
        while attack.try_join_next().is_some() {}
    }
    took.sort();
    eprintln!(
        "{name}: coming took {:?} in the median, {:?} at the 99th percentile, with {} of the crowd left",
        took[VISITS / 2],
        took[VISITS - 1],
        attack.len()
    );
    took
}

/// A log that was filled by flipping one answer, as it would be kept.
async fn fill(database: &Database, table: &str) {
    let pool: AnyPool = pool(database).await;
    let last: i64 = sqlx::query("SELECT MAX(seq) FROM log WHERE table_id = $1").bind(table).fetch_one(&pool).await.expect("a log").get(0);
    let mut transaction = pool.begin().await.expect("a transaction");
    for number in 1..=FLIPS {
        let body = json!([{"is": "stand-in", "seat": 0, "on": false, "answers": {"marks": number % 2 == 0}}]).to_string();
        let insertion = sqlx::query("INSERT INTO log (table_id, seq, happened, body) VALUES ($1, $2, $3, $4)");
        let insertion = insertion.bind(table).bind(last + number as i64).bind(1_763_200_000_000_i64).bind(body);
        insertion.execute(&mut *transaction).await.expect("a step");
    }
    transaction.commit().await.expect("kept");
    pool.close().await;
}

/// A table whose log is long; then three hundred connections fetch its preview, and sixty more come to it.
async fn one_visitor_shuts_no_door(place: TestDatabase) {
    let server = start(&place).await;
    let (long, players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let (other, _others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    drop(players);
    fill(&place.database, &long.table).await;
    server.stop().await;
    let server = start(&place).await;

    let mut attack = JoinSet::new();
    for _ in 0..300 {
        attack.spawn(fetch_previews("127.0.0.9".into(), server.address, long.table.clone(), FETCHES));
    }
    for _ in 0..60 {
        let mut stream = connect_from("127.0.0.8", server.address).await;
        let (hello, address) = (json!({"do": "hello", "table": long.table, "token": long.watch, "last": 0}), server.address);
        attack.spawn(async move {
            stream.write_all(&crate::fairness::upgrade(address)).await.expect("sent");
            stream.write_all(&crate::fairness::frame(1, &hello.to_string())).await.expect("sent");
            let mut heard = vec![0; 64 * 1024];
            while matches!(stream.read(&mut heard).await, Ok(bytes) if bytes > 0) {}
        });
    }
    let took = visits(server.address, &other, &mut attack, "previews and spectators of a long table").await;
    assert!(!attack.is_empty(), "the crowd was there to the end");
    assert!(took[VISITS - 1] < BOUND, "{took:?}");
    let (head, body) =
        (request(server.address, "GET", &format!("/?t={}", long.table), "", "").await.expect("an answer").status, long.table);
    assert_eq!(head, 200, "{body}");
    attack.abort_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_shuts_no_door_on_sqlite() {
    one_visitor_shuts_no_door(sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_shuts_no_door_on_postgres() {
    one_visitor_shuts_no_door(postgres()).await;
}

/// How many steps a table's log has.
async fn length(database: &Database, table: &str) -> i64 {
    let pool = pool(database).await;
    sqlx::query("SELECT COUNT(*) FROM log WHERE table_id = $1").bind(table).fetch_one(&pool).await.expect("a count").get(0)
}

/// Sixty connections of one seat flip an answer and talk as fast as they can: the log hardly grows, they are told why, and others
/// come as ever.
async fn one_seat_fills_no_log(place: TestDatabase) {
    let server = start(&place).await;
    let (flooded, _players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let (other, _others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    let before = length(&place.database, &flooded.table).await;
    let mut attack = JoinSet::new();
    for number in 0..60 {
        let (mut connection, _) = Connection::join(server.address, &flooded.table, &flooded.seats[0], 0).await.expect("the seat's own");
        attack.spawn(async move {
            // As many as a connection has saved up, and as it has for some seconds after.
            for message in 0..200 {
                let answers = Answers::default().with(Beside::Marks, message % 2 == number % 2);
                let wish = if message % 3 == 0 { Intention::Say { text: "flood".into() } } else { Intention::Agree(answers) };
                if connection.send(&ClientMessage::Want(wish)).await.is_err() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            connection.wait_for_the_end().await;
        });
    }
    let began = Instant::now();
    let took = visits(server.address, &other, &mut attack, "one seat that floods").await;
    assert!(took[VISITS - 1] < BOUND, "{took:?}");
    let refused = request(server.address, "GET", "/metrics", "", "").await.expect("an answer").body;
    let refused = refused.lines().find_map(|line| line.strip_prefix("spieltisch_refused_total ")?.parse::<u64>().ok());
    assert!(refused.is_some_and(|refused| refused > 100), "they are told: {refused:?}");
    // 60 lines and 20 answers at once, then one a second and one in twenty seconds.
    let grown = length(&place.database, &flooded.table).await - before;
    let most = 80 + 2 * began.elapsed().as_secs() as i64 + 2;
    assert!(grown <= most, "{grown} steps, {most} at most");
    attack.abort_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_seat_fills_no_log_on_sqlite() {
    one_seat_fills_no_log(sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_seat_fills_no_log_on_postgres() {
    one_seat_fills_no_log(postgres()).await;
}

/// A /56 of IPv6 networks guesses codes as fast as it can: a visitor with a right one comes in, and so does everyone else.
async fn no_client_uses_up_the_codes(place: TestDatabase) {
    let server = TestServer::start_with(place.database.clone(), |config| {
        config.limits = Limits::default();
        config.behind_proxy = true;
    })
    .await;
    let (other, _others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    let links = set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.expect("a table");
    let path = format!("/api/tables/{}/code", links.table);
    let told = request(server.address, "POST", &path, &format!("Authorization: Bearer {}\r\n", links.invite), "").await.expect("an answer");
    let code: SpokenCode = serde_json::from_str(&told.body).expect("a code");
    let guess = |from: String, code: String| {
        let (fields, body) = (format!("X-Forwarded-For: {from}\r\n"), json!({ "code": code }).to_string());
        async move { request(server.address, "POST", "/api/codes", &fields, &body).await.expect("an answer").status }
    };
    let mut attack = JoinSet::new();
    for number in 0..104 {
        let tries: Vec<_> = (0..25).map(|_| guess(format!("2001:db8:0:{number:x}::1"), "BCDFGH".into())).collect();
        attack.spawn(async move {
            for one in tries {
                one.await;
            }
            std::future::pending::<()>().await;
        });
    }
    let took = visits(server.address, &other, &mut attack, "codes guessed from a /56").await;
    assert!(took[VISITS - 1] < BOUND, "{took:?}");
    for from in ["2001:db8:1::1", "9.8.7.6"] {
        assert_eq!(guess(from.into(), code.code.clone()).await, 200, "the right code from {from}");
    }
    attack.abort_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_client_uses_up_the_codes_on_sqlite() {
    no_client_uses_up_the_codes(sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_client_uses_up_the_codes_on_postgres() {
    no_client_uses_up_the_codes(postgres()).await;
}

/// A table that an older version wrote has nothing kept in short: it is told of all the same, and read once at most.
#[tokio::test]
async fn a_table_of_an_older_version_is_told_of() {
    for place in [sqlite(), postgres()] {
        let server = start(&place).await;
        let links = set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.expect("a table");
        let mut anna = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("a seat");
        anna.sit("Anna", "00").await.expect("seated");
        drop(anna);
        let title = async || {
            let page = request(server.address, "GET", &format!("/?t={}", links.table), "", "").await.expect("an answer").body;
            page.split("og:title\" content=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a title").to_string()
        };
        let pool = pool(&place.database).await;
        assert_eq!(title().await, "Anna invites you to Castro");
        sqlx::query("DELETE FROM summaries").execute(&pool).await.expect("as before the summaries");
        assert_eq!(title().await, "A game of Castro", "nothing more is told of it without a seat");
        let bearer = format!("Authorization: Bearer {}\r\n", links.seats[0]);
        let summary = request(server.address, "GET", &format!("/api/tables/{}", links.table), &bearer, "").await.expect("an answer");
        let summary: Value = serde_json::from_str(&summary.body).expect("JSON");
        assert_eq!((&summary["names"][0], &summary["seat"], &summary["game"]), (&json!("Anna"), &json!(0), &json!("castro")));
        assert_eq!(title().await, "Anna invites you to Castro", "and from then on it is kept");
    }
}
