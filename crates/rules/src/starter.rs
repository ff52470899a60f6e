//! Who begins, as each rulebook says.

use crate::seats::{Scores, Seat, SeatSet};

/// How the first player of a game is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Begins {
    /// Everyone rolls this many dice; the highest sum begins, ties roll again.
    RollOff {
        /// How many dice each player rolls.
        dice: usize,
    },
    /// The youngest begins, in every game.
    Youngest,
    /// The youngest begins the first game, the loser of the last one every further game.
    YoungestThenLoser,
}

/// What the company must do to find the first player of the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// Hold a roll-off with this many dice each.
    RollOff {
        /// How many dice each player rolls.
        dice: usize,
    },
    /// Ask who is the youngest.
    AskYoungest,
    /// This seat of the last game begins.
    Seat(Seat),
}

impl Begins {
    /// How the next game opens, given the scores of the company's last one.
    pub fn opening(self, last: Option<&Scores>) -> Opening {
        match (self, last) {
            (Begins::RollOff { dice }, _) => Opening::RollOff { dice },
            (Begins::YoungestThenLoser, Some(scores)) => Opening::Seat(loser(scores)),
            (Begins::Youngest | Begins::YoungestThenLoser, _) => Opening::AskYoungest,
        }
    }
}

/// The loser of a game: fewest points. Where several are last, the one who came latest in the
/// order of play, so that beginning moves round the table.
fn loser(scores: &Scores) -> Seat {
    scores.trailers().iter().last().unwrap_or(0)
}

/// The order of play when `starter` begins: seats of the old order, the starter first, clockwise.
pub fn clockwise_from(starter: Seat, players: usize) -> impl Iterator<Item = Seat> {
    (0..players).map(move |i| (starter + i) % players)
}

/// A roll-off under way: everyone rolls once, those who tie for the highest roll again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RollOff {
    players: usize,
    /// Those still in it.
    contenders: SeatSet,
    /// Those of them who have yet to roll in this round.
    waiting: SeatSet,
    highest: u32,
    leaders: SeatSet,
}

impl RollOff {
    /// Begins a roll-off of `players` seats.
    pub fn new(players: usize) -> RollOff {
        let all = SeatSet::all(players);
        RollOff { players, contenders: all, waiting: all, highest: 0, leaders: SeatSet::EMPTY }
    }

    /// Who rolls next; `None` once the roll-off is decided.
    pub fn next(&self) -> Option<Seat> {
        if self.winner().is_some() { None } else { self.waiting.iter().next() }
    }

    /// Who begins, once it is decided.
    pub fn winner(&self) -> Option<Seat> {
        if self.contenders.len() == 1 { self.contenders.iter().next() } else { None }
    }

    /// Those still in it.
    pub fn contenders(&self) -> SeatSet {
        self.contenders
    }

    /// How many seats take part.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Enters the sum that the next player rolled.
    pub fn enter(&mut self, sum: u32) {
        let Some(seat) = self.next() else { return };
        self.waiting = self.waiting.without(seat);
        if sum > self.highest {
            self.highest = sum;
            self.leaders = SeatSet::EMPTY;
        }
        if sum == self.highest {
            self.leaders = self.leaders.with(seat);
        }
        if self.waiting.is_empty() {
            *self = RollOff { contenders: self.leaders, waiting: self.leaders, highest: 0, leaders: SeatSet::EMPTY, players: self.players };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_for_the_highest_roll_again() {
        let mut roll_off = RollOff::new(4);
        for sum in [17, 22, 9, 22] {
            assert_eq!(roll_off.winner(), None);
            roll_off.enter(sum);
        }
        assert_eq!(roll_off.contenders().iter().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(roll_off.next(), Some(1));
        roll_off.enter(12);
        assert_eq!(roll_off.next(), Some(3));
        roll_off.enter(12);
        assert_eq!(roll_off.winner(), None, "still equal");
        roll_off.enter(5);
        roll_off.enter(6);
        assert_eq!((roll_off.winner(), roll_off.next()), (Some(3), None));
    }

    #[test]
    fn caro_youngest_then_loser() {
        let begins = Begins::YoungestThenLoser;
        assert_eq!(begins.opening(None), Opening::AskYoungest);
        let mut last = Scores::zero(3);
        last.copy_from_slice(&[70, 51, 64]);
        assert_eq!(begins.opening(Some(&last)), Opening::Seat(1));
        last.copy_from_slice(&[51, 80, 51]);
        assert_eq!(begins.opening(Some(&last)), Opening::Seat(2), "of equal losers the later seat");
        assert_eq!(Begins::Youngest.opening(Some(&last)), Opening::AskYoungest);
        assert_eq!(clockwise_from(2, 3).collect::<Vec<_>>(), [2, 0, 1]);
    }
}
