//! What stays in the browser: settings, boards, and every game after every event.
//!
//! Where the browser's storage is full or blocked, everything is held in memory instead, so that games go on; it
//! is written as soon as that works again, and until then the person is told.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use leptos::prelude::*;
use spieltisch_records::header::SAVED;
use spieltisch_records::{Record, Time};

use crate::browser::{self, window};

const GAME: &str = "spieltisch/game/";
/// What people made themselves: without it more is lost than a setting.
const WORK: [&str; 4] = [GAME, "spieltisch/boards/", "spieltisch/draft/", "spieltisch/tables"];
/// After so many milliseconds it is tried again to write what could not be written.
const AGAIN: i32 = 3_000;

thread_local! {
    /// What could not be written yet, by name.
    static HELD: RefCell<BTreeMap<String, String>> = RefCell::default();
    /// Whether somebody tries again later.
    static TRIES: Cell<bool> = const { Cell::new(false) };
    static STATE: ArcRwSignal<Keeping> = ArcRwSignal::new(Keeping::Well);
}

/// Whether what people make stays in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It does.
    Well,
    /// It lasts only as long as the page.
    Failing,
    /// It did not for a while, and does again.
    Again,
}

/// Whether what people make stays in the browser. Whoever calls this follows every change.
pub fn keeping() -> Keeping {
    STATE.with(|state| state.get())
}

/// Whether leaving the page would lose something.
pub fn is_failing() -> bool {
    STATE.with(|state| state.get_untracked()) == Keeping::Failing
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

/// Forgets what was written under a name.
pub fn remove(name: &str) {
    HELD.with_borrow_mut(|held| held.remove(name));
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
    // Now there may be room for what had none.
    write_held();
}

/// Writes whatever is still to be written, and says how that went.
fn write_held() {
    let storage = storage();
    HELD.with_borrow_mut(|held| {
        held.retain(|name, text| storage.as_ref().is_none_or(|storage| storage.set_item(name, text).is_err()));
    });
    let (waits, fails) =
        HELD.with_borrow(|held| (!held.is_empty(), held.keys().any(|name| WORK.iter().any(|work| name.starts_with(work)))));
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
        (true, _) => Keeping::Failing,
        (false, Keeping::Failing) => Keeping::Again,
        (false, before) => before,
    };
    if now != before {
        STATE.with(|state| state.set(now));
    }
}

/// The person has read that everything is kept again.
pub fn heard() {
    STATE.with(|state| state.set(Keeping::Well));
}

/// All games that are held and not kept, as records, one per line.
pub fn held_games() -> String {
    HELD.with_borrow(|held| held.iter().filter(|(name, _)| name.starts_with(GAME)).map(|(_, text)| format!("{text}\n")).collect())
}

/// A game as it lies in the store.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Its id.
    pub id: String,
    /// Its record, with the seats among the further fields.
    pub record: Record,
    /// Tells it from the same game after anything has changed.
    pub version: Version,
}

/// Tells a game as it was kept from the same game after anything has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version(u64);

impl Version {
    fn of(text: &str) -> Version {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Version(hasher.finish())
    }
}

impl Saved {
    /// When it was kept last.
    pub fn time(&self) -> Time {
        SAVED.read(&self.record).unwrap_or_default()
    }

    /// Whether it has come to its end.
    pub fn is_finished(&self) -> bool {
        !self.record.result.is_null()
    }
}

/// Under which id a new game is kept: no two tabs find the same.
pub fn new_id() -> String {
    format!("{:x}-{:04x}", browser::now() as u64, browser::random_u64() as u16)
}

/// Under which name a game lies in the browser's storage.
pub fn name_of(id: &str) -> String {
    format!("{GAME}{id}")
}

/// Keeps a game.
pub fn save_game(id: &str, record: &Record) -> bool {
    write(&name_of(id), &record.to_json())
}

/// Keeps a game that was last seen in this version, and returns the one it has now; nothing is kept where another tab
/// has changed it since.
pub fn update_game(id: &str, record: &Record, seen: Version) -> Option<Version> {
    let name = name_of(id);
    let changed = read(&name).is_some_and(|text| Version::of(&text) != seen);
    if changed {
        return None;
    }
    let text = record.to_json();
    write(&name, &text);
    Some(Version::of(&text))
}

/// The game with this id.
pub fn load_game(id: &str) -> Option<Saved> {
    let text = read(&name_of(id))?;
    Some(Saved { id: id.to_string(), record: Record::from_json(text.as_bytes()).ok()?, version: Version::of(&text) })
}

/// Forgets a game.
pub fn delete_game(id: &str) {
    remove(&name_of(id));
}

/// All games, the one played last first.
pub fn all_games() -> Vec<Saved> {
    let mut names: Vec<String> = HELD.with_borrow(|held| held.keys().cloned().collect());
    if let Some(storage) = storage() {
        names.extend((0..storage.length().unwrap_or(0)).filter_map(|i| storage.key(i).ok().flatten()));
    }
    names.sort_unstable();
    names.dedup();
    let mut games: Vec<Saved> = names.iter().filter_map(|name| load_game(name.strip_prefix(GAME)?)).collect();
    games.sort_by_key(|saved| std::cmp::Reverse(saved.time()));
    games
}
