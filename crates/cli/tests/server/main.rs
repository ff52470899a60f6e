//! The server as processes: several on one database, killed in the middle of games.

mod backup;
#[cfg(target_os = "linux")]
mod disk;
mod sit;

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use spieltisch_protocol::NewTable;
use spieltisch_testkit::client::{TableClient, company, one_step};
use spieltisch_testkit::load::{self, Load, address_of};
use spieltisch_testkit::postgres;

/// A server process; it ends with the test.
struct ServerProcess {
    child: Child,
    address: SocketAddr,
}

impl ServerProcess {
    fn start(database: &str) -> ServerProcess {
        ServerProcess::start_logging(database, "warn", Stdio::inherit())
    }

    fn start_logging(database: &str, level: &str, log: Stdio) -> ServerProcess {
        let child = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--computer-pace",
                "0",
                "--max-messages-per-second",
                "100000",
                "--database",
                database,
            ])
            .env("RUST_LOG", level)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the binary starts");
        ServerProcess::of(child)
    }

    /// A process that tells its address.
    fn of(mut child: Child) -> ServerProcess {
        let address = address_of(&mut child).unwrap_or_else(|line| panic!("no address in “{line}”"));
        ServerProcess { child, address }
    }

    /// `kill -9`.
    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn three_at_a_table(servers: &[ServerProcess], game: &str) -> Vec<TableClient> {
    let new: NewTable = serde_json::from_value(serde_json::json!({"game": game, "seats": [{}, {}, {}]})).expect("a table");
    let addresses: Vec<SocketAddr> = servers.iter().map(|server| server.address).collect();
    company(&addresses, &new, &["Anna", "Ben", "Cleo"]).await.1
}

/// Players of one game sit at three processes; one process is killed in mid-game. Nothing is
/// lost, nothing is doubled, and its player goes on at another.
#[tokio::test]
async fn three_processes_one_game() {
    let database = postgres::fresh_database();
    let mut servers: Vec<ServerProcess> = (0..3).map(|_| ServerProcess::start(&database)).collect();
    for game in ["castro", "crowns"] {
        let mut players = three_at_a_table(&servers, game).await;
        for pick in 0..25 {
            one_step(&mut players, pick * 7).await.expect("no gap, nothing twice");
        }
        let before = players[1].seen.table_state.seq;
        servers[1].kill();
        for pick in 0..3 {
            // The others do not even notice, unless it is the lost player's turn.
            if players[0].seen.seat_to_act() == Some(1) {
                break;
            }
            let mut here: Vec<TableClient> = Vec::new();
            let lost = players.remove(1);
            here.append(&mut players);
            let seat = here[0].seen.seat_to_act().expect("still playing");
            let actor = if seat == 0 { 0 } else { 1 };
            let next = here[actor].act(|count| pick % count).await.expect("something to do");
            for player in &mut here {
                player.until_seq(next).await.expect("no gap, nothing twice");
            }
            let last = here.pop().expect("two are here");
            players = vec![here.pop().expect("two are here"), lost, last];
        }
        players[1].come_back(servers[2].address).await.expect("no gap, nothing twice");
        assert!(players[1].seen.table_state.seq >= before);
        let mut pick = 1;
        while one_step(&mut players, pick).await.expect("no gap, nothing twice") {
            pick = pick * 31 % 1009;
        }
        let records: Vec<String> =
            players.iter().map(|player| player.seen.table_state.records().last().expect("a game").to_json()).collect();
        assert!(records.iter().all(|record| *record == records[0]), "all three saw the same game");
        let record = players[0].seen.table_state.records().last().expect("a game");
        let verified = spieltisch_records::fair::verify(record).expect("the dice went on where they were");
        assert_eq!(verified.parts, 3);
        servers[1] = ServerProcess::start(&database);
    }
}

/// `kill -9` under load: every acknowledged move is there afterwards and no table is stuck.
#[tokio::test(flavor = "multi_thread")]
async fn killed_under_load_in_full() {
    let server = load::LoadServer::start(Path::new(env!("CARGO_BIN_EXE_spieltisch")), None, false).expect("the server starts");
    let castro = Load { game: "castro".into(), tables: 12, time: Duration::ZERO, pause: None };
    let games = load::kills(server, &castro, 4).await.unwrap_or_else(|lost| panic!("{lost}"));
    assert!(games >= castro.tables, "every table played on to the end of a game: {games}");
}

