//! Who may act for a seat. A seat is a right that can be lost, so it is looked up at the table for every command and
//! never remembered by a connection.

use spieltisch_protocol::Role;

use super::Table;

/// A client that came with a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// The token's public name, by which the log says who owns a seat.
    pub key: String,
    /// What the token was made for.
    pub role: Role,
}

impl Table {
    /// The seat a client acts for now.
    pub fn seat_of(&self, credential: &Credential) -> Option<u8> {
        let seat = credential.role.seat()?;
        (self.person_sits(seat) && self.owns(credential, seat)).then_some(seat)
    }

    /// The role of a client now: the link of a seat that another has taken only lets them look on.
    pub fn role_of(&self, credential: &Credential) -> Role {
        match credential.role {
            Role::Seat(seat) if self.person_sits(seat) && !self.owns(credential, seat) => Role::Watcher,
            role => role,
        }
    }

    /// The seat of the person whose turn it is, and the step it began with; nothing where a computer plays.
    pub fn turn_of_person(&self) -> Option<(u8, u64)> {
        let by_computer =
            |seat: u8| self.replica.table_state.seats.get(usize::from(seat)).is_none_or(|at| at.played_by_computer().is_some());
        self.turn().filter(|(seat, _)| !by_computer(*seat))
    }

    /// The seat that this key owns.
    pub(super) fn seat_owned_by(&self, key: &str) -> Option<u8> {
        let owned = self.replica.table_state.seats.iter().position(|at| at.taken && !at.left && at.owner.as_deref() == Some(key))?;
        Some(owned as u8)
    }

    /// Whether a person sits on this seat and has not left it.
    pub(super) fn person_sits(&self, seat: u8) -> bool {
        self.replica.table_state.seats.get(usize::from(seat)).is_some_and(|at| at.taken && !at.left)
    }

    fn owns(&self, credential: &Credential, seat: u8) -> bool {
        let owner = self.replica.table_state.seats.get(usize::from(seat)).and_then(|at| at.owner.as_deref());
        // Logs of older versions do not say who owns a seat; their tokens ended when another took it.
        owner.is_none_or(|owner| owner == credential.key)
    }
}
