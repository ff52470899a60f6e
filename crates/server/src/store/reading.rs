//! What is read from the database.

use std::fmt::Write;
use std::sync::Arc;

use spieltisch_protocol::{Role, limits};
use spieltisch_records::fair::Secret;
use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Row};

use super::{LogRange, LogWindow, StoreError, StoredStep, StoredSummary, latest_expiry};

/// How the body of a step begins that is nothing but a line of the chat.
const TALK: &str = r#"[{"is":"said"%"#;
/// How the bodies of steps begin that play on.
const MOVE: &str = r#"[{"is":"move"%"#;
const ROLL: &str = r#"[{"is":"roll"%"#;
/// How the body of a step begins that says who is stood in for, or what a player answers.
const STAND_IN: &str = r#"[{"is":"stand-in"%"#;
/// How it looks where a player takes another name: the games before keep the old one, so nothing replaces it.
const NAME: &str = r#"%,"name":%"#;
/// How the body of a step looks in which a game ends.
const END: &str = r#"%{"is":"ended"%"#;
/// How the body of a step looks in which a game begins.
pub(super) const GAME: &str = r#"%{"is":"began"%"#;
/// Every body.
const ANY: &str = "%";
/// Tables asked about in one statement.
const TOGETHER: usize = 200;

/// Steps of a table, in order.
pub async fn steps(pool: &AnyPool, table: &str, wanted: LogRange) -> Result<Vec<StoredStep>, StoreError> {
    let rows = sqlx::query(
        "SELECT seq, happened, body FROM log WHERE table_id = $1 AND seq > $2 AND seq <= $3 \
         AND (seq >= $4 OR body NOT LIKE $5) AND (seq >= $6 OR body LIKE $7 OR (body NOT LIKE $8 AND body NOT LIKE $9)) \
         AND (seq >= $10 OR body NOT LIKE $11 OR body LIKE $12 OR NOT EXISTS (SELECT 1 FROM log AS later \
         WHERE later.table_id = log.table_id AND later.seq > log.seq AND later.body LIKE $13 \
         AND replace(later.body, 'true', 'false') = replace(log.body, 'true', 'false'))) \
         ORDER BY seq LIMIT $14",
    )
    .bind(table)
    .bind(wanted.after as i64)
    .bind(wanted.upto as i64)
    .bind(wanted.shown.talk_from as i64)
    .bind(TALK)
    .bind(wanted.shown.moves_from as i64)
    .bind(END)
    .bind(MOVE)
    .bind(ROLL)
    .bind(wanted.shown.folded_before as i64)
    .bind(STAND_IN)
    .bind(NAME)
    .bind(STAND_IN)
    .bind(i64::from(wanted.most))
    .fetch_all(pool)
    .await?;
    let stored = |row: &AnyRow| Ok(StoredStep { seq: number(row, 0)?, at: number(row, 1)?, body: row.try_get::<String, _>(2)? });
    rows.iter().map(|row| stored(row).map(|step| wanted.shown.of(step))).collect::<Result<_, sqlx::Error>>().map_err(StoreError::from)
}

/// What of a table's log is still shown.
pub async fn shown(pool: &AnyPool, table: &str) -> Result<LogWindow, StoreError> {
    let talk_from = last_but(pool, table, TALK, limits::LINES - 1).await?;
    let moves_from = last_but(pool, table, GAME, LogWindow::GAMES - 1).await?;
    let folded_before = last_but(pool, table, ANY, 0).await?;
    Ok(LogWindow { talk_from, moves_from, folded_before })
}

/// The number of the last step but so many whose body looks like this; 0 where there are not as many.
async fn last_but(pool: &AnyPool, table: &str, body: &str, but: usize) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT seq FROM log WHERE table_id = $1 AND body LIKE $2 ORDER BY seq DESC LIMIT 1 OFFSET $3")
        .bind(table)
        .bind(body)
        .bind(but as i64)
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| number(&row, 0)).transpose()?.unwrap_or(0))
}

