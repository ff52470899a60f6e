//! On the page: questions wait until the board of their game is known, and the person sees how far
//! that is.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use spieltisch_records::Record;

use super::{Ask, ask, study};

thread_local! {
    /// How far learning is, in percent; nothing while nothing is learned.
    static PERCENT: ArcRwSignal<Option<u8>> = ArcRwSignal::new(None);
    static WAITING: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
    static ENOUGH: Cell<bool> = const { Cell::new(false) };
    /// The table at which learning began; whoever leaves it ends it.
    static TABLE: Cell<u32> = const { Cell::new(0) };
}

/// How far learning is, in percent; nothing while nothing is learned.
pub fn percent() -> Option<u8> {
    PERCENT.with(|percent| percent.get())
}

/// Whether a board is being learned.
pub fn is_running() -> bool {
    PERCENT.with(|percent| percent.get_untracked()).is_some()
}

/// Ends learning; the computer plays with what it has.
pub fn stop() {
    ENOUGH.set(true);
}

/// The table is left: nobody waits any more. What was learned so far is not lost as long as the page stays.
pub fn leave() {
    TABLE.set(TABLE.get() + 1);
    WAITING.take();
    PERCENT.with(|percent| percent.set(None));
}

/// Does something as soon as the board of a game is known.
pub fn when_known(record: &Record, then: impl FnOnce() + 'static) {
    if !study::is_needed(record) {
        return then();
    }
    let first = WAITING.with_borrow_mut(|waiting| {
        waiting.push(Box::new(then));
        waiting.len() == 1
    });
    if first {
        ENOUGH.set(false);
        let mut set_up = record.clone();
        set_up.events.clear();
        step(set_up, TABLE.get());
    }
}

fn step(set_up: Record, table: u32) {
    let question = Ask::Study { enough: ENOUGH.get() };
    ask(&set_up.clone(), question, move |answer| {
        if TABLE.get() != table {
            return;
        }
        match answer.studied {
            Some(done) if done < 1.0 => {
                PERCENT.with(|percent| percent.set(Some((100.0 * done) as u8)));
                step(set_up, table);
            }
            _ => {
                PERCENT.with(|percent| percent.set(None));
                WAITING.take().into_iter().for_each(|then| then());
            }
        }
    });
}
