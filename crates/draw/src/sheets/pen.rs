//! Drawing on a page: outlines, labels that shrink to fit, paragraphs that wrap.

use crate::sheets::metrics::{self, ASCENT, CAPITAL, DESCENT};
use crate::sheets::model::{Ink, Item, Page, Point, Rect, Segment, Shape, Stroke, Text, Weight, at};

/// How thick a usual line is.
pub const LINE: f64 = 0.25;
/// How thick a line is that divides.
pub const THICK: f64 = 0.7;
/// From one line of a paragraph to the next, by the size of the letters.
pub const LEADING: f64 = 1.22;

/// Where a label stands in its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    Left,
    /// In the middle.
    Middle,
    /// At the right edge.
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The size of the letters, at the most.
    pub size: f64,
    /// How heavy they are.
    pub weight: Weight,
    /// Where the text stands.
    pub align: Align,
    /// Its colour.
    pub ink: Ink,
}

/// Usual letters of a size.
pub const fn plain(size: f64) -> Style {
    Style { size, weight: Weight::Regular, align: Align::Left, ink: Ink::Black }
}

/// Bold letters of a size.
pub const fn bold(size: f64) -> Style {
    Style { weight: Weight::Bold, ..plain(size) }
}

impl Style {
    /// The same in the middle of its room.
    #[must_use]
    pub const fn centred(self) -> Style {
        Style { align: Align::Middle, ..self }
    }

    /// The same at the right edge of its room.
    #[must_use]
    pub const fn right(self) -> Style {
        Style { align: Align::Right, ..self }
    }

    /// The same in another colour.
    #[must_use]
    pub const fn inked(self, ink: Ink) -> Style {
        Style { ink, ..self }
    }
}

/// Draws on a page.
pub struct Pen<'a> {
    page: &'a mut Page,
}

