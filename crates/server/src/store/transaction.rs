//! One transaction of the writer: what is in it, and what becomes of each change.
//!
//! A change that cannot be made – its number is taken, its table or its token is not what it was – is left out, and all others are
//! written by the same commit: no client can make a transaction fail for others.

use std::collections::{BTreeSet, HashMap};

use sqlx::error::ErrorKind;
use sqlx::{AnyConnection, AssertSqlSafe, Executor, Row};

use super::locks::{self, NotNow};
use super::reading::role_columns;
use super::statements::{
    insert_all, insert_code, insert_new, insert_summary, insert_tables, insert_tokens, places, prove, upsert_summaries,
};
use super::trash::{self, TrashChange};
use super::writer::StoreChange;
use super::{Append, Database, StoreError, news, subscriptions, sweep};

/// A transaction begins. Locks that are not foreseen are not waited for: one of them would hold up the whole batch.
const BEGIN_SHARED: &str = "BEGIN; SET LOCAL lock_timeout = '100ms'";
/// Transactions with a `NOTIFY` commit one after another: that turn is waited for.
const COMMIT_SHARED: &str = "SET LOCAL lock_timeout = '0'; COMMIT";
/// SQLite would otherwise find out only at the first write that another process writes.
const BEGIN_ALONE: &str = "BEGIN IMMEDIATE";

/// Why a transaction was given up.
pub(super) enum Failed {
    /// One of its changes cannot be made, and has changed nothing: the others can.
    Unfit(StoreError),
    /// One of its changes is to something that another transaction has, and has changed nothing: the others can be made.
    Busy,
    /// One of its changes breaks a rule of the database, as a step of a deleted table does.
    Rule(StoreError),
    /// One of its changes waits for another transaction.
    Locked(StoreError),
    /// Anything else.
    Other(StoreError),
}

/// What PostgreSQL says where a lock cannot be had in time.
const LOCK_NOT_AVAILABLE: &str = "55P03";

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        match error.as_database_error().map(|error| error.kind()) {
            Some(ErrorKind::ForeignKeyViolation) => Failed::Rule(StoreError::Gone),
            Some(ErrorKind::UniqueViolation) => Failed::Rule(StoreError::Stale),
            _ if error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == LOCK_NOT_AVAILABLE) => {
                Failed::Locked(error.into())
            }
            _ => Failed::Other(error.into()),
        }
    }
}

impl Failed {
    pub(super) fn into_error(self) -> StoreError {
        match self {
            Failed::Unfit(error) | Failed::Rule(error) | Failed::Locked(error) | Failed::Other(error) => error,
            Failed::Busy => StoreError::Unavailable("another transaction has it".into()),
        }
    }
}

/// What became of a change.
#[derive(Clone, Debug)]
pub(super) enum WriteOutcome {
    /// It was made, or why not.
    Done(Result<(), StoreError>),
    /// Another server writes to its table.
    Locked,
}

/// Writes a batch in one transaction and tells what became of each change.
pub(super) async fn write(
    connection: &mut AnyConnection,
    database: &Database,
    changes: &[&StoreChange],
) -> Result<Vec<WriteOutcome>, Failed> {
    // Nearly always everything fits, and asking what does not takes longer than writing it.
    match try_to_write(connection, database, changes, true).await {
        Ok(Some(outcomes)) => return Ok(outcomes),
        Ok(None) | Err(Failed::Rule(_)) => {}
        Err(failed) => return Err(failed),
    }
    connection.execute("ROLLBACK").await?;
    let written = try_to_write(connection, database, changes, false).await?;
    written.ok_or_else(|| Failed::Other(StoreError::Unavailable("steps are new, or they are not".into())))
}

/// The same; `None`, with the transaction still open, where all steps were expected to be new and one is not.
async fn try_to_write(
    connection: &mut AnyConnection,
    database: &Database,
    changes: &[&StoreChange],
    all_fits: bool,
) -> Result<Option<Vec<WriteOutcome>>, Failed> {
    connection.execute(if database.is_shared() { BEGIN_SHARED } else { BEGIN_ALONE }).await?;
    let tables: BTreeSet<&str> = changes.iter().filter_map(|change| change.table()).collect();
    let not_now = match database {
        Database::Postgres { .. } => locks::take(connection, &tables).await?,
        Database::Sqlite { .. } if all_fits => NotNow::default(),
        Database::Sqlite { .. } => NotNow { gone: locks::gone(connection, &tables).await?, ..NotNow::default() },
    };
    // What is left out, and why; all others are written.
    let mut outcomes: Vec<Option<WriteOutcome>> = changes.iter().map(|change| not_now.outcome(change)).collect();
    leave_out_tokens_in_use(connection, changes, &mut outcomes).await?;

    let steps: Vec<&Append> = those_left(changes, &outcomes).filter_map(StoreChange::as_step).collect();
    insert_tables(connection, &steps).await?;
    if all_fits {
        if !insert_all(connection, database, &steps).await? {
            return Ok(None);
        }
    } else {
        let new = insert_new(connection, database, &steps).await?;
        for (change, outcome) in changes.iter().zip(&mut outcomes) {
            let is_old = |step: &Append| !new.contains(&(step.table.to_string(), step.seq));
            if outcome.is_none() && change.as_step().is_some_and(is_old) {
                *outcome = Some(WriteOutcome::Done(Err(StoreError::Stale)));
            }
        }
    }
    let steps: Vec<&Append> = those_left(changes, &outcomes).filter_map(StoreChange::as_step).collect();
    upsert_summaries(connection, &steps).await?;
    for (change, outcome) in changes.iter().zip(&mut outcomes).filter(|(_, outcome)| outcome.is_none()) {
        match write_one(connection, database, change).await {
            Ok(()) => {}
            Err(Failed::Unfit(error)) => *outcome = Some(WriteOutcome::Done(Err(error))),
            Err(Failed::Busy) => *outcome = Some(WriteOutcome::Locked),
            Err(failed) => return Err(failed),
        }
    }
    if database.is_shared() {
        let touched = those_left(changes, &outcomes).filter_map(|change| match change {
            StoreChange::Append(append) => Some(&*append.table),
            StoreChange::Delete(table) | StoreChange::Trash(TrashChange::Purge(table)) => Some(table.as_str()),
            StoreChange::Slice(_)
            | StoreChange::Code(_)
            | StoreChange::Push(_)
            | StoreChange::Trash(_)
            | StoreChange::Summary(..)
            | StoreChange::Proof { .. } => None,
        });
        news::tell(connection, touched).await?;
    }
    connection.execute(if database.is_shared() { COMMIT_SHARED } else { "COMMIT" }).await?;
    Ok(Some(outcomes.into_iter().map(|outcome| outcome.unwrap_or(WriteOutcome::Done(Ok(())))).collect()))
}

