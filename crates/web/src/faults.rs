//! What is wrong with a set-up, a board or a record, in the person's language.

use spieltisch_records::RecordError;
use spieltisch_rules::board_file::BoardError;
use spieltisch_rules::castro::{self, Symbol};
use spieltisch_rules::{SetupError, crowns};

use crate::i18n::{Key, game_name, lang, symbol_name, texts, tr};

/// Why a record cannot be played, or a table not be set up.
pub fn record_text(error: &RecordError) -> String {
    match error {
        RecordError::Json { .. } => tr(Key::ErrorNoRecord).to_string(),
        RecordError::Field { rule, .. } => texts::error_record_field(lang(), rule.trim_start_matches("record.")),
        RecordError::Setup(error) => setup_text(error),
        RecordError::Event { refused, .. } => {
            texts::rule_sentence(lang(), refused.rule).unwrap_or_else(|| tr(Key::ErrorRecordUnreadable)).to_string()
        }
        RecordError::Result { .. } => tr(Key::ErrorRecordResult).to_string(),
    }
}

/// The same for a record of a file, with its place.
pub fn file_text(error: &RecordError, record: usize) -> String {
    let reason = record_text(error);
    match error.event() {
        Some(event) => texts::error_record_event(lang(), record, event, reason),
        None => texts::error_record(lang(), record, reason),
    }
}

fn setup_text(error: &SetupError) -> String {
    match error {
        SetupError::Players { game, given, fewest, most } => texts::setup_error_players(lang(), game_name(game), fewest, most, given),
        SetupError::Board(error) => board_text(error),
    }
}

/// What is wrong with a board.
pub fn board_text(error: &BoardError) -> String {
    match error {
        BoardError::NoOwnBoard => tr(Key::ErrorNoBoard).to_string(),
        BoardError::NotToml { line, .. } => texts::board_error_not_readable(lang(), line.unwrap_or(1)),
        BoardError::OtherGame { game } => texts::board_error_other_game(lang(), game_name(game)),
        BoardError::Castro(fault) => castro_text(fault),
        BoardError::Crowns(fault) => crowns_text(fault),
    }
}

fn castro_text(fault: &castro::BoardFault) -> String {
    use castro::BoardFault::*;
    match fault {
        RowsMissing => tr(Key::BoardErrorRowsMissing).to_string(),
        RowCount { found } => texts::board_error_row_count(lang(), found),
        RowLength { row, found } => texts::board_error_row_length(lang(), row, found),
        NoSymbol { square, found } => texts::board_error_symbol(lang(), square, found),
        Count { symbol: Symbol::Pair(number), squares, .. } => texts::board_error_pair_count(lang(), number, squares.len()),
        Count { symbol: Symbol::Yatzy, squares, .. } => texts::board_error_yatzy_count(lang(), squares.len()),
        // The counts of other symbols are free.
        Count { symbol, .. } => symbol_name(*symbol),
    }
}

fn crowns_text(fault: &crowns::BoardFault) -> String {
    use crowns::BoardFault::*;
    let field = |count: usize, number: u8| texts::crowns_term_field(lang(), count, number);
    match *fault {
        RowMissing { number } => texts::board_error_row_missing(lang(), number),
        RowCount { found } => texts::board_error_row_count(lang(), found),
        RowLength { number, found } => texts::board_error_row_length(lang(), number, found),
        NoNumber { number, count, found } => texts::board_error_crowns_value(lang(), field(count, number), found),
        OutOfRange { field: at, found } => texts::board_error_crowns_value(lang(), field(at.count().into(), at.number()), found),
    }
}
