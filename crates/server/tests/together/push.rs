//! Messages to players who are away in their turn, received and read by a push service of our own.

use std::time::Duration;

use serde_json::{Value, json};
use spieltisch_protocol::{Intention, Links, ServerMessage};
use spieltisch_server::{Config, Reach};
use spieltisch_testkit::client::{TableClient, request};
use spieltisch_testkit::push::{Device, PushService, Received, claims};
use sqlx::Row;

use crate::healing::pool;
use crate::table::{TestDatabase, TestServer, company, new_table, postgres, sqlite};

/// Messages may be sent to this machine, and at once.
fn to_this_machine(config: &mut Config) {
    config.push.reach = Reach::Anywhere;
    config.push.wait = Duration::ZERO;
    config.push.again = [Duration::ZERO; 3];
}

async fn start(place: &TestDatabase) -> TestServer {
    TestServer::start_with(place.database.clone(), to_this_machine).await
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

async fn key(server: &TestServer) -> String {
    let answer = request(server.address, "GET", "/api/push", "", "").await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str::<Value>(&answer.body).expect("JSON")["key"].as_str().expect("a key").to_string()
}

async fn push(server: &TestServer, method: &str, links: &Links, token: &str, body: &Value) -> u16 {
    let path = format!("/api/tables/{}/push", links.table);
    request(server.address, method, &path, &bearer(token), &body.to_string()).await.expect("an answer").status
}

/// Plays for the player to move until it is another's.
async fn play_on(player: &mut TableClient) {
    let seat = player.seen.seat_to_act();
    while player.seen.seat_to_act() == seat {
        let next = player.act(|_| 0).await.expect("sent");
        player.until_seq(next).await.expect("no gap, nothing twice");
    }
}

/// Plays a turn, and another sees it.
async fn pass(from: &mut TableClient, to: &mut TableClient) {
    play_on(from).await;
    to.until_seq(from.seen.table_state.seq).await.expect("no gap, nothing twice");
}

/// Two people at a table of Yatzy, the one whose turn it is first.
struct Company {
    links: Links,
    first: TableClient,
    other: TableClient,
    /// The token of the other's seat.
    token: String,
}

async fn two_people(server: &TestServer) -> Company {
    let (links, mut players) = company(server, &new_table("yatzy", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let first = usize::from(players[0].seen.seat_to_act().expect("a game"));
    let token = links.seats[1 - first].clone();
    let other = players.remove(1 - first);
    Company { links, first: players.remove(0), other, token }
}

async fn subscriptions(place: &TestDatabase, table: &str) -> i64 {
    let query = sqlx::query("SELECT COUNT(*) FROM subscriptions WHERE table_id = $1").bind(table);
    query.fetch_one(&pool(&place.database).await).await.expect("a count").get(0)
}

fn words(device: &Device, received: &Received) -> Value {
    let read = device.decrypt(&received.body).expect("it is for this browser");
    serde_json::from_slice(&read).expect("JSON")
}

/// Told once a turn, not while connected, not after a restart again, and no more once the browser is gone or the person has left.
async fn absent_players_are_told(place: TestDatabase) {
    let (mut service, device) = (PushService::start().await, Device::new());
    let address = service.address;
    let mut server = start(&place).await;
    let Company { links, mut first, other, token } = two_people(&server).await;
    let key_before = key(&server).await;
    let subscribe = async |server: &TestServer, path: &str, words: &str| {
        assert_eq!(push(server, "PUT", &links, &token, &device.subscription(address, path, words)).await, 204);
    };
    let come = async |server: &TestServer| TableClient::join(server.address, &links.table, &token).await.expect("comes back");
    subscribe(&server, "/a", "first").await;
    drop(other);
    play_on(&mut first).await;
    let received = service.next().await;
    assert_eq!(words(&device, &received), json!({"table": links.table, "words": "first"}));
    let claimed = claims(&received, &key_before).expect("signed with the key that was told");
    assert_eq!(claimed["aud"], format!("http://{address}"));
    for (field, value) in [("ttl", "604800"), ("content-encoding", "aes128gcm"), ("urgency", "normal")] {
        assert_eq!(received.fields[field], value, "{field}");
    }
    let topic = received.fields["topic"].clone();
    assert!(topic.len() <= 32 && !topic.contains(&links.table), "{topic}");

    // Another server, or this one again: it signs with the same key, and does not tell twice.
    server.stop().await;
    server = start(&place).await;
    assert_eq!(key(&server).await, key_before);
    first.come_back(server.address).await.expect("no gap, nothing twice");
    let mut other = come(&server).await;
    // Now the person is there when it is their turn.
    subscribe(&server, "/a", "while connected").await;
    pass(&mut other, &mut first).await;
    pass(&mut first, &mut other).await;
    pass(&mut other, &mut first).await;

    // The push service is out of order for a while: it is tried again, under the same topic.
    subscribe(&server, "/a", "third").await;
    service.answer(&[503, 429]);
    drop(other);
    play_on(&mut first).await;
    for _ in 0..3 {
        let received = service.next().await;
        assert_eq!((words(&device, &received)["words"].as_str(), &received.fields["topic"]), (Some("third"), &topic));
    }

    // A browser is gone: it is forgotten, and the other one is told.
    let mut other = come(&server).await;
    pass(&mut other, &mut first).await;
    subscribe(&server, "/a", "unread").await;
    subscribe(&server, "/b", "another browser").await;
    service.forget("/a");
    drop(other);
    play_on(&mut first).await;
    let mut told = [service.next().await.path, service.next().await.path];
    told.sort();
    assert_eq!(told, ["/a", "/b"]);
    let mut other = come(&server).await;
    pass(&mut other, &mut first).await;
    drop(other);
    play_on(&mut first).await;
    assert_eq!(service.next().await.path, "/b");

    // Switched off for one browser, on for another; then the person leaves.
    let mut other = come(&server).await;
    assert_eq!(push(&server, "DELETE", &links, &token, &json!({"endpoint": format!("http://{address}/b")})).await, 204);
    assert_eq!(subscriptions(&place, &links.table).await, 0);
    subscribe(&server, "/c", "before leaving").await;
    other.connection.want(Intention::Leave).await.expect("sent");
    while subscriptions(&place, &links.table).await > 0 {
        tokio::task::yield_now().await;
    }
    drop(other);
    let seat = first.seen.seat_to_act();
    first.until(|seen| seen.seat_to_act() != seat).await.expect("the computer goes on");
    play_on(&mut first).await;
    server.stop().await;
    assert!(service.is_quiet(), "no message too many");
}

#[tokio::test]
async fn absent_players_are_told_on_sqlite() {
    absent_players_are_told(sqlite()).await;
}

#[tokio::test]
async fn absent_players_are_told_on_postgres() {
    absent_players_are_told(postgres()).await;
}

/// A server that stopped before it told a player leaves that to the next.
#[tokio::test]
async fn a_turn_is_told_after_a_restart() {
    let (place, mut service, device) = (sqlite(), PushService::start().await, Device::new());
    let slow = |config: &mut Config| {
        to_this_machine(config);
        config.push.wait = Duration::from_secs(3600);
    };
    let server = TestServer::start_with(place.database.clone(), slow).await;
    let Company { links, mut first, other, token } = two_people(&server).await;
    assert_eq!(push(&server, "PUT", &links, &token, &device.subscription(service.address, "/a", "at last")).await, 204);
    drop(other);
    play_on(&mut first).await;
    server.stop().await;
    assert!(service.is_quiet());
    let _server = start(&place).await;
    assert_eq!(words(&device, &service.next().await)["words"], "at last");
}

/// Waits until so many people are told to be here.
async fn until_here(player: &mut TableClient, count: usize) {
    loop {
        match player.connection.next().await.expect("told") {
            ServerMessage::Here { here, .. } if here.len() == count => return,
            ServerMessage::Step(step) => player.seen.take(&step).expect("no gap, nothing twice"),
            _ => {}
        }
    }
}

/// Of several servers one tells, and none while the person is at another.
#[tokio::test]
async fn of_several_servers_one_tells() {
    let (place, mut service, device) = (postgres(), PushService::start().await, Device::new());
    let (one, two) = (start(&place).await, start(&place).await);
    assert_eq!(key(&one).await, key(&two).await);
    let address = service.address;
    let Company { links, mut first, other, token } = two_people(&one).await;
    let subscribe = async |words: &str| {
        assert_eq!(push(&two, "PUT", &links, &token, &device.subscription(address, "/a", words)).await, 204);
    };
    drop(other);
    // On a new connection nothing is told that was so before.
    first.come_back(one.address).await.expect("no gap, nothing twice");
    until_here(&mut first, 1).await;
    // A spectator is there, so that both servers look after the table all the time.
    let _watcher = TableClient::join(two.address, &links.table, &links.watch).await.expect("a spectator");
    let mut other = TableClient::join(two.address, &links.table, &token).await.expect("comes back");
    until_here(&mut first, 2).await;
    subscribe("at the other server").await;
    pass(&mut first, &mut other).await;
    pass(&mut other, &mut first).await;
    for words_of_turn in ["away", "away again"] {
        subscribe(words_of_turn).await;
        drop(other);
        play_on(&mut first).await;
        assert_eq!(words(&device, &service.next().await)["words"], words_of_turn);
        other = TableClient::join(two.address, &links.table, &token).await.expect("comes back");
        pass(&mut other, &mut first).await;
    }
    for server in [one, two] {
        server.stop().await;
    }
    assert!(service.is_quiet(), "it was told twice");
}

/// What no client may ask for.
#[tokio::test]
async fn only_seats_are_told_and_only_by_push_services() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (device, nowhere) = (Device::new(), "127.0.0.1:9".parse().expect("an address"));
    let Company { links, token, .. } = two_people(&server).await;
    let wish = |endpoint: &str| {
        let mut wish = device.subscription(nowhere, "/a", "words");
        wish["endpoint"] = endpoint.into();
        wish
    };
    let service = "https://push.example/a";
    assert_eq!(push(&server, "PUT", &links, &token, &wish(service)).await, 204);
    for (token, status) in [(&links.watch, 403), (&links.invite, 403), (&links.host, 403), (&"0".repeat(32), 404)] {
        assert_eq!(push(&server, "PUT", &links, token, &wish(service)).await, status);
    }
    for endpoint in
        ["http://127.0.0.1:9/a", "https://127.0.0.1/a", "https://[::1]/a", "https://192.168.0.1/a", "https://push.example:22/a", "nothing"]
    {
        assert_eq!(push(&server, "PUT", &links, &token, &wish(endpoint)).await, 400, "{endpoint}");
    }
    for (place, value) in
        [("/words", json!("")), ("/words", json!("x".repeat(121))), ("/keys/auth", json!("AAAA")), ("/keys/p256dh", json!("!"))]
    {
        let mut bad = wish(service);
        *bad.pointer_mut(place).expect("a field") = value;
        assert_eq!(push(&server, "PUT", &links, &token, &bad).await, 400, "{place}");
    }
    // Of many browsers the newest are told.
    for number in 0..9 {
        assert_eq!(push(&server, "PUT", &links, &token, &wish(&format!("https://push.example/{number}"))).await, 204);
    }
    assert_eq!(subscriptions(&place, &links.table).await, 5);
    server.stop().await;

    let silent = TestServer::start_with(place.database.clone(), |config| config.push.reach = Reach::Nowhere).await;
    let answer = request(silent.address, "GET", "/api/push", "", "").await.expect("an answer");
    assert!(answer.status == 400 && answer.body.contains("switched-off"), "{}", answer.body);
    assert_eq!(push(&silent, "PUT", &links, &token, &wish(service)).await, 400);
}
