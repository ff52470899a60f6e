//! One slow thing – a locked row, a long read, a deletion, a search – delays its own table and no other.

use std::time::{Duration, Instant};

use serde_json::json;
use spieltisch_protocol::Intention;
use spieltisch_server::Database;
use spieltisch_testkit::client::{TableClient, request, set_up};
use spieltisch_testkit::push::Device;
use sqlx::Row;

use crate::healing::pool;
use crate::table::{TestDatabase, TestServer, company, new_table, postgres, sqlite};

/// How long a line may take: the aim in a build that is measured, `cargo test --release -p spieltisch-server --test together slow -- --nocapture
/// --test-threads 1`; otherwise shorter than any wait for a lock, 5 s in SQLite and 8 s in PostgreSQL, none of which is waited for.
const BOUND: Duration = if cfg!(debug_assertions) { Duration::from_secs(4) } else { Duration::from_millis(300) };

/// A player says so many lines, one after another, as soon as the last was heard; how long the slowest took.
async fn slowest_line(player: &mut TableClient, lines: usize, pause: Duration) -> Duration {
    let mut slowest = Duration::ZERO;
    for line in 0..lines {
        let (began, next) = (Instant::now(), player.seen.table_state.seq + 1);
        player.connection.want(Intention::Say { text: format!("line {line}") }).await.expect("sent");
        player.until_seq(next).await.expect("stored and told");
        slowest = slowest.max(began.elapsed());
        tokio::time::sleep(pause).await;
    }
    slowest
}

/// Another server stops between its INSERT and its COMMIT: the table it writes to waits for it, and no other.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs_holds_up_its_own_table_alone() {
    let place = postgres();
    let server = TestServer::start(place.database.clone()).await;
    let (stuck, mut at_stuck) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let (_, mut others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    let pool = pool(&place.database).await;
    let mut hanging = pool.begin().await.expect("a transaction");
    let next = at_stuck[0].seen.table_state.seq + 1;
    let insertion = sqlx::query("INSERT INTO log (table_id, seq, happened, body) VALUES ($1, $2, 0, '[]')");
    insertion.bind(&stuck.table).bind(next as i64).execute(&mut *hanging).await.expect("inserted, but not committed");

    at_stuck[0].connection.want(Intention::Say { text: "waits".into() }).await.expect("sent");
    let slowest = slowest_line(&mut others[0], 40, Duration::from_millis(25)).await;
    eprintln!("beside a server that hangs: the slowest line took {slowest:?}");
    assert!(slowest < BOUND, "{slowest:?}");
    hanging.rollback().await.expect("the database ends it");
    at_stuck[0].until_seq(next).await.expect("what waited is stored");
    assert_eq!(at_stuck[0].seen.table_state.lines.last().map(|line| line.text.as_str()), Some("waits"));
}

/// A long read keeps SQLite's journal from being cut. A client that deletes a table is told so and does not wait, nor does anyone else;
/// when the read is over the bytes are gone.
#[tokio::test(flavor = "multi_thread")]
async fn deleting_beside_a_long_read() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let server = TestServer::start(place.database.clone()).await;
    let (deleted, mut at_deleted) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let (_, mut others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    let secret_talk = "our-secret-recipe-for-walnut-cake";
    for line in 0..20 {
        let next = at_deleted[0].seen.table_state.seq + 1;
        at_deleted[0].connection.want(Intention::Say { text: format!("{secret_talk} {line}") }).await.expect("sent");
        at_deleted[0].until_seq(next).await.expect("stored and told");
    }
    let left = || {
        let found = ["tables.db", "tables.db-wal"].map(|name| {
            let bytes = std::fs::read(file.with_file_name(name)).unwrap_or_default();
            bytes.windows(secret_talk.len()).filter(|window| *window == secret_talk.as_bytes()).count()
        });
        found.iter().sum::<usize>()
    };
    let pool = pool(&place.database).await;
    let mut reading = pool.begin().await.expect("a transaction");
    let rows: i64 = sqlx::query("SELECT COUNT(*) FROM log").fetch_one(&mut *reading).await.expect("a long read").get(0);
    assert!(rows > 20 && left() > 0);

    let (path, bearer) = (format!("/api/tables/{}", deleted.table), format!("Authorization: Bearer {}\r\n", deleted.host));
    let deleting = async { request(server.address, "DELETE", &path, &bearer, "").await.expect("an answer") };
    let (answer, slowest) = tokio::join!(deleting, slowest_line(&mut others[0], 60, Duration::from_millis(25)));
    eprintln!("beside a deletion and a long read: the slowest line took {slowest:?}");
    assert_eq!(answer.status, 202, "the answer says that it is not overwritten yet: {}", answer.body);
    assert!(answer.body.contains("overwritten"), "{}", answer.body);
    assert!(slowest < BOUND, "{slowest:?}");
    assert_eq!(request(server.address, "GET", &path, &bearer, "").await.expect("an answer").status, 404, "gone for everyone");

    reading.rollback().await.expect("the read is over");
    let wiped = async {
        while left() > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wiped).await.expect("then the bytes are gone");
}

