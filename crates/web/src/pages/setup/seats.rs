//! Who plays: names, colours, people and computers.

use super::{Setup, people};
use crate::browser::value_of;
use crate::i18n::{Key, bot_name, lang, level_name, mark_name, texts, tr};
use crate::live::{Kind, Player};
use crate::pages::outcomes;
use crate::table::mark;
use leptos::prelude::*;

/// A computer's level where nothing is known of those who play.
pub const USUAL_LEVEL: u8 = 3;

/// The list of seats, with a way to add one.
pub fn show(setup: Setup) -> impl IntoView {
    let (fewest, most) = setup.aside.info().players.into_inner();
    let rows = move || {
        let seats = setup.seats.get();
        let removable = seats.len() > fewest;
        seats.into_iter().enumerate().map(|(seat, player)| row(setup, seat, &player, removable)).collect::<Vec<_>>()
    };
    let is_full = move || setup.seats.read().len() >= most;
    let is_alone = move || setup.seats.read().len() < 2;
    let even = outcomes::even_level(setup.game);
    let level = even.unwrap_or(USUAL_LEVEL);
    let add = move |_| {
        setup.seats.update(|seats| {
            let seat = new_seat(seats, level);
            seats.push(seat);
        });
    };
    let shuffle = move |_| setup.seats.update(|seats| shuffle(seats));
    view! {
        <section>
            <h2>{tr(Key::SetupSeats)}</h2>
            {people::show(setup)}
            <ol class="seats">{rows}</ol>
            {move || even.filter(|&level| others(&setup.seats.read(), level)).map(|level| even_match(setup, level))}
            <div class="buttons">
                <button class="quiet" disabled=is_full on:click=add>{tr(Key::ButtonAddSeat)}</button>
                <button class="quiet" disabled=is_alone on:click=shuffle>{tr(Key::ButtonSwapSeats)}</button>
            </div>
        </section>
    }
}

fn shuffle(seats: &mut [Player]) {
    for last in (1..seats.len()).rev() {
        seats.swap(last, crate::browser::random_u64() as usize % (last + 1));
    }
}

/// Stands for a person by link where computers stand by their level and persons here by 0.
const BY_LINK: u8 = 9;

/// Who plays, from the number that is kept.
pub fn kind_of(number: u8) -> Kind {
    match number {
        0 => Kind::Person,
        BY_LINK => Kind::Link,
        level => Kind::Computer(level),
    }
}

/// Who plays, as the number that is kept.
pub fn number_of(kind: Kind) -> u8 {
    match kind {
        Kind::Person => 0,
        Kind::Link => BY_LINK,
        Kind::Computer(level) => level,
    }
}

/// The next colour that nobody has.
pub fn free_colour(seats: &[Player], after: usize) -> usize {
    (1..=8).map(|step| (after + step) % 8).find(|colour| !seats.iter().any(|player| player.colour == *colour)).unwrap_or(after)
}

/// Whether a computer sits there that has another level.
fn others(seats: &[Player], level: u8) -> bool {
    seats.iter().any(|player| matches!(player.kind, Kind::Computer(other) if other != level))
}

/// The level at which somebody has won about half of the last games, with one tap for all computers.
fn even_match(setup: Setup, level: u8) -> impl IntoView {
    let take = move |_| {
        setup.seats.update(|seats| {
            let computers = seats.iter_mut().filter(|player| matches!(player.kind, Kind::Computer(_)));
            computers.for_each(|player| player.kind = Kind::Computer(level));
        });
    };
    view! {
        <p class="buttons even"><span class="fine">{tr(Key::SetupEven)}</span>
            <button class="quiet" id="take-even" on:click=take>{texts::setup_level_named(lang(), level, level_name(level))}</button>
        </p>
    }
}

/// A computer that joins.
pub fn new_seat(seats: &[Player], level: u8) -> Player {
    let name = (0..8).map(bot_name).find(|name| !seats.iter().any(|player| player.name == *name)).unwrap_or_default();
    Player::new(name, free_colour(seats, seats.len().wrapping_sub(1) % 8), Kind::Computer(level))
}

/// Makes it so many seats: those at the end go, or persons come.
pub fn make(seats: &mut Vec<Player>, players: usize) {
    seats.truncate(players);
    while seats.len() < players {
        let colour = free_colour(seats, seats.len().wrapping_sub(1) % 8);
        let names = (1..).map(|number| texts::setup_name_default(lang(), number));
        let name = names.skip(seats.len()).find(|name| !seats.iter().any(|player| player.name == *name)).unwrap_or_default();
        seats.push(Player::new(name, colour, Kind::Person));
    }
}

fn row(setup: Setup, seat: usize, player: &Player, removable: bool) -> impl IntoView + use<> {
    let kind_now = number_of(player.kind);
    let kinds = [0, BY_LINK].into_iter().chain(1..=5).map(|level| {
        let text = match level {
            0 => tr(Key::SetupPersonHere).to_string(),
            BY_LINK => tr(Key::SetupPersonLink).to_string(),
            level => format!("{} · {}", tr(Key::SetupComputer), texts::setup_level_named(lang(), level, level_name(level))),
        };
        view! { <option value=level.to_string() selected=level == kind_now>{text}</option> }
    });
    let recolour = move |_| {
        setup.seats.update(|seats| seats[seat].colour = free_colour(seats, seats[seat].colour));
    };
    let rename = move |event: web_sys::Event| setup.seats.update(|seats| seats[seat].name = value_of(&event));
    let change_kind = move |event: web_sys::Event| {
        let level: u8 = value_of(&event).parse().unwrap_or(0);
        setup.seats.update(|seats| change_kind(seats, seat, level));
    };
    let colour_name = texts::format_labelled(lang(), tr(Key::SetupColour), mark_name(player.colour));
    view! {
        <li class="seat">
            <button class="colour" aria-label=colour_name.clone() title=colour_name on:click=recolour>{mark(player.colour)}</button>
            <input type="text" maxlength="20" aria-label=tr(Key::SetupName) prop:value=player.name.clone() on:change=rename/>
            <select aria-label=tr(Key::SetupKind) on:change=change_kind>{kinds.collect::<Vec<_>>()}</select>
            <button class="remove" aria-label=tr(Key::ButtonRemoveSeat) title=tr(Key::ButtonRemoveSeat) disabled=!removable
                on:click=move |_| setup.seats.update(|seats| drop(seats.remove(seat)))>"✕"</button>
        </li>
    }
}

/// A seat whose name is nobody's own changes it with its kind.
fn change_kind(seats: &mut [Player], seat: usize, level: u8) {
    let bots: Vec<&str> = (0..8).map(bot_name).collect();
    let person = texts::setup_name_default(lang(), seat + 1);
    let player = &mut seats[seat];
    player.kind = kind_of(level);
    let computer = matches!(player.kind, Kind::Computer(_));
    if !computer && bots.contains(&player.name.as_str()) {
        player.name = person;
    } else if computer && player.name == person {
        player.name = bot_name(seat + 1).to_string();
    }
}
