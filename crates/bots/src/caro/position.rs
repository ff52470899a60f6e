//! A position as the search needs it: small, copied at every step, no history.

use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, Move, Place, State};

use super::cells::{Cells, ends_long_diagonal, neighbours, with_neighbours};

/// Colours of tiles.
pub const COLOURS: usize = 4;
/// The most players.
pub const MOST_PLAYERS: usize = 4;

/// Edge points of all four colours beside a tile of each colour, one byte for each, so that
/// one addition sums all four.
const EDGES: [u32; COLOURS] = {
    let mut packed = [0; COLOURS];
    let mut neighbour = 0;
    while neighbour < COLOURS {
        let mut colour = 0;
        while colour < COLOURS {
            packed[neighbour] |= (Colour::ALL[colour].edge(Colour::ALL[neighbour]) as u32) << (8 * colour);
            colour += 1;
        }
        neighbour += 1;
    }
    packed
};
/// The first tile scores 10 in every colour (caro.first).
const FIRST_TILE: u32 = 0x0a0a_0a0a;

/// How many tiles of each colour a player has left.
pub type Hand = [u8; COLOURS];

/// A tile to be laid, with what it scores now, doubling included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lay {
    /// The number of the colour.
    pub colour: u8,
    /// The number of the cell in the window.
    pub cell: u8,
    /// The points of the turn.
    pub points: i16,
}

/// A position without the points already made: they never change what can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaroPosition<C> {
    colours: [C; COLOURS],
    width: u8,
    height: u8,
    side: u8,
    players: u8,
    seat: u8,
    hands: [Hand; MOST_PLAYERS],
}

/// Where tiles may lie, and how many neighbours they would have there.
#[derive(Clone, Copy, Debug)]
pub struct Survey<C> {
    /// The right cells of each colour.
    pub right: [C; COLOURS],
    at_least_one: [C; COLOURS],
    at_least_two: [C; COLOURS],
    first: bool,
}

impl<C: Cells> Survey<C> {
    /// Cells where some colour may lie.
    #[inline]
    pub fn any_right(&self) -> C {
        self.right[0] | self.right[1] | self.right[2] | self.right[3]
    }

    /// The edge points of the four colours at a right cell, one byte each.
    #[inline]
    pub fn packed_points(&self, cell: u32) -> u32 {
        if self.first {
            return FIRST_TILE;
        }
        // A right cell has at most two neighbours of a colour (caro.lay.two).
        (0..COLOURS).map(|colour| EDGES[colour] * (self.at_least_one[colour].bit(cell) + self.at_least_two[colour].bit(cell))).sum()
    }

    /// Whether a hand holds a tile that fits.
    #[inline]
    pub fn fits(&self, hand: &Hand) -> bool {
        (0..COLOURS).any(|colour| hand[colour] > 0 && !self.right[colour].is_empty())
    }
}

