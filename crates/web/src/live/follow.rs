//! Following a game that is decided elsewhere: by a referee, or in another tab.

use leptos::prelude::*;
use spieltisch_protocol::Seen;
use spieltisch_rules::Event;

use super::{LiveGame, Notice, Play};
use crate::browser;
use crate::i18n::{Key, tr};
use crate::table::TableGame;

/// Between what another player keeps and the dice that follow, in milliseconds.
const BETWEEN: i32 = 450;

/// Lets the table show what the referee decides and refuses.
pub fn run<G: TableGame>(play: Play<G>, seen: Seen) {
    let seen = StoredValue::new(seen);
    Effect::new(move |before: Option<()>| follow(play, seen, before.is_some()));
    // Whoever takes a seat in mid-game brings their own name.
    Effect::new(move |_| {
        let Some(names) = play.referee().and_then(|referee| referee.names()) else { return };
        let known = play.live.with_untracked(|live| live.seats.iter().map(|player| player.name.clone()).eq(names.iter().cloned()));
        if !known {
            play.live.update(|live| live.rename(&names));
        }
    });
    Effect::new(move |_| {
        let Some(referee) = play.referee() else { return };
        play.live.track();
        let advised = referee.advised().and_then(|mv| mv.parse().ok());
        // After everything else that follows the game, which forgets the last hint.
        browser::after(0, move || {
            let _ = play.hinted.try_set(advised);
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
fn follow<G: TableGame>(play: Play<G>, seen: StoredValue<Seen>, calmly: bool) {
    let Some(news) = seen.try_get_value().and_then(|seen| play.referee()?.news(seen)) else { return };
    let rest = take_news(play, news.stand, &news.events, calmly);
    // What did not come yet is still new.
    seen.set_value(news.seen.up_to(play.live.with_untracked(LiveGame::clock)));
    if rest {
        browser::after(BETWEEN, move || {
            if !play.live.is_disposed() {
                untrack(|| follow(play, seen, false));
            }
        });
    }
}

/// Goes on from what another tab has made of the game.
pub fn catch_up<G: TableGame>(play: Play<G>, events: &[String]) {
    let stand =
        play.live.with_untracked(|live| live.past.iter().zip(events).take_while(|(past, event)| past.event.to_string() == **event).count());
    take_news(play, stand, &events[stand..], false);
}

/// Takes back all but the first events, and takes these instead. Returns whether a roll is left for later.
fn take_news<G: TableGame>(play: Play<G>, stand: usize, events: &[String], calmly: bool) -> bool {
    if events.is_empty() && play.live.with_untracked(LiveGame::clock) == stand {
        return false;
    }
    let (mut spoken, mut rest) = (Vec::new(), false);
    play.live.update(|live| {
        let taken_back = live.clock() > stand;
        while live.clock() > stand {
            live.undo();
        }
        for (i, text) in events.iter().enumerate() {
            let Ok(event) = text.parse::<Event<G>>() else { break };
            let follows_their_move = i > 0 && matches!(event, Event::Roll(_)) && !live.person_acts();
            if calmly && follows_their_move && i + 1 == events.len() {
                rest = true;
                break;
            }
            let state = live.table.state.clone();
            if live.take(event).is_err() {
                break;
            }
            let seat = live.past.last().map_or(0, |past| past.seat);
            spoken.push(G::announcement(live, &state, seat, event));
        }
        if taken_back {
            spoken.push(tr(Key::SayUndone).to_string());
        }
    });
    play.notice.set(None);
    // After a long absence only the last words are worth hearing.
    let from = spoken.len().saturating_sub(2);
    play.spoken.set(spoken[from..].join(" "));
    rest
}
