//! How games between one person and one computer ended, and what that says of both: the level that would be even, and an offer after
//! a few games in a row.

use spieltisch_records::Record;
use spieltisch_records::header::{CONTINUES, OPENED};

use crate::{Kind, Player, seats};

/// The strongest level of a computer.
pub const STRONGEST: u8 = 5;
/// So many games in a row against one level say enough for an offer.
pub const IN_A_ROW: usize = 3;
/// So many of the last games count.
const LATELY: usize = 20;
/// Fewer say nothing.
const ENOUGH: usize = 5;
/// What a level more is worth: each wins about 69 games of 100 against the one below (`docs/strength.md`).
const STEP: f64 = 0.8;
/// As if so many more games had been won, and as many lost, against the level played last: a few games are no proof.
const DOUBT: f64 = 2.0;

/// How a game against one computer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The computer's level.
    pub level: u8,
    /// Whether the person won.
    pub won: bool,
}

/// How a game between one person and one computer ended; `None` for any other.
pub fn outcome(record: &Record) -> Option<Outcome> {
    if OPENED.is_in(record) || CONTINUES.is_in(record) {
        return None;
    }
    let winners = record.result.get("winners")?.as_array()?;
    let (person, level) = match seats(record).as_slice() {
        [Player { kind: Kind::Person, .. }, Player { kind: Kind::Computer(level), .. }] => (0, *level),
        [Player { kind: Kind::Computer(level), .. }, Player { kind: Kind::Person, .. }] => (1, *level),
        _ => return None,
    };
    // A shared win is neither won nor lost.
    let won = winners.len() == 1 && winners[0].as_u64() == Some(person);
    let lost = winners.iter().all(|winner| winner.as_u64() != Some(person));
    (won || lost).then_some(Outcome { level, won })
}

/// The level against which the person has won about half of the last games, or would have; outcomes with the newest first.
/// It is the strength under which they are the most likely, in levels.
pub fn even_level(outcomes: &[Outcome]) -> Option<u8> {
    let lately = &outcomes[..outcomes.len().min(LATELY)];
    let newest = lately.first().filter(|_| lately.len() >= ENOUGH)?;
    let log_chance = |difference: f64| -(1.0 + (-STEP * difference).exp()).ln();
    let likelihood = |strength: f64| {
        let of = |outcome: &Outcome| {
            let ahead = strength - f64::from(outcome.level);
            log_chance(if outcome.won { ahead } else { -ahead })
        };
        let ahead = strength - f64::from(newest.level);
        lately.iter().map(of).sum::<f64>() + DOUBT * (log_chance(ahead) + log_chance(-ahead))
    };
    (1..=STRONGEST).max_by(|one, other| likelihood(f64::from(*one)).total_cmp(&likelihood(f64::from(*other))))
}

/// The level that would suit better, by the last results against this one, the newest first.
pub fn better_level(now: u8, results: impl Iterator<Item = Outcome>) -> Option<u8> {
    let last: Vec<Outcome> = results.take(IN_A_ROW).collect();
    let all = |won| last.len() == IN_A_ROW && last.iter().all(|result| result.level == now && result.won == won);
    match now {
        now if now < STRONGEST && all(true) => Some(now + 1),
        now if now > 1 && all(false) => Some(now - 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str, level: u8) -> Vec<Outcome> {
        text.chars().map(|letter| Outcome { level, won: letter == 'w' }).collect()
    }

    #[test]
    fn the_even_level_is_the_one_with_as_many_wins_as_losses() {
        assert_eq!(even_level(&games("wlwl", 3)), None, "too few to say");
        assert_eq!(even_level(&games("wlwlwlwl", 3)), Some(3));
        assert_eq!(even_level(&games("wwlwwlwwlwwl", 2)), Some(3), "two of three are a level above");
        assert_eq!(even_level(&games("wwwwwwwwwwwwwwwwwwww", 5)), Some(5), "there is none above");
        assert_eq!(even_level(&games("llllllll", 1)), Some(1), "there is none below");
        let mixed = [games("lwl", 4), games("wlww", 3), games("www", 2)].concat();
        assert_eq!(even_level(&mixed), Some(4));
        let long_ago = [games("wlwlwlwlwlwlwlwlwlwl", 4), games("llllllllllllllllllll", 2)].concat();
        assert_eq!(even_level(&long_ago), Some(4), "only the last games count");
    }

    #[test]
    fn only_games_between_a_person_and_a_computer_count() {
        let record = |computers: [Option<u8>; 2], winners: &[u8]| {
            let mut record = Record::new("yatzy", vec!["Anna".into(), "Robot".into()]);
            let sheets = computers.map(|computer| spieltisch_records::SeatSheet { computer, ..Default::default() });
            spieltisch_records::header::SEATS.write(&mut record, &sheets.to_vec());
            record.result = serde_json::json!({ "winners": winners });
            record
        };
        assert_eq!(outcome(&record([None, Some(2)], &[0])), Some(Outcome { level: 2, won: true }));
        assert_eq!(outcome(&record([Some(4), None], &[0])), Some(Outcome { level: 4, won: false }));
        assert_eq!(outcome(&record([None, Some(2)], &[0, 1])), None, "a shared win");
        assert_eq!(outcome(&record([None, None], &[0])), None);
        assert_eq!(outcome(&record([Some(1), Some(1)], &[0])), None);
    }

    fn results(text: &str, level: u8) -> impl Iterator<Item = Outcome> {
        text.chars().map(move |letter| Outcome { level, won: letter == 'w' }).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn three_in_a_row_against_one_level_bring_an_offer() {
        assert_eq!(better_level(2, results("www", 2)), Some(3));
        assert_eq!(better_level(2, results("llll", 2)), Some(1));
        assert_eq!(better_level(2, results("wwl", 2)), None);
        assert_eq!(better_level(2, results("ww", 2)), None, "not enough of them");
        assert_eq!(better_level(3, results("www", 2)), None, "against another level");
        assert_eq!(better_level(5, results("www", 5)), None, "there is none above");
        assert_eq!(better_level(1, results("lll", 1)), None, "there is none below");
    }
}