impl<'a> Pen<'a> {
    /// A pen for a page.
    pub fn new(page: &'a mut Page) -> Pen<'a> {
        Pen { page }
    }

    /// Draws an outline, filled or not.
    pub fn shape(&mut self, path: Vec<Segment>, fill: Option<Ink>, stroke: Option<Stroke>) {
        self.page.items.push(Item::Shape(Shape { path, fill, stroke }));
    }

    /// A frame.
    pub fn frame(&mut self, rect: Rect, width: f64) {
        self.shape(outline(rect), None, Some(line_of(width)));
    }

    /// A filled rectangle.
    pub fn block(&mut self, rect: Rect, ink: Ink) {
        self.shape(outline(rect), Some(ink), None);
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.shape(vec![Segment::Move(from), Segment::Line(to)], None, Some(stroke));
    }

    /// A circle, filled or not.
    pub fn circle(&mut self, middle: Point, radius: f64, fill: Option<Ink>, stroke: Option<Stroke>) {
        self.shape(circle(middle, radius), fill, stroke);
    }

    /// One line of text in the middle of the room's height, in smaller letters where it would be too wide or too high.
    pub fn label(&mut self, room: Rect, text: &str, style: Style) {
        let text = without_hyphens(text);
        if text.is_empty() {
            return;
        }
        let wide = metrics::width(&text, 1.0, style.weight);
        let size = style.size.min(room.w / wide).min(room.h / (ASCENT + DESCENT));
        let left = match style.align {
            Align::Left => room.x,
            Align::Middle => room.x + (room.w - wide * size) / 2.0,
            Align::Right => room.right() - wide * size,
        };
        // Capitals and digits stand in the middle, as long as accents and descenders stay in the room.
        let baseline = room.middle().y + CAPITAL * size / 2.0;
        let baseline = baseline.max(room.y + ASCENT * size).min(room.bottom() - DESCENT * size);
        self.write(at(left, baseline), &text, Style { size, ..style }, room);
    }

    /// A text over several lines from the top of the room, in smaller letters where it would be too high.
    pub fn paragraph(&mut self, room: Rect, text: &str, style: Style) {
        const SHRINK: f64 = 0.95;
        let mut size = style.size;
        let mut lines = wrap(text, room.w, size, style.weight);
        while height_of(lines.len(), size) > room.h && size > 0.5 {
            size *= SHRINK;
            lines = wrap(text, room.w, size, style.weight);
        }
        for (number, line) in lines.iter().enumerate() {
            let y = room.y + number as f64 * LEADING * size;
            let row = Rect::new(room.x, y, room.w, (ASCENT + DESCENT) * size);
            let left = match style.align {
                Align::Left => row.x,
                Align::Middle => row.x + (row.w - metrics::width(line, size, style.weight)) / 2.0,
                Align::Right => row.right() - metrics::width(line, size, style.weight),
            };
            self.write(at(left, y + ASCENT * size), line, Style { size, ..style }, row);
        }
    }

    fn write(&mut self, at: Point, text: &str, style: Style, room: Rect) {
        let text = Text { at, size: style.size, weight: style.weight, ink: style.ink, text: text.to_string(), room };
        self.page.items.push(Item::Text(text));
    }
}

/// How high so many lines are.
pub fn height_of(lines: usize, size: f64) -> f64 {
    (lines.saturating_sub(1)) as f64 * LEADING * size + (ASCENT + DESCENT) * size
}

/// A text in lines of at most this width. A word that is wider than that alone is cut.
pub fn wrap(text: &str, width: f64, size: f64, weight: Weight) -> Vec<String> {
    let measure = |text: &str| metrics::width(text, size, weight);
    let mut lines: Vec<String> = Vec::new();
    // Not at a no-break space, which French has before its colons.
    for word in without_hyphens(text).split(' ').filter(|word| !word.is_empty()) {
        if let Some(last) = lines.last_mut()
            && measure(&format!("{last} {word}")) <= width
        {
            last.push(' ');
            last.push_str(word);
            continue;
        }
        lines.push(String::new());
        for letter in word.chars() {
            let last = lines.last_mut().expect("one was just added");
            if !last.is_empty() && measure(&format!("{last}{letter}")) > width {
                lines.push(letter.to_string());
            } else {
                last.push(letter);
            }
        }
    }
    lines
}

/// The text without hyphens that only a browser needs.
fn without_hyphens(text: &str) -> String {
    text.replace('\u{ad}', "")
}

/// A usual line of this width.
pub const fn line_of(width: f64) -> Stroke {
    Stroke { width, ink: Ink::Black, dashed: false }
}

/// The outline of a rectangle.
pub fn outline(rect: Rect) -> Vec<Segment> {
    polygon(&[at(rect.x, rect.y), at(rect.right(), rect.y), at(rect.right(), rect.bottom()), at(rect.x, rect.bottom())])
}

/// An outline of straight lines.
pub fn polygon(corners: &[Point]) -> Vec<Segment> {
    let mut path: Vec<Segment> = corners.iter().copied().map(Segment::Line).collect();
    if let Some(first) = path.first_mut() {
        *first = Segment::Move(corners[0]);
        path.push(Segment::Close);
    }
    path
}

/// How far the guides of a quarter circle stand from its ends, by its radius.
const QUARTER: f64 = 0.552_284_75;

/// The outline of a circle.
pub fn circle(middle: Point, radius: f64) -> Vec<Segment> {
    rounded(Rect::about(middle, 2.0 * radius), radius)
}

/// The outline of a rectangle with round corners.
pub fn rounded(rect: Rect, radius: f64) -> Vec<Segment> {
    let Rect { x, y, .. } = rect;
    let (r, b, k) = (rect.right(), rect.bottom(), radius * (1.0 - QUARTER));
    vec![
        Segment::Move(at(x + radius, y)),
        Segment::Line(at(r - radius, y)),
        Segment::Curve(at(r - k, y), at(r, y + k), at(r, y + radius)),
        Segment::Line(at(r, b - radius)),
        Segment::Curve(at(r, b - k), at(r - k, b), at(r - radius, b)),
        Segment::Line(at(x + radius, b)),
        Segment::Curve(at(x + k, b), at(x, b - k), at(x, b - radius)),
        Segment::Line(at(x, y + radius)),
        Segment::Curve(at(x, y + k), at(x + k, y), at(x + radius, y)),
        Segment::Close,
    ]
}
