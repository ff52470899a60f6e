//! Notifications that it is a player's turn at a table by link, while the page is closed or out of sight. Off until asked for.

mod asking;
mod browser_side;
mod kept;
mod signs;

use leptos::prelude::*;

use super::table::{LinkedTable, NotificationState};
use crate::browser;
use crate::i18n::{Key, tr};

/// How long the page says what came of asking, in milliseconds.
const SAID: i32 = 12_000;

const BELL: &str = r#"<path d="M12 3a5 5 0 0 0-5 5c0 5-2 6-3 8h16c-1-2-3-3-3-8a5 5 0 0 0-5-5z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M10 19a2 2 0 0 0 4 0" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>"#;
const CROSSED: &str = r#"<path d="M4 4l16 16" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>"#;

/// Follows the table as long as it is shown: signs for a player who looks elsewhere, and what came of asking to be told.
pub fn follow(online: LinkedTable) -> AnyView {
    signs::follow(online);
    asking::renew(online);
    Effect::new(move |_| {
        if online.told.get().is_some() {
            browser::after(SAID, move || {
                let _ = online.told.try_set(None);
            });
        }
    });
    // It may lie over something: a tap takes it away.
    let away = move |_| online.told.set(None);
    let said = move || online.told.get().map(|key| view! { <p class="note" id="told" role="status" on:click=away>{tr(key)}</p> });
    view! { <div class="news">{said}</div> }.into_any()
}

fn is_on(online: LinkedTable) -> bool {
    online.notifications.get() != NotificationState::Off
}

fn is_asking(online: LinkedTable) -> bool {
    online.notifications.get() == NotificationState::Asking
}

/// The switch on the page of a table.
pub fn switch(online: LinkedTable) -> AnyView {
    let sits = Memo::new(move |_| online.my_seat().is_some());
    (move || {
        sits.get().then(|| {
            view! {
                <label class="option tell">
                    <input type="checkbox" role="switch" id="tell-me" prop:checked=move || is_on(online) disabled=move || is_asking(online)
                        on:change=move |_| asking::turn(online)/>
                    <span><strong>{tr(Key::TellMe)}</strong><small>{tr(Key::TellHelp)}</small></span>
                </label>
            }
        })
    })
    .into_any()
}

/// The same switch beside a game.
pub fn bell(online: LinkedTable) -> AnyView {
    let sits = Memo::new(move |_| online.my_seat().is_some());
    let drawn = move || if is_on(online) { BELL.to_string() } else { format!("{BELL}{CROSSED}") };
    (move || {
        sits.get().then(|| {
            view! {
                <button class="bell" id="tell-bell" role="switch" aria-label=tr(Key::TellMe) title=tr(Key::TellMe)
                    aria-checked=move || is_on(online).to_string() disabled=move || is_asking(online) on:click=move |_| asking::turn(online)>
                    <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=drawn></svg>
                </button>
            }
        })
    })
    .into_any()
}
