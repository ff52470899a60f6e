//! Reading event strings. “Not a move” and “not a legal move” are different errors.

use std::fmt;

/// The rule id of a text that is not an event of its game.
pub const NOT_AN_EVENT: &str = "record.event";

/// A text that is not an event, with what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The rule that describes the right form, or [`NOT_AN_EVENT`].
    pub rule: &'static str,
    /// What is wrong and what would be right.
    pub message: String,
}

impl NotationError {
    /// An error that names a rule of the game.
    pub fn new(rule: &'static str, message: impl Into<String>) -> NotationError {
        NotationError { rule, message: message.into() }
    }

    /// The text is none of the events this game knows.
    pub fn unknown(text: &str, known: &str) -> NotationError {
        NotationError::new(NOT_AN_EVENT, format!("“{}” is no event here; expected {known}", excerpt(text)))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

impl std::error::Error for NotationError {}

/// Text from outside, cut and cleaned so that it can stand in a message.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut clean: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        clean.push('…');
    }
    clean
}

/// Splits `word rest` at the first space; `rest` is `None` where there is no space.
pub fn split_word(text: &str) -> (&str, Option<&str>) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, Some(rest)),
        None => (text, None),
    }
}

/// Serde through the event notation: for types whose `Display` and `FromStr` agree.
macro_rules! serde_as_text {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_text;
