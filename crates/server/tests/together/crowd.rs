//! One visitor, or a crowd from a hundred addresses, does whatever the limits allow; meanwhile others come to other tables as ever.
//! With the limits as they are by default, on both databases.
//!
//! `cargo test --release -p spieltisch-server --test together crowd -- --nocapture --test-threads 1` measures how long coming takes, and fails
//! above the aim. Crowd and server share its process, and the crowd's own work counts.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spieltisch_protocol::{Answers, Beside, ClientMessage, Intention, Links, SpokenCode, TableEvent};
use spieltisch_server::{Asset, Database, Limits};
use spieltisch_testkit::client::{Connection, TableClient, request, set_up};
use sqlx::{AnyPool, Row};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;

use crate::fairness::connect_from;
use crate::healing::pool;
use crate::preview::page;
use crate::table::{TestDatabase, TestServer, company, new_table, postgres, sqlite};

/// Whether times are measured: in a build for tests, beside other tests, they say little.
const MEASURED: bool = !cfg!(debug_assertions);
/// How long coming to a table may take, but for one time in a hundred.
const BOUND: Duration = if MEASURED { Duration::from_millis(500) } else { Duration::from_secs(20) };
/// How long each connection of a crowd waits before it asks again: the crowd must not take the machine's processors itself.
const PAUSE: Duration = Duration::from_millis(if MEASURED { 20 } else { 50 });
/// How often a visitor comes to another table during an attack.
const VISITS: usize = if MEASURED { 200 } else { 40 };
/// From how many addresses a crowd comes.
const ADDRESSES: usize = 100;
/// Flips of an answer in the log of the table under attack: what one seat wrote in a minute before there was a quota.
const FLIPS: u64 = 40_000;

async fn start(place: &TestDatabase) -> TestServer {
    let page: &'static [Asset] = page();
    TestServer::start_with_page(place.database.clone(), page, |config| config.limits = Limits::default()).await
}

/// One of a crowd's addresses.
fn of_the_crowd(number: usize) -> String {
    format!("127.0.1.{}", 1 + number % ADDRESSES)
}

/// Fetches the page of a link again and again, on a new connection where one is closed; what comes back is read and forgotten.
async fn fetch_previews(from: String, server: SocketAddr, table: String) {
    let ask = format!("GET /?t={table} HTTP/1.1\r\nHost: {server}\r\n\r\n");
    let mut answer = vec![0; 64 * 1024];
    loop {
        let mut stream = connect_from(&from, server).await;
        while stream.write_all(ask.as_bytes()).await.is_ok() && matches!(stream.read(&mut answer).await, Ok(bytes) if bytes > 0) {
            tokio::time::sleep(PAUSE).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Comes to a table as a spectator again and again.
async fn come_and_go(from: String, server: SocketAddr, hello: String) {
    let mut heard = vec![0; 64 * 1024];
    loop {
        let mut stream = connect_from(&from, server).await;
        let sent = [crate::fairness::upgrade(server), crate::fairness::frame(1, &hello)].concat();
        // Whoever is refused comes back.
        let _ = stream.write_all(&sent).await;
        let listening = async { while matches!(stream.read(&mut heard).await, Ok(bytes) if bytes > 0) {} };
        let _ = tokio::time::timeout(20 * PAUSE, listening).await;
    }
}

/// Comes to a table again and again: no visitor is ever refused, and but for one time in a hundred none waits for long.
async fn visits(server: SocketAddr, links: &Links, attack: &mut JoinSet<()>, name: &str) {
    let mut took = Vec::new();
    for _ in 0..VISITS {
        let began = Instant::now();
        let visitor = TableClient::join(server, &links.table, &links.watch).await.expect("not refused");
        took.push(began.elapsed());
        drop(visitor);
    }
    let well = async { while request(server, "GET", "/healthz", "", "").await.expect("an answer").status != 200 {} };
    tokio::time::timeout(BOUND, well).await.expect("the server says that it is well");
    while attack.try_join_next().is_some() {}
    took.sort();
    let (median, most) = (took[VISITS / 2], took[(VISITS * 99).div_ceil(100) - 1]);
    eprintln!("{name}: coming took {median:?} in the median, {most:?} at the 99th percentile, with {} of the crowd left", attack.len());
    assert!(most < BOUND, "{took:?}");
}

/// A log that was filled by flipping one answer, as it would be kept.
async fn fill(database: &Database, table: &str) {
    let pool: AnyPool = pool(database).await;
    let last: i64 = sqlx::query("SELECT MAX(seq) FROM log WHERE table_id = $1").bind(table).fetch_one(&pool).await.expect("a log").get(0);
    let mut transaction = pool.begin().await.expect("a transaction");
    for number in 1..=FLIPS {
        let answers = Answers::default().with(Beside::Marks, number % 2 == 0);
        let body = serde_json::to_string(&[TableEvent::StandIn { seat: 0, on: false, answers, name: String::new() }]).expect("JSON");
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
    for number in 0..300 {
        attack.spawn(fetch_previews(of_the_crowd(number), server.address, long.table.clone()));
    }
    let hello = json!({"do": "hello", "table": long.table, "token": long.watch, "last": 0}).to_string();
    for number in 0..60 {
        attack.spawn(come_and_go(of_the_crowd(number), server.address, hello.clone()));
    }
    visits(server.address, &other, &mut attack, "previews and spectators of a long table").await;
    assert_eq!(attack.len(), 360, "the crowd was there to the end");
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
            for message in 0.. {
                let answers = Answers::default().with(Beside::Marks, message % 2 == number % 2);
                let wish = if message % 3 == 0 { Intention::Say { text: "flood".into() } } else { Intention::Agree(answers) };
                if connection.send(&ClientMessage::Want(wish)).await.is_err() {
                    return;
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
    let began = Instant::now();
    visits(server.address, &other, &mut attack, "one seat that floods").await;
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
    let address = server.address;
    let guess = move |from: String, code: String| {
        let (fields, body) = (format!("X-Forwarded-For: {from}\r\n"), json!({ "code": code }).to_string());
        async move { request(address, "POST", "/api/codes", &fields, &body).await.expect("an answer").status }
    };
    let mut attack = JoinSet::new();
    for number in 0..104 {
        let guessing = move || guess(format!("2001:db8:0:{number:x}::1"), "BCDFGH".into());
        attack.spawn(async move {
            loop {
                guessing().await;
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
    visits(server.address, &other, &mut attack, "codes guessed from a /56").await;
    assert_eq!(attack.len(), 104, "the crowd was there to the end");
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
