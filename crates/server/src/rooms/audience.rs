//! Everyone here who plays at a table or watches it.

use axum::extract::ws::Utf8Bytes;
use spieltisch_protocol::{Role, ServerMessage};
use tokio::sync::mpsc;

use super::as_text;
use crate::table::Holder;

/// Messages waiting for one connection at most; whoever falls further behind is cut off and comes back.
const WAITING: usize = 256;

/// A connection's number at its table.
pub type MemberId = u64;

/// What a connection receives.
pub type Outbox = mpsc::Receiver<Utf8Bytes>;

struct Member {
    id: MemberId,
    holder: Holder,
    /// As whom they are here, as far as they were told.
    role: Role,
    outbox: mpsc::Sender<Utf8Bytes>,
}

/// Everyone here.
#[derive(Default)]
pub struct Audience {
    members: Vec<Member>,
}

impl Audience {
    /// Somebody comes.
    pub fn join(&mut self, id: MemberId, holder: Holder, role: Role) -> Outbox {
        let (outbox, inbox) = mpsc::channel(WAITING);
        self.members.push(Member { id, holder, role, outbox });
        inbox
    }

    /// Somebody goes; tells whether they were here.
    pub fn leave(&mut self, id: MemberId) -> bool {
        let before = self.members.len();
        self.members.retain(|member| member.id != id);
        self.members.len() < before
    }

    /// Who a connection belongs to.
    pub fn holder(&self, id: MemberId) -> Option<&Holder> {
        self.members.iter().find(|member| member.id == id).map(|member| &member.holder)
    }

    /// Somebody took a seat and has its token from now on.
    pub fn seat(&mut self, id: MemberId, holder: Holder) {
        for member in self.members.iter_mut().filter(|member| member.id == id) {
            (member.role, member.holder) = (holder.role, holder.clone());
        }
    }

    /// Tells everyone who is here as somebody else now; returns whether there was anyone.
    pub fn renew_roles(&mut self, role_of: impl Fn(&Holder) -> Role) -> bool {
        let mut changed = false;
        self.members.retain_mut(|member| {
            let role = role_of(&member.holder);
            if role == member.role {
                return true;
            }
            (changed, member.role) = (true, role);
            member.outbox.try_send(as_text(&ServerMessage::Role { role })).is_ok()
        });
        changed
    }

    /// Sends to everyone. Whoever does not keep up is cut off.
    pub fn send(&mut self, message: &Utf8Bytes) {
        self.members.retain(|member| member.outbox.try_send(message.clone()).is_ok());
    }

    /// Sends to one.
    pub fn send_to(&mut self, id: MemberId, message: &Utf8Bytes) {
        self.members.retain(|member| member.id != id || member.outbox.try_send(message.clone()).is_ok());
    }

    /// Cuts everyone off.
    pub fn clear(&mut self) {
        self.members.clear();
    }

    /// Whether nobody is here.
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
