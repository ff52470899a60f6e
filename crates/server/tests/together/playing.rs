//! Whole games by link.

use serde_json::json;
use spieltisch_protocol::{Intention, Role, TableReplica};
use spieltisch_testkit::client::{TableClient, request};

use crate::table::{TestDatabase, TestServer, company, new_table, one_step, postgres, sqlite};

/// Two play every game to its end; everyone sees the same, and the dice verify.
async fn every_game(place: TestDatabase) {
    let server = TestServer::start(place.database.clone()).await;
    for game in spieltisch_rules::games::names() {
        let (links, mut players) = company(&server, &new_table(game, json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        let mut watcher = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
        assert_eq!(watcher.connection.role, Role::Watcher);
        let mut choice = 17;
        while one_step(&mut players, &mut choice).await {}
        watcher.until(|seen| !seen.table_state.is_playing()).await.expect("no gap, nothing twice");
        let record = |player: &TableClient| player.seen.table_state.records().last().expect("a game").to_json();
        assert_eq!(record(&players[0]), record(&players[1]));
        assert_eq!(record(&players[0]), record(&watcher));
        let token = format!("Authorization: Bearer {}\r\n", links.seats[0]);
        let kept = request(server.address, "GET", &format!("/api/tables/{}/records", links.table), &token, "").await.expect("an answer");
        assert_eq!(kept.body.trim_end(), record(&watcher), "what is kept is what was seen");
        let record = spieltisch_records::Record::from_json(kept.body.trim_end().as_bytes()).expect("a record");
        spieltisch_records::fair::verify(&record).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    }
    server.stop().await;
}

#[tokio::test]
async fn every_game_on_sqlite() {
    every_game(sqlite()).await;
}

#[tokio::test]
async fn every_game_on_postgres() {
    every_game(postgres()).await;
}

/// A server that is stopped and started again, or dies, loses nothing.
async fn restarts(place: TestDatabase) {
    let mut server = TestServer::start(place.database.clone()).await;
    let (_, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut choice = 3;
    for round in 0..6 {
        for _ in 0..5 {
            one_step(&mut players, &mut choice).await;
        }
        if round % 2 == 0 {
            server.stop().await
        } else {
            server.abort()
        }
        server = TestServer::start(place.database.clone()).await;
        for player in &mut players {
            player.come_back(server.address).await.expect("no gap, nothing twice");
        }
        assert_eq!(players[0].seen.table_state.seq, players[1].seen.table_state.seq);
    }
    while one_step(&mut players, &mut choice).await {}
    let record = players[0].seen.table_state.records().last().expect("a game").clone();
    spieltisch_records::fair::verify(&record).expect("the dice go on where they were");
}

#[tokio::test]
async fn restarts_on_sqlite() {
    restarts(sqlite()).await;
}

#[tokio::test]
async fn restarts_on_postgres() {
    restarts(postgres()).await;
}

/// Computers play their seats by themselves.
#[tokio::test]
async fn a_person_among_computers() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let seats = json!([{}, {"name": "One", "computer": 1}, {"name": "Four", "computer": 4}]);
    let (_, mut players) = company(&server, &new_table("castro", seats, json!({})), &["Anna"]).await;
    let anna = &mut players[0];
    let mut pick = 0;
    while anna.seen.table_state.is_playing() {
        if anna.seen.seat_to_act() == Some(0) {
            pick += 1;
            let intention = anna.seen.some_intention(|count| pick % count).expect("something to do");
            anna.connection.want(intention).await.expect("sent");
        }
        let seq = anna.seen.table_state.seq;
        anna.until_seq(seq + 1).await.expect("no gap, nothing twice");
    }
    let record = anna.seen.table_state.records().last().expect("a game");
    assert!(!record.result.is_null());
}

/// A computer stands in for someone who is away and gives the seat back.
#[tokio::test]
async fn an_absent_player_is_stood_in_for() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (links, mut players) = company(&server, &new_table("yatzy", json!([{}, {}]), json!({"stand_in": 1})), &["Anna", "Ben"]).await;
    let (mut stays, goes) = match players[0].seen.seat_to_act() {
        Some(0) => (players.remove(1), players.remove(0)),
        _ => (players.remove(0), players.remove(0)),
    };
    let away = goes.connection.role.seat().expect("a seat");
    goes.connection.close().await;
    stays.until(|seen| seen.table_state.seats[usize::from(away)].stand_in).await.expect("no gap, nothing twice");
    stays.until(|seen| seen.seat_to_act() != Some(away)).await.expect("no gap, nothing twice");
    let mut back = TableClient::join(server.address, &links.table, &links.seats[usize::from(away)]).await.expect("back");
    back.until(|seen| !seen.table_state.seats[usize::from(away)].stand_in).await.expect("no gap, nothing twice");
    stays.until(|seen| !seen.table_state.seats[usize::from(away)].stand_in).await.expect("no gap, nothing twice");
}

/// Who joins by the one link for all gets a token of their own; the link of that seat only lets others look on.
#[tokio::test]
async fn one_link_for_all() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let links =
        spieltisch_testkit::client::set_up(server.address, &new_table("crowns", json!([{}, {}]), json!({}))).await.expect("a table");
    let mut anna = TableClient::join(server.address, &links.table, &links.invite).await.expect("invited");
    anna.connection.want(Intention::Sit { seat: None, name: "Anna".into(), part: "00ff".into(), token: None }).await.expect("sent");
    let (seat, token) = loop {
        if let spieltisch_protocol::ServerMessage::Seated { seat, token } = anna.connection.next().await.expect("a message") {
            break (seat, token);
        }
    };
    let again = TableClient::join(server.address, &links.table, &token).await.expect("from another device");
    assert_eq!(again.connection.role, Role::Seat(seat));
    let late = TableClient::join(server.address, &links.table, &links.seats[usize::from(seat)]).await.expect("a link to this table");
    assert_eq!(late.connection.role, Role::Watcher, "the seat's own link only lets them look on while another has the seat");
    anna.connection.want(Intention::Start { part: String::new() }).await.expect("sent");
}

/// A player who takes a computer's seat in mid-game plays under their own name, and the dice still verify.
#[tokio::test]
async fn a_latecomer_plays_under_their_own_name() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let links =
        spieltisch_testkit::client::set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.expect("a table");
    let mut anna = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("a seat");
    anna.sit("Anna", "00ff").await.expect("seated");
    anna.connection.want(Intention::Start { part: String::new() }).await.expect("sent");
    anna.until(|seen| seen.table_state.is_playing()).await.expect("a game");
    let mut ben = TableClient::join(server.address, &links.table, &links.invite).await.expect("invited");
    ben.sit("Ben", "aa").await.expect("seated");
    // The computer may have moved just before Ben came; after that only the two of them move.
    let ben_sits = |seen: &TableReplica| seen.table_state.seats.iter().any(|seat| seat.name == "Ben");
    anna.until(ben_sits).await.expect("Ben");
    ben.until(ben_sits).await.expect("Ben");
    let mut players = [anna, ben];
    let mut choice = 29;
    while one_step(&mut players, &mut choice).await {}
    let record = players[0].seen.table_state.records().last().expect("a game");
    assert!(record.players.contains(&"Ben".to_string()), "{:?}", record.players);
    spieltisch_records::fair::verify(record).expect("the dice were thrown for the names at the beginning");
}
