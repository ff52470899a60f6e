//! The tables this browser has a link to. Nothing of this is ever sent anywhere else.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use spieltisch_protocol::Links;

use crate::{browser, store};

const NAME: &str = "spieltisch/tables";

/// A table this browser has a link to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptTable {
    /// The table.
    pub table: String,
    /// What this browser comes in with.
    pub token: String,
    /// The game's name, once it is known.
    #[serde(default)]
    pub game: String,
    /// The seat the token is for.
    #[serde(default)]
    pub seat: Option<u8>,
    /// Under which name to sit down as soon as the table is open; empty for none of one's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sit_as: Option<String>,
    /// The token for the seat that was asked for, until the answer comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// All links, for the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Links>,
}

/// All of them, the newest first.
pub fn all() -> Vec<KeptTable> {
    store::read(NAME).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The one with this name.
pub fn find(table: &str) -> Option<KeptTable> {
    all().into_iter().find(|kept| kept.table == table)
}

/// Keeps a table, or what is new about it.
pub fn put(kept: KeptTable) -> bool {
    let mut tables = all();
    match tables.iter_mut().find(|other| other.table == kept.table) {
        Some(other) => *other = kept,
        None => tables.insert(0, kept),
    }
    write(&tables)
}

/// The token to sit down with: the one that was asked for before, or a new one that is kept.
pub fn token_to_sit_with(table: &str) -> Option<String> {
    let kept = find(table)?;
    if kept.next.is_some() {
        return kept.next;
    }
    let token = browser::random_part();
    put(KeptTable { next: Some(token.clone()), ..kept }).then_some(token)
}

/// The token that was asked for was refused: another one is chosen next time.
pub fn choose_another_token(table: &str) {
    if let Some(kept) = find(table).filter(|kept| kept.next.is_some()) {
        put(KeptTable { next: None, ..kept });
    }
}

/// Forgets a table.
pub fn forget(table: &str) {
    let mut tables = all();
    tables.retain(|kept| kept.table != table);
    write(&tables);
}

fn write(tables: &[KeptTable]) -> bool {
    let written = store::write(NAME, &serde_json::to_string(tables).unwrap_or_default());
    CHANGES.with(|changes| changes.update(|count| *count += 1));
    written
}

thread_local! {
    /// How often something of this has changed.
    static CHANGES: ArcRwSignal<u32> = ArcRwSignal::new(0);
}

/// Reactive: lets the caller follow every change.
pub fn follow() {
    CHANGES.with(|changes| changes.track());
}
