//! A decision: what was played, what was better, what it cost, and why.

use leptos::prelude::*;

use super::{COSTLIEST, Looked, ReviewedGame, numbers, why};
use crate::i18n::{Key, lang, texts, tr};
use crate::parts;
use crate::table::{ViewMode, mark};

/// Below this a cost is nothing, in the game's own measure.
const NOTHING: f64 = 5e-4;

/// The decisions that cost a seat most, as cards.
pub fn costliest(looked: Looked) -> AnyView {
    let cards = move || {
        let game = looked.game();
        let worst: Vec<usize> = game.review.costliest(Some(looked.seat.get()), COSTLIEST);
        let worst: Vec<usize> = worst.into_iter().filter(|event| game.review.steps[event - 1].loss() > NOTHING).collect();
        if worst.is_empty() {
            return view! { <p>{tr(Key::ReviewWorstNone)}</p> }.into_any();
        }
        let cards = worst.into_iter().enumerate().map(|(place, event)| card(&game, event, place == 0)).collect::<Vec<_>>();
        view! { <ol class="worst">{cards}</ol> }.into_any()
    };
    view! { <section class="card page worst-decisions"><h2>{tr(Key::ReviewWorst)}</h2>{cards}</section> }.into_any()
}

fn card(game: &ReviewedGame, event: usize, open: bool) -> AnyView {
    let step = &game.review.steps[event - 1];
    let cost = numbers::signed(game.review.is_chance(), -step.loss());
    let (saved, best) = (game.saved.clone(), step.best.clone());
    let is_open = RwSignal::new(open);
    let board = move || {
        is_open.get().then(|| {
            let best = best.clone();
            parts::table(saved.clone(), ViewMode::Still(RwSignal::new(event - 1), Signal::derive(move || best.clone())))
        })
    };
    let toggled = move |_| is_open.update(|open| *open = !*open);
    view! {
        <li class="decision-card" data-event=event.to_string()>
            <p class="cost-line"><strong class="cost">{cost}</strong>{mark(game.players[step.seat].colour)}<span>{texts::replay_step(lang(), event, game.review.steps.len())}</span></p>
            {decision(game, event)}
            <p class="buttons">
                {try_link(game, event)}
                <button class="quiet position" aria-expanded=move || is_open.get().to_string() on:click=toggled>{tr(Key::ReviewPosition)}</button>
            </p>
            {board}
        </li>
    }
    .into_any()
}

/// The way to decide again.
pub fn try_link(game: &ReviewedGame, event: usize) -> AnyView {
    view! { <a class="main button try" href=format!("#/try/{}/{event}", game.saved.id)>{tr(Key::ReviewTry)}</a> }.into_any()
}

/// What was played, what was better, and the sentence that says why.
pub fn decision(game: &ReviewedGame, event: usize) -> AnyView {
    let step = &game.review.steps[event - 1];
    let told = game.told.get(event - 1).cloned().unwrap_or_default();
    let better = told.better.filter(|_| step.loss() > NOTHING);
    let is_best = step.is_choice && better.is_none();
    view! {
        <p class="played">{told.what}</p>
        {better.map(|better| view! { <p class="better">{texts::review_better(lang(), better)}</p><p class="why">{why(game, event)}</p> })}
        {is_best.then(|| view! { <p class="better">{tr(Key::ReviewBest)}</p> })}
    }
    .into_any()
}

/// Why it was worse, in one sentence: the numbers, where nothing clearer can be said.
fn why(game: &ReviewedGame, event: usize) -> String {
    if let Some(reason) = game.review.reason(event) {
        return why::sentence(reason, &game.saved.record.players);
    }
    let (step, is_chance) = (&game.review.steps[event - 1], game.review.is_chance());
    let cost = numbers::plain(is_chance, step.loss());
    if is_chance { texts::review_cost_chance(lang(), cost) } else { texts::review_cost_points(lang(), cost) }
}
