//! The people of this device: their names, colours and pictures, for set-ups of all games.
//!
//! Every change reads the list first, so that two tabs do not forget each other's people.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use spieltisch_records::Record;
use spieltisch_records::header::{DICE, OPENED};
use spieltisch_rules::games;

use crate::app::settings;
use crate::i18n::is_given_name;
use crate::live::{Kind, seats};
use crate::store::{all_games, read, write};

const PEOPLE: &str = "spieltisch/people";
/// How many names from earlier games are taken over at most.
const KNOWN: usize = 12;
/// How many little pictures there are.
pub const PICTURES: u8 = 12;

/// Somebody who plays on this device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// As everyone calls them; nobody else has the same name.
    pub name: String,
    /// Which of the eight colours and shapes.
    pub colour: usize,
    /// Which of the little pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<u8>,
}

/// Everyone. Before anybody was ever put on the list: whoever the device knows from elsewhere.
pub fn all() -> Vec<Person> {
    read(PEOPLE).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(known_before)
}

/// Changes the list as it lies in the browser, and returns what became of it.
pub fn change(change: impl FnOnce(&mut Vec<Person>)) -> Vec<Person> {
    let mut people = all();
    change(&mut people);
    write(PEOPLE, &serde_json::to_string(&people).unwrap_or_default());
    people
}

/// Puts everyone on the list who is not there yet.
pub fn remember<'a>(players: impl Iterator<Item = (&'a str, usize)>) {
    let known = all();
    let new: Vec<(&str, usize)> =
        players.filter(|(name, _)| !is_given_name(name) && !known.iter().any(|person| person.name == *name)).collect();
    if !new.is_empty() {
        change(|people| new.into_iter().for_each(|(name, colour)| add(people, name, Some(colour))));
    }
}

/// Puts somebody on a list, in this colour or one that is free, where nobody has the name.
pub fn add(people: &mut Vec<Person>, name: &str, colour: Option<usize>) {
    let is_free = |colour: &usize| !people.iter().any(|person| person.colour == *colour);
    if !people.iter().any(|person| person.name == name) {
        let colour = colour.or_else(|| (0..8).find(is_free)).unwrap_or(people.len()) % 8;
        people.push(Person { name: name.to_string(), colour, picture: None });
    }
}

/// Takes a new name into the set-ups and settings that hold the old one. Games that were played keep theirs.
pub fn rename_everywhere(old: &str, new: &str) {
    for game in games::names() {
        let place = format!("spieltisch/setup/{game}");
        let Some(mut kept) = read(&place).and_then(|text| serde_json::from_str::<Value>(&text).ok()) else { continue };
        if rename_in(&mut kept, old, new) {
            write(&place, &kept.to_string());
        }
    }
    if settings::get().name.as_deref() == Some(old) {
        settings::change(|settings| settings.name = Some(new.to_string()));
    }
}

/// The same in one set-up: a seat is a name, a colour, and 0 for a person here.
fn rename_in(kept: &mut Value, old: &str, new: &str) -> bool {
    let mut renamed = false;
    for seat in kept["seats"].as_array_mut().into_iter().flatten() {
        if seat[0] == old && seat[2] == 0 {
            seat[0] = new.into();
            renamed = true;
        }
    }
    renamed
}

/// Whoever plays alone, sat in a set-up, or has played a game here.
fn known_before() -> Vec<Person> {
    let mut known = Vec::new();
    let own = settings::get().name.map(|name| (name, None));
    let set_ups = games::names().iter().filter_map(|game| read(&format!("spieltisch/setup/{game}"))).collect::<Vec<_>>();
    let in_set_ups = set_ups.iter().flat_map(|text| seated(text));
    let games = all_games();
    let in_games = games.iter().filter(|saved| is_played_here(&saved.record)).flat_map(|saved| seats(&saved.record));
    let in_games = in_games.filter(|player| player.kind == Kind::Person).map(|player| (player.name, Some(player.colour)));
    for (name, colour) in own.into_iter().chain(in_set_ups).chain(in_games) {
        if known.len() < KNOWN && !is_given_name(&name) {
            let colour = colour.or_else(|| set_ups.iter().flat_map(|text| seated(text)).find(|seat| seat.0 == name)?.1);
            add(&mut known, &name, colour);
        }
    }
    known
}

/// Whether a game was played by people at this device.
fn is_played_here(record: &Record) -> bool {
    !OPENED.is_in(record) && !DICE.is_in(record)
}

/// The people of a set-up as it is kept, with their colours.
fn seated(text: &str) -> Vec<(String, Option<usize>)> {
    let kept: Value = serde_json::from_str(text).unwrap_or_default();
    let seat =
        |seat: &Value| (seat[2] == 0).then(|| Some((seat[0].as_str()?.to_string(), seat[1].as_u64().map(|colour| colour as usize % 8))));
    kept["seats"].as_array().into_iter().flatten().filter_map(|each| seat(each).flatten()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_stands_on_the_list_once_and_in_a_colour_of_its_own() {
        let mut people = Vec::new();
        for name in ["Anna", "Ben", "Anna"] {
            add(&mut people, name, None);
        }
        add(&mut people, "Cleo", Some(9));
        let told: Vec<(&str, usize)> = people.iter().map(|person| (person.name.as_str(), person.colour)).collect();
        assert_eq!(told, [("Anna", 0), ("Ben", 1), ("Cleo", 1)]);
    }

    #[test]
    fn a_kept_set_up_tells_its_people_and_takes_a_new_name() {
        let mut kept = json!({"seats": [["Anna", 3, 0], ["Robot", 1, 3], ["Ben", 2, 9], [7]], "undo": true});
        assert_eq!(seated(&kept.to_string()), [("Anna".to_string(), Some(3))]);
        assert!(rename_in(&mut kept, "Anna", "Anne") && !rename_in(&mut kept, "Ben", "Bert"), "somebody by link has their own name");
        assert_eq!(kept["seats"][0], json!(["Anne", 3, 0]));
        assert_eq!(seated("nothing"), []);
    }
}
