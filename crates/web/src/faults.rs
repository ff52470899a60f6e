//! What is wrong with a set-up, a board or a record, in the person's language.

use spieltisch_records::RecordError;
use spieltisch_rules::SetupError;
use spieltisch_rules::board_file::BoardError;

use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::table::{castro, crowns};

/// Why a record cannot be played, or a table not be set up.
pub fn record_text(error: &RecordError) -> String {
    match error {
        RecordError::Json { .. } => tr(Key::ErrorNoRecord).to_string(),
        RecordError::Field { rule, .. } => texts::error_record_field(lang(), rule.trim_start_matches("record.")),
        RecordError::Setup(error) => setup_text(error),
        RecordError::Event { refused, .. } => {
            // The rules' own sentences may not have been fetched.
            let sentence = texts::rule_sentence(lang(), refused.rule).filter(|sentence| !sentence.is_empty());
            sentence.unwrap_or_else(|| tr(Key::ErrorRecordUnreadable)).to_string()
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
        BoardError::Castro(fault) => castro::fault_text(fault),
        BoardError::Crowns(fault) => crowns::fault_text(fault),
    }
}
