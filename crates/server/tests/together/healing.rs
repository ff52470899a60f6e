//! What was missed is found again: news between servers, a table deleted elsewhere, a database restored from a backup.

use std::time::Duration;

use serde_json::json;
use spieltisch_protocol::{Answers, Beside, Intention, LogEntry, ServerMessage, TableEvent, TableReplica, TableState};
use spieltisch_server::Database;
use spieltisch_testkit::client::{ClientError, Connection, TableClient, request};
use sqlx::{AnyPool, Row};

use crate::table::{TestDatabase, TestServer, company, new_table, one_step, postgres, sqlite};
use spieltisch_testkit::postgres::Cluster;

pub fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

/// PostgreSQL crashes and comes back while tables have players on different servers: in the end everyone knows
/// everything that is stored, without doing anything for it.
#[tokio::test]
async fn no_client_is_left_behind_by_a_crash_of_the_database() {
    let cluster = Cluster::start();
    let address = cluster.fresh_database();
    let mut servers = Vec::new();
    for _ in 0..3 {
        servers.push(TestServer::start(address.parse().expect("an address")).await);
    }
    let mut tables = Vec::new();
    for number in 0..6 {
        let (_, mut players) = company(&servers[0], &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        players[1].come_back(servers[1 + number % 2].address).await.expect("no gap, nothing twice");
        tables.push(players);
    }
    for round in 0..4 {
        // Everyone is in the middle of something when the database dies.
        let mut intended = 0;
        for players in &mut tables {
            let newest = players.iter().map(|player| player.seen.table_state.seq).max().unwrap_or(0);
            for player in players.iter_mut() {
                player.until_seq(newest).await.expect("no gap, nothing twice");
            }
            if let Some(seat) = players[0].seen.seat_to_act() {
                players[usize::from(seat)].act(|count| (round * 7) % count).await.expect("sent");
                intended += 1;
            }
        }
        assert!(intended > 0, "games go on");
        cluster.down();
        cluster.up();
        for players in &mut tables {
            // Whatever was stored reaches both players; a marker said through one arrives at the other.
            for (from, to) in [(0, 1), (1, 0)] {
                let marker = format!("round {round} from {from}");
                said(&mut players[from], &marker).await;
                let heard = players[to].until(|seen| seen.table_state.lines.iter().any(|line| line.text == marker));
                let heard = async {
                    match heard.await {
                        Err(ClientError::Refused(_)) => Err(()),
                        other => other.map_err(|error| panic!("{error}")),
                    }
                };
                let _ = tokio::time::timeout(Duration::from_secs(20), heard).await.expect("told within twenty seconds");
            }
            for player in players.iter_mut() {
                let marker = format!("round {round} from 1");
                while !player.seen.table_state.lines.iter().any(|line| line.text == marker) {
                    match player.connection.next_step().await {
                        Ok(step) => player.seen.take(&step).expect("no gap, nothing twice"),
                        Err(ClientError::Refused(_)) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        }
    }
}

/// Says something until it is stored.
async fn said(player: &mut TableClient, text: &str) {
    player.connection.want(Intention::Say { text: text.into() }).await.expect("sent");
    while !player.seen.table_state.lines.iter().any(|line| line.text == text) {
        match player.connection.next_step().await {
            Ok(step) => player.seen.take(&step).expect("no gap, nothing twice"),
            Err(ClientError::Refused(_)) => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                player.connection.want(Intention::Say { text: text.into() }).await.expect("sent");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// A table that is deleted on one server is gone on the other; play ends, and no row of it is left.
#[tokio::test]
async fn a_table_deleted_elsewhere_is_gone_here() {
    let place = postgres();
    let (one, two) = (TestServer::start(place.database.clone()).await, TestServer::start(place.database.clone()).await);
    let seats = json!([{}, {"name": "One", "computer": 1}, {"name": "Two", "computer": 1}]);
    let (links, mut players) = company(&one, &new_table("yatzy", seats, json!({"turn": 1})), &["Anna"]).await;
    players[0].come_back(two.address).await.expect("no gap, nothing twice");
    let path = format!("/api/tables/{}", links.table);
    let deleted = request(one.address, "DELETE", &path, &bearer(&links.host), "").await.expect("an answer");
    // Its rows are gone, but PostgreSQL keeps their bytes for a while: the answer says so.
    assert!(deleted.status == 202 && deleted.body.contains("PostgreSQL"), "{}", deleted.body);
    while !matches!(players[0].connection.next().await.expect("told"), ServerMessage::Gone) {}
    assert!(players[0].come_back(two.address).await.is_err(), "it is gone");
    let pool = pool(&place.database).await;
    assert_eq!(rows_of(&pool, &links.table).await, 0);
}

/// Deleting in the middle of computers' play and of talk leaves no row and no letter behind, in the file or beside it.
#[tokio::test]
async fn deleting_really_deletes() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let server = TestServer::start(place.database.clone()).await;
    let secret_talk = "our-secret-recipe-for-walnut-cake";
    for _ in 0..5 {
        let seats = json!([{}, {"name": "One", "computer": 1}]);
        let (links, mut players) = company(&server, &new_table("castro", seats, json!({})), &["Anna"]).await;
        for line in 0..20 {
            players[0].connection.want(Intention::Say { text: format!("{secret_talk} {line}") }).await.expect("sent");
        }
        let path = format!("/api/tables/{}", links.table);
        let deleted = request(server.address, "DELETE", &path, &bearer(&links.host), "").await.expect("an answer");
        assert_eq!(deleted.status, 204, "{}", deleted.body);
        while !matches!(players[0].connection.next().await.expect("told"), ServerMessage::Gone) {}
        assert_eq!(rows_of(&pool(&place.database).await, &links.table).await, 0);
    }
    for name in ["tables.db", "tables.db-wal"] {
        let bytes = std::fs::read(file.with_file_name(name)).unwrap_or_default();
        let found = bytes.windows(secret_talk.len()).filter(|window| *window == secret_talk.as_bytes()).count();
        assert_eq!(found, 0, "{name} still holds what was said");
    }
}

pub async fn pool(database: &Database) -> AnyPool {
    sqlx::any::install_default_drivers();
    let address = match database {
        Database::Sqlite { file, .. } => format!("sqlite:{}", file.display()),
        Database::Postgres { address } => address.clone(),
    };
    AnyPool::connect(&address).await.expect("the database")
}

pub async fn rows_of(pool: &AnyPool, table: &str) -> i64 {
    let mut rows = 0;
    for statement in [
        "SELECT COUNT(*) FROM log WHERE table_id = $1",
        "SELECT COUNT(*) FROM tokens WHERE table_id = $1",
        "SELECT COUNT(*) FROM tables WHERE id = $1",
    ] {
        rows += sqlx::query(statement).bind(table).fetch_one(pool).await.expect("a count").get::<i64, _>(0);
    }
    rows
}

/// A database restored from a backup may know less than a player, or something else: the player notices and starts over.
#[tokio::test]
async fn a_player_who_knows_more_than_the_server_starts_over() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let mut server = TestServer::start(place.database.clone()).await;
    let (_, mut players) = company(&server, &new_table("yatzy", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut choice = 23;
    for _ in 0..6 {
        one_step(&mut players, &mut choice).await;
    }
    let kept = players[0].seen.table_state.seq;
    server.stop().await;
    // A clean stop leaves one whole file.
    let backup = std::fs::read(&file).expect("the database");
    assert!(!file.with_file_name("tables.db-wal").exists(), "nothing is left beside it");
    server = TestServer::start(place.database.clone()).await;
    for player in &mut players {
        player.come_back(server.address).await.expect("no gap, nothing twice");
    }
    for _ in 0..8 {
        one_step(&mut players, &mut choice).await;
    }
    let lost = players[0].seen.table_state.seq;
    server.stop().await;
    std::fs::write(&file, backup).expect("restored");
    let server = TestServer::start(place.database.clone()).await;
    players[0].come_back(server.address).await.expect("starts over");
    assert_eq!(players[0].seen.table_state.seq, kept, "and knows what the log says, not what it knew");
    // The other comes back after the game has gone on past what they knew.
    let mut anna_alone = players.remove(0);
    while anna_alone.seen.table_state.seq <= lost {
        let seq = anna_alone.seen.table_state.seq;
        anna_alone.connection.want(Intention::Say { text: "again".into() }).await.expect("sent");
        anna_alone.until_seq(seq + 1).await.expect("no gap, nothing twice");
    }
    let mut ben = players.remove(0);
    ben.come_back(server.address).await.expect("starts over");
    assert_eq!(ben.seen.table_state.seq, anna_alone.seen.table_state.seq);
    let records = |player: &TableClient| player.seen.table_state.records().map(|record| record.to_json()).collect::<Vec<_>>();
    assert_eq!(records(&ben), records(&anna_alone), "nothing of the other past is left");
}

/// If the last one leaves while another joins, they are still at one table: each hears the other.
#[tokio::test]
async fn one_table_is_one_room() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (links, players) = company(&server, &new_table("yatzy", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    drop(players);
    for round in 0..60 {
        let leaving = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("comes");
        let (table, token, address) = (links.table.clone(), links.seats[1].clone(), server.address);
        let joining = tokio::spawn(async move { TableClient::join(address, &table, &token).await });
        if round % 2 == 0 {
            tokio::task::yield_now().await;
        }
        drop(leaving);
        let mut ben = joining.await.expect("no panic").expect("comes");
        let mut anna = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("comes back");
        let text = format!("round {round}");
        anna.connection.want(Intention::Say { text: text.clone() }).await.expect("sent");
        ben.until(|seen| seen.table_state.lines.iter().any(|line| line.text == text)).await.expect("hears it");
    }
}

/// A limit for people does not slow computers down: joining or reloading in a person's turn changes nothing.
#[tokio::test]
async fn a_turn_limit_does_not_delay_computers() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let seats = json!([{}, {"name": "One", "computer": 1}]);
    let (links, mut players) = company(&server, &new_table("castro", seats, json!({"turn": 600})), &["Anna"]).await;
    let anna = &mut players[0];
    let mut watchers = Vec::new();
    for pick in 0..30 {
        anna.until(|seen| seen.seat_to_act() == Some(0) || !seen.table_state.is_playing()).await.expect("the computer goes on");
        if !anna.seen.table_state.is_playing() {
            break;
        }
        watchers.push(TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator"));
        let next = anna.act(|count| pick % count).await.expect("sent");
        anna.until_seq(next).await.expect("no gap, nothing twice");
    }
}

/// A log of any length opens: old talk is left out, the rest comes in pages.
#[tokio::test]
async fn a_long_log_opens() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (links, mut players) = company(&server, &new_table("yatzy", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let text = "🎲".repeat(300);
    for _ in 0..1_000 {
        let seq = players[0].seen.table_state.seq;
        players[0].connection.want(Intention::Say { text: text.clone() }).await.expect("sent");
        for player in &mut players {
            player.until_seq(seq + 1).await.expect("no gap, nothing twice");
        }
    }
    let mut newcomer = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
    assert_eq!(newcomer.seen.table_state.seq, players[0].seen.table_state.seq);
    assert_eq!(newcomer.seen.table_state.lines.len(), 500);
    let mut choice = 2;
    one_step(&mut players, &mut choice).await;
    newcomer.until_seq(players[0].seen.table_state.seq).await.expect("no gap, nothing twice");
    server.stop().await;
    let server = TestServer::start(place.database.clone()).await;
    for player in &mut players {
        player.come_back(server.address).await.expect("no gap, nothing twice");
    }
    let again = TableClient::join(server.address, &links.table, &links.watch).await.expect("after a restart too");
    assert_eq!(again.seen.table_state.lines.len(), 500);
}

/// A client that comes late is not sent every move of games long over, nor is one that left in one of them; everything else
/// is there, and so are all games as records.
async fn games_long_over_are_left_out(place: TestDatabase) {
    let server = TestServer::start(place.database.clone()).await;
    let (links, mut players) = company(&server, &new_table("crowns", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut gone = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
    let mut choice = 5;
    for game in 0..4 {
        while one_step(&mut players, &mut choice).await {}
        if game == 0 {
            gone.until(|seen| seen.table_state.round.as_ref().is_some_and(|round| round.record.events.len() > 3))
                .await
                .expect("some moves");
        }
        for seat in 0..2 {
            let seq = players[seat].seen.table_state.seq;
            players[seat].connection.want(Intention::Again { part: format!("{game}{seat}") }).await.expect("sent");
            for player in &mut players {
                player.until_seq(seq + 1).await.expect("no gap, nothing twice");
            }
        }
    }
    one_step(&mut players, &mut choice).await;
    server.stop().await;

    let server = TestServer::start(place.database.clone()).await;
    let newcomer = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
    gone.come_back(server.address).await.expect("from the beginning");
    let all = &players[0].seen.table_state;
    for seen in [&newcomer.seen.table_state, &gone.seen.table_state] {
        assert_eq!(seen.seq, all.seq);
        assert_eq!((&seen.seats, seen.finished.len()), (&all.seats, 4));
        let results = |table_state: &TableState| table_state.finished.iter().map(|record| record.result.clone()).collect::<Vec<_>>();
        assert_eq!(results(seen), results(all));
        assert!(seen.finished[..3].iter().all(|record| record.events.is_empty()), "moves of games long over were sent");
        assert_eq!(seen.finished[3].to_json(), all.finished[3].to_json(), "the game before is whole");
        let round = |table_state: &TableState| table_state.round.as_ref().map(|round| round.record.to_json());
        assert_eq!(round(seen), round(all), "so is the one being played");
    }
    for player in &mut players {
        player.come_back(server.address).await.expect("no gap, nothing twice");
    }
    while one_step(&mut players, &mut choice).await {}
    let path = format!("/api/tables/{}", links.table);
    let summary = request(server.address, "GET", &path, &bearer(&links.watch), "").await.expect("an answer");
    assert!(summary.body.contains(r#""finished":5"#), "{}", summary.body);
    let kept = request(server.address, "GET", &format!("{path}/records"), &bearer(&links.watch), "").await.expect("an answer");
    let kept: Vec<&str> = kept.body.trim_end().lines().collect();
    let seen: Vec<String> = players[0].seen.table_state.records().map(|record| record.to_json()).collect();
    assert_eq!(kept, seen, "all games are kept with all their moves");
}

#[tokio::test]
async fn games_long_over_are_left_out_on_sqlite() {
    games_long_over_are_left_out(sqlite()).await;
}

#[tokio::test]
async fn games_long_over_are_left_out_on_postgres() {
    games_long_over_are_left_out(postgres()).await;
}

/// Answers that were changed, and computers that stood in and ended to, are not sent to those who come later: what holds now is.
async fn what_was_replaced_is_left_out(place: TestDatabase) {
    let server = TestServer::start(place.database.clone()).await;
    let (links, players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut seq = players[0].seen.table_state.seq;
    drop(players);
    server.stop().await;
    let pool = pool(&place.database).await;
    let mut transaction = pool.begin().await.expect("a transaction");
    for number in 0..1_000 {
        let yes = number % 2 == 0;
        let stand_in = |seat, on, answers| TableEvent::StandIn { seat, on, answers, name: String::new() };
        let mut steps = vec![
            stand_in(0, false, Answers::default().with(Beside::Marks, yes)),
            stand_in(1, yes, Answers::default()),
            stand_in(1, yes, Answers::default().with(Beside::Chances, yes)),
        ];
        if number % 200 == 0 {
            let name = format!("Anna {number}");
            steps.push(TableEvent::StandIn { seat: 0, on: false, answers: Answers::default(), name });
        }
        for step in steps {
            seq += 1;
            let body = serde_json::to_string(&[step]).expect("JSON");
            let insertion = sqlx::query("INSERT INTO log (table_id, seq, happened, body) VALUES ($1, $2, $3, $4)");
            let insertion = insertion.bind(&links.table).bind(seq as i64).bind(4_000_000_000_000_i64).bind(body);
            insertion.execute(&mut *transaction).await.expect("a step");
        }
    }
    transaction.commit().await.expect("kept");
    let mut whole = TableReplica::default();
    let rows = sqlx::query("SELECT seq, happened, body FROM log WHERE table_id = $1 ORDER BY seq").bind(&links.table);
    for row in rows.fetch_all(&pool).await.expect("the log") {
        let what = serde_json::from_str(row.get(2)).expect("a step");
        let step = LogEntry { seq: row.get::<i64, _>(0) as u64, at: row.get::<i64, _>(1) as u64, what };
        whole.replay(&step).expect("it fits");
    }

    let server = TestServer::start(place.database.clone()).await;
    let (_, sent) = Connection::join(server.address, &links.table, &links.watch, 0).await.expect("a spectator");
    assert!(sent.len() < 30, "{} steps are sent", sent.len());
    let newcomer = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
    let (seen, all) = (&newcomer.seen.table_state, &whole.table_state);
    assert_eq!((seen.seq, &seen.seats), (all.seq, &all.seats));
    let record = |table_state: &TableState| table_state.round.as_ref().map(|round| round.record.to_json());
    assert_eq!(record(seen), record(all), "every name that was played under is told");
    server.stop().await;
}

#[tokio::test]
async fn what_was_replaced_is_left_out_on_sqlite() {
    what_was_replaced_is_left_out(sqlite()).await;
}

#[tokio::test]
async fn what_was_replaced_is_left_out_on_postgres() {
    what_was_replaced_is_left_out(postgres()).await;
}
