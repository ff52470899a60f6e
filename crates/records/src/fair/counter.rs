//! Which throw comes next: every throw of a game has a name of its own.

use spieltisch_rules::{MAX_SEATS, Seat};

/// The name of a throw and how many dice of its stream have fallen already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceDraw {
    /// `opening 2`, `roll 17` or `turn 5`.
    pub label: String,
    /// Dice of this stream that were thrown before.
    pub skip: usize,
}

impl DiceDraw {
    /// The throw of the roll-off with this number, from 0.
    pub fn opening(number: usize) -> DiceDraw {
        DiceDraw { label: format!("opening {number}"), skip: 0 }
    }
}

/// Counts the throws of a game. With the same dice for all, a throw is named by the player's
/// turn and goes on with the dice of that turn; otherwise by its number in the game.
#[derive(Clone, Debug)]
pub struct Counter {
    same_for_all: bool,
    rolls: usize,
    turns: [usize; MAX_SEATS],
    thrown: [usize; MAX_SEATS],
}

impl Counter {
    /// Before the first throw.
    pub fn new(same_for_all: bool) -> Counter {
        Counter { same_for_all, rolls: 0, turns: [0; MAX_SEATS], thrown: [0; MAX_SEATS] }
    }

    /// The next throw, of so many dice for this seat, and counts it.
    pub fn next(&mut self, seat: Seat, dice: usize, begins_turn: bool) -> DiceDraw {
        if begins_turn {
            self.turns[seat] += 1;
            self.thrown[seat] = 0;
        }
        let draw = match self.same_for_all {
            true => DiceDraw { label: format!("turn {}", self.turns[seat]), skip: self.thrown[seat] },
            false => DiceDraw { label: format!("roll {}", self.rolls), skip: 0 },
        };
        self.rolls += 1;
        self.thrown[seat] += dice;
        draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_dice_whatever_was_kept_before() {
        let mut counter = Counter::new(true);
        let anna = [counter.next(0, 5, true), counter.next(0, 2, false)];
        let ben = [counter.next(1, 5, true), counter.next(1, 4, false), counter.next(1, 1, false)];
        assert_eq!((&anna[0], &anna[1]), (&ben[0], &ben[1]), "turn 1 goes on after five dice for both");
        assert_eq!(ben[2], DiceDraw { label: "turn 1".into(), skip: 9 });
        assert_eq!(counter.next(0, 5, true), DiceDraw { label: "turn 2".into(), skip: 0 });
    }

    #[test]
    fn otherwise_every_throw_is_its_own() {
        let mut counter = Counter::new(false);
        assert_eq!(counter.next(0, 5, true).label, "roll 0");
        assert_eq!(counter.next(1, 5, true).label, "roll 1");
    }
}
