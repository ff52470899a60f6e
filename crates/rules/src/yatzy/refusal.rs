//! What Yatzy refuses, and why.

use std::fmt;

use super::{BoxName, rules};
use crate::dice::Hand;
use crate::refusal::{Refusal, Rule};

/// Why a move or a roll is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant reads as its sentence below")]
pub enum YatzyRefusal {
    Over,
    RollFirst,
    DecideFirst,
    NoRollLeft,
    NothingToRoll,
    NotInDice { kept: Hand, dice: Hand },
    KeptDiceMissing { kept: Hand, dice: Hand },
    BoxFilled { name: BoxName },
}

impl Refusal for YatzyRefusal {
    fn rule(&self) -> Rule {
        match self {
            YatzyRefusal::Over => rules::END,
            YatzyRefusal::BoxFilled { .. } => rules::TURN_SCORE,
            _ => rules::TURN_ROLLS,
        }
    }
}

impl fmt::Display for YatzyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            YatzyRefusal::Over => write!(f, "every box is filled, the game is over"),
            YatzyRefusal::RollFirst => write!(f, "the dice must be rolled first"),
            YatzyRefusal::DecideFirst => write!(f, "the dice lie: keep some of them or write them into a box"),
            YatzyRefusal::NoRollLeft => write!(f, "all three rolls are used, the dice must be written into a box"),
            YatzyRefusal::NothingToRoll => write!(f, "keeping all five dice leaves none to roll; write them into a box instead"),
            YatzyRefusal::NotInDice { kept, dice } => write!(f, "{kept} cannot be kept of {dice}"),
            YatzyRefusal::KeptDiceMissing { kept, dice } => write!(f, "the roll {dice} lacks the kept dice {kept}"),
            YatzyRefusal::BoxFilled { name } => write!(f, "the box {name} is already filled"),
        }
    }
}

impl std::error::Error for YatzyRefusal {}
