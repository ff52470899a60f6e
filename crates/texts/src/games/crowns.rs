//! Crowns: its name, its description, its rules page and its tips.

use crate::Key;
use crate::pages::Paragraph::{OnPaper, Rule, Text};
use crate::pages::{GlanceStep, Section, section, step};

/// What it is called.
pub const NAME: Key = Key::GameCrowns;

/// What it is about, in one line.
pub const ABOUT: Key = Key::AboutCrowns;

/// The game at a glance: what its rules page shows at once.
pub const GLANCE: &[GlanceStep] = &[
    step(Key::GlanceCrownsRoll, &["crowns.turn.roll", "crowns.turn.place", "crowns.field.one"]),
    step(Key::GlanceCrownsLower, &["crowns.turn.lower"]),
    step(Key::GlanceCrownsCount, &["crowns.score.edge", "crowns.score.line"]),
    step(Key::GlanceCrownsEnd, &["crowns.end"]),
];

/// Its rules page; every rule of the game stands in it once.
pub const RULES: &[Section] = &[
    section(Key::PageAim, &[OnPaper(Key::PageCrownsAim)]),
    section(Key::PagePieces, &[Text(Key::PageCrownsPieces)]),
    section(Key::PageBoard, &[Text(Key::PageCrownsBoard)]),
    section(Key::PageBeginning, &[Rule("crowns.start")]),
    section(Key::PageTurn, &[Rule("crowns.turn.roll"), Rule("crowns.turn.lower"), Rule("crowns.turn.place"), Rule("crowns.field.one")]),
    section(Key::PageScoring, &[Rule("crowns.score.edge"), Rule("crowns.score.line")]),
    section(Key::PageEnding, &[Rule("crowns.end")]),
    section(Key::PageAlone, &[Rule("crowns.solo.must"), Rule("crowns.solo.hard"), Rule("crowns.solo.end"), Text(Key::PageCrownsTitles)]),
];

/// Tips for playing it.
pub const TIPS: &[Key] = &[Key::TipsCrowns1, Key::TipsCrowns2, Key::TipsCrowns3, Key::TipsCrowns4, Key::TipsCrowns5];
