//! What no client may do, and what no input may do.

use serde_json::json;
use spieltisch_protocol::{Intention, Invitation, RefusalCode, Refused, ServerMessage, SpokenCode};
use spieltisch_testkit::client::{ClientError, Connection, TableClient, request, set_up};

use crate::table::{TestDatabase, TestServer, company, new_table, postgres, sqlite};

async fn refusal(connection: &mut Connection) -> Refused {
    loop {
        if let ServerMessage::Refused(refused) = connection.next().await.expect("a message") {
            return refused;
        }
    }
}

#[tokio::test]
async fn tokens_open_only_their_own_table_and_are_never_shown() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (one, mut players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let (other, _) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    for (table, token) in
        [(&one.table, &other.seats[0]), (&one.table, &other.watch), (&one.table, &String::new()), (&other.seats[0], &other.seats[0])]
    {
        match TableClient::join(server.address, table, token).await {
            Err(ClientError::Refused(refused)) => assert_eq!(refused.code, RefusalCode::NoSuchTable),
            _ => panic!("a token of another table must not open this one"),
        }
    }
    players[0].connection.want(Intention::Say { text: "hello".into() }).await.expect("sent");
    let heard = loop {
        let text = players[1].connection.next_text().await.expect("a message");
        if text.contains("hello") {
            break text;
        }
    };
    let (_, steps) = Connection::join(server.address, &one.table, &one.watch, 0).await.expect("a spectator");
    let all = heard + &serde_json::to_string(&steps).expect("JSON");
    for token in one.seats.iter().chain([&one.host, &one.invite, &one.watch]) {
        assert!(!all.contains(token.as_str()), "a token was sent to others");
    }
    let file = match &place.database {
        spieltisch_server::Database::Sqlite { file, .. } => file.clone(),
        spieltisch_server::Database::Postgres { .. } => unreachable!("this test uses SQLite"),
    };
    server.stop().await;
    let kept = std::fs::read(&file).expect("the file");
    for token in one.seats.iter().chain([&one.host, &one.invite, &one.watch]) {
        assert!(!kept.windows(token.len()).any(|window| window == token.as_bytes()), "a token stands in the database");
    }
}

#[tokio::test]
async fn pages_of_others_cannot_open_a_line_or_set_up_a_table() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    assert!(Connection::open(server.address, Some("https://evil.example")).await.is_err());
    let own = format!("http://{}", server.address);
    assert!(Connection::open(server.address, Some(&own)).await.is_ok());
    let body = r#"{"game":"yatzy","seats":[{},{}]}"#;
    let answer = request(server.address, "POST", "/api/tables", "Origin: https://evil.example\r\n", body).await.expect("an answer");
    assert_eq!(answer.status, 403);
}

