//! What the page asks of every game beside its table. Each game answers in its own folder, `table/<game>/`.
//!
//! One trait for each download: what several games answer to one trait is fetched together.

use leptos::prelude::*;
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Known, List, Of};

use crate::i18n::{Key, texts};
use crate::pages::setup::{Editor, Setup, Switch};

/// How a game is shown before it is played: a part of the first download.
pub trait Face: Known {
    /// What it is called.
    fn name(&self) -> Key;
    /// What it is about, in one line.
    fn about(&self) -> Key;
    /// A picture drawn from its own pieces in a square of 200.
    fn picture(&self) -> String;
}

/// How a game is explained and set up: fetched with the pages aside.
pub trait Aside: Known {
    /// Its rules page.
    fn rules(&self) -> &'static [texts::Section];
    /// Tips for playing it.
    fn tips(&self) -> &'static [Key];
    /// The picture that belongs to a section of the rules page.
    fn figure(&self, heading: Key) -> Option<AnyView>;
    /// Its options that are on or off.
    fn switches(&self) -> &'static [Switch];
    /// Options that are neither.
    fn other_options(&self, _: Setup) -> Option<AnyView> {
        None
    }
    /// How a board of one's own is typed in, where the game has one.
    fn editor(&self) -> Option<&'static dyn Editor>;
    /// A page of its own beside its table: the address and the name.
    fn beside(&self) -> Option<(&'static str, Key)> {
        None
    }
    /// Whether it has dice that could be the same for all.
    fn has_dice(&self) -> bool;
}

macro_rules! lists {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static FACES: List<dyn Face> = List::new(&[$(&Of::<$game>::ENTRY),*]);
        static ASIDES: List<dyn Aside> = List::new(&[$(&Of::<$game>::ENTRY),*]);
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

/// How the game of this name is explained and set up. Only for the pages aside: whoever else asks has it in their download.
pub fn aside(name: &str) -> Option<&'static dyn Aside> {
    ASIDES.find(name)
}
