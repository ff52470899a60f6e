//! Castro: its name, its description, its rules page and its tips.

use crate::pages::Paragraph::{OnPaper, Rule, Text};
use crate::pages::{GlanceStep, Section, section, step};
use crate::{Key, Lang, castro_symbol_pair, t};

/// What it is called.
pub const NAME: Key = Key::GameCastro;

/// What it is about, in one line.
pub const ABOUT: Key = Key::AboutCastro;

/// The game at a glance: what its rules page shows at once.
pub const GLANCE: &[GlanceStep] = &[
    step(Key::GlanceCastroRoll, &["castro.turn.rolls"]),
    GlanceStep { text: Key::GlanceCastroPlace, rules: &["castro.turn.place", "castro.turn.lose"], names: symbols },
    step(Key::GlanceCastroHeight, &["castro.build.height", "castro.build.safe"]),
    step(Key::GlanceCastroWin, &["castro.end.row", "castro.end.yatzy"]),
    step(Key::GlanceCastroPoints, &["castro.end.points"]),
];

/// The symbols that the rules at a glance explain: one pair stands for all six.
fn symbols(lang: Lang) -> Vec<String> {
    let others = [
        Key::CastroSymbolThreeOfAKind,
        Key::CastroSymbolFourOfAKind,
        Key::CastroSymbolStraight,
        Key::CastroSymbolFullHouse,
        Key::CastroSymbolYatzy,
    ];
    [castro_symbol_pair(lang, 3)].into_iter().chain(others.map(|key| t(lang, key).to_string())).collect()
}

/// Its rules page; every rule of the game stands in it once.
pub const RULES: &[Section] = &[
    section(Key::PageAim, &[OnPaper(Key::PageCastroAim)]),
    section(Key::PagePieces, &[Text(Key::PageCastroPieces)]),
    section(Key::PageBeginning, &[Rule("castro.start")]),
    section(Key::PageTurn, &[Rule("castro.turn.rolls"), Rule("castro.turn.last"), Rule("castro.turn.place"), Rule("castro.turn.lose")]),
    section(Key::PageSymbols, &[OnPaper(Key::PageCastroSymbols), Rule("castro.symbol.lower"), Rule("castro.symbol.pair")]),
    section(Key::PageBuilding, &[Rule("castro.build.height"), Rule("castro.build.safe")]),
    section(Key::PageEnding, &[Rule("castro.end.row"), Rule("castro.end.yatzy"), Rule("castro.end.points")]),
    section(Key::PageOptions, &[Text(Key::PageCastroOptions)]),
];

/// Tips for playing it.
pub const TIPS: &[Key] = &[Key::TipsCastro1, Key::TipsCastro2, Key::TipsCastro3, Key::TipsCastro4, Key::TipsCastro5, Key::TipsCastro6];
