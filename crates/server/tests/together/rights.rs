//! A seat is a right that can be lost: its owner acts for it, and no other client, on any server.

use serde_json::json;
use spieltisch_protocol::{ClientMessage, Intention, RefusalCode, Role, ServerMessage};
use spieltisch_testkit::client::{ClientError, TableClient, set_up};

use crate::table::{TestDatabase, TestServer, company, new_table, postgres, sqlite};

fn sit(name: &str, token: Option<&str>) -> Intention {
    Intention::Sit { seat: None, name: name.into(), part: "00ff".into(), token: token.map(str::to_string) }
}

/// The intention is refused with this code.
async fn is_refused(player: &mut TableClient, message: ClientMessage, code: RefusalCode) {
    player.connection.send(&message).await.expect("sent");
    loop {
        match player.connection.next().await.expect("an answer") {
            ServerMessage::Refused(refused) => return assert_eq!(refused.code, code, "{refused}"),
            ServerMessage::Step(step) => player.seen.take(&step).expect("in order"),
            _ => {}
        }
    }
}

/// A player takes a seat by the invitation, on one server, while the seat's own link is open on another: from then on
/// that link only looks on, and can do nothing for the seat.
async fn a_seat_taken_by_another(place: TestDatabase, servers: usize) {
    let mut running = Vec::new();
    for _ in 0..servers {
        running.push(TestServer::start(place.database.clone()).await);
    }
    let (here, there) = (&running[0], &running[servers - 1]);
    let links = set_up(here.address, &new_table("yatzy", json!([{}, {}]), json!({}))).await.expect("a table");
    let mut first = TableClient::join(here.address, &links.table, &links.seats[0]).await.expect("the seat's own link");
    assert_eq!(first.connection.role, Role::Seat(0));
    let mut taker = TableClient::join(there.address, &links.table, &links.invite).await.expect("invited");
    taker.connection.want(sit("Ben", None)).await.expect("sent");
    loop {
        if let ServerMessage::Role { role } = first.connection.next().await.expect("told") {
            assert_eq!(role, Role::Watcher, "the right is lost at once");
            break;
        }
    }
    let no_more = [
        ClientMessage::Want(Intention::Say { text: "for you".into() }),
        ClientMessage::Want(Intention::Start { part: String::new() }),
        ClientMessage::Want(Intention::Leave),
        ClientMessage::React { with: "clap".into() },
    ];
    for message in no_more {
        is_refused(&mut first, message, RefusalCode::NotSeated).await;
    }
    is_refused(&mut first, ClientMessage::Want(sit("Anna", None)), RefusalCode::SeatTaken).await;
    // A player who leaves has no power over the seat any more either, and it is free again for its link.
    taker.connection.want(Intention::Leave).await.expect("sent");
    taker.until(|seen| !seen.table_state.seats[0].taken).await.expect("left");
    is_refused(&mut taker, ClientMessage::Want(Intention::Say { text: "still me".into() }), RefusalCode::NotSeated).await;
    is_refused(&mut taker, ClientMessage::React { with: "clap".into() }, RefusalCode::NotSeated).await;
    loop {
        if let ServerMessage::Role { role: Role::Seat(0) } = first.connection.next().await.expect("told") {
            break;
        }
    }
    first.connection.want(sit("Anna", None)).await.expect("sent");
    taker.until(|seen| seen.table_state.seats[0].taken && seen.table_state.seats[0].name == "Anna").await.expect("seated");
}

#[tokio::test]
async fn a_seat_taken_by_another_on_sqlite() {
    a_seat_taken_by_another(sqlite(), 1).await;
}

#[tokio::test]
async fn a_seat_taken_by_another_on_another_server() {
    a_seat_taken_by_another(postgres(), 2).await;
}

/// A player who loses the connection before they hear that they got a seat asks again with the token they chose, and has it.
#[tokio::test]
async fn the_answer_to_sitting_down_may_be_lost() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let links = set_up(server.address, &new_table("crowns", json!([{}, {}]), json!({}))).await.expect("a table");
    let chosen = "0123456789abcdef0123456789abcdef";
    let mut anna = TableClient::join(server.address, &links.table, &links.invite).await.expect("invited");
    anna.connection.want(sit("Anna", Some(chosen))).await.expect("sent");
    let mut watcher = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
    watcher.until(|seen| seen.table_state.seats[0].taken).await.expect("seated");
    drop(anna);
    let mut again = TableClient::join(server.address, &links.table, &links.invite).await.expect("invited");
    again.connection.want(sit("Anna", Some(chosen))).await.expect("sent");
    loop {
        if let ServerMessage::Seated { seat, token } = again.connection.next().await.expect("an answer") {
            assert_eq!((seat, token.as_str()), (0, chosen));
            break;
        }
    }
    let device = TableClient::join(server.address, &links.table, chosen).await.expect("the token is good");
    assert_eq!(device.connection.role, Role::Seat(0));
    assert!(!device.seen.table_state.seats[1].taken, "one person, one seat");
    is_refused(&mut again, ClientMessage::Want(sit("Anna", Some("short"))), RefusalCode::BadText).await;
}

