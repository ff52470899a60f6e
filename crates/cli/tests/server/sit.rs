//! `spieltisch sit`: bots at a table shared by link.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use spieltisch_protocol::{Links, NewTable};
use spieltisch_records::Record;
use spieltisch_testkit::client::{TableClient, request, set_up};

use crate::ServerProcess;

fn server(folder: &Path) -> ServerProcess {
    ServerProcess::start(&format!("sqlite:{}", folder.join("tables.db").display()))
}

/// The bot in Rust of `docs/bots.md`, which cargo puts beside the program.
fn bot() -> String {
    let name = format!("bot{}", std::env::consts::EXE_SUFFIX);
    format!("cmd:'{}'", Path::new(env!("CARGO_BIN_EXE_spieltisch")).with_file_name("examples").join(name).display())
}

fn link(server: SocketAddr, links: &Links, token: &str) -> String {
    format!("http://{server}/?t={0}#/t/{0}/{token}", links.table)
}

fn sit(link: &str, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .args(["sit", link, "--bot", &bot(), "--deadline", "20000"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

async fn table(server: &ServerProcess, game: &str) -> Links {
    let new: NewTable = serde_json::from_value(serde_json::json!({"game": game, "seats": [{}, {}]})).expect("a table");
    set_up(server.address, &new).await.expect("a table")
}

async fn records(server: &ServerProcess, links: &Links) -> Vec<Record> {
    let bearer = format!("Authorization: Bearer {}\r\n", links.watch);
    let path = format!("/api/tables/{}/records", links.table);
    let saved = request(server.address, "GET", &path, &bearer, "").await.expect("records").body;
    saved.lines().map(|line| Record::from_json(line.as_bytes()).expect("a record")).collect()
}

/// Hands bytes on between clients and a server, and cuts every connection after so many.
struct Cutter {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl Cutter {
    fn start(server: SocketAddr, bytes: usize) -> Cutter {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address");
        let connections = Arc::new(AtomicUsize::new(0));
        let count = connections.clone();
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                count.fetch_add(1, Ordering::Relaxed);
                let Ok(server) = TcpStream::connect(server) else { return };
                let ways = [(client.try_clone(), server.try_clone(), usize::MAX), (server.try_clone(), client.try_clone(), bytes)];
                for (from, to, bytes) in ways {
                    let (Ok(from), Ok(to)) = (from, to) else { return };
                    thread::spawn(move || hand_on(from, to, bytes));
                }
            }
        });
        Cutter { address, connections }
    }
}

fn hand_on(mut from: TcpStream, mut to: TcpStream, mut left: usize) {
    let mut chunk = [0; 512];
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        if read > left || to.write_all(&chunk[..read]).is_err() {
            break;
        }
        left -= read;
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// Two bots, one by the link of its seat and one by an invitation, play two games, though their connections are cut again and again.
#[tokio::test(flavor = "multi_thread")]
async fn bots_play_on_through_lost_connections() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let links = table(&server, "yatzy").await;
    let cutter = Cutter::start(server.address, 6000);
    let by_seat = sit(&link(cutter.address, &links, &links.seats[0]), &["--games", "2", "--name", "Anna"]);
    // An invitation takes any free seat, so the other bot sits down first.
    let mut watcher = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
    watcher.until(|seen| seen.table_state.seats[0].taken).await.expect("seated");
    let by_invitation = sit(&link(cutter.address, &links, &links.invite), &["--games", "2"]);
    for bot in [by_seat, by_invitation] {
        let done = bot.wait_with_output().expect("it ends");
        let said = said(&done);
        assert!(done.status.success() && said.contains("Game 2 is over") && said.contains("no faults in "), "{said}");
        assert!(said.contains("the connection is lost"), "{said}");
    }
    assert!(cutter.connections.load(Ordering::Relaxed) > 4, "they were cut more than once");
    let records = records(&server, &links).await;
    assert!(records.len() >= 2 && records.iter().take(2).all(|record| !record.result.is_null()), "{records:?}");
    let mut names = records[0].players.clone();
    names.sort();
    assert_eq!(names, ["Anna", "First come"]);
}

/// A bot beside a person: it forbids nothing, decides when it is its turn, and leaves when it said so.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_good_company() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let links = table(&server, "caro").await;
    let mut person = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("a seat");
    // The name of the bot is taken already: it gets another.
    person.sit("First come", "00ff").await.expect("seated");
    let bot = sit(&link(server.address, &links, &links.seats[1]), &["--games", "1"]);
    person.until(|seen| seen.table_state.is_playing()).await.expect("a game");
    person.until(|seen| seen.table_state.seats[1].answers.chances == Some(true)).await.expect("it forbids nothing");
    assert_eq!(person.seen.table_state.seats[1].name, "Player 2");
    while person.seen.table_state.is_playing() {
        if person.seen.seat_to_act() == Some(0) {
            person.act(|count| count / 2).await.expect("something to do");
        }
        let now = person.seen.table_state.seq;
        person.until_seq(now + 1).await.expect("no gap");
    }
    person.until(|seen| !seen.table_state.seats[1].taken).await.expect("it leaves");
    let done = bot.wait_with_output().expect("it ends");
    assert!(done.status.success() && said(&done).contains("Game 1 is over"), "{}", said(&done));
}

#[tokio::test(flavor = "multi_thread")]
async fn links_that_take_no_seat_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let links = table(&server, "crowns").await;
    let wrong = "0".repeat(32);
    for (link, message) in [
        (link(server.address, &links, &links.watch), "this link takes no seat"),
        (link(server.address, &links, &wrong), "no such table"),
        ("http://table/".into(), "expected the link of a table"),
    ] {
        let done = sit(&link, &[]).wait_with_output().expect("it ends");
        let said = said(&done);
        assert!(done.status.code() == Some(2) && said.to_lowercase().contains(message), "{link}: {said}");
    }
}
