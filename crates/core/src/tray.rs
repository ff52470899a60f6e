//! Five dice on the table: rolled, kept and freed.

use serde::{Deserialize, Serialize};
use spieltisch_rules::dice::Hand;

/// Five dice as they lie: kept ones stay where they are when the others are rolled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tray {
    /// What each die shows; 0 before the first roll.
    pub faces: [u8; 5],
    /// Which dice are kept.
    pub kept: [bool; 5],
    /// Whether thrown dice stay as they fell; otherwise they lie in order.
    #[serde(skip)]
    pub unsorted: bool,
    rolls: u8,
}

impl Tray {
    /// Follows the position: `hand` is all five dice after a roll, the kept ones while a roll is due.
    pub fn follow(&mut self, hand: Hand, rolls: u8) {
        if hand.is_full() {
            self.land(hand, rolls);
        } else {
            self.keep(hand);
        }
        self.rolls = rolls;
    }

    /// Whether these dice lie like this after so many rolls.
    pub fn shows(&self, hand: Hand, rolls: u8) -> bool {
        let mut lying = self.faces;
        lying.sort_unstable();
        self.rolls == rolls && hand.faces().eq(lying)
    }

    fn land(&mut self, hand: Hand, rolls: u8) {
        if self.shows(hand, rolls) {
            return;
        }
        if rolls == 1 {
            self.kept = [false; 5];
        }
        let mut rest: Vec<u8> = hand.faces().collect();
        for slot in 0..5 {
            if self.kept[slot] {
                match rest.iter().position(|&face| face == self.faces[slot]) {
                    Some(at) => drop(rest.remove(at)),
                    None => self.kept[slot] = false,
                }
            }
        }
        let mut rest = if self.unsorted { as_they_fell(rest) } else { rest }.into_iter();
        for slot in (0..5).filter(|&slot| !self.kept[slot]) {
            self.faces[slot] = rest.next().unwrap_or(1);
        }
    }

    fn keep(&mut self, hand: Hand) {
        self.kept = self.places_of(hand);
        let mut wanted: Vec<u8> = hand.faces().collect();
        for slot in (0..5).filter(|&slot| self.kept[slot]) {
            wanted.iter().position(|&face| face == self.faces[slot]).map(|at| wanted.remove(at));
        }
        // Kept before the game was opened: where they lay is not known any more.
        for (slot, face) in (0..5).filter(|&slot| !self.kept[slot]).collect::<Vec<_>>().into_iter().zip(wanted) {
            (self.faces[slot], self.kept[slot]) = (face, true);
        }
    }

    /// The places of these dice, those already kept first.
    pub fn places_of(&self, hand: Hand) -> [bool; 5] {
        let mut wanted: Vec<u8> = hand.faces().collect();
        let mut places = [false; 5];
        for slot in (0..5).filter(|&slot| self.kept[slot]).chain((0..5).filter(|&slot| !self.kept[slot])) {
            if let Some(at) = wanted.iter().position(|&face| face == self.faces[slot]) {
                wanted.remove(at);
                places[slot] = true;
            }
        }
        places
    }

    /// The dice that are kept though this advice does not keep them.
    pub fn kept_against(&self, hand: Hand) -> [bool; 5] {
        let advised = self.places_of(hand);
        std::array::from_fn(|slot| self.kept[slot] && !advised[slot])
    }

    /// The kept dice.
    pub fn kept_hand(&self) -> Hand {
        let kept = (0..5).filter(|&slot| self.kept[slot]).map(|slot| self.faces[slot]);
        kept.fold(Hand::EMPTY, Hand::with)
    }
}

/// These dice in no order, as if they had just fallen: the same dice always in the same way.
pub fn as_they_fell(mut faces: Vec<u8>) -> Vec<u8> {
    let mut mixed = faces.iter().fold(7_u32, |mixed, &face| mixed * 7 + u32::from(face));
    for i in (1..faces.len()).rev() {
        mixed = mixed.wrapping_mul(0x9E37_79B9).rotate_left(15);
        faces.swap(i, mixed as usize % (i + 1));
    }
    faces
}

