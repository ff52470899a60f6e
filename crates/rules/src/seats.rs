//! Seats around the table, sets of them, and one number for each.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};

/// The most seats any game offers.
pub const MAX_SEATS: usize = 8;

/// A seat at the table; seat 0 starts.
pub type Seat = usize;

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// All of the first `players` seats.
    pub fn all(players: usize) -> SeatSet {
        (0..players).collect()
    }

    /// This set and `seat`.
    #[must_use]
    pub fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat)
    }

    /// This set without `seat`.
    #[must_use]
    pub fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat))
    }

    /// Whether `seat` is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        seat < MAX_SEATS && self.0 & 1 << seat != 0
    }

    /// Whether no seat is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Points of every seat, in seat order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scores {
    points: [i32; MAX_SEATS],
    players: u8,
}

impl Scores {
    /// Zero points for each of `players` seats.
    pub fn zero(players: usize) -> Scores {
        assert!(players <= MAX_SEATS, "a table has at most {MAX_SEATS} seats");
        Scores { points: [0; MAX_SEATS], players: players as u8 }
    }

    /// The points `of` gives for each seat.
    pub fn from_fn(players: usize, of: impl Fn(Seat) -> i32) -> Scores {
        let mut scores = Scores::zero(players);
        for seat in 0..players {
            scores[seat] = of(seat);
        }
        scores
    }

    /// The seats with the most points; equal points share the place.
    pub fn leaders(&self) -> SeatSet {
        self.seats_with(self.iter().copied().max())
    }

    /// The seats with the fewest points.
    pub fn trailers(&self) -> SeatSet {
        self.seats_with(self.iter().copied().min())
    }

    fn seats_with(&self, points: Option<i32>) -> SeatSet {
        (0..self.len()).filter(|&seat| Some(self[seat]) == points).collect()
    }
}

impl Deref for Scores {
    type Target = [i32];
    fn deref(&self) -> &[i32] {
        &self.points[..self.players as usize]
    }
}

impl DerefMut for Scores {
    fn deref_mut(&mut self) -> &mut [i32] {
        &mut self.points[..self.players as usize]
    }
}

impl fmt::Debug for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
