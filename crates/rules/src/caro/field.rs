//! The laid tiles as bitboards.
//!
//! The bounding box of the tiles is at most 8 by 8, but it may still grow to any side. The
//! boards therefore hold a window of 10 by 10 cells whose cell (1, 1) is the lower left
//! corner of the box: a border of one empty cell all around, where the box can grow. When
//! it grows to the left or down, the window moves with it. The empty border also means
//! that shifts by one step, straight or diagonal, never run from one row into the next.

use serde::{Deserialize, Serialize};

use super::tiles::Colour;

/// Cells in a row of the window.
const STRIDE: u32 = 10;
const FIRST_COLUMN: u128 = {
    let (mut bits, mut row) = (0, 0);
    while row < STRIDE {
        bits |= 1 << (row * STRIDE);
        row += 1;
    }
    bits
};
const FIRST_ROW: u128 = (1 << STRIDE) - 1;

/// A place in record coordinates: x to the right, y up, the first tile at 0,0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Steps to the right.
    pub x: i8,
    /// Steps upwards.
    pub y: i8,
}

/// A set of cells of the window.
pub(super) type Cells = u128;

/// The tiles on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TileGrid {
    colours: [Cells; 4],
    /// The place of the lower left corner of the bounding box.
    corner: Place,
    width: u8,
    height: u8,
}

impl TileGrid {
    /// An empty table.
    pub(super) const EMPTY: TileGrid = TileGrid { colours: [0; 4], corner: Place { x: 0, y: 0 }, width: 0, height: 0 };

    /// Whether no tile is laid.
    pub fn is_empty(&self) -> bool {
        self.width == 0
    }

    /// How many tiles are laid.
    pub fn count(&self) -> u32 {
        self.tiles().count_ones()
    }

    /// The colour of the tile at a place.
    pub fn colour_at(&self, place: Place) -> Option<Colour> {
        let cell = self.cell(place)?;
        Colour::ALL.into_iter().find(|&colour| self.of(colour) & cell != 0)
    }

    /// All laid tiles.
    pub fn all(&self) -> impl Iterator<Item = (Place, Colour)> {
        Colour::ALL.into_iter().flat_map(move |colour| self.places(self.of(colour)).map(move |place| (place, colour)))
    }

    /// The lower left and the upper right corner of the bounding box; `None` while the table is empty.
    pub fn bounds(&self) -> Option<(Place, Place)> {
        let Place { x, y } = self.corner;
        (!self.is_empty()).then(|| (self.corner, Place { x: x + self.width as i8 - 1, y: y + self.height as i8 - 1 }))
    }

    #[cfg(test)]
    pub(super) fn drawn(colours: [Cells; 4], width: u8, height: u8) -> TileGrid {
        TileGrid { colours, corner: Place { x: 0, y: 0 }, width, height }
    }

    pub(super) fn of(&self, colour: Colour) -> Cells {
        self.colours[colour as usize]
    }

    pub(super) fn tiles(&self) -> Cells {
        self.colours[0] | self.colours[1] | self.colours[2] | self.colours[3]
    }

    /// The cell of a place; `None` where it is outside the window.
    pub(super) fn cell(&self, place: Place) -> Option<Cells> {
        let column = place.x as i32 - self.corner.x as i32 + 1;
        let row = place.y as i32 - self.corner.y as i32 + 1;
        let inside = (0..STRIDE as i32).contains(&column) && (0..STRIDE as i32).contains(&row);
        inside.then(|| 1 << (row as u32 * STRIDE + column as u32))
    }

