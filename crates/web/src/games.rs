//! How each game is shown before it is played, explained and set up, by its name. What the page asks of a game is one trait,
//! [`TableGame`]; this is what it hands out for those who know the game only by its name.
//!
//! One trait for each download: what several games answer to one trait is fetched together.

use leptos::prelude::*;
use serde_json::{Map, Value};
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{GameEntry, Registry};

use crate::i18n::{Key, lang, texts};
use crate::pages::setup::{Editor, Setup, Switch};
use crate::table::TableGame;

/// How a game is shown before it is played: a part of the first download.
pub trait Face: GameEntry {
    /// What it is called.
    fn name(&self) -> Key;
    /// What it is about, in one line.
    fn about(&self) -> Key;
    /// What it is played for: how its rules page begins.
    fn aim(&self) -> Key;
    /// A picture drawn from its own pieces in a square of 200.
    fn picture(&self) -> String;
}

/// How a game is explained and set up: fetched with the pages aside.
pub trait Aside: GameEntry {
    /// Its rules page.
    fn rules(&self) -> &'static [texts::Section];
    /// Tips for playing it.
    fn tips(&self) -> &'static [Key];
    /// The game at a glance: what its rules page shows at once.
    fn glance(&self) -> &'static [texts::GlanceStep];
    /// The picture of a step of the game at a glance, with the step's names in it.
    fn drawing(&self, step: Key, names: Vec<String>) -> Option<AnyView>;
    /// Its options that are on or off.
    fn switches(&self) -> &'static [Switch];
    /// Options that are neither.
    fn other_options(&self, _: Setup) -> Option<AnyView> {
        None
    }
    /// What those options are set to, in a few words; nothing where they are as usual.
    fn other_options_now(&self, _: &Map<String, Value>) -> Option<String> {
        None
    }
    /// How a board of one's own is typed in, where the game has one.
    fn editor(&self) -> Option<&'static dyn Editor>;
    /// A page of its own beside its table: the address and the name.
    fn beside(&self) -> Option<(&'static str, Key)> {
        None
    }
    /// A head start in words.
    fn head_start_text(&self, given: u8) -> String {
        texts::setup_points_ahead(lang(), i64::from(given))
    }
    /// Whether it has dice that could be the same for all.
    fn has_dice(&self) -> bool;
}

macro_rules! lists {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static FACES: Registry<dyn Face> = Registry::new(&[$(<$game>::FACE),*]);
        static ASIDES: Registry<dyn Aside> = Registry::new(&[$(<$game>::ASIDE),*]);
    };
}
for_each_game!(lists);

/// All games as they are shown before they are played, in the order of the start page.
pub fn faces() -> Vec<&'static dyn Face> {
    FACES.all()
}

/// How the game of this name is shown before it is played.
pub fn face(name: &str) -> Option<&'static dyn Face> {
    FACES.find(name)
}

/// How the game of this name is explained and set up. Only for the pages aside: any other caller would have it in its download.
pub fn aside(name: &str) -> Option<&'static dyn Aside> {
    ASIDES.find(name)
}
