//! Everyone's chance over the game as a curve, with the luck of every roll as bars, and the table as it stood at any place of it.

use std::fmt::Write;

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{Looked, ReviewedGame, moment, numbers};
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::pieces::mark::COLOURS;
use crate::table::mark;

/// Height of the curve and of the bars below it, in the picture's own measure.
const HIGH: f64 = 100.0;
const BARS: f64 = 40.0;

/// By seat: how the line is dashed, so that lines differ without their colours.
const DASHES: [&str; 8] = ["", "6 3", "2 3", "10 3 2 3", "1 4", "12 4", "6 2 1 2 1 2", "4 4"];

fn colour(colour: usize) -> &'static str {
    COLOURS[colour % COLOURS.len()]
}

/// The curve, and below it the table as it stood.
pub fn show(looked: Looked) -> AnyView {
    let game = looked.game();
    let steps = game.review.steps.len();
    let title = if game.review.is_chance() { Key::ReviewCurve } else { Key::ReviewCurvePoints };
    let picture = move || picture(&looked.game(), looked.seat.get());
    let bars = move || texts::review_bars(lang(), &looked.game().players[looked.seat.get()].name);
    let has_rolls = game.review.steps.iter().any(|step| step.is_roll);
    let tap = move |event: web_sys::MouseEvent| {
        let Some(element) = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return };
        // Nothing within hears the tap, so it is measured from this element's edge.
        let part = f64::from(event.offset_x()) / f64::from(element.client_width().max(1));
        looked.step.set((part.clamp(0.0, 1.0) * steps as f64).round() as usize);
    };
    let slide = move |event: web_sys::Event| {
        if let Ok(step) = browser::value_of(&event).parse::<usize>() {
            looked.step.set(step.min(steps));
        }
    };
    let cursor = move || format!("{:.3}%", 100.0 * looked.step.get() as f64 / steps as f64);
    let label = move || moment::line(&looked.game(), looked.step.get());
    view! {
        <section class="card page curve">
            <h2>{tr(title)}</h2>
            <p class="fine">{tr(Key::ReviewCurveHelp)}</p>
            {legend(&game)}
            <div class="plot" on:click=tap>
                {picture}
                <div class="cursor" style:left=cursor></div>
            </div>
            <input type="range" id="place" min="0" max=steps.to_string() step="1" aria-label=tr(Key::ReviewPlace)
                prop:value=move || looked.step.get().to_string() aria-valuetext=label on:input=slide/>
            {has_rolls.then(|| view! { <p class="fine">{bars}</p> })}
            {moment::show(looked)}
        </section>
    }
    .into_any()
}

/// Whose line is whose.
fn legend(game: &ReviewedGame) -> AnyView {
    if game.players.len() == 1 {
        return ().into_any();
    }
    let one = |(seat, player): (usize, &crate::live::Player)| {
        view! {
            <li>
                {mark(player.colour)}
                <svg class="sample" viewBox="0 0 36 6" aria-hidden="true"><line class="under" x1="0" x2="36" y1="3" y2="3" stroke-dasharray=DASHES[seat % 8]/><line x1="0" x2="36" y1="3" y2="3" stroke=colour(player.colour) stroke-dasharray=DASHES[seat % 8]/></svg>
                <span>{player.name.clone()}</span>
            </li>
        }
    };
    view! { <ul class="legend" aria-hidden="true">{game.players.iter().enumerate().map(one).collect::<Vec<_>>()}</ul> }.into_any()
}

/// The picture itself: as wide as the game has events.
fn picture(game: &ReviewedGame, seat: usize) -> AnyView {
    let is_chance = game.review.is_chance();
    let curves: Vec<Vec<f64>> = (0..game.players.len()).map(|seat| game.review.curve(seat)).collect();
    let (low, high) = span(&curves, is_chance);
    let steps = game.review.steps.len() as f64;
    let height = |value: f64| HIGH * (high - value.clamp(low, high)) / (high - low);
    let lines = curves.iter().enumerate().map(|(other, curve)| {
        let points = curve.iter().enumerate().fold(String::new(), |mut points, (step, value)| {
            let _ = write!(points, "{step},{:.2} ", height(*value)); // a string takes everything
            points
        });
        let (dashes, own) = (DASHES[other % 8], other == seat);
        view! {
            <polyline class="under" class:own=own points=points.clone() stroke-dasharray=dashes/>
            <polyline class="line" class:own=own points=points stroke=colour(game.players[other].colour) stroke-dasharray=dashes/>
        }
    });
    let lines = lines.collect::<Vec<_>>();
    let marks = if is_chance { vec![0.25, 0.5, 0.75] } else { vec![(low + high) / 2.0] };
    let grid = marks.into_iter().map(|value| view! { <line class="grid" x1="0" x2=steps.to_string() y1=height(value) y2=height(value)/> });
    let grid = grid.collect::<Vec<_>>();
    let (top, bottom) = (numbers::value(is_chance, high), numbers::value(is_chance, low));
    view! {
        <svg class="picture-of-game" viewBox=format!("0 0 {steps} {}", HIGH + BARS) preserveAspectRatio="none" aria-hidden="true">
            {grid}
            <line class="grid" x1="0" x2=steps.to_string() y1=HIGH + BARS / 2.0 y2=HIGH + BARS / 2.0/>
            {bars(game, seat)}
            {lines}
        </svg>
        <span class="top" aria-hidden="true">{top}</span>
        <span class="bottom" aria-hidden="true">{bottom}</span>
    }
    .into_any()
}

/// From where to where the curve goes: chances from nothing to all, points only where they are.
fn span(curves: &[Vec<f64>], is_chance: bool) -> (f64, f64) {
    if is_chance {
        return (0.0, 1.0);
    }
    let all = || curves.iter().flatten().copied();
    let (least, most) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    (least.floor() - 1.0, most.ceil() + 1.0)
}

/// What each roll brought a seat: up is good.
fn bars(game: &ReviewedGame, seat: usize) -> Vec<AnyView> {
    let rolls = || game.review.steps.iter().enumerate().filter(|(_, step)| step.is_roll);
    let most = rolls().map(|(_, step)| step.change(seat).abs()).fold(1e-9, f64::max);
    let middle = HIGH + BARS / 2.0;
    let bar = |(number, luck): (usize, f64)| {
        let long = (BARS / 2.0 - 1.0) * luck.abs() / most;
        let (top, class) = if luck > 0.0 { (middle - long, "gain") } else { (middle, "loss") };
        view! { <rect class=class x=format!("{:.1}", number as f64 + 0.1) y=format!("{top:.2}") width="0.9" height=format!("{long:.2}")/> }
            .into_any()
    };
    rolls().map(|(number, step)| (number, step.change(seat))).filter(|(_, luck)| luck.abs() > most / 50.0).map(bar).collect()
}
