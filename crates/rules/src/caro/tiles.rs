//! Tiles, their colours and what their edges are worth.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::notation::{NOT_AN_EVENT, NotationError, excerpt};

/// Tiles of each colour a player has at the start.
pub const EACH: u8 = 3;

/// The colour of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are the colours")]
pub enum Colour {
    Black,
    White,
    Grey,
    Red,
}

impl Colour {
    /// All four.
    pub const ALL: [Colour; 4] = [Colour::Black, Colour::White, Colour::Grey, Colour::Red];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        ["black", "white", "grey", "red"][self as usize]
    }

    /// What an edge between two colours scores; equal colours 0, which only happens on an open table.
    pub const fn edge(self, other: Colour) -> i32 {
        const EDGES: [[i32; 4]; 4] = [[0, 2, 4, 10], [2, 0, 1, 6], [4, 1, 0, 8], [10, 6, 8, 0]];
        EDGES[self as usize][other as usize]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Colour {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Colour, NotationError> {
        Colour::ALL.into_iter().find(|colour| colour.name() == text).ok_or_else(|| {
            NotationError::new(NOT_AN_EVENT, format!("“{}” is no colour; the colours are black, white, grey and red", excerpt(text)))
        })
    }
}

/// A player's tiles: how many of each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Supply([u8; 4]);

impl Supply {
    /// Three of each colour.
    pub const FULL: Supply = Supply([EACH; 4]);
    /// No tile.
    pub const NONE: Supply = Supply([0; 4]);

    /// How many of this colour are left.
    pub const fn count(self, colour: Colour) -> u8 {
        self.0[colour as usize]
    }

    /// Whether there is one of this colour.
    pub const fn has(self, colour: Colour) -> bool {
        self.count(colour) > 0
    }

    /// All tiles left.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }

    pub(super) fn take(&mut self, colour: Colour) {
        self.0[colour as usize] -= 1;
    }

    pub(super) fn give_back(&mut self, colour: Colour) {
        self.0[colour as usize] += 1;
    }
}
