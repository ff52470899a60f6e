//! Games by name: set up from the fields of a header.

use serde_json::{Map, Value};
use spieltisch_rules::board_file::BoardFile;
use spieltisch_rules::games::{self, Entry, GameEntry, Registry};
use spieltisch_rules::notation::excerpt;
use spieltisch_rules::{Game, SetupError, for_each_game};

use crate::dyn_game::{DynGame, Position};
use crate::error::RecordError;

/// A game of which there can be records.
trait Recorded: GameEntry {
    fn open(&self, players: usize, options: &Map<String, Value>, board: &Value) -> Result<Box<dyn DynGame>, RecordError>;
    fn read_board(&self, toml: &str) -> Result<Value, RecordError>;
}

impl<G: Game> Recorded for Entry<G> {
    fn open(&self, players: usize, options: &Map<String, Value>, board: &Value) -> Result<Box<dyn DynGame>, RecordError> {
        Ok(Box::new(Position::<G>::new(read_setup(players, options, board)?)))
    }

    fn read_board(&self, toml: &str) -> Result<Value, RecordError> {
        let board = G::Board::from_toml(toml).map_err(SetupError::Board)?;
        serde_json::to_value(board).map_err(|error| RecordError::field("record.board", error.to_string()))
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Recorded> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets this process read and play records of a game that is not in the list; see [`Registry::invite`].
pub fn invite<G: Game>() {
    games::invite::<G>();
    GAMES.invite(&Entry::<G>::ENTRY);
}

/// Sets up the game `G` from header fields as they stand in a record.
pub fn read_setup<G: Game>(players: usize, options: &Map<String, Value>, board: &Value) -> Result<G, RecordError> {
    let options = read_options::<G>(options)?;
    let board = match board {
        Value::Null => G::Board::default(),
        board => serde_json::from_value(board.clone()).map_err(|error| RecordError::field("record.board", error.to_string()))?,
    };
    Ok(G::new(players, options, board)?)
}

/// Reads options one by one first, so that an error names the option.
fn read_options<G: Game>(options: &Map<String, Value>) -> Result<G::Options, RecordError> {
    let read = |options: Map<String, Value>| serde_json::from_value::<G::Options>(Value::Object(options));
    for (name, value) in options {
        read([(name.clone(), value.clone())].into_iter().collect())
            .map_err(|error| RecordError::field("record.options", format!("{}: {error}", excerpt(name))))?;
    }
    read(options.clone()).map_err(|error| RecordError::field("record.options", error.to_string()))
}

/// Reads a board file for the game of this name into the form it has in a record.
pub fn read_board(game: &str, toml: &str) -> Result<Value, RecordError> {
    GAMES.find(game).ok_or_else(|| unknown_game(game))?.read_board(toml)
}

/// Sets up a game known by name.
pub fn open_table(game: &str, players: usize, options: &Map<String, Value>, board: &Value) -> Result<Box<dyn DynGame>, RecordError> {
    GAMES.find(game).ok_or_else(|| unknown_game(game))?.open(players, options, board)
}

/// The error for a name that is no game's.
pub fn unknown_game(name: &str) -> RecordError {
    RecordError::field("record.game", format!("“{}” is no game here; the games are {}", excerpt(name), games::names().join(", ")))
}
