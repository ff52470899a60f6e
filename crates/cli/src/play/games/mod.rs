//! The games as a terminal shows them: one file for each.

mod caro;
mod castro;
mod crowns;
mod dice;
mod yatzy;

use ratatui::layout::Rect;
use spieltisch_core::{EventText, InWords, Kind, LinkedTable, LocalGame};
use spieltisch_records::{Record, RecordError};
use spieltisch_review::Explain;
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Entry, GameEntry, Registry};
use spieltisch_texts::{self as texts, Key, Lang, Paragraph, Section, t};

use super::link::LinkedGame;
use super::plain::{PlainGame, PlainTable};
use super::screen::painter::Painter;
use super::screen::table::{Table, TableSeat};
use super::screen::watching::Watching;
use super::screen::{Screen, linked};

/// A game whose table a terminal can show.
pub trait TerminalGame: InWords + Explain {
    /// Its rules page.
    const RULES: &'static [Section];
    /// Tips for playing it.
    const TIPS: &'static [Key];
    /// What it is about, in one line.
    const ABOUT: Key;
    /// Whether each player has a board or sheet of their own that can be looked at.
    const OWN_BOARDS: bool = false;

    /// What is to be said beside the prompt: a warning, or what a choice would cost.
    fn remark(_: Lang, _: &LocalGame<Self>, _: &Self::Choice) -> Option<String> {
        None
    }

    /// Draws the table: the board, what lies beside it, and everyone's points. Notes what can be chosen.
    fn draw(painter: &mut Painter<'_, Self>, area: Rect);
}

/// A game by its name.
pub trait Playable: GameEntry {
    /// What it is called.
    fn name(&self, lang: Lang) -> &'static str;
    /// What it is about, in one line.
    fn about(&self, lang: Lang) -> &'static str;
    /// Opens a game for the screen.
    fn open(&self, seat: TableSeat) -> Result<Box<dyn Screen>, RecordError>;
    /// Opens the game of a table by link.
    fn open_linked(&self, id: &str, record: Record, table: &LinkedTable) -> Result<Box<dyn LinkedGame>, RecordError>;
    /// Opens a recorded game, to be watched again.
    fn watch(&self, lang: Lang, record: Record) -> Result<Box<dyn Screen>, RecordError>;
    /// Opens a game for lines.
    fn open_plain(&self, id: &str, record: Record) -> Result<Box<dyn PlainGame>, RecordError>;
    /// How a first game of so many players opens.
    fn starter(&self, players: usize) -> spieltisch_core::Starter;
    /// All events of a game in words.
    fn events(&self, lang: Lang, record: Record, better: &[Option<String>]) -> Vec<EventText>;
}

impl<G: TerminalGame> Playable for Entry<G> {
    fn name(&self, lang: Lang) -> &'static str {
        t(lang, G::NAME)
    }

    fn about(&self, lang: Lang) -> &'static str {
        t(lang, G::ABOUT)
    }

    fn open(&self, seat: TableSeat) -> Result<Box<dyn Screen>, RecordError> {
        Ok(Box::new(Table::<G>::open(seat)?))
    }

    fn open_linked(&self, id: &str, record: Record, table: &LinkedTable) -> Result<Box<dyn LinkedGame>, RecordError> {
        linked::open::<G>(id, record, table)
    }

    fn watch(&self, lang: Lang, record: Record) -> Result<Box<dyn Screen>, RecordError> {
        Ok(Box::new(Watching::<G>::open(lang, record)?))
    }

    fn open_plain(&self, id: &str, record: Record) -> Result<Box<dyn PlainGame>, RecordError> {
        Ok(Box::new(PlainTable::<G>::open(id, record)?))
    }

    fn starter(&self, players: usize) -> spieltisch_core::Starter {
        spieltisch_core::Starter::of_first::<G>(players)
    }

    fn events(&self, lang: Lang, record: Record, better: &[Option<String>]) -> Vec<EventText> {
        spieltisch_core::all_events::<G>(lang, record, better)
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Playable> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// All games, in the order of the start page.
pub fn all() -> Vec<&'static dyn Playable> {
    GAMES.all()
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Playable> {
    GAMES.find(name)
}

/// All events of a game in words, each with the move that would have been better, where there was one.
pub fn all_events(lang: Lang, record: Record, better: &[Option<String>]) -> Vec<EventText> {
    find(&record.game).map(|game| game.events(lang, record, better)).unwrap_or_default()
}

/// The tips and the rules of a game, line by line.
pub fn rule_lines<G: TerminalGame>(lang: Lang) -> Vec<String> {
    let tips = G::TIPS.iter().map(|&tip| format!("· {}", t(lang, tip)));
    let mut lines = vec![t(lang, Key::PageTips).to_string()];
    lines.extend(tips);
    for section in G::RULES {
        lines.extend([String::new(), t(lang, section.heading).to_string()]);
        for paragraph in section.paragraphs {
            match paragraph {
                Paragraph::Text(key) | Paragraph::OnPaper(key) => lines.push(t(lang, *key).to_string()),
                Paragraph::Rule(id) => {
                    let sentences = [texts::rule_sentence(lang, id), texts::rule_detail(lang, id)];
                    lines.push(sentences.into_iter().flatten().collect::<Vec<_>>().join(" "));
                }
            }
        }
    }
    lines
}

/// The names of those who play beside the one person here: “Yatzy with Mila”.
pub fn described(lang: Lang, record: &Record) -> String {
    let name = find(&record.game).map_or("", |game| game.name(lang));
    let players = spieltisch_core::seats(record);
    let mut others: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    if let [first, ..] = players.as_slice()
        && players.len() > 1
        && first.kind == Kind::Person
        && !spieltisch_core::several_here(&players)
    {
        others.remove(0);
    }
    if players.len() == 1 {
        return texts::start_continue_alone(lang, name);
    }
    texts::start_continue_with(lang, name, texts::list(lang, &others))
}

/// The name of a game being played.
pub fn title<G: TerminalGame>(lang: Lang, game: &LocalGame<G>) -> String {
    format!("{} · {}", t(lang, G::NAME), G::progress(lang, game))
}
