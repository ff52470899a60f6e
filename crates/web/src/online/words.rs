//! What the server says, in the person's language.

use spieltisch_core::link;
use spieltisch_protocol::Refused;

use super::api::Failure;
use crate::i18n::{Key, lang, tr};

pub use spieltisch_core::link::clock;

/// A refusal as a sentence.
pub fn refusal(refused: &Refused) -> String {
    link::refusal_text(lang(), refused)
}

/// Why a request came to nothing.
pub fn failure(failure: &Failure) -> String {
    match failure {
        Failure::Unreachable => tr(Key::LinkNeedsServer).to_string(),
        Failure::Refused(refused) => refusal(refused),
    }
}

/// A reaction's name.
pub fn reaction(with: &str) -> &'static str {
    link::reaction_name(lang(), with)
}

/// A span of time in seconds, in words.
pub fn span(seconds: u32) -> String {
    link::span(lang(), seconds)
}
