//! Why a database cannot be used, in words that name it and the way out.

use std::path::PathBuf;

use sqlx::migrate::MigrateError;

use super::Database;

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file, or a folder on the way to it, cannot be made or written.
    #[error("{} cannot be opened for writing: {reason}. Change its rights, or name another file with --database sqlite:FILE.", .file.display())]
    File {
        /// The file or folder.
        file: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is none of SQLite's, or broken.
    #[error(
        "{} is damaged, or no database of Spieltisch. Restore a backup of it (“Backup and restore” in docs/operations.md), or name another file \
         with --database sqlite:FILE. Nothing in it was changed.",
        .0.display()
    )]
    Damaged(PathBuf),
    /// Its tables are of a newer version.
    #[error(
        "{0} was written by a newer version of Spieltisch than this one ({version}). Install that version again, or restore a backup from before. \
         Nothing in it was changed.",
        version = env!("CARGO_PKG_VERSION")
    )]
    Newer(String),
    /// Its tables are not those that any version of Spieltisch makes.
    #[error(
        "{0} has tables that this program did not make. Name a database of its own with --database, or restore a backup. Nothing in it was changed."
    )]
    Foreign(String),
    /// Anything else.
    #[error("the database {database} cannot be opened: {reason}")]
    Other {
        /// Which database.
        database: String,
        /// What the database says.
        reason: String,
    },
}

/// SQLite's primary result codes that are told apart: <https://www.sqlite.org/rescode.html>.
mod code {
    pub const READ_ONLY: u32 = 8;
    pub const CORRUPT: u32 = 11;
    pub const CANNOT_OPEN: u32 = 14;
    pub const NOT_A_DATABASE: u32 = 26;
}

impl Database {
    /// How people know it: the file, or the address without a password.
    fn shown(&self) -> String {
        match self {
            Database::Sqlite { file, .. } => file.display().to_string(),
            Database::Postgres { address } => {
                let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
                let place = rest.split('?').next().unwrap_or_default();
                format!("{scheme}://{}", place.rsplit('@').next().unwrap_or_default())
            }
        }
    }

    /// What an error at opening says about this database.
    pub(super) fn open_error(&self, error: &sqlx::Error) -> OpenError {
        let primary = |error: &sqlx::Error| error.as_database_error()?.code()?.parse::<u32>().ok().map(|code| code & 0xff);
        match (self, primary(error)) {
            (Database::Sqlite { file, .. }, Some(code::CORRUPT | code::NOT_A_DATABASE)) => OpenError::Damaged(file.clone()),
            (Database::Sqlite { file, .. }, Some(code::READ_ONLY | code::CANNOT_OPEN)) => {
                OpenError::File { file: file.clone(), reason: "this user may not write it".into() }
            }
            _ => {
                let reason = error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_string());
                OpenError::Other { database: self.shown(), reason }
            }
        }
    }

    /// What it says where its tables could not be brought up to date.
    pub(super) fn migration_error(&self, error: MigrateError) -> OpenError {
        match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => OpenError::Newer(self.shown()),
            MigrateError::VersionMismatch(_) => OpenError::Foreign(self.shown()),
            MigrateError::Execute(error) => self.open_error(&error),
            // A table of that name is there, and no version of ours has made it.
            MigrateError::ExecuteMigration(error, 1) if already_exists(&error) => OpenError::Foreign(self.shown()),
            MigrateError::ExecuteMigration(error, _) => self.open_error(&error),
            error => OpenError::Other { database: self.shown(), reason: error.to_string() },
        }
    }
}

fn already_exists(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.message().contains("already exists"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sqlx::{Connection, Executor};

    use super::*;
    use crate::store::{SqlStore, Store};

    /// The message of the error at opening this database.
    async fn said(database: &Database) -> String {
        match SqlStore::open(database.clone(), Arc::default()).await {
            Ok(_) => panic!("it opens"),
            Err(error) => error.to_string(),
        }
    }

    fn speaks_plainly(said: &str, file: &str, way_out: &str) {
        assert!(said.contains(file) && said.contains(way_out), "{said}");
        for jargon in ["migration", "code:", "sqlx", "malformed", "returned from database", "os error"] {
            assert!(!said.contains(jargon), "“{jargon}” in: {said}");
        }
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_named_with_the_way_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("tables.db");
        for content in ["dear diary, ".repeat(400), format!("SQLite format 3\0{}", "\u{1}".repeat(5000))] {
            std::fs::write(&file, &content).expect("a file");
            speaks_plainly(&said(&Database::sqlite(&file)).await, &file.display().to_string(), "Restore a backup");
            assert_eq!(std::fs::read_to_string(&file).expect("the file"), content, "nothing was changed");
        }
        // A table that was good until its file was cut short.
        std::fs::remove_file(&file).expect("removed");
        let database = Database::sqlite(&file);
        SqlStore::open(database.clone(), Arc::default()).await.expect("a new file").close().await;
        let length = std::fs::metadata(&file).expect("a file").len();
        std::fs::OpenOptions::new().write(true).open(&file).and_then(|file| file.set_len(length / 2)).expect("cut short");
        speaks_plainly(&said(&database).await, &file.display().to_string(), "Restore a backup");
        std::fs::create_dir(folder.path().join("folder")).expect("a folder");
        speaks_plainly(&said(&Database::sqlite(folder.path().join("folder"))).await, "folder", "--database");
    }

    #[tokio::test]
    async fn a_database_of_a_newer_version_is_named_with_the_way_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::sqlite(folder.path().join("tables.db"));
        SqlStore::open(database.clone(), Arc::default()).await.expect("a new file").close().await;
        let mut connection = database.connect_to_write().await.expect("a connection");
        let newer = "INSERT INTO _sqlx_migrations SELECT 1000, 'newer', installed_on, success, checksum, execution_time FROM _sqlx_migrations LIMIT 1";
        connection.execute(newer).await.expect("a newer version was here");
        connection.close().await.expect("closed");
        speaks_plainly(&said(&database).await, "tables.db", "newer version");
        let mut connection = database.connect_to_write().await.expect("a connection");
        connection.execute("DELETE FROM _sqlx_migrations WHERE version = 1000").await.expect("gone again");
        connection.execute("UPDATE _sqlx_migrations SET checksum = X'00' WHERE version = 1").await.expect("changed by hand");
        connection.close().await.expect("closed");
        speaks_plainly(&said(&database).await, "tables.db", "--database");
    }

    #[test]
    fn no_password_is_shown() {
        let database: Database = "postgres://games:secret@db.internal/games?password=hidden".parse().expect("an address");
        let error = database.open_error(&sqlx::Error::PoolTimedOut).to_string();
        assert!(error.contains("postgres://db.internal/games") && !error.contains("secret") && !error.contains("hidden"), "{error}");
    }
}
