//! A full disk, a database that goes and comes back, clocks that jump, two servers at once.

use serde_json::json;
use spieltisch_protocol::{Intention, RefusalCode, ServerMessage, TableEvent};
use spieltisch_server::{Config, Database};
use spieltisch_testkit::client::{ClientError, Connection, TableClient, request};

use crate::table::{TestServer, company, new_table, one_step, postgres, sqlite};
use spieltisch_testkit::postgres::Cluster;

/// On a full disk nothing is acknowledged; when there is room again the game goes on.
#[tokio::test]
async fn a_full_disk() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let small = Database::Sqlite { file: file.clone(), power_safe: true, most_pages: Some(30) };
    let server = TestServer::start(small).await;
    let (_, mut players) = company(&server, &new_table("yatzy", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut acknowledged;
    loop {
        acknowledged = players[0].seen.table_state.seq;
        players[0].connection.want(Intention::Say { text: "still room? ".repeat(20) }).await.expect("sent");
        match players[0].connection.next_step().await {
            Ok(step) => {
                players[0].seen.take(&step).expect("in order");
                players[1].until_seq(step.seq).await.expect("no gap, nothing twice");
            }
            Err(ClientError::Refused(refused)) => {
                assert_eq!(refused.code, RefusalCode::NotStored, "{refused}");
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    server.stop().await;
    let server = TestServer::start(place.database.clone()).await;
    for player in &mut players {
        player.come_back(server.address).await.expect("no gap, nothing twice");
        assert_eq!(player.seen.table_state.seq, acknowledged, "everything acknowledged, and nothing else");
    }
    let mut choice = 5;
    while one_step(&mut players, &mut choice).await {}
}

/// Two servers on one database: players of one game on different servers see the same game, and
/// when both decide at once one of them is refused.
#[tokio::test]
async fn two_servers_one_game() {
    let place = postgres();
    let one = TestServer::start(place.database.clone()).await;
    let two = TestServer::start(place.database.clone()).await;
    for game in spieltisch_rules::games::names() {
        let (links, mut players) = company(&one, &new_table(game, json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        players[1].come_back(two.address).await.expect("no gap, nothing twice");
        let mut choice = 11;
        for _ in 0..20 {
            one_step(&mut players, &mut choice).await;
        }
        // The same seat from two devices, on both servers, at the same moment.
        let seat = usize::from(players[0].seen.seat_to_act().expect("still playing"));
        let mut doubles = Vec::new();
        for server in [&one, &two] {
            doubles.push(TableClient::join(server.address, &links.table, &links.seats[seat]).await.expect("a device"));
        }
        let intention = doubles[0].seen.some_intention(|_| 0).expect("something to do");
        let before = doubles[0].seen.table_state.seq;
        for double in &mut doubles {
            double.connection.want(intention.clone()).await.expect("sent");
        }
        for double in &mut doubles {
            loop {
                match double.connection.next_step().await {
                    Ok(step) => double.seen.take(&step).expect("in order"),
                    Err(ClientError::Refused(refused)) => assert_eq!(refused.code, RefusalCode::Stale, "{refused}"),
                    Err(error) => panic!("{error}"),
                }
                if double.seen.table_state.seq > before {
                    break;
                }
            }
            assert_eq!(double.seen.table_state.seq, before + 1, "one decision, one step");
        }
        for player in &mut players {
            player.until_seq(before + 1).await.expect("no gap, nothing twice");
        }
        while one_step(&mut players, &mut choice).await {}
        assert_eq!(
            players[0].seen.table_state.records().last().expect("a game").to_json(),
            players[1].seen.table_state.records().last().expect("a game").to_json()
        );
    }
}

/// Who is here is known on every server: no player is stood in for because they are connected elsewhere.
#[tokio::test]
async fn presence_crosses_servers() {
    let place = postgres();
    let one = TestServer::start(place.database.clone()).await;
    let two = TestServer::start(place.database.clone()).await;
    let (links, mut players) = company(&one, &new_table("caro", json!([{}, {}]), json!({"stand_in": 2})), &["Anna", "Ben"]).await;
    players[1].come_back(two.address).await.expect("no gap, nothing twice");
    let watcher = TableClient::join(two.address, &links.table, &links.watch).await.expect("a spectator");
    for connection in [&mut players[0].connection, &mut { watcher }.connection] {
        loop {
            if let ServerMessage::Here { here, watchers: 1 } = connection.next().await.expect("told who is here")
                && here == [0, 1]
            {
                break;
            }
        }
    }
}

/// A database that crashes and comes back: what was acknowledged is there, and the game goes on.
#[tokio::test]
async fn the_database_goes_and_comes_back() {
    let cluster = Cluster::start();
    let server = TestServer::start(cluster.fresh_database().parse().expect("an address")).await;
    let (_, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut choice = 9;
    for _ in 0..12 {
        one_step(&mut players, &mut choice).await;
    }
    let acknowledged = players[0].seen.table_state.seq;
    cluster.down();
    let seat = usize::from(players[0].seen.seat_to_act().expect("still playing"));
    let intention = players[seat].seen.some_intention(|_| 0).expect("something to do");
    players[seat].connection.want(intention).await.expect("sent");
    match players[seat].connection.next_step().await {
        Err(ClientError::Refused(refused)) => assert_eq!(refused.code, RefusalCode::NotStored, "{refused}"),
        other => panic!("nothing can be stored now, but: {other:?}"),
    }
    let ill = request(server.address, "GET", "/healthz", "", "").await.expect("the server itself is there");
    assert_eq!(ill.status, 503);
    cluster.up();
    let mut well = ill;
    while well.status != 200 {
        well = request(server.address, "GET", "/healthz", "", "").await.expect("the server itself is there");
    }
    for player in &mut players {
        player.come_back(server.address).await.expect("no gap, nothing twice");
        assert_eq!(player.seen.table_state.seq, acknowledged);
    }
    while one_step(&mut players, &mut choice).await {}
    spieltisch_records::fair::verify(players[0].seen.table_state.records().last().expect("a game"))
        .expect("the dice went on where they were");
}

/// A database that takes encrypted connections only: where its certificate is trusted all is well; where the address wants no
/// encryption, or another name, nothing is played.
#[tokio::test]
async fn an_encrypted_line_to_the_database() {
    let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_string()]).expect("a certificate");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trusted = folder.path().join("trusted.pem");
    std::fs::write(&trusted, made.cert.pem()).expect("a file");
    let cluster = Cluster::start();
    let address = cluster.encrypt(&made.cert.pem(), &made.signing_key.serialize_pem());
    let database = |more: String| format!("{address}?{more}").parse::<Database>().expect("an address");

    let server = TestServer::start(database(format!("sslmode=verify-full&sslrootcert={}", trusted.display()))).await;
    let (_, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut choice = 5;
    while one_step(&mut players, &mut choice).await {}
    assert!(players[0].seen.table_state.records().all(|record| !record.result.is_null()));

    for wrong in ["sslmode=disable", "sslmode=verify-full"] {
        let config = Config::new("127.0.0.1:0".parse().expect("an address"), database(wrong.to_string()));
        let (_stop, stopped) = tokio::sync::watch::channel(false);
        assert!(spieltisch_server::start(config, &[], stopped).await.is_err(), "{wrong}");
    }
}

/// A clock that jumps by hours, forwards and back, changes nothing but the times in the log, and those
/// never go back.
#[tokio::test]
async fn clock_jumps() {
    use std::sync::atomic::{AtomicU64, Ordering};
    fn jumping() -> u64 {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        let call = CALLS.fetch_add(1, Ordering::SeqCst);
        1_800_000_000_000 + call - if call % 3 == 1 { 7_200_000 } else { 0 }
    }
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.clock = jumping).await;
    let (links, mut players) =
        company(&server, &new_table("yatzy", json!([{}, {}]), json!({"stand_in": 600, "turn": 600})), &["Anna", "Ben"]).await;
    let mut choice = 21;
    while one_step(&mut players, &mut choice).await {}
    let (_, steps) = Connection::join(server.address, &links.table, &links.watch, 0).await.expect("a spectator");
    assert!(steps.windows(2).all(|pair| pair[0].at <= pair[1].at && pair[0].seq + 1 == pair[1].seq));
    let computers = |table_event: &TableEvent| matches!(table_event, TableEvent::StandIn { .. } | TableEvent::TimeUp { .. });
    assert!(!steps.iter().flat_map(|step| &step.what).any(computers), "no time passed");
}

/// A turn that takes too long is played by a computer, everyone's in turn.
#[tokio::test]
async fn time_is_up() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (_, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({"turn": 1})), &["Anna", "Ben"]).await;
    let mut late = Vec::new();
    while late.len() < 2 {
        let step = players[0].connection.next_step().await.expect("a step");
        players[0].seen.take(&step).expect("no gap, nothing twice");
        let seats = step.what.iter().filter_map(|table_event| match table_event {
            TableEvent::TimeUp { seat } => Some(*seat),
            _ => None,
        });
        late.extend(seats);
        late.sort_unstable();
        late.dedup();
    }
}
