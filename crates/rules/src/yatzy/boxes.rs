//! The fifteen boxes and what dice are worth in them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Options, rules};
use crate::dice::Hand;
use crate::notation::{NotationError, excerpt};

/// The points of the bonus.
pub const BONUS: u16 = 35;
/// How many boxes are upper boxes; they come first.
pub const UPPER: usize = 6;

/// A box of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the boxes' names")]
pub enum BoxName {
    Ones,
    Twos,
    Threes,
    Fours,
    Fives,
    Sixes,
    Pair,
    TwoPairs,
    ThreeOfAKind,
    FourOfAKind,
    SmallStraight,
    LargeStraight,
    FullHouse,
    Chance,
    Yatzy,
}

use BoxName::*;

const NAMES: [&str; 15] = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "four-of-a-kind",
    "small-straight",
    "large-straight",
    "full-house",
    "chance",
    "yatzy",
];

impl BoxName {
    /// All boxes in the order of the sheet.
    pub const ALL: [BoxName; 15] = [
        Ones,
        Twos,
        Threes,
        Fours,
        Fives,
        Sixes,
        Pair,
        TwoPairs,
        ThreeOfAKind,
        FourOfAKind,
        SmallStraight,
        LargeStraight,
        FullHouse,
        Chance,
        Yatzy,
    ];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Whether it is one of the six upper boxes.
    pub const fn is_upper(self) -> bool {
        (self as usize) < UPPER
    }

    /// What five dice are worth in this box; 0 where they do not fit it.
    pub fn points(self, dice: Hand, options: &Options) -> u8 {
        let counts = dice.counts();
        let at_least = |n: u8| counts.iter().filter(|&&count| count >= n).count();
        let sum_if = |fits: bool| if fits { dice.sum() } else { 0 };
        let fixed_if = |fits: bool, points: u8| if fits { points } else { 0 };
        let run = |length: usize| counts.windows(length).any(|faces| faces.iter().all(|&count| count > 0));
        match self {
            Ones | Twos | Threes | Fours | Fives | Sixes => counts[self as usize] * (self as u8 + 1),
            Pair => sum_if(at_least(2) > 0),
            TwoPairs => sum_if(at_least(2) == 2 || options.two_pairs_from_four && at_least(4) == 1),
            ThreeOfAKind => sum_if(at_least(3) > 0),
            FourOfAKind => sum_if(at_least(4) > 0),
            SmallStraight => fixed_if(run(4), 30),
            LargeStraight => fixed_if(run(5), 40),
            FullHouse => {
                let full = at_least(2) == 2 && at_least(3) == 1;
                fixed_if(full || options.full_house_from_yatzy && at_least(5) == 1, 25)
            }
            Chance => dice.sum(),
            Yatzy => fixed_if(at_least(5) > 0, 100),
        }
    }
}

impl BoxName {
    /// All points that five dice can give in this box, ascending; 0 is always among them, as any box can be struck.
    pub fn possible(self, options: &Options) -> Vec<u8> {
        let given = Hand::all_full().map(|dice| self.points(dice, options));
        let mut possible: Vec<u8> = std::iter::once(0).chain(given).collect();
        possible.sort_unstable();
        possible.dedup();
        possible
    }
}

impl fmt::Display for BoxName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BoxName {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<BoxName, NotationError> {
        BoxName::ALL.into_iter().find(|name| name.name() == text).ok_or_else(|| {
            NotationError::new(rules::TURN_SCORE.id, format!("“{}” is no box; the boxes are {}", excerpt(text), NAMES.join(", ")))
        })
    }
}

/// A set of boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct BoxSet(u16);

impl BoxSet {
    /// Every box.
    pub const ALL: BoxSet = BoxSet((1 << BoxName::ALL.len()) - 1);
    const UPPER: u16 = (1 << UPPER) - 1;

    /// The set as bits: bit i is box i of [`BoxName::ALL`].
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of these bits; `None` where a bit is no box.
    pub fn from_bits(bits: u16) -> Option<BoxSet> {
        (bits & !BoxSet::ALL.0 == 0).then_some(BoxSet(bits))
    }

    /// Whether the box is in the set.
    pub const fn contains(self, name: BoxName) -> bool {
        self.0 & 1 << name as u16 != 0
    }

    /// Whether all six upper boxes are in the set.
    pub const fn contains_upper(self) -> bool {
        self.0 & BoxSet::UPPER == BoxSet::UPPER
    }

    /// This set and `name`.
    #[must_use]
    pub const fn with(self, name: BoxName) -> BoxSet {
        BoxSet(self.0 | 1 << name as u16)
    }

    /// This set without `name`.
    #[must_use]
    pub const fn without(self, name: BoxName) -> BoxSet {
        BoxSet(self.0 & !(1 << name as u16))
    }

    /// All boxes that are not in the set.
    #[must_use]
    pub const fn complement(self) -> BoxSet {
        BoxSet(!self.0 & BoxSet::ALL.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The boxes in the order of the sheet.
    pub fn iter(self) -> impl Iterator<Item = BoxName> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let name = *BoxName::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(name)
        })
    }
}

impl TryFrom<u16> for BoxSet {
    type Error = &'static str;

    fn try_from(bits: u16) -> Result<BoxSet, Self::Error> {
        BoxSet::from_bits(bits).ok_or("a set of boxes has 15 bits")
    }
}

impl From<BoxSet> for u16 {
    fn from(set: BoxSet) -> u16 {
        set.0
    }
}
