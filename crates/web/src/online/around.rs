//! What is shown around a game by link: who is here, whose time runs, questions, the connection itself.

use std::time::Duration;

use leptos::prelude::*;
use spieltisch_protocol::SeatAt;
use spieltisch_records::Time;
use spieltisch_records::header::STARTED;
use spieltisch_rules::Seat;

use super::table::{ConnectionState, LinkedTable, ShownReaction};
use super::{agreement, end, names, reactions, words};
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::Turn;
use crate::table::mark;

/// What lies over the table for a moment: a lost connection, a question, reactions.
pub fn news(online: LinkedTable) -> impl IntoView {
    let line = move || {
        (online.standing.get() == ConnectionState::Lost).then(|| view! { <p class="note lost" role="status">{tr(Key::LinkLost)}</p> })
    };
    view! {
        <div class="news">
            {line}
            {move || take_back(online)}
            {end::rematch_wish(online)}
            {agreement::news(online)}
            {move || online.time_up.get().map(|seat| view! { <p class="note" role="status">{texts::online_time_up(lang(), name_of(online, seat))}</p> })}
            {move || online.reactions.get().into_iter().map(|shown| reaction(online, &shown)).collect::<Vec<_>>()}
        </div>
    }
}

fn name_of(online: LinkedTable, seat: u8) -> String {
    online.with_state(|table_state| names::of(table_state, seat))
}

/// Someone asks to take their last decision back.
fn take_back(online: LinkedTable) -> Option<AnyView> {
    let asked = online.with_state(|table_state| table_state.asked.clone())?;
    let mine = online.my_seat()?;
    if asked.seat == mine || asked.agreed.contains(&mine) {
        return Some(view! { <p class="note" role="status">{tr(Key::OnlineWaitsForYes)}</p> }.into_any());
    }
    Some(
        view! {
            <div class="note question" role="alertdialog" aria-label=tr(Key::ButtonUndo)>
                <p>{texts::online_asks_back(lang(), name_of(online, asked.seat))}</p>
                <button class="main" id="agree" on:click=move |_| online.answer(true)>{tr(Key::ButtonYes)}</button>
                <button class="quiet" on:click=move |_| online.answer(false)>{tr(Key::ButtonNo)}</button>
            </div>
        }
        .into_any(),
    )
}

fn reaction(online: LinkedTable, shown: &ShownReaction) -> impl IntoView + use<> {
    let colour = online.with_state(|table_state| table_state.seats.get(usize::from(shown.seat)).map_or(0, |at| at.colour));
    let text = texts::online_reacts(lang(), name_of(online, shown.seat), words::reaction(&shown.with));
    view! {
        <p class="note reaction" role="status" aria-label=text>
            {mark(colour.into())}<span class="name">{name_of(online, shown.seat)}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=reactions::markup(&shown.with)></svg>
        </p>
    }
}

/// At a player's mark: whether they are here, or a computer plays for them.
pub fn presence(online: LinkedTable, place: Seat) -> AnyView {
    let state = Memo::new(move |_| state_at(online, place));
    let dot = move || {
        state.get().map(|state| {
            let (class, key) = match state {
                Presence::Here => ("dot here", Key::OnlineHere),
                Presence::Away => ("dot away", Key::OnlineAway),
                Presence::Replaced => ("dot replaced", Key::SetupComputer),
            };
            view! { <span class=class role="img" aria-label=tr(key) title=tr(key)></span> }
        })
    };
    dot.into_any()
}

/// Whether the person at this place of the order of play is here; nothing where a computer plays.
fn state_at(online: LinkedTable, place: Seat) -> Option<Presence> {
    let here = online.here.get().seats;
    online.with_state(|table_state| {
        let seat = table_state.round.as_ref()?.table_seat(place);
        let at = table_state.seats.get(usize::from(seat))?;
        at.computer.is_none().then(|| state_of(at, here.contains(&seat)))
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Presence {
    Here,
    Away,
    Replaced,
}

fn state_of(at: &SeatAt, here: bool) -> Presence {
    match at.played_by_computer() {
        Some(_) => Presence::Replaced,
        None if here => Presence::Here,
        None => Presence::Away,
    }
}

/// What is said while another player is awaited, where it is more than that.
pub fn prompt(online: LinkedTable, turn: Turn, name: &str) -> Option<String> {
    // While the connection is lost, who is here is not known.
    let known = online.standing.get() == ConnectionState::Open;
    match state_at(online, turn.seat)? {
        Presence::Replaced => Some(texts::online_stands_in(lang(), name)),
        Presence::Away if known => Some(texts::online_is_away(lang(), name)),
        Presence::Away | Presence::Here => None,
    }
}

/// Lets the table know whose turn it is, as long as its game is shown.
pub fn note_turn(online: LinkedTable, turn: Signal<Option<Turn>>) {
    Effect::new(move |_| {
        let seat = turn.get().and_then(|turn| online.with_state(|table_state| Some(table_state.round.as_ref()?.table_seat(turn.seat))));
        if online.on_turn.get_untracked() != seat {
            online.on_turn.set(seat);
        }
    });
    on_cleanup(move || {
        let _ = online.on_turn.try_set(None);
    });
}

/// The time that is left for the turn, where the table has agreed on one.
pub fn clock(online: LinkedTable, turn: Signal<Option<Turn>>) -> Option<impl IntoView> {
    let limit = online.with_state_untracked(|table_state| table_state.terms.turn)?;
    let now = RwSignal::new(browser::now());
    let tick = set_interval_with_handle(move || now.set(browser::now()), Duration::from_secs(1)).ok()?;
    on_cleanup(move || tick.clear());
    Some(move || {
        let began = began(online, turn.get()?)?;
        let used = (now.get() - online.ahead.get() - began as f64) / 1000.0;
        let left = (f64::from(limit) - used).clamp(0.0, f64::from(limit)) as u32;
        Some(view! { <span class="clock" class:short=left < 10>{texts::online_time_left(lang(), words::clock(left))}</span> })
    })
}

/// When a turn began, by the server's clock.
fn began(online: LinkedTable, turn: Turn) -> Option<u64> {
    online.with_state(|table_state| {
        let round = table_state.round.as_ref()?;
        let started = || STARTED.read(&round.record).map_or(table_state.changed, |Time(started)| started);
        Some(turn.after.and_then(|event| round.times.get(event).copied()).unwrap_or_else(started))
    })
}
