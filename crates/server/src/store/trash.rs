//! Expired tables: by the wall clock they only go to the trash, and they are deleted after a grace that counts the hours in which
//! servers ran on this database. A clock that jumps does not make those hours pass.

use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};

use super::reading::{GAME, number};
use super::transaction::Failed;
use super::writer::StoreChange;
use super::{Database, Retention, SqlStore, StoreError, sweep};

/// Tables looked at together: few enough that no reader waits long for it.
const SLICE: usize = 100;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// How long servers have run on a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uptime {
    /// Hours, each counted by a clock that cannot be set, and by one server only.
    pub hours: u64,
    /// What the wall clock of a server said last when it was believed; 0 in a new database.
    pub last_seen: u64,
}

/// When expired tables are deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purge {
    /// After the grace.
    AfterGrace,
    /// At once.
    Now,
}

/// What became of expired tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// How many went to the trash.
    pub trashed: usize,
    /// How many left it, because they have not expired by the clock as it is now.
    pub restored: usize,
    /// Which were deleted.
    pub purged: Vec<String>,
}

/// What can change of the trash.
#[derive(Clone, Debug)]
pub enum TrashChange {
    /// Another hour has passed since the uptime had so many; unless another server has counted it.
    Hour(u64),
    /// What the wall clock says, which is believed.
    Seen(u64),
    /// A table whose log ends with this step goes to the trash for so many hours.
    Put {
        /// The table.
        table: String,
        /// Its last step.
        last_seq: u64,
        /// Hours of uptime.
        hours: u64,
    },
    /// A table leaves the trash.
    Restore(String),
    /// A table whose grace is over is deleted; `Stale` where it has left the trash, or something has happened there since.
    Purge(String),
}

impl TrashChange {
    /// The table that is written to.
    pub(super) fn table(&self) -> Option<&str> {
        match self {
            TrashChange::Hour(_) | TrashChange::Seen(_) => None,
            TrashChange::Put { table, .. } | TrashChange::Restore(table) | TrashChange::Purge(table) => Some(table),
        }
    }
}

/// A table that has expired or is in the trash.
struct Candidate {
    table: String,
    last_seq: u64,
    expired: bool,
    /// Its last step when it went to the trash, and when it may be deleted.
    trashed: Option<(u64, u64)>,
}

/// What is to be done with it.
enum Verdict {
    Put,
    Restore,
    Purge,
    Wait,
}

impl Candidate {
    fn verdict(&self, hours: u64, purge: Purge) -> Verdict {
        match self.trashed {
            Some(_) if !self.expired => Verdict::Restore,
            Some((_, purge_hour)) if self.is_unchanged() && purge_hour <= hours => Verdict::Purge,
            Some(_) if self.is_unchanged() && purge == Purge::AfterGrace => Verdict::Wait,
            _ => Verdict::Put,
        }
    }

    fn is_unchanged(&self) -> bool {
        self.trashed.is_some_and(|(last_seq, _)| last_seq == self.last_seq)
    }
}

impl SqlStore {
    /// How long servers have run on this database.
    pub async fn uptime(&self) -> Result<Uptime, StoreError> {
        let row = sqlx::query("SELECT hours, last_seen FROM uptime WHERE number = 1").fetch_one(self.readers()?).await?;
        Ok(Uptime { hours: number(&row, 0)?, last_seen: number(&row, 1)? })
    }

    /// Counts an hour, where the uptime still has the hours that it had an hour ago: then no other server has counted this one.
    pub async fn count_hour(&self, after: u64) -> Result<(), StoreError> {
        self.change(StoreChange::Trash(TrashChange::Hour(after))).await
    }

    /// Keeps what the wall clock says, which is believed.
    pub async fn keep_last_seen(&self, now: u64) -> Result<(), StoreError> {
        self.change(StoreChange::Trash(TrashChange::Seen(now))).await
    }

    /// Puts expired tables into the trash, takes out those that have not expired after all, and deletes those whose grace is over.
    /// A dry run only tells what would be done.
    pub async fn expire(&self, keeping: Retention, now: u64, purge: Purge, dry_run: bool) -> Result<Expired, StoreError> {
        let hours = self.uptime().await?.hours;
        let grace = if purge == Purge::Now { 0 } else { keeping.grace.as_secs().div_ceil(HOUR.as_secs()) };
        let (mut done, mut after) = (Expired::default(), Some(String::new()));
        while let Some(name) = after {
            let (found, last) = {
                // In slices, each of which waits its turn.
                let _turn = self.turn_to_read("").await;
                candidates_after(self.readers()?, &name, keeping, now).await?
            };
            after = last;
            for candidate in found {
                let verdict = candidate.verdict(hours, purge);
                let Candidate { table, last_seq, .. } = candidate;
                let put = || TrashChange::Put { table: table.clone(), last_seq, hours: grace };
                let changes = match verdict {
                    Verdict::Wait => continue,
                    Verdict::Restore => vec![TrashChange::Restore(table.clone())],
                    Verdict::Purge => vec![TrashChange::Purge(table.clone())],
                    Verdict::Put if purge == Purge::Now => vec![put(), TrashChange::Purge(table.clone())],
                    Verdict::Put => vec![put()],
                };
                let last_change = changes.last().cloned();
                if !dry_run && !self.change_unless_touched(changes).await? {
                    continue;
                }
                match last_change {
                    Some(TrashChange::Purge(table)) => done.purged.push(table),
                    Some(TrashChange::Restore(_)) => done.restored += 1,
                    _ => done.trashed += 1,
                }
            }
        }
        Ok(done)
    }

