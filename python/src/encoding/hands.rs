//! What Yatzy and Castro share: dice that are kept, and rolls of five.

use spieltisch_rules::dice::{Hand, Roll};

/// How many sets of dice can be kept: all of up to four dice. Actions below this keep dice.
pub const KEEPS: usize = Hand::NODES - Hand::FULL;

/// The action that keeps these dice; `None` for all five, which is no move.
pub fn keep_action(kept: Hand) -> Option<usize> {
    (!kept.is_full()).then(|| kept.index())
}

/// The dice that an action keeps.
pub fn kept_by(action: usize) -> Option<Hand> {
    Hand::from_index(action).filter(|kept| !kept.is_full())
}

/// The number of a roll: the place of all five dice among the 252, sorted.
pub fn outcome_of(roll: Roll) -> usize {
    roll.0.full_index()
}

/// The roll of a number.
pub fn roll_of(outcome: usize) -> Option<Roll> {
    Hand::from_index(outcome.checked_add(KEEPS)?).map(Roll)
}

/// `dice 1 2 4 6 6, roll 2 of 3`, or that they are due.
pub fn dice_text(dice: Hand, rolls: u8, most: u8) -> String {
    match (dice.is_full(), dice.is_empty()) {
        (true, _) => format!("dice {dice}, roll {rolls} of {most}"),
        (false, true) => format!("five dice are to be rolled, roll {} of {most}", rolls + 1),
        (false, false) => format!("kept {dice}, the others are to be rolled, roll {} of {most}", rolls + 1),
    }
}
