//! Dice without order, numbered.
//!
//! The order of dice never matters in these games, so dice are multisets. All multisets
//! of up to five dice are 462, of up to six 924: each gets a number, and whatever is asked
//! of dice in a hot loop is a look-up in a table that is computed at compile time.

mod roll;
mod tables;

use std::fmt;
use std::str::FromStr;

use crate::notation::{NOT_AN_EVENT, NotationError};
pub use roll::Roll;
use tables::Tables;

/// How many faces a die has.
pub const FACES: usize = 6;

/// Defines a numbered multiset of up to `$most` dice.
macro_rules! dice_set {
    ($(#[$meta:meta])* $name:ident, $most:literal, $nodes:literal, $tables:ident) => {
        static $tables: Tables<$nodes> = Tables::new($most);

        $(#[$meta])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            /// No dice.
            pub const EMPTY: $name = $name(0);
            /// The most dice it can hold.
            pub const MOST: usize = $most;
            /// How many different sets there are, of all sizes.
            pub const NODES: usize = $nodes;
            /// How many of them are full; they are the last ones by number.
            pub const FULL: usize = tables::of_size($most);

            /// Every set of any size, smallest first.
            pub fn all() -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator {
                (0..$nodes as u16).map($name)
            }

            /// Every full set.
            pub fn all_full() -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator {
                (($nodes - Self::FULL) as u16..$nodes as u16).map($name)
            }

            /// The set with this number.
            pub fn from_index(index: usize) -> Option<$name> {
                (index < $nodes).then_some($name(index as u16))
            }

            /// The set of these faces; `None` where a face is not 1 to 6 or there are too many.
            pub fn from_faces(faces: &[u8]) -> Option<$name> {
                faces.iter().try_fold($name::EMPTY, |set, &face| {
                    ((1..=FACES as u8).contains(&face) && set.len() < $most).then(|| set.with(face))
                })
            }

            /// The number of this set, 0 to [`Self::NODES`]` − 1`.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The number among the full sets, 0 to [`Self::FULL`]` − 1`; only for a full set.
            pub const fn full_index(self) -> usize {
                debug_assert!(self.is_full());
                self.0 as usize - ($nodes - Self::FULL)
            }

            /// Whether it holds the most dice it can.
            pub const fn is_full(self) -> bool {
                self.0 as usize >= $nodes - Self::FULL
            }

            /// How many dice show each face; index 0 is the ones.
            pub fn counts(self) -> [u8; FACES] {
                $tables.counts[self.index()]
            }

            /// How many dice show `face`.
            pub fn count(self, face: u8) -> u8 {
                self.counts()[face as usize - 1]
            }

            /// How many dice there are.
            pub fn len(self) -> usize {
                $tables.sizes[self.index()] as usize
            }

            /// Whether there are none.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The sum of the faces.
            pub fn sum(self) -> u8 {
                $tables.sums[self.index()]
            }

            /// This set and one more die; only where there is room.
            #[must_use]
            pub fn with(self, face: u8) -> $name {
                $name($tables.plus[self.index()][face as usize - 1])
            }

            /// This set and all of `other`; only where there is room.
            #[must_use]
            pub fn and(self, other: $name) -> $name {
                other.faces().fold(self, |set, face| set.with(face))
            }

            /// Whether all of `other` is in this set.
            pub fn contains(self, other: $name) -> bool {
                self.counts().iter().zip(other.counts()).all(|(&mine, theirs)| mine >= theirs)
            }

            /// The faces, ascending.
            pub fn faces(self) -> impl Iterator<Item = u8> {
                let counts = self.counts();
                (1..=FACES as u8).flat_map(move |face| (0..counts[face as usize - 1]).map(move |_| face))
            }

            /// In how many orders these dice can fall.
            pub fn orders(self) -> u32 {
                $tables.orders[self.index()] as u32
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                for (i, face) in self.faces().enumerate() {
                    write!(f, "{}{face}", if i == 0 { "" } else { " " })?;
                }
                Ok(())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "[{self}]")
            }
        }

        impl FromStr for $name {
            type Err = NotationError;

            fn from_str(text: &str) -> Result<$name, NotationError> {
                read_faces(text, $most).map(|faces| faces.fold($name::EMPTY, $name::with))
            }
        }

        crate::notation::serde_as_text!($name);
    };
}

