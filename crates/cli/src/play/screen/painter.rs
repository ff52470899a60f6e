//! Drawing one game: letters and boxes, dice, players, and where everything lies.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use spieltisch_core::{Choose, FieldOf, Kind, LocalGame};
use spieltisch_records::DynGame;
use spieltisch_rules::Seat;
use spieltisch_texts::{self as texts, Lang};
use unicode_width::UnicodeWidthStr;

use super::spots::{Spots, Target};
use crate::play::look::{MARKS, QUIET, STRONG, colour};

/// What a game draws itself with.
pub struct Painter<'a, G: Choose> {
    /// The reader's language.
    pub lang: Lang,
    /// The game as it is shown.
    pub game: &'a LocalGame<G>,
    /// What is chosen.
    pub choice: &'a G::Choice,
    /// The move that a hint names.
    pub hinted: Option<G::Move>,
    /// Whose board is shown, where someone else's was asked for.
    pub shown: Option<Seat>,
    /// Faces of dice that are still tumbling.
    pub tumbling: Option<[u8; 6]>,
    /// What is drawn on.
    pub buffer: &'a mut Buffer,
    /// What can be chosen.
    pub spots: &'a mut Spots<FieldOf<G>>,
}

/// The width and height of a die.
pub const DIE: (u16, u16) = (7, 5);

/// How a die is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DieLook {
    /// What it shows; 0 where it was not rolled yet.
    pub face: u8,
    /// Its number, from 1; 0 for none.
    pub number: usize,
    /// Whether it stays: with a double frame.
    pub kept: bool,
    /// The style of its frame.
    pub style: Style,
}

impl<G: Choose> Painter<'_, G> {
    /// Writes a text and returns the column behind it.
    pub fn text(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        write(self.buffer, x, y, text, style)
    }

    /// Writes a text into so many columns, cut where it is longer.
    pub fn fit(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        write(self.buffer, x, y, &shorten(text, width.into()), style);
    }

    /// Notes where something can be chosen.
    pub fn spot(&mut self, target: Target<FieldOf<G>>, area: Rect) {
        self.spots.add(target, area.intersection(*self.buffer.area()));
    }

    /// A die, which can be chosen by its number.
    pub fn die(&mut self, x: u16, y: u16, die: DieLook) {
        draw_die(self.buffer, x, y, die);
        if die.number > 0 {
            self.spot(Target::Piece(die.number - 1), Rect::new(x, y, DIE.0, DIE.1));
        }
    }

    /// Dice in rows that fit the area; returns the row below them.
    pub fn dice(&mut self, area: Rect, dice: &[DieLook]) -> u16 {
        let mut dice = dice.to_vec();
        if let Some(tumbling) = self.tumbling {
            for (die, face) in dice.iter_mut().zip(tumbling).filter(|(die, _)| !die.kept) {
                die.face = face;
            }
        }
        let across = usize::from((area.width + 1) / (DIE.0 + 1)).clamp(1, dice.len().max(1));
        // Two even rows look better than a full one and a rest.
        let rows = dice.len().div_ceil(across);
        let across = dice.len().div_ceil(rows.max(1));
        for (place, die) in dice.iter().enumerate() {
            let (column, row) = ((place % across) as u16, (place / across) as u16);
            self.die(area.x + column * (DIE.0 + 1), area.y + row * DIE.1, *die);
        }
        area.y + rows as u16 * DIE.1
    }

    /// Everyone with shape, name and points, one below the other; `more` adds a few words to each.
    pub fn players(&mut self, area: Rect, more: impl Fn(Seat) -> String) -> u16 {
        let scores = self.game.position.scores();
        let acts = self.game.seat_to_act();
        let widest = (0..self.game.seats.len()).map(|seat| more(seat).width()).max().unwrap_or(0);
        for seat in 0..self.game.seats.len().min(area.height.into()) {
            let y = area.y + seat as u16;
            let (mark, style, name) = self.player(seat);
            let turn = if seat == acts { "▸" } else { " " };
            let x = self.text(area.x, y, turn, STRONG);
            let x = self.text(x, y, mark, style);
            let more = more(seat);
            let more = format!("{}{more}", " ".repeat(widest - more.width()));
            let points = format!("{:>4}", scores[seat]);
            let room = usize::from(area.right().saturating_sub(x + 2)).saturating_sub(points.width() + more.width() + 1);
            self.fit(x + 1, y, room as u16, &name, if seat == acts { STRONG } else { Style::new() });
            let x = self.text(x + 1 + room as u16, y, &points, STRONG);
            self.text(x + 1, y, &more, QUIET);
        }
        area.y + self.game.seats.len() as u16
    }

    /// A player's shape, colour and name; a computer's with its level.
    pub fn player(&self, seat: Seat) -> (&'static str, Style, String) {
        let player = &self.game.seats[seat];
        let name = match player.kind {
            Kind::Computer(level) => format!("{} ({})", player.name, texts::terminal_level_of(self.lang, level)),
            Kind::Person | Kind::Link => player.name.clone(),
        };
        (MARKS[player.colour % 8], colour(player.colour), name)
    }

    /// A grid of `columns` × `rows` cells of this inner size, with its columns named in the upper edge; a double line stands
    /// before the column and after the row given.
    pub fn grid(&mut self, at: (u16, u16), grid: &Grid) {
        let Grid { columns, rows, width, height, .. } = *grid;
        for row in 0..=rows {
            let y = at.1 + row * (height + 1);
            let double = grid.line_after_row == Some(row);
            for column in 0..=columns {
                let x = at.0 + column * (width + 1);
                self.text(x, y, corner((column, columns), (row, rows), grid.line_before_column == Some(column), double), QUIET);
                if column < columns {
                    self.text(x + 1, y, &if double { "═" } else { "─" }.repeat(width.into()), QUIET);
                }
            }
            if row < rows {
                for line in 1..=height {
                    for column in 0..=columns {
                        let bar = if grid.line_before_column == Some(column) { "║" } else { "│" };
                        self.text(at.0 + column * (width + 1), y + line, bar, QUIET);
                    }
                }
            }
        }
        for (column, name) in grid.names.iter().enumerate() {
            let x = at.0 + 1 + column as u16 * (width + 1);
            self.text(x + (width.saturating_sub(name.width() as u16)) / 2, at.1, name, Style::new());
        }
    }
}

