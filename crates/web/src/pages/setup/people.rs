//! The people of this device, to be seated with a tap.

use leptos::prelude::*;
use spieltisch_core::{place_for, seat_of, sit_down, stand_up};

use super::Setup;
use crate::app::route;
use crate::family::people::{self, Person};
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{Kind, Player, opponent};
use crate::table::{face, mark};

/// Everyone as a button that is pressed while they sit, and the way to their names and pictures.
pub fn show(setup: Setup) -> impl IntoView {
    let (fewest, most) = setup.aside.info().players.into_inner();
    let known = people::all();
    let button = |(number, person): (usize, Person)| {
        let name = person.name.clone();
        let player = Player { picture: person.picture, ..Player::new(&name, person.colour, Kind::Person) };
        let seated = Signal::derive(move || setup.seats.with(|seats| seat_of(seats, &name).is_some()));
        let no_room = Signal::derive(move || !seated.get() && setup.seats.with(|seats| place_for(seats, most).is_none()));
        let tap = move |_| {
            setup.change_seats(|seats| match seat_of(seats, &person.name) {
                Some(seat) => stand_up(lang(), seats, seat, fewest, opponent::level(setup.game)),
                None => sit_down(seats, &person, most),
            });
        };
        view! {
            <button class="person" id=format!("sit-{number}") aria-pressed=move || seated.get().to_string() disabled=no_room on:click=tap>
                {face(&player)}{mark(player.colour)}<span class="name">{player.name.clone()}</span>
            </button>
        }
    };
    view! {
        <div class="people" role="group" aria-label=tr(Key::PeopleSit)>
            {known.into_iter().enumerate().map(button).collect::<Vec<_>>()}
            <button class="link" id="to-people" on:click=move |_| {
                super::stay(setup);
                route::go("#/people");
            }>{tr(Key::PeopleTitle)}</button>
        </div>
    }
}

/// Gives those who sit here their pictures.
pub fn dress(seats: &mut [Player]) {
    let known = people::all();
    for player in seats.iter_mut().filter(|player| player.kind == Kind::Person) {
        player.picture = known.iter().find(|person| person.name == player.name.trim()).and_then(|person| person.picture);
    }
}

/// The first seats: the player alone, in their own colour.
pub fn first(name: Option<String>) -> Player {
    let name = name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    let colour = people::all().into_iter().find(|person| person.name == name).map_or(0, |person| person.colour);
    Player::new(name, colour, Kind::Person)
}
