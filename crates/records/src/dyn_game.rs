//! A running game for those who know it only by name: it speaks in event strings.

use std::any::Any;

use spieltisch_rules::{Event, Game, GameResult, Scores, Seat, SeatSet, ToAct};

use crate::error::{EventRefused, RecordError};
use crate::games::read_setup;
use crate::record::Record;

/// A running game of any kind.
pub trait DynGame: Any + Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The game as it stands, for a computer that thinks while the game goes on.
    fn snapshot(&self) -> Box<dyn DynGame>;
    /// Who must act.
    fn to_act(&self) -> ToAct;
    /// Every legal move of the player to move, as event strings, sorted.
    fn legal_moves(&self) -> Vec<String>;
    /// On an open table, the seats that may object now.
    fn objectors(&self) -> Option<SeatSet>;
    /// Whose decision this move is, legal or not: that of the player to move, but for an objection. `None` where no move
    /// is due.
    fn decider(&self, mv: &str) -> Option<Seat>;
    /// Takes an event and returns it as the record writes it.
    fn take(&mut self, event: &str) -> Result<String, EventRefused>;
    /// The event of a roll in which the thrown dice show these faces; `None` where no such roll is due.
    fn roll_event(&self, faces: &[u8]) -> Option<String>;
    /// Whether the roll that is due is the first of its turn.
    fn begins_turn(&self) -> bool;
    /// How many moves are legal.
    fn count_moves(&self) -> usize;
    /// The legal move at this index, in the order of the rules.
    fn nth_move(&self, index: usize) -> Option<String>;
    /// The points as they stand.
    fn scores(&self) -> Scores;
    /// The result, once the game is over.
    fn result(&self) -> Option<GameResult>;
}

/// A game as set up together with a position of it.
#[derive(Clone, Debug)]
pub struct Position<G: Game> {
    /// The game as set up.
    pub game: G,
    /// The position.
    pub state: G::State,
}

impl<G: Game> Position<G> {
    /// A table before the first event.
    pub fn new(game: G) -> Position<G> {
        Position { state: game.start(), game }
    }

    /// The table of a record, after all its events.
    pub fn of(record: &Record) -> Result<Position<G>, RecordError> {
        let mut table = Position::new(read_setup(record.players.len(), &record.options, &record.board)?);
        table.take_all(&record.events, 0)?;
        Ok(table)
    }

    /// The table of a record that goes on from one with the same set-up and these first events; from its beginning where
    /// it does not.
    pub fn go_on(self, events: &[String], record: &Record) -> Result<Position<G>, RecordError> {
        let Some(new) = record.events.strip_prefix(events) else { return Position::of(record) };
        let mut table = self;
        table.take_all(new, events.len())?;
        Ok(table)
    }

    /// Takes events of a record, the first so many of which are taken already.
    fn take_all(&mut self, events: &[String], taken: usize) -> Result<(), RecordError> {
        for (i, event) in events.iter().enumerate() {
            self.take_text(event).map_err(|refused| RecordError::Event { number: taken + i + 1, refused })?;
        }
        Ok(())
    }

    /// The table behind a game; `None` where that is of another game.
    pub fn behind(game: &dyn DynGame) -> Option<&Position<G>> {
        (game as &dyn Any).downcast_ref()
    }

    /// Takes an event in record notation.
    pub fn take_text(&mut self, text: &str) -> Result<Event<G>, EventRefused> {
        let event: Event<G> = text.parse().map_err(EventRefused::unreadable)?;
        self.game.take(&mut self.state, event)?;
        Ok(event)
    }
}

impl<G: Game> DynGame for Position<G> {
    fn game(&self) -> &'static str {
        G::INFO.name
    }

    fn snapshot(&self) -> Box<dyn DynGame> {
        Box::new(self.clone())
    }

    fn to_act(&self) -> ToAct {
        self.game.to_act(&self.state)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.game.moves(&self.state).iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        moves
    }

    fn objectors(&self) -> Option<SeatSet> {
        self.game.objectors(&self.state)
    }

    fn decider(&self, mv: &str) -> Option<Seat> {
        match (mv.parse(), self.to_act()) {
            (Ok(mv), _) => self.game.decider(&self.state, mv),
            (Err(_), ToAct::Move(seat)) => Some(seat),
            (Err(_), ToAct::Roll { .. } | ToAct::Over) => None,
        }
    }

    fn take(&mut self, event: &str) -> Result<String, EventRefused> {
        Ok(self.take_text(event)?.to_string())
    }

    fn roll_event(&self, faces: &[u8]) -> Option<String> {
        self.game.outcome(&self.state, faces).map(|roll| roll.to_string())
    }

    fn begins_turn(&self) -> bool {
        self.game.begins_turn(&self.state)
    }

    fn count_moves(&self) -> usize {
        self.game.count_moves(&self.state)
    }

    fn nth_move(&self, index: usize) -> Option<String> {
        self.game.nth_move(&self.state, index).map(|mv| mv.to_string())
    }

    fn scores(&self) -> Scores {
        self.game.scores(&self.state)
    }

    fn result(&self) -> Option<GameResult> {
        self.game.result(&self.state)
    }
}
