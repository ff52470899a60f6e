//! The log of a table: decisions are stored before anyone is told, and what others stored is followed.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::ws::Utf8Bytes;
use spieltisch_protocol::{RefusalCode, Refused, ServerMessage};
use tokio::time::Instant;

use super::{PATIENCE, TableTask};
use crate::open_tables::audience::{Audience, CutOff};
use crate::open_tables::{PAGE, as_json, as_text, broken_log, no_such_table, not_stored, turn_notice};
use crate::store::{Append, LogRange, LogWindow, StoreError, TokenRow};
use crate::table::{Decision, Table, TableSummary, changes_summary};

impl TableTask {
    pub(super) fn decide(&mut self, decide: impl FnOnce(&mut Table) -> Option<Result<Decision, Refused>>) -> Result<Decision, Refused> {
        let now = self.open_tables.now();
        let table = self.table.as_mut().ok_or_else(no_such_table)?;
        // A clock that was set back does not make time run backwards.
        table.now = now.max(table.replica.table_state.changed);
        decide(table).unwrap_or_else(|| Err(no_such_table()))
    }

    /// Stores what was decided, then tells everyone.
    pub(super) async fn keep(&mut self, decision: Decision, tokens: Vec<TokenRow>) -> Result<(), StoreError> {
        if decision.what.is_empty() {
            return Ok(());
        }
        // What is held has gone ahead of the log. It is put back only once the log has followed.
        let Some(mut table) = self.table.take() else { return Err(StoreError::Gone) };
        let (seq, at) = (table.replica.table_state.seq + 1, table.now);
        let body: Arc<str> = serde_json::to_string(&decision.what).unwrap_or_default().into();
        // Nearly every step leaves the table in short as it was, but for the turn.
        let turn = table.replica.seat_to_act();
        let is_same = self.summary == Some(turn) && !decision.what.iter().any(changes_summary);
        let summary = (!is_same).then(|| as_json(&table.summary()));
        let append = Append { table: self.name.clone(), seq, at, body: body.clone(), secret: None, tokens, summary };
        match self.open_tables.store.append(append).await {
            Ok(()) => {
                table.stored(seq, at);
                (self.table, self.summary) = (Some(table), Some(turn));
                self.own = true;
                self.tell(seq, at, &body);
                self.after_steps();
                turn_notice::tell_no_more(&self.open_tables, &self.name, &decision);
                self.open_tables.metrics.steps.inc();
                Ok(())
            }
            Err(StoreError::Gone) => {
                self.end();
                Err(StoreError::Gone)
            }
            Err(error) => {
                (self.unsure, self.summary) = (true, None);
                Err(error)
            }
        }
    }

    /// The table in short, for a client that is not there; it is kept where nothing is kept yet.
    pub(super) async fn summarize(&mut self) -> Result<TableSummary, Refused> {
        self.know().await?;
        let summary = self.table.as_ref().ok_or_else(no_such_table)?.summary();
        if let Err(error) = self.open_tables.store.keep_summary(&self.name, as_json(&summary).to_string()).await {
            tracing::warn!(table = %self.name, %error, "the table in short could not be kept");
        }
        Ok(summary)
    }

