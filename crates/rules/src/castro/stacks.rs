//! The roofs on the board: who built what at which height.

use serde::{Deserialize, Serialize};

use super::squares::{Square, SquareSet};
use crate::seats::Seat;

/// The highest a stack can be.
pub const HIGHEST: usize = 5;

/// All roofs on the board, level by level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stacks {
    /// Squares that have a roof at this level.
    built: [SquareSet; HIGHEST],
    /// The two bits of the seat that owns the roof at this level.
    owner: [[SquareSet; 2]; HIGHEST],
}

impl Stacks {
    /// How many roofs lie on a square.
    pub fn height(&self, square: Square) -> usize {
        self.built.iter().take_while(|level| level.contains(square)).count()
    }

    /// The owners of the roofs on a square, lowest first.
    pub fn roofs(&self, square: Square) -> impl Iterator<Item = Seat> {
        (0..self.height(square)).map(move |level| {
            let [low, high] = self.owner[level];
            low.contains(square) as Seat + 2 * high.contains(square) as Seat
        })
    }

    /// The owner of the top roof.
    pub fn top(&self, square: Square) -> Option<Seat> {
        self.roofs(square).last()
    }

    /// Squares whose stack is at most `height` roofs high.
    pub fn at_most(&self, height: usize) -> SquareSet {
        match self.built.get(height) {
            Some(&higher) => SquareSet::BOARD.minus(higher),
            None => SquareSet::BOARD,
        }
    }

    /// Squares with a roof of this seat at any level.
    pub fn present(&self, seat: Seat) -> SquareSet {
        (0..HIGHEST).fold(SquareSet::EMPTY, |all, level| all.or(self.owned_at(level, seat)))
    }

    /// Squares whose top roof is of this seat.
    pub fn tops(&self, seat: Seat) -> SquareSet {
        (0..HIGHEST).fold(SquareSet::EMPTY, |all, level| all.or(self.tops_at(level, seat)))
    }

    /// For every square the seat tops the height of its stack, added up.
    pub fn points(&self, seat: Seat) -> i32 {
        (0..HIGHEST).map(|level| (level as i32 + 1) * self.tops_at(level, seat).len() as i32).sum()
    }

    /// How many roofs lie on the board.
    pub fn count(&self) -> usize {
        self.built.iter().map(|level| level.len() as usize).sum()
    }

    /// Puts a roof on a square; only where the stack is not closed.
    pub fn build(&mut self, square: Square, seat: Seat) {
        let level = self.height(square);
        self.built[level] = self.built[level].or(square.bit());
        for bit in 0..2 {
            if seat >> bit & 1 != 0 {
                self.owner[level][bit] = self.owner[level][bit].or(square.bit());
            }
        }
    }

    fn owned_at(&self, level: usize, seat: Seat) -> SquareSet {
        let [low, high] = self.owner[level];
        let built = self.built[level];
        let with_low = if seat & 1 != 0 { built.and(low) } else { built.minus(low) };
        if seat & 2 != 0 { with_low.and(high) } else { with_low.minus(high) }
    }

    fn tops_at(&self, level: usize, seat: Seat) -> SquareSet {
        let owned = self.owned_at(level, seat);
        if level + 1 < HIGHEST { owned.minus(self.built[level + 1]) } else { owned }
    }
}