    /// The places of cells, lowest row first.
    pub(super) fn places(&self, cells: Cells) -> impl Iterator<Item = Place> + use<> {
        let (mut left, corner) = (cells, self.corner);
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let at = left.trailing_zeros();
            left &= left - 1;
            Some(Place { x: corner.x + (at % STRIDE) as i8 - 1, y: corner.y + (at / STRIDE) as i8 - 1 })
        })
    }

    /// Free cells that touch a tile and keep the bounding box within `side` (caro.lay.adjacent,
    /// caro.lay.area); on the empty table the one cell of the first tile.
    pub(super) fn open_cells(&self, side: u8) -> Cells {
        if self.is_empty() {
            return 1 << (STRIDE + 1);
        }
        let tiles = self.tiles();
        neighbours(tiles) & !tiles & columns(self.width, side) & rows(self.height, side)
    }

    /// Lays a tile on a free cell of the window.
    pub(super) fn lay(&mut self, colour: Colour, cell: Cells) {
        self.colours[colour as usize] |= cell;
        let at = cell.trailing_zeros();
        let (column, row) = ((at % STRIDE) as u8, (at / STRIDE) as u8);
        if column == 0 {
            self.colours.iter_mut().for_each(|cells| *cells <<= 1);
            self.corner.x -= 1;
        }
        if row == 0 {
            self.colours.iter_mut().for_each(|cells| *cells <<= STRIDE);
            self.corner.y -= 1;
        }
        self.width = if column == 0 { self.width + 1 } else { self.width.max(column) };
        self.height = if row == 0 { self.height + 1 } else { self.height.max(row) };
    }

    /// Takes a tile back (caro.open.object); the bounding box shrinks with it.
    pub(super) fn take_back(&mut self, colour: Colour, place: Place) {
        let Some(cell) = self.cell(place) else { return };
        self.colours[colour as usize] &= !cell;
        let tiles = self.tiles();
        if tiles & FIRST_COLUMN << 1 == 0 {
            self.colours.iter_mut().for_each(|cells| *cells >>= 1);
            self.corner.x += 1;
        }
        if tiles & FIRST_ROW << STRIDE == 0 {
            self.colours.iter_mut().for_each(|cells| *cells >>= STRIDE);
            self.corner.y += 1;
        }
        let tiles = self.tiles();
        self.width = (1..=8).rev().find(|&column| tiles & FIRST_COLUMN << column != 0).unwrap_or(0) as u8;
        self.height = (1..=8).rev().find(|&row| tiles & FIRST_ROW << (row * STRIDE) != 0).unwrap_or(0) as u8;
    }
}

/// The columns a tile may lie in: those of the box, and one more to each side while it may grow.
fn columns(width: u8, side: u8) -> Cells {
    const UP_TO: [Cells; STRIDE as usize + 1] = {
        let mut table = [0; STRIDE as usize + 1];
        let mut i = 0;
        while i < STRIDE as usize {
            table[i + 1] = table[i] | FIRST_COLUMN << i;
            i += 1;
        }
        table
    };
    if width < side { UP_TO[width as usize + 2] } else { UP_TO[width as usize + 1] & !FIRST_COLUMN }
}

/// The rows a tile may lie in, likewise.
fn rows(height: u8, side: u8) -> Cells {
    let up_to = |rows: u32| (1 << (rows * STRIDE)) - 1;
    if height < side { up_to(height as u32 + 2) } else { up_to(height as u32 + 1) & !FIRST_ROW }
}

/// Cells that touch one of these along an edge.
pub(super) const fn neighbours(cells: Cells) -> Cells {
    cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE
}

/// Cells with at least two, and with at least three, neighbours among these.
pub(super) const fn crowded(cells: Cells) -> (Cells, Cells) {
    let (left, right, up, down) = (cells << 1, cells >> 1, cells << STRIDE, cells >> STRIDE);
    let (one, two) = (left ^ right, left & right);
    let (uno, duo) = (up ^ down, up & down);
    let three = two & (uno | duo) | duo & one;
    (two | duo | one & uno, three)
}

/// Free cells where one more tile would make an unbroken diagonal of more than three.
pub(super) const fn ends_long_diagonal(cells: Cells) -> Cells {
    run_of_three(cells, STRIDE + 1) | run_of_three(cells, STRIDE - 1)
}

/// Cells that have three of `cells` around them along one diagonal: three on one side, or two and one.
const fn run_of_three(cells: Cells, step: u32) -> Cells {
    let ahead_one = cells >> step;
    let ahead_two = ahead_one & cells >> (2 * step);
    let ahead_three = ahead_two & cells >> (3 * step);
    let behind_one = cells << step;
    let behind_two = behind_one & cells << (2 * step);
    let behind_three = behind_two & cells << (3 * step);
    ahead_three | behind_three | ahead_two & behind_one | ahead_one & behind_two
}
