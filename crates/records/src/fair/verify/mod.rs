//! Checking everything a record states: its dice, who begins, what was agreed, its events and result.

mod beginning;
mod findings;
mod header;
mod table;

use std::collections::HashMap;

use serde_json::json;
use spieltisch_rules::ToAct;

pub use findings::{Gap, Verified, VerifyFault};

use crate::fair::counter::Counter;
use crate::fair::dice::FairDice;
use crate::fair::secret::Secret;
use crate::header::{DICE, ENTERED, OPENING};
use crate::{DynGame, Record, RecordError, open_table};
use header::Header;
use table::Before;

/// Checks one record by itself.
pub fn verify(record: &Record) -> Result<Verified, VerifyFault> {
    Verifier::default().check(record)
}

/// Checks records one after another; those of one table are compared with each other.
#[derive(Default)]
pub struct Verifier {
    /// The last good game of each table.
    before: HashMap<String, Before>,
}

impl Verifier {
    /// Checks the next record.
    pub fn check(&mut self, record: &Record) -> Result<Verified, VerifyFault> {
        let game = open_table(&record.game, record.players.len(), &record.options, &record.board).map_err(VerifyFault::Record)?;
        if ENTERED.is_in(record) && !DICE.is_in(record) {
            return entered(record);
        }
        let header = Header::read(record)?;
        let Some(secret) = header.sheet.secret.as_deref() else { return Err(without_secret(record)) };
        let secret = Secret::from_hex(secret).map_err(|_| VerifyFault::WrongSecret)?;
        if secret.commitment() != header.sheet.commitment {
            return Err(VerifyFault::WrongSecret);
        }
        let dice = FairDice::new(secret, &header.sheet);
        let before = self.before.get(&header.name.table);
        before.map_or(Ok(()), |before| before.check(&header))?;
        let (throws, mut gaps) = beginning::check(&header, &dice, before)?;
        let (game, rolls) = replay(record, game, &dice, header.sheet.same_for_all)?;
        check_end(record, &*game)?;
        if throws + rolls == 0 {
            gaps.insert(0, Gap::NoDice);
        } else if header.name.agreed.is_none() {
            gaps.insert(0, Gap::Unbound);
        }
        let without_part = without_part(&header).unwrap_or_else(|| {
            gaps.push(Gap::WhoseParts);
            Vec::new()
        });
        let unchecked = header.unchecked();
        if !unchecked.is_empty() {
            gaps.push(Gap::Fields(unchecked));
        }
        let parts = header.sheet.parts.iter().filter(|part| !part.is_empty()).count();
        self.before.insert(header.name.table.clone(), Before::new(&header, game.scores()));
        Ok(Verified { rolls: throws + rolls, parts, without_part, gaps })
    }
}

/// What can be said of a record whose dice were entered: its events and its result fit the rules.
fn entered(record: &Record) -> Result<Verified, VerifyFault> {
    crate::replay(&mut record.clone()).map_err(VerifyFault::Record)?;
    let throws = OPENING.read(record).map_or(0, |throws| throws.len());
    let rolls = record.events.iter().filter(|event| event.starts_with("roll ")).count();
    Ok(Verified { rolls: throws + rolls, parts: 0, without_part: Vec::new(), gaps: vec![Gap::Entered] })
}

/// Replays the events with the dice that follow from the secret.
fn replay(
    record: &Record,
    mut game: Box<dyn DynGame>,
    dice: &FairDice,
    same_for_all: bool,
) -> Result<(Box<dyn DynGame>, usize), VerifyFault> {
    let mut counter = Counter::new(same_for_all);
    let mut rolls = 0;
    for (i, event) in record.events.iter().enumerate() {
        if let Some(expected) = dice.throw(&*game, &mut counter) {
            if *event != expected {
                return Err(VerifyFault::Roll { event: i + 1, expected, found: event.clone() });
            }
            rolls += 1;
        }
        game.take(event).map_err(|refused| VerifyFault::Record(RecordError::Event { number: i + 1, refused }))?;
    }
    Ok((game, rolls))
}

/// A record with its secret is of a game that is over, with the result its events give.
fn check_end(record: &Record, game: &dyn DynGame) -> Result<(), VerifyFault> {
    if game.to_act() != ToAct::Over {
        return Err(VerifyFault::header(
            "events",
            format!("after {} events the game is not over, yet its secret is shown", record.events.len()),
        ));
    }
    let expected = json!(game.result());
    if record.result == expected {
        return Ok(());
    }
    let (expected, stated) = (expected.to_string(), record.result.to_string());
    Err(VerifyFault::Record(RecordError::Result { events: record.events.len(), expected, stated }))
}

/// What a record without a secret is: a game that is not over, or one that hides something.
fn without_secret(record: &Record) -> VerifyFault {
    let mut replayed = record.clone();
    match crate::open(&mut replayed) {
        Err(error) => VerifyFault::Record(error),
        Ok(game) if game.to_act() == ToAct::Over => {
            VerifyFault::header(DICE.name(), "the game is over, but the secret of its dice is missing")
        }
        Ok(_) if !record.result.is_null() => VerifyFault::header("result", "the game is not over, yet a result is stated"),
        Ok(_) => VerifyFault::NoSecret,
    }
}

/// Persons whose part is not in the dice; `None` where the record does not tell.
fn without_part(header: &Header<'_>) -> Option<Vec<String>> {
    let parts = &header.sheet.parts;
    let persons = |place: usize| header.seats.as_ref().is_none_or(|seats| seats[place].is_person());
    let players = &header.record.players;
    let seat = |place: usize| match &header.order {
        Some(order) => Some(order[place]),
        // Older records tell the order of the table by who threw first.
        None => header.opening.iter().take(players.len()).position(|(name, _)| *name == players[place]),
    };
    let all_the_same = parts.iter().all(String::is_empty) || parts.iter().all(|part| !part.is_empty());
    let missing = (0..players.len()).filter(|&place| persons(place)).map(|place| {
        let seat = if all_the_same { Some(0) } else { seat(place) };
        Some((place, parts[seat?].is_empty()))
    });
    let missing: Vec<(usize, bool)> = missing.collect::<Option<_>>()?;
    Some(missing.into_iter().filter(|(_, missing)| *missing).map(|(place, _)| players[place].clone()).collect())
}
