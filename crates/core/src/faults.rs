//! What is wrong with a set-up, a board or a record, in the person's language.

use spieltisch_records::RecordError;
use spieltisch_rules::SetupError;
use spieltisch_rules::board_file::BoardError;
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::game_text::game_name;
use crate::{castro, crowns};

/// Why a record cannot be played, or a table not be set up.
pub fn record_text(lang: Lang, error: &RecordError) -> String {
    match error {
        RecordError::Json { .. } => t(lang, Key::ErrorNoRecord).to_string(),
        RecordError::Field { rule, .. } => texts::error_record_field(lang, rule.trim_start_matches("record.")),
        RecordError::Setup(error) => setup_text(lang, error),
        RecordError::Event { refused, .. } => {
            // The rules' own sentences may not have been fetched.
            let sentence = texts::rule_sentence(lang, refused.rule).filter(|sentence| !sentence.is_empty());
            sentence.unwrap_or_else(|| t(lang, Key::ErrorRecordUnreadable)).to_string()
        }
        RecordError::Result { .. } => t(lang, Key::ErrorRecordResult).to_string(),
    }
}

/// The same for a record of a file, with its place.
pub fn file_text(lang: Lang, error: &RecordError, record: usize) -> String {
    let reason = record_text(lang, error);
    match error.event() {
        Some(event) => texts::error_record_event(lang, record, event, reason),
        None => texts::error_record(lang, record, reason),
    }
}

fn setup_text(lang: Lang, error: &SetupError) -> String {
    match error {
        SetupError::Players { game, given, fewest, most } => texts::setup_error_players(lang, game_name(lang, game), fewest, most, given),
        SetupError::Board(error) => board_text(lang, error),
        SetupError::HeadStart { given, most, .. } => texts::setup_error_head_start(lang, given, most),
    }
}

/// What is wrong with a board.
pub fn board_text(lang: Lang, error: &BoardError) -> String {
    match error {
        BoardError::NoOwnBoard => t(lang, Key::ErrorNoBoard).to_string(),
        BoardError::NotToml { line, .. } => texts::board_error_not_readable(lang, line.unwrap_or(1)),
        BoardError::OtherGame { game } => texts::board_error_other_game(lang, game_name(lang, game)),
        BoardError::Castro(fault) => castro::fault_text(lang, fault),
        BoardError::Crowns(fault) => crowns::fault_text(lang, fault),
    }
}
