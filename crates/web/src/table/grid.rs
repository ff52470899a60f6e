//! Moving over a board with the arrow keys: one square at a time has the focus.

use leptos::prelude::*;

use crate::browser;

/// Where the keyboard stands on a board of so many columns and rows.
#[derive(Clone, Copy)]
pub struct Cursor {
    /// The board's name in element ids.
    board: &'static str,
    /// Columns and rows.
    size: Signal<(usize, usize)>,
    at: RwSignal<(usize, usize)>,
}

impl Cursor {
    /// A cursor in the upper left corner of a board of so many columns and rows.
    pub fn new(board: &'static str, size: Signal<(usize, usize)>) -> Cursor {
        Cursor { board, size, at: RwSignal::new((0, 0)) }
    }

    /// Where it stands; never outside, even where the board has become smaller.
    fn place(&self) -> (usize, usize) {
        let ((column, row), (columns, rows)) = (self.at.get(), self.size.get());
        (column.min(columns - 1), row.min(rows - 1))
    }

    /// The element id of a square.
    pub fn id(&self, column: usize, row: usize) -> String {
        format!("{}-{column}-{row}", self.board)
    }

    /// Whether the tab key reaches this square: the one where the cursor stands.
    pub fn tab_index(&self, column: usize, row: usize) -> &'static str {
        if self.place() == (column, row) { "0" } else { "-1" }
    }

    /// Moves the cursor when an arrow key is pressed.
    pub fn key(&self, event: &web_sys::KeyboardEvent) {
        let ((column, row), (columns, rows)) = untrack(|| (self.place(), self.size.get()));
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

    /// Follows a board whose squares have moved under it: the cursor stays with its square.
    pub fn shift(&self, columns: isize, rows: isize) {
        let (column, row) = untrack(|| self.at.get());
        self.at.set((column.saturating_add_signed(columns), row.saturating_add_signed(rows)));
    }

    /// To be called before the board is drawn with other squares: if the focus is on it now, it is there again afterwards.
    pub fn hold_focus(&self) {
        if browser::focused_id().is_some_and(|id| id.strip_prefix(self.board).is_some_and(|rest| rest.starts_with('-'))) {
            browser::after(0, browser::focus_board);
        }
    }

    /// Puts the cursor on a square, as when it is tapped.
    pub fn put(&self, column: usize, row: usize) {
        self.at.set((column, row));
    }
}
