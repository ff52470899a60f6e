//! Beginning a game: who begins is found as the rulebook says, then the seats are turned so that this player sits first.

use spieltisch_records::header::{DICE_SET, ROLL_OFF, SAVED, STARTED};
use spieltisch_records::{DynGame, Record, Time};
use spieltisch_rules::starter::Opening;
use spieltisch_rules::{Game, Seat};

use crate::{Allowed, HeldRollOff, LocalGame, Player, seat_from, settle};

/// How the first player is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// This seat begins.
    Seat(Seat),
    /// Everyone rolls so many dice, one after another.
    RollOff(usize),
}

impl Starter {
    /// How a game opens for so many players who have played none before; the first of them is the youngest.
    pub fn of_first<G: Game>(players: usize) -> Starter {
        Starter::of(G::INFO.begins.opening(None), players)
    }

    /// How the next game of the same company opens.
    pub fn of_rematch<G: Game>(game: &LocalGame<G>) -> Starter {
        Starter::of(G::INFO.begins.opening(Some(&game.position.scores())), game.seats.len())
    }

    fn of(opening: Opening, players: usize) -> Starter {
        match opening {
            Opening::RollOff { dice } if players > 1 => Starter::RollOff(dice),
            Opening::Seat(seat) => Starter::Seat(seat),
            // The youngest stays the youngest: they sit first already.
            Opening::AskYoungest | Opening::RollOff { .. } => Starter::Seat(0),
        }
    }
}

/// The record of a new game: with the options and the board of `set_up`, for these players.
pub fn begin(set_up: &Record, seats: &[Player], allowed: Allowed, starter: Starter, now: Time) -> Record {
    let mut record = Record::new(&set_up.game, Vec::new());
    (record.options, record.board) = (set_up.options.clone(), set_up.board.clone());
    allowed.write(&mut record);
    if let Some(set) = DICE_SET.read(set_up).filter(|_| allowed.entered.is_some()) {
        DICE_SET.write(&mut record, &set);
    }
    STARTED.write(&mut record, &now);
    SAVED.write(&mut record, &now);
    match starter {
        Starter::Seat(first) => seat_from(&mut record, seats, first),
        Starter::RollOff(dice) => {
            seat_from(&mut record, seats, 0);
            ROLL_OFF.write(&mut record, &dice);
        }
    }
    record
}

/// Holds the whole roll-off of a new game at once.
pub fn roll_off_at_once(record: &mut Record, mut throw: impl FnMut(usize) -> Vec<u8>) {
    while let Some(held) = HeldRollOff::read(record).filter(|held| held.next().is_some()) {
        held.enter(record, throw(held.dice()));
    }
    settle(record);
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::caro::Caro;
    use spieltisch_rules::yatzy::Yatzy;

    use super::*;
    use crate::Kind;

    #[test]
    fn whoever_rolls_highest_sits_first() {
        let seats = [Player::new("Anna", 0, Kind::Person), Player::new("Ben", 1, Kind::Computer(2))];
        let allowed = Allowed::read(&Record::new("yatzy", Vec::new()));
        let starter = Starter::of_first::<Yatzy>(2);
        let mut record = begin(&Record::new("yatzy", Vec::new()), &seats, allowed, starter, Time(5));
        assert_eq!(HeldRollOff::read(&record).and_then(|held| held.next()), Some(0));
        let mut faces = [1, 6].into_iter();
        roll_off_at_once(&mut record, |dice| vec![faces.next().unwrap_or(1); dice]);
        assert_eq!(record.players, ["Ben", "Anna"]);
        assert!(HeldRollOff::read(&record).is_none());
    }

    #[test]
    fn alone_nobody_rolls_for_it_and_the_youngest_sits_first() {
        assert_eq!(Starter::of_first::<Yatzy>(1), Starter::Seat(0));
        assert_eq!(Starter::of_first::<Caro>(3), Starter::Seat(0));
    }
}
