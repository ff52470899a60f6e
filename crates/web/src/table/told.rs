//! Everything that happened in a game in words, for whoever tells of it.

use spieltisch_records::Record;
use spieltisch_rules::Event;

use super::TableGame;
use crate::i18n::{lang, texts};
use crate::live::LiveGame;

/// An event in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// What happened, and to whom: the roll, or what was decided.
    pub what: String,
    /// What would have been better.
    pub better: Option<String>,
}

/// All events of a game in words, each with the move that would have been better, where there was one.
pub fn all<G: TableGame>(mut record: Record, better: &[Option<String>]) -> Vec<Told> {
    let events = std::mem::take(&mut record.events);
    let Ok(mut live) = LiveGame::<G>::open("", record) else { return Vec::new() };
    let mut told = Vec::with_capacity(events.len());
    for (number, text) in events.iter().enumerate() {
        let Ok(event) = text.parse::<Event<G>>() else { break };
        let better =
            better.get(number).and_then(Option::as_ref).and_then(|better| better.parse().ok()).map(|better| G::phrase(&live, better));
        // What the history leaves out, as dice that were kept, is told as it would be advised.
        let phrase = match event {
            Event::Move(mv) => G::phrase(&live, mv),
            Event::Roll(_) => String::new(),
        };
        if live.take(event).is_err() {
            break;
        }
        let Some(past) = live.past.last() else { break };
        let name = &live.seats[past.seat].name;
        let what = match event {
            Event::Roll(roll) => texts::say_rolled(lang(), name, roll.to_string().trim_start_matches("roll ")),
            Event::Move(mv) => G::history_line(&live, past, mv).unwrap_or_else(|| texts::format_labelled(lang(), name, phrase)),
        };
        told.push(Told { what, better });
    }
    told
}
