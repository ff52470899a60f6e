//! Signs for a player who has the page open but looks elsewhere: a sound, and a mark at the page's icon. The title tells it too.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser_side;
use crate::app::settings;
use crate::browser::document;
use crate::feel::Felt;
use crate::online::table::LinkedTable;
use crate::parts;

/// Follows whose turn it is. What was shown while the page was closed is taken away when it is seen, and when the game goes on.
pub fn follow(online: LinkedTable) {
    let mine = Memo::new(move |_| online.my_seat().is_some_and(|seat| online.on_turn.get() == Some(seat)));
    let table = online.name();
    let take_away = move || {
        let table = table.clone();
        spawn_local(async move { browser_side::take_away(&table).await });
    };
    let seen = take_away.clone();
    let handle = window_event_listener_untyped("visibilitychange", move |_| {
        if !document().hidden() {
            seen();
        }
    });
    on_cleanup(move || handle.remove());
    Effect::new(move |before: Option<bool>| {
        let mine = mine.get();
        match before {
            // It has just become this person's turn.
            Some(false) if mine && document().hidden() => {
                browser_side::badge(true);
                sound();
            }
            // It is opened out of sight, as a browser does that was started again.
            None if document().hidden() => {}
            _ => take_away(),
        }
        mine
    });
}

/// A sound, unless it is switched off.
fn sound() {
    if !settings::is_calm() {
        spawn_local(async {
            // Without the part there is the title.
            let _ = parts::feel(Felt::Turn).await;
        });
    }
}
