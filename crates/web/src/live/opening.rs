//! Beginning a game: who begins is found as the rulebook says, then the seats are turned so
//! that this player sits first.

use serde_json::{Value, json};
use spieltisch_records::Record;
use spieltisch_rules::Seat;
use spieltisch_rules::starter::{RollOff, clockwise_from};

use super::header::{self, Player, SEATS_FIELD};
use crate::{browser, store};

const FIELD: &str = "opening";

/// How the first player is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// This seat begins.
    Seat(Seat),
    /// Everyone rolls so many dice, the highest begins.
    RollOff(usize),
}

/// How the first player was found.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// Everyone's dice in the roll-off, in order.
    pub rolls: Vec<(String, Vec<u8>)>,
}

/// Begins a game and returns its id: `record` tells the game, its options and its board.
pub fn begin(mut record: Record, seats: &[Player], undo: bool, starter: Starter) -> String {
    let (first, rolls) = match starter {
        Starter::Seat(seat) => (seat, Vec::new()),
        Starter::RollOff(dice) => roll_off(seats, dice),
    };
    let seats: Vec<Player> = clockwise_from(first, seats.len()).map(|seat| seats[seat].clone()).collect();
    let id = format!("{:x}", browser::now() as u64);
    record.players = seats.iter().map(|player| player.name.clone()).collect();
    let now = browser::now_text();
    let fields = [
        (SEATS_FIELD, header::seats_value(&seats)),
        ("undo", undo.into()),
        (FIELD, rolls.into()),
        ("started", now.as_str().into()),
        ("saved", now.as_str().into()),
    ];
    record.more.extend(fields.map(|(name, value)| (name.to_string(), value)));
    store::save_game(&id, &record);
    id
}

fn roll_off(seats: &[Player], dice: usize) -> (Seat, Vec<Value>) {
    let mut roll_off = RollOff::new(seats.len());
    let mut rolls = Vec::new();
    while let Some(seat) = roll_off.next() {
        let faces = browser::throw_dice(dice);
        roll_off.enter(faces.iter().map(|&face| u32::from(face)).sum());
        rolls.push(json!([seats[seat].name, faces]));
    }
    (roll_off.winner().unwrap_or(0), rolls)
}

/// Reads how a saved game began.
pub fn read(record: &Record) -> Opened {
    let rolls = record.more.get(FIELD).and_then(Value::as_array).cloned().unwrap_or_default();
    let roll = |roll: &Value| serde_json::from_value::<(String, Vec<u8>)>(roll.clone()).ok();
    Opened { rolls: rolls.iter().filter_map(roll).collect() }
}
