//! What can go wrong, as Python sees it: every exception says its sentence.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use spieltisch_records::{EventRefused, RecordError};

create_exception!(spieltisch, SpieltischError, PyValueError, "What all errors of this package are.");
create_exception!(spieltisch, SetupError, SpieltischError, "A game cannot be set up like that.");
create_exception!(spieltisch, RecordRefused, SpieltischError, "A record cannot be read or does not replay.");
create_exception!(spieltisch, IllegalAction, SpieltischError, "An action that the rules do not allow now.");
create_exception!(spieltisch, ArrayError, SpieltischError, "An array of the caller has another shape or type than needed.");

/// Why an action was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The number is no action of this set-up.
    NoAction {
        /// The number.
        action: i64,
        /// How many there are.
        count: usize,
    },
    /// The number is no outcome of dice.
    NoOutcome {
        /// The number.
        outcome: i64,
        /// How many there are.
        count: usize,
    },
    /// The rules refuse it.
    Refused(EventRefused),
    /// Nothing can be done in a game that is over.
    Over,
}

impl std::fmt::Display for ActionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ActionError::NoAction { action, count } => write!(f, "{action} is no action; the actions are 0 to {}", count.saturating_sub(1)),
            ActionError::NoOutcome { outcome, count } => {
                write!(f, "{outcome} is no outcome of a roll; the outcomes are 0 to {}", count.saturating_sub(1))
            }
            ActionError::Refused(refused) => write!(f, "{refused}"),
            ActionError::Over => f.write_str("the game is over; no action is due"),
        }
    }
}

impl std::error::Error for ActionError {}

impl From<ActionError> for PyErr {
    fn from(error: ActionError) -> PyErr {
        IllegalAction::new_err(error.to_string())
    }
}

/// A set-up that is refused.
pub fn setup_error(error: RecordError) -> PyErr {
    SetupError::new_err(error.to_string())
}

/// A record that is refused, with the number of the event where it is one.
pub fn record_error(error: RecordError) -> PyErr {
    let place = error.event().map_or_else(String::new, |event| format!("event {event}: "));
    RecordRefused::new_err(format!("{place}{error}"))
}
