//! Dice that people threw by hand and entered, counted for [`crate::fair::real`].

use spieltisch_rules::ToAct;
use spieltisch_rules::dice::without;

use crate::fair::real::Counts;
use crate::header::{CONTINUES, DICE_SET, ENTERED, OPENING, SEATS};
use crate::{Record, SeatSheet, open_table};

/// The dice that were entered in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredDice {
    /// What the people call these dice; empty where they did not say.
    pub set: String,
    /// How they fell. Dice that were kept are not counted again.
    pub counts: Counts,
}

/// The dice entered in a game, as far as its events fit the rules; `None` where none were, or by another game already.
pub fn entered_dice(record: &Record) -> Option<EnteredDice> {
    let entered = ENTERED.read(record)?;
    let seats = SeatSheet::of_all(record);
    let is_entered = |seat: usize| entered.covers(seats.get(seat).is_some_and(|sheet| sheet.computer.is_some()));
    // What stood in the game that this one goes on from is counted there.
    let continued = CONTINUES.read(record).map(|continues| continues.after);
    let mut counts = Counts::default();
    if continued.is_none() {
        let throws = OPENING.read(record).unwrap_or_default();
        let seat_of = |name: &String| record.players.iter().position(|player| player == name);
        for (_, faces) in throws.iter().filter(|(name, _)| SEATS.is_in(record) && seat_of(name).is_some_and(is_entered)) {
            counts.add(faces);
        }
    }
    let mut game = open_table(&record.game, record.players.len(), &record.options, &record.board).ok()?;
    let mut kept: Vec<u8> = Vec::new();
    for (i, event) in record.events.iter().enumerate() {
        let faces = || event.split(' ').skip(1).filter_map(|word| word.parse().ok());
        match game.to_act() {
            ToAct::Roll { seat, .. } if is_entered(seat) && continued.is_none_or(|after| i as u64 >= after) => {
                counts.add(&without(faces().collect(), &kept));
            }
            _ => {}
        }
        kept = if event.starts_with("keep") { faces().collect() } else { Vec::new() };
        if game.take(event).is_err() {
            break;
        }
    }
    let set = DICE_SET.read(record).unwrap_or_default();
    (counts.thrown() > 0).then_some(EnteredDice { set, counts })
}

#[cfg(test)]
mod tests {
    use crate::header::CONTINUES;
    use crate::{Continues, Entered};
    use serde_json::json;

    use super::*;

    fn record(game: &str, entered: Entered, events: &[&str]) -> Record {
        let mut record = Record::new(game, vec!["Anna".into(), "Computer".into()]);
        record.more.insert("seats".into(), json!([{"colour": 0}, {"colour": 1, "computer": 2}]));
        ENTERED.write(&mut record, &entered);
        record.events = events.iter().map(ToString::to_string).collect();
        record
    }

    const YATZY: [&str; 5] = ["roll 1 2 4 6 6", "keep 6 6", "roll 3 5 6 6 6", "score sixes", "roll 2 2 2 2 2"];

    fn faces(record: &Record) -> [u64; 6] {
        entered_dice(record).unwrap().counts.faces()
    }

    #[test]
    fn only_dice_that_were_thrown_by_hand_are_counted() {
        assert_eq!(faces(&record("yatzy", Entered::All, &YATZY)), [1, 1 + 5, 1, 1, 1, 2 + 1]);
        assert_eq!(faces(&record("yatzy", Entered::People, &YATZY)), [1, 1, 1, 1, 1, 2 + 1], "the program threw the twos");
        let mut by_the_program = record("yatzy", Entered::All, &YATZY);
        ENTERED.remove(&mut by_the_program);
        assert_eq!(entered_dice(&by_the_program), None);
        assert_eq!(entered_dice(&record("caro", Entered::All, &[])), None, "no dice were thrown");
    }

    #[test]
    fn the_roll_off_counts_too() {
        let mut record = record("yatzy", Entered::People, &["roll 1 1 1 1 1"]);
        OPENING.write(&mut record, &vec![("Anna".into(), vec![6]), ("Computer".into(), vec![3])]);
        assert_eq!(faces(&record), [5, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn what_another_game_has_counted_is_not_counted_again() {
        let mut record = record("yatzy", Entered::All, &YATZY);
        CONTINUES.write(&mut record, &Continues { game: "other".into(), after: 4 });
        assert_eq!(faces(&record), [0, 5, 0, 0, 0, 0]);
    }

    #[test]
    fn sets_are_told_apart_and_wrong_records_break_nothing() {
        let mut record = record("yatzy", Entered::All, &["roll 1 1 1 1 1", "roll 9 x", "roll 2 2 2 2 2"]);
        DICE_SET.write(&mut record, &"the red ones".to_string());
        let entered = entered_dice(&record).unwrap();
        assert_eq!((entered.set.as_str(), entered.counts.faces()), ("the red ones", [5, 0, 0, 0, 0, 0]));
    }
}
