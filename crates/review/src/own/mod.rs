//! One's own record: what many reviewed games say of one player.
//!
//! Of each game a [`Digest`] is kept, a few hundred bytes that outlast the game and its review. [`OwnRecord`] holds the digests of a
//! device together with how the exercises made from one's own mistakes went; two of them can be put together without counting
//! anything twice. [`Tally`] adds digests up.

mod digest;
mod exercises;
mod kinds;
mod tally;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use digest::{Digest, Mistake, Opponent, fingerprint};
pub use exercises::{Due, Exercise, ExerciseProgress, SPACING, accepts};
pub use kinds::{Decided, KindCost, invite, kinds_of};
pub use tally::{Point, Tally, tally_by};

/// The form in which it is written down.
const FORMAT: &str = "spieltisch-own/1";

/// All digests of a device, and how the exercises went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnRecord {
    /// The form.
    format: String,
    /// By game and seat.
    digests: BTreeMap<String, Digest>,
    /// By game and event.
    progress: BTreeMap<String, ExerciseProgress>,
}

impl OwnRecord {
    /// Reads what [`OwnRecord::to_text`] wrote; `None` where it is something else.
    pub fn read(text: &str) -> Option<OwnRecord> {
        serde_json::from_str(text).ok().filter(|own: &OwnRecord| own.format == FORMAT)
    }

    /// As one line of text.
    pub fn to_text(&self) -> String {
        let with_format = OwnRecord { format: FORMAT.to_string(), ..self.clone() };
        serde_json::to_string(&with_format).unwrap_or_default() // numbers, texts and lists of them always become JSON
    }

    /// Takes a digest in; that of the same game and seat it replaces.
    pub fn add(&mut self, digest: Digest) {
        self.digests.insert(digest.key(), digest);
    }

    /// Whether the game of this fingerprint is in it.
    pub fn has(&self, game: &str) -> bool {
        self.digests.values().any(|digest| digest.id == game)
    }

    /// Takes everything of another one in that is new or newer.
    pub fn merge(&mut self, other: OwnRecord) {
        for (key, digest) in other.digests {
            self.digests.entry(key).or_insert(digest);
        }
        for (key, progress) in other.progress {
            let own = self.progress.entry(key).or_default();
            if progress.tried > own.tried {
                *own = progress;
            }
        }
    }

    /// The digests of a player, oldest first.
    pub fn of(&self, name: &str) -> Vec<&Digest> {
        let mut all: Vec<&Digest> = self.digests.values().filter(|digest| digest.name() == name).collect();
        all.sort_by_key(|digest| digest.time);
        all
    }

    /// Everyone there are digests of, with how many games they have, most games first.
    pub fn names(&self) -> Vec<(String, usize)> {
        let mut games: BTreeMap<&str, usize> = BTreeMap::new();
        for digest in self.digests.values() {
            *games.entry(digest.name()).or_default() += 1;
        }
        let mut names: Vec<(String, usize)> = games.into_iter().map(|(name, games)| (name.to_string(), games)).collect();
        names.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        names
    }

    /// All exercises of a player, those that are due first, the costliest first among equals.
    pub fn exercises(&self, name: &str) -> Vec<Exercise> {
        let mut all = Vec::new();
        for digest in self.of(name) {
            for mistake in &digest.mistakes {
                let progress = self.progress.get(&key_of(&digest.id, mistake.event)).copied().unwrap_or_default();
                all.push(Exercise::new(digest, mistake, progress));
            }
        }
        all.sort_by(|a, b| a.due.cmp(&b.due).then(b.share.total_cmp(&a.share)));
        all
    }

    /// Notes how an exercise went.
    pub fn note(&mut self, game: &str, event: usize, right: bool, now: u64) {
        self.progress.entry(key_of(game, event)).or_default().note(right, now);
    }
}

fn key_of(game: &str, event: usize) -> String {
    format!("{game}/{event}")
}
