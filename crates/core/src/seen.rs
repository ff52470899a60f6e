//! Dice that were seen and taken back: the same roll shows them again.
//!
//! A roll is known by its seat, the seat's turn and its place in that turn, whatever was decided before it. So no decision is taken
//! back for the sake of other dice.

use spieltisch_rules::Seat;
use spieltisch_rules::dice::without;

/// Which roll of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollId {
    /// Whose.
    pub seat: Seat,
    /// In which of their turns, from 1.
    pub turn: usize,
    /// Which of that turn, from 0.
    pub roll: usize,
}

/// A roll that was taken back, and what its dice showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// Which roll.
    pub roll: RollId,
    /// The dice that were thrown, without those kept before.
    pub faces: Vec<u8>,
}

/// The faces in a text; whatever else stands in it is passed over.
pub fn faces(text: &str) -> Vec<u8> {
    text.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect()
}

/// What was shown before, and what more there was now. Dice that lay there together have no order, so chance gives them one: a throw of
/// fewer dice the next time shows any of them.
pub fn together(mut shown: Vec<u8>, thrown: Vec<u8>, mut chance: impl FnMut(usize) -> usize) -> Vec<u8> {
    if thrown.len() > shown.len() {
        let mut more = without(thrown, &shown);
        while !more.is_empty() {
            shown.push(more.swap_remove(chance(more.len())));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_stays_and_only_more_is_added() {
        let last = |dice: usize| dice - 1;
        assert_eq!(together(Vec::new(), vec![1, 4, 6], last), [6, 4, 1]);
        assert_eq!(together(vec![6, 4, 1], vec![4, 6], last), [6, 4, 1], "fewer dice were taken from those");
        assert_eq!(together(vec![6, 4], vec![2, 4, 4, 6], last)[..2], [6, 4], "those come first again");
        let mut all = together(vec![6, 4], vec![2, 4, 4, 6], last);
        all.sort_unstable();
        assert_eq!(all, [2, 4, 4, 6]);
    }

    #[test]
    fn what_stands_in_the_browser_may_be_anything() {
        assert_eq!(faces("3 1x07"), [3, 1]);
    }
}
