//! What a table and an address may do in a while: reactions, coming and going, what is written, what is fetched.

use std::net::SocketAddr;
use std::time::Instant;

use serde_json::json;
use spieltisch_protocol::{ClientMessage, Intention, RefusalCode, ServerMessage, TableEvent};
use spieltisch_server::Limits;
use spieltisch_testkit::client::{ClientError, Connection, request, set_up};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::fairness::{PATIENCE, ask_from, connect_from};
use crate::table::{TestServer, company, new_table, sqlite};

/// Reactions are told to everyone: a table has so many, however many connections send them.
#[tokio::test]
async fn reactions_have_a_quota() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits = Limits::default()).await;
    let (links, mut players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let began = Instant::now();
    for _ in 0..5 {
        let (mut connection, _) = Connection::join(server.address, &links.table, &links.seats[0], 0).await.expect("the seat's own");
        for _ in 0..40 {
            connection.send(&ClientMessage::React { with: "clap".into() }).await.expect("sent");
        }
        // Answered after all that came before.
        connection.send(&ClientMessage::Ping).await.expect("sent");
        while !matches!(connection.next().await.expect("an answer"), ServerMessage::Pong) {}
    }
    let [anna, ben] = &mut players[..] else { panic!("two sat down") };
    anna.connection.want(Intention::Say { text: "enough".into() }).await.expect("sent");
    let mut heard = 0;
    loop {
        match ben.connection.next().await.expect("a message") {
            ServerMessage::Reaction { .. } => heard += 1,
            ServerMessage::Step(step) if step.what.iter().any(|what| matches!(what, TableEvent::Said { .. })) => break,
            _ => {}
        }
    }
    let most = 21 + 2 * began.elapsed().as_secs();
    assert!((20..=most).contains(&heard), "{heard} reactions, {most} at most");
}

/// Spectators who come again and again are asked to wait; players come to the same table, and everyone to others.
#[tokio::test]
async fn those_who_only_come_and_go_are_asked_to_wait() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits = Limits::default()).await;
    let (links, _players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let refused = async {
        loop {
            // Ten at a time: as many as a second brings.
            let coming = (0..10).map(|_| tokio::spawn(join(server.address, links.table.clone(), links.watch.clone())));
            for one in coming.collect::<Vec<_>>() {
                if let Err(error) = one.await.expect("no panic") {
                    return error;
                }
            }
        }
    };
    match timeout(4 * PATIENCE, refused).await.expect("refused in the end") {
        ClientError::Refused(refused) => assert_eq!(refused.code, RefusalCode::TooMuch, "{refused}"),
        error => panic!("{error}"),
    }
    assert!(join(server.address, links.table.clone(), links.seats[0].clone()).await.is_ok(), "a player comes back");
    let other = set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await.expect("a table");
    assert!(join(server.address, other.table, other.watch).await.is_ok(), "and a spectator elsewhere");
}

async fn join(server: SocketAddr, table: String, token: String) -> Result<(), ClientError> {
    Connection::join(server, &table, &token, 0).await.map(drop)
}

/// Codes, subscriptions and deletions are written: a table has so many of them, and the answer says so.
#[tokio::test]
async fn what_is_written_beside_the_log_has_a_quota() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits.messages_per_second = 1).await;
    let links = set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await.expect("a table");
    for (method, path, token) in [
        ("POST", "/code", &links.invite),
        ("PUT", "/push", &links.seats[0]),
        ("DELETE", "/push", &links.seats[0]),
        ("DELETE", "", &links.watch),
    ] {
        let (path, fields) = (format!("/api/tables/{}{path}", links.table), format!("Authorization: Bearer {token}\r\n"));
        let mut answers = Vec::new();
        for _ in 0..5 {
            answers.push(request(server.address, method, &path, &fields, "{}").await.expect("an answer").status);
        }
        assert!(answers.contains(&429), "{method} {path}: {answers:?}");
    }
}

/// Files of the page and everything else that is fetched: an address has so many, others as ever.
#[tokio::test]
async fn requests_from_one_address_have_a_quota() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.limits.messages_per_second = 1).await;
    let mut stream = connect_from("127.0.0.4", server.address).await;
    let ask = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let (mut heard, mut answer) = (String::new(), vec![0; 64 * 1024]);
    let refused = async {
        while !heard.contains("HTTP/1.1 429") {
            stream.write_all(ask.as_bytes()).await.expect("sent");
            let bytes = stream.read(&mut answer).await.expect("an answer");
            heard = format!("{}{}", &heard[heard.len().saturating_sub(20)..], String::from_utf8_lossy(&answer[..bytes]));
        }
    };
    timeout(PATIENCE, refused).await.expect("refused in the end");
    assert!(heard.contains("too-much") && heard.contains("from your address"), "{heard}");
    let other = ask_from("127.0.0.5", server.address, "/healthz").await;
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
}
