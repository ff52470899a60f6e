//! What a record tells beside the game itself: who sits where, when it began, how its dice were thrown.
//!
//! Every field stands here once, with its name and its type. A record keeps its fields as they were written, those that
//! are unknown here too; they are read one by one.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::Record;
use crate::time::Time;

/// The seats of the players, in the order of play.
pub const SEATS: HeaderField<Vec<SeatSheet>> = HeaderField::named("seats");
/// Which seat of the table each player has, in the order of play.
pub const ORDER: HeaderField<Vec<usize>> = HeaderField::named("order");
/// When the game began.
pub const STARTED: HeaderField<Time> = HeaderField::named("started");
/// When it was kept last.
pub const SAVED: HeaderField<Time> = HeaderField::named("saved");
/// How its dice are thrown.
pub const DICE: HeaderField<DiceSheet> = HeaderField::named("dice");
/// The roll-off for the first turn: names and faces, in order.
pub const OPENING: HeaderField<Vec<(String, Vec<u8>)>> = HeaderField::named("opening");
/// While the roll-off is held: how many dice everyone rolls.
pub const ROLL_OFF: HeaderField<usize> = HeaderField::named("roll_off");
/// Whether decisions may be taken back.
pub const UNDO: HeaderField<bool> = HeaderField::named("undo");
/// Whether the best move may be asked for.
pub const HINTS: HeaderField<bool> = HeaderField::named("hints");
/// Whether own decisions are marked as good or costly as soon as they are made.
pub const MARKS: HeaderField<bool> = HeaderField::named("marks");
/// Whether everyone's chance is shown while the game is played.
pub const CHANCES: HeaderField<bool> = HeaderField::named("chances");
/// Whether the coach says after each turn what would have been best.
pub const COACH: HeaderField<bool> = HeaderField::named("coach");
/// Whether the device is handed over with a sign between turns of two people at one screen.
pub const HAND_OVER: HeaderField<bool> = HeaderField::named("hand_over");
/// Whose dice were thrown by hand and entered; the program throws all dice where this is not told.
pub const ENTERED: HeaderField<Entered> = HeaderField::named("entered");
/// What the people call the dice that they throw by hand.
pub const DICE_SET: HeaderField<String> = HeaderField::named("dice_set");
/// Dice that were seen and taken back while the game runs.
pub const SEEN: HeaderField<Vec<SeenRoll>> = HeaderField::named("seen");
/// Whether the record came from a file.
pub const OPENED: HeaderField<bool> = HeaderField::named("opened");
/// The other game that this one goes on from.
pub const CONTINUES: HeaderField<Continues> = HeaderField::named("continues");
/// The game that this one is a corrected version of, and after how many of its events they differ.
pub const CORRECTS: HeaderField<Continues> = HeaderField::named("corrects");
/// The players of a simulation.
pub const BOTS: HeaderField<Vec<String>> = HeaderField::named("bots");
/// Where the random numbers of a simulation began.
pub const SEED: HeaderField<u64> = HeaderField::named("seed");
/// The number of the game in its simulation.
pub const NUMBER: HeaderField<u64> = HeaderField::named("number");

/// A field of the header, and what stands in it.
pub struct HeaderField<T> {
    name: &'static str,
    holds: PhantomData<fn() -> T>,
}

impl<T> HeaderField<T> {
    const fn named(name: &'static str) -> HeaderField<T> {
        HeaderField { name, holds: PhantomData }
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether a record has it, readable or not.
    pub fn is_in(&self, record: &Record) -> bool {
        record.more.contains_key(self.name)
    }

    /// Takes it out of a record.
    pub fn remove(&self, record: &mut Record) {
        record.more.shift_remove(self.name);
    }
}

impl<T: Serialize + DeserializeOwned> HeaderField<T> {
    /// What stands in it; `None` where a record does not have it, or not in a form that can be read.
    pub fn read(&self, record: &Record) -> Option<T> {
        self.try_read(record).ok().flatten()
    }

    /// What stands in it, or what is wrong with that; `None` where a record does not have it.
    pub fn try_read(&self, record: &Record) -> Result<Option<T>, serde_json::Error> {
        record.more.get(self.name).map(T::deserialize).transpose()
    }

    /// Whether it stands in a record just as it is written: nothing beside it, and no second form.
    pub fn is_as_written(&self, record: &Record, value: &T) -> bool {
        record.more.get(self.name) == serde_json::to_value(value).ok().as_ref()
    }

    /// Writes it into a record.
    pub fn write(&self, record: &mut Record, value: &T) {
        // Texts, numbers, switches and lists of them always become JSON.
        record.more.insert(self.name.into(), serde_json::to_value(value).unwrap_or_default());
    }
}

/// A seat as the header describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSheet {
    /// Which colour and shape.
    pub colour: u8,
    /// Which of the page's little pictures, where the player has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<u8>,
    /// The level of a computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<u8>,
    /// A person's seat that was not taken yet when the game began.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub empty: bool,
    /// The name the seat had when the game began, where a person has taken it since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
}

