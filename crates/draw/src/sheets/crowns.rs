//! Crowns: a board for everyone with what its lines are worth, and chips to cut out.

use spieltisch_rules::Game;
use spieltisch_rules::crowns::{CHIPS, Crowns, Field, FieldSet};
use spieltisch_texts::{Key, Lang, games, t};

use crate::sheets::Print;
use crate::sheets::book::Book;
use crate::sheets::card::{self, LeftOut};
use crate::sheets::model::{Ink, Point, Rect, at};
use crate::sheets::pen::{LINE, Pen, THICK, bold, line_of, outline, plain, polygon};
use crate::sheets::pieces::{CUT, die, mark};

/// Boards on a page, across and down, where several play.
const ACROSS: usize = 2;
const DOWN: usize = 2;
const GAP: f64 = 6.0;
/// A chip to cut out.
const CHIP: f64 = 12.0;

impl Print for Crowns {
    fn title(lang: Lang) -> &'static str {
        t(lang, games::crowns::NAME)
    }

    fn draw(&self, book: &mut Book<'_>) {
        draw_boards(book, self);
        draw_chips(book, self.players());
        let (alone, hard) = (self.players() == 1, self.options().solo_hard);
        let left_out = LeftOut {
            sections: if alone { Vec::new() } else { vec![Key::PageAlone] },
            rules: if hard { Vec::new() } else { vec!["crowns.solo.hard"] },
        };
        card::print(book, &card::blocks(book.lang, games::crowns::RULES, &left_out));
    }
}

fn draw_boards(book: &mut Book<'_>, game: &Crowns) {
    let lang = book.lang;
    let (across, down) = if game.players() == 1 { (1, 1) } else { (ACROSS, DOWN) };
    for first in (0..game.players()).step_by(across * down) {
        let (mut pen, room) = book.page(t(lang, Key::SetupBoard));
        let width = (room.w + GAP) / across as f64 - GAP;
        // As wide as the page or half of it, and above the board a line for the name.
        let height = width + 8.0;
        for number in 0..(game.players() - first).min(across * down) {
            let (column, row) = ((number % across) as f64, (number / across) as f64);
            let board = Rect::new(room.x + column * (width + GAP), room.y + row * (height + GAP), width, height);
            draw_board(&mut pen, board, game, first + number, lang);
        }
    }
}

/// One board: the sixes on top, `6x` on the right, what each line is worth beside it.
fn draw_board(pen: &mut Pen<'_>, board: Rect, game: &Crowns, seat: usize, lang: Lang) {
    let head = Rect { h: 7.0, ..board };
    mark(pen, at(head.x + 3.0, head.middle().y), 4.5, seat);
    write_on(pen, Rect::new(head.x + 7.0, head.y, head.w * 0.6 - 9.0, head.h), t(lang, Key::SetupName));
    write_on(pen, Rect::new(head.x + head.w * 0.6, head.y, head.w * 0.4, head.h), t(lang, Key::YatzyBoxTotal));
    // Eight parts across: the numbers, six fields, the lines; as many down.
    let edge = 0.75;
    let field = board.w / (6.0 + 2.0 * edge);
    let (left, top) = (board.x + edge * field, board.bottom() - (6.0 + edge) * field - edge * field * 0.55);
    let cell = |count: u8, number: u8| {
        Rect::new(left + f64::from(count - 1) * field, top + edge * field * 0.55 + f64::from(6 - number) * field, field, field)
    };
    for number in 1..=6 {
        let side = field * 0.5;
        die(pen, Rect::about(at(board.x + edge * field / 2.0, cell(1, number).middle().y), side), number);
        let column = cell(number, 6);
        pen.label(Rect::new(column.x, top, field, edge * field * 0.5), &format!("{number}×"), plain(field * 0.28).centred());
    }
    for spot in Field::all() {
        let room = cell(spot.count(), spot.number());
        if spot.is_edge() {
            pen.block(room, Ink::Pale);
        }
        pen.frame(room, LINE);
        let middle = room.middle();
        crown(pen, at(middle.x, middle.y - field * 0.2), field * 0.42);
        let below = Rect::new(room.x, middle.y, field, field * 0.46);
        pen.label(below, &game.board().crowns(spot).to_string(), bold(field * 0.36).centred());
    }
    let (core, all) = (cell(1, 5), Rect::new(left, cell(1, 6).y, 6.0 * field, 6.0 * field));
    pen.frame(all, THICK);
    pen.line(at(all.x, core.y), at(all.right(), core.y), line_of(THICK));
    let right = cell(6, 1).x;
    pen.line(at(right, all.y), at(right, all.bottom()), line_of(THICK));
    for (line, worth) in game.lines() {
        let middle = match course(*line) {
            Course::Row(number) => at(all.right() + edge * field / 2.0, cell(6, number).middle().y),
            Course::Column(count) => at(cell(count, 1).middle().x, all.bottom() + edge * field / 2.0),
            Course::Rising => at(all.x - edge * field / 2.0, all.bottom() + edge * field / 2.0),
            Course::Falling => at(cell(6, 1).middle().x, all.bottom() + edge * field / 2.0),
        };
        pen.circle(middle, edge * field * 0.44, Some(Ink::White), Some(line_of(LINE)));
        pen.label(Rect::about(middle, edge * field * 0.7), &worth.to_string(), plain(field * 0.3).centred());
        let (away, length) = (edge * field * 0.44, field * 0.12);
        let tick = |pen: &mut Pen<'_>, x: f64, y: f64| {
            let from = at(middle.x + x * away, middle.y + y * away);
            pen.line(from, at(from.x + x * length, from.y + y * length), line_of(LINE));
        };
        match course(*line) {
            Course::Rising => tick(pen, 0.71, -0.71),
            Course::Falling => tick(pen, -0.71, -0.71),
            Course::Row(_) | Course::Column(_) => {}
        }
    }
}

