//! How the puzzles of the days went, kept in the browser.

use leptos::prelude::*;
use spieltisch_core::Streak;
use spieltisch_review::puzzles::Day;

use crate::{browser, store};

const NAME: &str = "spieltisch/puzzle";

thread_local! {
    static SHOWN: ArcRwSignal<Option<&'static str>> = ArcRwSignal::new(None);
}

/// Whether today's puzzle is solved. The start page asks this: nothing else of puzzles is needed for it.
pub fn is_solved_today() -> bool {
    of(today()).solved
}

/// The game of the puzzle that is shown. The list of puzzles is fetched with their page: before that it is not known.
pub fn shown_game() -> Option<&'static str> {
    SHOWN.with(|shown| shown.get())
}

/// Notes which game's puzzle is shown.
pub fn show_game(game: &'static str) {
    SHOWN.with(|shown| shown.set(Some(game)));
}

/// Today, by this device's calendar.
pub fn today() -> Day {
    Day(browser::today())
}

/// As it is kept; another tab may have written meanwhile, so it is read whenever it is needed.
pub fn of(day: Day) -> Streak {
    let kept: Streak = store::read(NAME).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    kept.on(day.0, today().0)
}

/// Keeps it.
pub fn keep(streak: &Streak) {
    store::write(NAME, &serde_json::to_string(&streak.kept(of(today()))).unwrap_or_default());
}
