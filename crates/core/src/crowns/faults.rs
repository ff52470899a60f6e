//! What can be wrong with a board, in words.

use spieltisch_rules::crowns::BoardFault::{self, NoNumber, OutOfRange, RowCount, RowLength, RowMissing};
use spieltisch_texts::{self as texts, Lang};

/// What is wrong with a board.
pub fn fault_text(lang: Lang, fault: &BoardFault) -> String {
    let field = |count: usize, number: u8| texts::crowns_term_field(lang, count, number);
    match *fault {
        RowMissing { number } => texts::board_error_row_missing(lang, number),
        RowCount { found } => texts::board_error_row_count(lang, found),
        RowLength { number, found } => texts::board_error_row_length(lang, number, found),
        NoNumber { number, count, found } => texts::board_error_crowns_value(lang, field(count, number), found),
        OutOfRange { field: at, found } => texts::board_error_crowns_value(lang, field(at.count().into(), at.number()), found),
    }
}