#[tokio::test]
async fn limits_hold_with_clear_words() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| {
        config.limits.messages_per_second = 5;
        config.limits.tables_per_hour = 2;
    })
    .await;
    let (_, mut players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    for _ in 0..30 {
        players[0].connection.want(Intention::TakeBack).await.expect("sent");
    }
    let mut refusals = Vec::new();
    for _ in 0..30 {
        refusals.push(refusal(&mut players[0].connection).await);
    }
    assert!(refusals.iter().any(|refused| refused.wait == Some(1)), "five a second: {refusals:?}");
    assert!(refusals.iter().all(|refused| refused.wait.is_some() == (refused.code == RefusalCode::TooMuch)), "{refusals:?}");
    assert!(set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await.is_ok());
    match set_up(server.address, &new_table("caro", json!([{}, {}]), json!({}))).await {
        Err(ClientError::Refused(refused)) => {
            assert!(refused.code == RefusalCode::TooMuch && refused.wait.is_some_and(|wait| (3500..=3600).contains(&wait)), "{refused:?}")
        }
        other => panic!("{other:?}"),
    }
    let body = r#"{"game":"caro","seats":[{},{}]}"#;
    let answer = request(server.address, "POST", "/api/tables", "", body).await.expect("an answer");
    let refused: Refused = serde_json::from_str(&answer.body).expect("JSON");
    let header = answer.head.lines().find_map(|line| line.strip_prefix("retry-after: ")).and_then(|wait| wait.parse().ok());
    assert!(answer.status == 429 && header.is_some() && header == refused.wait, "{answer:?}");
    let huge = format!(r#"{{"game":"yatzy","seats":[{{}}],"board":"{}"}}"#, "x".repeat(40_000));
    let answer = request(server.address, "POST", "/api/tables", "", &huge).await.expect("an answer");
    assert_eq!(answer.status, 413);
    players[1].connection.send_text("x".repeat(5_000)).await.expect("sent");
    while players[1].connection.next_text().await.is_ok() {}
}

/// Whatever is sent, the server answers with a refusal or closes that connection, and everyone else plays on.
#[tokio::test]
async fn no_input_brings_the_server_down() {
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (links, mut players) = company(&server, &new_table("yatzy", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut runner = TestRunner::deterministic();
    let words = proptest::sample::select(vec![
        "do",
        "hello",
        "sit",
        "move",
        "roll",
        "again",
        "say",
        "react",
        "round",
        "after",
        "event",
        "seat",
        "name",
        "part",
        "keep",
        "score",
        "object 1",
        "roll 6 6 6 6 6",
        "score yatzy",
        "yes",
        "text",
        "with",
        "clap",
        "4294967296",
        "-1",
        "null",
        "{}",
        "[",
        "\u{0}",
        "é",
    ]);
    let member = (words.clone(), words.clone()).prop_map(|(key, value)| format!("{}:{}", json!(key), json!(value)));
    let number = (words.clone(), -2i64..300).prop_map(|(key, value)| format!("{}:{value}", json!(key)));
    let message =
        proptest::collection::vec(proptest::prop_oneof![member, number], 0..6).prop_map(|members| format!("{{{}}}", members.join(",")));
    let raw = proptest::collection::vec(proptest::char::any(), 0..60).prop_map(|chars| chars.into_iter().collect::<String>());
    let any = proptest::prop_oneof![3 => message, 1 => raw];
    let (mut connection, _) = Connection::join(server.address, &links.table, &links.seats[0], 0).await.expect("a second connection");
    for _ in 0..1500 {
        let text = any.new_tree(&mut runner).expect("a message").current();
        if connection.send_text(text).await.is_err() {
            connection = Connection::join(server.address, &links.table, &links.seats[0], 0).await.expect("again").0;
        }
    }
    drop(connection);
    let answer = request(server.address, "GET", "/healthz", "", "").await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let watcher = TableClient::join(server.address, &links.table, &links.watch).await.expect("the table is still there");
    players[1].until_seq(watcher.seen.table_state.seq).await.expect("no gap, nothing twice");
}

#[tokio::test]
async fn only_the_host_deletes_and_everyone_is_told() {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (links, mut players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let path = format!("/api/tables/{}", links.table);
    let bearer = |token: &str| format!("Authorization: Bearer {token}\r\n");
    let refused = request(server.address, "DELETE", &path, &bearer(&links.seats[0]), "").await.expect("an answer");
    assert_eq!(refused.status, 403);
    let summary = request(server.address, "GET", &path, &bearer(&links.seats[1]), "").await.expect("an answer");
    assert!(summary.body.contains(r#""names":["Anna","Ben"]"#) && summary.body.contains(r#""seat":1"#), "{}", summary.body);
    let gone = request(server.address, "DELETE", &path, &bearer(&links.host), "").await.expect("an answer");
    assert_eq!(gone.status, 204);
    loop {
        if players[0].connection.next().await.expect("told before the connection closes") == ServerMessage::Gone {
            break;
        }
    }
    assert_eq!(request(server.address, "GET", &path, &bearer(&links.host), "").await.expect("an answer").status, 404);
}

#[tokio::test]
async fn every_route_is_described() {
    let place = sqlite();
    let server = TestServer::start_with(place.database.clone(), |config| config.base_path = "/games".into()).await;
    let described = request(server.address, "GET", "/games/api/openapi.json", "", "").await.expect("an answer");
    let described: serde_json::Value = serde_json::from_str(&described.body).expect("JSON");
    for path in [
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/records",
        "/api/tables/{table}/code",
        "/api/codes",
        "/api/play",
        "/healthz",
        "/metrics",
    ] {
        assert!(described["paths"].get(path).is_some(), "{path} is not described");
    }
    let games = &described["components"]["schemas"]["NewTable"]["properties"]["game"]["enum"];
    assert_eq!(*games, json!(spieltisch_rules::games::names()), "openapi.json names other games");
    let home = request(server.address, "GET", "/games", "", "").await.expect("an answer");
    assert!(home.status == 308 && home.head.contains("location: /games/"), "{}", home.head);
    let page = request(server.address, "GET", "/games/", "", "").await.expect("an answer");
    assert!(page.body.contains("no such page"), "this server has no page, but it is asked for one: {}", page.body);
    let metrics = request(server.address, "GET", "/games/metrics", "", "").await.expect("an answer");
    assert!(metrics.body.contains("spieltisch_steps_total") && metrics.body.contains("spieltisch_connections"), "{}", metrics.body);
}

/// Six letters told on the telephone lead to a seat; guessing is stopped, typing it rightly is not.
async fn codes_lead_to_a_seat_and_guessing_ends(place: TestDatabase) {
    let server = TestServer::start_with(place.database.clone(), |config| config.limits.wrong_codes_per_hour = 3).await;
    let links = set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.expect("a table");
    let path = format!("/api/tables/{}/code", links.table);
    let ask = async |token: &str| request(server.address, "POST", &path, &format!("Authorization: Bearer {token}\r\n"), "").await;
    assert_eq!(ask(&links.watch).await.expect("an answer").status, 403, "spectators cannot invite");
    assert_eq!(ask("0").await.expect("an answer").status, 404);
    let told = ask(&links.invite).await.expect("an answer");
    assert_eq!(told.status, 200, "{}", told.body);
    let code: SpokenCode = serde_json::from_str(&told.body).expect("JSON");
    assert_eq!(ask(&links.host).await.expect("an answer").body, told.body, "one code for a table");

    let try_code = async |code: &str, head: &str| {
        request(server.address, "POST", "/api/codes", head, &json!({ "code": code }).to_string()).await.expect("an answer")
    };
    assert_eq!(try_code(&code.code, "Origin: https://evil.example\r\n").await.status, 403);
    for _ in 0..5 {
        let found = try_code(&code.code.to_lowercase(), "").await;
        assert_eq!(found.status, 200, "a right code is never too much: {}", found.body);
    }
    let invitation: Invitation = serde_json::from_str(&try_code(&code.code, "").await.body).expect("JSON");
    let mut guest = TableClient::join(server.address, &invitation.table, &invitation.token).await.expect("invited");
    assert_eq!(guest.connection.role, spieltisch_protocol::Role::Invited);
    guest.connection.want(Intention::Sit { seat: None, name: "Ben".into(), part: String::new(), token: None }).await.expect("sent");
    while !matches!(guest.connection.next().await.expect("a seat"), ServerMessage::Seated { .. }) {}

    for wrong in ["BCDFGH", "six letters", ""] {
        assert_eq!(try_code(wrong, "").await.status, 404);
    }
    assert_eq!(try_code("BCDFGH", "").await.status, 429);
    assert_eq!(try_code(&code.code, "").await.status, 429, "who has guessed too often learns nothing more");
    server.stop().await;
}

#[tokio::test]
async fn codes_lead_to_a_seat_on_sqlite() {
    codes_lead_to_a_seat_and_guessing_ends(sqlite()).await;
}

#[tokio::test]
async fn codes_lead_to_a_seat_on_postgresql() {
    codes_lead_to_a_seat_and_guessing_ends(postgres()).await;
}
