//! How the rules page of each game is put together: headings, paragraphs and rules with anchors.

use crate::Key;

/// A game, as far as texts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the four games by name")]
pub enum Game {
    Yatzy,
    Castro,
    Caro,
    Crowns,
}

impl Game {
    /// All four.
    pub const ALL: [Game; 4] = [Game::Yatzy, Game::Castro, Game::Caro, Game::Crowns];

    /// The game of a name as it stands in records.
    pub fn from_name(name: &str) -> Option<Game> {
        Game::ALL.into_iter().zip(["yatzy", "castro", "caro", "crowns"]).find(|(_, known)| *known == name).map(|(game, _)| game)
    }

    /// The key of its name.
    pub fn name(self) -> Key {
        [Key::GameYatzy, Key::GameCastro, Key::GameCaro, Key::GameCrowns][self as usize]
    }

    /// The key of its description in one line.
    pub fn about(self) -> Key {
        [Key::AboutYatzy, Key::AboutCastro, Key::AboutCaro, Key::AboutCrowns][self as usize]
    }
}

/// One part of a rules page.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its heading.
    pub heading: Key,
    /// What stands below.
    pub paragraphs: &'static [Paragraph],
}

/// A paragraph of a rules page.
#[derive(Clone, Copy, Debug)]
pub enum Paragraph {
    /// Plain text.
    Text(Key),
    /// The rule of this id, which is also the paragraph's anchor: its sentence
    /// ([`crate::rule_sentence`]) and what is added to it ([`crate::rule_detail`]).
    Rule(&'static str),
}

use Paragraph::{Rule, Text};

const fn section(heading: Key, paragraphs: &'static [Paragraph]) -> Section {
    Section { heading, paragraphs }
}

/// The rules page of a game; every rule of the game stands in it once.
pub fn rules_page(game: Game) -> &'static [Section] {
    match game {
        Game::Yatzy => YATZY,
        Game::Castro => CASTRO,
        Game::Caro => CARO,
        Game::Crowns => CROWNS,
    }
}

const YATZY: &[Section] = &[
    section(Key::PageAim, &[Text(Key::PageYatzyAim)]),
    section(Key::PagePieces, &[Text(Key::PageYatzyPieces)]),
    section(Key::PageBeginning, &[Rule("yatzy.start")]),
    section(Key::PageTurn, &[Rule("yatzy.turn.rolls"), Rule("yatzy.turn.score")]),
    section(Key::PageBoxes, &[Text(Key::PageYatzyBoxes), Text(Key::PageYatzyBonus)]),
    section(Key::PageEnding, &[Rule("yatzy.end")]),
    section(Key::PageOptions, &[Text(Key::PageYatzyOptions)]),
];

const CASTRO: &[Section] = &[
    section(Key::PageAim, &[Text(Key::PageCastroAim)]),
    section(Key::PagePieces, &[Text(Key::PageCastroPieces)]),
    section(Key::PageBeginning, &[Rule("castro.start")]),
    section(Key::PageTurn, &[Rule("castro.turn.rolls"), Rule("castro.turn.last"), Rule("castro.turn.place"), Rule("castro.turn.lose")]),
    section(Key::PageSymbols, &[Text(Key::PageCastroSymbols), Rule("castro.symbol.lower"), Rule("castro.symbol.pair")]),
    section(Key::PageBuilding, &[Rule("castro.build.height"), Rule("castro.build.safe")]),
    section(Key::PageEnding, &[Rule("castro.end.row"), Rule("castro.end.yatzy"), Rule("castro.end.points")]),
    section(Key::PageOptions, &[Text(Key::PageCastroOptions)]),
];

const CARO: &[Section] = &[
    section(Key::PageAim, &[Text(Key::PageCaroAim)]),
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
            Text(Key::PageCaroOpenTable),
            Rule("caro.open.wrong"),
            Rule("caro.open.object"),
            Rule("caro.open.late"),
            Rule("caro.open.nowhere"),
            Rule("caro.open.pass"),
            Rule("caro.open.end"),
        ],
    ),
];

const CROWNS: &[Section] = &[
    section(Key::PageAim, &[Text(Key::PageCrownsAim)]),
    section(Key::PagePieces, &[Text(Key::PageCrownsPieces)]),
    section(Key::PageBoard, &[Text(Key::PageCrownsBoard)]),
    section(Key::PageBeginning, &[Rule("crowns.start")]),
    section(Key::PageTurn, &[Rule("crowns.turn.roll"), Rule("crowns.turn.lower"), Rule("crowns.turn.place"), Rule("crowns.field.one")]),
    section(Key::PageScoring, &[Rule("crowns.score.edge"), Rule("crowns.score.line")]),
    section(Key::PageEnding, &[Rule("crowns.end")]),
    section(
        Key::PageAlone,
        &[
            Text(Key::PageCrownsAlone),
            Rule("crowns.solo.must"),
            Rule("crowns.solo.hard"),
            Rule("crowns.solo.end"),
            Text(Key::PageCrownsTitles),
        ],
    ),
];

/// Tips for playing a game.
pub fn tips(game: Game) -> &'static [Key] {
    match game {
        Game::Yatzy => &[Key::TipsYatzy1, Key::TipsYatzy2, Key::TipsYatzy3, Key::TipsYatzy4, Key::TipsYatzy5, Key::TipsYatzy6],
        Game::Castro => &[Key::TipsCastro1, Key::TipsCastro2, Key::TipsCastro3, Key::TipsCastro4, Key::TipsCastro5, Key::TipsCastro6],
        Game::Caro => &[Key::TipsCaro1, Key::TipsCaro2, Key::TipsCaro3, Key::TipsCaro4],
        Game::Crowns => &[Key::TipsCrowns1, Key::TipsCrowns2, Key::TipsCrowns3, Key::TipsCrowns4, Key::TipsCrowns5],
    }
}
