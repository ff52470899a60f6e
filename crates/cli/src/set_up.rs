//! The arguments that set a table up, shared by several commands.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value};
use spieltisch_records::{Record, read_board};
use spieltisch_rules::games;

use crate::errors::Failure;

/// Which game, for whom, by which options, on which board.
#[derive(Args, Clone)]
pub struct TableArgs {
    #[arg(long, help = spieltisch_rules::games::names().join(", "))]
    pub game: String,
    /// How many play
    #[arg(long)]
    pub players: usize,
    #[command(flatten)]
    pub house: HouseArgs,
}

/// Options and board.
#[derive(Args, Clone)]
pub struct HouseArgs {
    /// An option of the game, as in bonus_at_least=63; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// A board file (TOML); the default board where left out
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
}

impl HouseArgs {
    /// The options as they stand in a record; a value is a number, true or false.
    pub fn options(&self) -> Result<Map<String, Value>, Failure> {
        let read = |pair: &String| {
            let (name, value) = pair.split_once('=').ok_or_else(|| Failure::Wrong(format!("--option {pair}: expected NAME=VALUE")))?;
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_string()));
            Ok((name.to_string(), value))
        };
        self.options.iter().map(read).collect()
    }

    /// The board as it stands in a record.
    pub fn board(&self, game: &str) -> Result<Value, Failure> {
        let Some(path) = &self.board else { return Ok(Value::Null) };
        let in_file = |error: &dyn std::fmt::Display| Failure::Wrong(format!("{}: {error}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| in_file(&error))?;
        read_board(game, &text).map_err(|error| in_file(&error))
    }
}

impl TableArgs {
    /// How many play, once it is known that the game can be played by so many.
    pub fn players(&self) -> Result<usize, Failure> {
        let possible = games::info(&self.game).ok_or_else(|| unknown_game(&self.game))?.players;
        if possible.contains(&self.players) {
            return Ok(self.players);
        }
        let (fewest, most) = (possible.start(), possible.end());
        Err(Failure::Wrong(format!("--players {0}: {1} is for {fewest} to {most} players, not for {0}", self.players, self.game)))
    }

    /// An empty record of this table with these seat names.
    pub fn header(&self, seats: Vec<String>) -> Result<Record, Failure> {
        let mut header = Record::new(&self.game, seats);
        header.options = self.house.options()?;
        header.board = self.house.board(&self.game)?;
        Ok(header)
    }
}

/// The failure for an unknown game.
pub fn unknown_game(name: &str) -> Failure {
    Failure::Wrong(format!("--game {name}: no such game; the games are {}", games::names().join(", ")))
}

/// The failure for `optimal` in a game that is not solved.
pub fn not_solved(game: &str) -> Failure {
    Failure::Wrong(format!("--bots optimal: {game} is not solved; known are {}", spieltisch_bots::players::KNOWN))
}
