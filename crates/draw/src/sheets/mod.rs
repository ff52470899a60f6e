//! Sheets to print, so that a game can be played with paper, scissors and dice.
//!
//! A sheet is drawn as lines and letters on a [`Page`] in millimetres; `crate::pdf` writes pages as PDF, [`svg`] as SVG
//! for the browser. Whatever stands on a board is read from the game as set up, house rules and boards of one's own
//! included.

mod book;
mod card;
mod caro;
mod castro;
mod crowns;
pub mod metrics;
mod model;
mod pen;
mod pieces;
mod svg;
pub mod yatzy;

use spieltisch_records::{RecordError, SetUp, read_setup, unknown_game};
use spieltisch_rules::games::{Entry, GameEntry, Registry};
use spieltisch_rules::{Game, for_each_game};

pub use book::{Book, MARGIN};
pub use model::{Ink, Item, Page, Paper, Point, Rect, Segment, Shape, Stroke, Text, Weight, at};
pub use pen::{Align, Pen, Style, bold, circle, outline, plain, polygon, rounded};
pub use pieces::{crown_rows, mark_path, pips, star};
pub use spieltisch_texts::Lang;
pub use svg::svg;

/// A game that can be printed.
pub trait Print: Game {
    /// What it is called.
    fn title(lang: Lang) -> &'static str;
    /// Draws its sheets: boards and pads, pieces to cut out, a rule card.
    fn draw(&self, book: &mut Book<'_>);
}

/// What is to be printed.
#[derive(Clone, Debug)]
pub struct PrintJob<'a> {
    /// How many play, by which options, on which board.
    pub set_up: &'a SetUp,
    /// The language.
    pub lang: Lang,
    /// The paper.
    pub paper: Paper,
    /// Where a table is served; the code on each sheet opens the set-up there.
    pub address: Option<&'a str>,
}

/// A printed game known by its name.
trait Sheets: GameEntry {
    fn sheets(&self, wanted: &PrintJob<'_>) -> Result<Vec<Page>, RecordError>;
}

impl<G: Print> Sheets for Entry<G> {
    fn sheets(&self, wanted: &PrintJob<'_>) -> Result<Vec<Page>, RecordError> {
        let SetUp { players, options, board } = wanted.set_up;
        let game: G = read_setup(*players, options, board)?;
        let opens = wanted.address.and_then(|address| link(address, G::INFO.name, wanted.set_up));
        let mut book = Book::new(wanted.lang, wanted.paper, *players, G::title(wanted.lang), opens.as_deref());
        game.draw(&mut book);
        Ok(book.finish())
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Sheets> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets this process print a game that is not in the list; see [`Registry::invite`].
pub fn invite<G: Print>() {
    GAMES.invite(&Entry::<G>::ENTRY);
}

/// The sheets of a game known by name, or what is wrong with its set-up.
pub fn sheets(game: &str, wanted: &PrintJob<'_>) -> Result<Vec<Page>, RecordError> {
    GAMES.find(game).ok_or_else(|| unknown_game(game))?.sheets(wanted)
}

/// The address that opens a set-up on the page served at `address`.
pub fn link(address: &str, game: &str, set_up: &SetUp) -> Option<String> {
    Some(format!("{}/#/setup/{game}/{}", address.trim_end_matches('/'), set_up.code()?))
}
