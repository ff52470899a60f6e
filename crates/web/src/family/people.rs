//! The people of this device: their names, colours and pictures, for set-ups of all games.
//!
//! Every change reads the list first, so that two tabs do not forget each other's people.

pub use spieltisch_core::{Person, add_person as add};
use spieltisch_records::Record;
use spieltisch_records::header::{DICE, OPENED};

use crate::app::settings;
use crate::i18n::is_given_name;
use crate::live::{Kind, seats};
use crate::pages::setup;
use crate::store::{all_games, read, write};

const PEOPLE: &str = "spieltisch/people";
/// How many names from earlier games are taken over at most.
const KNOWN: usize = 12;
/// How many little pictures there are.
pub const PICTURES: u8 = 12;

/// Everyone. Before anybody was ever put on the list: whoever the device knows from elsewhere.
pub fn all() -> Vec<Person> {
    read(PEOPLE).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(known_before)
}

/// Changes the list as it lies in the browser, and returns what became of it.
pub fn change(change: impl FnOnce(&mut Vec<Person>)) -> Vec<Person> {
    // A list that cannot be read, of a later version perhaps, is not overwritten.
    if let Some(text) = read(PEOPLE).filter(|text| serde_json::from_str::<Vec<Person>>(text).is_err()) {
        write(&format!("{PEOPLE}-unread"), &text);
    }
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

/// Takes a new name into the set-ups and settings that hold the old one. Games that were played keep theirs.
pub fn rename_everywhere(old: &str, new: &str) {
    setup::rename(old, new);
    if settings::get().name.as_deref() == Some(old) {
        settings::change(|settings| settings.name = Some(new.to_string()));
    }
}

/// The people who play alone, sat in a set-up, or have played a game here.
fn known_before() -> Vec<Person> {
    let mut known = Vec::new();
    let in_set_ups = setup::people();
    let colour_of = |name: &str| in_set_ups.iter().find(|(seated, _)| seated == name).map(|(_, colour)| *colour);
    let own = settings::get().name.map(|name| (colour_of(&name), name));
    let games = all_games();
    let in_games = games.iter().filter(|saved| is_played_here(&saved.record)).flat_map(|saved| seats(&saved.record));
    let in_games = in_games.filter(|player| player.kind == Kind::Person).map(|player| (Some(player.colour), player.name));
    let in_set_ups = in_set_ups.iter().map(|(name, colour)| (Some(*colour), name.clone()));
    for (colour, name) in own.into_iter().chain(in_set_ups).chain(in_games) {
        if known.len() < KNOWN && !is_given_name(&name) {
            add(&mut known, &name, colour);
        }
    }
    known
}

/// Whether a game was played by people at this device.
fn is_played_here(record: &Record) -> bool {
    !OPENED.is_in(record) && !DICE.is_in(record)
}
