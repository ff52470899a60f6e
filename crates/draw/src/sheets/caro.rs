//! Caro: what each edge brings, a sheet for the points, and tiles to cut out.

use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, EACH};
use spieltisch_texts::{self as texts, Key, Lang, games, t};

use crate::sheets::Print;
use crate::sheets::book::Book;
use crate::sheets::card::{self, LeftOut};
use crate::sheets::model::{Ink, Point, Rect, Segment, Stroke, at};
use crate::sheets::pen::{LINE, Pen, THICK, bold, circle, line_of, outline, plain, polygon};
use crate::sheets::pieces::CUT;

/// A tile to cut out: large enough to be pushed about, and four players' tiles fit one page.
const TILE: f64 = 27.0;
/// A cell of the table of edges.
const CELL: f64 = 17.0;

impl Print for Caro {
    fn title(lang: Lang) -> &'static str {
        t(lang, games::caro::NAME)
    }

    fn draw(&self, book: &mut Book<'_>) {
        let lang = book.lang;
        let (mut pen, room) = book.page(&texts::caro_play_area(lang, self.side()));
        let table = Rect::new(room.x, room.y, 5.0 * CELL, 5.0 * CELL);
        pen.label(Rect { h: 7.0, ..room }, t(lang, Key::PrintEdges), bold(4.4));
        draw_edges(&mut pen, Rect { y: table.y + 8.0, ..table }, lang);
        let below = table.bottom() + 14.0;
        draw_pad(&mut pen, Rect::new(room.x, below, room.w, room.bottom() - below), self.players(), lang);
        draw_tiles(book, self.players());
        let open = self.options().open_table;
        let left_out = LeftOut { sections: if open { Vec::new() } else { vec![Key::PageOpenTable] }, rules: Vec::new() };
        card::print(book, &card::blocks(lang, games::caro::RULES, &left_out));
    }
}

fn name(lang: Lang, colour: Colour) -> &'static str {
    t(lang, games::caro::COLOURS[colour as usize])
}

/// What two colours bring where they touch.
fn draw_edges(pen: &mut Pen<'_>, table: Rect, lang: Lang) {
    let cell = |column: usize, row: usize| Rect::new(table.x + column as f64 * CELL, table.y + row as f64 * CELL, CELL, CELL);
    for colour in Colour::ALL {
        for head in [cell(colour as usize + 1, 0), cell(0, colour as usize + 1)] {
            draw_tile(pen, Rect::new(head.x + 3.5, head.y + 1.0, 10.0, 10.0), colour, lang);
            pen.label(Rect::new(head.x + 0.5, head.y + 11.5, CELL - 1.0, 4.5), name(lang, colour), plain(3.2).centred());
        }
        for other in Colour::ALL {
            let room = cell(other as usize + 1, colour as usize + 1);
            match colour.edge(other) {
                0 => pen.block(room, Ink::Pale),
                points => pen.label(room, &points.to_string(), bold(7.0).centred()),
            }
        }
    }
    for number in 0..=5 {
        let width = if number == 1 { THICK } else { LINE };
        let along = f64::from(number) * CELL;
        pen.line(at(table.x, table.y + along), at(table.right(), table.y + along), line_of(width));
        pen.line(at(table.x + along, table.y), at(table.x + along, table.bottom()), line_of(width));
    }
}

/// A line for each tile a player lays.
fn draw_pad(pen: &mut Pen<'_>, pad: Rect, players: usize, lang: Lang) {
    let turns = usize::from(EACH) * Colour::ALL.len();
    let (numbers, rows) = (24.0, turns + 2);
    let (height, width) = (pad.h / rows as f64, (pad.w - numbers) / players as f64);
    for row in 0..rows {
        let line = Rect::new(pad.x, pad.y + row as f64 * height, pad.w, height);
        let head = Rect::new(line.x + 1.0, line.y, numbers - 2.0, line.h);
        if row == 0 {
            pen.label(head, t(lang, Key::SetupName), plain(3.6));
        } else if row <= turns {
            pen.label(head, &row.to_string(), plain(3.6));
        } else {
            pen.block(line, Ink::Pale);
            pen.label(head, t(lang, Key::YatzyBoxTotal), bold(3.6));
        }
        let width = if row == 0 || row == turns { THICK } else { LINE };
        pen.line(at(line.x, line.bottom()), at(line.right(), line.bottom()), line_of(width));
    }
    for player in 0..players {
        let x = pad.x + numbers + player as f64 * width;
        pen.line(at(x, pad.y), at(x, pad.bottom()), line_of(if player == 0 { THICK } else { LINE }));
    }
    pen.frame(pad, THICK);
}

