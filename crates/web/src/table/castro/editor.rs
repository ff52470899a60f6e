//! A Castro board of one's own, cell by cell; and what can be wrong with one.

use serde_json::Value;
use spieltisch_rules::board_file::{BoardError, BoardFile};
use spieltisch_rules::castro::{Board, Square, Symbol};

use super::symbol;
use crate::i18n::{Key, symbol_name};
use crate::pages::setup::Editor;

/// Cells are the letters of the symbols.
pub struct CastroEditor;

fn rows(cells: &[String]) -> Vec<String> {
    cells.chunks(6).map(|row| row.join(" ")).collect()
}

fn read(board: &Value) -> Board {
    serde_json::from_value(board.clone()).unwrap_or_default()
}

fn symbol_of(content: &str) -> Option<Symbol> {
    content.chars().next().and_then(Symbol::from_letter)
}

impl Editor for CastroEditor {
    fn help(&self) -> Key {
        Key::EditorHelpCastro
    }

    fn file(&self, board: &Value) -> String {
        read(board).to_toml()
    }

    fn cells(&self, board: &Value) -> Vec<String> {
        read(board).rows().iter().flat_map(|row| row.split(' ').map(str::to_string).collect::<Vec<_>>()).collect()
    }

    fn board(&self, cells: &[String]) -> Value {
        rows(cells).into()
    }

    fn check(&self, cells: &[String]) -> Result<(), BoardError> {
        Board::from_rows(&rows(cells)).map(drop)
    }

    fn palette(&self) -> Vec<String> {
        Symbol::ALL.iter().map(|symbol| symbol.letter().to_string()).collect()
    }

    fn content_name(&self, content: &str) -> String {
        symbol_of(content).map(symbol_name).unwrap_or_default()
    }

    fn content_drawing(&self, content: &str) -> String {
        symbol_of(content).map(symbol::markup).unwrap_or_default()
    }

    fn cell_name(&self, column: usize, row: usize) -> String {
        Square::new(column as u8, row as u8).map(|square| square.to_string()).unwrap_or_default()
    }
}
