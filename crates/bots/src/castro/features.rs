//! What the values look at.
//!
//! For each player a position is a handful of table rows that are added up: one for every
//! line of four, one for every square, one for the Yatzy squares and one for the time left.
//! Nothing in them names a square of one particular board: a square counts by how hard it
//! is to take, so the same values play any board.

use std::sync::LazyLock;

use spieltisch_rules::castro::{HIGHEST, ROOFS};

use super::ground::{ALL_LINES, CLASSES, Ground, LINES, SQUARES};
use super::position::CastroPosition;

/// States of a square in a line, for one player: own top by class or closed, not own by class.
/// The one number beyond is a closed foreign stack: the line is dead.
const LINE_STATES: usize = 2 * CLASSES as usize + 1;
/// Lines as multisets of four square states, and one row for all dead ones.
const LINE_ROWS: usize = {
    let n = LINE_STATES;
    n * (n + 1) * (n + 2) * (n + 3) / 24 + 1
};
/// Squares as (free, own, foreign), kind of symbol, height.
const SQUARE_ROWS: usize = 3 * KINDS * (HIGHEST + 1);
const KINDS: usize = 6;
/// The Yatzy squares as multisets of three: own roof there, else the height.
const YATZY_ROWS: usize = 343;
/// Turns left and how soon the player's turn comes.
const CLOCK_ROWS: usize = (ROOFS as usize + 1) * 4;

const SQUARES_FROM: usize = LINE_ROWS;
const YATZY_FROM: usize = SQUARES_FROM + SQUARE_ROWS;
const CLOCK_FROM: usize = YATZY_FROM + YATZY_ROWS;
/// How many rows the table has.
pub const ROWS: usize = CLOCK_FROM + CLOCK_ROWS;
/// How many rows are added up for one player.
pub const ACTIVE: usize = LINES + SQUARES + 2;

/// The row of four square states written as 16 bits; the order of the squares does not matter.
static LINE_ROW: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut rows = vec![LINE_ROWS as u16 - 1; 1 << 16];
    let mut next = 0;
    for key in 0..=u16::MAX {
        let states: [u16; 4] = std::array::from_fn(|place| key >> (4 * place) & 15);
        if states.contains(&(LINE_STATES as u16)) {
            continue;
        }
        let mut sorted = states;
        sorted.sort_unstable();
        let first = sorted.iter().fold(0, |key, state| key << 4 | *state);
        // Keys ascend, so the sorted one with the greatest state last comes before its other orders.
        if first == key {
            rows[key as usize] = next;
            next += 1;
        } else {
            rows[key as usize] = rows[first as usize];
        }
    }
    assert_eq!(next as usize, LINE_ROWS - 1);
    rows
});

/// The row of a line.
pub fn line_row(key: u16) -> usize {
    LINE_ROW[key as usize] as usize
}

/// The state of a square in the lines of a player.
pub fn line_state(ground: &Ground, square: usize, height: usize, own: bool) -> u16 {
    let class = ground.class[square][height] as u16;
    if own { class } else { class + CLASSES as u16 + 1 }
}

/// The row of a square for a player.
pub fn square_row(ground: &Ground, square: usize, height: usize, own: bool) -> usize {
    let owner = match (height, own) {
        (0, _) => 0,
        (_, true) => 1,
        (_, false) => 2,
    };
    SQUARES_FROM + (owner * KINDS + ground.kind[square] as usize) * (HIGHEST + 1) + height
}

/// The row of the three Yatzy squares for a player.
pub fn yatzy_row(ground: &Ground, position: &CastroPosition, seat: usize) -> usize {
    let mut states: [usize; 3] = std::array::from_fn(|place| match position.on_yatzy[seat] >> place & 1 {
        1 => HIGHEST + 1,
        _ => position.height[ground.yatzy[place] as usize] as usize,
    });
    states.sort_unstable();
    YATZY_FROM + states[0] * 49 + states[1] * 7 + states[2]
}

/// The row of the time left for the player who is `offset` places after the one to move.
pub fn clock_row(ground: &Ground, position: &CastroPosition, offset: usize) -> usize {
    let turns_before = position.turns as usize + offset;
    let left = (ROOFS as usize).saturating_sub(turns_before / ground.players);
    CLOCK_FROM + left * 4 + offset
}

/// The 16 bits of every line for a player.
pub fn line_keys(ground: &Ground, position: &CastroPosition, seat: usize) -> [u16; LINES] {
    let mut keys = [0; LINES];
    for (square, through) in ALL_LINES.through.iter().enumerate() {
        let state = line_state(ground, square, position.height[square] as usize, position.top[square] as usize == seat);
        for &(line, place) in through {
            keys[line as usize] |= state << (4 * place);
        }
    }
    keys
}

/// All rows of the player who is `offset` places after the one to move.
pub fn active_rows(ground: &Ground, position: &CastroPosition, offset: usize) -> [u16; ACTIVE] {
    let seat = (position.seat as usize + offset) % ground.players;
    let mut rows = [0; ACTIVE];
    for (row, key) in rows.iter_mut().zip(line_keys(ground, position, seat)) {
        *row = line_row(key) as u16;
    }
    for square in 0..SQUARES {
        let (height, own) = (position.height[square] as usize, position.top[square] as usize == seat);
        rows[LINES + square] = square_row(ground, square, height, own) as u16;
    }
    rows[LINES + SQUARES] = yatzy_row(ground, position, seat) as u16;
    rows[LINES + SQUARES + 1] = clock_row(ground, position, offset) as u16;
    rows
}