dice_set! {
    /// Up to five dice: a roll of Yatzy or Castro, or the dice kept of one.
    Hand, 5, 462, HAND_TABLES
}

dice_set! {
    /// Up to six dice: a roll of Crowns, or the part of one that is used.
    SixDice, 6, 924, SIX_TABLES
}

impl Hand {
    /// The sets of dice that can be kept of a full hand: every proper part, smallest first.
    pub fn proper_parts(self) -> &'static [Hand] {
        &tables::HAND_PARTS.parts[tables::HAND_PARTS.range(self.full_index())]
    }
}

/// Reads faces with single spaces between, at most `most`, in any order.
fn read_faces(text: &str, most: usize) -> Result<impl Iterator<Item = u8>, NotationError> {
    let wrong = |what: String| Err(NotationError::new(crate::notation::NOT_AN_EVENT, what));
    let words = || text.split(' ').filter(|_| !text.is_empty());
    for word in words() {
        if !matches!(word, "1" | "2" | "3" | "4" | "5" | "6") {
            return wrong(format!("“{}” is no face of a die; a face is 1 to 6", crate::notation::excerpt(word)));
        }
    }
    let count = words().count();
    if count > most {
        return wrong(format!("{count} dice, but there are only {most}"));
    }
    Ok(words().map(|word| word.as_bytes()[0] - b'0'))
}

/// Reads a whole roll as in `roll 1 2 4 6 6`: exactly `dice` faces, ascending.
pub(crate) fn read_roll(text: &str, dice: usize) -> Result<Vec<u8>, NotationError> {
    let wrong =
        |what: String| Err(NotationError::new(NOT_AN_EVENT, format!("{what}; expected roll and {dice} faces from 1 to 6, ascending")));
    let Some(rest) = text.strip_prefix("roll") else {
        return wrong(format!("“{}” is no roll", crate::notation::excerpt(text)));
    };
    let words: Vec<&str> = rest.split(' ').skip(1).collect();
    if words.len() != dice {
        return wrong(format!("{} dice", words.len()));
    }
    let mut faces = Vec::with_capacity(dice);
    for word in words {
        match word.as_bytes() {
            [digit @ b'1'..=b'6'] => faces.push(digit - b'0'),
            _ => return wrong(format!("“{}” is no face of a die", crate::notation::excerpt(word))),
        }
    }
    if !faces.is_sorted() {
        return wrong("the dice are not in ascending order".to_string());
    }
    Ok(faces)
}

/// Writes `keep 6 6`, or `keep` alone where no die stays.
pub(crate) fn write_keep(f: &mut fmt::Formatter<'_>, kept: Hand) -> fmt::Result {
    if kept.is_empty() { f.write_str("keep") } else { write!(f, "keep {kept}") }
}

/// Reads what follows `keep`; the order of the kept dice does not matter.
pub(crate) fn read_keep(kept: Option<&str>, rule: &'static str) -> Result<Hand, NotationError> {
    match kept {
        None => Ok(Hand::EMPTY),
        Some("") => Err(NotationError::new(rule, "expected the dice that stay after “keep ”")),
        Some(kept) => kept.parse().map_err(|error: NotationError| NotationError { rule, ..error }),
    }
}

/// The kept dice together with freshly thrown ones; `None` unless that makes a full hand.
/// Dice without some of them.
pub fn without(mut dice: Vec<u8>, gone: &[u8]) -> Vec<u8> {
    for face in gone {
        if let Some(place) = dice.iter().position(|other| other == face) {
            dice.swap_remove(place);
        }
    }
    dice
}

pub(crate) fn thrown_with(kept: Hand, faces: &[u8]) -> Option<Hand> {
    if kept.is_full() || kept.len() + faces.len() != Hand::MOST {
        return None;
    }
    faces.iter().try_fold(kept, |hand, &face| (1..=FACES as u8).contains(&face).then(|| hand.with(face)))
}

#[cfg(test)]
mod tests;