/// The search for forgotten tables, a backup and a deletion beside people who talk.
#[tokio::test(flavor = "multi_thread")]
async fn housekeeping_beside_people_who_talk() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let server = TestServer::start(place.database.clone()).await;
    let (_, mut others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    // Two hundred old tables with long logs.
    let pool = pool(&place.database).await;
    let mut transaction = pool.begin().await.expect("a transaction");
    let talk = json!([{"is": "said", "seat": 0, "text": "x".repeat(300)}]).to_string();
    for table in 0..200 {
        let name = format!("{table:016x}");
        let insertion = sqlx::query("INSERT INTO tables (id, created, secret) VALUES ($1, 1, $2)");
        insertion.bind(&name).bind("00".repeat(32)).execute(&mut *transaction).await.expect("a table");
        for seq in 1..=200 {
            let insertion = sqlx::query("INSERT INTO log (table_id, seq, happened, body) VALUES ($1, $2, 1, $3)");
            insertion.bind(&name).bind(seq).bind(&talk).execute(&mut *transaction).await.expect("a step");
        }
    }
    transaction.commit().await.expect("kept");
    drop(pool);

    let database = place.database.clone();
    let backup = file.with_file_name("backup.db");
    let finished = std::sync::atomic::AtomicBool::new(false);
    let purge = spieltisch_server::Tidy { purge: true, dry_run: false };
    let care = async {
        spieltisch_server::back_up(&database, &backup).await.expect("a backup");
        let deleted = spieltisch_server::tidy(database, spieltisch_server::Retention::default(), purge).await.expect("tidied");
        finished.store(true, std::sync::atomic::Ordering::SeqCst);
        deleted.purged.len()
    };
    let talk = async {
        let mut slowest = Duration::ZERO;
        while !finished.load(std::sync::atomic::Ordering::SeqCst) {
            slowest = slowest.max(slowest_line(&mut others[0], 5, Duration::from_millis(10)).await);
        }
        slowest
    };
    let (deleted, slowest) = tokio::join!(care, talk);
    eprintln!("beside a backup, the search for 200 forgotten tables and their deletion: the slowest line took {slowest:?}");
    assert_eq!(deleted, 200);
    assert!(slowest < BOUND, "{slowest:?}");
    let again = set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await;
    assert!(again.is_ok(), "and everything goes on");
}

/// Steps of a log that takes long to delete.
const LONG: i64 = 100_000;

/// Makes the log of a table long, of talk in 1970.
async fn fill(database: &Database, table: &str) {
    let filling = sqlx::query(
        "INSERT INTO log (table_id, seq, happened, body) WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 101000) \
         SELECT CAST($1 AS TEXT), i, 1, CAST($2 AS TEXT) FROM n",
    );
    let talk = json!([{"is": "said", "seat": 0, "text": "x".repeat(300)}]).to_string();
    let pool = pool(database).await;
    filling.bind(table).bind(talk).execute(&pool).await.expect("a long log");
    pool.close().await;
}