    /// Tells everyone here a step, unless they know it.
    fn tell(&mut self, seq: u64, at: u64, body: &str) {
        if seq > self.told.load(Ordering::Relaxed) {
            self.told.store(seq, Ordering::Relaxed);
            self.audience.send(&Utf8Bytes::from(format!(r#"{{"is":"step","seq":{seq},"at":{at},"what":{body}}}"#)));
        }
    }

    /// Seats may have changed hands.
    fn after_steps(&mut self) {
        let Some(table) = &self.table else { return };
        if self.audience.renew_roles(|credential| table.role_of(credential)) {
            self.tell_who_is_here();
        }
    }

    /// Knows the table: reads it where it is not held.
    pub(super) async fn know(&mut self) -> Result<(), Refused> {
        if self.gone {
            return Err(no_such_table());
        }
        if self.table.is_some() { Ok(()) } else { self.catch_up().await }
    }

    /// Reads what is new in the log, and tells it. Where that fails it is tried again.
    pub(super) async fn catch_up(&mut self) -> Result<(), Refused> {
        if self.gone {
            return Err(no_such_table());
        }
        self.unsure = true;
        let read = self.read().await;
        match &read {
            Ok(()) => self.unsure = false,
            Err(refused) => {
                tracing::warn!(table = %self.name, %refused, "could not catch up");
                self.not_before = Some(Instant::now() + PATIENCE);
                // Trying a log again that will never fit helps no one.
                self.unsure = refused.code == RefusalCode::NotStored;
            }
        }
        read
    }

    async fn read(&mut self) -> Result<(), Refused> {
        let store = self.open_tables.store.clone();
        let mut table = match self.table.take() {
            Some(table) => table,
            None => {
                let Some(secret) = store.secret(&self.name).await.map_err(|error| not_stored(&error))? else {
                    self.end();
                    return Err(no_such_table());
                };
                self.shown_at = 0;
                self.shown = store.shown(&self.name).await.map_err(|error| not_stored(&error))?;
                Table::new(&self.name, secret)
            }
        };
        // Everyone here is told every step that is new to them, also one that a later one replaces.
        let told = if self.audience.is_empty() { u64::MAX } else { self.told.load(Ordering::Relaxed) + 1 };
        let shown = LogWindow { folded_before: self.shown.folded_before.min(told), ..self.shown };
        loop {
            let wanted = LogRange { shown, most: PAGE, ..LogRange::after(table.replica.table_state.seq) };
            let steps = store.steps(&self.name, wanted).await.map_err(|error| not_stored(&error))?;
            for stored in &steps {
                let step = stored.read().map_err(|error| not_stored(&error))?;
                table.replay(&step).map_err(|broken| broken_log(&self.name, &broken))?;
                self.summary = None;
                if stored.seq > self.told.load(Ordering::Relaxed) {
                    self.own = false;
                    self.tell(stored.seq, stored.at, &stored.body);
                }
            }
            if steps.len() < PAGE as usize {
                break;
            }
        }
        if table.replica.table_state.seq < self.told.load(Ordering::Relaxed) {
            // The database was restored to an earlier state: a client that knows more has to start over.
            self.told.store(table.replica.table_state.seq, Ordering::Relaxed);
            self.audience.clear(CutOff::Restored);
        }
        if self.shown_at == 0 {
            self.shown_at = table.replica.table_state.seq;
        }
        self.table = Some(table);
        self.after_steps();
        Ok(())
    }

    /// The log may have gone on, or back, or the table may be gone: whatever it is, it is followed.
    pub(super) async fn compare(&mut self) {
        if self.gone || (self.table.is_none() && self.audience.is_empty() && !self.unsure) {
            return;
        }
        self.unsure = true;
        let ends = self.open_tables.store.ends(std::slice::from_ref(&self.name)).await;
        match ends.as_deref() {
            Err(error) => {
                tracing::warn!(table = %self.name, %error, "could not compare with the log");
                self.not_before = Some(Instant::now() + PATIENCE);
                return;
            }
            Ok([]) => return self.end(),
            Ok([(_, end), ..]) if self.table.as_ref().is_some_and(|table| table.replica.table_state.seq == *end) => {
                self.unsure = false;
                return;
            }
            Ok([(_, end), ..]) if self.table.as_ref().is_some_and(|table| table.replica.table_state.seq > *end) => self.table = None,
            Ok(_) => {}
        }
        let _ = self.catch_up().await;
    }

    /// The table is no more.
    fn end(&mut self) {
        self.audience.send(&as_text(&ServerMessage::Gone));
        self.audience = Audience::default();
        (self.gone, self.table, self.thinking, self.unsure) = (true, None, None, false);
    }
}
