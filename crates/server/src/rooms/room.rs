//! The way to an open table: whoever is there asks through it, and what they ask is done one after another.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use spieltisch_protocol::{Intention, Refused, Role};
use tokio::sync::{mpsc, oneshot};

use super::audience::{MemberId, Outbox};
use super::no_such_table;
use super::word::Again;
use crate::store::{Presence, Shown};
use crate::table::Holder;

/// An open table.
pub struct Room {
    pub(super) commands: mpsc::UnboundedSender<Command>,
    /// The last step that is known here; the log may have gone on.
    pub(super) known: Arc<AtomicU64>,
    next_member: AtomicU64,
}

/// What an open table is asked.
pub(super) enum Command {
    /// Somebody comes.
    Join { id: MemberId, holder: Holder, last: u64, at: Option<u64>, answer: oneshot::Sender<Result<Joined, Refused>> },
    /// Somebody goes, or did not come after all.
    Left(MemberId),
    /// Somebody wants something.
    Want { id: MemberId, intention: Intention, answer: oneshot::Sender<Result<(), Refused>> },
    /// Somebody shows a reaction.
    React { id: MemberId, with: String, answer: oneshot::Sender<Result<(), Refused>> },
    /// The log may have gone on elsewhere, or the table may be gone.
    Compare,
    /// Another server tells who is there.
    Elsewhere(Presence),
    /// It is time to tell other servers who is here, and to forget those that fell silent.
    RollCall,
    /// Everyone has to come back, to this server or another.
    SendAway,
    /// Somebody could not be told of their turn yet.
    TellAgain(Again),
    /// Somebody may be waiting to be told of their turn; answers when the table has been looked at.
    Look(oneshot::Sender<()>),
}

/// What somebody who came is told first.
pub struct Joined {
    /// As whom they are here.
    pub role: Role,
    /// They are sent the steps after this number.
    pub after: u64,
    /// The last step; later ones come through the outbox.
    pub last: u64,
    /// What of those steps is left out.
    pub shown: Shown,
    /// Seats whose players are here.
    pub here: Vec<u8>,
    /// How many watch.
    pub watchers: u32,
    /// What happens from now on.
    pub outbox: Outbox,
}

impl Room {
    pub(super) fn new(commands: mpsc::UnboundedSender<Command>, known: Arc<AtomicU64>) -> Room {
        Room { commands, known, next_member: AtomicU64::new(1) }
    }

    /// Asks without waiting; a table that has just been closed needs nothing any more.
    pub(super) fn ask(&self, command: Command) {
        let _ = self.commands.send(command);
    }
}

/// Somebody at a table. As long as there is one the table stays open; they have gone when this is dropped,
/// wherever that happens.
pub struct Guest {
    id: MemberId,
    /// Let go before the table is told, which then sees that nobody holds it.
    room: Option<Arc<Room>>,
    commands: mpsc::UnboundedSender<Command>,
}

impl Guest {
    pub(super) fn new(room: Arc<Room>) -> Guest {
        let id = room.next_member.fetch_add(1, Ordering::Relaxed);
        Guest { id, commands: room.commands.clone(), room: Some(room) }
    }

    /// Comes in, knowing the steps up to `last`, which happened `at`.
    pub async fn join(&self, holder: Holder, last: u64, at: Option<u64>) -> Result<Joined, Refused> {
        self.ask(|answer| Command::Join { id: self.id, holder, last, at, answer }).await
    }

    /// Wants something; what follows comes through the outbox.
    pub async fn want(&self, intention: Intention) -> Result<(), Refused> {
        self.ask(|answer| Command::Want { id: self.id, intention, answer }).await
    }

    /// Shows a reaction to everyone.
    pub async fn react(&self, with: String) -> Result<(), Refused> {
        self.ask(|answer| Command::React { id: self.id, with, answer }).await
    }

    /// Asks the table something without being there.
    pub(super) fn ask_room(&self, command: Command) {
        let _ = self.commands.send(command);
    }

    async fn ask<T>(&self, command: impl FnOnce(oneshot::Sender<Result<T, Refused>>) -> Command) -> Result<T, Refused> {
        let (answer, answered) = oneshot::channel();
        self.commands.send(command(answer)).map_err(|_| no_such_table())?;
        answered.await.unwrap_or_else(|_| Err(no_such_table()))
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        drop(self.room.take());
        let _ = self.commands.send(Command::Left(self.id));
    }
}
