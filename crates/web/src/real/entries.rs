//! Everything that was entered, the newest first, each to be corrected.

use leptos::prelude::*;
use spieltisch_core::Entry;

use super::{Around, correcting, fairness};
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::table::mark;

/// The list, while it is unfolded.
pub fn panel(around: Around) -> impl IntoView {
    move || {
        around.listed.get().then(|| {
            let lines = around.told.run(()).lines;
            let empty = lines.is_empty();
            let rows = lines.into_iter().enumerate().rev().map(|(index, line)| row(around, index, line)).collect::<Vec<_>>();
            browser::after(0, || browser::focus("entries-close"));
            let close = move || {
                around.listed.set(false);
                browser::after(0, || browser::focus("entries"));
            };
            view! {
                <section
                    class="entries card" role="dialog" aria-modal="true" aria-label=tr(Key::EntriesTitle)
                    on:keydown=move |event| if event.key() == "Escape" { close() }
                >
                    <header><h2>{tr(Key::EntriesTitle)}</h2><button class="quiet" id="entries-close" on:click=move |_| close()>{tr(Key::ButtonClose)}</button></header>
                    {empty.then(|| view! { <p>{tr(Key::EntriesNone)}</p> })}
                    {around.game.with_value(|game| fairness::line(game))}
                    <ol tabindex="0">{rows}</ol>
                </section>
            }
        })
    }
}

fn row(around: Around, index: usize, line: Entry) -> impl IntoView {
    let name = texts::format_labelled(lang(), tr(Key::EntriesChange), &line.said);
    let change = line.entered.then(|| {
        view! { <button class="quiet change" id=format!("change-{index}") aria-label=name on:click=move |_| correcting::begin(around, index)>{tr(Key::EntriesChange)}</button> }
    });
    view! { <li>{mark(line.colour)}<span>{line.said}</span>{change}</li> }
}
