//! How a game was set up, as it is kept for the next time.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use spieltisch_protocol::Terms;
use spieltisch_records::Entered;

use crate::players::{Kind, Player};

/// What is chosen, kept in the browser for the next time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptSetUp {
    /// Name, colour and kind (by its number) of each seat.
    pub seats: Vec<(String, usize, u8)>,
    /// What each seat is given before the first turn.
    #[serde(default)]
    pub head_starts: Vec<u8>,
    /// The options chosen.
    pub options: Map<String, Value>,
    /// Whether decisions can be taken back.
    pub undo: bool,
    /// Whether hints are given.
    #[serde(default = "yes")]
    pub hints: bool,
    /// Whether decisions are marked.
    #[serde(default)]
    pub marks: bool,
    /// Whether chances are shown.
    #[serde(default)]
    pub chances: bool,
    /// Whether the coach speaks.
    #[serde(default)]
    pub coach: bool,
    /// Whether a sign stands between turns.
    #[serde(default)]
    pub hand_over: bool,
    /// Whose dice are thrown by hand.
    #[serde(default)]
    pub entered: Option<Entered>,
    /// What those dice are called.
    #[serde(default)]
    pub dice_set: String,
    /// What is agreed at a table by link.
    #[serde(default)]
    pub terms: Terms,
}

fn yes() -> bool {
    true
}

impl KeptSetUp {
    /// Who sat where.
    pub fn players(&self) -> Vec<Player> {
        let head_start = |seat: usize| self.head_starts.get(seat).copied().unwrap_or(0);
        let player = |(seat, (name, colour, kind)): (usize, &(String, usize, u8))| Player {
            head_start: head_start(seat),
            ..Player::new(name, *colour, Kind::from_number(*kind))
        };
        self.seats.iter().enumerate().map(player).collect()
    }

    /// The people who sat here, with their colours.
    pub fn people(&self) -> impl Iterator<Item = (&str, usize)> {
        let here = self.seats.iter().filter(|(_, _, kind)| Kind::from_number(*kind) == Kind::Person);
        here.map(|(name, colour, _)| (name.as_str(), colour % 8))
    }

    /// Gives a person who sat here another name; `false` where the old one is unknown.
    pub fn rename(&mut self, old: &str, new: &str) -> bool {
        let here = |seat: &&mut (String, usize, u8)| seat.0 == old && Kind::from_number(seat.2) == Kind::Person;
        let mut renamed = false;
        for seat in self.seats.iter_mut().filter(here) {
            seat.0 = new.to_string();
            renamed = true;
        }
        renamed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_set_up_tells_its_people_and_takes_a_new_name() {
        let text = r#"{"seats": [["Anna", 11, 0], ["Robot", 1, 3], ["Ben", 2, 9]], "options": {}, "undo": true}"#;
        let mut kept: KeptSetUp = serde_json::from_str(text).expect("as it was kept before there was more to keep");
        assert_eq!(kept.people().collect::<Vec<_>>(), [("Anna", 3)]);
        assert!(kept.rename("Anna", "Anne") && !kept.rename("Ben", "Bert"), "a player by link has their own name");
        assert_eq!(kept.seats[0].0, "Anne");
    }
}
