//! Castro: the board with its roofs.

use spieltisch_rules::castro::{Castro, End, SIDE, Square, SquareSet, State, Symbol};
use spieltisch_rules::{Game, Seat};

use crate::pictures::Draw;
use crate::pictures::easel::{BRASS, Easel, INK, IVORY, PALE_BRASS, Unit, WOOD, colour, shaded, stroke};
use crate::sheets::{Ink, Rect, bold, mark_path, polygon, rounded, star};

const SIGN: Ink = Ink::Rgb(122, 101, 70);
const PALE_SIGN: Ink = Ink::Rgb(195, 171, 128);
/// How much higher each roof lies than the one below, of 100.
const STEP: f64 = 8.0;
/// The ridge above the eaves, of 100.
const RIDGE: f64 = 30.0;
/// Where the lowest eaves are, of 100.
const FLOOR: f64 = 88.0;

impl Draw for Castro {
    fn draw_position(&self, state: &State, easel: &mut Easel, room: Rect) {
        let side = room.w.min(room.h);
        let board = Rect::about(room.middle(), side);
        easel.block(board, side * 0.025, WOOD);
        let inner = board.inset(side * 0.018);
        let cell = inner.w / f64::from(SIDE);
        let won = winning(self, state);
        for square in Square::all() {
            let (column, row) = (f64::from(square.column()), f64::from(SIDE - 1 - square.row()));
            let place = Rect::new(inner.x + column * cell, inner.y + row * cell, cell, cell).inset(cell * 0.03);
            let roofs: Vec<usize> = state.stacks().roofs(square).map(|seat| easel.colour_of(seat)).collect();
            easel.square(place);
            if won.contains(square) {
                easel.shape(rounded(place.inset(cell * 0.015), cell * 0.09), Some(PALE_BRASS), stroke(cell * 0.05, BRASS));
            }
            let unit = Unit::of(place);
            if roofs.is_empty() {
                draw_symbol(easel, unit, self.board().symbol(square));
            } else {
                draw_symbol(easel, Unit::of(unit.rect(2.0, 1.0, 50.0, 50.0)), self.board().symbol(square));
                draw_roofs(easel, unit, &roofs);
                write_height(easel, unit, roofs.len());
            }
        }
    }

    /// The top roofs alone, as large as their squares: what these ask for cannot be seen.
    fn draw_small(&self, state: &State, easel: &mut Easel, room: Rect) {
        easel.block(room, room.w * 0.06, WOOD);
        let cell = room.w * 0.94 / f64::from(SIDE);
        for square in Square::all() {
            let (column, row) = (f64::from(square.column()), f64::from(SIDE - 1 - square.row()));
            let place = Rect::new(room.w * 0.03 + column * cell, room.h * 0.03 + row * cell, cell, cell).inset(cell * 0.05);
            easel.block(place, 0.0, IVORY);
            if let Some(top) = state.stacks().roofs(square).last() {
                let (unit, ink) = (Unit::of(place), colour(easel.colour_of(top)));
                let roof = polygon(&[unit.at(4.0, 84.0), unit.at(50.0, 12.0), unit.at(96.0, 84.0)]);
                easel.shape(roof, Some(ink), stroke(unit.long(7.0), INK));
            }
        }
    }
}

/// The squares that decided the game, where points did not.
fn winning(game: &Castro, state: &State) -> SquareSet {
    let step = |square: Square, (across, up): (i8, i8), steps: i8| {
        let (column, row) = (square.column() as i8 + steps * across, square.row() as i8 + steps * up);
        Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    };
    let of = |seat: Seat| -> SquareSet {
        match state.end() {
            Some(End::Row) => {
                let tops = state.stacks().tops(seat);
                let lines = tops
                    .iter()
                    .flat_map(|first| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|way| [0, 1, 2, 3].map(|steps| step(first, way, steps))));
                let full = |line: &[Option<Square>; 4]| line.iter().all(|square| square.is_some_and(|square| tops.contains(square)));
                lines.filter(full).flatten().flatten().collect()
            }
            Some(End::ThreeYatzy) if state.stacks().present(seat).contains_all(game.yatzy_squares()) => game.yatzy_squares(),
            _ => SquareSet::EMPTY,
        }
    };
    (0..game.players()).map(of).fold(SquareSet::EMPTY, SquareSet::or)
}

/// What a square asks for.
fn draw_symbol(easel: &mut Easel, unit: Unit, symbol: Symbol) {
    let mut block = |x: f64, y: f64, ink: Ink| easel.block(unit.rect(x, y, 23.0, 23.0), unit.long(6.0), ink);
    match symbol {
        Symbol::Pair(number) => [7.0, 51.0].into_iter().for_each(|x| {
            let die = unit.rect(x, 29.0, 42.0, 42.0);
            easel.block(die.inset(unit.long(-1.5)), unit.long(9.5), PALE_SIGN);
            easel.die(die, number);
        }),
        Symbol::Three => [11.5, 38.5, 65.5].into_iter().for_each(|x| block(x, 38.5, SIGN)),
        Symbol::Four => [(25.0, 25.0), (52.0, 25.0), (25.0, 52.0), (52.0, 52.0)].into_iter().for_each(|(x, y)| block(x, y, SIGN)),
        Symbol::FullHouse => {
            [11.5, 38.5, 65.5].into_iter().for_each(|x| block(x, 25.0, SIGN));
            [25.0, 52.0].into_iter().for_each(|x| block(x, 52.0, PALE_SIGN));
        }
        Symbol::Straight => {
            for step in 0..5 {
                let (x, height) = (15.0 + 15.0 * f64::from(step), 14.0 + 12.0 * f64::from(step));
                easel.block(unit.rect(x, 82.0 - height, 11.0, height), unit.long(4.0), SIGN);
            }
        }
        Symbol::Yatzy => easel.shape(star(unit.at(50.0, 52.0), unit.long(40.0)), Some(BRASS), stroke(unit.long(2.0), SIGN)),
    }
}

/// Roofs, lowest first by their owners' colours; the top one with its owner's shape.
fn draw_roofs(easel: &mut Easel, unit: Unit, roofs: &[usize]) {
    for (level, &number) in roofs.iter().enumerate() {
        let eaves = FLOOR - STEP * level as f64;
        for (x, ink) in [(8.0, colour(number)), (92.0, shaded(colour(number)))] {
            let half = polygon(&[unit.at(x, eaves), unit.at(50.0, eaves - RIDGE), unit.at(50.0, eaves + 3.0)]);
            easel.shape(half, Some(ink), stroke(unit.long(1.5), INK));
        }
    }
    let Some(&top) = roofs.last() else { return };
    let middle = unit.at(50.0, FLOOR - STEP * (roofs.len() - 1) as f64 - 10.0);
    easel.shape(mark_path(middle, unit.long(17.0), top), Some(Ink::White), stroke(unit.long(1.2), INK));
}

/// How many roofs lie on a square.
fn write_height(easel: &mut Easel, unit: Unit, roofs: usize) {
    easel.disc(unit.at(82.0, 18.0), unit.long(14.0), INK);
    easel.text(unit.rect(70.0, 6.0, 24.0, 24.0), &roofs.to_string(), bold(unit.long(20.0)).centred().inked(IVORY));
}
