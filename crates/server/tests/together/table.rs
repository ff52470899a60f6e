//! A server in this process, and players around one of its tables.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use spieltisch_protocol::{Links, NewTable};
use spieltisch_server::{Asset, Config, Database, Limits, Pace};
use spieltisch_testkit::client::TableClient;
use spieltisch_testkit::postgres;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A running server.
pub struct TestServer {
    pub address: SocketAddr,
    stop: watch::Sender<bool>,
    running: JoinHandle<std::io::Result<()>>,
}

impl TestServer {
    pub async fn start(database: Database) -> TestServer {
        TestServer::start_with(database, |_| {}).await
    }

    pub async fn start_with(database: Database, change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::start_with_page(database, &[], change).await
    }

    /// The same with a page to serve.
    pub async fn start_with_page(database: Database, page: &'static [Asset], change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = Config::new("127.0.0.1:0".parse().expect("an address"), database);
        config.pace = Pace { computer: Duration::ZERO, objection: Duration::ZERO };
        config.limits = Limits { messages_per_second: 100_000, tables_per_hour: 10_000, ..Limits::default() };
        change(&mut config);
        let (stop, stopped) = watch::channel(false);
        let (address, server) = spieltisch_server::start(config, page, stopped).await.expect("the server starts");
        TestServer { address, stop, running: tokio::spawn(server) }
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
pub struct TestDatabase {
    pub database: Database,
    _folder: Option<TempDir>,
}

pub fn sqlite() -> TestDatabase {
    let folder = tempfile::tempdir().expect("a temporary folder");
    TestDatabase { database: Database::sqlite(folder.path().join("tables.db")), _folder: Some(folder) }
}

pub fn postgres() -> TestDatabase {
    TestDatabase { database: postgres::fresh_database().parse().expect("an address"), _folder: None }
}

pub fn new_table(game: &str, seats: Value, terms: Value) -> NewTable {
    serde_json::from_value(json!({"game": game, "seats": seats, "terms": terms})).expect("a table")
}

/// Everyone sits down; the game begins.
pub async fn company(server: &TestServer, new: &NewTable, names: &[&str]) -> (Links, Vec<TableClient>) {
    spieltisch_testkit::client::company(&[server.address], new, names).await
}

/// The player whose turn it is plays something at random; all players see it. Returns whether the game goes on.
pub async fn one_step(players: &mut [TableClient], choice: &mut u64) -> bool {
    *choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    spieltisch_testkit::client::one_step(players, (*choice >> 33) as usize).await.expect("no gap, nothing twice")
}
