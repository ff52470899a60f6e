//! What a table shared by link says, in the reader's language.

use spieltisch_protocol::{GivenName, RefusalCode, Refused};
use spieltisch_records::fair::{Verified, VerifyFault};
use spieltisch_records::{Record, SeatSheet};
use spieltisch_texts::{self as texts, Key, Lang, t};

/// A refusal as a sentence.
pub fn refusal_text(lang: Lang, refused: &Refused) -> String {
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
        RefusalCode::NotStored | RefusalCode::Reconnect => Key::OnlineRefusalNotStored,
    };
    t(lang, key).to_string()
}

/// A reaction's name.
pub fn reaction_name(lang: Lang, with: &str) -> &'static str {
    t(
        lang,
        match with {
            "clap" => Key::OnlineClap,
            "heart" => Key::OnlineHeart,
            "laugh" => Key::OnlineLaugh,
            "wow" => Key::OnlineWow,
            "sad" => Key::OnlineSad,
            _ => Key::OnlineHurry,
        },
    )
}

/// A span of time in seconds, in words.
pub fn span(lang: Lang, seconds: u32) -> String {
    match seconds {
        0..60 => texts::online_seconds(lang, seconds.into()),
        60..86_400 => texts::online_minutes(lang, (seconds / 60).into()),
        _ => texts::online_days(lang, (seconds / 86_400).into()),
    }
}

/// Time that is left, as on a clock.
pub fn clock(seconds: u32) -> String {
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// A name as it is shown: one that was given by the program, in the reader's language.
pub fn shown_name(lang: Lang, name: &str) -> String {
    match GivenName::read(name) {
        Some(GivenName::Player(number)) => texts::setup_name_default(lang, number),
        Some(GivenName::Computer(number)) => format!("{} {number}", t(lang, Key::SetupComputer)),
        None => name.to_string(),
    }
}

/// Translates the names in a record. What it was before is noted there: the dice are bound to the names at the beginning.
pub fn translate_names(lang: Lang, record: &mut Record) {
    for place in 0..record.players.len() {
        let name = shown_name(lang, &record.players[place]);
        let before = std::mem::replace(&mut record.players[place], name);
        if before != record.players[place] {
            SeatSheet::note_name(record, place, &before);
        }
    }
}

/// What checking the dice has shown.
pub fn verdict(lang: Lang, checked: &Result<Verified, VerifyFault>) -> String {
    match checked {
        Ok(Verified { rolls: 0, .. }) => t(lang, Key::OnlineVerifiedNone).to_string(),
        Ok(Verified { rolls, without_part, .. }) if without_part.is_empty() => texts::online_verified(lang, *rolls as i64),
        Ok(Verified { rolls, without_part, .. }) => {
            let without_part: Vec<String> = without_part.iter().map(|name| shown_name(lang, name)).collect();
            let no_part = texts::online_no_part(lang, texts::list(lang, &without_part));
            format!("{} {no_part}", texts::online_verified(lang, *rolls as i64))
        }
        Err(VerifyFault::NoSheet | VerifyFault::NoSecret) => t(lang, Key::OnlineFaultSheet).to_string(),
        Err(VerifyFault::WrongSecret) => t(lang, Key::OnlineFaultSecret).to_string(),
        Err(VerifyFault::Opening { number }) => texts::online_fault_opening(lang, number),
        Err(VerifyFault::Roll { event, expected, found }) => texts::online_fault_roll(lang, event, expected, found),
        Err(VerifyFault::First { expected, found }) => texts::online_fault_first(lang, shown_name(lang, expected), shown_name(lang, found)),
        Err(VerifyFault::Header { field, .. }) => texts::error_record_field(lang, field),
        Err(fault @ VerifyFault::Record(_)) => fault.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_as_people_tell_it() {
        assert_eq!([clock(9), clock(60), clock(3599), clock(7322)], ["0:09", "1:00", "59:59", "2:02:02"]);
        assert_eq!(
            [span(Lang::En, 1), span(Lang::En, 30), span(Lang::En, 300), span(Lang::En, 86_400)],
            ["1 second", "30 seconds", "5 minutes", "1 day"]
        );
    }

    #[test]
    fn a_rule_speaks_for_itself_and_the_rest_is_translated() {
        let rule = Refused { rule: Some("yatzy.turn".into()), ..Refused::new(RefusalCode::Rule, "Roll first.") };
        assert_eq!(refusal_text(Lang::De, &rule), "Roll first.");
        assert_eq!(refusal_text(Lang::De, &Refused::new(RefusalCode::NotYourTurn, "x")), t(Lang::De, Key::OnlineRefusalNotYourTurn));
    }

    #[test]
    fn only_names_that_the_program_gave_are_translated() {
        let shown = |lang: Lang| ["Player 2", "Computer 3", "Léa"].map(|name| shown_name(lang, name));
        assert_eq!(shown(Lang::En), ["Player 2", "Computer 3", "Léa"]);
        assert_eq!(shown(Lang::Fr)[2], "Léa");
        assert_ne!(shown(Lang::Fr)[0], "Player 2");
    }

    #[test]
    fn a_verdict_names_who_has_no_part_in_the_dice() {
        let verified = |names: &[&str]| {
            let without_part = names.iter().map(|name| name.to_string()).collect();
            verdict(Lang::En, &Ok(Verified { rolls: 3, parts: 2, without_part, gaps: Vec::new() }))
        };
        assert_eq!(verified(&[]), "All 3 rolls check out.");
        assert_eq!(verified(&["Ben"]), "All 3 rolls check out. No part in these dice, and so no proof: Ben.");
    }
}
