//! Crowns: everyone's board with its chips.

use spieltisch_rules::Game;
use spieltisch_rules::crowns::{Crowns, Field, State};

use crate::pictures::Draw;
use crate::pictures::easel::{EDGE, Easel, FELT, INK, IVORY, PALE_BRASS, Unit, WOOD, colour, stroke};
use crate::sheets::{Ink, Rect, at, bold, circle, crown_rows, polygon, rounded};

const CROWN: Ink = Ink::Rgb(168, 118, 26);
/// Fields in a row and in a column.
const SIDE: f64 = 6.0;
const GAP: f64 = 20.0;

/// The room for a name above a board, by the board's side. With one player there is no question whose board it is.
fn head(players: usize) -> f64 {
    if players > 1 { 0.12 } else { 0.0 }
}

/// How the boards stand in a room.
struct Grid {
    across: usize,
    down: usize,
    /// The side of a board.
    side: f64,
    /// The height of the name above it.
    head: f64,
}

impl Grid {
    /// As many side by side as leave the boards largest.
    fn within(players: usize, width: f64, height: f64) -> Grid {
        let grid = |across: usize| {
            let down = players.div_ceil(across);
            let side = (width / across as f64 - GAP).min((height / down as f64 - GAP) / (1.0 + head(players)));
            Grid { across, down, side, head: side * head(players) }
        };
        let all = (1..=players).map(grid);
        all.max_by(|one, other| one.side.total_cmp(&other.side)).unwrap_or_else(|| grid(1))
    }

    /// From the top of one board to the top of the one below.
    fn step(&self) -> f64 {
        self.side + self.head + GAP
    }
}

impl Draw for Crowns {
    fn height_within(&self, width: f64, height: f64) -> f64 {
        let grid = Grid::within(self.players(), width, height);
        grid.step() * grid.down as f64
    }

    fn draw_position(&self, state: &State, easel: &mut Easel, room: Rect) {
        let players = self.players();
        let grid = Grid::within(players, room.w, room.h);
        let Grid { across, down, side, head } = grid;
        for seat in 0..players {
            let (column, row) = (seat % across, seat / across);
            // The last row stands in the middle where it is not full.
            let in_row = if row + 1 == down { players - row * across } else { across };
            let x = room.middle().x + (column as f64 - in_row as f64 / 2.0) * (side + GAP) + GAP / 2.0;
            let y = room.middle().y + (row as f64 - down as f64 / 2.0) * grid.step() + GAP / 2.0;
            if head > 0.0 {
                draw_head(easel, Rect::new(x, y, side, head), seat);
            }
            draw_board(self, state, easel, Rect::new(x, y + head, side, side), seat);
        }
    }

    fn draw_emblem(&self, state: &State, easel: &mut Easel, room: Rect) {
        draw_board(self, state, easel, Rect::about(room.middle(), room.w.min(room.h)), 0);
    }

    /// The fullest board, since several would be too small, with its chips alone.
    fn draw_small(&self, state: &State, easel: &mut Easel, room: Rect) {
        let chips = |seat: &usize| Field::all().filter(|field| state.covered(*seat).contains(*field)).count();
        let fullest = (0..self.players()).rev().max_by_key(chips).unwrap_or(0);
        easel.block(room, room.w * 0.06, WOOD);
        let (cell, covered, chip) = (room.w * 0.94 / SIDE, state.covered(fullest), colour(easel.colour_of(fullest)));
        for field in Field::all() {
            let (column, row) = (f64::from(field.count()) - 1.0, SIDE - f64::from(field.number()));
            let place = Rect::new(room.w * 0.03 + column * cell, room.h * 0.03 + row * cell, cell, cell).inset(cell * 0.05);
            easel.block(place, 0.0, if field.is_edge() { PALE_BRASS } else { IVORY });
            if covered.contains(field) {
                easel.shape(circle(place.middle(), place.w * 0.4), Some(chip), stroke(place.w * 0.06, INK));
            }
        }
    }
}

/// Whose board it is.
fn draw_head(easel: &mut Easel, room: Rect, seat: usize) {
    let Some(player) = easel.players.get(seat).cloned() else { return };
    let mark = room.h * 0.6;
    easel.mark(at(room.x + mark * 0.6, room.middle().y), mark, player.colour);
    let name = Rect::new(room.x + mark * 1.4, room.y + room.h * 0.1, room.w - mark * 1.4, room.h * 0.8);
    easel.text(name, &player.name, bold(room.h * 0.55).inked(INK));
}

fn draw_board(game: &Crowns, state: &State, easel: &mut Easel, board: Rect, seat: usize) {
    easel.block(board, board.w * 0.03, WOOD);
    let cloth = board.inset(board.w * 0.015);
    easel.block(cloth, board.w * 0.02, FELT);
    let inner = cloth.inset(board.w * 0.01);
    let (cell, covered, chip) = (inner.w / SIDE, state.covered(seat), easel.colour_of(seat));
    for field in Field::all() {
        let (column, row) = (f64::from(field.count()) - 1.0, SIDE - f64::from(field.number()));
        let place = Rect::new(inner.x + column * cell, inner.y + row * cell, cell, cell).inset(cell * 0.035);
        let ground = if field.is_edge() { PALE_BRASS } else { IVORY };
        easel.shape(rounded(place, place.w * 0.1), Some(ground), stroke(place.w * 0.02, EDGE));
        let (unit, crowns) = (Unit::of(place), game.board().crowns(field));
        if covered.contains(field) {
            draw_chip(easel, unit, chip, crowns);
        } else {
            draw_crowns(easel, unit, crowns);
        }
    }
}

/// A crown of a size about a place.
fn draw_crown(easel: &mut Easel, unit: Unit, (x, y): (f64, f64), width: f64, ink: Ink) {
    let corners = [(1.0, 19.0), (1.0, 4.0), (8.5, 11.0), (15.0, 0.0), (21.5, 11.0), (29.0, 4.0), (29.0, 19.0)];
    let corners = corners.map(|(a, b)| unit.at(x + (a - 15.0) * width / 30.0, y + (b - 9.5) * width / 30.0));
    easel.shape(polygon(&corners), Some(ink), None);
}

/// This many crowns on a field.
fn draw_crowns(easel: &mut Easel, unit: Unit, count: u8) {
    let rows = crown_rows(count);
    for (row, &in_row) in rows.iter().enumerate() {
        let y = 50.0 + (row as f64 - (rows.len() as f64 - 1.0) / 2.0) * 26.0;
        for number in 0..in_row {
            let x = 50.0 + (f64::from(number) - (f64::from(in_row) - 1.0) / 2.0) * 29.0;
            draw_crown(easel, unit, (x, y), 26.0, CROWN);
        }
    }
}

/// A chip on a field with so many crowns.
fn draw_chip(easel: &mut Easel, unit: Unit, number: usize, crowns: u8) {
    let middle = unit.at(50.0, 50.0);
    easel.shape(circle(middle, unit.long(40.0)), Some(colour(number)), stroke(unit.long(3.0), INK));
    easel.shape(circle(middle, unit.long(32.0)), None, stroke(unit.long(2.5), Ink::White));
    draw_crown(easel, unit, (50.0, 36.0), 25.0, INK);
    easel.text(unit.rect(25.0, 46.0, 50.0, 32.0), &crowns.to_string(), bold(unit.long(28.0)).centred().inked(INK));
}
