//! Who plays: one row for each seat, and a tap for each further player.

use leptos::prelude::*;
use spieltisch_core::{add_seat, change_kind, recolour};

use super::{Setup, begins, people};
use crate::browser::value_of;
use crate::i18n::{Key, lang, level_name, mark_name, texts, tr};
use crate::live::{Kind, Player, opponent};
use crate::pages::outcomes;
use crate::pieces;
use crate::table::mark;

/// The people of this device, the seats, and a way to add one.
pub fn show(setup: Setup) -> impl IntoView {
    let most = *setup.aside.info().players.end();
    // A row is drawn once and follows its seat: what is typed or tapped in it is never swept away.
    let open = RwSignal::new(None);
    let numbers = move || 0..setup.seats.read().len();
    let is_full = move || setup.seats.read().len() >= most;
    let is_alone = move || setup.seats.read().len() < 2;
    let even = outcomes::even_level(setup.game);
    let add = move |id: &'static str, kind: fn(&'static str) -> Kind, picture: &'static str, text: Key, name: Key| {
        let label = texts::format_labelled(lang(), tr(Key::ButtonAddSeat), tr(name));
        let sit = move |_| setup.change_seats(|seats| add_seat(lang(), seats, kind(setup.game)));
        view! {
            <button class="quiet add" id=id aria-label=label.clone() title=label disabled=is_full on:click=sit>
                <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=picture></svg>"+ "{tr(text)}
            </button>
        }
    };
    view! {
        <section class="seating">
            <h2 class="visually-hidden">{tr(Key::SetupSeats)}</h2>
            {people::show(setup)}
            <ol class="seats felt"><For each=numbers key=|seat| *seat let:seat>{row(setup, seat, open)}</For></ol>
            {move || even.filter(|&level| others(&setup.seats.read(), level)).map(|level| even_match(setup, level))}
            <div class="buttons">
                {add("add-person", |_| Kind::Person, pieces::PERSON, Key::SetupHere, Key::SetupPersonHere)}
                {add("add-computer", |game| Kind::Computer(opponent::level(game)), pieces::COMPUTER, Key::SetupComputer, Key::SetupComputer)}
                {add("add-link", |_| Kind::Link, pieces::CHAIN, Key::SetupByLink, Key::SetupPersonLink)}
                <button class="quiet" id="shuffle" aria-label=tr(Key::ButtonSwapSeats) title=tr(Key::ButtonSwapSeats) disabled=is_alone on:click=move |_| setup.seats.update(|seats| shuffle(seats))>
                    <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=pieces::SHUFFLE></svg>
                </button>
            </div>
        </section>
    }
}

fn shuffle(seats: &mut [Player]) {
    for last in (1..seats.len()).rev() {
        seats.swap(last, crate::browser::random_u64() as usize % (last + 1));
    }
}

/// Whether a computer sits there that has another level.
fn others(seats: &[Player], level: u8) -> bool {
    seats.iter().any(|player| matches!(player.kind, Kind::Computer(other) if other != level))
}

/// The level at which the player has won about half of the last games, with one tap for all computers.
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

fn row(setup: Setup, seat: usize, open: RwSignal<Option<usize>>) -> impl IntoView {
    // While the last row goes, it has no seat any more.
    let player = Memo::new(move |_| setup.seats.with(|seats| seats.get(seat).cloned()));
    let name = move || player.get().map(|player| player.name).unwrap_or_default();
    let rename = move |event: web_sys::Event| setup.change_seats(|seats| seats[seat].name = value_of(&event));
    let is_open = move || open.get() == Some(seat);
    let turn = move |_| open.update(|open| *open = if *open == Some(seat) { None } else { Some(seat) });
    let sign = move || match player.get().map_or(0, |player| player.head_start) {
        0 => "⋯".to_string(),
        given => format!("+{given}"),
    };
    let more = move || texts::format_labelled(lang(), tr(Key::SetupMore), name());
    view! {
        <li class="seat">
            {move || player.get().map(|player| mark(player.colour))}
            <input type="text" maxlength="20" autocomplete="off" aria-label=tr(Key::SetupName) prop:value=name on:input=rename/>
            {kind(setup, seat, player)}
            <button class="more" aria-label=more title=more aria-expanded=move || is_open().to_string() on:click=turn>{sign}</button>
            {move || is_open().then(|| particulars(setup, seat, player, open))}
        </li>
    }
}

