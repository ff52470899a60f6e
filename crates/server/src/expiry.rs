//! Lets tables expire that are no longer played at, without relying on this machine's clock alone.
//!
//! Every minute the clock is looked at, and every hour expired tables go to the trash. Hours of uptime are counted in the database,
//! and the trash is emptied by them: however the clock jumps, a player has the whole grace to open a table again.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::time::{MissedTickBehavior, interval};

use crate::clock_check::{ClockCheck, Judgement, Regained};
use crate::open_tables::OpenTables;
use crate::store::{Purge, Retention, SqlStore, Store, StoreError};
use crate::warnings::{Subject, Warnings};

/// How often the clock is looked at.
pub const ROUND: Duration = Duration::from_secs(60);

/// How often expired tables are looked for, and what the grace is counted in.
const HOUR: Duration = Duration::from_secs(60 * 60);

/// Lets tables expire.
pub struct Expiry {
    /// Where tables are kept.
    pub store: Arc<SqlStore>,
    /// The tables that are open here: those that are deleted must be told.
    pub open_tables: Weak<OpenTables>,
    /// How long tables are kept.
    pub keeping: Retention,
    /// The wall clock, in milliseconds since 1970.
    pub clock: fn() -> u64,
    /// How long this server has run, by a clock that cannot be set.
    pub uptime: fn() -> Duration,
    /// Where a doubt about the clock is told.
    pub warnings: Arc<Warnings>,
}

/// What an `Expiry` has seen so far.
#[derive(Default)]
struct Seen {
    check: ClockCheck,
    /// The hours counted in the database, and since when they are so many.
    hours: Option<(u64, Duration)>,
    /// When expired tables were last looked for.
    searched: Option<Duration>,
}

impl Expiry {
    /// Runs a round so often, as long as there are rooms.
    pub async fn run(self, round: Duration) {
        let (mut tick, mut seen) = (interval(round), Seen::default());
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            if self.open_tables.strong_count() == 0 {
                return;
            }
            if let Err(error) = self.round(&mut seen).await {
                tracing::warn!(%error, "expired tables could not be looked for");
            }
        }
    }

    async fn round(&self, seen: &mut Seen) -> Result<(), StoreError> {
        let stored = self.store.uptime().await?;
        if let Some(open_tables) = self.open_tables.upgrade() {
            open_tables.keep_last_seen(stored.last_seen);
        }
        // Read after what is stored: an hour that another server has just counted began before this moment.
        let uptime = (self.uptime)();
        let now = (self.clock)();
        match seen.hours {
            // Where no other server has counted it.
            Some((hours, since)) if hours == stored.hours && uptime.saturating_sub(since) >= HOUR => {
                self.store.count_hour(hours).await?;
                seen.hours = Some((hours + 1, uptime));
            }
            Some((hours, _)) if hours == stored.hours => {}
            _ => seen.hours = Some((stored.hours, uptime)),
        }
        if !self.is_believed(seen.check.look(now, uptime, stored.last_seen)) {
            seen.searched = None;
            return Ok(());
        }
        if seen.searched.is_some_and(|searched| uptime.saturating_sub(searched) < HOUR) {
            return Ok(());
        }
        self.store.keep_last_seen(now).await?;
        seen.searched = Some(uptime);
        self.restore_open_tables().await?;
        self.expire(now).await
    }

    /// Tells what is new about the clock.
    fn is_believed(&self, judgement: Judgement) -> bool {
        match judgement {
            Judgement::Plausible => true,
            Judgement::Again(regained) => {
                match regained {
                    Regained::Agrees => tracing::info!("the clock of this machine is plausible again"),
                    Regained::Waited => {
                        tracing::warn!("the clock of this machine has run for a day without another jump, and is believed now")
                    }
                }
                self.warnings.set(Subject::Clock, None);
                true
            }
            Judgement::NewDoubt(sentence) => {
                tracing::warn!("{sentence}");
                self.warnings.set(Subject::Clock, Some(sentence));
                false
            }
            Judgement::Doubt => false,
        }
    }

    /// A table that someone has open has the whole grace before it, however long nothing has happened there.
    async fn restore_open_tables(&self) -> Result<(), StoreError> {
        let names = self.open_tables.upgrade().map(|open_tables| open_tables.names()).unwrap_or_default();
        for table in names {
            self.store.restore(&table).await?;
        }
        Ok(())
    }

    async fn expire(&self, now: u64) -> Result<(), StoreError> {
        let expired = self.store.expire(self.keeping, now, Purge::AfterGrace, false).await?;
        if expired.trashed + expired.restored > 0 {
            tracing::info!(tables = expired.trashed, restored = expired.restored, "expired tables were put into the trash");
        }
        if !expired.purged.is_empty() {
            if let Some(open_tables) = self.open_tables.upgrade() {
                expired.purged.iter().for_each(|table| open_tables.tell_to_compare(table));
            }
            self.store.wipe(Duration::ZERO).await;
            tracing::info!(tables = expired.purged.len(), "tables that had been in the trash for the whole grace were deleted");
        }
        Ok(())
    }
}

/// How long this process has run.
pub fn uptime() -> Duration {
    static STARTED: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    STARTED.get_or_init(Instant::now).elapsed()
}
