//! A hint on request: the best move, marked on the table, what it is good for, and how much better it is than the second.

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

/// Asks the worker, shows what it says and marks what it means, unless the game has gone on meanwhile.
pub fn ask<G: TableGame>(play: Play<G>) {
    if !play.live.with_untracked(possible) {
        return;
    }
    let clock = play.live.with_untracked(LiveGame::clock);
    show(play, tr(Key::HintAsking).to_string());
    worker::ask_advice(&play.live.with_untracked(LiveGame::record), move |advice| {
        let best = advice.as_ref().and_then(|advice| advice.best.parse::<G::Move>().ok());
        let text = play.live.try_with_untracked(|live| (live.clock() == clock).then(|| text(live, best.zip(advice.as_ref()))));
        if let Some(Some(text)) = text {
            play.hinted.set(best);
            show(play, text);
        }
    });
}

/// Lets the marks of a hint go as soon as something happens.
pub fn forget_when_played<G: TableGame>(play: Play<G>) {
    Effect::new(move |_| {
        play.live.track();
        play.hinted.set(None);
    });
}

fn show<G: TableGame>(play: Play<G>, sentence: String) {
    play.spoken.set(sentence.clone());
    play.notice.set(Some(Notice { sentence, rule: None }));
}

/// The move, what it is good for, and how much better it is than the next.
fn text<G: TableGame>(live: &LiveGame<G>, advice: Option<(G::Move, &Advice)>) -> String {
    let Some((best, advice)) = advice else { return tr(Key::HintNone).to_string() };
    let sentences = [Some(texts::hint_best(lang(), G::phrase(live, best))), G::purpose(live, best), Some(worth(live, advice))];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn worth<G: TableGame>(live: &LiveGame<G>, advice: &Advice) -> String {
    if advice.second.is_none() {
        tr(Key::HintOnly).to_string()
    } else if advice.win >= NOTABLE_WIN && live.seats.len() > 1 {
        texts::hint_better_wins(lang(), (100.0 * advice.win).round().max(1.0) as i64)
    } else if advice.points >= NOTABLE_POINTS {
        texts::hint_better_points(lang(), texts::tenths(lang(), (10.0 * advice.points).round() as i64))
    } else {
        tr(Key::HintNearlyEqual).to_string()
    }
}
