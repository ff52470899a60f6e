//! The people of this device, to be seated with a tap.

use leptos::prelude::*;

use super::seats::{USUAL_LEVEL, free_colour, new_seat};
use super::{Setup, begins};
use crate::app::route;
use crate::family::people::{self, Person};
use crate::i18n::{Key, is_given_name, lang, texts, tr};
use crate::live::{Kind, Player};
use crate::table::{face, mark};

/// Everyone as a button that is pressed while they sit, and the way to their names and pictures.
pub fn show(setup: Setup) -> impl IntoView {
    let (fewest, most) = setup.aside.info().players.into_inner();
    let known = people::all();
    let is_empty = known.is_empty();
    let button = |(number, person): (usize, Person)| {
        let name = person.name.clone();
        let player = Player { picture: person.picture, ..Player::new(&name, person.colour, Kind::Person) };
        let seated = Signal::derive(move || setup.seats.with(|seats| seat_of(seats, &name).is_some()));
        let no_room = Signal::derive(move || !seated.get() && setup.seats.with(|seats| place_for(seats, most).is_none()));
        let tap = move |_| {
            let before = setup.seats.get_untracked();
            setup.seats.update(|seats| match seat_of(seats, &person.name) {
                Some(seat) => stand_up(seats, seat, fewest),
                None => sit_down(seats, &person, most),
            });
            begins::follow(setup, &before);
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
        {(!is_empty).then(|| view! { <p class="fine">{tr(Key::PeopleSit)}</p> })}
    }
}

/// Where somebody of this name sits.
fn seat_of(seats: &[Player], name: &str) -> Option<usize> {
    seats.iter().position(|player| player.kind == Kind::Person && player.name.trim() == name)
}

/// The seat a newcomer takes: one that is nobody's own, at a table by link the only one here, a new one, or the last computer's.
fn place_for(seats: &[Player], most: usize) -> Option<usize> {
    let by_link = seats.iter().any(|player| player.kind == Kind::Link);
    let free = |player: &Player| player.kind == Kind::Person && (by_link || is_given_name(player.name.trim()));
    let computers = || seats.iter().rposition(|player| matches!(player.kind, Kind::Computer(_)));
    seats.iter().position(free).or_else(|| if seats.len() < most { Some(seats.len()) } else { computers() })
}

/// Somebody sits down, in their own colour where no other person has it.
fn sit_down(seats: &mut Vec<Player>, person: &Person, most: usize) {
    let Some(place) = place_for(seats, most) else { return };
    let player = Player { picture: person.picture, ..Player::new(&person.name, person.colour, Kind::Person) };
    if place < seats.len() {
        seats[place] = player;
    } else {
        seats.push(player);
    }
    let Some(other) = (0..seats.len()).find(|&seat| seat != place && seats[seat].colour == person.colour) else { return };
    // A computer gives way.
    let gives_way = if matches!(seats[other].kind, Kind::Computer(_)) { other } else { place };
    seats[gives_way].colour = free_colour(seats, person.colour);
}

/// Somebody stands up: the seat goes, or a computer takes it where the game needs it.
fn stand_up(seats: &mut Vec<Player>, seat: usize, fewest: usize) {
    let gone = seats.remove(seat);
    if seats.len() < fewest {
        let computer = Player { colour: gone.colour, ..new_seat(seats, USUAL_LEVEL) };
        seats.insert(seat, computer);
    }
}

/// Gives those who sit here their pictures.
pub fn dress(seats: &mut [Player]) {
    let known = people::all();
    for player in seats.iter_mut().filter(|player| player.kind == Kind::Person) {
        player.picture = known.iter().find(|person| person.name == player.name.trim()).and_then(|person| person.picture);
    }
}

/// A first company: whoever plays alone, in their own colour.
pub fn first(name: Option<String>) -> Player {
    let name = name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    let colour = people::all().into_iter().find(|person| person.name == name).map_or(0, |person| person.colour);
    Player::new(name, colour, Kind::Person)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, colour: usize) -> Person {
        Person { name: name.into(), colour, picture: Some(2) }
    }

    fn told(seats: &[Player]) -> Vec<(&str, usize, Kind)> {
        seats.iter().map(|player| (player.name.as_str(), player.colour, player.kind)).collect()
    }

    fn company() -> Vec<Player> {
        vec![Player::new(texts::setup_name_default(lang(), 1), 0, Kind::Person), Player::new("Robot", 1, Kind::Computer(3))]
    }

    #[test]
    fn people_sit_down_where_nobody_sits_and_computers_give_way() {
        let mut seats = company();
        sit_down(&mut seats, &person("Anna", 1), 3);
        assert_eq!(told(&seats), [("Anna", 1, Kind::Person), ("Robot", 2, Kind::Computer(3))]);
        assert_eq!(seats[0].picture, Some(2));
        sit_down(&mut seats, &person("Ben", 1), 3);
        assert_eq!(told(&seats)[2], ("Ben", 3, Kind::Person), "Anna has the colour already");
        sit_down(&mut seats, &person("Cleo", 7), 3);
        assert_eq!(told(&seats)[1], ("Cleo", 7, Kind::Person), "a full table: in a computer's place");
        assert_eq!(place_for(&seats, 3), None);
        let before = seats.clone();
        sit_down(&mut seats, &person("Dirk", 5), 3);
        assert_eq!(seats, before);
    }

    #[test]
    fn at_a_table_by_link_one_person_sits_here() {
        let mut seats = vec![Player::new("Anna", 0, Kind::Person), Player::new("Player 2", 1, Kind::Link)];
        sit_down(&mut seats, &person("Ben", 4), 4);
        assert_eq!(told(&seats), [("Ben", 4, Kind::Person), ("Player 2", 1, Kind::Link)]);
    }

    #[test]
    fn who_stands_up_leaves_no_gap() {
        let mut seats = company();
        sit_down(&mut seats, &person("Anna", 5), 4);
        sit_down(&mut seats, &person("Ben", 6), 4);
        stand_up(&mut seats, 0, 2);
        assert_eq!(told(&seats), [("Robot", 1, Kind::Computer(3)), ("Ben", 6, Kind::Person)]);
        stand_up(&mut seats, 1, 2);
        assert!(seats.len() == 2 && matches!(seats[1].kind, Kind::Computer(_)) && seats[1].name != "Robot", "{seats:?}");
    }
}