/// How a line runs.
enum Course {
    Row(u8),
    Column(u8),
    /// From the lower left.
    Rising,
    /// To the lower right.
    Falling,
}

fn course(line: FieldSet) -> Course {
    let all_alike = |of: fn(Field) -> u8| {
        let mut values = line.iter().map(of);
        values.next().filter(|first| values.all(|value| value == *first))
    };
    if let Some(number) = all_alike(Field::number) {
        Course::Row(number)
    } else if let Some(count) = all_alike(Field::count) {
        Course::Column(count)
    } else if line.iter().all(|field| field.count() == field.number()) {
        Course::Rising
    } else {
        Course::Falling
    }
}

/// A word with a line behind it to write on.
fn write_on(pen: &mut Pen<'_>, room: Rect, word: &str) {
    let words = Rect { w: room.w * 0.4, ..room };
    pen.label(words, word, plain(3.4));
    let begins = words.x + crate::sheets::metrics::width(word, 3.4, crate::sheets::model::Weight::Regular).min(words.w) + 1.5;
    pen.line(at(begins, room.bottom() - 1.5), at(room.right(), room.bottom() - 1.5), line_of(LINE));
}

/// A crown.
fn crown(pen: &mut Pen<'_>, middle: Point, width: f64) {
    let (w, h) = (width / 2.0, width * 0.32);
    let corners = [(-w, -h), (-w * 0.5, 0.0), (0.0, -h * 1.2), (w * 0.5, 0.0), (w, -h), (w * 0.8, h), (-w * 0.8, h)];
    pen.shape(polygon(&corners.map(|(x, y)| at(middle.x + x, middle.y + y))), Some(Ink::White), Some(line_of(LINE)));
}

fn draw_chips(book: &mut Book<'_>, players: usize) {
    let (mut pen, room) = book.page(t(book.lang, Key::PrintChips));
    let across = (room.w / CHIP) as usize;
    let chips = (0..players).flat_map(|seat| (0..CHIPS).map(move |_| seat));
    for (number, seat) in chips.enumerate() {
        let (column, row) = ((number % across) as f64, (number / across) as f64);
        let chip = Rect::new(room.x + column * CHIP, room.y + row * CHIP, CHIP, CHIP);
        pen.shape(outline(chip), None, Some(CUT));
        mark(&mut pen, chip.middle(), CHIP * 0.55, seat);
    }
}
