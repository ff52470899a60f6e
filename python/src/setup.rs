//! A game as set up, for those who know it only by name.

use std::sync::Arc;

use serde_json::{Map, Value};
use spieltisch_bots::Bots;
use spieltisch_records::{Record, RecordError, read_setup, unknown_game};
use spieltisch_rules::games::{Entry, GameEntry, Registry};
use spieltisch_rules::{Event, for_each_game};

use crate::encoding::{Encode, Field};
use crate::experts::{AnyExpert, TypedExpert};
use crate::position::{AnyPosition, Position};
use crate::rows::{AnyRows, Rows};

/// What is rewarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// Points, as they are made.
    Points,
    /// The win, at the end: 1, shared by those who share it.
    Win,
}

impl Reward {
    /// The name in Python.
    pub fn name(self) -> &'static str {
        match self {
            Reward::Points => "points",
            Reward::Win => "win",
        }
    }

    /// The reward of this name.
    pub fn named(name: &str) -> Option<Reward> {
        [Reward::Points, Reward::Win].into_iter().find(|reward| reward.name() == name)
    }
}

/// The fields of a record's header that make a set-up.
#[derive(Clone, Debug)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The options that differ from the default.
    pub options: Map<String, Value>,
    /// The board; null for the default.
    pub board: Value,
    /// What is rewarded.
    pub reward: Reward,
}

/// A game as set up, without its type.
pub trait AnySetup: Send + Sync {
    /// Its header.
    fn header(&self) -> &Header;
    /// How many actions there are.
    fn action_count(&self) -> usize;
    /// How many outcomes rolls have.
    fn outcome_count(&self) -> usize;
    /// The fields of an observation.
    fn fields(&self) -> Vec<Field>;
    /// An action as an event of a record; `None` for a number that is no action.
    fn action_text(&self, action: usize) -> Option<String>;
    /// The number of an event that is a move, or why it is none.
    fn action_named(&self, text: &str) -> Result<usize, String>;
    /// An outcome of dice as an event of a record.
    fn outcome_text(&self, outcome: usize) -> Option<String>;
    /// Whether players may object to each other's moves.
    fn has_objections(&self) -> bool;
    /// The position before the first event.
    fn start(self: Arc<Self>) -> Box<dyn AnyPosition>;
    /// The position after these events.
    fn replay(self: Arc<Self>, record: &Record) -> Result<Box<dyn AnyPosition>, RecordError>;
    /// Many games side by side, with dice from this key.
    fn rows(self: Arc<Self>, count: usize, key: u64) -> Box<dyn AnyRows>;
    /// Who knows this game.
    fn expert(self: Arc<Self>) -> Box<dyn AnyExpert>;
}

/// A game as set up, with what was worked out for it.
pub struct Setup<G: Encode> {
    /// The game.
    pub game: G,
    /// What observing looks up.
    pub tables: G::Tables,
    /// The header it was made from.
    pub header: Header,
}

impl<G: Encode> Setup<G> {
    /// Whether both are the same game, set up alike; what is rewarded does not matter.
    pub fn is_same(&self, other: &Setup<G>) -> bool {
        let (mine, theirs) = (&self.game, &other.game);
        std::ptr::eq(self, other)
            || (mine.players() == theirs.players() && mine.options() == theirs.options() && mine.board() == theirs.board())
    }
}

impl<G: Encode + Bots> AnySetup for Setup<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn outcome_count(&self) -> usize {
        self.game.outcome_count()
    }

    fn fields(&self) -> Vec<Field> {
        self.game.fields()
    }

    fn action_text(&self, action: usize) -> Option<String> {
        self.game.move_of(action).map(|mv| mv.to_string())
    }

    fn action_named(&self, text: &str) -> Result<usize, String> {
        let mv: G::Move = text.parse().map_err(|error: spieltisch_rules::NotationError| error.to_string())?;
        self.game.action_of(mv).ok_or_else(|| format!("“{mv}” can never be played in this set-up"))
    }

    fn outcome_text(&self, outcome: usize) -> Option<String> {
        self.game.roll_of(outcome).map(|roll| roll.to_string())
    }

    fn has_objections(&self) -> bool {
        self.game.objection(0).is_some()
    }

    fn start(self: Arc<Self>) -> Box<dyn AnyPosition> {
        Box::new(Position { state: self.game.start(), events: Some(Vec::new()), setup: self })
    }

    fn replay(self: Arc<Self>, record: &Record) -> Result<Box<dyn AnyPosition>, RecordError> {
        let mut position = Position { state: self.game.start(), events: None, setup: self };
        let mut events: Vec<Event<G>> = Vec::with_capacity(record.events.len());
        for (i, text) in record.events.iter().enumerate() {
            events.push(position.take_text(text).map_err(|refused| RecordError::Event { number: i + 1, refused })?);
        }
        position.events = Some(events);
        Ok(Box::new(position))
    }

    fn rows(self: Arc<Self>, count: usize, key: u64) -> Box<dyn AnyRows> {
        Box::new(Rows::new(self, count, key))
    }

    fn expert(self: Arc<Self>) -> Box<dyn AnyExpert> {
        Box::new(TypedExpert::new(self))
    }
}

/// A game that can be set up by name.
trait Loaded: GameEntry {
    fn load(&self, header: Header) -> Result<Arc<dyn AnySetup>, RecordError>;
}

impl<G: Encode + Bots> Loaded for Entry<G> {
    fn load(&self, header: Header) -> Result<Arc<dyn AnySetup>, RecordError> {
        let game: G = read_setup(header.players, &header.options, &header.board)?;
        Ok(Arc::new(Setup { tables: game.tables(), game, header }))
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Loaded> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Sets up the game that the header names.
pub fn load(header: Header) -> Result<Arc<dyn AnySetup>, RecordError> {
    GAMES.find(&header.game).ok_or_else(|| unknown_game(&header.game))?.load(header)
}

/// The fewest that can play the game of this name.
pub fn fewest_players(name: &str) -> Result<usize, RecordError> {
    GAMES.find(name).map(|game| *game.info().players.start()).ok_or_else(|| unknown_game(name))
}
