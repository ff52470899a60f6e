//! Yatzy: its name, its description, its rules page and its tips.

use crate::pages::Paragraph::{OnPaper, Rule, Text};
use crate::pages::{GlanceStep, Section, section, step};
use crate::{Key, Lang, t};

/// What it is called.
pub const NAME: Key = Key::GameYatzy;

/// What it is about, in one line.
pub const ABOUT: Key = Key::AboutYatzy;

/// The names of its boxes, in the order of the sheet.
pub const BOXES: [Key; 15] = [
    Key::YatzyBoxOnes,
    Key::YatzyBoxTwos,
    Key::YatzyBoxThrees,
    Key::YatzyBoxFours,
    Key::YatzyBoxFives,
    Key::YatzyBoxSixes,
    Key::YatzyBoxPair,
    Key::YatzyBoxTwoPairs,
    Key::YatzyBoxThreeOfAKind,
    Key::YatzyBoxFourOfAKind,
    Key::YatzyBoxSmallStraight,
    Key::YatzyBoxLargeStraight,
    Key::YatzyBoxFullHouse,
    Key::YatzyBoxChance,
    Key::YatzyBoxYatzy,
];

/// What the boxes below the sixes need and give, in the order of the sheet.
pub const LOWER_NEEDS: [Key; 9] = [
    Key::YatzyNeedsPair,
    Key::YatzyNeedsTwoPairs,
    Key::YatzyNeedsThreeOfAKind,
    Key::YatzyNeedsFourOfAKind,
    Key::YatzyNeedsSmallStraight,
    Key::YatzyNeedsLargeStraight,
    Key::YatzyNeedsFullHouse,
    Key::YatzyNeedsChance,
    Key::YatzyNeedsYatzy,
];

/// The boxes that the rules at a glance explain, by their place on the sheet: one of the numbers stands for all six.
pub const SHOWN: [usize; 10] = [3, 6, 7, 8, 9, 10, 11, 12, 13, 14];

fn shown(lang: Lang) -> Vec<String> {
    SHOWN.iter().map(|&name| t(lang, BOXES[name]).to_string()).collect()
}

/// The game at a glance: what its rules page shows at once.
pub const GLANCE: &[GlanceStep] = &[
    step(Key::GlanceYatzyRoll, &["yatzy.turn.rolls"]),
    GlanceStep { text: Key::GlanceYatzyBoxes, rules: &["yatzy.turn.score"], names: shown },
    step(Key::GlanceYatzyBonus, &["yatzy.end"]),
];

/// Its rules page; every rule of the game stands in it once.
pub const RULES: &[Section] = &[
    section(Key::PageAim, &[OnPaper(Key::PageYatzyAim)]),
    section(Key::PagePieces, &[Text(Key::PageYatzyPieces)]),
    section(Key::PageBeginning, &[Rule("yatzy.start")]),
    section(Key::PageTurn, &[Rule("yatzy.turn.rolls"), Rule("yatzy.turn.score")]),
    section(Key::PageBoxes, &[OnPaper(Key::PageYatzyBoxes)]),
    section(Key::PageEnding, &[Rule("yatzy.end")]),
    section(Key::PageOptions, &[Text(Key::PageYatzyOptions)]),
];

/// Tips for playing it.
pub const TIPS: &[Key] = &[Key::TipsYatzy1, Key::TipsYatzy2, Key::TipsYatzy3, Key::TipsYatzy4, Key::TipsYatzy5, Key::TipsYatzy6];
