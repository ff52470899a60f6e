//! What a game as set up needs before its computers play well.

use spieltisch_bots::Bots;
use spieltisch_bots::value_store::Needs;
use spieltisch_records::{Record, read_setup};
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Entry, GameEntry, Registry};

trait Needing: GameEntry {
    fn needs(&self, record: &Record) -> Needs;
    fn further_needs(&self, record: &Record) -> Option<&'static str>;
}

impl<G: Bots> Needing for Entry<G> {
    fn needs(&self, record: &Record) -> Needs {
        read_setup::<G>(record.players.len(), &record.options, &record.board).map_or(Needs::Nothing, |game| game.needs())
    }

    fn further_needs(&self, record: &Record) -> Option<&'static str> {
        read_setup::<G>(record.players.len(), &record.options, &record.board).ok()?.further_needs()
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Needing> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// What the game of a record needs.
pub fn of(record: &Record) -> Needs {
    GAMES.find(&record.game).map_or(Needs::Nothing, |game| game.needs(record))
}

/// What reviewing the game of a record needs beside that.
pub fn further(record: &Record) -> Option<&'static str> {
    GAMES.find(&record.game)?.further_needs(record)
}
