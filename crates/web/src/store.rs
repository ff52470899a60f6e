//! What stays in the browser: settings, boards, and every game after every event.

use serde_json::Value;
use spieltisch_records::Record;

use crate::browser::window;

const GAME: &str = "spieltisch/game/";

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Reads what was written under a name.
pub fn read(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a text under a name; `false` where the browser has no room or forbids it.
pub fn write(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Forgets what was written under a name.
pub fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

/// A game as it lies in the store.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Its id.
    pub id: String,
    /// Its record, with the seats among the further fields.
    pub record: Record,
}

impl Saved {
    /// A further header field that is a text.
    pub fn text(&self, name: &str) -> &str {
        self.record.more.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// Whether it has come to its end.
    pub fn is_finished(&self) -> bool {
        !self.record.result.is_null()
    }
}

/// Keeps a game.
pub fn save_game(id: &str, record: &Record) -> bool {
    write(&format!("{GAME}{id}"), &record.to_json())
}

/// The game with this id.
pub fn load_game(id: &str) -> Option<Saved> {
    let text = read(&format!("{GAME}{id}"))?;
    Some(Saved { id: id.to_string(), record: Record::from_json(text.as_bytes()).ok()? })
}

/// Forgets a game.
pub fn delete_game(id: &str) {
    remove(&format!("{GAME}{id}"));
}

/// All games, the one played last first.
pub fn all_games() -> Vec<Saved> {
    let Some(storage) = storage() else { return Vec::new() };
    let names = (0..storage.length().unwrap_or(0)).filter_map(|i| storage.key(i).ok().flatten());
    let mut games: Vec<Saved> = names.filter_map(|name| load_game(name.strip_prefix(GAME)?)).collect();
    games.sort_by(|a, b| b.text("saved").cmp(a.text("saved")));
    games
}
