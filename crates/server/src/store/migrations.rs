//! The database's tables, brought up to date when it is opened.

use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Every change of the tables so far, in order. What has been released is never edited: databases
/// remember the text they were changed by, and refuse another.
const CHANGES: [(&str, &str); 6] = [
    ("tables", include_str!("../../migrations/1_tables.sql")),
    ("gone is gone", include_str!("../../migrations/2_gone_is_gone.sql")),
    ("spoken codes", include_str!("../../migrations/3_spoken_codes.sql")),
    ("push", include_str!("../../migrations/4_push.sql")),
    ("summaries", include_str!("../../migrations/5_summaries.sql")),
    ("trash", include_str!("../../migrations/6_trash.sql")),
];

/// All changes, in order. Listed here instead of by sqlx's macro, which would compile sqlx a
/// second time for the build.
pub fn migrator() -> Migrator {
    let change = |(number, (name, text)): (usize, &(&'static str, &'static str))| {
        Migration::new(number as i64 + 1, Cow::Borrowed(*name), MigrationType::Simple, SqlStr::from_static(text), false)
    };
    Migrator { migrations: CHANGES.iter().enumerate().map(change).collect(), ..Migrator::DEFAULT }
}
