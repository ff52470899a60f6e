//! Beginning a game: who begins is found as the rulebook says, then the seats are turned so
//! that this player sits first.

use serde_json::Value;
use spieltisch_records::header::{CONTINUES, DICE, DICE_SET, OPENED, OPENING, ROLL_OFF, SAVED, STARTED};
use spieltisch_records::{Continues, Entered, Record};
use spieltisch_rules::Seat;
use spieltisch_rules::starter::{RollOff, clockwise_from};

use super::header::{self, Allowed, Kind, Player};
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
    seat(&mut record, seats, 0);
    match starter {
        Starter::Seat(first) => seat(&mut record, seats, first),
        Starter::RollOff(dice) => ROLL_OFF.write(&mut record, &dice),
        Starter::QuickRollOff(dice) => {
            ROLL_OFF.write(&mut record, &dice);
            while let Some(held) = Held::read(&record).filter(|held| held.next().is_some()) {
                held.throw(&mut record);
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
/// nothing of how the other's were thrown can be checked any more, and it is nobody's win of the evening.
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

/// Writes the seats into the header, the first player first.
fn seat(record: &mut Record, seats: &[Player], first: Seat) {
    let seats: Vec<Player> = clockwise_from(first, seats.len()).map(|seat| seats[seat].clone()).collect();
    header::write_seats(record, &seats);
}

/// A roll-off being held.
#[derive(Clone, Debug)]
pub struct Held {
    /// Who takes part, as they sit.
    pub seats: Vec<Player>,
    /// Everyone's dice so far, in order.
    pub rolls: Vec<(Seat, Vec<u8>)>,
    dice: usize,
    state: RollOff,
    entered: Option<Entered>,
}

impl Held {
    /// Reads the roll-off that a saved game waits for.
    pub fn read(record: &Record) -> Option<Held> {
        let dice = ROLL_OFF.read(record)?;
        let seats = header::seats(record);
        let mut state = RollOff::new(seats.len());
        let seat_of = |name: &str| seats.iter().position(|player| player.name == name);
        let rolls: Vec<(Seat, Vec<u8>)> = rolls(record).into_iter().filter_map(|(name, faces)| Some((seat_of(&name)?, faces))).collect();
        rolls.iter().for_each(|(_, faces)| state.enter(sum(faces)));
        Some(Held { seats, rolls, dice, state, entered: Allowed::read(record).entered })
    }

    /// Who rolls next; nobody once it is decided.
    pub fn next(&self) -> Option<Seat> {
        self.state.next()
    }

    /// Who begins, once it is decided.
    pub fn winner(&self) -> Option<Seat> {
        self.state.winner()
    }

    /// Those who can still win it.
    pub fn contenders(&self) -> Vec<Seat> {
        self.state.contenders().iter().collect()
    }

    /// How many dice everyone rolls.
    pub fn dice(&self) -> usize {
        self.dice
    }

    /// The player whose dice are thrown by hand and entered now.
    pub fn enters(&self) -> Option<Seat> {
        self.next().filter(|&seat| self.is_entered(seat))
    }

    fn is_entered(&self, seat: Seat) -> bool {
        self.entered.is_some_and(|entered| entered.covers(self.seats[seat].kind != Kind::Person))
    }

    /// The last throw before this place that was entered.
    pub fn entered_before(&self, place: usize) -> Option<usize> {
        (0..place).rev().find(|&index| self.rolls.get(index).is_some_and(|(seat, _)| self.is_entered(*seat)))
    }

    /// Changes a throw. What was thrown after it stays, as far as it would still have been thrown.
    pub fn change(&self, record: &mut Record, index: usize, faces: Vec<u8>) {
        let mut rolls = self.rolls.clone();
        let Some(changed) = rolls.get_mut(index).filter(|_| faces.len() == self.dice) else { return };
        changed.1 = faces;
        let mut state = RollOff::new(self.seats.len());
        rolls.retain(|(seat, faces)| {
            let stays = state.next() == Some(*seat);
            if stays {
                state.enter(sum(faces));
            }
            stays
        });
        OPENING.write(record, &rolls.into_iter().map(|(seat, faces)| (self.seats[seat].name.clone(), faces)).collect());
    }

    /// Throws for the player whose turn it is.
    pub fn throw(&self, record: &mut Record) {
        self.enter(record, browser::throw_dice(self.dice));
    }

    /// Takes what the player whose turn it is has thrown.
    pub fn enter(&self, record: &mut Record, faces: Vec<u8>) {
        let Some(seat) = self.next().filter(|_| faces.len() == self.dice) else { return };
        let mut all = rolls(record);
        all.push((self.seats[seat].name.clone(), faces));
        OPENING.write(record, &all);
    }
}

/// What dice show together.
pub fn sum(faces: &[u8]) -> u32 {
    faces.iter().map(|&face| u32::from(face)).sum()
}

/// Ends the roll-off: its winner sits first, and the game can begin.
pub fn settle(record: &mut Record) {
    let Some(held) = Held::read(record) else { return };
    seat(record, &held.seats, held.winner().unwrap_or(0));
    ROLL_OFF.remove(record);
}

/// Everyone's dice in the roll-off by which a saved game began.
pub fn rolls(record: &Record) -> Vec<(String, Vec<u8>)> {
    OPENING.read(record).unwrap_or_default()
}
