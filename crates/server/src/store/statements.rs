//! The statements that write.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use spieltisch_protocol::Role;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row};

use super::reading::role_columns;
use super::transaction::Failed;
use super::{Append, CodeRow, Database, StoreError, latest_expiry};

/// Tables that begin with this batch.
pub(super) async fn insert_tables(connection: &mut AnyConnection, steps: &[&Append]) -> Result<(), Failed> {
    for append in steps {
        if let Some(secret) = &append.secret {
            let insertion = sqlx::query("INSERT INTO tables (id, created, secret) VALUES ($1, $2, $3)");
            insertion.bind(&*append.table).bind(append.at as i64).bind(secret).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// The tables that these steps change, in short; where several belong to one table, the last counts.
pub(super) async fn upsert_summaries(connection: &mut AnyConnection, steps: &[&Append]) -> Result<(), Failed> {
    let mut summaries: HashMap<&str, (u64, &str)> = HashMap::new();
    for step in steps {
        if let Append { table, seq, summary: Some(summary), .. } = step {
            let newest = summaries.entry(table).or_insert((*seq, summary));
            if newest.0 <= *seq {
                *newest = (*seq, summary);
            }
        }
    }
    let rows: Vec<(&str, &str)> = summaries.into_iter().map(|(table, (_, body))| (table, body)).collect();
    for rows in powers_of_two(&rows) {
        let mut statement = String::from("INSERT INTO summaries (table_id, body) VALUES ");
        for row in 0..rows.len() {
            let comma = if row == 0 { "" } else { ", " };
            let _ = write!(statement, "{comma}(${}, ${})", 2 * row + 1, 2 * row + 2);
        }
        statement.push_str(" ON CONFLICT (table_id) DO UPDATE SET body = excluded.body");
        let query = rows.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, (table, body)| query.bind(*table).bind(*body));
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn insert_summary(connection: &mut AnyConnection, table: &str, body: &str) -> Result<(), Failed> {
    let insertion = sqlx::query("INSERT INTO summaries (table_id, body) VALUES ($1, $2) ON CONFLICT (table_id) DO NOTHING");
    insertion.bind(table).bind(body).execute(&mut *connection).await?;
    Ok(())
}

/// Inserts steps; tells whether all were new, and stops at the first that was not.
pub(super) async fn insert_all(connection: &mut AnyConnection, database: &Database, batch: &[&Append]) -> Result<bool, Failed> {
    for steps in powers_of_two(batch) {
        let statement = insertion(steps.len(), database);
        if bound(statement, steps).execute(&mut *connection).await?.rows_affected() != steps.len() as u64 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Inserts those steps that are new, and tells which.
pub(super) async fn insert_new(
    connection: &mut AnyConnection,
    database: &Database,
    batch: &[&Append],
) -> Result<HashSet<(String, u64)>, Failed> {
    // All of it may be of tables that others write to.
    if batch.is_empty() {
        return Ok(HashSet::new());
    }
    let statement = insertion(batch.len(), database) + " RETURNING table_id, seq";
    let rows = bound(statement, batch).fetch_all(&mut *connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64))).collect()
}

/// A batch in pieces whose lengths are powers of two: few different statements, which stay prepared.
fn powers_of_two<T>(batch: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = batch;
    std::iter::from_fn(move || {
        let (piece, others) = rest.split_at(1 << rest.len().checked_ilog2()?);
        rest = others;
        Some(piece)
    })
}

fn bound<'a>(statement: String, steps: &[&'a Append]) -> Query<'a, Any, AnyArguments> {
    steps.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, append| {
        query.bind(&*append.table).bind(append.seq as i64).bind(append.at as i64).bind(&*append.body)
    })
}

/// The statement that keeps so many steps, but none twice.
fn insertion(steps: usize, database: &Database) -> String {
    let mut statement = String::from("INSERT INTO log (table_id, seq, happened, body) VALUES ");
    for row in 0..steps {
        let first = row * 4 + 1;
        let comma = if row == 0 { "" } else { ", " };
        let _ = if database.is_shared() {
            write!(statement, "{comma}(${first}, ${}, ${}, ${})", first + 1, first + 2, first + 3)
        } else {
            // SQLite looks through all numbered places for each value that is bound: 4 % of the server's time.
            write!(statement, "{comma}(?, ?, ?, ?)")
        };
    }
    statement + " ON CONFLICT (table_id, seq) DO NOTHING"
}

pub(super) async fn insert_tokens(connection: &mut AnyConnection, append: &Append) -> Result<(), Failed> {
    for token in &append.tokens {
        insert_token(connection, &append.table, &token.hash, token.role).await?;
    }
    Ok(())
}

/// Clients choose tokens too: one that is good for anything else, here or at another table, stays what it is.
async fn insert_token(connection: &mut AnyConnection, table: &str, hash: &str, role: Role) -> Result<(), Failed> {
    let (role, seat) = role_columns(role);
    let insertion = sqlx::query(
        "INSERT INTO tokens (hash, table_id, role, seat) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO UPDATE SET seat = excluded.seat \
         WHERE tokens.table_id = excluded.table_id AND tokens.role = excluded.role AND tokens.seat = excluded.seat",
    );
    let inserted = insertion.bind(hash).bind(table).bind(role).bind(seat).execute(&mut *connection).await?;
    if inserted.rows_affected() == 0 { Err(Failed::Rule(StoreError::TokenInUse)) } else { Ok(()) }
}

/// A code that is taken, or a second one of a table, is left out.
pub(super) async fn insert_code(connection: &mut AnyConnection, database: &Database, row: &CodeRow) -> Result<(), Failed> {
    // Codes of other tables, too: one that another server is forgetting just now is left to it.
    let forgetting = if database.is_shared() {
        "DELETE FROM codes WHERE code IN (SELECT code FROM codes WHERE expires <= $1 OR expires > $2 FOR UPDATE SKIP LOCKED)"
    } else {
        "DELETE FROM codes WHERE expires <= $1 OR expires > $2"
    };
    sqlx::query(forgetting).bind(row.at as i64).bind(latest_expiry(row.at) as i64).execute(&mut *connection).await?;
    let insertion = sqlx::query("INSERT INTO codes (code, table_id, expires) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING");
    let inserted = insertion.bind(&row.code).bind(&row.table).bind(row.until as i64).execute(&mut *connection).await?;
    if inserted.rows_affected() == 0 {
        return Err(Failed::Unfit(StoreError::Stale));
    }
    insert_token(connection, &row.table, &row.invitation, Role::Invited).await
}

pub(super) async fn prove(connection: &mut AnyConnection, server: &str, proof: &str, at: u64) -> Result<(), Failed> {
    let statement = "INSERT INTO health (server, proof, written) VALUES ($1, $2, $3) \
                     ON CONFLICT (server) DO UPDATE SET proof = excluded.proof, written = excluded.written";
    sqlx::query(statement).bind(server).bind(proof).bind(at as i64).execute(&mut *connection).await?;
    Ok(())
}

/// So many places for values, as `$1, $2`.
pub(super) fn places(count: usize) -> String {
    (1..=count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}
