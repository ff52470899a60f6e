//! Who sits where before a game: people of this device sit down and stand up, computers come and give way.

use serde::{Deserialize, Serialize};
use spieltisch_texts::{self as texts, Lang};

use crate::words::{bot_name, is_given_name};
use crate::{Kind, Player};

/// A person who plays on this device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// As everyone calls them; no two people have the same name.
    pub name: String,
    /// Which of the eight colours and shapes.
    pub colour: usize,
    /// Which of the little pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<u8>,
}

/// Puts a person on a list, in this colour or one that is free, where the name is not on it yet.
pub fn add_person(people: &mut Vec<Person>, name: &str, colour: Option<usize>) {
    let is_free = |colour: &usize| !people.iter().any(|person| person.colour == *colour);
    if !people.iter().any(|person| person.name == name) {
        let colour = colour.or_else(|| (0..8).find(is_free)).unwrap_or(people.len()) % 8;
        people.push(Person { name: name.to_string(), colour, picture: None });
    }
}

/// Whether a player is a computer.
pub fn is_computer(player: &Player) -> bool {
    matches!(player.kind, Kind::Computer(_))
}

/// A player of this kind, under a name of their own and in a colour that is free.
pub fn new_seat(lang: Lang, seats: &[Player], kind: Kind) -> Player {
    let is_free = |name: &String| !seats.iter().any(|player| player.name == *name);
    let name = match kind {
        Kind::Computer(_) => (0..8).map(|number| bot_name(lang, number).to_string()).find(is_free),
        Kind::Person | Kind::Link => (1..).map(|number| texts::setup_name_default(lang, number)).skip(seats.len()).find(is_free),
    };
    Player::new(name.unwrap_or_default(), free_colour(seats, seats.len().wrapping_sub(1) % 8), kind)
}

/// A player of this kind sits down. The second person sends the computers away.
pub fn add_seat(lang: Lang, seats: &mut Vec<Player>, kind: Kind) {
    if !matches!(kind, Kind::Computer(_)) && seats.iter().filter(|player| !is_computer(player)).count() == 1 {
        seats.retain(|player| !is_computer(player));
    }
    let seat = new_seat(lang, seats, kind);
    seats.push(seat);
}

/// Makes it so many seats: those at the end go, or persons come.
pub fn make_seats(lang: Lang, seats: &mut Vec<Player>, players: usize) {
    seats.truncate(players);
    while seats.len() < players {
        let seat = new_seat(lang, seats, Kind::Person);
        seats.push(seat);
    }
}

/// The next colour that no seat has.
pub fn free_colour(seats: &[Player], after: usize) -> usize {
    (1..=8).map(|step| (after + step) % 8).find(|colour| !seats.iter().any(|player| player.colour == *colour)).unwrap_or(after)
}

/// Gives a seat a colour; the seat that had it takes the one that is free now.
pub fn recolour(seats: &mut [Player], seat: usize, colour: usize) {
    let before = std::mem::replace(&mut seats[seat].colour, colour);
    let other = (0..seats.len()).find(|&other| other != seat && seats[other].colour == colour);
    if let Some(other) = other {
        seats[other].colour = before;
    }
}

/// A seat whose name the program gave changes it with its kind.
pub fn change_kind(lang: Lang, seats: &mut [Player], seat: usize, kind: Kind) {
    let bots: Vec<&str> = (0..8).map(|number| bot_name(lang, number)).collect();
    let person = texts::setup_name_default(lang, seat + 1);
    let player = &mut seats[seat];
    player.kind = kind;
    let computer = is_computer(player);
    if !computer && bots.contains(&player.name.as_str()) {
        player.name = person;
    } else if computer && player.name == person {
        player.name = bot_name(lang, seat + 1).to_string();
    }
}

/// Where a person of this name sits.
pub fn seat_of(seats: &[Player], name: &str) -> Option<usize> {
    seats.iter().position(|player| player.kind == Kind::Person && player.name.trim() == name)
}

/// The seat a newcomer takes: one whose name the program gave, at a table by link the only one here, a new one, or the last computer's.
pub fn place_for(seats: &[Player], most: usize) -> Option<usize> {
    let by_link = seats.iter().any(|player| player.kind == Kind::Link);
    let free = |player: &Player| player.kind == Kind::Person && (by_link || is_given_name(player.name.trim()));
    let computers = || seats.iter().rposition(is_computer);
    seats.iter().position(free).or_else(|| if seats.len() < most { Some(seats.len()) } else { computers() })
}

/// A person sits down, in their own colour where no other person has it. The second person sends the computers away.
pub fn sit_down(seats: &mut Vec<Player>, person: &Person, most: usize) {
    let Some(place) = place_for(seats, most) else { return };
    let persons = |seats: &[Player]| seats.iter().filter(|player| !is_computer(player)).count();
    let before = persons(seats);
    let player = Player { picture: person.picture, ..Player::new(&person.name, person.colour, Kind::Person) };
    if place < seats.len() {
        seats[place] = player;
    } else {
        seats.push(player);
    }
    let mut place = place;
    if before < 2 && persons(seats) == 2 {
        place = seats[..place].iter().filter(|player| !is_computer(player)).count();
        seats.retain(|player| !is_computer(player));
    }
    let Some(other) = (0..seats.len()).find(|&seat| seat != place && seats[seat].colour == person.colour) else { return };
    // A computer gives way.
    let gives_way = if is_computer(&seats[other]) { other } else { place };
    seats[gives_way].colour = free_colour(seats, person.colour);
}