impl SeatSheet {
    /// Whether a person sat there when the game began.
    pub fn is_person(&self) -> bool {
        self.computer.is_none() && !self.empty
    }

    /// The seats as far as a header tells them, whatever form it has: the first of eight colours that no other place
    /// suggests, people where it says nothing else, and levels that there are.
    pub fn of_all(record: &Record) -> Vec<SeatSheet> {
        let told = record.more.get(SEATS.name);
        let seat = |place: usize| {
            let number = |field: &str| told.and_then(|seats| seats.get(place)?.get(field)?.as_u64());
            let colour = (number("colour").unwrap_or(place as u64) % 8) as u8;
            let picture = number("picture").and_then(|picture| picture.try_into().ok());
            SeatSheet { colour, picture, computer: number("computer").map(|level| level.clamp(1, 5) as u8), ..SeatSheet::default() }
        };
        (0..record.players.len()).map(seat).collect()
    }

    /// A person has taken a seat in mid-game: what it was called when the game began is not forgotten.
    pub fn note_name(record: &mut Record, place: usize, before: &str) {
        let sheet = record.more.get_mut(SEATS.name).and_then(|seats| seats.get_mut(place)?.as_object_mut());
        if let Some(sheet) = sheet {
            sheet.entry("was").or_insert_with(|| before.into());
        }
        let throws = record.more.get_mut(OPENING.name).and_then(Value::as_array_mut);
        let name = record.players.get(place).cloned().unwrap_or_default();
        for thrower in throws.into_iter().flatten().filter_map(|throw| throw.get_mut(0)) {
            if *thrower == before {
                *thrower = name.as_str().into();
            }
        }
    }
}

/// The dice of one game; `docs/fair-dice.md` says what each field is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceSheet {
    /// The way in which they are thrown.
    pub scheme: String,
    /// The game's own name, so that no two games share their dice.
    pub game: String,
    /// What was published before the first roll.
    pub commitment: String,
    /// What each seat added, in the order of the table; empty for computers.
    pub parts: Vec<String>,
    /// Whether everyone gets the same dice, turn by turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_for_all: bool,
    /// Shown once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// Whose dice are thrown by hand and entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entered {
    /// Everyone's: people throw for the computers too.
    All,
    /// The people's; the program throws for computers.
    People,
}

impl Entered {
    /// Whether a seat's dice are entered.
    pub fn covers(self, computer: bool) -> bool {
        self == Entered::All || !computer
    }
}

/// A roll that was taken back: when it is due again, its dice show the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenRoll {
    /// Whose.
    pub seat: usize,
    /// In which of their turns, from 1.
    pub turn: usize,
    /// Which of that turn, from 0.
    pub roll: usize,
    /// What its dice showed.
    pub faces: Vec<u8>,
}

/// The other game a game goes on from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continues {
    /// Under which that one is kept.
    pub game: String,
    /// After how many of its events.
    pub after: u64,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record(more: Value) -> Record {
        let mut record = Record::new("yatzy", vec!["Anna".into(), "Ben".into()]);
        record.more = more.as_object().cloned().unwrap();
        record
    }

    #[test]
    fn what_is_written_is_read_and_stays_where_it_stood() {
        let mut record = record(json!({"undo": true, "seats": [{"colour": 3}, {"colour": 1, "computer": 2}], "clocks": 7}));
        let mut seats = SEATS.read(&record).unwrap();
        assert_eq!(seats[1].computer, Some(2));
        assert!(SEATS.is_as_written(&record, &seats));
        seats[0].colour = 5;
        SEATS.write(&mut record, &seats);
        STARTED.write(&mut record, &Time(1_000));
        let fields: Vec<&String> = record.more.keys().collect();
        assert_eq!(fields, ["undo", "seats", "clocks", "started"]);
        assert_eq!(json!(record.more)["seats"], json!([{"colour": 5}, {"colour": 1, "computer": 2}]));
    }

    #[test]
    fn what_cannot_be_read_is_told_from_what_is_not_there() {
        let record = record(json!({"order": "clockwise"}));
        assert!(ORDER.try_read(&record).is_err() && ORDER.is_in(&record));
        assert_eq!(ORDER.read(&record), None);
        assert!(SEATS.try_read(&record).unwrap().is_none() && !SEATS.is_in(&record));
    }

    #[test]
    fn seats_are_read_whatever_form_they_have() {
        let seats = |told: Value| SeatSheet::of_all(&record(json!({"seats": told})));
        let plain = |colour| SeatSheet { colour, ..SeatSheet::default() };
        assert_eq!(seats(json!("none")), [plain(0), plain(1)]);
        assert_eq!(seats(json!([{}, {"colour": 11}])), [plain(0), plain(3)]);
        assert_eq!(seats(json!([{"picture": 4}, {"picture": 400}])), [SeatSheet { picture: Some(4), ..plain(0) }, plain(1)]);
        assert_eq!(seats(json!([{"computer": 9, "dog": 1}])), [SeatSheet { computer: Some(5), ..plain(0) }, plain(1)]);
    }
}
