//! How the puzzles of the days went, kept in the browser.

use spieltisch_core::Streak;
use spieltisch_review::puzzles::Day;

use crate::{browser, store};

const NAME: &str = "spieltisch/puzzle";

/// Whether today's puzzle is solved. The start page asks this: nothing else of puzzles is needed for it.
pub fn is_solved_today() -> bool {
    of(today()).solved
}

/// The game of a day's puzzle: of today's where no day is named.
pub fn game_of(day: Option<&str>) -> &'static str {
    day.and_then(|day| day.parse().ok()).unwrap_or_else(today).game()
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
