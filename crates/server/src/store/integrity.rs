//! Looks a SQLite file through while the server runs: a page that went bad on the disk would otherwise be noticed only when the table
//! on it is opened. PostgreSQL looks after its own files.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::watch;

use super::Database;

/// Findings that are asked for: one is enough to know.
const CHECK: &str = "PRAGMA quick_check(1)";
/// How many steps of the check pass before it is asked whether the server stops.
const STEPS: i32 = 100;
/// What SQLite's check says of a whole file.
const WHOLE: &str = "ok";
/// SQLite's primary result codes for a broken file: <https://www.sqlite.org/rescode.html>.
const BROKEN: [u32; 2] = [11, 26];

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Every page fits the others.
    Whole,
    /// The file is damaged; what the check says about the first damage.
    Damaged(String),
    /// The check could not be run to its end.
    Unfinished(String),
    /// There is no file of ours to look through.
    NotAFile,
}

/// Looks a database through on a connection of its own, until `stopping` turns true or is dropped.
pub async fn check(database: &Database, stopping: watch::Receiver<bool>) -> Finding {
    let Database::Sqlite { file, .. } = database else { return Finding::NotAFile };
    let options = SqliteConnectOptions::new().filename(file).read_only(true).disable_statement_logging();
    let found = async {
        let mut connection = options.connect().await?;
        let goes_on = move || stopping.has_changed().is_ok() && !*stopping.borrow();
        connection.lock_handle().await?.set_progress_handler(STEPS, goes_on);
        let found = first_finding(&mut connection).await;
        let _ = connection.close().await;
        found
    };
    match found.await {
        Ok(found) if found == WHOLE => Finding::Whole,
        Ok(found) => Finding::Damaged(found),
        Err(error) if is_broken(&error) => Finding::Damaged(error.to_string()),
        Err(error) => Finding::Unfinished(error.to_string()),
    }
}

async fn first_finding(connection: &mut SqliteConnection) -> Result<String, sqlx::Error> {
    sqlx::query_scalar(CHECK).fetch_one(connection).await
}

fn is_broken(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| BROKEN.contains(&(code & 0xff)))
}

/// Looks a database through, says in the log what was found, and returns what `/healthz` tells of it.
pub async fn look_through(database: &Database, stopping: watch::Receiver<bool>) -> Option<String> {
    let finding = check(database, stopping).await;
    let Database::Sqlite { file, .. } = database else { return None };
    let shown = file.display();
    match finding {
        Finding::NotAFile => None,
        Finding::Whole => {
            tracing::info!("{shown} was looked through: it is whole");
            None
        }
        Finding::Unfinished(reason) => {
            tracing::info!(reason, "{shown} was not looked through to its end");
            None
        }
        Finding::Damaged(found) => {
            tracing::error!(found, "{}", damaged(file));
            Some("The database's file is damaged; the log of the server names it, with the way out.".into())
        }
    }
}

fn damaged(file: &Path) -> String {
    format!(
        "{} is damaged: some tables in it cannot be read, and more may follow. Stop the server and restore a backup (“Backup and restore” in \
         docs/operations.md).",
        file.display()
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::store::{SqlStore, Store};

    /// A database with so many pages that the check takes a while.
    async fn database(folder: &tempfile::TempDir) -> Database {
        let database = Database::sqlite(folder.path().join("tables.db"));
        SqlStore::open(database.clone(), Arc::default()).await.expect("a new file").close().await;
        let mut connection = database.connect_to_write().await.expect("a connection");
        let filling = "INSERT INTO health (server, proof, written) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) \
                       SELECT 'server ' || i, hex(zeroblob(200)), i FROM n";
        sqlx::query(filling).execute(&mut connection).await.expect("rows");
        connection.close().await.expect("closed");
        database
    }

    #[tokio::test]
    async fn a_flipped_page_is_found_and_a_whole_file_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = database(&folder).await;
        let Database::Sqlite { file, .. } = &database else { unreachable!("SQLite was asked for") };
        let (_stop, stopping) = watch::channel(false);
        assert_eq!(check(&database, stopping.clone()).await, Finding::Whole);
        let mut bytes = std::fs::read(file).expect("the file");
        let middle = bytes.len() / 2 / 4096 * 4096;
        bytes[middle..middle + 4096].iter_mut().for_each(|byte| *byte = !*byte);
        std::fs::write(file, bytes).expect("damaged");
        let found = check(&database, stopping).await;
        assert!(matches!(found, Finding::Damaged(_)), "{found:?}");
        let said = damaged(file);
        assert!(said.contains("tables.db") && said.contains("restore a backup"), "{said}");
    }

    #[tokio::test]
    async fn the_check_ends_when_the_server_stops() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = database(&folder).await;
        let (_stop, stopping) = watch::channel(true);
        let found = check(&database, stopping).await;
        assert!(matches!(found, Finding::Unfinished(_)), "{found:?}");
    }
}
