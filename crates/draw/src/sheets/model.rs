//! What stands on paper: shapes and texts at their places, in millimetres from the upper left corner; on a screen, in pixels.

use crate::sheets::metrics;

/// A kind of paper, upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 mm by 297 mm.
    A4,
    /// 8½ by 11 inches.
    Letter,
    /// No paper at all: a picture for screens, so many pixels wide and high.
    Screen(u16, u16),
}

impl Paper {
    /// All kinds that can be printed on.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// The name on the command line and in style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
            Paper::Screen(..) => "screen",
        }
    }

    /// The kind of this name, in small or large letters.
    pub fn from_name(name: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|paper| paper.name().eq_ignore_ascii_case(name))
    }

    /// Width and height.
    pub const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
            Paper::Screen(width, height) => (width as f64, height as f64),
        }
    }
}

/// A place on the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: f64,
    /// From the upper edge.
    pub y: f64,
}

/// A place.
pub const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Rect {
    /// A rectangle by its upper left corner and its size.
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect { x, y, w, h }
    }

    /// A square about a middle.
    pub const fn about(middle: Point, side: f64) -> Rect {
        Rect::new(middle.x - side / 2.0, middle.y - side / 2.0, side, side)
    }

    /// Its middle.
    pub const fn middle(self) -> Point {
        at(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Its right edge.
    pub const fn right(self) -> f64 {
        self.x + self.w
    }

    /// Its lower edge.
    pub const fn bottom(self) -> f64 {
        self.y + self.h
    }

    /// The rectangle with its edges moved inwards.
    #[must_use]
    pub const fn inset(self, by: f64) -> Rect {
        Rect::new(self.x + by, self.y + by, self.w - 2.0 * by, self.h - 2.0 * by)
    }

    /// Whether all of the other rectangle lies in this one, but for a rounding error.
    pub fn holds(self, other: Rect) -> bool {
        const ERROR: f64 = 1e-6;
        other.x >= self.x - ERROR
            && other.y >= self.y - ERROR
            && other.right() <= self.right() + ERROR
            && other.bottom() <= self.bottom() + ERROR
    }

    /// Whether the two share more than an edge.
    pub fn overlaps(self, other: Rect) -> bool {
        const ERROR: f64 = 1e-6;
        self.x + ERROR < other.right()
            && other.x + ERROR < self.right()
            && self.y + ERROR < other.bottom()
            && other.y + ERROR < self.bottom()
    }
}

/// A colour. Everything can be read without it: most printers at home have black only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Black.
    Black,
    /// Grey, for what may be faint.
    Grey,
    /// A grey so light that one can write on it.
    Pale,
    /// The colour of the paper, on something darker.
    White,
    /// Red.
    Red,
    /// Any other, by its red, green and blue: for screens, which have them all.
    Rgb(u8, u8, u8),
}

impl Ink {
    /// Red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Ink::Black => [0, 0, 0],
            Ink::Grey => [120, 120, 120],
            Ink::Pale => [226, 226, 226],
            Ink::White => [255, 255, 255],
            Ink::Red => [190, 30, 20],
            Ink::Rgb(red, green, blue) => [red, green, blue],
        }
    }
}

/// One piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Begins at a place.
    Move(Point),
    /// A straight line to a place.
    Line(Point),
    /// A curve by two guides to a place.
    Curve(Point, Point, Point),
    /// Back to the beginning.
    Close,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// How thick.
    pub width: f64,
    /// In which colour.
    pub ink: Ink,
    /// In dashes: where paper is to be folded.
    pub dashed: bool,
}

/// A filled or drawn outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The outline.
    pub path: Vec<Segment>,
    /// What it is filled with; an outline within an outline is a hole.
    pub fill: Option<Ink>,
    /// How its line is drawn.
    pub stroke: Option<Stroke>,
}

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// As usual.
    Regular,
    /// Bold.
    Bold,
}

/// One line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where it begins, on its baseline.
    pub at: Point,
    /// The size of its letters.
    pub size: f64,
    /// How heavy they are.
    pub weight: Weight,
    /// Their colour.
    pub ink: Ink,
    /// What is written.
    pub text: String,
    /// The room it was given.
    pub room: Rect,
}

impl Text {
    /// How wide it is.
    pub fn width(&self) -> f64 {
        metrics::width(&self.text, self.size, self.weight)
    }

    /// What it covers.
    pub fn bounds(&self) -> Rect {
        let (above, below) = (metrics::ASCENT * self.size, metrics::DESCENT * self.size);
        Rect::new(self.at.x, self.at.y - above, self.width(), above + below)
    }
}

/// Something on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A shape.
    Shape(Shape),
    /// A line of text.
    Text(Text),
}

/// A printed page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// What it is printed on.
    pub paper: Paper,
    /// What stands on it; what comes later covers what came before.
    pub items: Vec<Item>,
}

impl Page {
    /// All its texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None })
    }
}