impl<C: Cells> CaroPosition<C> {
    /// The position of a game; the window must be wide enough for the number of players.
    pub fn of(game: &Caro, state: &State) -> CaroPosition<C> {
        let hand =
            |seat: usize| if seat < game.players() { Colour::ALL.map(|colour| state.supply(seat).count(colour)) } else { [0; COLOURS] };
        let mut position = CaroPosition {
            colours: [C::NONE; COLOURS],
            width: 0,
            height: 0,
            side: game.side(),
            players: game.players() as u8,
            seat: state.seat() as u8,
            hands: std::array::from_fn(hand),
        };
        if let Some((low, high)) = state.field().bounds() {
            position.width = (high.x - low.x + 1) as u8;
            position.height = (high.y - low.y + 1) as u8;
            for (place, colour) in state.field().all() {
                position.colours[colour as usize] |= C::cell(cell_of(low, place, C::STRIDE));
            }
        }
        position
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> usize {
        self.players as usize
    }

    /// Whose turn it is.
    #[inline]
    pub fn seat(&self) -> usize {
        self.seat as usize
    }

    /// The tiles a seat has left.
    #[inline]
    pub fn hand(&self, seat: usize) -> &Hand {
        &self.hands[seat]
    }

    /// All tiles not yet laid.
    #[inline]
    pub fn tiles_left(&self) -> usize {
        self.hands.iter().flatten().map(|&count| count as usize).sum()
    }

    #[inline]
    fn tiles(&self) -> C {
        self.colours[0] | self.colours[1] | self.colours[2] | self.colours[3]
    }

    /// Free cells that touch a tile and keep the bounding box small enough (caro.lay.adjacent, caro.lay.area).
    #[inline]
    fn open_cells(&self) -> C {
        let (width, height) = (self.width as usize, self.height as u32);
        if width == 0 {
            return C::cell(C::STRIDE + 1);
        }
        let columns = if self.width < self.side { C::UP_TO_COLUMN[width + 2] } else { C::UP_TO_COLUMN[width + 1] & !C::UP_TO_COLUMN[1] };
        let rows = if self.height < self.side { C::up_to_row(height + 2) } else { C::up_to_row(height + 1) & !C::FIRST_ROW };
        let tiles = self.tiles();
        neighbours(tiles) & !tiles & columns & rows
    }

    /// Where each colour may lie by every rule of laying.
    #[inline]
    pub fn survey(&self) -> Survey<C> {
        let beside = self.colours.map(with_neighbours);
        let open = self.open_cells() & !(beside[0][2] | beside[1][2] | beside[2][2] | beside[3][2]);
        let tiles = self.tiles();
        let right = std::array::from_fn(|colour| {
            let [one, two, _] = beside[colour];
            // caro.lay.colour, caro.lay.two for the tiles around, caro.lay.diagonal
            open & !(one | neighbours(two & tiles) | ends_long_diagonal(self.colours[colour]))
        });
        Survey { right, at_least_one: beside.map(|cells| cells[0]), at_least_two: beside.map(|cells| cells[1]), first: self.width == 0 }
    }

    /// Visits every tile the player to move may lay.
    #[inline]
    pub fn each_lay(&self, survey: &Survey<C>, mut visit: impl FnMut(Lay)) {
        let hand = &self.hands[self.seat()];
        let held: [C; COLOURS] = std::array::from_fn(|colour| if hand[colour] > 0 { survey.right[colour] } else { C::NONE });
        for cell in (held[0] | held[1] | held[2] | held[3]).each() {
            let packed = survey.packed_points(cell);
            for colour in 0..COLOURS {
                if held[colour].bit(cell) != 0 {
                    let points = (packed >> (8 * colour) & 0xff) as i16;
                    let points = if hand[colour] == 1 { 2 * points } else { points }; // caro.score.last
                    visit(Lay { colour: colour as u8, cell: cell as u8, points });
                }
            }
        }
    }

    /// Whether no player can lay a tile (caro.end).
    #[inline]
    pub fn is_over(&self, survey: &Survey<C>) -> bool {
        !(0..self.players()).any(|seat| survey.fits(&self.hands[seat]))
    }

    /// The position after a tile.
    #[inline]
    #[must_use]
    pub fn after(&self, lay: Lay) -> CaroPosition<C> {
        let mut next = *self;
        next.colours[lay.colour as usize] |= C::cell(lay.cell as u32);
        next.hands[self.seat()][lay.colour as usize] -= 1;
        let (column, row) = ((lay.cell as u32 % C::STRIDE) as u8, (lay.cell as u32 / C::STRIDE) as u8);
        if column == 0 {
            next.colours = next.colours.map(|cells| cells << 1);
        }
        if row == 0 {
            next.colours = next.colours.map(|cells| cells << C::STRIDE);
        }
        next.width = if column == 0 { self.width + 1 } else { self.width.max(column) };
        next.height = if row == 0 { self.height + 1 } else { self.height.max(row) };
        next.next_seat();
        next
    }

    /// The position after a pass.
    #[inline]
    #[must_use]
    pub fn after_pass(&self) -> CaroPosition<C> {
        let mut next = *self;
        next.next_seat();
        next
    }

    #[inline]
    fn next_seat(&mut self) {
        self.seat = if self.seat + 1 == self.players { 0 } else { self.seat + 1 };
    }

    /// A hash of everything that can still matter, seats counted from the player to move.
    #[inline]
    pub fn key(&self) -> u64 {
        const ODD: [u64; COLOURS] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x27d4_eb2f_1656_67c5];
        let mut key = 0u64;
        for (colour, odd) in ODD.iter().enumerate() {
            key = (key ^ self.colours[colour].mixed()).wrapping_mul(*odd).rotate_left(29);
        }
        for (offset, odd) in ODD.iter().enumerate().take(self.players()) {
            let seat = (self.seat() + offset) % self.players();
            key = (key ^ u32::from_le_bytes(self.hands[seat]) as u64).wrapping_mul(*odd).rotate_left(31);
        }
        key ^ key >> 32
    }
}

fn cell_of(corner: Place, place: Place, stride: u32) -> u32 {
    (place.y - corner.y + 1) as u32 * stride + (place.x - corner.x + 1) as u32
}

/// A tile of the search as a move of the game.
pub fn move_of<C: Cells>(state: &State, lay: Lay) -> Move {
    let corner = state.field().bounds().map_or(Place { x: 0, y: 0 }, |(low, _)| low);
    let (column, row) = ((lay.cell as u32 % C::STRIDE) as i8, (lay.cell as u32 / C::STRIDE) as i8);
    Move::Lay(Colour::ALL[lay.colour as usize], Place { x: corner.x + column - 1, y: corner.y + row - 1 })
}

/// All tiles the player to move may lay rightly, in the order of their cells.
pub fn lays_of<C: Cells>(position: &CaroPosition<C>) -> Vec<Lay> {
    let mut lays = Vec::new();
    position.each_lay(&position.survey(), |lay| lays.push(lay));
    lays
}
