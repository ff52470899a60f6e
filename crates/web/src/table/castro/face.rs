//! Castro before it is played.

use spieltisch_rules::castro::{Castro, Symbol};
use spieltisch_rules::games::Entry;

use super::{roof, symbol};
use crate::games::Face;
use crate::i18n::{Key, texts::games::castro};
use crate::pieces::{put, square};

/// Column, row, the colours of the roofs, and the symbol where there are none.
const SQUARES: [(usize, usize, &[usize], Symbol); 9] = [
    (0, 0, &[1], Symbol::Three),
    (1, 0, &[], Symbol::Straight),
    (2, 0, &[0], Symbol::Four),
    (0, 1, &[], Symbol::FullHouse),
    (1, 1, &[1, 2, 0], Symbol::Yatzy),
    (2, 1, &[], Symbol::Three),
    (0, 2, &[2, 0], Symbol::Four),
    (1, 2, &[], Symbol::Pair(5)),
    (2, 2, &[2], Symbol::Straight),
];

impl Face for Entry<Castro> {
    fn name(&self) -> Key {
        castro::NAME
    }

    fn about(&self) -> Key {
        castro::ABOUT
    }

    fn aim(&self) -> Key {
        Key::PageCastroAim
    }

    fn picture(&self) -> String {
        let draw = |&(column, row, roofs, shown): &(usize, usize, &[usize], Symbol)| {
            let (x, y) = (19.0 + 56.0 * column as f64, 19.0 + 56.0 * row as f64);
            let inside = if roofs.is_empty() { symbol::markup(shown) } else { roof::stack(roofs) };
            square(x, y) + &put(x, y, 50.0, 0.0, inside)
        };
        SQUARES.iter().map(draw).collect()
    }
}
