//! Reading what a header says, each field by itself.

use serde::Serialize;
use serde::de::DeserializeOwned;
use spieltisch_rules::Seat;
use spieltisch_rules::starter::clockwise_from;

use super::findings::VerifyFault;
use crate::fair::agreed::GameName;
use crate::fair::sheet::{SCHEME, is_part};
use crate::header::{DICE, HeaderField, OPENING, ORDER, SEATS};
use crate::{DiceSheet, Record, SeatSheet};

/// The fields of the header that are checked; others are named.
const CHECKED: [&str; 4] = [DICE.name(), OPENING.name(), SEATS.name(), ORDER.name()];
/// Colours there are.
const COLOURS: u8 = 8;
/// Levels of computers.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=5;

/// A header whose every field has its right form.
pub(super) struct Header<'a> {
    pub record: &'a Record,
    pub sheet: DiceSheet,
    pub name: GameName,
    /// The seats of the table in the order of play; older records have none.
    pub order: Option<Vec<Seat>>,
    /// The players' seats in the order of play; records from elsewhere may have none.
    pub seats: Option<Vec<SeatSheet>>,
    /// The roll-off.
    pub opening: Vec<(String, Vec<u8>)>,
}

impl<'a> Header<'a> {
    pub fn read(record: &'a Record) -> Result<Header<'a>, VerifyFault> {
        let sheet = DICE.read(record).filter(|sheet| sheet.scheme == SCHEME).ok_or(VerifyFault::NoSheet)?;
        check_form(&DICE, record, &sheet)?;
        check_parts(record, &sheet)?;
        let name = GameName::read(&sheet.game);
        let name =
            name.ok_or_else(|| VerifyFault::header(DICE.name(), format!("“{}” is no game's own name, as TABLE/NUMBER", sheet.game)))?;
        let header = Header {
            order: field(record, &ORDER)?,
            seats: field(record, &SEATS)?,
            opening: field(record, &OPENING)?.unwrap_or_default(),
            record,
            sheet,
            name,
        };
        header.check()?;
        Ok(header)
    }

    fn check(&self) -> Result<(), VerifyFault> {
        let players = self.record.players.len();
        if OPENING.is_in(self.record) && self.opening.is_empty() {
            return Err(VerifyFault::header(OPENING.name(), "a roll-off has throws"));
        }
        if let Some(order) = &self.order {
            let clockwise = order.first().is_some_and(|&first| first < players && clockwise_from(first, players).eq(order.iter().copied()));
            if !clockwise {
                return Err(VerifyFault::header(ORDER.name(), "the seats of the table come one after the other, each once"));
            }
        }
        if let Some(seats) = &self.seats {
            let good = |seat: &SeatSheet| seat.colour < COLOURS && seat.computer.is_none_or(|level| LEVELS.contains(&level) && !seat.empty);
            if seats.len() != players || !seats.iter().all(good) {
                return Err(VerifyFault::header(SEATS.name(), format!("expected {players} seats with a colour each")));
            }
        }
        if self.name.agreed.is_some() && (self.order.is_none() || self.seats.is_none()) {
            return Err(VerifyFault::header(if self.order.is_none() { ORDER.name() } else { SEATS.name() }, "the field is missing"));
        }
        Ok(())
    }

    /// The names of the table, seat by seat, where the header tells the order.
    pub fn table_names(&self) -> Option<Vec<&'a str>> {
        let order = self.order.as_ref()?;
        let place = |seat: Seat| order.iter().position(|&other| other == seat);
        (0..order.len()).map(|seat| Some(self.record.players.get(place(seat)?)?.as_str())).collect()
    }

    /// The seats of the table with their names, in its order.
    pub fn table_seats(&self) -> Option<Vec<(String, SeatSheet)>> {
        let (order, seats) = (self.order.as_ref()?, self.seats.as_ref()?);
        let at_first = |(name, seat): (&String, &SeatSheet)| (seat.was.as_ref().unwrap_or(name).clone(), seat.clone());
        let mut table: Vec<_> = order.iter().zip(self.record.players.iter().zip(seats).map(at_first)).collect();
        table.sort_by_key(|(seat, _)| **seat);
        Some(table.into_iter().map(|(_, said)| said).collect())
    }

    /// Fields that nothing is compared with.
    pub fn unchecked(&self) -> Vec<String> {
        self.record.more.keys().filter(|name| !CHECKED.contains(&name.as_str())).cloned().collect()
    }
}

/// A field of the header, where there is one.
fn field<T: DeserializeOwned + Serialize>(record: &Record, field: &HeaderField<T>) -> Result<Option<T>, VerifyFault> {
    let read = field.try_read(record).map_err(|error| VerifyFault::header(field.name(), error.to_string()))?;
    read.as_ref().map_or(Ok(()), |read| check_form(field, record, read))?;
    Ok(read)
}

/// What was read, written again, is the same.
fn check_form<T: DeserializeOwned + Serialize>(field: &HeaderField<T>, record: &Record, read: &T) -> Result<(), VerifyFault> {
    if field.is_as_written(record, read) {
        return Ok(());
    }
    Err(VerifyFault::header(field.name(), "it is not in the form in which it is written"))
}

fn check_parts(record: &Record, sheet: &DiceSheet) -> Result<(), VerifyFault> {
    let players = record.players.len();
    if sheet.parts.len() != players || !sheet.parts.iter().all(|part| is_part(part)) {
        return Err(VerifyFault::header(
            DICE.name(),
            format!("expected {players} parts of up to 32 hexadecimal digits, an empty one where there is none"),
        ));
    }
    Ok(())
}
