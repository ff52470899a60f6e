//! The pad for people who only want to write their points down.

use serde::{Deserialize, Serialize};
use spieltisch_rules::MAX_SEATS;
use spieltisch_rules::yatzy::Sheet;

/// Everyone's sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pad {
    /// Who plays.
    pub names: Vec<String>,
    /// What stands in their boxes.
    pub sheets: Vec<Sheet>,
    /// Whether it is settled who plays.
    #[serde(default)]
    pub begun: bool,
}

impl Pad {
    /// Empty sheets for these people.
    pub fn new(names: Vec<String>) -> Pad {
        Pad { sheets: vec![Sheet::default(); names.len()], names, begun: false }
    }

    /// The same people again, with empty sheets.
    pub fn again(&self) -> Pad {
        Pad { begun: true, ..Pad::new(self.names.clone()) }
    }

    /// Whether it is being written on.
    pub fn is_begun(&self) -> bool {
        self.begun || self.sheets.iter().any(|sheet| !sheet.filled().is_empty())
    }

    fn is_blank(&self, player: usize) -> bool {
        self.sheets.get(player).is_some_and(|sheet| sheet.filled().is_empty())
    }

    /// Adds a player, where there is room.
    pub fn add(&mut self, name: String) {
        if self.names.len() < MAX_SEATS {
            self.names.push(name);
            self.sheets.push(Sheet::default());
        }
    }

    /// Whether the last one can go: a sheet on which something stands is not taken away.
    pub fn can_remove_last(&self) -> bool {
        self.names.len() > 1 && self.is_blank(self.names.len() - 1)
    }

    /// Takes the last one away, where that can be done.
    pub fn remove_last(&mut self) {
        if self.can_remove_last() {
            self.names.pop();
            self.sheets.pop();
        }
    }

    /// A person of the family plays, in the place of the first who has no name of their own; one who plays already does not any more, where
    /// nothing is written on their sheet.
    pub fn toggle(&mut self, name: &str, is_nameless: impl Fn(&str) -> bool) {
        let place = |found: &dyn Fn(&str) -> bool| self.names.iter().position(|other| found(other));
        match (place(&|other| other == name), place(&is_nameless)) {
            (Some(player), _) if self.names.len() > 1 && self.is_blank(player) => {
                self.names.remove(player);
                self.sheets.remove(player);
            }
            (Some(_), _) => {}
            (None, Some(player)) => self.names[player] = name.to_string(),
            (None, None) => self.add(name.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::yatzy::BoxName;

    use super::*;

    fn pad(names: &[&str]) -> Pad {
        Pad::new(names.iter().map(|name| (*name).to_string()).collect())
    }

    #[test]
    fn the_family_sits_down_and_up_again() {
        let nameless = |name: &str| name.starts_with("Player");
        let mut pad = pad(&["Player 1", "Player 2"]);
        for name in ["Anna", "Ben", "Cleo"] {
            pad.toggle(name, nameless);
        }
        assert_eq!(pad.names, ["Anna", "Ben", "Cleo"]);
        assert_eq!(pad.sheets.len(), 3);
        pad.toggle("Ben", nameless);
        assert_eq!(pad.names, ["Anna", "Cleo"]);
        pad.sheets[1].enter(BoxName::Ones, Some(3));
        pad.toggle("Cleo", nameless);
        assert_eq!(pad.names, ["Anna", "Cleo"], "a sheet on which something stands stays");
        pad.toggle("Anna", nameless);
        pad.toggle("Cleo", nameless);
        assert_eq!(pad.names, ["Cleo"], "one player stays");
    }

    #[test]
    fn a_pad_of_an_earlier_version_is_read() {
        let mut blank = pad(&["Anna"]);
        let written = |pad: &Pad| {
            let mut written = serde_json::to_value(pad).expect("a pad");
            written.as_object_mut().expect("fields").remove("begun");
            serde_json::from_value::<Pad>(written).expect("a pad as it was written before")
        };
        assert!(!written(&blank).is_begun());
        blank.sheets[0].enter(BoxName::Chance, Some(20));
        assert!(written(&blank).is_begun() && written(&blank).names == ["Anna"]);
    }
}
