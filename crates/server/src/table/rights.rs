//! Who may act for a seat. A seat is a right that can be lost, so it is looked up at the table for every command and
//! never remembered by a connection.

use spieltisch_protocol::Role;

use super::Table;

/// Somebody who came with a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The token's public name, by which the log says who owns a seat.
    pub key: String,
    /// What the token was made for.
    pub role: Role,
}

impl Table {
    /// The seat somebody acts for now.
    pub fn seat_of(&self, holder: &Holder) -> Option<u8> {
        let seat = holder.role.seat()?;
        (self.person_sits(seat) && self.owns(holder, seat)).then_some(seat)
    }

    /// As whom somebody is here now: the link of a seat that another has taken only lets them look on.
    pub fn role_of(&self, holder: &Holder) -> Role {
        match holder.role {
            Role::Seat(seat) if self.person_sits(seat) && !self.owns(holder, seat) => Role::Watcher,
            role => role,
        }
    }

    /// The seat of the person whose turn it is, and the step it began with; nothing where a computer plays.
    pub fn turn_of_person(&self) -> Option<(u8, u64)> {
        let by_computer = |seat: u8| self.follower.evening.seats.get(usize::from(seat)).is_none_or(|at| at.played_by_computer().is_some());
        self.turn().filter(|(seat, _)| !by_computer(*seat))
    }

    /// The seat that this key owns.
    pub(super) fn seat_owned_by(&self, key: &str) -> Option<u8> {
        let owned = self.follower.evening.seats.iter().position(|at| at.taken && !at.left && at.owner.as_deref() == Some(key))?;
        Some(owned as u8)
    }

    /// Whether a person sits on this seat and has not left it.
    pub(super) fn person_sits(&self, seat: u8) -> bool {
        self.follower.evening.seats.get(usize::from(seat)).is_some_and(|at| at.taken && !at.left)
    }

    fn owns(&self, holder: &Holder, seat: u8) -> bool {
        let owner = self.follower.evening.seats.get(usize::from(seat)).and_then(|at| at.owner.as_deref());
        // Logs of older versions do not say who owns a seat; their tokens ended when another took it.
        owner.is_none_or(|owner| owner == holder.key)
    }
}
