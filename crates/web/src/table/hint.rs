//! A hint on request: the best move, marked on the table, what it is good for, and how much better it is than the second.

use leptos::prelude::*;
use spieltisch_core::hint_text;

use super::TableGame;
use crate::i18n::{Key, lang, tr};
use crate::live::{GameView, LocalGame, Notice};
use crate::worker;

/// Asks the worker, shows what it says and marks what it means, unless the game has gone on meanwhile.
pub fn ask<G: TableGame>(play: GameView<G>) {
    if !play.live.with_untracked(LocalGame::may_ask_for_hint) {
        return;
    }
    let clock = play.live.with_untracked(LocalGame::clock);
    show(play, tr(Key::HintAsking).to_string());
    worker::ask_advice(&play.live.with_untracked(LocalGame::record), move |advice| {
        let best = advice.as_ref().and_then(|advice| advice.best.parse::<G::Move>().ok());
        let text = play.live.try_with_untracked(|live| (live.clock() == clock).then(|| hint_text(lang(), live, best.zip(advice.as_ref()))));
        if let Some(Some(text)) = text {
            play.hinted.set(best);
            show(play, text);
        }
    });
}

/// Lets the marks of a hint go as soon as something happens.
pub fn forget_when_played<G: TableGame>(play: GameView<G>) {
    Effect::new(move |_| {
        play.live.track();
        play.hinted.set(None);
    });
}

fn show<G: TableGame>(play: GameView<G>, sentence: String) {
    play.spoken.set(sentence.clone());
    play.notice.set(Some(Notice { sentence, rule: None }));
}
