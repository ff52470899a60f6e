//! The sheet: everyone's column, and what the dice would be worth now.

use leptos::prelude::*;
use spieltisch_core::{DiceChoice, TableChoice};
use spieltisch_records::DynGame;
use spieltisch_rules::yatzy::{BONUS, BoxName, Move, UPPER, Yatzy};
use spieltisch_rules::{Seat, ToAct};

use super::{choosing, last_written, live_options};
use crate::i18n::{Key, box_name, box_needs, lang, points, texts, tr};
use crate::live::{GameView, LocalGame};
use crate::table::explain;
use crate::table::frame::mark;
use crate::table::press::is_doubled;

type BoxChoice = DiceChoice<BoxName>;

/// The sheet in two halves: side by side on a phone, one below the other on a desktop.
pub fn show(play: GameView<Yatzy>, choice: RwSignal<BoxChoice>) -> impl IntoView {
    let chosen = Memo::new(move |_| choice.read().chosen);
    let rows = move |boxes: &'static [BoxName]| boxes.iter().map(|&name| row(play, (choice, chosen), name)).collect::<Vec<_>>();
    let upper = move || sums(play, |live, seat| live.position.state.sheet(seat).upper_sum().to_string());
    let bonus = move || {
        sums(play, |live, seat| match live.position.state.sheet(seat).bonus(live_options(live)) {
            0 => "–".to_string(),
            bonus => bonus.to_string(),
        })
    };
    let total = move || sums(play, |live, seat| live.position.scores()[seat].to_string());
    let at_least = play.live.with_untracked(|live| live_options(live).bonus_at_least);
    let players = play.live.with_untracked(|live| live.seats.len());
    view! {
        <section class="sheet card" class:many={players > 2} class:crowd={players > 4} style:--players=players.to_string() aria-label=tr(Key::YatzyPlaySheet)>
            <table aria-label=tr(Key::YatzyBoxUpper)>
                <thead><tr><td></td>{move || heads(play)}</tr></thead>
                <tbody>
                    {rows(&BoxName::ALL[..UPPER])}
                    <tr class="sum"><th scope="row">{tr(Key::YatzyBoxUpper)}<small>" / "{at_least}</small></th>{upper}</tr>
                    <tr class="sum"><th scope="row">{tr(Key::YatzyBoxBonus)}<small>" "{BONUS}</small></th>{bonus}</tr>
                </tbody>
            </table>
            <table aria-label=tr(Key::YatzyBoxLower)>
                <thead><tr><td></td>{move || heads(play)}</tr></thead>
                <tbody>
                    {rows(&BoxName::ALL[UPPER..])}
                    <tr class="sum total"><th scope="row">{tr(Key::YatzyBoxTotal)}</th>{total}</tr>
                </tbody>
            </table>
        </section>
    }
}

fn heads(play: GameView<Yatzy>) -> Vec<AnyView> {
    play.with(|live| {
        let over = live.to_act() == ToAct::Over;
        let head = |(seat, player): (usize, &crate::live::Player)| {
            let mine = is_mine(live, seat);
            view! { <th scope="col" class:mine=mine class:turn=!over && mine>{mark(player.colour)}{play.referee().map(|referee| referee.presence(seat))}<span class="who visually-hidden">{player.name.clone()}</span></th> }
                .into_any()
        };
        live.seats.iter().enumerate().map(head).collect()
    })
}

/// Whether a column is that of the player to act.
fn is_mine(live: &LocalGame<Yatzy>, seat: Seat) -> bool {
    live.seat_to_act() == seat
}

fn sums(play: GameView<Yatzy>, text: fn(&LocalGame<Yatzy>, Seat) -> String) -> Vec<AnyView> {
    play.with(|live| {
        (0..live.seats.len()).map(|seat| view! { <td class:mine=is_mine(live, seat)>{text(live, seat)}</td> }.into_any()).collect()
    })
}

fn row(play: GameView<Yatzy>, (choice, chosen): (RwSignal<BoxChoice>, Memo<Option<BoxName>>), name: BoxName) -> impl IntoView {
    let cells = move || {
        let signs = BoxSigns { chosen: chosen.get() == Some(name), hinted: play.hinted.get() == Some(Move::Score(name)) };
        play.with(|live| (0..live.seats.len()).map(|seat| cell(play, choice, live, seat, name, signs)).collect::<Vec<_>>())
    };
    let explain = move |_| explain::tell(play, explained(name));
    view! { <tr><th scope="row" title=box_needs(name) data-explain=explained(name) on:click=explain>{box_name(name)}</th>{cells}</tr> }
}

/// A box with what it needs and gives.
fn explained(name: BoxName) -> String {
    texts::play_explained(lang(), box_name(name), box_needs(name))
}

/// What stands out about a box that can be chosen.
#[derive(Clone, Copy)]
struct BoxSigns {
    chosen: bool,
    /// Whether a hint advises it.
    hinted: bool,
}

fn cell(
    play: GameView<Yatzy>,
    choice: RwSignal<BoxChoice>,
    live: &LocalGame<Yatzy>,
    seat: Seat,
    name: BoxName,
    signs: BoxSigns,
) -> AnyView {
    let state = &live.position.state;
    let fresh = last_written(live) == Some((seat, name));
    if let Some(written) = state.sheet(seat).points(name) {
        let text = if written == 0 { "✕".to_string() } else { written.to_string() };
        return view! { <td class:mine=is_mine(live, seat) class:fresh=fresh class:struck=written == 0>{text}</td> }.into_any();
    }
    if !(live.is_deciding() && live.person_acts() && seat == state.seat()) {
        return view! { <td class="free" class:mine=is_mine(live, seat)></td> }.into_any();
    }
    let worth = name.points(state.dice(), live_options(live));
    let choose = move |event: web_sys::MouseEvent| {
        if choice.with_untracked(|choice| choice.chosen != Some(name)) || !is_doubled(&event) {
            choosing::tap(play, choice, |choice, live| choice.tap(live, name));
        }
    };
    let label = texts::grid_yatzy_open(lang(), box_name(name), points(worth.into()));
    view! {
        <td class="free mine">
            <button class="offer" class:nothing=worth == 0 class:chosen=signs.chosen class:hinted=signs.hinted
                aria-pressed=signs.chosen.to_string() aria-label=label title=box_needs(name)
                data-explain=explained(name) id=format!("box-{}", name.name()) on:click=choose>{worth}</button>
        </td>
    }
    .into_any()
}
