//! Looking after one open table: what people want and what happens by itself, one after another, each stored before
//! anyone is told.
//!
//! Nothing that is held here matters: after anything that could not be stored the table is read from the log again,
//! and steps that others stored meanwhile are told to everyone here.

mod by_itself;
mod log;
mod people;
mod presence;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::audience::{Audience, CutOff};
use super::due::{Timer, Watch, What, due};
use super::table_handle::Command;
use super::turn_notice::Word;
use super::{OpenTables, ROLL_CALL};
use crate::store::{LogWindow, Presence};
use crate::table::Table;

/// Who could not read or store something tries again after this.
const PATIENCE: Duration = Duration::from_secs(1);

/// The one who looks after an open table.
pub(super) struct TableTask {
    open_tables: Arc<OpenTables>,
    name: Arc<str>,
    /// `None` before it is read, and after something could not be stored: the log knows better.
    table: Option<Table>,
    /// The last step everyone here was told.
    told: Arc<AtomicU64>,
    /// Whether the last step was made here.
    own: bool,
    /// Whether the log must be looked at before anything else happens by itself.
    unsure: bool,
    /// Whether the table was deleted.
    gone: bool,
    /// Whose turn it is in the table in short, as it is kept; `None` where another server may have changed it.
    summary: Option<Option<u8>>,
    /// What of the log is still shown to new clients.
    shown: LogWindow,
    /// How long the log was when that was looked up.
    shown_at: u64,
    audience: Audience,
    /// Who is at this table on other servers, by server.
    elsewhere: BTreeMap<String, (Presence, Instant)>,
    /// When everyone was last told who is here, and when they are told next.
    here_told: Option<Instant>,
    here_due: Option<Instant>,
    /// Whether other servers were asked who is there.
    asked: bool,
    watch: Watch,
    /// A computer is thinking about the position of this number.
    thinking: Option<(u64, What, Thought)>,
    /// Nothing happens by itself before this: the last try failed.
    not_before: Option<Instant>,
    /// What absent players were told.
    word: Word,
}

type Thought = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

impl TableTask {
    pub(super) fn new(open_tables: Arc<OpenTables>, name: Arc<str>, told: Arc<AtomicU64>) -> TableTask {
        TableTask {
            open_tables,
            name,
            table: None,
            told,
            own: false,
            unsure: false,
            gone: false,
            summary: None,
            shown: LogWindow::default(),
            shown_at: 0,
            audience: Audience::default(),
            elsewhere: BTreeMap::new(),
            here_told: None,
            here_due: None,
            asked: false,
            watch: Watch::new(Instant::now()),
            thinking: None,
            not_before: None,
            word: Word::default(),
        }
    }

    /// Looks after the table until no client is there and nothing will happen by itself any more.
    pub(super) async fn run(mut self, mut commands: mpsc::UnboundedReceiver<Command>) {
        loop {
            let next = self.next();
            let word = self.word_due();
            let nothing_is_due = next.is_none() && word.is_none() && self.here_due.is_none() && self.thinking.is_none();
            if nothing_is_due && self.audience.is_empty() && self.open_tables.let_go(&self.name, &commands) {
                return;
            }
            let wake = next.as_ref().map(|due| due.at);
            tokio::select! {
                biased;
                () = sleep_until(self.here_due.unwrap_or_else(Instant::now)), if self.here_due.is_some() => self.tell_here_now(),
                command = commands.recv() => match command {
                    Some(command) => self.hear(command).await,
                    None => return,
                },
                thought = think(&mut self.thinking), if self.thinking.is_some() => self.act_on(thought).await,
                () = sleep_until(word.unwrap_or_else(Instant::now)), if word.is_some() => self.send_word(),
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => self.do_next(next).await,
            }
            // Telling who is here may itself be too much for another connection.
            while self.audience.take_changed() {
                self.tell_who_is_here();
            }
        }
    }

    /// What happens next by itself, and when. Nothing while a computer thinks about this very position.
    fn next(&mut self) -> Option<NextAction> {
        let now = Instant::now();
        let later = |at: Instant, not_before: Option<Instant>| not_before.map_or(at, |not_before| at.max(not_before));
        if self.unsure {
            return Some(NextAction { at: later(now, self.not_before), what: None });
        }
        let here = self.here().0;
        let table = self.table.as_ref()?;
        self.watch.look(table, &here, self.own, now);
        if self.thinking.as_ref().is_some_and(|(moment, ..)| *moment != table.replica.table_state.moment) {
            self.thinking = None;
        }
        let Some(Timer { at, what }) = due(table, &here, &self.watch, self.open_tables.pace) else {
            // A player took the seat that a computer thinks for.
            self.thinking = None;
            return None;
        };
        // A player who comes back need not wait for a computer's thought.
        if self.thinking.as_ref().is_some_and(|(_, thinking, _)| *thinking == what) {
            return None;
        }
        self.thinking = None;
        Some(NextAction { at: later(at, self.not_before), what: Some(what) })
    }

    /// When a player who is away in their turn is told.
    fn word_due(&self) -> Option<Instant> {
        let messenger = self.open_tables.messenger.as_ref().filter(|_| !self.unsure)?;
        self.word.due(self.table.as_ref()?, self.watch.away()?, messenger.wait())
    }

    fn send_word(&mut self) {
        if let Some(table) = &self.table {
            self.word.send(&self.open_tables, &self.name, table);
        }
    }

    async fn do_next(&mut self, next: Option<NextAction>) {
        self.not_before = None;
        match next.and_then(|next| next.what) {
            None => self.compare().await,
            Some(what) => self.carry_out(what).await,
        }
    }

    async fn hear(&mut self, command: Command) {
        match command {
            Command::Join { id, credential, last, at, answer } => {
                let joined = self.join(id, credential, last, at).await;
                let _ = answer.send(joined);
            }
            Command::Left(id) => {
                if self.audience.leave(id) {
                    self.tell_who_is_here();
                }
            }
            Command::Want { id, intention, answer } => {
                let done = self.want(id, &intention).await;
                let _ = answer.send(done);
            }
            Command::React { id, with, answer } => {
                let _ = answer.send(self.react(id, with).await);
            }
            Command::Summarize(answer) => {
                let _ = answer.send(self.summarize().await);
            }
            Command::Compare => self.compare().await,
            Command::Elsewhere(presence) => self.hear_presence(presence),
            Command::RollCall => {
                let before = self.elsewhere.len();
                self.elsewhere.retain(|_, (_, heard)| heard.elapsed() < 3 * ROLL_CALL);
                if self.elsewhere.len() < before {
                    self.tell_everyone_here();
                }
                let presence = self.presence();
                self.open_tables.tell_presence(presence);
            }
            Command::SendAway => self.audience.clear(CutOff::Stopping),
            Command::TellAgain(again) => {
                // Where the table cannot be read now, it is said nothing about.
                if self.look().await {
                    self.word.try_again(again);
                }
            }
            Command::Look(answer) => {
                self.look().await;
                let _ = answer.send(());
            }
        }
    }

    /// Looks at a table at which a player may wait to be told of their turn; `false` where it cannot be read.
    async fn look(&mut self) -> bool {
        let known = self.know().await.is_ok();
        if known && !self.asked {
            let presence = self.presence();
            self.open_tables.tell_presence(presence);
        }
        known
    }
}

/// What happens next by itself; without a `what` the log is looked at.
struct NextAction {
    at: Instant,
    what: Option<What>,
}

async fn think(thinking: &mut Option<(u64, What, Thought)>) -> Option<String> {
    match thinking {
        Some((_, _, thought)) => thought.await,
        None => std::future::pending().await,
    }
}