/// Who sits there, as a small sign; tapped, it offers everyone who could.
fn kind(setup: Setup, seat: usize, player: Memo<Option<Player>>) -> impl IntoView {
    let now = Memo::new(move |_| player.get().map_or(Kind::Person, |player| player.kind));
    let kinds = [0, Kind::Link.number()].into_iter().chain(1..=opponent::STRONGEST).map(|number| {
        let text = match Kind::from_number(number) {
            Kind::Person => tr(Key::SetupPersonHere).to_string(),
            Kind::Link => tr(Key::SetupPersonLink).to_string(),
            Kind::Computer(level) => format!("{} · {}", tr(Key::SetupComputer), texts::setup_level_named(lang(), level, level_name(level))),
        };
        view! { <option value=number.to_string() selected=move || now.get().number() == number>{text}</option> }
    });
    let change = move |event: web_sys::Event| {
        let kind = Kind::from_number(value_of(&event).parse().unwrap_or(0));
        setup.change_seats(|seats| change_kind(lang(), seats, seat, kind));
    };
    let sign = move || match now.get() {
        Kind::Person => (pieces::PERSON, tr(Key::SetupHere)),
        Kind::Link => (pieces::CHAIN, tr(Key::SetupByLink)),
        Kind::Computer(level) => (pieces::COMPUTER, level_name(level)),
    };
    view! {
        <label class="kind">
            <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=move || sign().0></svg>
            <span aria-hidden="true">{move || sign().1}</span>
            <select aria-label=tr(Key::SetupKind) prop:value=move || now.get().number().to_string() on:change=change>{kinds.collect::<Vec<_>>()}</select>
        </label>
    }
}

/// What else is chosen for a seat: its colour, its head start, and whether it stays.
fn particulars(setup: Setup, seat: usize, player: Memo<Option<Player>>, open: RwSignal<Option<usize>>) -> impl IntoView {
    let fewest = *setup.aside.info().players.start();
    let colour = move |colour: usize| {
        let chosen = move || player.get().is_some_and(|player| player.colour == colour);
        let choose = move |_| setup.seats.update(|seats| recolour(seats, seat, colour));
        view! {
            <label title=mark_name(colour)>
                <input type="radio" class="visually-hidden" name=format!("colour-{seat}") aria-label=mark_name(colour) prop:checked=chosen on:change=choose/>{mark(colour)}
            </label>
        }
    };
    let remove = move |_| {
        open.set(None);
        setup.change_seats(|seats| drop(seats.remove(seat)));
    };
    let given = move |given: u8| {
        let text = if given == 0 { tr(Key::SetupNoHeadStart).to_string() } else { setup.aside.head_start_text(given) };
        view! { <option value=given.to_string()>{text}</option> }
    };
    let head_starts = setup.aside.info().head_starts;
    let head_start = move || player.get().map_or(0, |player| player.head_start);
    let give = move |event: web_sys::Event| {
        let given = value_of(&event).parse().unwrap_or(0);
        setup.change_seats(|seats| seats[seat].head_start = given);
    };
    let ahead = (!head_starts.is_empty()).then(|| {
        let options = [0].iter().chain(head_starts).map(|&number| given(number)).collect::<Vec<_>>();
        view! {
            <label class="head-start">{tr(Key::SetupHeadStart)}" "
                <select id=format!("head-start-{seat}") prop:value=move || head_start().to_string() on:change=give>{options}</select>
            </label>
        }
    });
    view! {
        <div class="of-seat">
            <fieldset class="pick"><legend class="visually-hidden">{tr(Key::SetupColour)}</legend>{(0..8).map(colour).collect::<Vec<_>>()}</fieldset>
            {ahead}
            <button class="quiet remove" disabled=move || setup.seats.read().len() <= fewest on:click=remove>{tr(Key::ButtonRemoveSeat)}</button>
        </div>
    }
}

impl Setup {
    /// Changes who sits where; the chosen starter still begins, under another name too.
    pub fn change_seats(self, change: impl FnOnce(&mut Vec<Player>)) {
        let before = self.seats.get_untracked();
        self.seats.update(change);
        begins::follow(self, &before);
    }
}
