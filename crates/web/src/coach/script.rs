//! A game whose events are known beforehand, as its table sees it: a referee who knows what comes.

use leptos::prelude::*;
use spieltisch_protocol::{News, Seen};

use crate::live::Referee;

/// What happens when the person at the table decides on something legal: they decided this, after so many events.
pub type Decided = Callback<(usize, String)>;

/// The referee of a game that follows a script.
pub struct Script {
    /// The events that have happened so far.
    pub events: RwSignal<Vec<String>>,
    /// Who sits there, in the order of play.
    pub names: Vec<String>,
    /// The move that is shown as the next one.
    pub hinted: Signal<Option<String>>,
    /// Told of every decision.
    pub decided: Decided,
    /// Told where the person rolls the dice that are due.
    pub rolled: Callback<usize>,
}

impl Referee for Script {
    fn decide(&self, clock: usize, event: &str) -> bool {
        self.decided.run((clock, event.to_string()));
        true
    }

    fn roll(&self, clock: usize) {
        self.rolled.run(clock);
    }

    fn news(&self, seen: Seen) -> Option<News> {
        self.events.with(|events| {
            let known = (0..=events.len()).find(|&known| seen == seen.up_to(known)).unwrap_or(0);
            Some(News { stand: known, events: events[known..].to_vec(), seen: seen.up_to(events.len()) })
        })
    }

    fn names(&self) -> Option<Vec<String>> {
        Some(self.names.clone())
    }

    fn advised(&self) -> Option<String> {
        self.hinted.get()
    }
}
