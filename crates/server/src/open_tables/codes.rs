//! Codes that are told on the telephone: six letters lead to a table for an hour.

use spieltisch_protocol::{Invitation, RefusalCode, Refused, SpokenCode};

use super::{OpenTables, no_such_table, not_stored};
use crate::store::{CODE_LIFE, CodeRow, StoreError};
use crate::tokens;

/// How many codes are tried before it is said that none is free: of 47 million, one is.
const TRIES: usize = 8;

impl OpenTables {
    /// A code to be told on the telephone: the one the table has, or a new one.
    pub async fn spoken_code(&self, table: &str) -> Result<SpokenCode, Refused> {
        let secret = self.store.secret(table).await.map_err(|error| not_stored(&error))?.ok_or_else(no_such_table)?;
        for _ in 0..TRIES {
            let at = self.now();
            if let Some((code, until)) = self.store.code_of(table, at).await.map_err(|error| not_stored(&error))? {
                return Ok(SpokenCode { code, until });
            }
            let code = tokens::new_code();
            let invitation = tokens::hash(&tokens::invitation_of(&secret, &code));
            let row = CodeRow { code, table: table.into(), at, until: at + CODE_LIFE.as_millis() as u64, invitation };
            match self.store.keep_code(row).await {
                // Another table has it, or another client asked for this table's code just now.
                Ok(()) | Err(StoreError::Stale) => {}
                Err(StoreError::Gone) => return Err(no_such_table()),
                Err(error) => return Err(not_stored(&error)),
            }
        }
        Err(Refused::new(RefusalCode::NotNow, "No code is free right now. Please try again, or send the link."))
    }

    /// Where a spoken code leads.
    pub async fn by_code(&self, code: &str) -> Result<Invitation, Refused> {
        let found = self.store.table_by_code(code, self.now()).await.map_err(|error| not_stored(&error))?;
        let table = found.ok_or_else(|| Refused::new(RefusalCode::NoSuchTable, "No table waits under this code, or no longer."))?;
        let secret = self.store.secret(&table).await.map_err(|error| not_stored(&error))?.ok_or_else(no_such_table)?;
        Ok(Invitation { token: tokens::invitation_of(&secret, code), table })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use serde_json::json;
    use spieltisch_protocol::Role;

    use super::*;
    use crate::open_tables::{Computers, Pace};
    use crate::store::{Database, SqlStore};

    static NOW: AtomicU64 = AtomicU64::new(1_763_200_000_000);

    fn clock() -> u64 {
        NOW.load(Ordering::SeqCst)
    }

    async fn open_tables(folder: &tempfile::TempDir, clock: fn() -> u64) -> Arc<OpenTables> {
        let store = SqlStore::open(Database::sqlite(folder.path().join("tables.db")), Arc::default()).await.expect("a new file");
        OpenTables::new(Arc::new(store), Arc::new(Computers::default()), Arc::default(), None, Pace::default(), clock)
    }

    async fn table(open_tables: &OpenTables) -> String {
        let new = serde_json::from_value(json!({"game": "castro", "seats": [{}, {}]})).expect("a table");
        open_tables.create(new).await.expect("kept").table
    }

    #[tokio::test]
    async fn a_code_is_an_invitation_for_an_hour_and_no_two_tables_have_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let open_tables = open_tables(&folder, clock).await;
        let (one, other) = (table(&open_tables).await, table(&open_tables).await);
        tokens::seed_for_tests(7);
        let first = open_tables.spoken_code(&one).await.expect("a code");
        assert_eq!(open_tables.spoken_code(&one).await, Ok(first.clone()), "asked again, it is the same");
        // The same random numbers again: the first code that comes is taken.
        tokens::seed_for_tests(7);
        let second = open_tables.spoken_code(&other).await.expect("another code");
        assert_ne!(first.code, second.code);
        let found = open_tables.by_code(&first.code).await.expect("it leads somewhere");
        assert_eq!(found.table, one);
        assert_eq!(open_tables.credential(&one, &found.token).await.expect("known").role, Role::Invited);
        assert!(open_tables.credential(&other, &found.token).await.is_err(), "to no other table");
        let wrong = open_tables.by_code(if first.code == "BCDFGH" { "BCDFGJ" } else { "BCDFGH" }).await;
        assert_eq!(wrong.expect_err("unknown").code, RefusalCode::NoSuchTable);

        NOW.fetch_add(CODE_LIFE.as_millis() as u64, Ordering::SeqCst);
        assert_eq!(open_tables.by_code(&first.code).await.expect_err("it has expired").code, RefusalCode::NoSuchTable);
        let renewed = open_tables.spoken_code(&one).await.expect("a new one");
        assert_ne!(renewed.code, first.code);
        assert_eq!(open_tables.by_code(&renewed.code).await.expect("it leads somewhere").table, one);
        assert!(open_tables.credential(&one, &found.token).await.is_ok(), "a code used in time stays good");
        open_tables.delete(&one).await.expect("deleted");
        assert_eq!(open_tables.by_code(&renewed.code).await.expect_err("it went with its table").code, RefusalCode::NoSuchTable);
    }

    #[tokio::test]
    async fn a_code_made_while_the_clock_was_ahead_does_not_lead_anywhere_for_a_year() {
        static NOW: AtomicU64 = AtomicU64::new(1_763_200_000_000);
        const YEAR: u64 = 365 * 24 * 60 * 60 * 1000;
        let folder = tempfile::tempdir().expect("a folder");
        let open_tables = open_tables(&folder, || NOW.load(Ordering::SeqCst)).await;
        let table = table(&open_tables).await;
        NOW.fetch_add(YEAR, Ordering::SeqCst);
        let ahead = open_tables.spoken_code(&table).await.expect("a code");
        NOW.fetch_sub(YEAR, Ordering::SeqCst);
        assert_eq!(open_tables.by_code(&ahead.code).await.expect_err("it would for a year").code, RefusalCode::NoSuchTable);
        let right = open_tables.spoken_code(&table).await.expect("a new one");
        assert_ne!(right.code, ahead.code);
        assert_eq!(open_tables.by_code(&right.code).await.expect("it leads somewhere").table, table);
    }
}
