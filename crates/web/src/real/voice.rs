//! The voice: whatever a screen reader would say of the game is spoken, in the person's language, where they want that.

use leptos::prelude::*;

use super::Around;
use crate::app::settings;
use crate::by_name::Named;
use crate::i18n::lang;

/// Speaks as long as the table is shown.
pub fn run(around: Around) {
    if settings::get().voice.is_none() {
        return;
    }
    Effect::new(move |_| say(&around.spoken.get()));
    // What a box brings or where a roof would stand, before it is done.
    let chosen = Memo::new(move |_| around.chosen.get());
    Effect::new(move |_| {
        if let Some(chosen) = chosen.get() {
            say(&chosen.replace(" · ", ", "));
        }
    });
    on_cleanup(|| {
        if let Some(speaker) = speaker() {
            speaker.call("cancel", &[]);
        }
    });
}

/// The voice; `None` in a browser that cannot speak.
fn speaker() -> Option<Named> {
    Named::window().get("speechSynthesis")
}

fn say(text: &str) {
    let Some(speaker) = speaker().filter(|_| !text.trim().is_empty()) else { return };
    let Some(words) = Named::made("SpeechSynthesisUtterance", &[text.into()]) else { return };
    words.set("lang", lang().code());
    // Only the newest is worth waiting for.
    if speaker.get("pending").is_some_and(|pending| pending.is_yes()) {
        speaker.call("cancel", &[]);
    }
    speaker.call("speak", &[words.0]);
}
