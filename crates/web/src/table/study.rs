//! While the computer learns a board of one's own: how far it is, and a way to stop it.

use leptos::prelude::*;

use crate::i18n::{Key, lang, texts, tr};
use crate::worker::studying;

/// The line above the buttons; nothing while nothing is learned.
pub fn line() -> impl IntoView {
    on_cleanup(studying::leave);
    move || {
        studying::percent().map(|percent| {
            let text = texts::progress_studying(lang(), texts::format_percent(lang(), percent));
            view! {
                <div class="study">
                    <span>{text.clone()}</span>
                    <progress max="100" value=percent.to_string() aria-label=text></progress>
                    <button class="quiet" id="enough" on:click=|_| studying::stop()>{tr(Key::ButtonStop)}</button>
                </div>
            }
        })
    }
}
