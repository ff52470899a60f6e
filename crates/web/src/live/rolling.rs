//! Dice on their way: between a throw and the moment the dice lie, the table shows the game as it stood before.
//!
//! The roll itself is taken and saved at once. Leaving the page, a reload or another tab therefore find it; only what is shown waits.

use leptos::prelude::*;
use spieltisch_rules::{Event, Game};

use super::{GameView, Kind, LocalGame};
use crate::app::settings;
use crate::browser;
use crate::table::TableGame;

/// A tap this soon after the throw, in milliseconds, is the second of a double tap and hurries nothing.
const DOUBLE_TAP: f64 = 300.0;

/// A roll whose dice are still in the air.
#[derive(Clone, Debug)]
pub struct Rolling<G: Game> {
    /// The game as it stood before the roll: what the table shows meanwhile.
    pub before: LocalGame<G>,
    /// How long the dice take, in milliseconds.
    pub lasts: i32,
    /// What a screen reader says once they lie.
    said: String,
    /// When they were thrown, in milliseconds since the page was opened.
    since: f64,
}

impl<G: TableGame> GameView<G> {
    /// Shows what has become of the game. Where the last event is a `fresh` roll, its dice tumble first.
    pub(super) fn show(&self, fresh: bool, said: String) {
        let tumbling = |live: &LocalGame<G>| tumbles(live).map(|(before, lasts)| (before, lasts, live.stamp()));
        let rolling = if fresh { self.live.with_untracked(tumbling) } else { None };
        match rolling {
            Some((before, lasts, stamp)) => {
                *self.rolling.write_untracked() = Some(Rolling { before, lasts, said, since: browser::ticks() });
                let play = *self;
                browser::after(lasts, move || {
                    if play.live.try_with_untracked(LocalGame::stamp) == Some(stamp) {
                        play.land();
                    }
                });
            }
            None => {
                *self.rolling.write_untracked() = None;
                self.spoken.set(said);
            }
        }
        // In this order, so that the dice know their faces before they set out.
        self.live.notify();
        self.rolling.notify();
    }

    /// Whether dice are in the air. The caller follows every change.
    pub fn is_rolling(&self) -> bool {
        self.rolling.read().is_some()
    }

    /// A person is impatient: dice in the air lie at once. `true` where some were in the air.
    pub fn hurry(&self) -> bool {
        let Some(since) = self.rolling.with_untracked(|rolling| rolling.as_ref().map(|rolling| rolling.since)) else { return false };
        if browser::ticks() - since >= DOUBLE_TAP {
            self.land();
        }
        true
    }

    /// The dice lie. `true` where some were in the air.
    pub fn land(&self) -> bool {
        let Some(Some(landed)) = self.rolling.try_update_untracked(Option::take) else { return false };
        self.spoken.set(landed.said);
        self.rolling.notify();
        true
    }
}

/// The game before its last event and how long the dice of that event tumble; `None` where they lie at once: no roll, dice thrown by
/// hand, no motion wanted, or a page that is not looked at.
fn tumbles<G: TableGame>(live: &LocalGame<G>) -> Option<(LocalGame<G>, i32)> {
    let last = live.past.last().filter(|past| matches!(past.event, Event::Roll(_)))?;
    if live.is_entered(last.seat) || settings::is_calm() || browser::document().hidden() {
        return None;
    }
    let pace = settings::pace();
    let quick = live.watched || matches!(live.seats[last.seat].kind, Kind::Computer(_));
    let lasts = if quick { pace.tumble_of_computers } else { pace.tumble };
    Some((live.at(live.clock() - 1), lasts))
}
