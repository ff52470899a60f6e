//! What the server says, in the person's language.

use spieltisch_fair::{Fault, Verified};
use spieltisch_protocol::{RefusalCode, Refused};

use super::api::Failure;
use crate::i18n::{Key, lang, texts, tr};

/// A refusal as a sentence.
pub fn refusal(refused: &Refused) -> String {
    let key = match refused.code {
        // The rules' own sentence, which names what is wrong.
        RefusalCode::Rule | RefusalCode::BadSetUp if refused.rule.is_some() => return refused.message.clone(),
        RefusalCode::Rule | RefusalCode::NotNow => Key::OnlineRefusalNotNow,
        RefusalCode::Unreadable => Key::OnlineRefusalUnreadable,
        RefusalCode::NoSuchTable => Key::LinkUnknown,
        RefusalCode::BadSetUp => Key::OnlineRefusalBadSetUp,
        RefusalCode::SeatTaken => Key::LinkSeatTaken,
        RefusalCode::BadText => Key::OnlineRefusalBadText,
        RefusalCode::NotSeated => Key::OnlineRefusalNotSeated,
        RefusalCode::NotYourTurn => Key::OnlineRefusalNotYourTurn,
        RefusalCode::Stale => Key::LinkStale,
        RefusalCode::SwitchedOff => Key::OnlineRefusalSwitchedOff,
        RefusalCode::TooMuch => Key::OnlineRefusalTooMuch,
        RefusalCode::NotStored => Key::OnlineRefusalNotStored,
    };
    tr(key).to_string()
}

/// Why a request came to nothing.
pub fn failure(failure: &Failure) -> String {
    match failure {
        Failure::Unreachable => tr(Key::LinkNeedsServer).to_string(),
        Failure::Refused(refused) => refusal(refused),
    }
}

/// What checking the dice has shown.
pub fn verdict(checked: &Result<Verified, Fault>) -> String {
    match checked {
        Ok(Verified { rolls: 0, .. }) => tr(Key::OnlineVerifiedNone).to_string(),
        Ok(Verified { rolls, without_part, .. }) if without_part.is_empty() => texts::online_verified(lang(), *rolls as i64),
        Ok(Verified { rolls, without_part, .. }) => {
            let no_part = texts::online_no_part(lang(), texts::list(lang(), without_part));
            format!("{} {no_part}", texts::online_verified(lang(), *rolls as i64))
        }
        Err(Fault::NoSheet | Fault::NoSecret) => tr(Key::OnlineFaultSheet).to_string(),
        Err(Fault::WrongSecret) => tr(Key::OnlineFaultSecret).to_string(),
        Err(Fault::Opening { number }) => texts::online_fault_opening(lang(), number),
        Err(Fault::Roll { event, expected, found }) => texts::online_fault_roll(lang(), event, expected, found),
        Err(Fault::First { expected, found }) => texts::online_fault_first(lang(), expected, found),
        Err(Fault::Header { field, .. }) => texts::error_record_field(lang(), field),
        Err(fault @ Fault::Record(_)) => fault.to_string(),
    }
}

/// A reaction's name.
pub fn reaction(with: &str) -> &'static str {
    tr(match with {
        "clap" => Key::OnlineClap,
        "heart" => Key::OnlineHeart,
        "laugh" => Key::OnlineLaugh,
        "wow" => Key::OnlineWow,
        "sad" => Key::OnlineSad,
        _ => Key::OnlineHurry,
    })
}

/// A span of time in seconds, in words.
pub fn span(seconds: u32) -> String {
    match seconds {
        0..60 => texts::online_seconds(lang(), seconds.into()),
        60..86_400 => texts::online_minutes(lang(), (seconds / 60).into()),
        _ => texts::online_days(lang(), (seconds / 86_400).into()),
    }
}

/// Time that is left, as on a clock.
pub fn clock(seconds: u32) -> String {
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_as_people_tell_it() {
        assert_eq!([clock(9), clock(60), clock(3599), clock(7322)], ["0:09", "1:00", "59:59", "2:02:02"]);
        assert_eq!([span(1), span(30), span(300), span(86_400)], ["1 second", "30 seconds", "5 minutes", "1 day"]);
    }

    #[test]
    fn a_verdict_names_who_has_no_part_in_the_dice() {
        let verified = |names: &[&str]| {
            let without_part = names.iter().map(|name| name.to_string()).collect();
            verdict(&Ok(Verified { rolls: 3, parts: 2, without_part, gaps: Vec::new() }))
        };
        assert_eq!(verified(&[]), "All 3 rolls check out.");
        assert_eq!(verified(&["Ben"]), "All 3 rolls check out. No part of Ben is in the dice, so they prove nothing to Ben.");
    }

    #[test]
    fn a_rule_speaks_for_itself_and_the_rest_is_translated() {
        let rule = Refused { code: RefusalCode::Rule, rule: Some("yatzy.turn".into()), message: "Roll first.".into() };
        assert_eq!(refusal(&rule), "Roll first.");
        assert_eq!(refusal(&Refused::new(RefusalCode::NotYourTurn, "x")), tr(Key::OnlineRefusalNotYourTurn));
    }
}
