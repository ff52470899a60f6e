//! Reviewing records, whatever game they hold.

use std::sync::Arc;

use spieltisch_bots::Played;
use spieltisch_bots::shelf::Shelf;
use spieltisch_records::{EventRefused, Record, RecordError, read_setup, unknown_game};
use spieltisch_rules::games::{Known, List, Of};
use spieltisch_rules::{Event, Game, for_each_game};

use crate::ledger::Review;
use crate::levels::SetUp;
use crate::reviewer::Reviewer;

/// Reviews records of one set-up.
pub trait RecordReviewer: Send + Sync {
    /// Reviews a record of this set-up; the record must replay. `heard` is told after every event how many are done and answers whether to go on;
    /// `None` where it does not.
    fn review(&self, record: &Record, heard: &mut dyn FnMut(usize) -> bool) -> Result<Option<Review>, RecordError>;

    /// The set-up.
    fn set_up(&self) -> SetUp;
}

impl<G: Game> RecordReviewer for Reviewer<G> {
    fn review(&self, record: &Record, heard: &mut dyn FnMut(usize) -> bool) -> Result<Option<Review>, RecordError> {
        let read = |(index, event): (usize, &String)| {
            event.parse().map_err(|error| RecordError::Event { number: index + 1, refused: EventRefused::unreadable(error) })
        };
        let events: Vec<Event<G>> = record.events.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Reviewer::review(self, &record.players, &events, heard))
    }

    fn set_up(&self) -> SetUp {
        Reviewer::set_up(self)
    }
}

/// A game whose records can be reviewed.
trait Reviewed: Known {
    fn reviewer(&self, record: &Record, shelf: &dyn Shelf) -> Result<Arc<dyn RecordReviewer>, RecordError>;
}

impl<G: Played> Reviewed for Of<G> {
    fn reviewer(&self, record: &Record, shelf: &dyn Shelf) -> Result<Arc<dyn RecordReviewer>, RecordError> {
        let game: G = read_setup(record.players.len(), &record.options, &record.board)?;
        let appraiser = game.appraiser(shelf);
        let reviewer = Reviewer::new(game, appraiser);
        reviewer.prepare();
        Ok(Arc::new(reviewer))
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: List<dyn Reviewed> = List::new(&[$(&Of::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets this process review records of a game that is not in the list; see [`List::invite`].
pub fn invite<G: Played>() {
    GAMES.invite(&Of::<G>::ENTRY);
}

/// The reviewer for the set-up of a record, with everything prepared that is worked out only once.
pub fn reviewer_for(record: &Record, shelf: &dyn Shelf) -> Result<Arc<dyn RecordReviewer>, RecordError> {
    GAMES.find(&record.game).ok_or_else(|| unknown_game(&record.game))?.reviewer(record, shelf)
}
