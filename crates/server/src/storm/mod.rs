//! Whole tables in a storm: people come, sit, leave, reload, lose their connection, talk and take back, servers die, the
//! database refuses, goes away and comes back, news is late, doubled or lost. Everything but the database, the network and
//! the computers' thinking is the real thing; time is virtual, and a seed decides everything, so a failure replays.
//!
//! `cargo xtask storm` plays a million schedules; `SPIELTISCH_STORM_SEED=17 cargo test -p spieltisch-server storm` one.

mod checks;
mod computers;
mod database;
mod person;
mod schedule;

use std::sync::atomic::{AtomicU64, Ordering};

use schedule::play;

/// Schedules where nobody asks for another number.
const SCHEDULES: u64 = 10_000;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Nothing acknowledged is lost or doubled, everyone connected learns everything, what is due happens, a seat has one
/// owner, and a deleted table is gone: whatever happens, in whatever order.
#[test]
fn storm() {
    if let Some(seed) = number("SPIELTISCH_STORM_SEED") {
        return assert_eq!(play(seed), Ok(()), "schedule {seed}");
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
                    let played = std::panic::catch_unwind(|| play(seed)).unwrap_or_else(|_| Err("a panic".into()));
                    if let Err(fault) = played {
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
