//! Following a game that is decided elsewhere: by a referee, or in another tab.

use leptos::prelude::*;
use spieltisch_rules::Event;

use super::{Notice, Play};
use crate::browser;
use crate::i18n::{Key, tr};
use crate::table::TableGame;

/// Between what another player keeps and the dice that follow, in milliseconds.
const BETWEEN: i32 = 450;

/// Lets the table show what the referee decides and refuses.
pub fn run<G: TableGame>(play: Play<G>) {
    Effect::new(move |before: Option<()>| {
        if let Some(events) = play.referee().and_then(|referee| referee.events()) {
            catch_up(play, &events, before.is_some());
        }
    });
    // Whoever takes a seat in mid-game brings their own name.
    Effect::new(move |_| {
        let Some(names) = play.referee().and_then(|referee| referee.names()) else { return };
        let known = play.live.with_untracked(|live| live.seats.iter().map(|player| player.name.clone()).eq(names.iter().cloned()));
        if !known {
            play.live.update(|live| live.rename(&names));
        }
    });
    Effect::new(move |_| {
        if let Some(sentence) = play.referee().and_then(|referee| referee.refusal()) {
            play.spoken.set(sentence.clone());
            play.notice.set(Some(Notice { sentence, rule: None }));
        }
    });
}

/// Takes what is new in these events. Where that is done calmly, dice that another player rolled after
/// keeping some come a moment later, so that everyone sees which were kept.
pub fn catch_up<G: TableGame>(play: Play<G>, events: &[String], calmly: bool) {
    let mut live = play.live.get_untracked();
    let same = live.past.iter().zip(events).take_while(|(past, event)| past.event.to_string() == **event).count();
    if same == live.past.len() && same == events.len() {
        return;
    }
    let taken_back = same < live.past.len();
    while live.past.len() > same {
        live.undo();
    }
    let mut spoken = Vec::new();
    let mut rest = false;
    for (i, text) in events.iter().enumerate().skip(same) {
        let Ok(event) = text.parse::<Event<G>>() else { break };
        let follows_their_move = i > same && matches!(event, Event::Roll(_)) && !live.person_acts();
        if calmly && follows_their_move && i + 1 == events.len() {
            rest = true;
            break;
        }
        let state = live.table.state.clone();
        if live.take(event).is_err() {
            break;
        }
        let seat = live.past.last().map_or(0, |past| past.seat);
        spoken.push(G::announcement(&live, &state, seat, event));
    }
    if taken_back {
        spoken.push(tr(Key::SayUndone).to_string());
    }
    play.notice.set(None);
    // After a long absence only the last words are worth hearing.
    let from = spoken.len().saturating_sub(2);
    play.spoken.set(spoken[from..].join(" "));
    play.live.set(live);
    if rest {
        let events = events.to_vec();
        browser::after(BETWEEN, move || {
            let behind = play.live.try_with_untracked(|live| live.past.len() < events.len());
            if behind == Some(true) {
                catch_up(play, &events, false);
            }
        });
    }
}
