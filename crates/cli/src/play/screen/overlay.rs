//! Text over a table, which can be scrolled: help, history, points, a review.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use spieltisch_texts::{Key, Lang, t};
use unicode_width::UnicodeWidthStr;

use super::Mouse;
use super::painter::{wrap, write};
use crate::play::look::{QUIET, STRONG};

/// Text over a table.
#[derive(Clone, Debug)]
pub struct Overlay {
    title: String,
    lines: Vec<String>,
    /// The first line that is shown.
    from: usize,
    /// How many lines there are, wrapped, and how many are shown at once.
    wrapped: usize,
    shown: usize,
    /// Whether it begins with its end.
    at_end: bool,
    area: Rect,
}

impl Overlay {
    /// Text with a title; an empty line stays empty.
    pub fn new(title: impl Into<String>, lines: Vec<String>) -> Overlay {
        Overlay { title: title.into(), lines, from: 0, wrapped: 0, shown: 1, at_end: false, area: Rect::ZERO }
    }

    /// The same, with its last lines first seen.
    pub fn at_its_end(self) -> Overlay {
        Overlay { at_end: true, ..self }
    }

    /// Draws it in the middle.
    pub fn draw(&mut self, lang: Lang, buffer: &mut Buffer) -> Position {
        let whole = buffer.area;
        let width = whole.width.saturating_sub(4).min(96);
        let text_width = usize::from(width.saturating_sub(4)).max(8);
        let lines: Vec<String> = self.lines.iter().flat_map(|line| wrap_indented(line, text_width)).collect();
        let height = (lines.len() as u16 + 2).clamp(3, whole.height.saturating_sub(2).max(3));
        let area = Rect::new(whole.width.saturating_sub(width) / 2, whole.height.saturating_sub(height) / 2, width, height);
        self.area = area.intersection(whole);
        Clear.render(self.area, buffer);
        let title = format!(" {} ", self.title);
        Block::bordered().border_type(BorderType::Double).title(title).render(self.area, buffer);
        let inner = self.area.inner(Margin::new(2, 1));
        (self.wrapped, self.shown) = (lines.len(), usize::from(inner.height).max(1));
        let last = self.wrapped.saturating_sub(self.shown);
        self.from = if std::mem::take(&mut self.at_end) { last } else { self.from.min(last) };
        for (row, line) in lines.iter().skip(self.from).take(self.shown).enumerate() {
            let style = if line.is_empty() || !self.is_heading(line) { Style::new() } else { STRONG };
            write(buffer, inner.x, inner.y + row as u16, line, style);
        }
        let more = |arrow: &str| format!(" {arrow} {} ", t(lang, Key::TerminalMoreBelow));
        let right = self.area.right().saturating_sub(14);
        if self.from < last {
            write(buffer, right, self.area.bottom() - 1, &more("▾"), QUIET);
        }
        if self.from > 0 {
            write(buffer, right, self.area.y, &more("▴"), QUIET);
        }
        Position::new(inner.x, inner.y)
    }

    /// A heading is a line after an empty one, or the first.
    fn is_heading(&self, line: &str) -> bool {
        let place = self.lines.iter().position(|other| other == line);
        place.is_some_and(|place| place == 0 || self.lines[place - 1].is_empty()) && !line.starts_with([' ', '·'])
    }

    /// A key; `false` where that closes it.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let page = self.shown.saturating_sub(1).max(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(1),
            KeyCode::PageUp => self.scroll(-(page as isize)),
            KeyCode::PageDown => self.scroll(page as isize),
            // Space and Enter read on, and close what was read to its end.
            KeyCode::Char(' ') | KeyCode::Enter if self.from + self.shown < self.wrapped => self.scroll(page as isize),
            KeyCode::Home => self.from = 0,
            KeyCode::End => self.scroll(self.wrapped as isize),
            KeyCode::Left | KeyCode::Right | KeyCode::Tab | KeyCode::BackTab => {}
            _ => return false,
        }
        true
    }

    /// The mouse; `false` where that closes it.
    pub fn mouse(&mut self, mouse: Mouse) -> bool {
        match mouse {
            Mouse::Wheel { down } => self.scroll(if down { 3 } else { -3 }),
            Mouse::Click(at) => return self.area.contains(at),
        }
        true
    }

    fn scroll(&mut self, lines: isize) {
        self.from = self.from.saturating_add_signed(lines).min(self.wrapped.saturating_sub(self.shown));
    }
}

/// A line in several, each as far in as the first.
fn wrap_indented(line: &str, width: usize) -> Vec<String> {
    if line.width() <= width {
        return vec![line.to_string()]; // columns stay columns
    }
    let indent = line.len() - line.trim_start().len();
    let margin = " ".repeat(indent);
    wrap(line, width.saturating_sub(indent)).into_iter().map(|text| format!("{margin}{text}")).collect()
}
