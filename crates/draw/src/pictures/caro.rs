//! Caro: the tiles as they lie.

use spieltisch_rules::caro::{Caro, Colour, State};

use crate::pictures::Draw;
use crate::pictures::easel::{Easel, FELT, Unit, WOOD, stroke};
use crate::sheets::{Ink, Rect, Segment, circle, polygon, rounded};

impl Draw for Caro {
    fn draw_position(&self, state: &State, easel: &mut Easel, room: Rect) {
        draw_field(state, easel, room, draw_tile);
    }

    /// The tiles without their grain.
    fn draw_small(&self, state: &State, easel: &mut Easel, room: Rect) {
        draw_field(state, easel, room, |easel, unit, colour| {
            let Woods { wood, sign, .. } = Woods::of(colour);
            easel.block(unit.rect(4.0, 4.0, 92.0, 92.0), 0.0, wood);
            draw_sign(easel, unit, colour, sign);
        });
    }
}

/// The tiles as they lie, on their cloth.
fn draw_field(state: &State, easel: &mut Easel, room: Rect, draw_tile: impl Fn(&mut Easel, Unit, Colour)) {
    easel.block(room, room.w.min(room.h) * 0.025, WOOD);
    let cloth = room.inset(room.w.min(room.h) * 0.015);
    easel.block(cloth, cloth.w.min(cloth.h) * 0.02, FELT);
    let Some((low, high)) = state.field().bounds() else { return };
    let (across, down) = (f64::from(high.x - low.x) + 1.0, f64::from(high.y - low.y) + 1.0);
    let cell = (cloth.w / (across + 0.4)).min(cloth.h / (down + 0.4));
    let (left, top) = (cloth.middle().x - across * cell / 2.0, cloth.middle().y - down * cell / 2.0);
    for (place, colour) in state.field().all() {
        let (x, y) = (f64::from(place.x - low.x), f64::from(high.y - place.y));
        draw_tile(easel, Unit::of(Rect::new(left + x * cell, top + y * cell, cell, cell)), colour);
    }
}

/// The colours of a tile.
struct Woods {
    edge: Ink,
    wood: Ink,
    grain: Ink,
    sign: Ink,
}

impl Woods {
    fn of(colour: Colour) -> Woods {
        let [edge, wood, grain, sign] = match colour {
            Colour::Black => [(18, 13, 10), (52, 42, 35), (74, 62, 53), (217, 205, 189)],
            Colour::White => [(168, 148, 109), (240, 229, 206), (222, 205, 173), (107, 90, 60)],
            Colour::Grey => [(87, 82, 75), (150, 145, 138), (128, 122, 115), (29, 25, 22)],
            Colour::Red => [(95, 23, 12), (176, 54, 36), (150, 42, 27), (255, 233, 223)],
        }
        .map(|(red, green, blue)| Ink::Rgb(red, green, blue));
        Woods { edge, wood, grain, sign }
    }
}

/// A wooden tile: a colour and a sign.
fn draw_tile(easel: &mut Easel, unit: Unit, colour: Colour) {
    let Woods { edge, wood, grain, sign } = Woods::of(colour);
    easel.shape(rounded(unit.rect(3.0, 4.0, 94.0, 92.0), unit.long(9.0)), Some(edge), None);
    easel.shape(rounded(unit.rect(3.0, 3.0, 94.0, 89.0), unit.long(9.0)), Some(wood), None);
    for (y, bend) in [(20.0, -9.0), (34.0, -11.0), (64.0, 9.0), (79.0, 8.0)] {
        let curve = Segment::Curve(unit.at(32.0, y + bend), unit.at(54.0, y - bend * 0.7), unit.at(93.0, y + bend * 0.2));
        easel.shape(vec![Segment::Move(unit.at(7.0, y)), curve], None, stroke(unit.long(1.6), grain));
    }
    draw_sign(easel, unit, colour, sign);
}

fn draw_sign(easel: &mut Easel, unit: Unit, colour: Colour, ink: Ink) {
    let stroke = stroke(unit.long(6.0), ink);
    let mut line = |from: (f64, f64), to: (f64, f64)| {
        let path = vec![Segment::Move(unit.at(from.0, from.1)), Segment::Line(unit.at(to.0, to.1))];
        easel.shape(path, None, stroke);
    };
    match colour {
        Colour::Black => {
            line((37.0, 35.0), (63.0, 61.0));
            line((63.0, 35.0), (37.0, 61.0));
        }
        Colour::White => easel.shape(polygon(&[unit.at(50.0, 32.0), unit.at(66.0, 60.0), unit.at(34.0, 60.0)]), None, stroke),
        Colour::Grey => line((33.0, 48.0), (67.0, 48.0)),
        Colour::Red => easel.shape(circle(unit.at(50.0, 48.0), unit.long(15.0)), None, stroke),
    }
}
