//! How the puzzles of the days went.

use serde::{Deserialize, Serialize};

/// How the puzzles went so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Streak {
    /// The day of the puzzle that was tried last; a puzzle of the archive is looked at with that day.
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
    /// All days whose puzzle was found, whenever that was.
    found: Vec<u32>,
    /// Whether the puzzle is of the archive: it counts for no row.
    #[serde(skip)]
    is_past: bool,
}

impl Streak {
    /// The same on this day: a new day begins without a try.
    pub fn on(self, day: u32, today: u32) -> Streak {
        let is_past = day < today;
        if self.day == day {
            return Streak { is_past, ..self };
        }
        let solved = self.has_found(day);
        Streak { day, solved, last: self.last, row: self.row, found: self.found, is_past, ..Streak::default() }
    }

    /// Whether the puzzle of this day was found, on that day or later.
    pub fn has_found(&self, day: u32) -> bool {
        self.last == Some(day) || self.found.contains(&day)
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
        self.found.push(self.day);
        if !self.is_past {
            self.row = if self.last.is_some_and(|last| last + 1 == self.day) { self.row + 1 } else { 1 };
            self.last = Some(self.day);
        }
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
        if goes_on && !self.shown && !self.is_past { self.row } else { 0 }
    }

    /// What is kept of it. Of a puzzle of the archive that is only that it was found: `today` stays as it was.
    pub fn kept(&self, today: Streak) -> Streak {
        if self.is_past { Streak { found: self.found.clone(), ..today } } else { self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(streak: Streak, day: u32) -> Streak {
        streak.on(day, day)
    }

    #[test]
    fn days_in_a_row_count_until_one_is_missed() {
        let first = on(Streak::default(), 10).tried().found();
        assert_eq!((first.wrong, first.solved, first.days()), (1, true, 1));
        assert_eq!(first.clone().found(), first, "once a day");
        let second = on(first, 11);
        assert_eq!((second.wrong, second.solved, second.days()), (0, false, 1), "not broken yet");
        let second = second.found();
        assert_eq!(second.days(), 2);
        assert_eq!(on(second.clone(), 13).days(), 0, "a day was missed");
        assert_eq!(on(second.clone(), 13).found().days(), 1);
        let shown = on(second, 12).gave_up().found();
        assert_eq!((shown.solved, shown.days()), (false, 0), "what was shown was not found");
    }

    #[test]
    fn a_puzzle_of_the_archive_is_ticked_and_counts_for_no_row() {
        let today = on(Streak::default(), 10).found();
        let past = today.clone().on(9, 10);
        assert!(!past.solved && !past.has_found(9));
        let past = past.tried().found();
        assert_eq!((past.solved, past.days(), past.last, past.row), (true, 0, Some(10), 1));
        let again = past.on(10, 10);
        assert!(again.solved && again.has_found(9) && again.days() == 1, "{again:?}");
        assert!(!again.on(8, 10).solved);
    }

    /// What earlier versions kept has no list of days.
    #[test]
    fn what_was_kept_before_there_was_an_archive_is_read() {
        let kept = r#"{"day": 20774, "wrong": 1, "solved": true, "shown": false, "last": 20774, "row": 2}"#;
        let kept: Streak = serde_json::from_str(kept).expect("an older version wrote this");
        assert!(kept.has_found(20_774) && !kept.has_found(20_773));
        assert_eq!(on(kept, 20_775).days(), 2);
    }
}
