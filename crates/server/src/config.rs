//! How the server is set up.

use std::net::SocketAddr;

use crate::rooms::{self, Pace};
use crate::store::{Database, Keeping};

/// Everything whoever runs the server can choose.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where tables are kept.
    pub database: Database,
    /// How computers keep pace with people.
    pub pace: Pace,
    /// What is allowed.
    pub limits: Limits,
    /// How long tables that nobody touches are kept.
    pub keeping: Keeping,
    /// The folder of the address the table is served under, as `/games`; empty for none.
    pub base_path: String,
    /// Tells the time, in milliseconds since 1970. It may jump; steps never go back in time.
    pub clock: fn() -> u64,
    /// Whether a reverse proxy in front tells the address of the client.
    pub behind_proxy: bool,
}

impl Config {
    /// The defaults for this address and database.
    pub fn new(listen: SocketAddr, database: Database) -> Config {
        Config {
            listen,
            database,
            pace: Pace::default(),
            limits: Limits::default(),
            keeping: Keeping::default(),
            base_path: String::new(),
            clock: rooms::now,
            behind_proxy: false,
        }
    }
}

/// What is allowed, so that nobody can take the table from everyone else.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Lines open in all.
    pub connections: usize,
    /// Lines open from one address.
    pub connections_per_address: usize,
    /// New tables from one address in an hour.
    pub tables_per_hour: u32,
    /// Messages on one line in a second.
    pub messages_per_second: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { connections: 20_000, connections_per_address: 200, tables_per_hour: 120, messages_per_second: 20 }
    }
}
