//! A computer that has not answered for long: what is said, and the ways to go on.

use leptos::prelude::*;

use super::TableGame;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{GameView, silence};

/// The line above the buttons; nothing while computers answer.
pub fn line<G: TableGame>(play: GameView<G>) -> impl IntoView {
    move || {
        play.silent.get().then(|| {
            let name = play.live.with_untracked(|live| live.seats[live.seat_to_act()].name.clone());
            view! {
                <div class="silent" role="alert">
                    <span>{texts::keeping_silent(lang(), name)}</span>
                    <button class="quiet" id="ask-again" on:click=move |_| silence::ask_again(play)>{tr(Key::ButtonRetry)}</button>
                    <button class="quiet" id="chance" on:click=move |_| silence::let_chance_decide(play)>{tr(Key::ButtonChance)}</button>
                </div>
            }
        })
    }
}
