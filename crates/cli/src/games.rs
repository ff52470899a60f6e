//! What the commands ask of a game they know by name.

use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;
use serde_json::Value;
use spieltisch_bots::Bots;
use spieltisch_bots::training::Training;
use spieltisch_draw::sheets::Print;
use spieltisch_records::{Record, RecordError};
use spieltisch_review::Explain;
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Entry, GameEntry, Registry};

use crate::arena::{Arena, Meeting};
use crate::commands::simulate::Simulation;
use crate::commands::{best, train};
use crate::errors::Failure;

/// A game that the commands work on.
pub trait Commanded: GameEntry {
    /// Plays games and prints their records.
    fn simulate(&self, simulation: &Simulation) -> Result<(), Failure>;
    /// Lets players meet, until `stop` is set.
    fn meet(&self, arena: &Arena, progress: &ProgressBar, stop: &AtomicBool) -> Result<Meeting, Failure>;
    /// Judges every move in a position; `None` where no move is due.
    fn judge(&self, position: &best::BestQuery<'_>) -> Option<Value>;
    /// How the set-up of a record is learned; `None` where there is nothing to learn.
    fn training(&self, header: &Record) -> Result<Option<Box<dyn Training>>, RecordError>;
}

impl<G: Bots> Commanded for Entry<G> {
    fn simulate(&self, simulation: &Simulation) -> Result<(), Failure> {
        simulation.play::<G>()
    }

    fn meet(&self, arena: &Arena, progress: &ProgressBar, stop: &AtomicBool) -> Result<Meeting, Failure> {
        arena.play::<G>(progress, stop)
    }

    fn judge(&self, position: &best::BestQuery<'_>) -> Option<Value> {
        best::judge::<G>(position)
    }

    fn training(&self, header: &Record) -> Result<Option<Box<dyn Training>>, RecordError> {
        train::find::<G>(header)
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Commanded> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Commanded> {
    GAMES.find(name)
}

/// Lets the whole program know a game that is not in the list; see [`Registry::invite`].
pub fn invite<G: Explain + Print>() {
    spieltisch_server::invite::<G>();
    spieltisch_review::invite::<G>();
    spieltisch_draw::sheets::invite::<G>();
    GAMES.invite(&Entry::<G>::ENTRY);
}
