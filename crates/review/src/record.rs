//! Reviewing records, whatever game they hold.

use std::sync::Arc;

use spieltisch_bots::appraisal::appraiser_for;
use spieltisch_bots::shelf::Shelf;
use spieltisch_records::{EventRefused, Record, RecordError, read_setup};
use spieltisch_rules::games::{self, GameVisitor};
use spieltisch_rules::{Event, Game};

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

/// The reviewer for the set-up of a record, with everything prepared that is worked out only once.
pub fn reviewer_for(record: &Record, shelf: &dyn Shelf) -> Result<Arc<dyn RecordReviewer>, RecordError> {
    games::with_game(&record.game, Make { record, shelf }).unwrap_or_else(|| Err(unknown_game(record)))
}

/// Lets the records crate say what is wrong with the name.
fn unknown_game(record: &Record) -> RecordError {
    let opened = spieltisch_records::open(&mut record.clone());
    opened.err().unwrap_or(RecordError::Json { message: "no such game".to_string() })
}

struct Make<'a> {
    record: &'a Record,
    shelf: &'a dyn Shelf,
}

impl GameVisitor for Make<'_> {
    type Output = Result<Arc<dyn RecordReviewer>, RecordError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Record { players, options, board, .. } = self.record;
        let game: G = read_setup(players.len(), options, board)?;
        let alone_hard = options.get("solo_hard").is_some_and(|hard| hard == true);
        let set_up = SetUp::new(G::INFO.name, players.len(), alone_hard);
        let reviewer = Reviewer::new(game.clone(), appraiser_for(&game, self.shelf), set_up);
        reviewer.prepare();
        Ok(Arc::new(reviewer))
    }
}
