//! Watching a game again: step by step, or by itself.

use leptos::prelude::*;
use spieltisch_rules::ToAct;

use super::TableGame;
use crate::app::route;
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{GameView, Watch, Watched, opening};

/// How long each step is shown when the game runs by itself, in milliseconds.
const STEP: i32 = 900;

/// The buttons to move through the game.
pub fn bar<G: TableGame>(play: GameView<G>, watch: Watch<G>) -> AnyView {
    let total = watch.whole.with_value(|whole| whole.past.len());
    let to = move |step: usize| {
        watch.running.set(false);
        watch.step.set(step.min(total));
    };
    let at = move || watch.step.get();
    let run = move |_| {
        let runs = !watch.running.get_untracked();
        if runs && watch.step.get_untracked() == total {
            watch.step.set(0);
        }
        watch.running.set(runs);
        if runs {
            go_on(watch, total);
        }
    };
    let button = move |sign: &'static str, name: Key, step: fn(usize, usize) -> usize| {
        view! {
            <button class="quiet" aria-label=tr(name) title=tr(name) disabled=move || step(at(), total) == at() on:click=move |_| to(step(watch.step.get_untracked(), total))>
                {sign}
            </button>
        }
    };
    let review = format!("#/review/{}", watch.whole.with_value(|whole| whole.id.clone()));
    let from_review = watch.how == Watched::FromReview;
    view! {
        <section class="actions replay">
            <p class="prompt">{move || texts::replay_step(lang(), at(), total)}</p>
            <div class="steps-bar">
                {button("|◀", Key::ButtonFirst, |_, _| 0)}
                {button("◀", Key::ButtonPrevious, |step, _| step.saturating_sub(1))}
                <button class="main" id="main-button" on:click=run>{move || tr(if watch.running.get() { Key::ButtonPause } else { Key::ButtonPlay })}</button>
                {button("▶", Key::ButtonNext, |step, total| (step + 1).min(total))}
                {button("▶|", Key::ButtonLast, |_, total| total)}
            </div>
            <div class="steps-bar">
                <button class="quiet" id="continue-here" disabled=move || play.with(|live| live.to_act() == ToAct::Over) on:click=move |_| continue_here(play)>{tr(Key::ButtonContinueHere)}</button>
                <a class="quiet button" id="review" href=review>{tr(Key::ButtonReview)}</a>
                {(!from_review).then(|| view! { <a class="quiet button" href="#/games">{tr(Key::ButtonBack)}</a> })}
            </div>
        </section>
    }
    .into_any()
}

fn go_on<G: TableGame>(watch: Watch<G>, total: usize) {
    browser::after(STEP, move || {
        if watch.running.try_get_untracked() != Some(true) {
            return;
        }
        let step = watch.step.get_untracked();
        if step < total {
            watch.step.set(step + 1);
            go_on(watch, total);
        } else {
            watch.running.set(false);
        }
    });
}

/// Begins a new game from the position shown.
fn continue_here<G: TableGame>(play: GameView<G>) {
    let id = play.live.with_untracked(|live| opening::go_on_from(&live.id, live.record()));
    route::go(&format!("#/play/{id}"));
}
