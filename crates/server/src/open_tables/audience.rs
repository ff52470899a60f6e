//! Everyone here who plays at a table or watches it.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use spieltisch_protocol::{RefusalCode, Refused, Role, ServerMessage};
use tokio::sync::mpsc;

use super::as_text;
use crate::table::Credential;

/// Messages waiting for one connection at most; a client that falls further behind is cut off and comes back.
const WAITING: usize = 256;

/// A connection's number at its table.
pub type MemberId = u64;

/// What a connection receives.
pub type Outbox = mpsc::Receiver<Utf8Bytes>;

struct Subscriber {
    id: MemberId,
    credential: Credential,
    /// As whom they are here, as far as they were told.
    role: Role,
    outbox: mpsc::Sender<Utf8Bytes>,
}

/// Why a connection was cut off from its table although it may still be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutOff {
    /// More messages waited for it than are kept.
    Behind,
    /// The log went back to an earlier state, as after a restore.
    Restored,
    /// The server is stopping.
    Stopping,
}

impl CutOff {
    /// What a client is told that acts on a connection that was cut off: the table is still there.
    pub fn refused(self) -> Refused {
        let message = match self {
            CutOff::Behind => "This connection fell too far behind; nothing happened. Connect again.",
            CutOff::Restored => "The table was restored from a backup; nothing happened. Connect again.",
            CutOff::Stopping => "The server is stopping; nothing happened. Connect again in a moment.",
        };
        Refused::new(RefusalCode::Reconnect, message)
    }
}

/// Everyone here.
#[derive(Default)]
pub struct Audience {
    members: Vec<Subscriber>,
    /// Connections that were cut off and have not ended yet.
    cut_off: BTreeMap<MemberId, CutOff>,
    /// Whether members were cut off since [`Audience::take_changed`] was asked last.
    changed: bool,
}

impl Audience {
    /// A client joins.
    pub fn join(&mut self, id: MemberId, credential: Credential, role: Role) -> Outbox {
        let (outbox, inbox) = mpsc::channel(WAITING);
        self.members.push(Subscriber { id, credential, role, outbox });
        inbox
    }

    /// A connection ended; tells whether it was still a member.
    pub fn leave(&mut self, id: MemberId) -> bool {
        self.cut_off.remove(&id);
        let before = self.members.len();
        self.members.retain(|member| member.id != id);
        self.members.len() < before
    }

    /// Who a connection belongs to; where it was cut off, the refusal that says so.
    pub fn credential(&self, id: MemberId) -> Result<&Credential, Refused> {
        let member = self.members.iter().find(|member| member.id == id);
        // Every other connection has just joined, or was told why not.
        member.map(|member| &member.credential).ok_or_else(|| self.cut_off.get(&id).unwrap_or(&CutOff::Behind).refused())
    }

    /// Whether members were cut off since this was asked last.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// A client took a seat and has its token from now on.
    pub fn seat(&mut self, id: MemberId, credential: Credential) {
        for member in self.members.iter_mut().filter(|member| member.id == id) {
            (member.role, member.credential) = (credential.role, credential.clone());
        }
    }

    /// Tells every client whose role has changed; returns whether there was any.
    pub fn renew_roles(&mut self, role_of: impl Fn(&Credential) -> Role) -> bool {
        let mut changed = false;
        self.send_each(|member| {
            let role = role_of(&member.credential);
            if role == member.role {
                return None;
            }
            (changed, member.role) = (true, role);
            Some(as_text(&ServerMessage::Role { role }))
        });
        changed
    }

    /// Sends to everyone. Clients that do not keep up are cut off.
    pub fn send(&mut self, message: &Utf8Bytes) {
        self.send_each(|_| Some(message.clone()));
    }

    /// Sends to one.
    pub fn send_to(&mut self, id: MemberId, message: &Utf8Bytes) {
        self.send_each(|member| (member.id == id).then(|| message.clone()));
    }

    /// Sends each member its message, where there is one, and cuts off those whose queue is full.
    fn send_each(&mut self, mut message: impl FnMut(&mut Subscriber) -> Option<Utf8Bytes>) {
        let (cut_off, changed) = (&mut self.cut_off, &mut self.changed);
        self.members.retain_mut(|member| {
            let keeps_up = message(member).is_none_or(|text| member.outbox.try_send(text).is_ok());
            if !keeps_up {
                cut_off.insert(member.id, CutOff::Behind);
                *changed = true;
            }
            keeps_up
        });
    }

    /// Cuts everyone off.
    pub fn clear(&mut self, why: CutOff) {
        self.changed |= !self.members.is_empty();
        self.cut_off.extend(self.members.drain(..).map(|member| (member.id, why)));
    }

    /// Whether no client is here.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Seats whose players are here, ascending.
    pub fn seats(&self) -> Vec<u8> {
        let mut seats: Vec<u8> = self.members.iter().filter_map(|member| member.role.seat()).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// How many are here without a seat.
    pub fn watchers(&self) -> u32 {
        self.members.iter().filter(|member| member.role.seat().is_none()).count() as u32
    }
}
