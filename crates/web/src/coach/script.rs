//! A game whose events are known beforehand, as its table sees it: a referee who knows what comes, says what to do, and ends it.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_protocol::{GameCursor, GameUpdate};

use crate::live::Referee;

/// What happens when the person at the table decides on something legal: they decided this, after so many events.
pub type Decided = Callback<(usize, String)>;

/// A part of the page that is drawn by the script.
pub type Drawn = Arc<dyn Fn() -> AnyView + Send + Sync>;

/// The referee of a game that follows a script.
pub struct Script {
    /// The events that have happened so far.
    pub events: RwSignal<Vec<String>>,
    /// Who sits there, in the order of play.
    pub names: Vec<String>,
    /// The move that is shown as the next one.
    pub hinted: Signal<Option<String>>,
    /// What to do once the table shows so many events.
    pub instruction: Arc<dyn Fn(usize) -> String + Send + Sync>,
    /// Why the last decision was not taken.
    pub refused: Signal<Option<String>>,
    /// What stands above the instruction.
    pub heading: Drawn,
    /// Whether nothing is to be done any more.
    pub rests: Signal<bool>,
    /// What stands in place of the next step then.
    pub closing: Drawn,
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

    fn news(&self, seen: GameCursor) -> Option<GameUpdate> {
        self.events.with(|events| {
            let known = (0..=events.len()).find(|&known| seen == seen.up_to(known)).unwrap_or(0);
            Some(GameUpdate { stand: known, events: events[known..].to_vec(), seen: seen.up_to(events.len()) })
        })
    }

    fn names(&self) -> Option<Vec<String>> {
        Some(self.names.clone())
    }

    fn advised(&self) -> Option<String> {
        self.hinted.get()
    }

    fn instruction(&self, clock: usize) -> Option<String> {
        Some((self.instruction)(clock))
    }

    fn refusal(&self) -> Option<String> {
        self.refused.get()
    }

    fn heading(&self) -> AnyView {
        (self.heading)()
    }

    fn rests(&self) -> bool {
        self.rests.get()
    }

    fn closing(&self) -> AnyView {
        (self.closing)()
    }
}
