//! The way to an open table: clients send commands through it, which are carried out one after another.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use spieltisch_protocol::{Intention, Refused, Role};
use tokio::sync::{mpsc, oneshot};

use super::audience::{CutOff, MemberId, Outbox};
use super::turn_notice::Again;
use crate::store::{LogWindow, Presence};
use crate::table::{Credential, TableSummary};

/// An open table.
pub struct TableHandle {
    pub(super) commands: mpsc::UnboundedSender<Command>,
    /// The last step that is known here; the log may have gone on.
    pub(super) known: Arc<AtomicU64>,
    next_member: AtomicU64,
}

/// What an open table is asked.
pub(super) enum Command {
    /// A client joins.
    Join { id: MemberId, credential: Credential, last: u64, at: Option<u64>, answer: oneshot::Sender<Result<Joined, Refused>> },
    /// A client leaves, or did not join after all.
    Left(MemberId),
    /// A client wants something.
    Want { id: MemberId, intention: Intention, answer: oneshot::Sender<Result<(), Refused>> },
    /// A client shows a reaction.
    React { id: MemberId, with: String, answer: oneshot::Sender<Result<(), Refused>> },
    /// A client that is not there wants to know how things stand.
    Summarize(oneshot::Sender<Result<TableSummary, Refused>>),
    /// The log may have gone on elsewhere, or the table may be gone.
    Compare,
    /// Another server tells who is there.
    Elsewhere(Presence),
    /// It is time to tell other servers who is here, and to forget those that fell silent.
    RollCall,
    /// Everyone has to come back, to this server or another.
    SendAway,
    /// A player could not be told of their turn yet.
    TellAgain(Again),
    /// A player may be waiting to be told of their turn; answers when the table has been looked at.
    Look(oneshot::Sender<()>),
}

/// What a new client is told first.
pub struct Joined {
    /// As whom they are here.
    pub role: Role,
    /// They are sent the steps after this number.
    pub after: u64,
    /// The last step; later ones come through the outbox.
    pub last: u64,
    /// What of those steps is left out.
    pub shown: LogWindow,
    /// Seats whose players are here.
    pub here: Vec<u8>,
    /// How many watch.
    pub watchers: u32,
    /// What happens from now on.
    pub outbox: Outbox,
}

impl TableHandle {
    pub(super) fn new(commands: mpsc::UnboundedSender<Command>, known: Arc<AtomicU64>) -> TableHandle {
        TableHandle { commands, known, next_member: AtomicU64::new(1) }
    }

    /// Asks without waiting; a table that has just been closed needs nothing any more.
    pub(super) fn ask(&self, command: Command) {
        let _ = self.commands.send(command);
    }
}

/// A client at a table. As long as there is one the table stays open; they have gone when this is dropped,
/// wherever that happens.
pub struct Member {
    id: MemberId,
    /// Let go before the table is told, which then sees that it is not held any more.
    handle: Option<Arc<TableHandle>>,
    commands: mpsc::UnboundedSender<Command>,
}

impl Member {
    pub(super) fn new(handle: Arc<TableHandle>) -> Member {
        let id = handle.next_member.fetch_add(1, Ordering::Relaxed);
        Member { id, commands: handle.commands.clone(), handle: Some(handle) }
    }

    /// Comes in, knowing the steps up to `last`, which happened `at`.
    pub async fn join(&self, credential: Credential, last: u64, at: Option<u64>) -> Result<Joined, Refused> {
        self.ask(|answer| Command::Join { id: self.id, credential, last, at, answer }).await
    }

    /// Wants something; what follows comes through the outbox.
    pub async fn want(&self, intention: Intention) -> Result<(), Refused> {
        self.ask(|answer| Command::Want { id: self.id, intention, answer }).await
    }

    /// Shows a reaction to everyone.
    pub async fn react(&self, with: String) -> Result<(), Refused> {
        self.ask(|answer| Command::React { id: self.id, with, answer }).await
    }

    /// How things stand at the table.
    pub async fn summary(&self) -> Result<TableSummary, Refused> {
        self.ask(Command::Summarize).await
    }

    /// Asks the table something without being there.
    pub(super) fn ask_task(&self, command: Command) {
        let _ = self.commands.send(command);
    }

    async fn ask<T>(&self, command: impl FnOnce(oneshot::Sender<Result<T, Refused>>) -> Command) -> Result<T, Refused> {
        let (answer, answered) = oneshot::channel();
        let _ = self.commands.send(command(answer));
        // As long as a member holds the table it is looked after, except while the server ends.
        answered.await.unwrap_or_else(|_| Err(CutOff::Stopping.refused()))
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        drop(self.handle.take());
        let _ = self.commands.send(Command::Left(self.id));
    }
}
