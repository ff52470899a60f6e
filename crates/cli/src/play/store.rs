//! Games on this machine: one file for each, written whole after every event.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use spieltisch_records::header::SAVED;
use spieltisch_records::{Record, Time};

use crate::data_folder::{DataFolder, write_whole};

/// The folder of games.
pub struct GameStore {
    folder: Option<PathBuf>,
}

/// A game that waits to be gone on with.
pub struct WaitingGame {
    /// Under which it is kept.
    pub id: String,
    /// The game.
    pub record: Record,
}

/// A game that this process goes on with: no other does, as long as this lives.
#[derive(Debug)]
pub struct Claim {
    lock: PathBuf,
    _held: File,
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.lock); // whether it is locked counts, not whether it is there
    }
}

impl GameStore {
    /// The games in the user's data folder, or in this one.
    pub fn new(folder: Option<&Path>) -> GameStore {
        GameStore { folder: folder.map(|folder| folder.join("games")).or_else(|| DataFolder::of_user().file("games")) }
    }

    fn file(&self, id: &str) -> io::Result<PathBuf> {
        let folder = self.folder.as_ref().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no data folder"))?;
        Ok(folder.join(format!("{id}.json")))
    }

    /// A name for a new game.
    pub fn new_id(game: &str, chance: u64) -> String {
        let when: String = now().to_string().chars().filter(char::is_ascii_digit).take(14).collect();
        format!("{game}-{when}-{:04x}", chance & 0xffff)
    }

    /// Keeps a game as it stands. A crash leaves it as it stands now or as it stood before.
    pub fn keep(&self, id: &str, record: &Record) -> io::Result<()> {
        let mut record = record.clone();
        SAVED.write(&mut record, &now());
        write_whole(&self.file(id)?, format!("{}\n", record.to_json()).as_bytes())
    }

    /// Takes a game for this process; `None` where another one has it. Where nothing can be locked, nothing can be kept either.
    pub fn claim(&self, id: &str) -> Option<Option<Claim>> {
        let Ok(file) = self.file(id) else { return Some(None) };
        let lock = file.with_extension("lock");
        let Ok(held) = fs::create_dir_all(lock.parent().unwrap_or(Path::new("."))).and_then(|()| File::create(&lock)) else {
            return Some(None);
        };
        match held.try_lock() {
            Ok(()) => Some(Some(Claim { lock, _held: held })),
            Err(fs::TryLockError::WouldBlock) => None,
            Err(fs::TryLockError::Error(_)) => Some(None),
        }
    }

    /// The token of the seat that was taken at a table by link.
    pub fn seat_token(&self, table: &str) -> Option<String> {
        fs::read_to_string(self.file(table).ok()?.with_extension("seat")).ok()
    }

    /// Keeps the token of a seat at a table by link.
    pub fn keep_seat_token(&self, table: &str, token: &str) -> io::Result<()> {
        write_whole(&self.file(table)?.with_extension("seat"), token.as_bytes())
    }

    /// A game by its name.
    pub fn read(&self, id: &str) -> Option<Record> {
        Record::from_json(fs::read(self.file(id).ok()?).ok()?.trim_ascii()).ok()
    }

    /// The games that are not over, the latest first; files that hold no game are passed over.
    pub fn waiting(&self) -> Vec<WaitingGame> {
        let files = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let ids = files.into_iter().flatten().flatten().filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            Some(name.strip_suffix(".json")?.to_string())
        });
        let games = ids.filter_map(|id| Some(WaitingGame { record: self.read(&id)?, id }));
        let mut games: Vec<WaitingGame> = games.filter(|game| game.record.result.is_null()).collect();
        games.sort_by_key(|game| std::cmp::Reverse(SAVED.read(&game.record).unwrap_or_default()));
        games
    }
}

/// Now.
pub fn now() -> Time {
    Time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(events: &[&str]) -> Record {
        let mut record = Record::new("yatzy", vec!["Anna".into()]);
        record.events = events.iter().map(|event| event.to_string()).collect();
        record
    }

    #[test]
    fn games_wait_until_they_are_over_and_half_a_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let store = GameStore::new(Some(folder.path()));
        assert!(store.waiting().is_empty());
        store.keep("a", &record(&[])).unwrap();
        store.keep("a", &record(&["roll 1 2 3 4 5"])).unwrap();
        let mut over = record(&[]);
        over.result = serde_json::json!({"winners": [0]});
        store.keep("b", &over).unwrap();
        fs::write(folder.path().join("games/c.json"), "{\"format\":\"spieltisch/1\",\"ga").unwrap();
        fs::write(folder.path().join("games/a.new"), "half of the ne").unwrap();
        let waiting = store.waiting();
        assert_eq!(waiting.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["a"]);
        assert_eq!(waiting[0].record.events, ["roll 1 2 3 4 5"]);
    }

    #[test]
    fn only_one_window_goes_on_with_a_game() {
        let folder = tempfile::tempdir().unwrap();
        let store = GameStore::new(Some(folder.path()));
        let first = store.claim("a").expect("nobody has it");
        assert!(first.is_some() && store.claim("a").is_none());
        drop(first);
        assert!(store.claim("a").is_some());
    }
}
