//! What several games print: dice, players' marks, cutting lines, codes for a phone.

use std::f64::consts::PI;

use qrcode::{Color, EcLevel, QrCode};

use crate::sheets::model::{Ink, Point, Rect, Segment, Stroke, at};
use crate::sheets::pen::{LINE, Pen, circle, line_of, outline, polygon, rounded};

/// Where paper is cut.
pub const CUT: Stroke = Stroke { width: 0.15, ink: Ink::Grey, dashed: false };
/// Where paper is folded.
pub const FOLD: Stroke = Stroke { width: 0.2, ink: Ink::Grey, dashed: true };

/// A die showing a number.
pub fn die(pen: &mut Pen<'_>, room: Rect, number: u8) {
    pen.shape(rounded(room, room.w * 0.18), Some(Ink::White), Some(line_of(LINE.min(room.w * 0.06))));
    for pip in pips(room, number) {
        pen.circle(pip, room.w * 0.095, Some(Ink::Black), None);
    }
}

/// Where the pips of a die are.
pub fn pips(room: Rect, number: u8) -> Vec<Point> {
    let (near, half, far) = (0.26, 0.5, 0.74);
    let pips: &[(f64, f64)] = match number {
        1 => &[(half, half)],
        2 => &[(near, near), (far, far)],
        3 => &[(near, near), (half, half), (far, far)],
        4 => &[(near, near), (far, near), (near, far), (far, far)],
        5 => &[(near, near), (far, near), (half, half), (near, far), (far, far)],
        6 => &[(near, near), (far, near), (near, half), (far, half), (near, far), (far, far)],
        _ => &[],
    };
    pips.iter().map(|(x, y)| at(room.x + x * room.w, room.y + y * room.h)).collect()
}

/// The mark of a seat: a shape of its own, every other one filled, so that no colour is needed.
pub fn mark(pen: &mut Pen<'_>, middle: Point, size: f64, seat: usize) {
    let fill = if seat.is_multiple_of(2) { Ink::Black } else { Ink::White };
    pen.shape(mark_path(middle, size, seat), Some(fill), Some(line_of(LINE)));
}

/// The outline of the mark of a seat, or of a colour.
pub fn mark_path(middle: Point, size: f64, seat: usize) -> Vec<Segment> {
    let r = size / 2.0;
    let around = |corners: usize, turn: f64| -> Vec<Point> {
        (0..corners)
            .map(|corner| corner as f64 / corners as f64 * 2.0 * PI + turn)
            .map(|a| at(middle.x + r * a.sin(), middle.y - r * a.cos()))
            .collect()
    };
    match seat % 8 {
        0 => circle(middle, r),
        1 => polygon(&around(3, 0.0)),
        2 => outline(Rect::about(middle, size * 0.84)),
        3 => polygon(&around(4, 0.0)),
        4 => star(middle, r),
        5 => polygon(&around(6, PI / 6.0)),
        6 => cross(middle, r),
        _ => ring(middle, r),
    }
}

/// A star with five points.
pub fn star(middle: Point, radius: f64) -> Vec<Segment> {
    let corner = |i: usize| {
        let (angle, radius) = (i as f64 * PI / 5.0, if i.is_multiple_of(2) { radius } else { radius * 0.42 });
        at(middle.x + radius * angle.sin(), middle.y - radius * angle.cos())
    };
    polygon(&(0..10).map(corner).collect::<Vec<_>>())
}

fn cross(middle: Point, r: f64) -> Vec<Segment> {
    let k = r * 0.36;
    let corners = [(-k, -r), (k, -r), (k, -k), (r, -k), (r, k), (k, k), (k, r), (-k, r), (-k, k), (-r, k), (-r, -k), (-k, -k)];
    polygon(&corners.map(|(x, y)| at(middle.x + x, middle.y + y)))
}

fn ring(middle: Point, r: f64) -> Vec<Segment> {
    let mut path = circle(middle, r);
    path.extend(circle(middle, r * 0.5));
    path
}

/// A code that a phone reads as this text; `false` where the text is too long for one.
pub fn code(pen: &mut Pen<'_>, room: Rect, text: &str) -> bool {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::L) else { return false };
    let across = code.width();
    // Phones ask for four empty modules around the code.
    let module = room.w / (across + 8) as f64;
    let mut path = Vec::new();
    for (row, modules) in code.to_colors().chunks(across).enumerate() {
        let mut column = 0;
        while column < across {
            let run = modules[column..].iter().take_while(|module| **module == Color::Dark).count();
            if run > 0 {
                let (x, y) = (room.x + (column + 4) as f64 * module, room.y + (row + 4) as f64 * module);
                path.extend(outline(Rect::new(x, y, run as f64 * module, module)));
            }
            column += run.max(1);
        }
    }
    pen.shape(path, Some(Ink::Black), None);
    true
}

/// So many crowns on a field, in rows from above.
pub fn crown_rows(count: u8) -> &'static [u8] {
    match count {
        0 => &[],
        1 => &[1],
        2 => &[2],
        3 => &[3],
        4 => &[2, 2],
        5 => &[3, 2],
        6 => &[3, 3],
        7 => &[3, 3, 1],
        8 => &[3, 3, 2],
        _ => &[3, 3, 3],
    }
}
