//! A Crowns board of one's own, cell by cell; and what can be wrong with one.

use serde_json::{Value, json};
use spieltisch_rules::board_file::{BoardError, BoardFile};
use spieltisch_rules::crowns::{Board, MOST_CROWNS};

use super::chips;
use crate::i18n::{Key, lang, texts};
use crate::pages::setup::Editor;

/// Cells are numbers of crowns.
pub struct CrownsEditor;

/// The rows of a draft as the rules read them, the row of ones first.
fn rows(cells: &[String]) -> Vec<Vec<i64>> {
    cells.chunks(6).rev().map(|row| row.iter().map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

fn read(board: &Value) -> Board {
    serde_json::from_value(board.clone()).unwrap_or_default()
}

impl Editor for CrownsEditor {
    fn help(&self) -> Key {
        Key::EditorHelpCrowns
    }

    fn file(&self, board: &Value) -> String {
        read(board).to_toml()
    }

    fn cells(&self, board: &Value) -> Vec<String> {
        read(board).rows().iter().rev().flatten().map(i64::to_string).collect()
    }

    fn board(&self, cells: &[String]) -> Value {
        json!(rows(cells))
    }

    fn check(&self, cells: &[String]) -> Result<(), BoardError> {
        Board::from_rows(&rows(cells)).map(drop)
    }

    fn palette(&self) -> Vec<String> {
        (0..=MOST_CROWNS).map(|crowns| crowns.to_string()).collect()
    }

    fn content_name(&self, content: &str) -> String {
        texts::count_crowns(lang(), content.parse().unwrap_or(0))
    }

    fn content_drawing(&self, content: &str) -> String {
        chips::crowns(content.parse().unwrap_or(0))
    }

    fn cell_name(&self, column: usize, row: usize) -> String {
        texts::crowns_term_field(lang(), column + 1, row + 1)
    }

    fn is_edge(&self, column: usize, row: usize) -> bool {
        column == 5 || row == 5
    }
}
