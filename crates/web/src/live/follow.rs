//! Following a game that is decided elsewhere: by a referee, or in another tab.

use leptos::prelude::*;
use spieltisch_core::CaughtUp;
use spieltisch_protocol::GameCursor;

use super::{GameView, LocalGame, Notice};
use crate::browser;
use crate::i18n::lang;
use crate::table::TableGame;

/// Between what another player keeps and the dice that follow, in milliseconds.
const BETWEEN: i32 = 450;

/// Lets the table show what the referee decides and refuses.
pub fn run<G: TableGame>(play: GameView<G>, seen: GameCursor) {
    let seen = StoredValue::new(seen);
    Effect::new(move |before: Option<()>| follow(play, seen, before.is_some()));
    // A player who takes a seat in mid-game brings their own name.
    Effect::new(move |_| {
        let Some(names) = play.referee().and_then(|referee| referee.names()) else { return };
        let known = play.live.with_untracked(|live| live.seats.iter().map(|player| player.name.clone()).eq(names.iter().cloned()));
        if !known {
            play.live.update(|live| live.rename(&names));
        }
    });
    Effect::new(move |_| {
        let Some(referee) = play.referee() else { return };
        // What the table does not show yet is not marked either.
        let shown = play.with(LocalGame::clock);
        let advised = referee.advised().filter(|_| play.live.with(LocalGame::clock) == shown).and_then(|mv| mv.parse().ok());
        // After everything else that follows the game, which forgets the last hint.
        browser::after(0, move || {
            let _ = play.hinted.try_set(advised);
        });
    });
    // An instruction is heard after what happened.
    let instruction = Memo::new(move |_| play.referee().and_then(|referee| referee.instruction(play.with(LocalGame::clock))));
    Effect::new(move |_| {
        let Some(instruction) = instruction.get() else { return };
        browser::after(0, move || {
            let _ = play.spoken.try_update(|spoken| *spoken = format!("{spoken} {instruction}").trim_start().to_string());
        });
    });
    Effect::new(move |_| {
        if let Some(sentence) = play.referee().and_then(|referee| referee.refusal()) {
            play.spoken.set(sentence.clone());
            play.notice.set(Some(Notice { sentence, rule: None }));
        }
    });
}

/// Takes what the referee has decided since. Where that is done calmly, dice that another player rolled after keeping
/// some come a moment later, so that everyone sees which were kept.
fn follow<G: TableGame>(play: GameView<G>, seen: StoredValue<GameCursor>, calmly: bool) {
    let Some(news) = seen.try_get_value().and_then(|seen| play.referee()?.news(seen)) else { return };
    let rest = take_news(play, news.stand, &news.events, calmly);
    // What did not come yet is still new.
    seen.set_value(news.seen.up_to(play.live.with_untracked(LocalGame::clock)));
    if rest {
        browser::after(BETWEEN, move || {
            if !play.live.is_disposed() {
                untrack(|| follow(play, seen, false));
            }
        });
    }
}

/// Goes on from what another tab has made of the game.
pub fn catch_up<G: TableGame>(play: GameView<G>, events: &[String]) {
    let stand = play.live.with_untracked(|live| live.in_common(events));
    take_news(play, stand, &events[stand..], false);
}

/// Takes back all but the first events, and takes these instead. Returns whether a roll is left for later.
fn take_news<G: TableGame>(play: GameView<G>, stand: usize, events: &[String], calmly: bool) -> bool {
    let caught_up = play.live.try_update_untracked(|live| live.catch_up(lang(), stand, events, calmly)).flatten();
    let Some(CaughtUp { said, rolled, rest }) = caught_up else { return false };
    play.notice.set(None);
    play.show(rolled, said);
    rest
}
