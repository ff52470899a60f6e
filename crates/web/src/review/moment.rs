//! One place of a game: what happened next, what it was worth, and the table as it stood.

use leptos::prelude::*;

use super::{Looked, ReviewedGame, card, numbers};
use crate::i18n::{Key, lang, texts, tr};
use crate::parts;
use crate::table::ViewMode;

/// After so many events: everyone's chance, and what happened then, in one line.
pub fn line(game: &ReviewedGame, step: usize) -> String {
    let happened = match step {
        0 => tr(Key::ReviewBefore).to_string(),
        step => happened(game, step),
    };
    format!("{happened} · {}", stands(game, step))
}

/// The last of so many events in words.
fn happened(game: &ReviewedGame, event: usize) -> String {
    game.told.get(event - 1).map_or(String::new(), |told| told.what.clone())
}

/// Everyone's chance after so many events.
fn stands(game: &ReviewedGame, step: usize) -> String {
    let is_chance = game.review.is_chance();
    let one = |seat: usize| {
        let value = numbers::value(is_chance, game.review.curve(seat).get(step).copied().unwrap_or_default());
        if game.players.len() == 1 { value } else { format!("{} {value}", game.players[seat].name) }
    };
    (0..game.players.len()).map(one).collect::<Vec<_>>().join(" · ")
}

/// The place that is looked at.
pub fn show(looked: Looked) -> AnyView {
    let game = looked.game();
    let total = game.review.steps.len();
    // What comes next is judged; the table stands as it was before.
    let next = Memo::new(move |_| Some(looked.step.get() + 1).filter(|event| *event <= total));
    let marked = Signal::derive(move || {
        let game = looked.game();
        let event = next.get()?;
        game.review.steps[event - 1].best.clone()
    });
    // The costliest position stands beside its decision already; a table stands here once the reader looks for another place.
    let is_looked_for = Memo::new(move |before: Option<&bool>| before == Some(&true) || looked.step.get() > 0);
    let board = move || is_looked_for.get().then(|| parts::table(looked.game().saved.clone(), ViewMode::Still(looked.step, marked)));
    let stood = move || texts::replay_step(lang(), looked.step.get(), total);
    let judged = move || next.get().filter(|_| is_looked_for.get()).map(|event| verdict(&looked.game(), event));
    let replay = move || format!("#/replay/{}/{}", looked.game().saved.id, looked.step.get());
    let is_decision = move || next.get().filter(|event| is_looked_for.get() && looked.game().review.steps[event - 1].is_choice);
    let go = move |forward: bool| {
        let (game, at) = (looked.game(), looked.step.get_untracked() + 1);
        let choices = game.review.choices(looked.seat.get_untracked());
        let to = if forward { choices.into_iter().find(|event| *event > at) } else { choices.into_iter().rev().find(|event| *event < at) };
        if let Some(event) = to {
            looked.step.set(event - 1);
        }
    };
    view! {
        <div class="moment">
            <p class="stood" role="status"><strong>{stood}</strong>" "{move || line(&looked.game(), looked.step.get())}</p>
            {board}
            {judged}
            <p class="buttons">
                <button class="quiet" id="previous-decision" on:click=move |_| go(false)>{tr(Key::ReviewPrevious)}</button>
                <button class="quiet" id="next-decision" on:click=move |_| go(true)>{tr(Key::ReviewNext)}</button>
                {move || is_decision().map(|event| card::try_link(&looked.game(), event))}
                <a class="quiet button" id="watch-here" href=replay>{tr(Key::ReviewWatch)}</a>
            </p>
        </div>
    }
    .into_any()
}

/// What an event was worth to the player who rolled or decided.
fn verdict(game: &ReviewedGame, event: usize) -> AnyView {
    let (step, is_chance) = (&game.review.steps[event - 1], game.review.is_chance());
    if step.is_roll {
        let luck = texts::review_roll_luck(lang(), numbers::signed(is_chance, step.own_change()));
        return view! { <p class="judged">{happened(game, event)}" · "{luck}</p> }.into_any();
    }
    view! { <div class="judged">{card::decision(game, event)}</div> }.into_any()
}
