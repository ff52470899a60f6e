//! Reviews beside their games. They can be worked out again, so they never take room from anything people made.

use std::hash::{DefaultHasher, Hash, Hasher};

use spieltisch_records::Record;

use super::{names, storage};

/// Reviews of games, by the games' ids.
const REVIEW: &str = "spieltisch/review/";
/// How many letters all of them may have: a browser has room for some five million.
const MOST: usize = 1_000_000;

/// What a review is of: another program or another event makes another.
fn mark(edition: u32, record: &Record) -> String {
    let mut hasher = DefaultHasher::new();
    (record.set_up(), &record.events).hash(&mut hasher);
    format!("{} {edition} {:016x}\n", env!("CARGO_PKG_VERSION"), hasher.finish())
}

/// The review kept of a game as it stands.
pub fn kept_review(id: &str, edition: u32, record: &Record) -> Option<String> {
    let text = storage()?.get_item(&format!("{REVIEW}{id}")).ok().flatten()?;
    text.strip_prefix(&mark(edition, record)).map(str::to_string)
}

/// Keeps a review, where there is room for it.
pub fn keep_review(id: &str, edition: u32, record: &Record, review: &str) {
    let Some(storage) = storage() else { return };
    let name = format!("{REVIEW}{id}");
    let text = mark(edition, record) + review;
    let mut others = all();
    others.retain(|other| *other != name);
    let long = |name: &String| storage.get_item(name).ok().flatten().map_or(0, |kept| kept.len());
    let mut all = text.len() + others.iter().map(long).sum::<usize>();
    // Ids begin with the time: the oldest goes first.
    for other in others {
        if all <= MOST && storage.set_item(&name, &text).is_ok() {
            return;
        }
        all -= long(&other);
        let _ = storage.remove_item(&other);
    }
    let _ = storage.set_item(&name, &text);
}

/// Forgets the review of a game.
pub(super) fn forget(id: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("{REVIEW}{id}"));
    }
}

/// Forgets all reviews; `false` where there were none.
pub(super) fn make_room() -> bool {
    let (all, storage) = (all(), storage());
    for name in &all {
        let _ = storage.as_ref().map(|storage| storage.remove_item(name));
    }
    !all.is_empty()
}

fn all() -> Vec<String> {
    names().into_iter().filter(|name| name.starts_with(REVIEW)).collect()
}
