//! Everyone here who plays at a table or watches it.

use axum::extract::ws::Utf8Bytes;
use spieltisch_protocol::Role;
use tokio::sync::mpsc;

/// Messages waiting for one line at most; whoever falls further behind is cut off and comes back.
const WAITING: usize = 256;

/// A line's number at its table.
pub type MemberId = u64;

/// What a line receives.
pub type Outbox = mpsc::Receiver<Utf8Bytes>;

struct Member {
    id: MemberId,
    role: Role,
    outbox: mpsc::Sender<Utf8Bytes>,
}

/// Everyone here.
#[derive(Default)]
pub struct Audience {
    members: Vec<Member>,
    next: MemberId,
}

impl Audience {
    /// Somebody comes.
    pub fn join(&mut self, role: Role) -> (MemberId, Outbox) {
        let (outbox, inbox) = mpsc::channel(WAITING);
        self.next += 1;
        self.members.push(Member { id: self.next, role, outbox });
        (self.next, inbox)
    }

    /// Somebody goes.
    pub fn leave(&mut self, id: MemberId) {
        self.members.retain(|member| member.id != id);
    }

    /// Somebody takes a seat.
    pub fn change_role(&mut self, id: MemberId, role: Role) {
        self.members.iter_mut().filter(|member| member.id == id).for_each(|member| member.role = role);
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
