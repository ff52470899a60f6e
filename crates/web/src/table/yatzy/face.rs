//! Yatzy before it is played.

use spieltisch_rules::games::Entry;
use spieltisch_rules::yatzy::Yatzy;

use crate::games::Face;
use crate::i18n::{Key, texts::games::yatzy};
use crate::pieces::{die, put};

impl Face for Entry<Yatzy> {
    fn name(&self) -> Key {
        yatzy::NAME
    }

    fn about(&self) -> Key {
        yatzy::ABOUT
    }

    fn aim(&self) -> Key {
        Key::PageYatzyAim
    }

    fn picture(&self) -> String {
        put(22.0, 34.0, 74.0, -12.0, die::markup(5))
            + &put(112.0, 22.0, 70.0, 10.0, die::markup(6))
            + &put(66.0, 104.0, 78.0, 4.0, die::markup(3))
    }
}
