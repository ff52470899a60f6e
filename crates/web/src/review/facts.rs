//! The rolls that stood out, how well everyone played, and all numbers as a table.

use leptos::prelude::*;
use spieltisch_review::{Extreme, Ledger, Measured};

use super::{Looked, ReviewedGame, numbers};
use crate::i18n::{Key, lang, texts, tr};
use crate::table::mark;

/// What else there is to know.
pub fn show(looked: Looked) -> AnyView {
    let game = looked.game();
    let has_rolls = !game.review.extremes.is_empty();
    view! {
        <section class="card page facts">
            {has_rolls.then(|| rolls(looked))}
            <h2>{tr(Key::ReviewLevelTitle)}</h2>
            <ul class="levels">{(0..game.players.len()).map(|seat| level(&game, seat)).collect::<Vec<_>>()}</ul>
            <details id="numbers">
                <summary>{tr(Key::ReviewNumbers)}</summary>
                {game.review.measures.iter().map(|measured| table(&game, measured)).collect::<Vec<_>>()}
            </details>
        </section>
    }
    .into_any()
}

fn rolls(looked: Looked) -> AnyView {
    let shown = move || {
        let (game, seat) = (looked.game(), looked.seat.get());
        let own = game.review.extremes.iter().filter(|extreme| extreme.seat == seat);
        own.map(|extreme| roll(looked, &game, *extreme)).collect::<Vec<_>>()
    };
    view! { <h2>{tr(Key::ReviewRolls)}</h2><ul class="rolls-that-stood-out">{shown}</ul> }.into_any()
}

fn roll(looked: Looked, game: &ReviewedGame, extreme: Extreme) -> AnyView {
    let title = tr(if extreme.lucky { Key::ReviewLuckiest } else { Key::ReviewUnluckiest });
    let chance = numbers::chance(extreme.chance);
    let odds = if extreme.lucky { texts::review_odds_good(lang(), chance) } else { texts::review_odds_bad(lang(), chance) };
    let what = game.told.get(extreme.event - 1).map_or(String::new(), |told| told.what.clone());
    let luck = numbers::signed(game.review.is_chance(), extreme.luck);
    let show = move |_| {
        looked.step.set(extreme.event);
        crate::browser::show("place");
    };
    view! {
        <li>
            <strong>{texts::format_labelled(lang(), title, luck)}</strong>
            <button class="link" on:click=show>{what}</button>
            <span class="fine">{odds}</span>
        </li>
    }
    .into_any()
}

fn level(game: &ReviewedGame, seat: usize) -> AnyView {
    let (player, played) = (&game.players[seat], game.review.seats[seat]);
    let like = played.level.map(|level| texts::review_level(lang(), texts::tenths(lang(), (10.0 * level).round() as i64)));
    let detail = match played.decisions {
        0 => tr(Key::ReviewNoDecisions).to_string(),
        decisions => {
            let cost = numbers::fine(game.review.is_chance(), played.loss / decisions as f64);
            texts::review_per_decision(lang(), decisions as i64, cost)
        }
    };
    view! { <li>{mark(player.colour)}<span><strong>{player.name.clone()}</strong>" "{like}<small>{detail}</small></span></li> }.into_any()
}

fn table(game: &ReviewedGame, measured: &Measured) -> AnyView {
    let is_chance = measured.is_chance;
    let end = if game.review.over { Key::ReviewEnd } else { Key::ReviewEndLeft };
    let heads = [Key::ReviewStart, Key::ReviewLuck, Key::ReviewLosses, Key::ReviewOthers, Key::ReviewDrift, end];
    let row = |seat: usize| {
        let Ledger { start, luck, losses, gifts, drift, end } = measured.ledger(seat);
        let cells = [
            numbers::plain(is_chance, start),
            numbers::signed(is_chance, luck),
            numbers::signed(is_chance, losses),
            numbers::signed(is_chance, gifts),
            numbers::signed(is_chance, drift),
            numbers::plain(is_chance, end),
        ];
        view! { <tr><th scope="row">{game.players[seat].name.clone()}</th>{cells.map(|cell| view! { <td>{cell}</td> })}</tr> }
    };
    let caption = tr(if is_chance { Key::ReviewInChances } else { Key::ReviewInPoints });
    view! {
        <div class="wide" tabindex="0" role="region" aria-label=caption>
            <table class="all-numbers">
                <caption>{caption}</caption>
                <thead><tr><th scope="col">{tr(Key::ReviewPlayer)}</th>{heads.map(|head| view! { <th scope="col">{tr(head)}</th> })}</tr></thead>
                <tbody>{(0..measured.seats()).map(row).collect::<Vec<_>>()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