/// A game by link, saved as a record: `spieltisch verify` recomputes every roll and finds one changed die.
/// The log, at its most talkative, holds no token.
#[tokio::test]
async fn a_saved_game_verifies_and_the_log_keeps_secrets() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log");
    let database = format!("sqlite:{}", folder.path().join("tables.db").display());
    let server = ServerProcess::start_logging(&database, "trace", std::fs::File::create(&log).expect("a log").into());
    let servers = [server];
    let new: NewTable = serde_json::from_value(serde_json::json!({"game": "yatzy", "seats": [{}, {}]})).expect("a table");
    let (links, mut players) = company(&[servers[0].address], &new, &["Anna", "Ben"]).await;
    let mut pick = 1;
    while one_step(&mut players, pick).await.expect("no gap, nothing twice") {
        pick = pick * 31 % 1009;
    }
    let bearer = format!("Authorization: Bearer {}\r\n", links.watch);
    let path = format!("/api/tables/{}/records", links.table);
    let saved = spieltisch_testkit::client::request(servers[0].address, "GET", &path, &bearer, "").await.expect("records").body;
    let verify = |text: &str| {
        let file = folder.path().join("game.jsonl");
        std::fs::write(&file, text).expect("a file");
        let done = Command::new(env!("CARGO_BIN_EXE_spieltisch")).arg("verify").arg(file).output().expect("it runs");
        let said = [done.stdout, done.stderr].concat();
        (done.status.code(), String::from_utf8(said).expect("UTF-8"))
    };
    let (code, said) = verify(&saved);
    assert!(code == Some(0) && said.contains("rolls follow from the secret and 2 parts; who begins"), "{said}");
    assert!(said.contains("Not known: nothing to compare started with.") && said.contains("No record can show"), "{said}");
    for (from, to, expected) in [
        ("\"opening\":", "\"closing\":", "record 1: throw 1 of the roll-off"),
        ("\"options\":{}", "\"options\":{\"bonus_at_least\":74}", "record 1: dice: these are not the names, seats, options and board"),
        ("\"reason\":\"points\"", "\"reason\":\"luck\"", "record.result"),
    ] {
        assert!(saved.contains(from), "{saved}");
        let (code, said) = verify(&saved.replacen(from, to, 1));
        assert!(code == Some(2) && said.contains(expected), "{said}");
    }
    let roll = saved.split('"').filter(|event| event.starts_with("roll ")).nth(5).expect("a sixth roll");
    let mut faces: Vec<u8> = roll.split(' ').skip(1).map(|face| face.parse().expect("a face")).collect();
    faces[2] = faces[2] % 6 + 1;
    faces.sort_unstable();
    let changed = format!("roll {}", faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
    let (code, said) = verify(&saved.replacen(&format!("{roll:?}"), &format!("{changed:?}"), 1));
    assert!(code == Some(2) && said.contains("record 1: event"), "{said}");
    drop(servers);
    let logged = std::fs::read_to_string(log).expect("a log");
    assert!(logged.len() > 1000, "it was talkative: {logged}");
    for token in links.seats.iter().chain([&links.host, &links.invite, &links.watch]) {
        assert!(!logged.contains(token.as_str()), "a token was logged");
    }
}

/// Told to stop, the server ends by itself, with success.
#[test]
fn stops_when_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut server = ServerProcess::start(&format!("sqlite:{}", folder.path().join("tables.db").display()));
    let asked = Command::new("kill").arg(server.child.id().to_string()).status();
    assert!(asked.is_ok_and(|status| status.success()));
    let ended = server.child.wait().expect("it ends");
    assert!(ended.success(), "{ended}");
}

