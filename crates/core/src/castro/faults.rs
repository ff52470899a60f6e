//! What can be wrong with a board, in words.

use spieltisch_rules::castro::BoardFault::{self, Count, NoSymbol, RowCount, RowLength, RowsMissing};
use spieltisch_rules::castro::Symbol;
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::symbol_name;

/// What is wrong with a board.
pub fn fault_text(lang: Lang, fault: &BoardFault) -> String {
    match fault {
        RowsMissing => t(lang, Key::BoardErrorRowsMissing).to_string(),
        RowCount { found } => texts::board_error_row_count(lang, found),
        RowLength { row, found } => texts::board_error_row_length(lang, row, found),
        NoSymbol { square, found } => texts::board_error_symbol(lang, square, found),
        Count { symbol: Symbol::Pair(number), squares, .. } => texts::board_error_pair_count(lang, number, squares.len()),
        Count { symbol: Symbol::Yatzy, squares, .. } => texts::board_error_yatzy_count(lang, squares.len()),
        // The counts of other symbols are free.
        Count { symbol, .. } => symbol_name(lang, *symbol),
    }
}
