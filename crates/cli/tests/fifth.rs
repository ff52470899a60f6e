//! A game of the tests goes wherever the four go, by one folder and one line.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use spieltisch_protocol::NewTable;
use spieltisch_records::Record;
use spieltisch_rules::games::Entry;
use spieltisch_rules::{Game, games};
use spieltisch_server::{Config, Database, Limits, Pace};
use spieltisch_testkit::client::{TableClient, company, one_step, request};
use spieltisch_testkit::conformance;
use spieltisch_testkit::fifth::Pig;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Lets the program's library and the suite of this process know the game.
fn join() {
    spieltisch::invite::<Pig>();
    conformance::GAMES.invite(&Entry::<Pig>::ENTRY);
}

/// The whole program, with the fifth game: an example of this package, which cargo puts beside the program.
fn run(arguments: &[&str], input: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_spieltisch"));
    let program = program.with_file_name("examples").join(format!("fifth{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "`cargo build -p spieltisch --example fifth` builds it first");
    let mut program = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    program.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    program.wait_with_output().expect("it ends")
}

fn good(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn simulated(players: &str) -> String {
    good(&["simulate", "--game", "pig", "--players", players, "--games", "20", "--seed", "3"], "")
}

#[test]
fn it_conforms() {
    join();
    conformance::GAMES.find("pig").expect("it has joined").conform();
    assert!(conformance::set_ups().iter().any(|set_up| set_up.game == "pig" && !set_up.options.is_empty()));
    assert_eq!(games::names().last(), Some(&"pig"), "after the games of the program");
}

#[test]
fn it_is_printed() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("pig.pdf");
    let told = good(&["print", "--game", "pig", "--players", "3", "--out", out.to_str().expect("a plain name")], "");
    assert!(told.trim_end().ends_with(": 1 page") && out.exists(), "{told}");
}

#[test]
fn its_records_replay() {
    for players in ["2", "3", "4"] {
        let records = simulated(players);
        assert_eq!(records.lines().count(), 20);
        assert_eq!(good(&["replay"], &records), records);
    }
    let changed = simulated("2")
        .lines()
        .next()
        .expect("a record")
        .replace("\"winners\":[0]", "\"winners\":[]")
        .replace("\"winners\":[1]", "\"winners\":[]");
    assert!(!run(&["replay"], &changed).status.success(), "a result that is not so is refused");
    let short = good(&["simulate", "--game", "pig", "--players", "2", "--option", "target=2", "--games", "5"], "");
    assert_eq!(good(&["replay"], &short), short);
}

#[test]
fn the_commands_know_it() {
    let begun = r#"{"format":"spieltisch/1","game":"pig","players":["A","B"],"options":{},"board":null,"events":["roll 4"],"result":null}"#;
    assert_eq!(good(&["legal"], begun).trim(), r#"{"to":"move","seat":0,"moves":["more","stop"]}"#);
    let best: Value = serde_json::from_str(&good(&["best"], begun)).expect("JSON");
    assert_eq!(best["moves"].as_array().map(Vec::len), Some(2));
    let arena = good(&["arena", "--game", "pig", "--players", "3", "--bots", "random,level5", "--games", "200"], "");
    assert!(arena.contains("pig, 3 players, 200 games") && arena.contains("level5"), "{arena}");
    let reviewed = good(&["review", "--json"], &simulated("2"));
    assert_eq!(reviewed.lines().count(), 20);
    let untrained = run(&["train", "--game", "pig", "--players", "2"], "");
    assert!(String::from_utf8_lossy(&untrained.stderr).contains("pig needs no training"));
}

/// A server in this process that knows the fifth game.
struct TestServer {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    running: JoinHandle<std::io::Result<()>>,
    _folder: TempDir,
}

impl TestServer {
    async fn start() -> TestServer {
        join();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut config = Config::new("127.0.0.1:0".parse().expect("an address"), Database::sqlite(folder.path().join("tables.db")));
        config.pace = Pace { computer: Duration::ZERO, objection: Duration::ZERO };
        config.limits = Limits { messages_per_second: 100_000, ..Limits::default() };
        let (stop, stopped) = watch::channel(false);
        let (address, server) = spieltisch_server::start(config, &[], stopped).await.expect("the server starts");
        TestServer { address, stop, running: tokio::spawn(server), _folder: folder }
    }

    async fn stop(self) {
        let _ = self.stop.send(true);
        self.running.await.expect("no panic").expect("a clean end");
    }
}

/// Two people play a whole game by link; everyone sees the same, and the dice verify.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_played_by_link() {
    let server = TestServer::start().await;
    let address = server.address;

    let new: NewTable = serde_json::from_value(json!({"game": "pig", "seats": [{}, {}], "terms": {}})).expect("a table");
    let (links, mut players) = company(&[address], &new, &["Anna", "Ben"]).await;
    let mut choice = 0;
    while one_step(&mut players, choice).await.expect("no gap, nothing twice") {
        choice += 1;
    }
    let seen = |player: &TableClient| player.seen.table_state.records().last().expect("a game").to_json();
    assert_eq!(seen(&players[0]), seen(&players[1]));
    let token = format!("Authorization: Bearer {}\r\n", links.seats[0]);
    let kept = request(address, "GET", &format!("/api/tables/{}/records", links.table), &token, "").await.expect("an answer");
    assert_eq!(kept.body.trim_end(), seen(&players[0]), "what is kept is what was seen");
    let record = Record::from_json(kept.body.trim_end().as_bytes()).expect("a record");
    assert!(!record.result.is_null(), "the game has ended");
    spieltisch_records::fair::verify(&record).unwrap_or_else(|fault| panic!("{fault}"));
    good(&["verify"], &kept.body);
    let other = kept.body.replacen("roll 2", "roll 3", 1).replacen("roll 4", "roll 5", 1);
    assert!(!run(&["verify"], &other).status.success(), "other dice do not verify");
    server.stop().await;
}

/// A computer of the server plays it, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_computer_plays_it_by_link() {
    let server = TestServer::start().await;
    let seats = json!([{}, {"name": "Robot", "computer": 3}]);
    let new: NewTable =
        serde_json::from_value(json!({"game": "pig", "options": {"target": 10}, "seats": seats, "terms": {}})).expect("a table");
    let (_, mut players) = company(&[server.address], &new, &["Anna"]).await;
    let anna = &mut players[0];
    while anna.seen.table_state.is_playing() {
        anna.until(|seen| !seen.table_state.is_playing() || seen.seat_to_act() == Some(0)).await.expect("no gap, nothing twice");
        if anna.seen.table_state.is_playing() {
            let next = anna.act(|count| count - 1).await.expect("a roll or a stop");
            anna.until_seq(next).await.expect("no gap, nothing twice");
        }
    }
    assert_eq!(Pig::INFO.name, anna.seen.table_state.game);
    server.stop().await;
}
