//! Sets of cells as machine words.
//!
//! The tiles lie in a window with a border of one empty cell around their bounding box, as
//! in the rules crate. Two players need 6 by 6 cells, so the window fits in 64 bits; three
//! and four need 128. Shifts by one step never run from one row into the next, because
//! the border is empty.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of cells of a square window.
pub trait Cells:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Cells in a row of the window.
    const STRIDE: u32;
    /// No cell.
    const NONE: Self;
    /// The lower left cell.
    const FIRST: Self;
    /// The lowest row.
    const FIRST_ROW: Self;
    /// `UP_TO_COLUMN[n]`: the first n columns.
    const UP_TO_COLUMN: [Self; 11];

    /// The number of the lowest cell; the set must not be empty.
    fn lowest(self) -> u32;
    /// The set without its lowest cell.
    fn without_lowest(self) -> Self;
    /// How many cells.
    fn count(self) -> u32;
    /// 1 if the cell with this number is in the set, else 0.
    fn bit(self, at: u32) -> u32;
    /// The set mixed down to 64 bits, for hashing.
    fn mixed(self) -> u64;

    /// The cell with this number.
    fn cell(at: u32) -> Self {
        Self::FIRST << at
    }

    /// Whether there is no cell.
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The first `rows` rows; fewer than the window has.
    fn up_to_row(rows: u32) -> Self {
        !(!Self::NONE << (rows * Self::STRIDE))
    }

    /// The numbers of the cells, ascending.
    fn each(self) -> impl Iterator<Item = u32> {
        let mut left = self;
        std::iter::from_fn(move || {
            if left.is_empty() {
                return None;
            }
            let at = left.lowest();
            left = left.without_lowest();
            Some(at)
        })
    }
}

macro_rules! cells {
    ($word:ty, $stride:literal, $mixed:expr) => {
        impl Cells for $word {
            const STRIDE: u32 = $stride;
            const NONE: Self = 0;
            const FIRST: Self = 1;
            const FIRST_ROW: Self = (1 << $stride) - 1;
            const UP_TO_COLUMN: [Self; 11] = {
                let mut table = [0; 11];
                let mut columns = 0;
                while columns < 10 {
                    table[columns + 1] = table[columns];
                    let mut row = 0;
                    while row < $stride && columns < $stride {
                        table[columns + 1] |= 1 << (row * $stride + columns);
                        row += 1;
                    }
                    columns += 1;
                }
                table
            };

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn bit(self, at: u32) -> u32 {
                (self >> at) as u32 & 1
            }
            #[inline]
            fn mixed(self) -> u64 {
                let mix: fn(Self) -> u64 = $mixed;
                mix(self)
            }
        }
    };
}

cells!(u64, 8, |cells| cells);
cells!(u128, 10, |cells| (cells as u64) ^ ((cells >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));

/// Cells that touch one of these along an edge.
#[inline]
pub fn neighbours<C: Cells>(cells: C) -> C {
    cells << 1 | cells >> 1 | cells << C::STRIDE | cells >> C::STRIDE
}

/// Cells with at least one, two and three neighbours among these.
#[inline]
pub fn with_neighbours<C: Cells>(cells: C) -> [C; 3] {
    let (left, right, up, down) = (cells << 1, cells >> 1, cells << C::STRIDE, cells >> C::STRIDE);
    let (one, two) = (left ^ right, left & right);
    let (uno, duo) = (up ^ down, up & down);
    [one | two | uno | duo, two | duo | one & uno, two & (uno | duo) | duo & one]
}

/// Free cells where one more tile would make an unbroken diagonal of more than three.
#[inline]
pub fn ends_long_diagonal<C: Cells>(cells: C) -> C {
    beside_three(cells, C::STRIDE + 1) | beside_three(cells, C::STRIDE - 1)
}

/// Cells that have three of `cells` around them along one diagonal: three on one side, or two and one.
#[inline]
fn beside_three<C: Cells>(cells: C, step: u32) -> C {
    // pairs & triples start at their lower end
    let pair = cells & cells >> step;
    let triple = pair & cells >> (2 * step);
    let (ahead, behind) = (cells >> step, cells << step);
    triple >> step | triple << (3 * step) | pair >> step & behind | pair << (2 * step) & ahead
}
