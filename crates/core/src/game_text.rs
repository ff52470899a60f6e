//! What a game says of itself, in the reader's language.

use spieltisch_rules::games::{Entry, GameEntry, Registry};
use spieltisch_rules::{Event, Game, Seat, for_each_game};
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::{Choose, Lesson, LocalGame, Past};

/// A game that can say what happens in it.
pub trait GameText: Game {
    /// What it is called.
    const NAME: Key;

    /// A first game that teaches it.
    const LESSON: &'static Lesson;

    /// The kinds of decisions that reviews tell apart, each by the name that reviews give it.
    const KINDS: &'static [(&'static str, Key)];

    /// A refusal as the person reads it.
    fn refusal_text(lang: Lang, game: &LocalGame<Self>, refusal: &Self::Refusal) -> String;

    /// A past decision as a line of the history; `None` where it is not worth one.
    fn history_line(lang: Lang, game: &LocalGame<Self>, past: &Past<Self>, mv: Self::Move) -> Option<String>;

    /// A move in a few words, as in “keep 6 6”. What it names is marked while the words are shown.
    fn phrase(lang: Lang, game: &LocalGame<Self>, mv: Self::Move) -> String;

    /// What people call a move when they say nothing else, as the box of a score sheet; `None` where its notation is as short.
    fn short_name(_: Lang, _: Self::Move) -> Option<String> {
        None
    }

    /// What a move is good for, in one sentence; `None` where only its worth speaks for it.
    fn purpose(lang: Lang, game: &LocalGame<Self>, mv: Self::Move) -> Option<String>;

    /// What a screen reader says of an event that just happened.
    fn announcement(lang: Lang, game: &LocalGame<Self>, past: &Past<Self>) -> String {
        match past.event {
            Event::Roll(roll) => rolled(lang, &game.seats[past.seat].name, roll),
            Event::Move(mv) => Self::history_line(lang, game, past, mv).unwrap_or_default(),
        }
    }

    /// What a seat is given before the first turn, as in “25 points”.
    fn head_start(lang: Lang, given: u8) -> String {
        texts::count_points(lang, given.into())
    }

    /// How the points a seat scored came about, step by step; the same step at the same place for all seats.
    fn scoring(lang: Lang, game: &LocalGame<Self>, seat: Seat) -> Vec<ScorePart>;
}

/// “Anna rolls 1 2 4 6 6”.
pub(crate) fn rolled(lang: Lang, name: &str, roll: impl ToString) -> String {
    texts::say_rolled(lang, name, roll.to_string().trim_start_matches("roll "))
}

/// A step of counting points at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct ScorePart {
    /// What is counted; empty where this seat has nothing to count in this step.
    pub text: String,
    /// How many points it brings.
    pub points: i32,
}

impl ScorePart {
    /// A step that brings so many points.
    pub fn new(text: impl Into<String>, points: i32) -> ScorePart {
        ScorePart { text: text.into(), points }
    }
}

/// What is asked of a game by its name.
trait NamedGame: GameEntry {
    fn name(&self) -> Key;
    fn lesson(&self) -> &'static Lesson;
    fn kinds(&self) -> &'static [(&'static str, Key)];
}

impl<G: Choose> NamedGame for Entry<G> {
    fn name(&self) -> Key {
        G::NAME
    }

    fn lesson(&self) -> &'static Lesson {
        G::LESSON
    }

    fn kinds(&self) -> &'static [(&'static str, Key)] {
        G::KINDS
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn NamedGame> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// What the game of this name is called; nothing for an unknown name.
pub fn game_name(lang: Lang, name: &str) -> &'static str {
    GAMES.find(name).map_or("", |game| t(lang, game.name()))
}

/// The first game that teaches the game of this name; nothing for an unknown name.
pub fn lesson(name: &str) -> Option<&'static Lesson> {
    GAMES.find(name).map(|game| game.lesson())
}

/// The kinds of decisions of the game of this name; none for an unknown name.
pub(crate) fn kinds(name: &str) -> &'static [(&'static str, Key)] {
    GAMES.find(name).map(|game| game.kinds()).unwrap_or_default()
}
