//! What happened, the newest first: beside the table where there is room, behind a button on a phone.

use leptos::prelude::*;
use spieltisch_rules::Event;

use super::TableGame;
use super::frame::mark;
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::GameView;
use crate::pieces;

/// The button that unfolds the history; shown only where the history has no place of its own.
pub fn button<G: TableGame>(play: GameView<G>) -> impl IntoView {
    let name = tr(Key::HistoryTitle);
    view! {
        <button class="quiet history-button" id="history-button" title=name aria-label=name aria-expanded=move || play.unfolded.get().to_string()
            on:click=move |_| play.unfolded.update(|unfolded| *unfolded = !*unfolded)>
            <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=pieces::LIST></svg>
        </button>
    }
}

/// The list of turns.
pub fn list<G: TableGame>(play: GameView<G>) -> impl IntoView {
    let lines = move || {
        play.with(|live| {
            let line = |past: &crate::live::Past<G>| match past.event {
                Event::Move(mv) => G::history_line(lang(), live, past, mv).map(|text| (past.seat, text)),
                Event::Roll(_) => None,
            };
            let lines = live.past.iter().rev().filter_map(line).map(|(seat, text)| {
                view! { <li>{mark(live.seats[seat].colour)}<span>{text}</span></li> }
            });
            lines.collect::<Vec<_>>()
        })
    };
    let empty = move || play.with(|live| live.past.is_empty()).then(|| opening(play));
    let fold = move || {
        play.unfolded.set(false);
        browser::focus("history-button");
    };
    let fold_by_key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            fold();
        }
    };
    // How the first player was found may be longer than the card, and is scrolled by keys too.
    view! {
        <section class="history card" class:open=move || play.unfolded.get() on:keydown=fold_by_key aria-label=tr(Key::HistoryTitle) tabindex=move || play.with(|live| live.past.is_empty()).then_some("0")>
            <h2>{tr(Key::HistoryTitle)}</h2>
            <button class="quiet fold" aria-label=tr(Key::ButtonClose) on:click=move |_| fold()>"✕"</button>
            {empty}
            <ol tabindex="0">{lines}</ol>
        </section>
    }
}

/// How the first player was found: everyone's dice, and who begins.
fn opening<G: TableGame>(play: GameView<G>) -> impl IntoView {
    let rolls = play.with(|live| live.opening());
    let rolls = rolls.into_iter().map(|(name, faces)| {
        let dice = faces.into_iter().map(|face| view! { <svg viewBox="0 0 100 104" inner_html=pieces::die::markup(face)></svg> });
        view! { <p class="rolled"><span>{name}</span>{dice.collect::<Vec<_>>()}</p> }
    });
    let rolls = rolls.collect::<Vec<_>>();
    view! {
        <div class="opening">
            {rolls}
            <p>{texts::begin_starts(lang(), play.with(|live| live.seats[0].name.clone()))}</p>
        </div>
    }
}
