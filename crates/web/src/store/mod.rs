//! What stays in the browser: settings, boards, and every game after every event (`games.rs`).
//!
//! Where the browser's storage is full or blocked, everything is held in memory instead, so that games go on; it
//! is written as soon as that works again, and until then the person is told.

mod games;
mod reviews;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use leptos::prelude::*;

pub use games::{
    Deleted, Growing, SEEN, Saved, TYPED, Version, WAITING, all_games, begin_game, delete_game, game_of, has_changed, held_games,
    is_of_game, load_game, name_of, new_id, open_game, put_back, save_game, update_game, without_corrected,
};

pub use reviews::{keep_review, kept_review};

use crate::browser::{self, window};

/// What people made themselves: without it more is lost than a setting.
const WORK: [&str; 9] = [
    games::GAME,
    games::EVENTS,
    games::WAITING,
    "spieltisch/boards/",
    "spieltisch/draft/",
    "spieltisch/tables",
    "spieltisch/own",
    "spieltisch/pad",
    "spieltisch/people",
];
/// Own records opened from files, until the page of one's own record takes them in.
const OPENED_OWN: &str = "spieltisch/own-opened/";
/// After so many milliseconds it is tried again to write what could not be written.
const AGAIN: i32 = 3_000;

thread_local! {
    /// What could not be written yet, by name.
    static HELD: RefCell<BTreeMap<String, String>> = RefCell::default();
    /// Whether a retry is planned.
    static TRIES: Cell<bool> = const { Cell::new(false) };
    static STATE: ArcRwSignal<StorageHealth> = ArcRwSignal::new(StorageHealth::Well);
}

/// Whether what people make stays in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageHealth {
    /// It keeps everything.
    Well,
    /// It lasts only as long as the page.
    Failing,
    /// It did not for a while, and does again.
    Again,
}

/// Whether what people make stays in the browser. Reactive: the caller follows every change.
pub fn keeping() -> StorageHealth {
    STATE.with(|state| state.get())
}

/// Whether leaving the page would lose something.
pub fn is_failing() -> bool {
    STATE.with(|state| state.get_untracked()) == StorageHealth::Failing
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Reads what was written under a name.
pub fn read(name: &str) -> Option<String> {
    let held = HELD.with_borrow(|held| held.get(name).cloned());
    held.or_else(|| storage()?.get_item(name).ok().flatten())
}

/// Keeps a text under a name; `false` where it is only held until the browser has room or allows it.
pub fn write(name: &str, text: &str) -> bool {
    HELD.with_borrow_mut(|held| held.insert(name.to_string(), text.to_string()));
    write_held();
    HELD.with_borrow(|held| !held.contains_key(name))
}

/// Whether something was written under a name.
fn is_there(name: &str) -> bool {
    let held = HELD.with_borrow(|held| held.contains_key(name));
    held || storage().is_some_and(|storage| js_sys::Reflect::has(&storage, &name.into()).unwrap_or(false))
}

/// All names under which something was written.
fn names() -> Vec<String> {
    let mut names: Vec<String> = HELD.with_borrow(|held| held.keys().cloned().collect());
    if let Some(storage) = storage() {
        names.extend((0..storage.length().unwrap_or(0)).filter_map(|i| storage.key(i).ok().flatten()));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Keeps an own record opened from a file until its page takes it in.
pub fn keep_opened_own_record(id: &str, text: &str) {
    write(&format!("{OPENED_OWN}{id}"), text);
}

/// Own records opened from files, with the names they lie under.
pub fn opened_own_records() -> Vec<(String, String)> {
    let opened = names().into_iter().filter(|name| name.starts_with(OPENED_OWN));
    opened.filter_map(|name| Some((name.clone(), read(&name)?))).collect()
}

/// Forgets what was written under a name.
pub fn remove(name: &str) {
    discard(name);
    // Now there may be room for what had none.
    write_held();
}

fn discard(name: &str) {
    HELD.with_borrow_mut(|held| held.remove(name));
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

/// Writes whatever is still to be written, and says how that went.
fn write_held() {
    let storage = storage();
    let try_all = || {
        HELD.with_borrow_mut(|held| {
            held.retain(|name, text| storage.as_ref().is_none_or(|storage| storage.set_item(name, text).is_err()));
            !held.is_empty()
        })
    };
    let mut waits = try_all();
    if waits && reviews::make_room() {
        waits = try_all();
    }
    let fails = HELD.with_borrow(|held| held.keys().any(|name| WORK.iter().any(|work| name.starts_with(work))));
    tell(fails);
    if waits && !TRIES.replace(true) {
        browser::after(AGAIN, || {
            TRIES.set(false);
            write_held();
        });
    }
}

fn tell(fails: bool) {
    let before = STATE.with(|state| state.get_untracked());
    let now = match (fails, before) {
        (true, _) => StorageHealth::Failing,
        (false, StorageHealth::Failing) => StorageHealth::Again,
        (false, before) => before,
    };
    if now != before {
        STATE.with(|state| state.set(now));
    }
}

/// The person has read that everything is kept again.
pub fn heard() {
    STATE.with(|state| state.set(StorageHealth::Well));
}
