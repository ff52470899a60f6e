//! The last row: the main button, and a word for every other key of this moment.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::painter::write;
use super::spots::{Spots, Target};
use crate::play::look::{POSSIBLE, QUIET, STRONG};

/// A button of the last row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The key that presses it.
    pub key: char,
    /// What it says.
    pub label: String,
}

impl Button {
    /// A button.
    pub fn new(key: char, label: impl Into<String>) -> Button {
        Button { key, label: label.into() }
    }
}

/// Draws the row and notes where its buttons lie; buttons that find no room are left out from the end, but for the last two.
pub fn draw<F: Copy + PartialEq>(buffer: &mut Buffer, y: u16, main: Option<(&str, bool)>, buttons: &[Button], spots: &mut Spots<F>) {
    let mut x = 1;
    if let Some((label, ready)) = main {
        let text = format!("[ {label} ]");
        let style = if ready { POSSIBLE } else { QUIET };
        let end = write(buffer, x, y, &text, style);
        spots.add(Target::Main, Rect::new(x, y, end.saturating_sub(x), 1).intersection(buffer.area));
        x = end + 2;
    }
    let width = |button: &Button| button.label.width() as u16 + 4;
    let mut shown: Vec<&Button> = buttons.iter().collect();
    while shown.len() > 2 && x + shown.iter().map(|button| width(button)).sum::<u16>() > buffer.area.right() {
        shown.remove(shown.len() - 3);
    }
    for button in shown {
        let after_key = write(buffer, x, y, &button.key.to_string(), STRONG);
        let end = write(buffer, after_key + 1, y, &button.label, Style::new());
        spots.add(Target::Button(button.key), Rect::new(x, y, end.saturating_sub(x), 1).intersection(buffer.area));
        x = end + 2;
    }
}
