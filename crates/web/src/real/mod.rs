//! At a real table: dice that are thrown by hand and entered, entries that are corrected, the coach, its voice, and a
//! screen that stays awake. A part of its own; tables know of it only what they tell it, [`Around`] and [`RollPrompt`].

mod awake;
mod coach;
mod correcting;
mod entries;
mod fairness;
mod keypad;
pub mod typed;
mod voice;

use leptos::prelude::*;
use spieltisch_core::Entries;

pub use fairness::page as dice_page;
pub use keypad::show as keypad;

/// A roll that is thrown by hand.
#[derive(Clone)]
pub struct RollPrompt {
    /// The game, by its id.
    pub game: String,
    /// Which roll of it: what was typed for another is not taken for this one.
    pub which: String,
    /// How many dice are thrown.
    pub dice: usize,
    /// The dice that stay as they are.
    pub kept: Vec<u8>,
    /// Who throws, by name.
    pub name: String,
    /// Whether that is a computer, for which a person throws.
    pub computer: bool,
    /// Takes the roll.
    pub take: Callback<Vec<u8>>,
    /// Takes back what led here, where that may be done.
    pub undo: Option<Callback<()>>,
    /// What is said to those who hear it.
    pub spoken: RwSignal<String>,
    /// What the coach said last.
    pub coached: RwSignal<String>,
    /// Unfolds the list of entries, where there is one.
    pub listed: Option<RwSignal<bool>>,
}

/// A table, as far as it has to be known beside it.
#[derive(Clone, Copy)]
pub struct Around {
    /// The game, by its id.
    pub game: StoredValue<String>,
    /// How many events it has.
    pub clock: Signal<usize>,
    /// Whether it is over.
    pub over: Signal<bool>,
    /// Whether this tab does what happens by itself.
    pub in_charge: RwSignal<bool>,
    /// What is said to those who hear it.
    pub spoken: RwSignal<String>,
    /// What the coach says.
    pub coached: RwSignal<String>,
    /// Whether the list of entries is unfolded.
    pub listed: RwSignal<bool>,
    /// What the main button says while something is chosen.
    pub chosen: Signal<Option<String>>,
    /// Whether the coach speaks after each turn.
    pub coach: bool,
    /// Whether entries can be corrected.
    pub corrects: bool,
    /// Everything that happened.
    pub told: Callback<(), Entries>,
    /// The move that an event names, in a few words, at the position before the event of this number.
    pub phrase: Callback<(usize, String), Option<String>>,
    /// Goes on from what was changed in the store.
    pub reread: Callback<()>,
}

/// What stands beside a table, and what goes on there.
pub fn show(around: Around) -> AnyView {
    awake::run(around);
    voice::run(around);
    coach::run(around);
    let correcting = around.corrects.then(|| correcting::run(around));
    view! {
        {correcting.map(|waits| correcting::banner(around, waits))}
        {around.corrects.then(|| entries::panel(around))}
    }
    .into_any()
}