    /// Makes these changes; `false` where the table was opened, changed or deleted meanwhile.
    async fn change_unless_touched(&self, changes: Vec<TrashChange>) -> Result<bool, StoreError> {
        for change in changes {
            match self.change(StoreChange::Trash(change)).await {
                Ok(()) => {}
                Err(StoreError::Stale | StoreError::Gone) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    pub(super) async fn restore_from_trash(&self, table: &str) -> Result<(), StoreError> {
        // Nearly always there is nothing to write.
        let found = sqlx::query("SELECT purge_hour FROM trash WHERE table_id = $1").bind(table).fetch_optional(self.readers()?).await?;
        match found {
            Some(_) => self.change(StoreChange::Trash(TrashChange::Restore(table.into()))).await,
            None => Ok(()),
        }
    }
}

/// Which of the next tables in the order of their names have expired or are in the trash, and the name to go on after; `None` after the last.
async fn candidates_after(
    pool: &AnyPool,
    after: &str,
    keeping: Retention,
    now: u64,
) -> Result<(Vec<Candidate>, Option<String>), StoreError> {
    let before = |kept: Option<Duration>| kept.map_or(0, |kept| now.saturating_sub(kept.as_millis() as u64)) as i64;
    let (before_games, before_empty) = (before(keeping.games), before(keeping.empty));
    // Times in a log never go back, so that its last step tells; whether a game was played is asked only of old tables.
    let query = sqlx::query(
        "SELECT id, touched, CASE WHEN touched >= $1 THEN 0 WHEN EXISTS (SELECT 1 FROM log WHERE table_id = id AND body LIKE $2) THEN 1 ELSE 0 END, \
         end_seq, trash.last_seq, trash.purge_hour \
         FROM (SELECT id, COALESCE((SELECT happened FROM log WHERE table_id = id ORDER BY seq DESC LIMIT 1), created) AS touched, \
         COALESCE((SELECT MAX(seq) FROM log WHERE table_id = id), 0) AS end_seq \
         FROM tables WHERE id > $3 AND secret <> '' ORDER BY id LIMIT $4) AS slice LEFT JOIN trash ON trash.table_id = id ORDER BY id",
    );
    let rows = query.bind(before_games.max(before_empty)).bind(GAME).bind(after).bind(SLICE as i64).fetch_all(pool).await?;
    let candidate = |row: &AnyRow| {
        let (touched, played) = (row.try_get::<i64, _>(1)?, row.try_get::<i64, _>(2)? != 0);
        let trashed = row.try_get::<Option<i64>, _>(4)?.zip(row.try_get::<Option<i64>, _>(5)?);
        Ok(Candidate {
            table: row.try_get(0)?,
            last_seq: number(row, 3)?,
            expired: touched < if played { before_games } else { before_empty },
            trashed: trashed.map(|(last_seq, purge_hour)| (last_seq as u64, purge_hour as u64)),
        })
    };
    let found: Vec<Candidate> = rows.iter().map(candidate).collect::<Result<_, sqlx::Error>>()?;
    let last = found.last().filter(|_| found.len() == SLICE).map(|last| last.table.clone());
    Ok((found.into_iter().filter(|candidate| candidate.expired || candidate.trashed.is_some()).collect(), last))
}

/// Takes the one row of the uptime. Where another server has it, that is not waited for.
async fn take_uptime(connection: &mut AnyConnection, database: &Database) -> Result<(), Failed> {
    if !database.is_shared() {
        return Ok(());
    }
    let row = sqlx::query("SELECT number FROM uptime FOR UPDATE SKIP LOCKED").fetch_optional(connection).await?;
    row.map(drop).ok_or(Failed::Busy)
}

/// Writes a change as a part of the writer's transaction.
pub(super) async fn write(connection: &mut AnyConnection, database: &Database, change: &TrashChange) -> Result<(), Failed> {
    match change {
        TrashChange::Hour(after) => {
            take_uptime(connection, database).await?;
            let update = sqlx::query("UPDATE uptime SET hours = hours + 1 WHERE number = 1 AND hours = $1");
            update.bind(*after as i64).execute(&mut *connection).await?;
        }
        TrashChange::Seen(now) => {
            take_uptime(connection, database).await?;
            sqlx::query("UPDATE uptime SET last_seen = $1 WHERE number = 1").bind(*now as i64).execute(&mut *connection).await?;
        }
        TrashChange::Put { table, last_seq, hours } => {
            let insertion = sqlx::query(
                "INSERT INTO trash (table_id, last_seq, purge_hour) SELECT $1, $2, hours + $3 FROM uptime WHERE number = 1 \
                 ON CONFLICT (table_id) DO UPDATE SET last_seq = excluded.last_seq, purge_hour = excluded.purge_hour",
            );
            insertion.bind(table).bind(*last_seq as i64).bind(*hours as i64).execute(&mut *connection).await?;
        }
        TrashChange::Restore(table) => {
            sqlx::query("DELETE FROM trash WHERE table_id = $1").bind(table).execute(&mut *connection).await?;
        }
        TrashChange::Purge(table) => {
            // Opened or changed since it was looked at, a table stays.
            let query = sqlx::query(
                "SELECT 1 FROM trash WHERE table_id = $1 AND purge_hour <= (SELECT hours FROM uptime WHERE number = 1) \
                 AND last_seq = COALESCE((SELECT MAX(seq) FROM log WHERE table_id = $2), 0)",
            );
            if query.bind(table).bind(table).fetch_optional(&mut *connection).await?.is_none() {
                return Err(Failed::Unfit(StoreError::Stale));
            }
            sweep::mark(connection, table).await?;
        }
    }
    Ok(())
}
