//! The puzzles that come with the program, one a line, made by `spieltisch puzzles`.

use crate::puzzles::day::Day;

/// The day of the first line.
pub const FIRST: Day = Day(20_773);

/// Puzzles, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleList<'a>(pub &'a str);

impl<'a> PuzzleList<'a> {
    /// The puzzle of a day; after the last, the list begins again. A day before the first has none.
    pub fn of(self, day: Day) -> Option<&'a str> {
        let lines = self.0.lines().count();
        let number = day.0.checked_sub(FIRST.0)? as usize;
        self.0.lines().nth(number % lines.max(1))
    }
}

/// The list that comes with the program. Its length is a multiple of the number of games, so that every round of it
/// fits the games of its days.
pub fn kept() -> PuzzleList<'static> {
    PuzzleList(include_str!("puzzles.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::finder_for;

    /// Some of them are checked here; `spieltisch puzzles --check` checks them all.
    #[test]
    fn what_is_kept_are_puzzles_of_their_days_games() {
        let lines = kept().0.lines().count();
        assert!(lines > 0 && lines.is_multiple_of(spieltisch_rules::games::names().len()), "{lines} puzzles");
        for later in 0..8 {
            let day = FIRST.later(later);
            let finder = finder_for(day.game()).expect("a game of the list");
            finder.check(kept().of(day).expect("a puzzle")).unwrap_or_else(|fault| panic!("{day}, {}: {fault}", day.game()));
        }
        assert_eq!(kept().of(Day(FIRST.0 - 1)), None);
        assert_eq!(kept().of(FIRST.later(lines as u32)), kept().of(FIRST), "the list begins again");
    }
}
