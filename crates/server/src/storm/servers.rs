//! The servers of a schedule: each reaches the store in its own way, and has a clock of its own.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::computers::QuickThinker;
use super::invariants::Planted;
use super::journal::Vitals;
use crate::open_tables::{OpenTables, Pace};
use crate::store::Store;

/// One server.
pub struct Server {
    /// Its tables.
    pub open_tables: Arc<OpenTables>,
    /// Whether it lives.
    pub vitals: Arc<Vitals>,
    /// Whether it was told to stop: no client comes to it any more.
    pub is_stopping: bool,
    /// Which clock it has.
    clock: usize,
}

const CLOCKS: [fn() -> u64; 4] = [clock::<0>, clock::<1>, clock::<2>, clock::<3>];

thread_local! {
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
    /// How far each clock is ahead, in milliseconds.
    static AHEAD: [Cell<i64>; CLOCKS.len()] = const { [const { Cell::new(0) }; CLOCKS.len()] };
}

/// Time begins, and all clocks are right.
pub fn begin_time() {
    BEGAN.set(Some(Instant::now()));
    set_all_clocks(0);
}

/// Sets every clock so far ahead.
pub fn set_all_clocks(ahead: i64) {
    AHEAD.with(|clocks| clocks.iter().for_each(|clock| clock.set(ahead)));
}

/// Milliseconds since 1970 by a right clock.
pub fn right_time() -> u64 {
    let began = BEGAN.get().map_or(0, |began| began.elapsed().as_millis() as u64);
    1_800_000_000_000 + began
}

fn clock<const N: usize>() -> u64 {
    right_time().saturating_add_signed(AHEAD.with(|clocks| clocks[N].get()))
}

impl Server {
    /// Starts the server of this number.
    pub fn start(number: usize, store: Arc<dyn Store>, vitals: Arc<Vitals>, computer: Duration, planted: Option<Planted>) -> Server {
        let pace = Pace { computer, objection: computer * 7 };
        let clock = number % CLOCKS.len();
        let open_tables = OpenTables::new(store, Arc::new(QuickThinker { planted }), Arc::default(), None, pace, CLOCKS[clock]);
        Server { open_tables, vitals, is_stopping: false, clock }
    }

    /// Whether clients can come to it.
    pub fn is_open(&self) -> bool {
        self.vitals.is_alive() && !self.is_stopping
    }

    /// Its clock jumps.
    pub fn set_clock(&self, ahead: i64) {
        AHEAD.with(|clocks| clocks[self.clock].set(ahead));
    }
}
