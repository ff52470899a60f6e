//! Which tile may lie where, and what it scores.

use super::field::{Cells, TileGrid, crowded, ends_long_diagonal, neighbours};
use super::refusal::CaroRefusal;
use super::tiles::Colour;

/// The faults of laying that an open table does not watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayingFault {
    Colour,
    Two,
    Diagonal,
}

impl TileGrid {
    /// Cells where a tile of any colour would have more than two neighbours of one colour.
    fn crowded_cells(&self) -> Cells {
        Colour::ALL.iter().fold(0, |all, &colour| all | crowded(self.of(colour)).1)
    }

    /// Cells where a tile of this colour would break a rule of laying, one set for each rule.
    /// `crowded_cells` is handed in, as it is the same for all colours.
    fn wrong_cells(&self, colour: Colour, crowded_cells: Cells) -> [(LayingFault, Cells); 3] {
        let same = self.of(colour);
        // caro.lay.two looks both ways: at the new tile's neighbours, and at every tile that
        // already has two neighbours of this colour.
        let full_neighbours = neighbours(crowded(same).0 & self.tiles());
        [
            (LayingFault::Colour, neighbours(same)),
            (LayingFault::Two, crowded_cells | full_neighbours),
            (LayingFault::Diagonal, ends_long_diagonal(same)),
        ]
    }

    /// All cells where a tile of each colour may be laid by every rule.
    pub(super) fn right_cells(&self, side: u8) -> [Cells; 4] {
        let (open, crowded_cells) = (self.open_cells(side), self.crowded_cells());
        Colour::ALL.map(|colour| self.wrong_cells(colour, crowded_cells).iter().fold(open, |right, (_, wrong)| right & !wrong))
    }

    /// The rule of laying that a tile breaks at an open cell, if any.
    pub(super) fn fault(&self, colour: Colour, cell: Cells) -> Option<LayingFault> {
        self.wrong_cells(colour, self.crowded_cells()).into_iter().find(|(_, wrong)| wrong & cell != 0).map(|(fault, _)| fault)
    }

    /// What a tile scores at a cell by its edges (caro.score.edges); the first tile 10 (caro.first).
    pub(super) fn edge_points(&self, colour: Colour, cell: Cells) -> i32 {
        if self.is_empty() {
            return 10;
        }
        let around = neighbours(cell);
        Colour::ALL.iter().map(|&other| (self.of(other) & around).count_ones() as i32 * colour.edge(other)).sum()
    }
}

impl From<(LayingFault, Colour)> for CaroRefusal {
    fn from((fault, colour): (LayingFault, Colour)) -> CaroRefusal {
        match fault {
            LayingFault::Colour => CaroRefusal::OwnColour { colour },
            LayingFault::Two => CaroRefusal::MoreThanTwo { colour },
            LayingFault::Diagonal => CaroRefusal::LongDiagonal { colour },
        }
    }
}
