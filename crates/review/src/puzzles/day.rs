//! Days, counted from 1970-01-01.

use std::fmt;
use std::str::FromStr;

/// A day by its number since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub u32);

/// A text that names no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no day from 1970 on; a day is written as 2026-11-16")]
pub struct NoDay {
    /// The text.
    pub text: String,
}

impl Day {
    /// The day so many days later.
    pub fn later(self, days: u32) -> Day {
        Day(self.0 + days)
    }

    /// Year, month and day of the month.
    fn date(self) -> (u32, u32, u32) {
        let (mut year, mut rest) = (1970, self.0);
        while rest >= days_of_year(year) {
            rest -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while rest >= days_of_month(year, month) {
            rest -= days_of_month(year, month);
            month += 1;
        }
        (year, month, rest + 1)
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_year(year: u32) -> u32 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Day, NoDay> {
        let read = || {
            let mut parts = text.split('-').map(|part| part.parse::<u32>().ok());
            let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
            let known = parts.next().is_none() && (1970..=9999).contains(&year) && (1..=12).contains(&month);
            let fits = known && (1..=days_of_month(year, month)).contains(&day);
            let before = || (1970..year).map(days_of_year).sum::<u32>() + (1..month).map(|month| days_of_month(year, month)).sum::<u32>();
            fits.then(|| Day(before() + day - 1))
        };
        read().ok_or_else(|| NoDay { text: text.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_they_are_written() {
        for (text, number) in [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-16", 20_773), ("2100-03-01", 47_541)] {
            assert_eq!(text.parse(), Ok(Day(number)), "{text}");
            assert_eq!(Day(number).to_string(), text);
        }
        for text in ["", "2026", "2026-11", "2026-13-01", "2100-02-29", "2026-11-16-1", "1969-12-31", "a-b-c", "2026-11-00"] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