/// The lines of a board.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// How many columns.
    pub columns: u16,
    /// How many rows.
    pub rows: u16,
    /// The inner width of a cell.
    pub width: u16,
    /// The inner height of a cell.
    pub height: u16,
    /// The names of the columns, in the upper edge.
    pub names: Vec<String>,
    /// A double line before this column.
    pub line_before_column: Option<u16>,
    /// A double line after this row, counted from 1.
    pub line_after_row: Option<u16>,
}

impl Grid {
    /// The inside of a cell.
    pub fn cell(&self, at: (u16, u16), column: u16, row: u16) -> Rect {
        Rect::new(at.0 + 1 + column * (self.width + 1), at.1 + 1 + row * (self.height + 1), self.width, self.height)
    }
}

fn corner((column, columns): (u16, u16), (row, rows): (u16, u16), double_column: bool, double_row: bool) -> &'static str {
    match (column, row) {
        _ if double_column && double_row => "╬",
        _ if double_row && column == 0 => "╞",
        _ if double_row && column == columns => "╡",
        _ if double_row => "╪",
        _ if double_column && row == 0 => "╥",
        _ if double_column && row == rows => "╨",
        _ if double_column => "╫",
        (0, 0) => "┌",
        (0, row) if row == rows => "└",
        (column, 0) if column == columns => "┐",
        (column, row) if column == columns && row == rows => "┘",
        (0, _) => "├",
        (_, 0) => "┬",
        (column, _) if column == columns => "┤",
        (_, row) if row == rows => "┴",
        _ => "┼",
    }
}

/// Draws a die.
pub fn draw_die(buffer: &mut Buffer, x: u16, y: u16, die: DieLook) {
    const PIPS: [[&str; 3]; 7] = [
        ["     ", "     ", "     "],
        ["     ", "  ●  ", "     "],
        ["●    ", "     ", "    ●"],
        ["●    ", "  ●  ", "    ●"],
        ["●   ●", "     ", "●   ●"],
        ["●   ●", "  ●  ", "●   ●"],
        ["●   ●", "●   ●", "●   ●"],
    ];
    let (corners, across, down) =
        if die.kept { (["╔", "╗", "╚", "╝"], "═", "║") } else { (["┌", "┐", "└", "┘"], "─", "│") };
    let label = if die.number > 0 { die.number.to_string() } else { across.to_string() };
    write(buffer, x, y, &format!("{}{}{}", corners[0], across.repeat(5), corners[1]), die.style);
    for (row, pips) in PIPS[usize::from(die.face.min(6))].iter().enumerate() {
        let y = y + 1 + row as u16;
        write(buffer, x, y, down, die.style);
        write(buffer, x + 1, y, pips, STRONG);
        write(buffer, x + 6, y, down, die.style);
    }
    write(buffer, x, y + 4, &format!("{}{}{label}{}{}", corners[2], across.repeat(2), across.repeat(2), corners[3]), die.style);
}

/// Writes a text where there is room, and returns the column behind it.
pub fn write(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) -> u16 {
    if x >= buffer.area.right() || y >= buffer.area.bottom() {
        return x;
    }
    let text = text.replace('\u{ad}', ""); // a soft hyphen is for wrapping only
    let room = usize::from(buffer.area.right() - x);
    buffer.set_stringn(x, y, text, room, style).0
}

/// A text in so many columns, cut where it is longer.
pub fn shorten(text: &str, width: usize) -> String {
    let text = text.replace('\u{ad}', "");
    if text.width() <= width {
        return text;
    }
    let mut short = String::new();
    for letter in text.chars() {
        if short.width() + letter.to_string().width() + 1 > width {
            break;
        }
        short.push(letter);
    }
    if width > 0 { short + "…" } else { short }
}

/// Marks an area as the one that the cursor is on.
pub fn mark_cursor(buffer: &mut Buffer, area: Rect) {
    buffer.set_style(area.intersection(buffer.area), Style::new().add_modifier(Modifier::REVERSED));
}

/// A text in lines of at most so many columns.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        let word = word.replace('\u{ad}', "");
        let line = lines.last_mut().expect("there is always one");
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(word);
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
    }
    lines
}
