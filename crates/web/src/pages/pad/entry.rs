//! The sheet from below with the points of a box: the pad behind it stays where it is.

use leptos::prelude::*;
use spieltisch_rules::yatzy::BoxName;

use super::PadState;
use crate::browser::value_of;
use crate::i18n::{Key, box_name, lang, texts, tr};

/// Where the keyboard focus goes when a box is chosen.
pub const ENTRY: &str = "pad-entry";

/// What is written into the chosen box: what it can give by a tap, anything else by its number and after a question.
pub fn show(state: PadState, player: usize, name: BoxName) -> AnyView {
    let whose = state.kept.with_untracked(|kept| kept.now.names.get(player).cloned().unwrap_or_default());
    let possible = state.options.with_value(|options| name.possible(options));
    let known = possible.clone();
    let choices = possible.into_iter().map(|points| {
        view! { <button class="quiet" data-points=points.to_string() on:click=move |_| state.write(Some(points))>{points}</button> }
    });
    let typed = RwSignal::new(String::new());
    let number = move || typed.with(|typed| typed.trim().parse::<u8>().ok());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match number() {
            Some(points) if known.contains(&points) => state.write(Some(points)),
            doubted => state.doubted.set(doubted),
        }
    };
    let close = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            state.choose(None);
        }
    };
    let question = move || {
        state.doubted.get().map(|points| {
            view! {
                <p role="alert">{texts::pad_ask(lang(), box_name(name), points)}</p>
                <div class="buttons">
                    <button class="main" id="pad-yes" on:click=move |_| state.write(Some(points))>{tr(Key::ButtonYes)}</button>
                    <button class="quiet" id="pad-no" on:click=move |_| state.doubted.set(None)>{tr(Key::ButtonNo)}</button>
                </div>
            }
        })
    };
    let title = texts::format_labelled(lang(), whose, box_name(name));
    let is_written = state.kept.with_untracked(|kept| kept.now.sheets.get(player).is_some_and(|sheet| sheet.points(name).is_some()));
    view! {
        <section class="entry card" id=ENTRY tabindex="-1" role="dialog" aria-labelledby="pad-what" on:keydown=close>
            <div class="head">
                <h2 id="pad-what">{title}</h2>
                <button class="quiet" aria-label=tr(Key::ButtonCancel) title=tr(Key::ButtonCancel) on:click=move |_| state.choose(None)>"✕"</button>
            </div>
            <div class="choices">{choices.collect::<Vec<_>>()}</div>
            <form class="buttons" on:submit=send>
                <label>{tr(Key::PadOtherPoints)}<input id="pad-other" type="number" inputmode="numeric" min="0" max="255" on:input=move |event| typed.set(value_of(&event))/></label>
                <button class="quiet" id="pad-write" disabled=move || number().is_none()>{tr(Key::PadWrite)}</button>
                {is_written.then(|| view! { <button type="button" class="quiet" id="pad-empty" on:click=move |_| state.write(None)>{tr(Key::PadEmpty)}</button> })}
            </form>
            {question}
        </section>
    }
    .into_any()
}
