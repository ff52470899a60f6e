//! The puzzles that come with the program, one a line, made by `spieltisch puzzles`.

use std::fmt;
use std::str::FromStr;

use crate::puzzles::day::Day;

/// The day of the first line.
pub const FIRST: Day = Day(20_773);

/// A position with the move to be found, as a line of the list: `castro: roll 1 2 4 6 6; keep 6 6; roll 3 4 6 6 6; place c4`. It is
/// played by as few as the game allows, without options, on the usual board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game's name.
    pub game: String,
    /// The way to the position.
    pub events: Vec<String>,
    /// The move to be found.
    pub best: String,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.game)?;
        self.events.iter().try_for_each(|event| write!(f, "{event}; "))?;
        write!(f, "{}", self.best)
    }
}

/// A line that is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a puzzle is written as “game: event; event; move”")]
pub struct BadPuzzle;

impl FromStr for Puzzle {
    type Err = BadPuzzle;

    fn from_str(line: &str) -> Result<Puzzle, BadPuzzle> {
        let (game, events) = line.split_once(": ").ok_or(BadPuzzle)?;
        let mut events: Vec<String> = events.split("; ").map(str::to_string).collect();
        let best = events.pop().ok_or(BadPuzzle)?;
        Ok(Puzzle { game: game.to_string(), events, best })
    }
}

/// Puzzles, one after the other.
#[derive(Clone, Debug)]
pub struct PuzzleList(Vec<&'static str>);

impl PuzzleList {
    /// The puzzle of a day; after the last, the list begins again. A day before the first has none.
    pub fn of(&self, day: Day) -> Option<Puzzle> {
        self.line(day)?.parse().ok()
    }

    /// The game of a day's puzzle.
    pub fn game(&self, day: Day) -> Option<&'static str> {
        Some(self.line(day)?.split_once(':')?.0)
    }

    fn line(&self, day: Day) -> Option<&'static str> {
        let number = day.0.checked_sub(FIRST.0)? as usize;
        self.0.get(number.checked_rem(self.0.len())?).copied()
    }
}

/// The list that comes with the program.
pub fn kept() -> PuzzleList {
    PuzzleList(include_str!("puzzles.txt").lines().collect())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use spieltisch_records::open_table;
    use spieltisch_rules::games;

    use super::*;
    use crate::puzzles::finder_for;

    /// Some of them are checked here; `spieltisch puzzles --check` checks them all.
    #[test]
    fn what_is_kept_are_puzzles() {
        let lines = kept().0.len();
        assert!(lines > 0);
        for later in 0..8 {
            let day = FIRST.later(later);
            let puzzle = kept().of(day).expect("a puzzle");
            let finder = finder_for(&puzzle.game).expect("a game of the list");
            finder.check(&puzzle).unwrap_or_else(|fault| panic!("{day}, {}: {fault}", puzzle.game));
        }
        assert_eq!(kept().of(Day(FIRST.0 - 1)), None);
        assert_eq!(kept().of(FIRST.later(lines as u32)), kept().of(FIRST), "the list begins again");
    }

    /// All of them lead to a position in which the move to be found is legal, and are written as they are read.
    #[test]
    fn what_is_kept_is_played_by_the_rules() {
        for line in kept().0 {
            let puzzle: Puzzle = line.parse().expect("a puzzle");
            let players = *games::info(&puzzle.game).expect("a game of the list").players.start();
            let mut table = open_table(&puzzle.game, players, &Default::default(), &Value::Null).expect("the usual set-up");
            for event in puzzle.events.iter().chain([&puzzle.best]) {
                assert_eq!(table.take(event).as_ref(), Ok(event), "{line}");
            }
            assert_eq!(puzzle.to_string(), line);
        }
    }
}
