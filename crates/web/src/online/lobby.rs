//! The table itself: how to invite, who sits where, the beginning; what is agreed is folded away.

use leptos::prelude::*;
use spieltisch_core::Reach;
use spieltisch_protocol::SeatAt;

use super::reach;
use super::table::LinkedTable;
use super::{agreement, invitation, kept, leaving, links, names, terms, words};
use crate::i18n::{Key, game_name, lang, level_name, texts, tr};
use crate::parts;
use crate::table::mark;

const PENCIL: &str = r#"<path d="M4 20l1-5L16 4l4 4L9 19z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>"#;

/// The page of a table before its game: what invites, who sits there, the beginning; the rest is folded.
pub fn page(online: LinkedTable) -> AnyView {
    let game = online.with_state_untracked(|table_state| table_state.game.clone());
    let links = kept::find(&online.name()).and_then(|kept| kept.links);
    let reach = reach::ask();
    let watchers = move || match online.here.get().watchers {
        0 => String::new(),
        watchers => texts::online_spectators(lang(), watchers.into()),
    };
    let status = move || {
        let begun = online.with_state(|table_state| table_state.round.is_some());
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
            {links.as_ref().map(|links| invitation::show(online, links, reach))}
            <div class="who">
                <p>{status}</p>
                <ol class="at-table">{move || seats(online)}</ol>
                <p class="fine" role="status">{watchers}</p>
                <p class="wrong" role="alert">{move || online.refused.get().map(|refused| words::refusal(&refused))}</p>
            </div>
            {buttons(online, links.is_some())}
            <div class="folds">
                {links.map(|links| invitation::more(online, links, reach))}
                {at_this_table(online, reach)}
            </div>
        </div>
    }
    .into_any()
}

/// What a player may want to change at the table, once in a while.
fn at_this_table(online: LinkedTable, reach: RwSignal<Reach>) -> AnyView {
    let terms = online.with_state_untracked(|table_state| terms::lines(&table_state.terms));
    let sits = online.role.get_untracked().is_some_and(|role| role.seat().is_some());
    let own = move || {
        let label = tr(Key::OnlineOwnLink).to_string();
        sits.then(|| links::row("own", label, links::address(&reach.get(), &online.name(), &online.token())))
    };
    view! {
        <details id="table-options">
            <summary>{tr(Key::OnlineMenu)}</summary>
            {parts::tell_me(online)}
            {agreement::switches(online)}
            <ul class="agreed">{terms.into_iter().map(|term| view! { <li>{term}</li> }).collect::<Vec<_>>()}</ul>
            {own}
            {leaving::button(online, "leave", "quiet leave")}
        </details>
    }
    .into_any()
}

/// Who sits where, and whether they are here.
fn seats(online: LinkedTable) -> Vec<AnyView> {
    let (mine, here) = (online.my_seat(), online.here.get().seats);
    online.with_state(|table_state| {
        let row = |(seat, at): (usize, &SeatAt)| {
            let present = here.contains(&(seat as u8));
            let is_mine = mine == Some(seat as u8);
            let state = match (at.computer, at.taken) {
                (Some(level), _) => format!("{} · {}", tr(Key::SetupComputer), level_name(level)),
                (None, false) => tr(Key::OnlineFree).to_string(),
                (None, true) if is_mine => tr(Key::OnlineYou).to_string(),
                (None, true) => tr(if present { Key::OnlineHere } else { Key::OnlineAway }).to_string(),
            };
            let rename = is_mine.then(|| {
                view! {
                    <button class="rename" id="rename" aria-label=tr(Key::OnlineRename) title=tr(Key::OnlineRename) on:click=move |_| online.naming.set(true)>
                        <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=PENCIL></svg>
                    </button>
                }
            });
            view! {
                <li class="player" class:free=at.computer.is_none() && !at.taken>
                    {mark(at.colour.into())}
                    <span class="name"><span>{names::of_seat(table_state, seat)}</span>{rename}</span>
                    <span class="state" class:present=present>{state}</span>
                </li>
            }
            .into_any()
        };
        table_state.seats.iter().enumerate().map(row).collect()
    })
}

/// The beginning stays in sight. The host has that to do first.
fn buttons(online: LinkedTable, invites: bool) -> impl IntoView {
    let sits = move || online.my_seat().is_some();
    let waits = move || sits() && online.with_state(|table_state| table_state.round.is_none());
    let begun = move || online.with_state(|table_state| table_state.round.is_some());
    let class = if invites { "quiet" } else { "main" };
    view! {
        <div class="buttons go">
            {move || begun().then(|| view! { <button class="main" id="to-game" on:click=move |_| online.at_lobby.set(false)>{tr(Key::OnlineToGame)}</button> })}
            {move || waits().then(|| view! {
                <button class=class id="start-now" title=tr(Key::OnlineStartNowHelp) on:click=move |_| online.start()>{tr(Key::OnlineStartNow)}</button>
                <span class="fine">{tr(Key::OnlineStartNowHelp)}</span>
            })}
            {move || online.looks_on.get().then(|| view! { <button class="quiet" on:click=move |_| online.looks_on.set(false)>{tr(Key::OnlineSit)}</button> })}
        </div>
    }
}
