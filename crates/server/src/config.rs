//! How the server is set up.

use std::net::SocketAddr;
use std::time::Duration;

use crate::expiry;
use crate::open_tables::{self, Pace};
use crate::store::{Database, Retention};

/// Everything the operator can choose.
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
    /// How long tables are kept after the last thing that happened there.
    pub keeping: Retention,
    /// The folder of the address the table is served under, as `/games`; empty for none.
    pub base_path: String,
    /// The address of the page that everyone can open, with a slash at the end, as `https://games.example.org/`: it stands in invitations.
    pub public_url: Option<String>,
    /// Tells the time, in milliseconds since 1970. It may jump; steps never go back in time.
    pub clock: fn() -> u64,
    /// Tells how long the server has run, by a clock that cannot be set.
    pub uptime: fn() -> Duration,
    /// How often the two clocks are looked at, to let tables expire.
    pub expiry_round: Duration,
    /// Whether a reverse proxy in front tells the address of the client.
    pub behind_proxy: bool,
    /// How people who are away are told that it is their turn.
    pub push: Push,
}

impl Config {
    /// The defaults for this address and database.
    pub fn new(listen: SocketAddr, database: Database) -> Config {
        Config {
            listen,
            database,
            pace: Pace::default(),
            limits: Limits::default(),
            keeping: Retention::default(),
            base_path: String::new(),
            public_url: None,
            clock: open_tables::now,
            uptime: expiry::uptime,
            expiry_round: expiry::ROUND,
            behind_proxy: false,
            push: Push::default(),
        }
    }
}

/// How people who are away are told that it is their turn.
#[derive(Clone, Debug)]
pub struct Push {
    /// Where messages may be sent.
    pub reach: Reach,
    /// How long a player must be away first, so that loading the page again sends no message.
    pub wait: Duration,
    /// Whom push services may ask about the messages, as `mailto:…` or `https://…`; the page's own address where it is left out.
    pub contact: Option<String>,
    /// A message that could not be handed in is tried again after so long each time, and then given up.
    pub again: [Duration; 3],
}

impl Default for Push {
    fn default() -> Push {
        let again = [10, 60, 300].map(Duration::from_secs);
        Push { reach: Reach::Public, wait: Duration::from_secs(10), contact: None, again }
    }
}

/// Where messages may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nowhere: no messages are sent.
    Nowhere,
    /// To push services on the internet, over https.
    Public,
    /// Into this network too, and to this machine without encryption.
    Anywhere,
}

/// What is allowed, so that no client can shut out the others.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections open in all, those at tables and those that only load the page.
    pub connections: usize,
    /// Connections open from one address; of IPv6, from one /64.
    pub connections_per_address: usize,
    /// New tables from one address in an hour.
    pub tables_per_hour: u32,
    /// Codes from one address in an hour that lead nowhere; a hundred times as many in all.
    pub wrong_codes_per_hour: u32,
    /// Messages, and questions whether we are here, on one connection in a second.
    pub messages_per_second: u32,
    /// How long a request may take to arrive: its head, its body, and on a WebSocket the first message. A connection
    /// without a next request is kept for so long too.
    pub request: Duration,
    /// How long a client may leave everything unread that is sent to it.
    pub unread: Duration,
    /// How often a WebSocket is asked whether it is still there.
    pub ping: Duration,
    /// A WebSocket that has not answered for so long is closed.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            connections_per_address: 400,
            tables_per_hour: 120,
            wrong_codes_per_hour: 20,
            messages_per_second: 20,
            request: Duration::from_secs(10),
            unread: Duration::from_secs(20),
            ping: Duration::from_secs(25),
            silence: Duration::from_secs(70),
        }
    }
}

/// Files set aside for everything that is not a connection: the database, what is being refused.
const OTHER_FILES: u64 = 128;

impl Limits {
    /// Whether the process may open fewer files than there may be connections. What is set aside for other files does not count:
    /// a machine that grants as many files as connections are wanted lacks nothing worth a warning.
    pub fn lacks_files(&self, files: u64) -> bool {
        files < self.connections as u64
    }

    /// These limits where the process may open so many files: every connection is one, and no address may have more than
    /// half of them all.
    pub fn within(mut self, files: u64) -> Limits {
        let room = usize::try_from(files - OTHER_FILES.min(files / 2)).unwrap_or(usize::MAX);
        self.connections = self.connections.min(room).max(1);
        self.connections_per_address = self.connections_per_address.min(self.connections.div_ceil(2)).max(1);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_client_is_promised_what_the_system_does_not_have() {
        let within = |files| {
            let limits = Limits::default().within(files);
            (limits.connections, limits.connections_per_address)
        };
        assert_eq!(within(1 << 20), (20_000, 400));
        assert_eq!(within(1024), (896, 400));
        assert_eq!(within(256), (128, 64));
        assert_eq!(within(64), (32, 16));
        assert_eq!(within(0), (1, 1));
    }

    #[test]
    fn as_many_files_as_connections_are_enough() {
        let limits = Limits::default();
        assert!(!limits.lacks_files(1 << 20));
        assert!(!limits.lacks_files(20_000), "only what is set aside for other files is missing");
        assert!(limits.lacks_files(19_999));
        assert!(limits.lacks_files(1024));
    }
}
