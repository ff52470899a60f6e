//! What Crowns refuses, and why.

use std::fmt;

use super::fields::Field;
use super::rules;
use crate::dice::SixDice;
use crate::refusal::{Refusal, Rule};

/// Why a move or a roll is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant reads as its sentence below")]
pub enum CrownsRefusal {
    Over { alone: bool },
    RollFirst,
    DecideFirst,
    FieldTaken { field: Field },
    NotOffered { placement: SixDice, roll: SixDice },
    TooFewChips { needed: u8, left: u8 },
    MustPlace,
    MustPlaceTwo,
    CanPlace,
    OnlyAlone,
}

impl Refusal for CrownsRefusal {
    fn rule(&self) -> Rule {
        match self {
            CrownsRefusal::Over { alone: true } => rules::SOLO_END,
            CrownsRefusal::Over { alone: false } => rules::END,
            CrownsRefusal::RollFirst | CrownsRefusal::DecideFirst => rules::TURN_ROLL,
            CrownsRefusal::FieldTaken { .. } => rules::FIELD_ONE,
            CrownsRefusal::NotOffered { .. } => rules::TURN_LOWER,
            CrownsRefusal::TooFewChips { .. } => rules::TURN_PLACE,
            CrownsRefusal::MustPlaceTwo => rules::SOLO_HARD,
            CrownsRefusal::MustPlace | CrownsRefusal::CanPlace | CrownsRefusal::OnlyAlone => rules::SOLO_MUST,
        }
    }
}

impl fmt::Display for CrownsRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrownsRefusal::Over { alone: true } => write!(f, "no chip is left, the game is over"),
            CrownsRefusal::Over { alone: false } => write!(f, "a player has placed the last chip and the round is over"),
            CrownsRefusal::RollFirst => write!(f, "the dice must be rolled first"),
            CrownsRefusal::DecideFirst => write!(f, "the dice lie: place chips before the next roll"),
            CrownsRefusal::FieldTaken { field } => write!(f, "a chip lies on {field} already"),
            CrownsRefusal::NotOffered { placement, roll } => {
                let fields = super::Move::Place(*placement).to_string();
                write!(f, "the roll {roll} cannot be turned down to “{fields}”")
            }
            CrownsRefusal::TooFewChips { needed, left } => write!(f, "that takes {needed} chips, but only {left} are left"),
            CrownsRefusal::MustPlace => write!(f, "alone at least one chip must be placed"),
            CrownsRefusal::MustPlaceTwo => write!(f, "in the hard game at least two chips must be placed where possible"),
            CrownsRefusal::CanPlace => write!(f, "a chip can be placed, so none is removed"),
            CrownsRefusal::OnlyAlone => write!(f, "chips are removed only when playing alone; place none instead"),
        }
    }
}

impl std::error::Error for CrownsRefusal {}
