//! A moment, as records write it.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment in milliseconds since the beginning of 1970, written as in `2026-11-16T06:34:35.120Z`. Tables by link used to
/// write the number; it is still read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

const SECOND: u64 = 1000;
const DAY: u64 = 24 * 3600 * SECOND;
/// Days from 1 March of the year 0 to the beginning of 1970.
const BEFORE_1970: u64 = 719_468;
/// Days in 400 years, after which the calendar repeats itself.
const ERA: u64 = 146_097;

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date_of(self.0 / DAY);
        let (seconds, milliseconds) = (self.0 % DAY / SECOND, self.0 % SECOND);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
    }
}

/// The date so many days after the beginning of 1970. Years are counted from March, so that the day that some of them
/// have more is their last one.
fn date_of(days: u64) -> (u64, u64, u64) {
    let days = days + BEFORE_1970;
    let (era, day_of_era) = (days / ERA, days % ERA);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + u64::from(month <= 2), month, day)
}

/// How many days after the beginning of 1970 a date is; `None` for one before that, or one there is not.
fn days_to(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1970..10_000).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year_from_march = year - u64::from(month <= 2);
    let (era, year_of_era) = (year_from_march / 400, year_from_march % 400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - BEFORE_1970;
    (date_of(days) == (year, month, day)).then_some(days)
}

impl Time {
    /// Reads a moment as [`Display`](fmt::Display) writes it; the part of a second may be left out.
    pub fn read(text: &str) -> Option<Time> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let (time, milliseconds) = time.split_once('.').unwrap_or((time, "000"));
        let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
        let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
        let [milliseconds] = numbers(milliseconds, '.', [3])?;
        let exists = hour < 24 && minute < 60 && second < 60;
        let in_day = ((hour * 60 + minute) * 60 + second) * SECOND + milliseconds;
        exists.then_some(Time(days_to(year, month, day)? * DAY + in_day))
    }
}

/// Numbers of so many digits each, with this between them.
fn numbers<const N: usize>(text: &str, between: char, digits: [usize; N]) -> Option<[u64; N]> {
    let mut read = [0; N];
    let mut parts = text.split(between);
    for (number, digits) in read.iter_mut().zip(digits) {
        let part = parts.next().filter(|part| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(read)
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Time;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time, as 2026-11-16T06:34:35.120Z")
            }
            fn visit_u64<E: Error>(self, milliseconds: u64) -> Result<Time, E> {
                Ok(Time(milliseconds))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Time, E> {
                Time::read(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_calendars_have_them() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
            (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
            (1_794_810_875_120, "2026-11-16T06:34:35.120Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(Time(milliseconds).to_string(), text);
            assert_eq!(Time::read(text), Some(Time(milliseconds)));
        }
    }

    #[test]
    fn every_day_of_five_centuries_reads_back() {
        for day in 0..180_000 {
            let time = Time(day * DAY + day % DAY);
            assert_eq!(Time::read(&time.to_string()), Some(time), "{time}");
        }
    }

    #[test]
    fn the_notation_of_tables_by_link_is_still_read() {
        assert_eq!(serde_json::from_str::<Time>("1794810875120").unwrap(), Time(1_794_810_875_120));
        assert_eq!(serde_json::to_string(&Time(1_794_810_875_120)).unwrap(), "\"2026-11-16T06:34:35.120Z\"");
        assert_eq!(Time::read("2026-11-16T06:34:35Z"), Some(Time(1_794_810_875_000)));
        for text in [
            "",
            "today",
            "2026-11-16",
            "2026-02-30T00:00:00.000Z",
            "2026-11-16T24:00:00.000Z",
            "2026-11-16T06:34:35.1Z",
            "1969-12-31T23:59:59.999Z",
        ] {
            assert_eq!(Time::read(text), None, "{text}");
        }
    }
}
