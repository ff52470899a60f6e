//! What on the screen can be chosen or pressed, and where it lies: for the mouse, and for arrows.

use ratatui::layout::{Position, Rect};

/// What can be chosen or pressed; `F` is a field of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<F> {
    /// A field of the board.
    Field(F),
    /// A die or a tile, from 0.
    Piece(usize),
    /// A face of a die that is entered.
    Face(u8),
    /// The main button.
    Main,
    /// Another button, by its key.
    Button(char),
}

/// The area of buttons.
const BUTTONS: u8 = 2;

impl<F> Target<F> {
    /// Which area it belongs to; Tab goes from one to the next.
    fn area(&self) -> u8 {
        match self {
            Target::Field(_) => 0,
            Target::Piece(_) | Target::Face(_) => 1,
            Target::Main | Target::Button(_) => BUTTONS,
        }
    }
}

/// Something that can be chosen or pressed, and where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Spot<F> {
    /// What it is.
    pub target: Target<F>,
    /// Where it lies.
    pub area: Rect,
}

/// A direction of the arrow keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// All that can be chosen or pressed.
#[derive(Clone, Debug)]
pub struct Spots<F>(Vec<Spot<F>>);

impl<F> Default for Spots<F> {
    fn default() -> Spots<F> {
        Spots(Vec::new())
    }
}

impl<F: Copy + PartialEq> Spots<F> {
    /// Notes where something lies.
    pub fn add(&mut self, target: Target<F>, area: Rect) {
        if !area.is_empty() {
            self.0.push(Spot { target, area });
        }
    }

    /// What lies under the mouse.
    pub fn at(&self, position: Position) -> Option<Target<F>> {
        self.0.iter().rev().find(|spot| spot.area.contains(position)).map(|spot| spot.target)
    }

    /// Where something lies.
    pub fn area_of(&self, target: Target<F>) -> Option<Rect> {
        self.0.iter().find(|spot| spot.target == target).map(|spot| spot.area)
    }

    /// The nearest one in a direction; the same one where there is none.
    pub fn next(&self, from: Target<F>, direction: Direction) -> Target<F> {
        let Some(start) = self.area_of(from) else { return self.first().unwrap_or(from) };
        // Only up and down lead to the row of buttons and away from it.
        let across = matches!(direction, Direction::Left | Direction::Right);
        let reached = |spot: &&Spot<F>| !across || (spot.target.area() == BUTTONS) == (from.area() == BUTTONS);
        let found = self.0.iter().filter(reached).filter_map(|spot| Some((distance(start, spot.area, direction)?, spot.target)));
        found.min_by_key(|(distance, _)| *distance).map_or(from, |(_, target)| target)
    }

    /// The first one of the next area.
    pub fn next_area(&self, from: Target<F>) -> Target<F> {
        let later = (1..=3).find_map(|step| {
            let area = (from.area() + step) % 3;
            self.0.iter().find(|spot| spot.target.area() == area)
        });
        later.map_or(from, |spot| spot.target)
    }

    /// The first of all.
    pub fn first(&self) -> Option<Target<F>> {
        self.0.first().map(|spot| spot.target)
    }
}

/// How far one area is from another in a direction, what lies aside being further away; `None` where it lies elsewhere. A row counts
/// twice: letters are about twice as high as they are wide.
fn distance(from: Rect, to: Rect, direction: Direction) -> Option<u32> {
    let (ahead, aside) = match direction {
        Direction::Left => (gap(to.right(), from.left())?, between((from.top(), from.bottom()), (to.top(), to.bottom())) * 2),
        Direction::Right => (gap(from.right(), to.left())?, between((from.top(), from.bottom()), (to.top(), to.bottom())) * 2),
        Direction::Up => (gap(to.bottom(), from.top())? * 2, between((from.left(), from.right()), (to.left(), to.right()))),
        Direction::Down => (gap(from.bottom(), to.top())? * 2, between((from.left(), from.right()), (to.left(), to.right()))),
    };
    let middle = |area: Rect| (u32::from(area.x * 2 + area.width), u32::from(area.y * 2 + area.height));
    let ((x, y), (other_x, other_y)) = (middle(from), middle(to));
    let skew = if matches!(direction, Direction::Left | Direction::Right) { y.abs_diff(other_y) } else { x.abs_diff(other_x) };
    // Among those that lie straight ahead the nearest; the middles decide between equals.
    Some((ahead + 3 * aside) * 256 + skew.min(255))
}

fn gap(end: u16, start: u16) -> Option<u32> {
    start.checked_sub(end).map(u32::from)
}

/// How far two ranges are apart; 0 where they overlap.
fn between(one: (u16, u16), other: (u16, u16)) -> u32 {
    let apart = |end: u16, start: u16| if start >= end { u32::from(start - end) + 1 } else { 0 };
    apart(one.1, other.0).max(apart(other.1, one.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_to_what_lies_there() {
        let mut spots = Spots::default();
        for row in 0..3 {
            for column in 0..3 {
                spots.add(Target::Field((column, row)), Rect::new(1 + 6 * column, 1 + 3 * row, 5, 2));
            }
        }
        spots.add(Target::Piece(0), Rect::new(30, 0, 7, 5));
        spots.add(Target::Main, Rect::new(0, 20, 20, 1));
        let middle = Target::Field((1, 1));
        assert_eq!(spots.next(middle, Direction::Right), Target::Field((2, 1)));
        assert_eq!(spots.next(middle, Direction::Up), Target::Field((1, 0)));
        assert_eq!(spots.next(Target::Field((2, 1)), Direction::Right), Target::Piece(0));
        assert_eq!(spots.next(Target::Piece(0), Direction::Left), Target::Field((2, 0)));
        assert_eq!(spots.next(Target::Field((1, 2)), Direction::Down), Target::Main);
        assert_eq!(spots.next(Target::Main, Direction::Down), Target::Main, "nothing lies there");
        assert_eq!(spots.next(Target::Main, Direction::Right), Target::Main, "only up leads out of the row of buttons");
        assert_eq!(spots.next_area(Target::Main), Target::Field((0, 0)));
        assert_eq!(spots.at(Position::new(31, 3)), Some(Target::Piece(0)));
        assert_eq!(spots.at(Position::new(60, 3)), None);
    }
}
