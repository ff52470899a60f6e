//! Several servers write to one PostgreSQL database. Before a server writes anything of a table it takes the table's row, and
//! passes over rows that others have: a server that hangs in the middle of a transaction holds up its own tables and no others.

use std::collections::{BTreeSet, HashSet};

use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::statements::places;

/// Tables of a batch that cannot be written to now.
#[derive(Debug, Default)]
pub struct NotNow {
    /// Another transaction writes to them.
    pub locked: HashSet<String>,
    /// They were deleted.
    pub gone: HashSet<String>,
}

/// Takes the rows of these tables for the transaction, as far as they are free, and tells which are not.
pub async fn take(connection: &mut AnyConnection, tables: &BTreeSet<&str>) -> sqlx::Result<NotNow> {
    let mut not_now = NotNow::default();
    if tables.is_empty() {
        return Ok(not_now);
    }
    // A transaction that adds a step to a log holds its table's row for sharing: that, too, is passed over.
    let taken = names(connection, "SELECT id FROM tables WHERE id = ANY(string_to_array($1, ',')) FOR UPDATE SKIP LOCKED", tables).await?;
    let missing: BTreeSet<&str> = tables.iter().copied().filter(|table| !taken.contains(*table)).collect();
    if !missing.is_empty() {
        not_now.locked = names(connection, "SELECT id FROM tables WHERE id = ANY(string_to_array($1, ','))", &missing).await?;
        not_now.gone = missing.into_iter().filter(|table| !not_now.locked.contains(*table)).map(str::to_string).collect();
    }
    Ok(not_now)
}

/// Which of these tables are not there.
pub async fn gone(connection: &mut AnyConnection, tables: &BTreeSet<&str>) -> sqlx::Result<HashSet<String>> {
    if tables.is_empty() {
        return Ok(HashSet::new());
    }
    let statement = format!("SELECT id FROM tables WHERE id IN ({})", places(tables.len()));
    let rows = tables.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, table| query.bind(*table)).fetch_all(connection).await?;
    let there = rows.iter().map(|row| row.try_get(0)).collect::<sqlx::Result<HashSet<String>>>()?;
    Ok(tables.iter().filter(|table| !there.contains(**table)).map(|table| table.to_string()).collect())
}

async fn names(connection: &mut AnyConnection, statement: &'static str, tables: &BTreeSet<&str>) -> sqlx::Result<HashSet<String>> {
    // Names of tables are hexadecimal digits.
    let list = tables.iter().copied().collect::<Vec<_>>().join(",");
    let rows = sqlx::query(statement).bind(list).fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}
