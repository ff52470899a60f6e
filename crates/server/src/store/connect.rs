//! Which database, and how it is opened.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, Executor};

use super::migrations::migrator;
use super::{OpenError, StoreError};

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{address}” names no database; expected sqlite:FILE or postgres://USER@HOST/NAME")]
pub struct BadAddress {
    address: String,
}

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

impl Database {
    /// A file of SQLite, safe against power cuts.
    pub fn sqlite(file: impl Into<PathBuf>) -> Database {
        Database::Sqlite { file: file.into(), power_safe: true, most_pages: None }
    }

    /// Whether other servers may write to it too.
    pub fn is_shared(&self) -> bool {
        matches!(self, Database::Postgres { .. })
    }

    /// Opens up to so many connections, for reading.
    pub(super) async fn connect(&self, connections: u32) -> Result<AnyPool, OpenError> {
        let (options, preparation) = self.options().map_err(|error| self.open_error(&error))?;
        AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            .after_connect(move |connection, _| {
                let preparation = preparation.clone();
                Box::pin(async move { connection.execute(AssertSqlSafe(preparation)).await.map(drop) })
            })
            .connect_with(options)
            .await
            .map_err(|error| self.open_error(&error))
    }

    /// Opens the one connection that writes.
    pub(super) async fn connect_to_write(&self) -> Result<AnyConnection, StoreError> {
        Ok(self.try_connect().await?)
    }

    /// The same for the first time, where a person reads what is wrong.
    pub(super) async fn connect_first(&self) -> Result<AnyConnection, OpenError> {
        self.try_connect().await.map_err(|error| self.open_error(&error))
    }

    async fn try_connect(&self) -> Result<AnyConnection, sqlx::Error> {
        let (options, preparation) = self.options()?;
        let mut connection = options.connect().await?;
        connection.execute(AssertSqlSafe(preparation)).await?;
        Ok(connection)
    }

    /// Brings the database's tables up to date.
    pub(super) async fn bring_up_to_date(&self) -> Result<(), OpenError> {
        self.make_file()?;
        let mut connection = self.connect_first().await?;
        let done = migrator().run(&mut connection).await.map_err(|error| self.migration_error(error));
        let _ = connection.close().await;
        done
    }

    /// The file of a new database: it holds the secrets of the dice, so no other user may read it.
    pub(super) fn make_file(&self) -> Result<(), OpenError> {
        let Database::Sqlite { file, .. } = self else { return Ok(()) };
        let wrong = |path: &Path, error: std::io::Error| OpenError::File { file: path.into(), reason: reason(&error) };
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
        }
        let mut options = std::fs::OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let opened = options.open(file).map_err(|error| wrong(file, error))?;
        #[cfg(unix)]
        {
            // A file from before, or of a generous umask. Its journal is made with the file's own mode.
            let only_owner = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            opened.set_permissions(only_owner).map_err(|error| wrong(file, error))?;
        }
        drop(opened);
        Ok(())
    }

    /// How to connect, and what to say first.
    fn options(&self) -> Result<(AnyConnectOptions, String), sqlx::Error> {
        sqlx::any::install_default_drivers();
        let (address, preparation) = match self {
            Database::Sqlite { file, power_safe, most_pages } => {
                (format!("sqlite:{}?mode=rw", file.display()), sqlite_preparation(*power_safe, *most_pages))
            }
            Database::Postgres { address } => (address.clone(), POSTGRES_PREPARATION.into()),
        };
        let options: AnyConnectOptions = address.parse()?;
        Ok((options.disable_statement_logging(), preparation))
    }
}

/// What the system says, without the number of its error.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

/// How long to wait for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// A transaction that waits for a lock or for its next statement gives way to the others in the end.
const POSTGRES_PREPARATION: &str = "SET lock_timeout = '8s'; SET idle_in_transaction_session_timeout = '5s'";

fn sqlite_preparation(power_safe: bool, most_pages: Option<u32>) -> String {
    let synchronous = if power_safe { "FULL" } else { "NORMAL" };
    let limit = most_pages.map_or(String::new(), |pages| format!(" PRAGMA max_page_count = {pages};"));
    format!(
        "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = {synchronous}; PRAGMA foreign_keys = ON; \
         PRAGMA secure_delete = ON;{limit}"
    )
}
