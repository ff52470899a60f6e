//! What a board means for the values: how hard every square is to take, and which lines
//! of four run through it.

use std::sync::LazyLock;

use spieltisch_rules::Game;
use spieltisch_rules::castro::{Castro, HIGHEST, SIDE, Square, Symbol};

use super::turn::{self, HEIGHTS, Offers, RollGroups, SYMBOLS};

/// How many squares there are.
pub const SQUARES: usize = SIDE as usize * SIDE as usize;
/// How many lines of four there are.
pub const LINES: usize = 54;
/// Classes of chances to take a square in one turn; a closed stack comes after them.
pub const CLASSES: u8 = 7;
/// The least chance of each class but the last.
const CLASS_FROM: [f32; CLASSES as usize - 1] = [0.8, 0.56, 0.42, 0.24, 0.12, 0.03];

/// The lines of four on the board, and for each square its lines with its place in them.
pub struct Lines {
    /// The squares of each line.
    pub squares: [[u8; 4]; LINES],
    /// The lines through each square, as (line, place in it).
    pub through: [Vec<(u8, u8)>; SQUARES],
}

/// The lines of every board.
pub static ALL_LINES: LazyLock<Lines> = LazyLock::new(|| {
    let mut lines = Lines { squares: [[0; 4]; LINES], through: std::array::from_fn(|_| Vec::new()) };
    let side = SIDE as i32;
    let mut found = 0;
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for start in 0..side * side {
            let at = |step: i32| (start % side + step * right, start / side + step * up);
            let (column, row) = at(3);
            if column >= side || !(0..side).contains(&row) {
                continue;
            }
            for place in 0..4 {
                let (column, row) = at(place);
                let square = (row * side + column) as u8;
                lines.squares[found][place as usize] = square;
                lines.through[square as usize].push((found as u8, place as u8));
            }
            found += 1;
        }
    }
    assert_eq!(found, LINES);
    lines
});

/// A game of Castro as the computer player sees it.
#[derive(Debug)]
pub struct Ground {
    /// How many play.
    pub players: usize,
    /// The symbol of each square, as its number in [`Symbol::ALL`].
    pub symbol: [u8; SQUARES],
    /// The kind of symbol of each square: all pairs are one kind, so 0 to 5.
    pub kind: [u8; SQUARES],
    /// How hard each square is to take at each height: 0 is easy, [`CLASSES`] means closed.
    pub class: [[u8; HIGHEST + 1]; SQUARES],
    /// The three Yatzy squares.
    pub yatzy: [u8; 3],
    /// Which rolls fit which symbols.
    pub groups: RollGroups,
    /// The squares by number.
    pub squares: [Square; SQUARES],
    /// The chance to take a square of each symbol and height in one turn that aims at nothing else.
    pub chance: [[f32; HEIGHTS]; SYMBOLS],
}

impl Ground {
    /// Works out what the board and the options of the game mean.
    pub fn new(game: &Castro) -> Ground {
        let groups = RollGroups::new(game.options().full_house_from_yatzy);
        let chance = chances(&groups);
        let mut squares = Square::all();
        let squares: [Square; SQUARES] = std::array::from_fn(|_| squares.next().expect("36 squares"));
        let symbol = squares.map(|square| {
            let symbol = game.board().symbol(square);
            Symbol::ALL.iter().position(|&other| other == symbol).expect("all symbols are listed") as u8
        });
        let mut yatzy = game.yatzy_squares().iter().map(|square| square.index() as u8);
        Ground {
            players: game.players(),
            symbol,
            kind: symbol.map(|symbol| symbol.saturating_sub(5)),
            class: symbol.map(|symbol| std::array::from_fn(|height| class(chance[symbol as usize].get(height).copied()))),
            yatzy: std::array::from_fn(|_| yatzy.next().expect("three Yatzy squares")),
            groups,
            squares,
            chance,
        }
    }
}

/// The class of a chance; closed where there is none.
fn class(chance: Option<f32>) -> u8 {
    match chance {
        None => CLASSES,
        Some(chance) => CLASS_FROM.iter().position(|&from| chance >= from).unwrap_or(CLASS_FROM.len()) as u8,
    }
}

/// The chance to take each symbol at each height when a whole turn aims at it alone.
fn chances(groups: &RollGroups) -> [[f32; HEIGHTS]; SYMBOLS] {
    let mut offers: Box<Offers<1, { SYMBOLS * HEIGHTS }>> = Box::default();
    for symbol in 0..SYMBOLS {
        for height in 0..HEIGHTS {
            let lane = symbol * HEIGHTS + height;
            offers.offer(lane, symbol, height, [1.0]);
            // Other squares are worth nothing, but they may be placed on.
            for other in 0..SYMBOLS {
                offers.offer(lane, other, 0, [0.0]);
            }
        }
    }
    let [worth] = turn::worth(groups, &offers);
    std::array::from_fn(|symbol| std::array::from_fn(|height| worth[symbol * HEIGHTS + height]))
}