/// A token that is good for something else takes no seat: it would not lead back to that seat, which would be lost.
async fn tokens_in_use_take_no_seat(place: TestDatabase) {
    let server = TestServer::start(place.database.clone()).await;
    let new = new_table("crowns", json!([{}, {}, {}]), json!({}));
    let elsewhere = set_up(server.address, &new).await.expect("another table");
    let links = set_up(server.address, &new).await.expect("a table");
    let mut anna = TableClient::join(server.address, &links.table, &links.invite).await.expect("invited");
    for used in [&links.invite, &links.watch, &links.host, &links.seats[1], &elsewhere.seats[0], &elsewhere.invite] {
        is_refused(&mut anna, ClientMessage::Want(sit("Anna", Some(used))), RefusalCode::BadText).await;
    }
    assert!(!anna.seen.table_state.seats.iter().any(|seat| seat.taken), "no seat is blocked");
    let chosen = "0123456789abcdef0123456789abcdef";
    anna.connection.want(sit("Anna", Some(chosen))).await.expect("sent");
    anna.until(|seen| seen.table_state.seats[0].taken).await.expect("seated");
    // On a second device the same person asks with the same token and has the same seat.
    let mut device = TableClient::join(server.address, &links.table, &links.invite).await.expect("invited");
    device.connection.want(sit("Anna", Some(chosen))).await.expect("sent");
    loop {
        if let ServerMessage::Seated { seat, token } = device.connection.next().await.expect("an answer") {
            assert_eq!((seat, token.as_str()), (0, chosen));
            break;
        }
    }
    // The links that were tried are as good as before.
    let ben = TableClient::join(server.address, &links.table, &links.seats[1]).await.expect("the link of a seat");
    assert_eq!(ben.connection.role, Role::Seat(1));
    let host = TableClient::join(server.address, &elsewhere.table, &elsewhere.seats[0]).await.expect("the link of a seat");
    assert_eq!(host.connection.role, Role::Seat(0));
}

#[tokio::test]
async fn tokens_in_use_take_no_seat_on_sqlite() {
    tokens_in_use_take_no_seat(sqlite()).await;
}

#[tokio::test]
async fn tokens_in_use_take_no_seat_on_postgres() {
    tokens_in_use_take_no_seat(postgres()).await;
}

/// A computer goes on for a player who leaves, on turn or off turn, without anybody coming or going.
#[tokio::test]
async fn computers_go_on_for_a_player_who_leaves() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    for on_turn in [true, false] {
        let (_, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        let turn = usize::from(players[0].seen.seat_to_act().expect("a game"));
        let leaver = if on_turn { turn } else { 1 - turn };
        players[leaver].connection.want(Intention::Leave).await.expect("sent");
        let stays = &mut players[1 - leaver];
        stays.until(|seen| seen.table_state.seats[leaver].left).await.expect("left");
        let mut pick = 0;
        while stays.seen.table_state.is_playing() {
            if stays.seen.seat_to_act() == Some(1 - leaver as u8) {
                pick += 1;
                stays.act(|count| pick % count).await.expect("sent");
            }
            let seq = stays.seen.table_state.seq;
            stays.until_seq(seq + 1).await.expect("the computer goes on");
        }
        // The next game too: the seat of the player who left is a computer's.
        stays.connection.want(Intention::Again { part: "0a".into() }).await.expect("sent");
        stays.until(|seen| seen.table_state.next_round() == 2).await.expect("the next game");
        stays.until(|seen| seen.seat_to_act() == Some(1 - leaver as u8)).await.expect("the computer goes on");
    }
}

/// With three servers everything that is said is kept: talk does not depend on what happened before it.
#[tokio::test]
async fn talk_is_never_stale() {
    let place = postgres();
    let mut servers = Vec::new();
    for _ in 0..3 {
        servers.push(TestServer::start(place.database.clone()).await);
    }
    let (_, mut players) = company(&servers[0], &new_table("yatzy", json!([{}, {}, {}]), json!({})), &["Anna", "Ben", "Carl"]).await;
    for (player, server) in players.iter_mut().zip(&servers) {
        player.come_back(server.address).await.expect("no gap, nothing twice");
    }
    for round in 0..30 {
        for player in &mut players {
            player.connection.want(Intention::Say { text: format!("line {round}") }).await.expect("sent");
        }
    }
    for player in &mut players {
        match player.until(|seen| seen.table_state.lines.len() == 90).await {
            Ok(()) => {}
            Err(ClientError::Refused(refused)) => panic!("{:?}: {refused}", refused.code),
            Err(error) => panic!("{error}"),
        }
    }
}
