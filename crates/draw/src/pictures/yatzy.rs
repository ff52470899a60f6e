//! Yatzy: the sheet with everyone's points.

use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BoxName, State, Yatzy};
use spieltisch_texts::{Key, games, t};

use crate::pictures::Draw;
use crate::pictures::easel::{EDGE, Easel, INK, PALE_BRASS, SOFT, Unit, colour, stroke};
use crate::sheets::yatzy::{Row, rows};
use crate::sheets::{Ink, Rect, at, bold, outline, plain, rounded};

/// A column below this width shows its player's mark alone: the names stand beside the points below.
const NAMED: f64 = 150.0;
/// An empty box of a small sheet.
const EMPTY: Ink = Ink::Rgb(241, 234, 219);
/// So many points make the longest bar of a small sheet.
const LONGEST: f64 = 30.0;

impl Draw for Yatzy {
    fn draw_position(&self, state: &State, easel: &mut Easel, room: Rect) {
        let (rows, players) = (rows(), self.players());
        let names = (room.w * 0.34).max(260.0).min(room.w * 0.5);
        let (height, column) = (room.h / rows.len() as f64, ((room.w - names) / players as f64).min(330.0));
        let width = names + column * players as f64;
        let sheet = Rect::new(room.middle().x - width / 2.0, room.y, width, room.h);
        easel.shape(outline(sheet), Some(Ink::White), None);
        for (number, &row) in rows.iter().enumerate() {
            let line = Rect::new(sheet.x, sheet.y + number as f64 * height, sheet.w, height);
            let sums = matches!(row, Row::Upper | Row::Bonus | Row::Total);
            if sums {
                easel.block(line, 0.0, PALE_BRASS);
            }
            let name = Rect::new(line.x + 14.0, line.y, names - 28.0, line.h);
            easel.text(name, title(easel, row), if sums { bold(height * 0.6) } else { plain(height * 0.6) }.inked(INK));
            for seat in 0..players {
                let cell = Rect::new(line.x + names + seat as f64 * column, line.y, column, line.h);
                draw_cell(self, state, easel, cell, row, seat);
            }
            easel.line(at(line.x, line.bottom()), at(line.right(), line.bottom()), if sums || row == Row::Names { 3.0 } else { 1.5 }, EDGE);
        }
        for seat in 0..players {
            let x = sheet.x + names + seat as f64 * column;
            easel.line(at(x, sheet.y), at(x, sheet.bottom()), 1.5, EDGE);
        }
        easel.shape(outline(sheet), None, stroke(4.0, SOFT));
    }

    /// Five dice: a sheet is full of words.
    fn draw_emblem(&self, _: &State, easel: &mut Easel, room: Rect) {
        let unit = Unit::of(Rect::about(room.middle(), room.w.min(room.h)));
        for (x, y, number) in [(4.0, 6.0, 6), (64.0, 4.0, 6), (34.0, 34.0, 5), (5.0, 63.0, 6), (63.0, 62.0, 6)] {
            easel.die(unit.rect(x, y, 31.0, 31.0), number);
        }
    }

    /// The sheet without its words.
    fn draw_small(&self, state: &State, easel: &mut Easel, room: Rect) {
        let sheet = room.inset(room.w * 0.02);
        easel.shape(rounded(sheet, room.w * 0.06), Some(Ink::White), stroke(room.w * 0.02, EDGE));
        draw_bars(state, easel, sheet.inset(room.w * 0.06), self.players());
    }
}

/// Everyone's boxes as bars, as long as their points; a struck box is crossed out.
fn draw_bars(state: &State, easel: &mut Easel, sheet: Rect, players: usize) {
    let (high, wide) = (sheet.h / BoxName::ALL.len() as f64, sheet.w / players as f64);
    for (number, name) in BoxName::ALL.into_iter().enumerate() {
        for seat in 0..players {
            let cell = Rect::new(sheet.x + seat as f64 * wide, sheet.y + number as f64 * high, wide, high).inset(high * 0.14);
            match state.sheet(seat).points(name).map(f64::from) {
                None => easel.block(cell, 0.0, EMPTY),
                Some(0.0) => easel.line(at(cell.x, cell.middle().y), at(cell.right(), cell.middle().y), high * 0.12, SOFT),
                Some(points) => {
                    let bar = Rect { w: cell.w * (0.3 + 0.7 * (points / LONGEST).min(1.0)), ..cell };
                    easel.block(bar, high * 0.12, colour(easel.colour_of(seat)));
                }
            }
        }
    }
}

/// What a line is called.
fn title(easel: &Easel, row: Row) -> &'static str {
    match row {
        Row::Names => "",
        Row::Box(name) => t(easel.lang, games::yatzy::BOXES[name as usize]),
        Row::Upper => t(easel.lang, Key::YatzyBoxUpper),
        Row::Bonus => t(easel.lang, Key::YatzyBoxBonus),
        Row::Total => t(easel.lang, Key::YatzyBoxTotal),
    }
}

fn draw_cell(game: &Yatzy, state: &State, easel: &mut Easel, cell: Rect, row: Row, seat: usize) {
    let sheet = state.sheet(seat);
    let size = cell.h * 0.62;
    let points = match row {
        Row::Names => return draw_name(easel, cell, seat),
        Row::Box(name) => sheet.points(name).map(i64::from),
        Row::Upper => Some(sheet.upper_sum().into()),
        Row::Bonus => Some(sheet.bonus(game.options()).into()),
        Row::Total => Some(game.scores(state)[seat].into()),
    };
    let text = match points {
        // A box that was struck.
        Some(0) => "–".to_string(),
        Some(points) => points.to_string(),
        None => String::new(),
    };
    let style = if row == Row::Total { bold(size) } else { plain(size) };
    easel.text(cell.inset(4.0), &text, style.centred().inked(INK));
}

fn draw_name(easel: &mut Easel, cell: Rect, seat: usize) {
    let Some(player) = easel.players.get(seat).cloned() else { return };
    let mark = cell.h * 0.62;
    if cell.w < NAMED {
        return easel.mark(cell.middle(), mark, player.colour);
    }
    easel.mark(at(cell.x + 12.0 + mark / 2.0, cell.middle().y), mark, player.colour);
    let name = Rect::new(cell.x + mark + 20.0, cell.y, cell.w - mark - 26.0, cell.h);
    easel.text(name, &player.name, bold(cell.h * 0.55).inked(INK));
}
