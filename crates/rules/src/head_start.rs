//! A head start, so that a child and a grandparent meet evenly.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seats::{MAX_SEATS, Seat};
use crate::setup::SetupError;

/// What each seat is given before the first turn: points, in Castro roofs. Written as a list in seat order, without the zeros at its end.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct HeadStart([u8; MAX_SEATS]);

impl HeadStart {
    /// What a seat is given.
    pub fn of(&self, seat: Seat) -> u8 {
        self.0.get(seat).copied().unwrap_or(0)
    }

    /// Whether all seats begin alike.
    pub fn is_none(&self) -> bool {
        *self == HeadStart::default()
    }

    /// What it means among so many players: nothing for seats that are not there, or for a player who plays alone. More than `most` is refused.
    pub fn among(self, players: usize, most: u8) -> Result<HeadStart, SetupError> {
        if let Some(seat) = (0..MAX_SEATS).find(|&seat| self.of(seat) > most) {
            return Err(SetupError::HeadStart { seat, given: self.of(seat), most });
        }
        let counts = |seat: Seat| players > 1 && seat < players;
        Ok(HeadStart(std::array::from_fn(|seat| if counts(seat) { self.of(seat) } else { 0 })))
    }
}

impl TryFrom<Vec<u8>> for HeadStart {
    type Error = TooManySeats;

    fn try_from(given: Vec<u8>) -> Result<HeadStart, TooManySeats> {
        let mut all = [0; MAX_SEATS];
        all.get_mut(..given.len()).ok_or(TooManySeats)?.copy_from_slice(&given);
        Ok(HeadStart(all))
    }
}

impl From<HeadStart> for Vec<u8> {
    fn from(HeadStart(all): HeadStart) -> Vec<u8> {
        let length = all.iter().rposition(|&given| given > 0).map_or(0, |last| last + 1);
        all[..length].to_vec()
    }
}

impl fmt::Debug for HeadStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(Vec::from(*self)).finish()
    }
}

/// A list that is longer than any game has seats.
#[derive(Debug)]
pub struct TooManySeats;

impl fmt::Display for TooManySeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a head start for more than {MAX_SEATS} seats")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list as it stands in a file.
    #[derive(Serialize, Deserialize)]
    struct Given {
        list: HeadStart,
    }

    fn read(list: &str) -> Option<HeadStart> {
        toml::from_str::<Given>(&format!("list = {list}")).ok().map(|given| given.list)
    }

    #[test]
    fn a_list_without_its_last_zeros_says_what_each_seat_is_given() {
        let given = read("[0, 30, 0]").expect("a list");
        assert_eq!((given.of(0), given.of(1), given.of(7)), (0, 30, 0));
        assert_eq!(Vec::from(given), [0, 30]);
        assert!(read("[]").expect("nothing").is_none());
        assert!(read("[0, 0, 0, 0, 0, 0, 0, 0, 1]").is_none() && read("[-1]").is_none() && read("[300]").is_none());
    }

    #[test]
    fn it_is_for_seats_that_are_there_and_within_bounds() {
        let given = HeadStart::try_from(vec![0, 30, 10]).expect("three seats");
        assert_eq!(given.among(3, 30), Ok(given));
        assert_eq!(given.among(2, 30).map(Vec::from), Ok(vec![0, 30]), "the third seat is not there");
        assert!(given.among(1, 30).expect("within bounds").is_none(), "alone there is nothing to be ahead of");
        assert_eq!(given.among(3, 20), Err(SetupError::HeadStart { seat: 1, given: 30, most: 20 }));
    }
}
