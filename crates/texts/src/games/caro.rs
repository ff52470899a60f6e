//! Caro: its name, its description, its rules page and its tips.

use crate::Key;
use crate::pages::Paragraph::{OnPaper, Rule, Text};
use crate::pages::{GlanceStep, Section, section, step};

/// What it is called.
pub const NAME: Key = Key::GameCaro;

/// What it is about, in one line.
pub const ABOUT: Key = Key::AboutCaro;

/// The names of its colours, in the order of the rules.
pub const COLOURS: [Key; 4] = [Key::CaroColourBlack, Key::CaroColourWhite, Key::CaroColourGrey, Key::CaroColourRed];

/// The game at a glance: what its rules page shows at once.
pub const GLANCE: &[GlanceStep] = &[
    step(Key::GlanceCaroLay, &["caro.first", "caro.lay.adjacent"]),
    step(Key::GlanceCaroEdges, &["caro.score.edges"]),
    step(Key::GlanceCaroSum, &["caro.score.last"]),
    step(Key::GlanceCaroForbidden, &["caro.lay.colour", "caro.lay.two", "caro.lay.diagonal"]),
    step(Key::GlanceCaroArea, &["caro.lay.area", "caro.turn.pass", "caro.end"]),
];

/// Its rules page; every rule of the game stands in it once.
pub const RULES: &[Section] = &[
    section(Key::PageAim, &[OnPaper(Key::PageCaroAim)]),
    section(Key::PagePieces, &[Text(Key::PageCaroPieces)]),
    section(Key::PageBeginning, &[Rule("caro.start")]),
    section(
        Key::PageLaying,
        &[
            Rule("caro.first"),
            Rule("caro.lay.adjacent"),
            Rule("caro.lay.area"),
            Rule("caro.lay.colour"),
            Rule("caro.lay.two"),
            Rule("caro.lay.diagonal"),
            Rule("caro.lay.fixed"),
            Rule("caro.turn.pass"),
        ],
    ),
    section(Key::PageScoring, &[Rule("caro.score.edges"), Rule("caro.score.last"), Rule("caro.score.open")]),
    section(Key::PageEnding, &[Rule("caro.end")]),
    section(
        Key::PageOpenTable,
        &[
            Rule("caro.open.wrong"),
            Rule("caro.open.object"),
            Rule("caro.open.late"),
            Rule("caro.open.nowhere"),
            Rule("caro.open.pass"),
            Rule("caro.open.end"),
        ],
    ),
];

/// Tips for playing it.
pub const TIPS: &[Key] = &[Key::TipsCaro1, Key::TipsCaro2, Key::TipsCaro3, Key::TipsCaro4];