/// Whether five dice show the same.
pub fn all_equal(hand: &Hand) -> bool {
    (1..=6).any(|face| usize::from(hand.count(face)) == Hand::MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    #[test]
    fn kept_dice_stay_in_their_places() {
        let mut tray = Tray::default();
        tray.follow(hand("1 2 4 6 6"), 1);
        assert_eq!(tray.faces, [1, 2, 4, 6, 6]);
        tray.kept[3] = true;
        tray.kept[4] = true;
        tray.follow(hand("6 6"), 1);
        tray.follow(hand("3 5 6 6 6"), 2);
        assert_eq!(tray.faces, [3, 5, 6, 6, 6]);
        assert_eq!(tray.kept, [false, false, false, true, true]);
        assert_eq!(tray.kept_hand(), hand("6 6"));
    }

    #[test]
    fn dice_stay_as_they_fell_where_a_person_likes_it_so() {
        let fallen = |hand: Hand| {
            let mut tray = Tray { unsorted: true, ..Tray::default() };
            tray.follow(hand, 1);
            tray
        };
        let all: Vec<Hand> = Hand::all_full().collect();
        let sorted = all.iter().filter(|&&hand| fallen(hand).faces.is_sorted()).count();
        assert!(sorted * 10 < all.len(), "{sorted} of {} rolls fall in order", all.len());
        for &hand in &all {
            assert!(fallen(hand).shows(hand, 1) && fallen(hand) == fallen(hand), "the same dice, and the same again after a reload");
        }
        // Of two sixes that lie apart the one that was tapped stays.
        let mut tray = fallen(hand("1 2 4 6 6"));
        let sixes: Vec<usize> = (0..5).filter(|&slot| tray.faces[slot] == 6).collect();
        tray.kept[sixes[1]] = true;
        tray.follow(hand("6"), 1);
        assert!(tray.kept[sixes[1]] && !tray.kept[sixes[0]]);
        tray.follow(hand("1 2 3 5 6"), 2);
        assert_eq!((tray.faces[sixes[1]], tray.kept_hand()), (6, hand("6")));
    }

    #[test]
    fn advised_dice_are_marked_where_they_are_kept_already() {
        let mut tray = Tray::default();
        tray.follow(hand("1 6 6 6 6"), 1);
        tray.kept[3] = true;
        assert_eq!(tray.places_of(hand("6 6")), [false, true, false, true, false]);
        assert_eq!(tray.places_of(Hand::EMPTY), [false; 5]);
        assert_eq!(tray.kept_against(hand("6 6")), [false; 5]);
    }

    #[test]
    fn a_die_kept_against_the_advice_is_named() {
        let mut tray = Tray::default();
        tray.follow(hand("1 5 5 5 6"), 2);
        tray.kept = [false, true, true, true, true];
        assert_eq!(tray.kept_against(hand("5 5 5")), [false, false, false, false, true]);
    }

    #[test]
    fn dice_kept_before_the_game_was_opened_lie_somewhere() {
        let mut tray = Tray::default();
        tray.follow(hand("6 6"), 1);
        assert_eq!((tray.faces, tray.kept_hand()), ([6, 6, 0, 0, 0], hand("6 6")));
        tray.follow(hand("3 5 6 6 6"), 2);
        assert_eq!((tray.faces, tray.kept_hand()), ([6, 6, 3, 5, 6], hand("6 6")));
    }

    #[test]
    fn a_new_turn_frees_all_dice() {
        let mut tray = Tray::default();
        tray.follow(hand("1 2 4 6 6"), 1);
        tray.kept[0] = true;
        tray.follow(Hand::EMPTY, 0);
        assert_eq!(tray.kept, [false; 5]);
        tray.follow(hand("1 1 1 1 1"), 1);
        assert_eq!((tray.faces, tray.kept), ([1; 5], [false; 5]));
    }
}
