//! How the puzzles of the days went, kept in the browser.

use serde::{Deserialize, Serialize};
use spieltisch_puzzles::Day;

use crate::store;

const NAME: &str = "spieltisch/puzzle";

/// How the puzzles went so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Streak {
    /// The day of the puzzle that was tried last.
    day: u32,
    /// How often something else was tried that day.
    pub wrong: u32,
    /// Whether it was found that day.
    pub solved: bool,
    /// Whether it was shown instead.
    pub shown: bool,
    /// The day on which a puzzle was found last.
    last: Option<u32>,
    /// How many days in a row one was found, up to that day.
    row: u32,
}

impl Streak {
    /// As it is kept; another tab may have written meanwhile, so it is read whenever it is needed.
    pub fn of(day: Day) -> Streak {
        let kept: Streak = store::read(NAME).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        kept.on(day)
    }

    /// The same on this day: a new day begins without a try.
    fn on(self, day: Day) -> Streak {
        if self.day == day.0 { self } else { Streak { day: day.0, last: self.last, row: self.row, ..Streak::default() } }
    }

    /// Something else was tried.
    pub fn tried(mut self) -> Streak {
        self.wrong += u32::from(!self.solved && !self.shown);
        self
    }

    /// The move was found; what was shown before counts for nothing.
    pub fn found(mut self) -> Streak {
        if self.solved || self.shown {
            return self;
        }
        self.solved = true;
        self.row = if self.last.is_some_and(|last| last + 1 == self.day) { self.row + 1 } else { 1 };
        self.last = Some(self.day);
        self
    }

    /// The move was shown.
    pub fn gave_up(mut self) -> Streak {
        self.shown = !self.solved;
        self
    }

    /// How many days in a row a puzzle was found, as long as the row is not broken.
    pub fn days(&self) -> u32 {
        let goes_on = self.last.is_some_and(|last| last + 1 >= self.day && last <= self.day);
        if goes_on && !self.shown { self.row } else { 0 }
    }

    /// Keeps it.
    pub fn keep(&self) {
        store::write(NAME, &serde_json::to_string(self).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_a_row_count_until_one_is_missed() {
        let first = Streak::default().on(Day(10)).tried().found();
        assert_eq!((first.wrong, first.solved, first.days()), (1, true, 1));
        assert_eq!(first.clone().found(), first, "once a day");
        let second = first.on(Day(11));
        assert_eq!((second.wrong, second.solved, second.days()), (0, false, 1), "not broken yet");
        let second = second.found();
        assert_eq!(second.days(), 2);
        assert_eq!(second.clone().on(Day(13)).days(), 0, "a day was missed");
        assert_eq!(second.clone().on(Day(13)).found().days(), 1);
        let shown = second.on(Day(12)).gave_up().found();
        assert_eq!((shown.solved, shown.days()), (false, 0), "what was shown was not found");
    }
}
