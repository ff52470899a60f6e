//! What the operator should know while the server runs all the same; `/healthz` tells it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a warning is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The machine's clock.
    Clock,
    /// The database's file.
    Database,
}

/// One sentence for each subject that there is something to say about.
#[derive(Debug, Default)]
pub struct Warnings(Mutex<BTreeMap<Subject, String>>);

impl Warnings {
    /// Warns from now on; `None` where all is well again.
    pub fn set(&self, about: Subject, sentence: Option<String>) {
        match sentence {
            Some(sentence) => self.sentences().insert(about, sentence),
            None => self.sentences().remove(&about),
        };
    }

    /// All sentences.
    pub fn all(&self) -> Vec<String> {
        self.sentences().values().cloned().collect()
    }

    fn sentences(&self) -> MutexGuard<'_, BTreeMap<Subject, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
