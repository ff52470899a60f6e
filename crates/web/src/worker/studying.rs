//! On the page: questions wait until the board of their game is known, and the person sees how far
//! that is.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use spieltisch_records::Record;

use super::{Ask, ask, study};
use crate::browser;

/// How long a step of learning may take, in milliseconds.
const MOMENT: f64 = 8_000.0;

thread_local! {
    /// When the worker last said how far it is.
    static HEARD: Cell<f64> = const { Cell::new(0.0) };
    /// How far learning is, in percent; nothing while nothing is learned.
    static PERCENT: ArcRwSignal<Option<u8>> = ArcRwSignal::new(None);
    static WAITING: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
    static ENOUGH: Cell<bool> = const { Cell::new(false) };
    /// The table at which learning began; leaving it ends it.
    static TABLE: Cell<u32> = const { Cell::new(0) };
}

/// How far learning is, in percent; nothing while nothing is learned.
pub fn percent() -> Option<u8> {
    PERCENT.with(|percent| percent.get())
}

/// Whether learning goes on: the worker has said so a moment ago.
pub fn is_running() -> bool {
    browser::now() - HEARD.get() < MOMENT
}

/// Ends learning; the computer plays with what it has.
pub fn stop() {
    ENOUGH.set(true);
}

/// The table is left: the wait is over. What was learned so far is not lost as long as the page stays.
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
        HEARD.set(browser::now());
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
