//! Crowns before it is played.

use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::games::Entry;

use super::chips;
use crate::games::Face;
use crate::i18n::{Key, texts::games::crowns};
use crate::pieces::{put, square};

/// Column, row, how many crowns, and whether a chip lies on them.
const FIELDS: [(usize, usize, u8, bool); 9] = [
    (0, 0, 1, false),
    (1, 0, 2, false),
    (2, 0, 4, true),
    (0, 1, 3, false),
    (1, 1, 2, true),
    (2, 1, 3, false),
    (0, 2, 5, true),
    (1, 2, 0, false),
    (2, 2, 1, false),
];

impl Face for Entry<Crowns> {
    fn name(&self) -> Key {
        crowns::NAME
    }

    fn about(&self) -> Key {
        crowns::ABOUT
    }

    fn aim(&self) -> Key {
        Key::PageCrownsAim
    }

    fn picture(&self) -> String {
        let draw = |&(column, row, crowns, chip): &(usize, usize, u8, bool)| {
            let (x, y) = (19.0 + 56.0 * column as f64, 19.0 + 56.0 * row as f64);
            let inside = if chip { chips::chip(0, crowns) } else { chips::crowns(crowns) };
            square(x, y) + &put(x, y - 4.0, 50.0, 0.0, inside)
        };
        FIELDS.iter().map(draw).collect()
    }
}
