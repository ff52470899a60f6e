//! What the server says, in the person's language.

use spieltisch_core::link;
use spieltisch_protocol::Refused;
use spieltisch_records::fair::{Verified, VerifyFault};

use super::api::Failure;
use super::names;
use crate::i18n::{Key, lang, texts, tr};

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

/// What checking the dice has shown.
pub fn verdict(checked: &Result<Verified, VerifyFault>) -> String {
    match checked {
        Ok(Verified { rolls: 0, .. }) => tr(Key::OnlineVerifiedNone).to_string(),
        Ok(Verified { rolls, without_part, .. }) if without_part.is_empty() => texts::online_verified(lang(), *rolls as i64),
        Ok(Verified { rolls, without_part, .. }) => {
            let without_part: Vec<String> = without_part.iter().map(|name| names::shown(name)).collect();
            let no_part = texts::online_no_part(lang(), texts::list(lang(), &without_part));
            format!("{} {no_part}", texts::online_verified(lang(), *rolls as i64))
        }
        Err(VerifyFault::NoSheet | VerifyFault::NoSecret) => tr(Key::OnlineFaultSheet).to_string(),
        Err(VerifyFault::WrongSecret) => tr(Key::OnlineFaultSecret).to_string(),
        Err(VerifyFault::Opening { number }) => texts::online_fault_opening(lang(), number),
        Err(VerifyFault::Roll { event, expected, found }) => texts::online_fault_roll(lang(), event, expected, found),
        Err(VerifyFault::First { expected, found }) => texts::online_fault_first(lang(), names::shown(expected), names::shown(found)),
        Err(VerifyFault::Header { field, .. }) => texts::error_record_field(lang(), field),
        Err(fault @ VerifyFault::Record(_)) => fault.to_string(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_names_who_has_no_part_in_the_dice() {
        let verified = |names: &[&str]| {
            let without_part = names.iter().map(|name| name.to_string()).collect();
            verdict(&Ok(Verified { rolls: 3, parts: 2, without_part, gaps: Vec::new() }))
        };
        assert_eq!(verified(&[]), "All 3 rolls check out.");
        assert_eq!(verified(&["Ben"]), "All 3 rolls check out. No part in these dice, and so no proof: Ben.");
    }
}
