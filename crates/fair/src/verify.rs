//! Recomputing every roll of a record.

use std::fmt;

use serde_json::Value;
use spieltisch_records::{Record, RecordError, open_table};
use spieltisch_rules::starter::RollOff;

use crate::counter::{Counter, Draw};
use crate::dice::FairDice;
use crate::secret::Secret;
use crate::sheet::{DiceSheet, FIELD, OPENING_FIELD, SCHEME};

/// A record whose every roll follows from its secret and parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Rolls recomputed, those of the roll-off included.
    pub rolls: usize,
    /// Players whose own part is in the dice.
    pub parts: usize,
}

/// Why a record's dice are not verified.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The header does not describe the dice, or in another way than this.
    NoSheet,
    /// The game is not over: the secret is not shown yet.
    NoSecret,
    /// The secret is not hexadecimal, or not the one that was committed to.
    WrongSecret,
    /// A throw of the roll-off differs, from 1.
    Opening {
        /// Which throw, from 1.
        number: usize,
    },
    /// A roll differs from the one that follows from the secret.
    Roll {
        /// Which event, from 1.
        event: usize,
        /// What the secret gives.
        expected: String,
        /// What the record says.
        found: String,
    },
    /// The record does not replay at all.
    Record(RecordError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoSheet => write!(f, "the header has no field {FIELD} of the scheme {SCHEME}: these dice cannot be checked"),
            Fault::NoSecret => f.write_str("the secret is not shown yet: it is added when the game is over"),
            Fault::WrongSecret => f.write_str("the secret is not the one that was committed to before the first roll"),
            Fault::Opening { number } => write!(f, "throw {number} of the roll-off is not the one that follows from the secret"),
            Fault::Roll { event, expected, found } => {
                write!(f, "event {event}: the record says “{found}”, but secret and parts give “{expected}”")
            }
            Fault::Record(error) => match error.event() {
                Some(event) => write!(f, "event {event}: {error}"),
                None => write!(f, "{error}"),
            },
        }
    }
}

impl std::error::Error for Fault {}

/// Recomputes every roll of a record.
pub fn verify(record: &Record) -> Result<Verified, Fault> {
    let sheet = DiceSheet::of(record).filter(|sheet| sheet.scheme == SCHEME).ok_or(Fault::NoSheet)?;
    let secret = sheet.secret.as_deref().ok_or(Fault::NoSecret)?;
    let secret = Secret::from_hex(secret).map_err(|_| Fault::WrongSecret)?;
    if secret.commitment() != sheet.commitment {
        return Err(Fault::WrongSecret);
    }
    let dice = FairDice::new(secret, &sheet);
    let opening = verify_opening(record, &dice)?;
    let rolls = verify_rolls(record, &dice, sheet.same_for_all)?;
    Ok(Verified { rolls: opening + rolls, parts: sheet.parts.iter().filter(|part| !part.is_empty()).count() })
}

/// The roll-off's faces, and that its winner sits first.
fn verify_opening(record: &Record, dice: &FairDice) -> Result<usize, Fault> {
    let Some(throws) = record.more.get(OPENING_FIELD).and_then(Value::as_array).filter(|throws| !throws.is_empty()) else { return Ok(0) };
    let players = record.players.len();
    let mut roll_off = RollOff::new(players);
    let mut names = Vec::new();
    for (i, throw) in throws.iter().enumerate() {
        let wrong = Fault::Opening { number: i + 1 };
        let Ok((name, faces)) = serde_json::from_value::<(String, Vec<u8>)>(throw.clone()) else { return Err(wrong) };
        // In the first round everyone throws once, in the order of the table.
        if i < players {
            names.push(name.clone());
        }
        let thrower = roll_off.next().and_then(|seat| names.get(seat));
        if thrower != Some(&name) || faces.len() > 6 || dice.faces(&Draw::opening(i), faces.len()) != faces {
            return Err(wrong);
        }
        roll_off.enter(faces.iter().map(|&face| u32::from(face)).sum());
    }
    let first = roll_off.winner().and_then(|seat| names.get(seat));
    if first == record.players.first() { Ok(throws.len()) } else { Err(Fault::Opening { number: throws.len() }) }
}

fn verify_rolls(record: &Record, dice: &FairDice, same_for_all: bool) -> Result<usize, Fault> {
    let mut session = open_table(&record.game, record.players.len(), &record.options, &record.board).map_err(Fault::Record)?;
    let mut counter = Counter::new(same_for_all);
    let mut rolls = 0;
    for (i, event) in record.events.iter().enumerate() {
        if let Some(expected) = dice.throw(&*session, &mut counter) {
            if *event != expected {
                return Err(Fault::Roll { event: i + 1, expected, found: event.clone() });
            }
            rolls += 1;
        }
        session.take(event).map_err(|refused| Fault::Record(RecordError::Event { number: i + 1, refused }))?;
    }
    Ok(rolls)
}
