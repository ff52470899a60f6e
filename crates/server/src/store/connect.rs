//! Which database, and how it is opened.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sqlx::AnyPool;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{ConnectOptions, Executor};

/// A database, by its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// One file on this machine.
    Sqlite {
        /// The file.
        file: PathBuf,
        /// Whether every step survives a power cut, not only a crash of the program.
        power_safe: bool,
        /// The most pages the file may have; for tests of a full disk.
        most_pages: Option<u32>,
    },
    /// A PostgreSQL server, shared by any number of servers of ours.
    Postgres {
        /// Its address, `postgres://…`.
        address: String,
    },
}

/// An address that names no database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAddress {
    address: String,
}

impl fmt::Display for BadAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” names no database; expected sqlite:FILE or postgres://USER@HOST/NAME", self.address)
    }
}

impl std::error::Error for BadAddress {}

impl FromStr for Database {
    type Err = BadAddress;

    fn from_str(address: &str) -> Result<Database, BadAddress> {
        if let Some(file) = address.strip_prefix("sqlite:").map(|file| file.trim_start_matches("//")).filter(|file| !file.is_empty()) {
            return Ok(Database::sqlite(file));
        }
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Ok(Database::Postgres { address: address.into() });
        }
        Err(BadAddress { address: address.chars().take(80).collect() })
    }
}

/// Why a database could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// It does not answer.
    Connect(String),
    /// Its tables could not be brought up to date.
    Migration(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Connect(message) => write!(f, "the database cannot be opened: {message}"),
            OpenError::Migration(message) => write!(f, "the database's tables cannot be brought up to date: {message}"),
        }
    }
}

impl std::error::Error for OpenError {}

impl Database {
    /// A file of SQLite, safe against power cuts.
    pub fn sqlite(file: impl Into<PathBuf>) -> Database {
        Database::Sqlite { file: file.into(), power_safe: true, most_pages: None }
    }

    /// Whether other servers may write to it too.
    pub fn is_shared(&self) -> bool {
        matches!(self, Database::Postgres { .. })
    }

    /// Opens up to so many connections.
    pub(super) async fn connect(&self, connections: u32) -> Result<AnyPool, OpenError> {
        sqlx::any::install_default_drivers();
        let wrong = |error: sqlx::Error| OpenError::Connect(error.to_string());
        let (address, preparation) = match self {
            Database::Sqlite { file, power_safe, most_pages } => {
                if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    std::fs::create_dir_all(folder).map_err(|error| OpenError::Connect(format!("{}: {error}", folder.display())))?;
                }
                (format!("sqlite:{}?mode=rwc", file.display()), sqlite_preparation(*power_safe, *most_pages))
            }
            Database::Postgres { address } => (address.clone(), String::new()),
        };
        let options: AnyConnectOptions = address.parse().map_err(wrong)?;
        AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(5))
            .after_connect(move |connection, _| {
                let preparation = preparation.clone();
                Box::pin(async move {
                    if !preparation.is_empty() {
                        connection.execute(&*preparation).await?;
                    }
                    Ok(())
                })
            })
            .connect_with(options.disable_statement_logging())
            .await
            .map_err(wrong)
    }
}

fn sqlite_preparation(power_safe: bool, most_pages: Option<u32>) -> String {
    let synchronous = if power_safe { "FULL" } else { "NORMAL" };
    let limit = most_pages.map_or(String::new(), |pages| format!(" PRAGMA max_page_count = {pages};"));
    format!("PRAGMA journal_mode = WAL; PRAGMA synchronous = {synchronous}; PRAGMA busy_timeout = 5000;{limit}")
}