/// The changes that nothing speaks against.
fn those_left<'a>(changes: &'a [&StoreChange], outcomes: &'a [Option<WriteOutcome>]) -> impl Iterator<Item = &'a StoreChange> {
    changes.iter().zip(outcomes).filter(|(_, outcome)| outcome.is_none()).map(|(change, _)| *change)
}

/// Everything of a change but its step.
async fn write_one(connection: &mut AnyConnection, database: &Database, change: &StoreChange) -> Result<(), Failed> {
    match change {
        StoreChange::Append(append) => insert_tokens(connection, append).await,
        StoreChange::Delete(table) => sweep::mark(connection, table).await,
        StoreChange::Slice(table) => sweep::delete_slice(connection, table).await,
        StoreChange::Code(row) => insert_code(connection, database, row).await,
        StoreChange::Push(change) => subscriptions::write(connection, change).await,
        StoreChange::Trash(change) => trash::write(connection, database, change).await,
        StoreChange::Summary(table, body) => insert_summary(connection, table, body).await,
        StoreChange::Proof { server, proof, at } => prove(connection, server, proof, *at).await,
    }
}

impl NotNow {
    fn outcome(&self, change: &StoreChange) -> Option<WriteOutcome> {
        let table = change.table()?;
        if self.locked.contains(table) {
            return Some(WriteOutcome::Locked);
        }
        // What is gone need not be deleted.
        let answer = if matches!(change, StoreChange::Delete(_) | StoreChange::Slice(_)) { Ok(()) } else { Err(StoreError::Gone) };
        self.gone.contains(table).then_some(WriteOutcome::Done(answer))
    }
}

/// Clients choose tokens: a step with one that is good for anything else, here or at another table, is left out. One that another
/// step of the same batch brings waits for that.
async fn leave_out_tokens_in_use(
    connection: &mut AnyConnection,
    changes: &[&StoreChange],
    outcomes: &mut [Option<WriteOutcome>],
) -> Result<(), Failed> {
    // Those of a new table are made here, at random.
    let chosen = |change: &StoreChange| change.as_step().is_some_and(|step| step.secret.is_none() && !step.tokens.is_empty());
    let hashes: Vec<&str> = those_left(changes, outcomes)
        .filter(|change| chosen(change))
        .filter_map(StoreChange::as_step)
        .flat_map(|step| step.tokens.iter().map(|token| token.hash.as_str()))
        .collect();
    if hashes.is_empty() {
        return Ok(());
    }
    let statement = format!("SELECT hash, table_id, role, seat FROM tokens WHERE hash IN ({})", places(hashes.len()));
    let rows =
        hashes.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, hash| query.bind(*hash)).fetch_all(&mut *connection).await?;
    let mut good_for: HashMap<String, (String, String, i64)> = HashMap::new();
    for row in rows {
        good_for.insert(row.try_get(0)?, (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?));
    }
    let mut brought: HashMap<&str, (&str, i64)> = HashMap::new();
    for (change, outcome) in changes.iter().zip(outcomes).filter(|(change, outcome)| outcome.is_none() && chosen(change)) {
        let Some(step) = change.as_step() else { continue };
        for token in &step.tokens {
            let (role, seat) = role_columns(token.role);
            let is_other =
                |(table, good_role, good_seat): &(String, String, i64)| (&**table, &**good_role, *good_seat) != (&*step.table, role, seat);
            if good_for.get(&token.hash).is_some_and(is_other) {
                *outcome = Some(WriteOutcome::Done(Err(StoreError::TokenInUse)));
            } else if *brought.entry(&token.hash).or_insert((&step.table, seat)) != (&*step.table, seat) {
                *outcome = Some(WriteOutcome::Locked);
            }
        }
    }
    Ok(())
}
