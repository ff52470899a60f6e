//! Whole tables in a storm: people come, sit, leave, reload, lose their connection, talk and take back, servers stop and die, clocks
//! jump, the database refuses, takes seconds, goes away and comes back, news is late, doubled or lost. Everything but the database,
//! the network and the computers' thinking is the real thing; time is virtual, and a seed decides everything, so a failure replays.
//! What must hold is in `invariants`; every invariant is shown to fail on a fault planted in the simulation.
//!
//! A few of the same schedules are played on real databases, in real time; those do not replay exactly.
//!
//! `cargo xtask storm` plays a million schedules; `SPIELTISCH_STORM_SEED=17 cargo test -p spieltisch-server storm` one.

mod checks;
mod computers;
mod database;
mod ground;
mod invariants;
mod journal;
mod mortal;
mod person;
mod refusals;
mod schedule;
mod servers;
mod world;

use std::sync::atomic::{AtomicU64, Ordering};

use invariants::Planted;
use schedule::{play, play_on_sql};

use crate::store::Database;

/// Schedules where no other number is asked for.
const SCHEDULES: u64 = 10_000;
/// Within so many schedules a planted fault is found.
const PLANTED: u64 = 1_000;
/// Schedules on a file of SQLite.
const ON_SQLITE: u64 = 20;
/// Schedules on PostgreSQL.
const ON_POSTGRES: u64 = 10;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Every invariant holds: whatever happens, in whatever order.
#[test]
fn storm() {
    if let Some(seed) = number("SPIELTISCH_STORM_SEED") {
        return play(seed, None).unwrap_or_else(|violation| panic!("schedule {seed}: {violation}"));
    }
    let schedules = number("SPIELTISCH_STORM_SCHEDULES").unwrap_or(SCHEDULES);
    let first = number("SPIELTISCH_STORM_FIRST").unwrap_or(0);
    let (next, failed) = (AtomicU64::new(first), AtomicU64::new(u64::MAX));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + schedules || failed.load(Ordering::Relaxed) < u64::MAX {
                        return;
                    }
                    let played = std::panic::catch_unwind(|| play(seed, None).map_err(|violation| violation.to_string()));
                    if let Err(fault) = played.unwrap_or_else(|_| Err("a panic".into())) {
                        eprintln!(
                            "schedule {seed}: {fault}\nagain: SPIELTISCH_STORM_SEED={seed} cargo test -p spieltisch-server --lib storm"
                        );
                        failed.fetch_min(seed, Ordering::Relaxed);
                    }
                    let done = seed + 1 - first;
                    if done.is_multiple_of(100_000) {
                        eprintln!("{done} of {schedules} schedules");
                    }
                }
            });
        }
    });
    assert_eq!(failed.load(Ordering::Relaxed), u64::MAX, "this schedule fails");
}

/// A check that could not fail would show nothing.
#[test]
fn planted_faults_are_found() {
    for (planted, invariant) in Planted::ALL {
        let mut broken = (0..PLANTED).filter_map(|seed| play(seed, Some(planted)).err()).map(|violation| violation.invariant);
        assert!(broken.any(|broken| broken == invariant), "{planted:?} never breaks {invariant:?}");
    }
}

/// The same on a real file: servers stop and die, one after another.
#[test]
fn storm_on_sqlite() {
    for seed in 0..ON_SQLITE {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::sqlite(folder.path().join("tables.db"));
        play_on_sql(seed, database).unwrap_or_else(|violation| panic!("schedule {seed} on SQLite: {violation}"));
    }
}

/// The same on a real server of databases: up to three servers at a time.
#[test]
fn storm_on_postgres() {
    for seed in 0..ON_POSTGRES {
        let address = spieltisch_testkit::postgres::fresh_database();
        let database = Database::Postgres { address };
        play_on_sql(seed, database).unwrap_or_else(|violation| panic!("schedule {seed} on PostgreSQL: {violation}"));
    }
}