fn draw_tiles(book: &mut Book<'_>, players: usize) {
    let lang = book.lang;
    let (mut pen, room) = book.page(t(lang, Key::PrintTiles));
    let across = (room.w / TILE) as usize;
    let tiles = Colour::ALL.into_iter().flat_map(|colour| (0..usize::from(EACH) * players).map(move |_| colour));
    for (number, colour) in tiles.enumerate() {
        let (column, row) = ((number % across) as f64, (number / across) as f64);
        let tile = Rect::new(room.x + column * TILE, room.y + row * TILE, TILE, TILE);
        draw_tile(&mut pen, tile.inset(0.6), colour, lang);
        pen.shape(outline(tile), None, Some(CUT));
    }
}

/// A tile: a pattern, a sign and a letter, so that it is known without its colour.
fn draw_tile(pen: &mut Pen<'_>, tile: Rect, colour: Colour, lang: Lang) {
    let unit = tile.w / 24.0;
    let ground = if colour == Colour::Black { Ink::Black } else { Ink::White };
    pen.shape(outline(tile), Some(ground), Some(line_of(LINE)));
    match colour {
        Colour::Black | Colour::White => {}
        Colour::Grey => hatch(pen, tile, unit),
        Colour::Red => dots(pen, tile, unit),
    }
    let sign = Rect::about(tile.middle(), 13.0 * unit);
    if matches!(colour, Colour::Grey | Colour::Red) {
        pen.circle(sign.middle(), 8.5 * unit, Some(Ink::White), None);
    }
    let ink = match colour {
        Colour::Black => Ink::White,
        Colour::Red => Ink::Red,
        Colour::White | Colour::Grey => Ink::Black,
    };
    let stroke = Some(Stroke { width: 1.1 * unit, ink, dashed: false });
    let m = sign.middle();
    let corner = |x: f64, y: f64| at(m.x + x * unit, m.y + y * unit);
    match colour {
        Colour::Black => {
            pen.shape(vec![Segment::Move(corner(-5.0, -5.0)), Segment::Line(corner(5.0, 5.0))], None, stroke);
            pen.shape(vec![Segment::Move(corner(5.0, -5.0)), Segment::Line(corner(-5.0, 5.0))], None, stroke);
        }
        Colour::White => pen.shape(polygon(&[corner(0.0, -6.0), corner(6.0, 5.0), corner(-6.0, 5.0)]), None, stroke),
        Colour::Grey => pen.shape(vec![Segment::Move(corner(-6.0, 0.0)), Segment::Line(corner(6.0, 0.0))], None, stroke),
        Colour::Red => pen.shape(circle(m, 5.8 * unit), None, stroke),
    }
    // In the table of edges the whole name stands beside it.
    if tile.w > TILE / 2.0 {
        letter(pen, tile, colour, lang, unit);
    }
}

/// The first letter of the colour's name, in a corner.
fn letter(pen: &mut Pen<'_>, tile: Rect, colour: Colour, lang: Lang, unit: f64) {
    let Some(first) = name(lang, colour).chars().next() else { return };
    let room = Rect::new(tile.x + 0.8 * unit, tile.y + 0.8 * unit, 4.4 * unit, 4.4 * unit);
    let ink = if colour == Colour::Black { Ink::White } else { Ink::Black };
    if matches!(colour, Colour::Grey | Colour::Red) {
        pen.block(room, Ink::White);
    }
    pen.label(room, &first.to_uppercase().to_string(), bold(4.0 * unit).centred().inked(ink));
}

/// Slanting lines across a square.
fn hatch(pen: &mut Pen<'_>, tile: Rect, unit: f64) {
    let stroke = Stroke { width: 0.7 * unit, ink: Ink::Grey, dashed: false };
    let mut along = 2.0 * unit;
    while along < 2.0 * tile.w {
        let corner =
            |part: f64| -> Point { if part <= tile.w { at(tile.x + part, tile.y) } else { at(tile.right(), tile.y + part - tile.w) } };
        let mirrored =
            |part: f64| -> Point { if part <= tile.w { at(tile.x, tile.y + part) } else { at(tile.x + part - tile.w, tile.bottom()) } };
        pen.line(corner(along), mirrored(along), stroke);
        along += 2.0 * unit;
    }
}

/// Rows of dots across a square.
fn dots(pen: &mut Pen<'_>, tile: Rect, unit: f64) {
    let mut path = Vec::new();
    for row in 0..7 {
        for column in 0..7 {
            let place = |number: i32| (2.4 + 3.2 * f64::from(number)) * unit;
            path.extend(circle(at(tile.x + place(column), tile.y + place(row)), 0.6 * unit));
        }
    }
    pen.shape(path, Some(Ink::Red), None);
}
