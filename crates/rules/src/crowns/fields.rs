//! The 36 fields and sets of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::rules;
use crate::notation::{NotationError, excerpt};

/// A field: `count` dice showing `number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    number: u8,
    count: u8,
}

impl Field {
    /// The field of `count` dice showing `number`, each 1 to 6.
    pub const fn new(count: u8, number: u8) -> Option<Field> {
        if count >= 1 && count <= 6 && number >= 1 && number <= 6 { Some(Field { number, count }) } else { None }
    }

    /// All fields: the row of ones first, `1x` first.
    pub fn all() -> impl Iterator<Item = Field> {
        (1..=6).flat_map(|number| (1..=6).map(move |count| Field { number, count }))
    }

    /// The number the dice show.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// How many dice show it.
    pub const fn count(self) -> u8 {
        self.count
    }

    /// 0 to 35: six for each number, ones first.
    pub const fn index(self) -> usize {
        (self.number as usize - 1) * 6 + self.count as usize - 1
    }

    /// Whether it is one of the 11 edge fields.
    pub const fn is_edge(self) -> bool {
        self.number == 6 || self.count == 6
    }

    /// The field as a set.
    pub const fn bit(self) -> FieldSet {
        FieldSet(1 << self.index())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.count, self.number)
    }
}

impl FromStr for Field {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Field, NotationError> {
        let field = match text.as_bytes() {
            [count @ b'1'..=b'6', b'x', number @ b'1'..=b'6'] => Field::new(count - b'0', number - b'0'),
            _ => None,
        };
        field.ok_or_else(|| {
            NotationError::new(rules::TURN_PLACE.id, format!("“{}” is no field; fields are 1x1 to 6x6, count first", excerpt(text)))
        })
    }
}

/// A set of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldSet(u64);

impl FieldSet {
    /// No field.
    pub const EMPTY: FieldSet = FieldSet(0);

    /// The set as bits: bit [`Field::index`] for each field.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the field is in the set.
    pub const fn contains(self, field: Field) -> bool {
        self.0 >> field.index() & 1 != 0
    }

    /// Whether all of the other set is in this one.
    pub const fn contains_all(self, other: FieldSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether no field is in both.
    pub const fn is_apart_from(self, other: FieldSet) -> bool {
        self.0 & other.0 == 0
    }

    /// Fields in either set.
    #[must_use]
    pub const fn or(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 | other.0)
    }

    /// Fields in both sets.
    #[must_use]
    pub const fn and(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & other.0)
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The fields, the row of ones first.
    pub fn iter(self) -> impl Iterator<Item = Field> {
        Field::all().filter(move |&field| self.contains(field))
    }
}

impl FromIterator<Field> for FieldSet {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> FieldSet {
        fields.into_iter().fold(FieldSet::EMPTY, |set, field| set.or(field.bit()))
    }
}
