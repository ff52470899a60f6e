//! What checking a record has found: all well, with what cannot be known, or a fault.

use std::fmt;

use crate::RecordError;
use crate::fair::sheet::SCHEME;
use crate::header::DICE;

/// A record in which everything stated fits: every roll follows from its secret and parts, who
/// begins from rules and dice, the result from the events. Where the dice were entered, only the last holds ([`Gap::Entered`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Rolls recomputed, those of the roll-off included; where the dice were entered, those entered.
    pub rolls: usize,
    /// Players whose own part is in the dice.
    pub parts: usize,
    /// Persons whose part is missing: to them nothing is proven.
    pub without_part: Vec<String>,
    /// What this record cannot show.
    pub gaps: Vec<Gap>,
}

/// Something a record states that nothing in it can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// There were no dice: the record agrees with itself, and that is all.
    NoDice,
    /// The dice were thrown by hand and entered: they cannot be recomputed.
    Entered,
    /// An older record: names, seats, options and board are not bound to the dice.
    Unbound,
    /// An older record: which part is whose is not in it.
    WhoseParts,
    /// Who begins as the youngest is what the table said.
    Youngest(String),
    /// Who begins as the loser of the game before, which is not at hand.
    Loser(String),
    /// Header fields that nothing can be compared with.
    Fields(Vec<String>),
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::NoDice => f.write_str("without dice nothing binds the record: it only agrees with itself"),
            Gap::Entered => f.write_str("the dice were thrown by hand and entered: no secret binds them, and nobody can check them"),
            Gap::Unbound => f.write_str("names, seats, options and board are not bound to the dice of this older record"),
            Gap::WhoseParts => f.write_str("which part is whose is not in this older record"),
            Gap::Youngest(name) => write!(f, "that {name} is the youngest, and so begins, is what the table said"),
            Gap::Loser(name) => {
                write!(f, "that {name} lost the game before, and so begins, can be seen with that game before this one only")
            }
            Gap::Fields(names) => write!(f, "nothing to compare {} with", names.join(", ")),
        }
    }
}

/// Why a record is not verified.
#[derive(Clone, Debug, PartialEq)]
pub enum VerifyFault {
    /// The header does not describe the dice, or in another way than this.
    NoSheet,
    /// The game is not over: the secret is not shown yet.
    NoSecret,
    /// The secret is not hexadecimal, or not the one that was committed to.
    WrongSecret,
    /// A throw of the roll-off is missing, too much, or another.
    Opening {
        /// Which throw, from 1.
        number: usize,
    },
    /// By rules and dice another player begins.
    First {
        /// Who should.
        expected: String,
        /// Who does.
        found: String,
    },
    /// A roll differs from the one that follows from the secret.
    Roll {
        /// Which event, from 1.
        event: usize,
        /// What the secret gives.
        expected: String,
        /// What the record says.
        found: String,
    },
    /// A field of the header that cannot be, or does not fit the others.
    Header {
        /// The name of the field.
        field: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// The record does not replay, or not to the result it states.
    Record(RecordError),
}

impl VerifyFault {
    pub(super) fn header(field: &'static str, message: impl Into<String>) -> VerifyFault {
        VerifyFault::Header { field, message: message.into() }
    }
}

impl fmt::Display for VerifyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyFault::NoSheet => {
                write!(f, "the header has no field {} of the scheme {SCHEME}: these dice cannot be checked", DICE.name())
            }
            VerifyFault::NoSecret => {
                f.write_str("the game is not over, so the secret is not shown yet: its dice can be checked at its end")
            }
            VerifyFault::WrongSecret => f.write_str("the secret is not the one that was committed to before the first roll"),
            VerifyFault::Opening { number } => write!(f, "throw {number} of the roll-off is not the one that follows from the secret"),
            VerifyFault::First { expected, found } => write!(f, "{found} begins, but by rules and dice it is {expected}"),
            VerifyFault::Roll { event, expected, found } => {
                write!(f, "event {event}: the record says “{found}”, but secret and parts give “{expected}”")
            }
            VerifyFault::Header { field, message } => write!(f, "{field}: {message}"),
            VerifyFault::Record(error) => match error.event() {
                Some(event) => write!(f, "event {event}: {error}"),
                None => write!(f, "{error}"),
            },
        }
    }
}

impl std::error::Error for VerifyFault {}
