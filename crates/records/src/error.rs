//! What can be wrong with a record, and where.

use std::fmt;

use spieltisch_rules::{NotationError, Refusal, SetupError};

/// An event that was not taken, with the rule it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRefused {
    /// The rule's id.
    pub rule: &'static str,
    /// What is wrong in this case.
    pub message: String,
}

impl<R: Refusal> From<R> for EventRefused {
    fn from(refusal: R) -> EventRefused {
        EventRefused { rule: refusal.rule().id, message: refusal.to_string() }
    }
}

impl EventRefused {
    /// The refusal of a text that is no event of the game.
    pub fn unreadable(error: NotationError) -> EventRefused {
        EventRefused { rule: error.rule, message: error.message }
    }
}

impl fmt::Display for EventRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

impl std::error::Error for EventRefused {}

/// A record that cannot be read or does not replay.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordError {
    /// Not a JSON object.
    Json {
        /// What the reader stumbled over.
        message: String,
    },
    /// A header field that is missing or has a wrong value.
    Field {
        /// The rule id of that field, as in `record.players`.
        rule: &'static str,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The table cannot be set up like that.
    Setup(SetupError),
    /// An event that is not possible.
    Event {
        /// Which event, from 1.
        number: usize,
        /// Why it is refused.
        refused: EventRefused,
    },
    /// The stated result is not what the events give.
    Result {
        /// How many events there are; the error is seen after the last.
        events: usize,
        /// What the events give.
        expected: String,
        /// What the record says.
        stated: String,
    },
}

impl RecordError {
    pub(crate) fn field(rule: &'static str, message: impl Into<String>) -> RecordError {
        RecordError::Field { rule, message: message.into() }
    }

    /// The number of the event the error belongs to, from 1.
    pub fn event(&self) -> Option<usize> {
        match self {
            RecordError::Event { number, .. } => Some(*number),
            RecordError::Result { events, .. } => Some(*events),
            _ => None,
        }
    }

    /// The id of the rule that is broken.
    pub fn rule(&self) -> &'static str {
        match self {
            RecordError::Json { .. } => "record.json",
            RecordError::Field { rule, .. } => rule,
            RecordError::Setup(error) => error.rule(),
            RecordError::Event { refused, .. } => refused.rule,
            RecordError::Result { .. } => "record.result",
        }
    }

    /// The message with its place: `record 3, event 17: castro.build.height: …`.
    pub fn at_line(&self, line: u64) -> String {
        match self.event() {
            Some(event) => format!("record {line}, event {event}: {self}"),
            None => format!("record {line}: {self}"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule())?;
        match self {
            RecordError::Json { message } | RecordError::Field { message, .. } => f.write_str(message),
            RecordError::Setup(error) => write!(f, "{error}"),
            RecordError::Event { refused, .. } => f.write_str(&refused.message),
            RecordError::Result { expected, stated, .. } => write!(f, "the record states {stated}, but its events give {expected}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<SetupError> for RecordError {
    fn from(error: SetupError) -> RecordError {
        RecordError::Setup(error)
    }
}