/// A table with a long log is deleted: its steps go some at a time, and lines at another table are stored in between.
async fn deleting_a_long_log(place: TestDatabase) {
    let server = TestServer::start(place.database.clone()).await;
    let (long, players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let (_, mut others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    drop(players);
    fill(&place.database, &long.table).await;
    let pool = pool(&place.database).await;

    let (path, bearer) = (format!("/api/tables/{}", long.table), format!("Authorization: Bearer {}\r\n", long.host));
    let deleting = async { request(server.address, "DELETE", &path, &bearer, "").await.expect("an answer").status };
    let rows = async || {
        let counting = sqlx::query("SELECT COUNT(*) FROM log WHERE table_id = $1").bind(&long.table).fetch_one(&pool).await;
        counting.expect("a count").get::<i64, _>(0)
    };
    let talking = async {
        let (mut slowest, mut between) = (Duration::ZERO, 0);
        loop {
            slowest = slowest.max(slowest_line(&mut others[0], 1, Duration::ZERO).await);
            match rows().await {
                0 => return (slowest, between),
                LONG.. => {}
                _ => between += 1,
            }
        }
    };
    let (status, (slowest, between)) = tokio::time::timeout(Duration::from_secs(120), async { tokio::join!(deleting, talking) })
        .await
        .expect("all of it is deleted in the end");
    eprintln!("beside the deletion of {LONG} steps: {between} lines, the slowest took {slowest:?}");
    assert!(matches!(status, 202 | 204), "{status}");
    assert!(between > 0, "lines are stored while the log is being deleted");
    assert!(slowest < BOUND, "{slowest:?}");
    assert_eq!(request(server.address, "GET", &path, &bearer, "").await.expect("an answer").status, 404, "gone for everyone");
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_long_log_on_sqlite() {
    deleting_a_long_log(sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_long_log_on_postgres() {
    deleting_a_long_log(postgres()).await;
}

/// A server that starts looks a large file through while people talk, and forgotten tables are deleted on PostgreSQL.
#[tokio::test(flavor = "multi_thread")]
async fn a_check_and_a_clean_up_beside_people_who_talk() {
    for place in [sqlite(), postgres()] {
        let server = TestServer::start(place.database.clone()).await;
        let links = set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.expect("a table");
        fill(&place.database, &links.table).await;
        server.stop().await;
        let server = TestServer::start(place.database.clone()).await;
        let (_, mut others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
        let purge = spieltisch_server::Tidy { purge: true, dry_run: false };
        let tidying = spieltisch_server::tidy(place.database.clone(), spieltisch_server::Retention::default(), purge);
        let (tidied, slowest) = tokio::join!(tidying, slowest_line(&mut others[0], 60, Duration::from_millis(25)));
        assert_eq!(tidied.expect("tidied").purged, [links.table]);
        eprintln!("beside the check of a large file and the deletion of {LONG} forgotten steps: the slowest line took {slowest:?}");
        assert!(slowest < BOUND, "{slowest:?}");
    }
}

/// A dozen tables with push services that never answer: lines at another table are stored and told as ever.
#[tokio::test(flavor = "multi_thread")]
async fn silent_push_services_beside_people_who_talk() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| {
        config.push.reach = spieltisch_server::Reach::Anywhere;
        config.push.wait = Duration::ZERO;
    })
    .await;
    let (_, mut others) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    // Takes connections, and never says anything.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (address, device) = (silent.local_addr().expect("its address"), Device::new());
    for _ in 0..12 {
        let (links, players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        for token in &links.seats {
            let (path, bearer) = (format!("/api/tables/{}/push", links.table), format!("Authorization: Bearer {token}\r\n"));
            let wish = device.subscription(address, "/silent", "your turn").to_string();
            assert_eq!(request(server.address, "PUT", &path, &bearer, &wish).await.expect("an answer").status, 204);
        }
        drop(players);
    }
    let (_asked, _) = tokio::time::timeout(Duration::from_secs(60), silent.accept()).await.expect("asked").expect("a connection");
    let slowest = slowest_line(&mut others[0], 60, Duration::from_millis(25)).await;
    eprintln!("beside silent push services: the slowest line took {slowest:?}");
    assert!(slowest < BOUND, "{slowest:?}");
}
