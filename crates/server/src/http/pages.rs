//! The table so far, in pages: a log may be of any length, but a message may not.

use axum::extract::ws::Utf8Bytes;
use serde_json::json;

use crate::open_tables::{Joined, OpenTables};
use crate::store::{LogRange, StoreError, StoredStep};

/// Steps in one page at most.
const STEPS: u32 = 500;
/// A page that has reached this size takes no further step.
const BYTES: usize = 64 * 1024;

/// What a new connection is sent before anything else.
pub struct Pages<'a> {
    open_tables: &'a OpenTables,
    table: &'a str,
    joined: &'a Joined,
    /// The last step that was sent; `None` before the first page.
    sent: Option<u64>,
    /// Read, but not sent yet.
    waiting: Vec<StoredStep>,
}

impl<'a> Pages<'a> {
    /// Everything from what the client knows to where it joined.
    pub fn new(open_tables: &'a OpenTables, table: &'a str, joined: &'a Joined) -> Pages<'a> {
        Pages { open_tables, table, joined, sent: None, waiting: Vec::new() }
    }

    /// The next message; `None` after the last. Where the log cannot be read, nothing of what follows makes sense.
    pub async fn next(&mut self) -> Result<Option<Utf8Bytes>, StoreError> {
        let after = self.sent.unwrap_or(self.joined.after);
        if self.sent.is_some() && after >= self.joined.last {
            return Ok(None);
        }
        if self.waiting.is_empty() {
            let wanted = LogRange { after, upto: self.joined.last, shown: self.joined.shown, most: STEPS };
            self.waiting = self.open_tables.store.steps(self.table, wanted).await?;
            self.waiting.reverse();
        }
        let mut steps = String::from("[");
        let mut upto = after;
        while steps.len() < BYTES
            && let Some(step) = self.waiting.pop()
        {
            if steps.len() > 1 {
                steps.push(',');
            }
            steps.push_str(&step.to_json());
            upto = step.seq;
        }
        steps.push(']');
        // Where fewer came than were asked for, the rest up to the end is not shown any more.
        if self.waiting.is_empty() && self.is_last_reading(upto).await? {
            upto = self.joined.last;
        }
        let message = self.message(after, upto, &steps);
        self.sent = Some(upto);
        Ok(Some(message.into()))
    }

    async fn is_last_reading(&self, upto: u64) -> Result<bool, StoreError> {
        let next = LogRange { after: upto, upto: self.joined.last, shown: self.joined.shown, most: 1 };
        Ok(upto >= self.joined.last || self.open_tables.store.steps(self.table, next).await?.is_empty())
    }

    fn message(&self, after: u64, upto: u64, steps: &str) -> String {
        if self.sent.is_some() {
            return format!(r#"{{"is":"page","after":{after},"upto":{upto},"steps":{steps}}}"#);
        }
        let Joined { role, last, here, watchers, .. } = self.joined;
        let (role, here) = (json!(role), json!(here));
        format!(
            r#"{{"is":"welcome","role":{role},"after":{after},"upto":{upto},"last":{last},"here":{here},"watchers":{watchers},"steps":{steps}}}"#
        )
    }
}