/// What is wrong is said in a sentence.
#[test]
fn bad_arguments_are_explained() {
    for (arguments, part) in [
        (&["serve", "--listen", "127.0.0.1:0", "--database", "mysql://x"][..], "sqlite:FILE or postgres://"),
        (&["serve", "--listen", "127.0.0.1:0", "--base-path", "games"][..], "begins with"),
        (&["serve", "--listen", "127.0.0.1:0", "--public-url", "games.example.org"][..], "expected http"),
        (&["serve", "--listen", "127.0.0.1:0", "--database", "postgres://nobody@127.0.0.1:1/none"][..], "cannot be opened"),
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_spieltisch")).args(arguments).output().expect("it runs");
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code() == Some(2) && told.contains(part), "{arguments:?}: {told}");
    }
}

/// Whatever is done with a file that is no database, it is named with the way out, and stays as it is.
#[test]
fn a_damaged_database_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("tables.db");
    let content = "dear diary, ".repeat(400);
    std::fs::write(&file, &content).expect("a file");
    let (database, copy) = (format!("sqlite:{}", file.display()), folder.path().join("copy.db").display().to_string());
    for arguments in [
        &["serve", "--listen", "127.0.0.1:0", "--database", &database][..],
        &["tidy", "--database", &database][..],
        &["backup", "--database", &database, &copy][..],
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_spieltisch")).args(arguments).output().expect("it runs");
        let told = String::from_utf8_lossy(&done.stderr);
        let is_plain = told.contains("tables.db") && told.contains("Restore a backup") && !told.contains("code:");
        assert!(done.status.code() == Some(2) && is_plain, "{arguments:?}: {told}");
        assert_eq!(std::fs::read_to_string(&file).expect("the file"), content);
    }
}

/// A process that may open only few files: a client that opens more connections than that shuts no other out.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_small_limit_of_files() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpSocket, TcpStream};
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = format!("sqlite:{}", folder.path().join("tables.db").display());
    let with_few_files = r#"ulimit -n 200; exec "$0" serve --listen 127.0.0.1:0 --database "$1""#;
    let child = Command::new("sh")
        .args(["-c", with_few_files, env!("CARGO_BIN_EXE_spieltisch"), &database])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let server = ServerProcess::of(child);
    let mut greedy = Vec::new();
    for _ in 0..400 {
        greedy.push(TcpStream::connect(server.address).await.expect("a connection"));
    }
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind("127.0.0.2:0".parse().expect("an address")).expect("another address of this machine");
    let mut other = socket.connect(server.address).await.expect("a connection");
    other.write_all(b"GET /healthz HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n").await.expect("sent");
    let mut answer = String::new();
    let read = tokio::time::timeout(std::time::Duration::from_secs(8), other.read_to_string(&mut answer)).await;
    assert!(read.is_ok() && answer.starts_with("HTTP/1.1 200"), "{read:?} {answer}");
}

/// Without `--listen` a port that is taken is passed over, and said; with it, it is not.
#[test]
fn a_taken_port_is_passed_over_unless_it_was_asked_for() {
    // No matter who holds the usual port: it is taken from here on.
    let _usual = TcpListener::bind(("127.0.0.1", 8000));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .env("SPIELTISCH_DATA", folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let said: Vec<String> = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok).take(2).collect();
    let port: Option<u16> = said.last().and_then(|line| line.split("http://127.0.0.1:").nth(1)?.split(' ').next()?.parse().ok());
    let answers = port.is_some_and(|port| TcpStream::connect(("127.0.0.1", port)).is_ok());
    let _ = child.kill();
    let _ = child.wait();
    assert!(said[0].starts_with("Port 8000 is taken.") && port.is_some_and(|port| port > 8000) && answers, "{said:?}");

    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let asked = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .args(["serve", "--listen", &address])
        .env("SPIELTISCH_DATA", folder.path())
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&asked.stderr);
    assert!(asked.status.code() == Some(2) && told.contains(&format!("--listen {address}: the port is taken")), "{told}");
}

/// A client in another language, written from the documents alone, plays a whole game.
#[test]
fn a_stranger_plays_from_the_documents_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = ServerProcess::start(&format!("sqlite:{}", folder.path().join("tables.db").display()));
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/stranger.py");
    let (host, port) = (server.address.ip().to_string(), server.address.port().to_string());
    let played = Command::new("python3").args([client, &host, &port]).output().expect("Python 3 is needed for this test");
    assert!(played.status.success(), "{}{}", String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&played.stderr));
}
