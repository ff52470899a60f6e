//! What Castro refuses, and why.

use std::fmt;

use super::squares::Square;
use super::symbols::Symbol;
use super::{End, rules};
use crate::dice::Hand;
use crate::refusal::{Refusal, Rule};

/// Why a move or a roll is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant reads as its sentence below")]
pub enum CastroRefusal {
    Over { end: End },
    RollFirst,
    DecideFirst,
    NoRollLeft,
    NothingToRoll,
    NotInDice { kept: Hand, dice: Hand },
    KeptDiceMissing { kept: Hand, dice: Hand },
    DoesNotFit { square: Square, symbol: Symbol, dice: Hand },
    TooHigh { square: Square, height: usize, rolls: u8 },
    Closed { square: Square },
    LoseTooEarly { rolls: u8 },
    MustPlace { square: Square },
}

impl Refusal for CastroRefusal {
    fn rule(&self) -> Rule {
        match self {
            CastroRefusal::Over { end: End::Row } => rules::END_ROW,
            CastroRefusal::Over { end: End::ThreeYatzy } => rules::END_YATZY,
            CastroRefusal::Over { end: End::Rounds } => rules::END_POINTS,
            CastroRefusal::DoesNotFit { symbol: Symbol::Pair(_), .. } => rules::SYMBOL_PAIR,
            CastroRefusal::RollFirst | CastroRefusal::DoesNotFit { .. } => rules::TURN_PLACE,
            CastroRefusal::TooHigh { .. } => rules::BUILD_HEIGHT,
            CastroRefusal::Closed { .. } => rules::BUILD_SAFE,
            CastroRefusal::LoseTooEarly { .. } | CastroRefusal::MustPlace { .. } => rules::TURN_LOSE,
            CastroRefusal::DecideFirst
            | CastroRefusal::NoRollLeft
            | CastroRefusal::NothingToRoll
            | CastroRefusal::NotInDice { .. }
            | CastroRefusal::KeptDiceMissing { .. } => rules::TURN_ROLLS,
        }
    }
}

impl fmt::Display for CastroRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastroRefusal::Over { end: End::Row } => write!(f, "four in a row: the game is over"),
            CastroRefusal::Over { end: End::ThreeYatzy } => write!(f, "a roof on each Yatzy square: the game is over"),
            CastroRefusal::Over { end: End::Rounds } => write!(f, "15 rounds are played, the game is over"),
            CastroRefusal::RollFirst => write!(f, "the dice must be rolled first"),
            CastroRefusal::DecideFirst => write!(f, "the dice lie: keep some of them or place a roof"),
            CastroRefusal::NoRollLeft => write!(f, "all five rolls are used"),
            CastroRefusal::NothingToRoll => write!(f, "keeping all five dice leaves none to roll; place a roof instead"),
            CastroRefusal::NotInDice { kept, dice } => write!(f, "{kept} cannot be kept of {dice}"),
            CastroRefusal::KeptDiceMissing { kept, dice } => write!(f, "the roll {dice} lacks the kept dice {kept}"),
            CastroRefusal::DoesNotFit { square, symbol, dice } => write!(f, "{dice} do not fit {square}, which asks for a {symbol}"),
            CastroRefusal::TooHigh { square, height, rolls } => {
                let allowed = super::ROLLS - rolls;
                let roofs = if *height == 1 { "roof" } else { "roofs" };
                let after = if *rolls == 1 { "one roll".to_string() } else { format!("{rolls} rolls") };
                write!(f, "{square} has {height} {roofs}, but after {after} a roof goes on at most {allowed}")
            }
            CastroRefusal::Closed { square } => write!(f, "{square} has five roofs and is closed"),
            CastroRefusal::LoseTooEarly { rolls } => write!(f, "only {rolls} of five rolls are used, the dice must be rolled on"),
            CastroRefusal::MustPlace { square } => write!(f, "a roof can be placed, for example on {square}, so none is lost"),
        }
    }
}

impl std::error::Error for CastroRefusal {}
