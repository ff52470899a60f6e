//! Moving over a board with the arrow keys: one square at a time has the focus.

use leptos::prelude::*;

use crate::browser;

/// Where the keyboard stands on a board of so many columns and rows.
#[derive(Clone, Copy)]
pub struct Cursor {
    /// The board's name in element ids.
    board: &'static str,
    at: RwSignal<(usize, usize)>,
}

impl Cursor {
    /// A cursor in the upper left corner.
    pub fn new(board: &'static str) -> Cursor {
        Cursor { board, at: RwSignal::new((0, 0)) }
    }

    /// The element id of a square.
    pub fn id(&self, column: usize, row: usize) -> String {
        format!("{}-{column}-{row}", self.board)
    }

    /// Whether the tab key reaches this square: the one where the cursor stands.
    pub fn tab_index(&self, column: usize, row: usize) -> &'static str {
        if self.at.get() == (column, row) { "0" } else { "-1" }
    }

    /// Moves the cursor when an arrow key is pressed.
    pub fn key(&self, event: &web_sys::KeyboardEvent, columns: usize, rows: usize) {
        let (column, row) = self.at.get_untracked();
        let to = match event.key().as_str() {
            "ArrowLeft" => (column.saturating_sub(1), row),
            "ArrowRight" => ((column + 1).min(columns - 1), row),
            "ArrowUp" => (column, row.saturating_sub(1)),
            "ArrowDown" => (column, (row + 1).min(rows - 1)),
            "Home" => (0, row),
            "End" => (columns - 1, row),
            _ => return,
        };
        event.prevent_default();
        self.at.set(to);
        browser::focus(&self.id(to.0, to.1));
    }

    /// Puts the cursor on a square, as when it is tapped.
    pub fn put(&self, column: usize, row: usize) {
        self.at.set((column, row));
    }
}
