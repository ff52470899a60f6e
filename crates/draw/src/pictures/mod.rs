//! Games as pictures for screens.
//!
//! A picture is a [`Page`] of `crate::sheets`, in pixels and colours: in the browser it becomes an SVG and then a PNG, for a
//! link's preview it is drawn once (`examples/previews.rs`). A finished game is drawn with its board or sheet, its points
//! and its names; an invitation with a board and the game's name; a line in a list of games with the board alone.

mod caro;
mod castro;
mod crowns;
mod easel;
mod finished;
mod invitation;
mod outcome;
mod yatzy;

use spieltisch_records::{Position, Record};
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Entry, GameEntry, Registry};

pub use easel::{Easel, Player};
pub use finished::LARGEST;
pub use invitation::{PREVIEW, of_all};
pub use outcome::{Outcome, Placed};

use crate::sheets::{Lang, Page, Print, Rect};

/// How wide and high a small picture is.
const SMALL: (u16, u16) = (200, 200);

/// A game that can be drawn as it stands.
pub trait Draw: Print {
    /// How much of a room's height a position takes: all of it, where it does not say otherwise.
    fn height_within(&self, _width: f64, height: f64) -> f64 {
        height
    }

    /// Draws a position into a room: the board or the sheets, and whose is what.
    fn draw_position(&self, state: &Self::State, easel: &mut Easel, room: Rect);

    /// Draws what stands for the game in an invitation, without a word: a position, where nothing else does.
    fn draw_emblem(&self, state: &Self::State, easel: &mut Easel, room: Rect) {
        self.draw_position(state, easel, room);
    }

    /// Draws a position into a room as small as a thumb, where no word can be read.
    fn draw_small(&self, state: &Self::State, easel: &mut Easel, room: Rect) {
        self.draw_position(state, easel, room);
    }
}

/// A pictured game known by its name.
trait Pictures: GameEntry {
    fn title(&self) -> &'static str;
    fn outcome(&self, record: &Record, lang: Lang) -> Option<Outcome>;
    fn finished(&self, record: &Record, lang: Lang, date: &str) -> Option<Page>;
    fn invitation(&self, record: &Record) -> Option<Page>;
    fn emblem(&self, record: &Record, easel: &mut Easel, room: Rect) -> Option<()>;
    fn small(&self, record: &Record) -> Option<Page>;
}

impl<G: Draw> Pictures for Entry<G> {
    fn title(&self) -> &'static str {
        G::title(Lang::En)
    }

    fn outcome(&self, record: &Record, lang: Lang) -> Option<Outcome> {
        outcome::of(&Position::<G>::of(record).ok()?, record, lang)
    }

    fn finished(&self, record: &Record, lang: Lang, date: &str) -> Option<Page> {
        let table = Position::<G>::of(record).ok()?;
        let outcome = outcome::of(&table, record, lang)?;
        Some(finished::draw(&table, &outcome, lang, easel::players(record), date))
    }

    fn invitation(&self, record: &Record) -> Option<Page> {
        Some(invitation::draw(&Position::<G>::of(record).ok()?, record))
    }

    fn emblem(&self, record: &Record, easel: &mut Easel, room: Rect) -> Option<()> {
        let Position { game, state } = Position::<G>::of(record).ok()?;
        game.draw_emblem(&state, easel, room);
        Some(())
    }

    fn small(&self, record: &Record) -> Option<Page> {
        let Position { game, state } = Position::<G>::of(record).ok()?;
        let mut easel = Easel::new(SMALL, Lang::En, easel::players(record));
        let room = easel.room();
        game.draw_small(&state, &mut easel, room);
        Some(easel.finish())
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Pictures> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// How a game ended, in words and numbers; nothing where the record does not replay to its end.
pub fn outcome(record: &Record, lang: Lang) -> Option<Outcome> {
    GAMES.find(&record.game)?.outcome(record, lang)
}

/// A finished game as a picture, at most as large as [`LARGEST`], with the day it was played; nothing where the record does not replay to its end.
pub fn finished(record: &Record, lang: Lang, date: &str) -> Option<Page> {
    GAMES.find(&record.game)?.finished(record, lang, date)
}

/// The picture of [`PREVIEW`] that comes with an invitation to a game, its board as it stands in the record.
pub fn invitation(record: &Record) -> Option<Page> {
    GAMES.find(&record.game)?.invitation(record)
}

/// A game as it stands in the record, to be shown beside its line in a list; nothing where the record does not replay.
pub fn small(record: &Record) -> Option<Page> {
    GAMES.find(&record.game)?.small(record)
}
