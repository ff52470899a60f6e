//! A server in this process, and players around one of its tables.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use spieltisch_client::{ClientError, Follower, Line, set_up};
use spieltisch_protocol::{Intention, Links, NewTable};
use spieltisch_server::{Config, Database, Limits, Pace};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::postgres;

/// A running server.
pub struct Server {
    pub address: SocketAddr,
    stop: watch::Sender<bool>,
    running: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub async fn start(database: Database) -> Server {
        Server::start_with(database, |_| {}).await
    }

    pub async fn start_with(database: Database, change: impl FnOnce(&mut Config)) -> Server {
        let mut config = Config::new("127.0.0.1:0".parse().expect("an address"), database);
        config.pace = Pace { computer: Duration::ZERO, objection: Duration::ZERO };
        config.limits = Limits { messages_per_second: 100_000, tables_per_hour: 10_000, ..Limits::default() };
        change(&mut config);
        let (stop, stopped) = watch::channel(false);
        let (address, server) = spieltisch_server::start(config, &[], stopped).await.expect("the server starts");
        Server { address, stop, running: tokio::spawn(server) }
    }

    /// Stops as the word of an operator does.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        self.running.await.expect("no panic").expect("a clean end");
    }

    /// Dies without a word.
    pub fn abort(self) {
        self.running.abort();
    }
}

/// A database that lives as long as this.
pub struct Place {
    pub database: Database,
    _folder: Option<TempDir>,
}

pub fn sqlite() -> Place {
    let folder = tempfile::tempdir().expect("a temporary folder");
    Place { database: Database::sqlite(folder.path().join("tables.db")), _folder: Some(folder) }
}

pub fn postgres() -> Place {
    Place { database: postgres::fresh_database().parse().expect("an address"), _folder: None }
}

pub fn new_table(game: &str, seats: Value, terms: Value) -> NewTable {
    serde_json::from_value(json!({"game": game, "seats": seats, "terms": terms})).expect("a table")
}

/// A player: a line and everything it has seen.
pub struct Player {
    pub line: Line,
    pub seen: Follower,
}

impl Player {
    pub async fn join(server: &Server, table: &str, token: &str) -> Result<Player, ClientError> {
        let (line, steps) = Line::join(server.address, table, token, 0).await?;
        let mut seen = Follower::default();
        steps.iter().for_each(|step| seen.take(step).expect("a whole log"));
        Ok(Player { line, seen })
    }

    /// Comes back, perhaps to another server, knowing what was seen.
    pub async fn come_back(&mut self, server: &Server, table: &str, token: &str) {
        let (line, steps) = Line::join(server.address, table, token, self.seen.evening.seq).await.expect("welcome back");
        self.line = line;
        steps.iter().for_each(|step| self.seen.take(step).expect("no gap, nothing twice"));
    }

    pub async fn sit(&mut self, name: &str) {
        self.line.want(Intention::Sit { seat: None, name: name.into(), part: "00ff".into() }).await.expect("sent");
    }

    /// Waits until what is seen is as expected.
    pub async fn until(&mut self, met: impl Fn(&Follower) -> bool) {
        while !met(&self.seen) {
            let step = self.line.next_step().await.expect("a step");
            self.seen.take(&step).expect("no gap, nothing twice");
        }
    }

    pub async fn until_seq(&mut self, seq: u64) {
        self.until(|seen| seen.evening.seq >= seq).await;
    }
}

/// Everyone sits down; the game begins.
pub async fn company(server: &Server, new: &NewTable, names: &[&str]) -> (Links, Vec<Player>) {
    let links = set_up(server.address, new).await.expect("a table");
    let mut players = Vec::new();
    for (name, token) in names.iter().zip(links.seats.iter().filter(|token| !token.is_empty())) {
        let mut player = Player::join(server, &links.table, token).await.expect("a seat");
        player.sit(name).await;
        player.until(|seen| seen.evening.seats.iter().any(|seat| seat.taken && seat.name == *name)).await;
        players.push(player);
    }
    for player in &mut players {
        player.until(|seen| seen.evening.is_playing()).await;
    }
    (links, players)
}

/// The player whose turn it is plays something; all players see it. Returns whether the game goes on.
pub async fn one_step(players: &mut [Player], choice: &mut u64) -> bool {
    let Some(seat) = players[0].seen.seat_to_act() else { return false };
    *choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let pick = *choice >> 33;
    let player = &mut players[usize::from(seat)];
    let intention = player.seen.some_intention(|count| pick as usize % count).expect("something to do");
    let next = player.seen.evening.seq + 1;
    player.line.want(intention).await.expect("sent");
    for player in players {
        player.until_seq(next).await;
    }
    true
}