/// A table in short.
pub async fn summary(pool: &AnyPool, table: &str) -> Result<Option<StoredSummary>, StoreError> {
    let query = sqlx::query(
        "SELECT (SELECT body FROM summaries WHERE table_id = id), (SELECT happened FROM log WHERE table_id = id ORDER BY seq DESC LIMIT 1) \
         FROM tables WHERE id = $1 AND secret <> ''",
    );
    let row = query.bind(table).fetch_optional(pool).await?;
    let stored = |row: AnyRow| Ok(StoredSummary { body: row.try_get(0)?, changed: row.try_get::<Option<i64>, _>(1)?.unwrap_or(0) as u64 });
    row.map(stored).transpose().map_err(|error: sqlx::Error| error.into())
}

/// The secret behind a table's dice.
pub async fn secret(pool: &AnyPool, table: &str) -> Result<Option<Secret>, StoreError> {
    let row = sqlx::query("SELECT secret FROM tables WHERE id = $1 AND secret <> ''").bind(table).fetch_optional(pool).await?;
    let Some(row) = row else { return Ok(None) };
    let secret = Secret::from_hex(row.try_get(0)?).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(Some(secret))
}

/// What the token with this hash is good for at this table.
pub async fn role(pool: &AnyPool, table: &str, hash: &str) -> Result<Option<Role>, StoreError> {
    let row =
        sqlx::query("SELECT role, seat FROM tokens WHERE hash = $1 AND table_id = $2").bind(hash).bind(table).fetch_optional(pool).await?;
    let Some(row) = row else { return Ok(None) };
    let seat = number(&row, 1)? as u8;
    Ok(match row.try_get::<&str, _>(0)? {
        "seat" => Some(Role::Seat(seat)),
        "invite" => Some(Role::Invited),
        "watch" => Some(Role::Watcher),
        "host" => Some(Role::Host),
        _ => None,
    })
}

/// The code that leads to this table now, and until when.
pub async fn code_of(pool: &AnyPool, table: &str, now: u64) -> Result<Option<(String, u64)>, StoreError> {
    let query = sqlx::query("SELECT code, expires FROM codes WHERE table_id = $1 AND expires > $2 AND expires <= $3");
    let row = query.bind(table).bind(now as i64).bind(latest_expiry(now) as i64).fetch_optional(pool).await?;
    Ok(row.map(|row| Ok::<_, sqlx::Error>((row.try_get(0)?, number(&row, 1)?))).transpose()?)
}

/// The table this code leads to now.
pub async fn table_by_code(pool: &AnyPool, code: &str, now: u64) -> Result<Option<String>, StoreError> {
    let query = sqlx::query("SELECT table_id FROM codes WHERE code = $1 AND expires > $2 AND expires <= $3");
    let row = query.bind(code).bind(now as i64).bind(latest_expiry(now) as i64).fetch_optional(pool).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// How a role is written in the database.
pub fn role_columns(role: Role) -> (&'static str, i64) {
    match role {
        Role::Seat(seat) => ("seat", i64::from(seat)),
        Role::Invited => ("invite", -1),
        Role::Watcher => ("watch", -1),
        Role::Host => ("host", -1),
    }
}

/// Where the logs of these tables end; a table that is not in the answer is gone.
pub async fn ends(pool: &AnyPool, tables: &[Arc<str>]) -> Result<Vec<(String, u64)>, StoreError> {
    let mut ends = Vec::with_capacity(tables.len());
    for some in tables.chunks(TOGETHER) {
        // The end is looked up by key for each table; a GROUP BY would read all of every log.
        let mut statement =
            String::from("SELECT id, (SELECT MAX(seq) FROM log WHERE log.table_id = tables.id) FROM tables WHERE secret <> '' AND id IN (");
        for number in 1..=some.len() {
            let comma = if number == 1 { "" } else { ", " };
            let _ = write!(statement, "{comma}${number}");
        }
        statement.push(')');
        let query = some.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, table| query.bind(&**table));
        for row in query.fetch_all(pool).await? {
            ends.push((row.try_get(0)?, row.try_get::<Option<i64>, _>(1)?.unwrap_or(0) as u64));
        }
    }
    Ok(ends)
}

pub(super) fn number(row: &AnyRow, column: usize) -> Result<u64, sqlx::Error> {
    Ok(row.try_get::<i64, _>(column)? as u64)
}
