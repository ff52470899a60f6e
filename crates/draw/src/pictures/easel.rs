//! What pictures are drawn on, and what all games draw: marks, dice, colours.

use spieltisch_records::{Record, SeatSheet};

use crate::sheets::{Ink, Lang, Page, Paper, Pen, Point, Rect, Segment, Stroke, Style, at, circle, mark_path, outline, pips, rounded};

/// The colour of what is written and of outlines.
pub const INK: Ink = Ink::Rgb(42, 33, 26);
/// The colour of what is written beside.
pub const SOFT: Ink = Ink::Rgb(107, 90, 72);
/// The ground of a picture.
pub const PAPER: Ink = Ink::Rgb(251, 246, 234);
/// The cloth of the table.
pub const FELT: Ink = Ink::Rgb(31, 87, 68);
/// The frame of a board.
pub const WOOD: Ink = Ink::Rgb(91, 66, 48);
/// A square, a die.
pub const IVORY: Ink = Ink::Rgb(249, 242, 226);
/// The edge of a square.
pub const EDGE: Ink = Ink::Rgb(216, 201, 168);
/// What shines.
pub const BRASS: Ink = Ink::Rgb(217, 164, 65);
/// What shines a little.
pub const PALE_BRASS: Ink = Ink::Rgb(246, 227, 181);

/// The players' colours, as on the page: colour-blind eyes tell them apart (Okabe and Ito).
const COLOURS: [Ink; 8] = [
    Ink::Rgb(230, 159, 0),
    Ink::Rgb(86, 180, 233),
    Ink::Rgb(0, 158, 115),
    Ink::Rgb(240, 228, 66),
    Ink::Rgb(0, 114, 178),
    Ink::Rgb(213, 94, 0),
    Ink::Rgb(204, 121, 167),
    Ink::Rgb(154, 154, 154),
];

/// The colour of a number.
pub fn colour(number: usize) -> Ink {
    COLOURS[number % COLOURS.len()]
}

/// A colour in the shade.
pub fn shaded(ink: Ink) -> Ink {
    let [red, green, blue] = ink.rgb().map(|part| (f64::from(part) * 0.76) as u8);
    Ink::Rgb(red, green, blue)
}

/// A line of this width.
pub const fn stroke(width: f64, ink: Ink) -> Option<Stroke> {
    Some(Stroke { width, ink, dashed: false })
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As everyone calls them.
    pub name: String,
    /// Which of the eight colours and shapes is theirs.
    pub colour: usize,
}

/// Who sits where.
pub fn players(record: &Record) -> Vec<Player> {
    let sheets = SeatSheet::of_all(record);
    record.players.iter().zip(sheets).map(|(name, sheet)| Player { name: name.clone(), colour: sheet.colour.into() }).collect()
}

/// A picture while it is drawn.
pub struct Easel {
    /// The language of what is written.
    pub lang: Lang,
    /// Who sits where.
    pub players: Vec<Player>,
    page: Page,
}

impl Easel {
    /// An empty picture, so many pixels wide and high.
    pub fn new((width, height): (u16, u16), lang: Lang, players: Vec<Player>) -> Easel {
        Easel { lang, players, page: Page { paper: Paper::Screen(width, height), items: Vec::new() } }
    }

    /// The finished picture.
    pub fn finish(self) -> Page {
        self.page
    }

    /// The whole picture.
    pub fn room(&self) -> Rect {
        let (width, height) = self.page.paper.size();
        Rect::new(0.0, 0.0, width, height)
    }

    /// The number of a seat's colour.
    pub fn colour_of(&self, seat: usize) -> usize {
        self.players.get(seat).map_or(seat, |player| player.colour)
    }

    /// A line of text in its room, in smaller letters where it would not fit.
    pub fn text(&mut self, room: Rect, text: &str, style: Style) {
        Pen::new(&mut self.page).label(room, text, style);
    }

    /// An outline, filled or not.
    pub fn shape(&mut self, path: Vec<Segment>, fill: Option<Ink>, stroke: Option<Stroke>) {
        Pen::new(&mut self.page).shape(path, fill, stroke);
    }

    /// A filled rectangle, with round corners where they have a radius.
    pub fn block(&mut self, room: Rect, radius: f64, ink: Ink) {
        let path = if radius > 0.0 { rounded(room, radius) } else { outline(room) };
        self.shape(path, Some(ink), None);
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, width: f64, ink: Ink) {
        self.shape(vec![Segment::Move(from), Segment::Line(to)], None, stroke(width, ink));
    }

    /// A filled circle.
    pub fn disc(&mut self, middle: Point, radius: f64, ink: Ink) {
        self.shape(circle(middle, radius), Some(ink), None);
    }

    /// A player's mark: a colour and a shape.
    pub fn mark(&mut self, middle: Point, size: f64, number: usize) {
        self.shape(mark_path(middle, size, number), Some(colour(number)), stroke(size * 0.06, INK));
    }

    /// An empty square of a board.
    pub fn square(&mut self, room: Rect) {
        self.shape(rounded(room, room.w * 0.1), Some(IVORY), stroke(room.w * 0.02, EDGE));
    }

    /// A die showing a number.
    pub fn die(&mut self, room: Rect, number: u8) {
        let below = Rect::new(room.x, room.y + room.h * 0.04, room.w, room.h);
        self.block(below, room.w * 0.2, Ink::Rgb(189, 169, 131));
        self.block(room, room.w * 0.2, IVORY);
        for pip in pips(room, number) {
            self.disc(pip, room.w * 0.095, INK);
        }
    }
}

/// A square of 100 units somewhere in the picture: pieces are drawn in it at any size.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    corner: Point,
    unit: f64,
}

impl Unit {
    /// The units of a square room.
    pub fn of(room: Rect) -> Unit {
        Unit { corner: at(room.x, room.y), unit: room.w / 100.0 }
    }

    /// A place.
    pub fn at(self, x: f64, y: f64) -> Point {
        at(self.corner.x + x * self.unit, self.corner.y + y * self.unit)
    }

    /// A length.
    pub fn long(self, length: f64) -> f64 {
        length * self.unit
    }

    /// A rectangle.
    pub fn rect(self, x: f64, y: f64, w: f64, h: f64) -> Rect {
        let Point { x, y } = self.at(x, y);
        Rect::new(x, y, self.long(w), self.long(h))
    }
}
