//! Names that the program gives. A log has them in one form, and each page shows them in its own language.

use std::fmt;

/// A default name, not chosen by a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenName {
    /// A person without a name, by the number of the seat from 1.
    Player(usize),
    /// A computer in a seat that stayed free, by its number from 1.
    Computer(usize),
}

impl GivenName {
    /// The name that stands here, where it is a given one.
    pub fn read(name: &str) -> Option<GivenName> {
        let (word, number) = name.split_once(' ')?;
        // Only as it is written: “Player 07” is a chosen name.
        let number = number.parse().ok().filter(|read: &usize| read.to_string() == number)?;
        match word {
            "Player" => Some(GivenName::Player(number)),
            "Computer" => Some(GivenName::Computer(number)),
            _ => None,
        }
    }
}

impl fmt::Display for GivenName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GivenName::Player(number) => write!(f, "Player {number}"),
            GivenName::Computer(number) => write!(f, "Computer {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_name_reads_back_and_no_other_is_one() {
        for given in [GivenName::Player(1), GivenName::Computer(8)] {
            assert_eq!(GivenName::read(&given.to_string()), Some(given));
        }
        for own in ["", "Player", "Player 07", "Player one", "player 1", "Spieler 1", "Player 1 ", "Player -1", "Anna"] {
            assert_eq!(GivenName::read(own), None, "{own:?}");
        }
    }
}
