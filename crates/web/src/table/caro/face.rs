//! Caro before it is played.

use spieltisch_rules::caro::Caro;
use spieltisch_rules::caro::Colour::{Black, Grey, Red, White};
use spieltisch_rules::games::Entry;

use super::tile;
use crate::games::Face;
use crate::i18n::{Key, texts::games::caro};
use crate::pieces::put;

impl Face for Entry<Caro> {
    fn name(&self) -> Key {
        caro::NAME
    }

    fn about(&self) -> Key {
        caro::ABOUT
    }

    fn aim(&self) -> Key {
        Key::PageCaroAim
    }

    fn picture(&self) -> String {
        let tiles = [(0, 0, Red), (1, 0, Black), (0, 1, Grey), (1, 1, Red), (2, 1, White), (1, 2, Grey), (2, 2, Black), (2, 0, Grey)];
        let at = |n: i32| 19.0 + 55.0 * f64::from(n);
        tiles.iter().map(|&(x, y, colour)| put(at(x), at(y), 53.0, 0.0, tile::markup(colour))).collect()
    }
}
