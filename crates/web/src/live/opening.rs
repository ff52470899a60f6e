//! Beginning a game: who begins is found as the rulebook says, then the seats are turned so
//! that this player sits first.

use serde_json::Value;
use spieltisch_core::{HeldRollOff, seat_from, settle};
use spieltisch_records::header::{CONTINUES, DICE, DICE_SET, OPENED, ROLL_OFF, SAVED, STARTED};
use spieltisch_records::{Continues, Record};
use spieltisch_rules::Seat;

use super::{Allowed, Player};
use crate::{browser, store};

/// How the first player is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// This seat begins.
    Seat(Seat),
    /// Everyone rolls so many dice at the table, the highest begins.
    RollOff(usize),
    /// The same, without anybody looking on.
    QuickRollOff(usize),
}

/// Begins a game and returns its id: `set_up` tells the game, its options, its board and whose dice. Whatever else it tells is
/// another game's: its result, its dice, where it came from.
pub fn begin(set_up: &Record, seats: &[Player], allowed: Allowed, starter: Starter) -> String {
    let id = store::new_id();
    let mut record = Record::new(&set_up.game, Vec::new());
    (record.options, record.board) = (set_up.options.clone(), set_up.board.clone());
    allowed.write(&mut record);
    if let Some(set) = DICE_SET.read(set_up).filter(|_| allowed.entered.is_some()) {
        DICE_SET.write(&mut record, &set);
    }
    started_now(&mut record);
    seat_from(&mut record, seats, 0);
    match starter {
        Starter::Seat(first) => seat_from(&mut record, seats, first),
        Starter::RollOff(dice) => ROLL_OFF.write(&mut record, &dice),
        Starter::QuickRollOff(dice) => {
            ROLL_OFF.write(&mut record, &dice);
            while let Some(held) = HeldRollOff::read(&record).filter(|held| held.next().is_some()) {
                held.enter(&mut record, browser::throw_dice(held.dice()));
            }
            settle(&mut record);
        }
    }
    store::begin_game(&id, record);
    id
}

fn started_now(record: &mut Record) {
    let now = browser::time();
    STARTED.write(record, &now);
    SAVED.write(record, &now);
}

/// Begins a new game from a position of another, and returns its id. Its dice are thrown here from now on, so
/// nothing of how the other's were thrown can be checked any more, and it does not count as a win of the evening.
pub fn go_on_from(other: &str, mut record: Record) -> String {
    OPENED.remove(&mut record);
    DICE.remove(&mut record);
    CONTINUES.remove(&mut record);
    let after = record.events.len() as u64;
    CONTINUES.write(&mut record, &Continues { game: other.into(), after });
    record.result = Value::Null;
    started_now(&mut record);
    let id = store::new_id();
    store::begin_game(&id, record);
    id
}

/// After how many events of another game this one began, where it did.
pub fn continues_after(record: &Record) -> Option<u64> {
    CONTINUES.read(record).map(|continues| continues.after)
}
