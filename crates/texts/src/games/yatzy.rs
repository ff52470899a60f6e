//! Yatzy: its name, its description, its rules page and its tips.

use crate::Key;
use crate::pages::Paragraph::{Rule, Text};
use crate::pages::{Section, section};

/// What it is called.
pub const NAME: Key = Key::GameYatzy;

/// What it is about, in one line.
pub const ABOUT: Key = Key::AboutYatzy;

/// Its rules page; every rule of the game stands in it once.
pub const RULES: &[Section] = &[
    section(Key::PageAim, &[Text(Key::PageYatzyAim)]),
    section(Key::PagePieces, &[Text(Key::PageYatzyPieces)]),
    section(Key::PageBeginning, &[Rule("yatzy.start")]),
    section(Key::PageTurn, &[Rule("yatzy.turn.rolls"), Rule("yatzy.turn.score")]),
    section(Key::PageBoxes, &[Text(Key::PageYatzyBoxes), Text(Key::PageYatzyBonus)]),
    section(Key::PageEnding, &[Rule("yatzy.end")]),
    section(Key::PageOptions, &[Text(Key::PageYatzyOptions)]),
];

/// Tips for playing it.
pub const TIPS: &[Key] = &[Key::TipsYatzy1, Key::TipsYatzy2, Key::TipsYatzy3, Key::TipsYatzy4, Key::TipsYatzy5, Key::TipsYatzy6];
