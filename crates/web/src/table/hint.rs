//! A hint on request: the best move, and how much better it is than the second.

use leptos::prelude::*;
use spieltisch_rules::ToAct;

use super::TableGame;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{LiveGame, Notice, Play};
use crate::worker::{self, Advice};

/// From this much on a greater chance to win is worth a word.
const NOTABLE_WIN: f64 = 0.005;
/// From this much on more points on average are worth a word.
const NOTABLE_POINTS: f64 = 0.05;

/// Whether a person must decide now and may ask. At a table shared by link nobody asks the program.
pub fn possible<G: TableGame>(live: &LiveGame<G>) -> bool {
    !live.by_link && live.allowed().hints && live.person_acts() && matches!(live.to_act(), ToAct::Move(_))
}

/// Asks the worker and shows what it says, unless the game has gone on meanwhile.
pub fn ask<G: TableGame>(play: Play<G>) {
    if !play.live.with_untracked(possible) {
        return;
    }
    let clock = play.live.with_untracked(LiveGame::clock);
    show(play, tr(Key::HintAsking).to_string());
    worker::ask_advice(&play.live.with_untracked(LiveGame::record), move |advice| {
        let text = play.live.try_with_untracked(|live| (live.clock() == clock).then(|| text(live, advice.as_ref())));
        if let Some(Some(text)) = text {
            show(play, text);
        }
    });
}

fn show<G: TableGame>(play: Play<G>, sentence: String) {
    play.spoken.set(sentence.clone());
    play.notice.set(Some(Notice { sentence, rule: None }));
}

fn text<G: TableGame>(live: &LiveGame<G>, advice: Option<&Advice>) -> String {
    let phrase = |event: &str| event.parse::<G::Move>().map(|mv| G::phrase(live, mv)).unwrap_or_default();
    let Some(advice) = advice else { return tr(Key::HintNone).to_string() };
    let best = texts::hint_best(lang(), phrase(&advice.best));
    let Some(second) = advice.second.as_deref().map(phrase) else { return format!("{best} {}", tr(Key::HintOnly)) };
    let why = if advice.win >= NOTABLE_WIN && live.seats.len() > 1 {
        texts::hint_better_wins(lang(), (100.0 * advice.win).round().max(1.0) as i64, second)
    } else if advice.points >= NOTABLE_POINTS {
        texts::hint_better_points(lang(), texts::tenths(lang(), (10.0 * advice.points).round() as i64), second)
    } else {
        texts::hint_nearly_equal(lang(), second)
    };
    format!("{best} {why}")
}