/// A person stands up: the seat goes, or a computer takes it where the game needs it or one would be left alone.
pub fn stand_up(lang: Lang, seats: &mut Vec<Player>, seat: usize, fewest: usize, level: u8) {
    let gone = seats.remove(seat);
    if seats.len() < fewest.max(2) {
        let computer = Player { colour: gone.colour, ..new_seat(lang, seats, Kind::Computer(level)) };
        seats.insert(seat, computer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(seats: &[Player]) -> Vec<&str> {
        seats.iter().map(|player| player.name.as_str()).collect()
    }

    #[test]
    fn the_second_person_sends_the_computers_away_and_they_come_back_when_asked() {
        for kind in [Kind::Person, Kind::Link] {
            let mut seats = vec![Player::new("Anna", 0, Kind::Person), Player::new("Robot", 1, Kind::Computer(3))];
            add_seat(Lang::En, &mut seats, kind);
            assert_eq!(seats.len(), 2, "{seats:?}");
            assert_eq!(seats[1].kind, kind);
            add_seat(Lang::En, &mut seats, Kind::Computer(2));
            add_seat(Lang::En, &mut seats, kind);
            let kinds: Vec<Kind> = seats.iter().map(|player| player.kind).collect();
            assert_eq!(kinds, [Kind::Person, kind, Kind::Computer(2), kind], "one that was asked for stays");
            assert_eq!(seats.iter().map(|player| player.colour).collect::<std::collections::BTreeSet<_>>().len(), 4);
        }
    }

    #[test]
    fn two_seats_never_have_one_colour() {
        let mut seats = vec![Player::new("Anna", 0, Kind::Person), Player::new("Ben", 5, Kind::Person)];
        recolour(&mut seats, 0, 5);
        assert_eq!((seats[0].colour, seats[1].colour), (5, 0));
        recolour(&mut seats, 0, 5);
        assert_eq!((seats[0].colour, seats[1].colour), (5, 0));
        make_seats(Lang::En, &mut seats, 3);
        assert_eq!(names(&seats)[..2], ["Anna", "Ben"]);
    }

    fn person(name: &str, colour: usize) -> Person {
        Person { name: name.into(), colour, picture: Some(2) }
    }

    fn told(seats: &[Player]) -> Vec<(&str, usize, Kind)> {
        seats.iter().map(|player| (player.name.as_str(), player.colour, player.kind)).collect()
    }

    fn company() -> Vec<Player> {
        vec![Player::new(texts::setup_name_default(Lang::En, 1), 0, Kind::Person), Player::new("Robot", 1, Kind::Computer(3))]
    }

    #[test]
    fn people_sit_down_where_nobody_sits_and_the_second_sends_the_computer_away() {
        let mut seats = company();
        sit_down(&mut seats, &person("Anna", 1), 3);
        assert_eq!(told(&seats), [("Anna", 1, Kind::Person), ("Robot", 2, Kind::Computer(3))]);
        assert_eq!(seats[0].picture, Some(2));
        sit_down(&mut seats, &person("Ben", 1), 3);
        assert_eq!(told(&seats), [("Anna", 1, Kind::Person), ("Ben", 2, Kind::Person)], "Anna has the colour already");
        sit_down(&mut seats, &person("Cleo", 7), 3);
        assert_eq!(told(&seats)[2], ("Cleo", 7, Kind::Person));
        assert_eq!(place_for(&seats, 3), None);
        let before = seats.clone();
        sit_down(&mut seats, &person("Dirk", 5), 3);
        assert_eq!(seats, before);
    }

    #[test]
    fn a_computer_that_was_asked_for_stays_until_its_place_is_needed() {
        let mut seats = company();
        sit_down(&mut seats, &person("Anna", 1), 4);
        sit_down(&mut seats, &person("Ben", 2), 4);
        seats.push(Player::new("Robot", 3, Kind::Computer(3)));
        sit_down(&mut seats, &person("Cleo", 7), 4);
        assert_eq!(told(&seats)[2..], [("Robot", 3, Kind::Computer(3)), ("Cleo", 7, Kind::Person)]);
        sit_down(&mut seats, &person("Dirk", 5), 4);
        assert_eq!(told(&seats)[2..], [("Dirk", 5, Kind::Person), ("Cleo", 7, Kind::Person)], "a full table: in the computer's place");
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
        for (name, colour) in [("Anna", 5), ("Ben", 6), ("Cleo", 7)] {
            sit_down(&mut seats, &person(name, colour), 4);
        }
        stand_up(Lang::En, &mut seats, 0, 1, 4);
        assert_eq!(told(&seats), [("Ben", 6, Kind::Person), ("Cleo", 7, Kind::Person)]);
        stand_up(Lang::En, &mut seats, 0, 1, 4);
        assert_eq!((seats.len(), seats[0].kind, seats[1].name.as_str()), (2, Kind::Computer(4), "Cleo"), "not left alone");
    }

    #[test]
    fn a_name_stands_on_the_list_once_and_in_a_colour_of_its_own() {
        let mut people = Vec::new();
        for name in ["Anna", "Ben", "Anna"] {
            add_person(&mut people, name, None);
        }
        add_person(&mut people, "Cleo", Some(9));
        let told: Vec<(&str, usize)> = people.iter().map(|person| (person.name.as_str(), person.colour)).collect();
        assert_eq!(told, [("Anna", 0), ("Ben", 1), ("Cleo", 1)]);
    }
}
