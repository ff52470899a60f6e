//! Reviewing records, whatever game they hold.

use std::sync::Arc;

use spieltisch_bots::value_store::ValueStore;
use spieltisch_records::{EventRefused, Record, RecordError, read_setup, unknown_game};
use spieltisch_rules::games::{Entry, GameEntry, Registry};
use spieltisch_rules::{Event, Game, for_each_game};

use crate::ledger::Review;
use crate::levels::LevelSetUp;
use crate::reviewer::Reviewer;
use crate::why::{Explain, Why};

/// Reviews records of one set-up.
pub trait RecordReviewer: Send + Sync {
    /// Reviews a record of this set-up; the record must replay. `heard` is told after every event how many are done and answers whether to go on;
    /// `None` where it does not.
    fn review(&self, record: &Record, heard: &mut dyn FnMut(usize) -> bool) -> Result<Option<Review>, RecordError>;

    /// The set-up.
    fn set_up(&self) -> LevelSetUp;

    /// Why another move was better than the decision with this number, counted from 1; `None` where nothing clear can be said, or
    /// where that event is no decision. It takes about as long as reviewing a turn, so it is asked for decisions that are shown.
    fn why(&self, record: &Record, number: usize) -> Option<Why>;
}

impl<G: Explain> RecordReviewer for Reviewer<G> {
    fn review(&self, record: &Record, heard: &mut dyn FnMut(usize) -> bool) -> Result<Option<Review>, RecordError> {
        Ok(Reviewer::review(self, &record.players, &events_of(record)?, heard))
    }

    fn set_up(&self) -> LevelSetUp {
        Reviewer::set_up(self)
    }

    fn why(&self, record: &Record, number: usize) -> Option<Why> {
        Reviewer::why(self, &events_of(record).ok()?, number)
    }
}

/// The events of a record, read.
fn events_of<G: Game>(record: &Record) -> Result<Vec<Event<G>>, RecordError> {
    let read = |(index, event): (usize, &String)| {
        event.parse().map_err(|error| RecordError::Event { number: index + 1, refused: EventRefused::unreadable(error) })
    };
    record.events.iter().enumerate().map(read).collect()
}

/// A game whose records can be reviewed.
trait Reviewable: GameEntry {
    fn reviewer(&self, record: &Record, value_store: &dyn ValueStore) -> Result<Arc<dyn RecordReviewer>, RecordError>;
}

impl<G: Explain> Reviewable for Entry<G> {
    fn reviewer(&self, record: &Record, value_store: &dyn ValueStore) -> Result<Arc<dyn RecordReviewer>, RecordError> {
        let game: G = read_setup(record.players.len(), &record.options, &record.board)?;
        let evaluator = game.evaluator(value_store);
        let reviewer = Reviewer::new(game, evaluator);
        reviewer.prepare();
        Ok(Arc::new(reviewer))
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Reviewable> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets this process review records of a game that is not in the list; see [`Registry::invite`].
pub fn invite<G: Explain>() {
    GAMES.invite(&Entry::<G>::ENTRY);
    crate::own::invite::<G>();
}

/// The reviewer for the set-up of a record, with everything prepared that is worked out only once.
pub fn reviewer_for(record: &Record, value_store: &dyn ValueStore) -> Result<Arc<dyn RecordReviewer>, RecordError> {
    GAMES.find(&record.game).ok_or_else(|| unknown_game(&record.game))?.reviewer(record, value_store)
}
