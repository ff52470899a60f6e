//! Dice that were seen and taken back: whoever comes to the same roll again throws them again.
//!
//! A roll is known by its seat, the seat's turn and its place in that turn, whatever was decided before it. So nobody takes a
//! decision back for the sake of other dice.

use spieltisch_rules::Seat;
use spieltisch_rules::dice::without;

use crate::{browser, store};

/// Which roll of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    /// Whose.
    pub seat: Seat,
    /// In which of their turns, from 1.
    pub turn: usize,
    /// Which of that turn, from 0.
    pub roll: usize,
}

fn name(game: &str, Which { seat, turn, roll }: Which) -> String {
    format!("{}{game}/{seat}.{turn}.{roll}", store::SEEN)
}

/// What a roll has shown before, in the order in which dice are taken from it.
fn shown(game: &str, which: Which) -> Vec<u8> {
    faces(&store::read(&name(game, which)).unwrap_or_default())
}

/// The faces in a text; whatever else stands in it is passed over.
pub fn faces(text: &str) -> Vec<u8> {
    text.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect()
}

/// Throws dice: first those that this roll has shown before.
pub fn throw(game: &str, which: Which, dice: usize) -> Vec<u8> {
    let mut thrown = shown(game, which);
    thrown.truncate(dice);
    thrown.extend(browser::throw_dice(dice - thrown.len()));
    thrown
}

/// Puts aside what a roll has shown.
pub fn keep(game: &str, which: Which, thrown: Vec<u8>) {
    let before = shown(game, which);
    let all = together(before.clone(), thrown, |dice| browser::random_u64() as usize % dice);
    if all != before {
        let text: String = all.iter().map(|&face| char::from(b'0' + face)).collect();
        store::write(&name(game, which), &text);
    }
}

/// What was shown before, and what more there was now. Dice that lay there together have no order, so chance gives them one: whoever
/// throws fewer of them the next time gets any of them.
fn together(mut shown: Vec<u8>, thrown: Vec<u8>, mut chance: impl FnMut(usize) -> usize) -> Vec<u8> {
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
