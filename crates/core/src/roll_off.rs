//! Who begins: everyone rolls, then the seats are turned so that the winner sits first.

use spieltisch_records::header::{OPENING, ROLL_OFF};
use spieltisch_records::{Entered, Record};
use spieltisch_rules::Seat;
use spieltisch_rules::starter::{RollOff, clockwise_from};

use crate::players::{Allowed, Kind, Player, seats, write_seats};

/// Writes the seats into a header, the player at `first` first.
pub fn seat_from(record: &mut Record, seats: &[Player], first: Seat) {
    let seats: Vec<Player> = clockwise_from(first, seats.len()).map(|seat| seats[seat].clone()).collect();
    write_seats(record, &seats);
}

/// A roll-off being held.
#[derive(Clone, Debug)]
pub struct HeldRollOff {
    /// Who takes part, as they sit.
    pub seats: Vec<Player>,
    /// Everyone's dice so far, in order.
    pub rolls: Vec<(Seat, Vec<u8>)>,
    dice: usize,
    state: RollOff,
    entered: Option<Entered>,
}

impl HeldRollOff {
    /// Reads the roll-off that a saved game waits for.
    pub fn read(record: &Record) -> Option<HeldRollOff> {
        let dice = ROLL_OFF.read(record)?;
        let seats = seats(record);
        let mut state = RollOff::new(seats.len());
        let seat_of = |name: &str| seats.iter().position(|player| player.name == name);
        let rolls: Vec<(Seat, Vec<u8>)> =
            opening_rolls(record).into_iter().filter_map(|(name, faces)| Some((seat_of(&name)?, faces))).collect();
        rolls.iter().for_each(|(_, faces)| state.enter(sum(faces)));
        Some(HeldRollOff { seats, rolls, dice, state, entered: Allowed::read(record).entered })
    }

    /// Who rolls next, until it is decided.
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

    /// Whether the dice of this seat are thrown by hand and entered.
    pub fn is_entered(&self, seat: Seat) -> bool {
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

    /// Takes what the player whose turn it is has thrown.
    pub fn enter(&self, record: &mut Record, faces: Vec<u8>) {
        let Some(seat) = self.next().filter(|_| faces.len() == self.dice) else { return };
        let mut all = opening_rolls(record);
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
    let Some(held) = HeldRollOff::read(record) else { return };
    seat_from(record, &held.seats, held.winner().unwrap_or(0));
    ROLL_OFF.remove(record);
}

/// Everyone's dice in the roll-off by which a saved game began.
pub fn opening_rolls(record: &Record) -> Vec<(String, Vec<u8>)> {
    OPENING.read(record).unwrap_or_default()
}
