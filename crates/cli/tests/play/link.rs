//! A seat at a table by link: beside another player, through a lost connection, with talk, taking back and a rematch.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use spieltisch_protocol::{Intention, Links, NewTable, TableReplica};
use spieltisch_testkit::client::{TableClient, set_up, table_of_two};
use spieltisch_testkit::load::address_of;
use termlens::{Key, Terminal};
use tokio::runtime::{Builder, Runtime};

use crate::driver::{By, choose, is_over, is_ready, press, start};

/// A server process; it ends with the test.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path, listen: &str) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
            .args(["serve", "--listen", listen, "--computer-pace", "0", "--database"])
            .arg(format!("sqlite:{}", data.join("tables.db").display()))
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let address = address_of(&mut child).unwrap_or_else(|line| panic!("no address in “{line}”"));
        Server { child, address }
    }

    fn link(&self, links: &Links, token: &str) -> String {
        format!("http://{}/?t={table}#/t/{table}/{token}", self.address, table = links.table)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
}

fn sit_down(terminal: &mut Terminal) {
    terminal.wait_until(|screen| screen.contains("Your name: Anna")).expect("a seat is offered");
    terminal.send(Key::Enter).expect("the program takes input");
}

fn is_round_over(seen: &TableReplica) -> bool {
    seen.table_state.round.as_ref().is_some_and(|round| round.over)
}

/// Ben plays at once whatever comes first, until the game is over.
async fn play_ben(mut ben: TableClient) -> TableClient {
    loop {
        ben.until(|seen| is_round_over(seen) || seen.seat_to_act() == Some(1)).await.expect("the table goes on");
        if is_round_over(&ben.seen) {
            return ben;
        }
        let next = ben.act(|count| count - 1).await.expect("something can be done");
        ben.until_seq(next).await.expect("it is seen");
    }
}

#[test]
fn a_whole_game_beside_another_player_with_talk_and_a_rematch() {
    let (folder, runtime) = (tempfile::tempdir().expect("a folder"), runtime());
    let server = Server::start(folder.path(), "127.0.0.1:0");
    let links = runtime.block_on(set_up(server.address, &table_of_two("yatzy"))).expect("a table");
    let mut terminal = start(folder.path(), &[&server.link(&links, &links.seats[0]), "--with", "Anna"]);
    sit_down(&mut terminal);
    let mut ben = runtime.block_on(TableClient::join(server.address, &links.table, &links.seats[1])).expect("Ben comes");
    runtime.block_on(ben.sit("Ben", "00ff")).expect("Ben sits down");
    terminal.wait_until(|screen| screen.contains("Ben") && screen.contains("Round 1")).expect("the game begins");
    runtime.block_on(ben.connection.want(Intention::Say { text: "Hello there".into() })).expect("Ben speaks");
    terminal.wait_until(|screen| screen.contains("Ben: Hello there")).expect("it is seen");
    terminal.send_str("tGood luck").expect("the program takes input");
    terminal.send(Key::Enter).expect("the program takes input");
    let said = |seen: &TableReplica| seen.table_state.lines.iter().any(|line| line.text == "Good luck");
    runtime.block_on(ben.until(said)).expect("Ben reads it");
    let playing = runtime.spawn(play_ben(ben));
    terminal.wait_until(is_ready).expect("Anna's turn");
    let mut screen = terminal.screen();
    while !is_over(&screen) {
        screen = match (1..19).find(|&row| screen.row_text(row).contains('(')) {
            Some(row) => {
                choose(&mut terminal, By::Keys, (row, 2), 1);
                choose(&mut terminal, By::Keys, (row, 2), 1)
            }
            None => press(&mut terminal, By::Keys),
        };
    }
    let mut ben = runtime.block_on(playing).expect("Ben has played");
    runtime.block_on(ben.connection.want(Intention::Again { part: "00ff".into() })).expect("Ben wants another");
    if terminal.screen().contains("╔") {
        terminal.send(Key::Esc).expect("the overlay closes");
    }
    terminal.wait_until(|screen| screen.contains("Ben wants a rematch")).expect("it is asked");
    terminal.send(Key::Char(' ')).expect("the program takes input");
    terminal.wait_until(|screen| screen.contains("Round 1 of 15")).expect("the next game begins");
    terminal.send(Key::Char('q')).expect("the program takes input");
    assert!(terminal.wait_exit().expect("it ends").success());
}

#[test]
fn a_lost_connection_comes_back_by_itself_and_the_seat_is_kept() {
    let (folder, runtime) = (tempfile::tempdir().expect("a folder"), runtime());
    let server = Server::start(folder.path(), "127.0.0.1:0");
    let new: NewTable =
        serde_json::from_value(serde_json::json!({"game": "crowns", "seats": [{}, {"name": "Robot", "computer": 1}]})).expect("a table");
    let links = runtime.block_on(set_up(server.address, &new)).expect("a table");
    let (address, link) = (server.address.to_string(), server.link(&links, &links.invite));
    let mut terminal = start(folder.path(), &[&link, "--with", "Anna"]);
    sit_down(&mut terminal);
    terminal.wait_until(is_ready).expect("the game begins");
    drop(server);
    terminal.wait_frame(|screen| screen.contains("Connection lost")).expect("it is told");
    let _server = Server::start(folder.path(), &address);
    terminal.wait_frame(|screen| is_ready(screen) && !screen.contains("Connection lost")).expect("it comes back");
    let screen = press(&mut terminal, By::Keys);
    assert!(!screen.contains("[ Roll ]"), "the dice fall: {}", screen.text());
    terminal.send(Key::Char('q')).expect("the program takes input");
    terminal.wait_exit().expect("it ends");
    // The invitation leads back to the seat, also in another run.
    let mut again = start(folder.path(), &[&link]);
    again.wait_until(|screen| is_ready(screen) && screen.contains("Anna")).expect("the seat is Anna's");
}
