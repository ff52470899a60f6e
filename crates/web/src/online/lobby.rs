//! The table itself: who sits where, links to invite by, what is agreed, and the beginning.

use leptos::prelude::*;
use spieltisch_protocol::{Evening, Links, SeatAt, Terms};

use super::table::Online;
use super::{agreement, invitation, kept, leaving, links, words};
use crate::i18n::{Key, game_name, lang, level_name, texts, tr};
use crate::parts;
use crate::table::mark;

/// The page of a table before its game.
pub fn page(online: Online) -> AnyView {
    let game = online.with_evening_untracked(|evening| evening.game.clone());
    let links = kept::find(&online.name()).and_then(|kept| kept.links);
    let own = online.role.get_untracked().and_then(|role| role.seat()).map(|_| links::address(&online.name(), &online.token()));
    let terms = online.with_evening_untracked(|evening| terms(&evening.terms));
    let watchers = move || match online.here.get().watchers {
        0 => String::new(),
        watchers => texts::online_spectators(lang(), watchers.into()),
    };
    let status = move || {
        let begun = online.with_evening(|evening| evening.round.is_some());
        tr(match online.my_seat() {
            None => Key::LinkWatching,
            Some(_) if begun => return String::new(),
            Some(_) => Key::OnlineStartsSoon,
        })
        .to_string()
    };
    view! {
        <div class="card page lobby">
            <h1>{game_name(&game)}</h1>
            <p>{status}</p>
            <ol class="at-table">{move || seats(online)}</ol>
            {leaving::button(online, "leave", "quiet leave")}
            {parts::tell_me(online)}
            <p class="fine" role="status">{watchers}</p>
            {links.map(|links| invitations(online, links))}
            {buttons(online)}
            <p class="wrong" role="alert">{move || online.refused.get().map(|refused| words::refusal(&refused))}</p>
            {own.map(|own| view! { <details><summary>{tr(Key::OnlineOwnLink)}</summary>{links::row("own", tr(Key::OnlineOwnLink).to_string(), own)}</details> })}
            {agreement::switches(online)}
            <ul class="agreed">{terms.into_iter().map(|term| view! { <li>{term}</li> }).collect::<Vec<_>>()}</ul>
        </div>
    }
    .into_any()
}

/// Who sits where, and whether they are here.
fn seats(online: Online) -> Vec<AnyView> {
    let (mine, here) = (online.my_seat(), online.here.get().seats);
    online.with_evening(|evening| {
        let row = |(seat, at): (usize, &SeatAt)| {
            let present = here.contains(&(seat as u8));
            let state = match (at.computer, at.taken) {
                (Some(level), _) => format!("{} · {}", tr(Key::SetupComputer), level_name(level)),
                (None, false) => tr(Key::OnlineFree).to_string(),
                (None, true) if mine == Some(seat as u8) => tr(Key::OnlineYou).to_string(),
                (None, true) => tr(if present { Key::OnlineHere } else { Key::OnlineAway }).to_string(),
            };
            view! {
                <li class="player" class:free=at.computer.is_none() && !at.taken>
                    {mark(at.colour.into())}
                    <span class="name">{seat_name(evening, seat)}</span>
                    <span class="state" class:present=present>{state}</span>
                </li>
            }
            .into_any()
        };
        evening.seats.iter().enumerate().map(row).collect()
    })
}

fn seat_name(evening: &Evening, seat: usize) -> String {
    let name = evening.seats.get(seat).map(|at| at.name.clone()).unwrap_or_default();
    if name.is_empty() { texts::setup_seat(lang(), seat + 1) } else { name }
}

fn buttons(online: Online) -> impl IntoView {
    let sits = move || online.my_seat().is_some();
    let waits = move || sits() && online.with_evening(|evening| evening.round.is_none());
    let begun = move || online.with_evening(|evening| evening.round.is_some());
    view! {
        <div class="buttons">
            {move || begun().then(|| view! { <button class="main" id="to-game" on:click=move |_| online.at_lobby.set(false)>{tr(Key::OnlineToGame)}</button> })}
            {move || waits().then(|| view! {
                <button class="main" id="start-now" title=tr(Key::OnlineStartNowHelp) on:click=move |_| online.start()>{tr(Key::OnlineStartNow)}</button>
                <span class="fine">{tr(Key::OnlineStartNowHelp)}</span>
            })}
            {move || online.looks_on.get().then(|| view! { <button class="quiet" on:click=move |_| online.looks_on.set(false)>{tr(Key::OnlineSit)}</button> })}
        </div>
    }
}

/// The links of whoever set the table up.
fn invitations(online: Online, all: Links) -> impl IntoView {
    let table = online.name();
    let mine = online.role.get_untracked().and_then(|role| role.seat());
    let shown = invitation::show(online, &all);
    let invite = links::row("invite", tr(Key::OnlineInviteHelp).to_string(), links::preview_address(&table, &all.invite));
    let watch = links::row("watch", tr(Key::OnlineWatchLink).to_string(), links::address(&table, &all.watch));
    let seats = all.seats.into_iter().enumerate().filter(|(seat, token)| !token.is_empty() && mine != Some(*seat as u8));
    let seats = seats.map(|(seat, token)| {
        let name = online.with_evening_untracked(|evening| seat_name(evening, seat));
        links::row(&format!("seat-{seat}"), texts::online_seat_link(lang(), name), links::preview_address(&table, &token))
    });
    let seats = seats.collect::<Vec<_>>();
    view! {
        <section class="invite">
            <h2>{tr(Key::OnlineInvite)}</h2>
            {invite}
            {shown}
            <details>
                <summary>{tr(Key::OnlineMoreLinks)}</summary>
                {seats}
                {watch}
            </details>
        </section>
    }
}

/// What is agreed besides the rules, in short lines.
fn terms(terms: &Terms) -> Vec<String> {
    let mut lines = Vec::new();
    if terms.same_dice {
        lines.push(tr(Key::OnlineSameDice).to_string());
    }
    if let Some(seconds) = terms.stand_in {
        lines.push(texts::format_labelled(lang(), tr(Key::OnlineStandIn), words::span(seconds)));
    }
    if let Some(seconds) = terms.turn {
        lines.push(texts::format_labelled(lang(), tr(Key::OnlineTurnTime), words::span(seconds)));
    }
    lines
}
