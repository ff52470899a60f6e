//! One record: read from JSON, written as JSON.

use serde_json::{Map, Value};
use spieltisch_rules::notation::excerpt;

use crate::error::RecordError;

/// The format every record names.
pub const FORMAT: &str = "spieltisch/1";

/// A record as it stands in a file. Fields beside the known ones are kept as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The players in seat order; seat 0 starts.
    pub players: Vec<String>,
    /// The options that differ from the default.
    pub options: Map<String, Value>,
    /// The board; `null` for the default.
    pub board: Value,
    /// What happened, in order.
    pub events: Vec<String>,
    /// The stated result; `null` while the game runs.
    pub result: Value,
    /// Further header fields, as dates, seeds or who was a bot.
    pub more: Map<String, Value>,
}

impl Record {
    /// Everything that makes one set-up differ from another – game, number of players, options, board – as a key.
    pub fn set_up(&self) -> String {
        format!("{} {} {:?} {}", self.game, self.players.len(), self.options, self.board)
    }

    /// An empty record of a game about to begin, on the default board with default options.
    pub fn new(game: &str, players: Vec<String>) -> Record {
        Record {
            game: game.to_string(),
            players,
            options: Map::new(),
            board: Value::Null,
            events: Vec::new(),
            result: Value::Null,
            more: Map::new(),
        }
    }

    /// Reads one record.
    pub fn from_json(text: &[u8]) -> Result<Record, RecordError> {
        let value: Value = serde_json::from_slice(text).map_err(|error| RecordError::Json { message: format!("not JSON: {error}") })?;
        let Value::Object(mut fields) = value else {
            return Err(RecordError::Json { message: format!("expected a record in braces, found {}", kind_of(&value)) });
        };
        match fields.shift_remove("format") {
            Some(Value::String(format)) if format == FORMAT => {}
            Some(other) => return Err(RecordError::field("record.format", format!("expected \"{FORMAT}\", found {}", short(&other)))),
            None => return Err(RecordError::field("record.format", format!("the field format is missing; expected \"{FORMAT}\""))),
        }
        Ok(Record {
            game: read_game(fields.shift_remove("game"))?,
            players: read_strings("players", "record.players", fields.shift_remove("players"))?,
            options: read_options(fields.shift_remove("options"))?,
            board: fields.shift_remove("board").unwrap_or(Value::Null),
            events: read_strings("events", "record.events", fields.shift_remove("events"))?,
            result: fields.shift_remove("result").unwrap_or(Value::Null),
            more: fields,
        })
    }

    /// The record as one line of JSON, without a line break.
    pub fn to_json(&self) -> String {
        let mut fields = Map::new();
        fields.insert("format".into(), FORMAT.into());
        fields.insert("game".into(), self.game.as_str().into());
        fields.insert("players".into(), self.players.clone().into());
        fields.insert("options".into(), Value::Object(self.options.clone()));
        fields.insert("board".into(), self.board.clone());
        fields.insert("events".into(), self.events.clone().into());
        fields.insert("result".into(), self.result.clone());
        fields.extend(self.more.clone());
        Value::Object(fields).to_string()
    }
}

fn read_game(value: Option<Value>) -> Result<String, RecordError> {
    match value {
        Some(Value::String(name)) => Ok(name),
        Some(other) => Err(RecordError::field("record.game", format!("expected the name of a game, found {}", short(&other)))),
        None => Err(RecordError::field("record.game", "the field game is missing")),
    }
}

fn read_options(value: Option<Value>) -> Result<Map<String, Value>, RecordError> {
    match value {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(options)) => Ok(options),
        Some(other) => Err(RecordError::field("record.options", format!("expected options in braces, found {}", kind_of(&other)))),
    }
}

fn read_strings(name: &str, rule: &'static str, value: Option<Value>) -> Result<Vec<String>, RecordError> {
    let wrong = |found: &str| RecordError::field(rule, format!("{name} must be a list of strings, {found}"));
    let list = match value {
        Some(Value::Array(list)) => list,
        Some(other) => return Err(wrong(&format!("found {}", kind_of(&other)))),
        None => return Err(wrong("but is missing")),
    };
    let entries = list.into_iter().enumerate().map(|(i, entry)| match entry {
        Value::String(text) => Ok(text),
        other => Err(wrong(&format!("but entry {} is {}", i + 1, kind_of(&other)))),
    });
    entries.collect()
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

pub(crate) fn short(value: &Value) -> String {
    excerpt(&value.to_string())
}
