//! A player or a visitor at a simulated table: comes, goes, wants things, and writes down everything it is told.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use spieltisch_protocol::{Intention, LogEntry, RefusalCode, Refused, Role, ServerMessage, TableReplica};
use spieltisch_testkit::client::Past;

use super::invariants::{Invariant, Planted, Violation};
use super::journal::{Journal, Request, Vitals, Wish};
use super::servers::Server;
use crate::http::Pages;
use crate::open_tables::{CutOff, Joined, Member, Outbox};
use crate::tokens;

/// A player or a visitor with a link.
pub struct Person {
    number: usize,
    journal: Arc<Journal>,
    planted: Option<Planted>,
    /// What their link carries.
    pub token: String,
    /// Every token they ever had.
    tokens: Vec<String>,
    /// As whom they are here, as far as they were told.
    pub role: Role,
    /// Everything they were told.
    pub seen: TableReplica,
    /// Every step they were ever told, as JSON, by its number.
    pub acknowledged: BTreeMap<u64, String>,
    connection: Option<Arc<StormConnection>>,
    outbox: Option<Outbox>,
    /// How many lines they said.
    said: u32,
}

/// A connection to a table.
struct StormConnection {
    member: Member,
    vitals: Arc<Vitals>,
    /// By which token its client acts.
    token: Mutex<String>,
    /// Whether that token is an invitation.
    is_invited: AtomicBool,
    /// Whether the server refused something because the connection was cut off.
    cut_off: AtomicBool,
}

impl StormConnection {
    fn token(&self) -> String {
        self.token.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn ask(&self, wish: Wish) -> Result<(), Refused> {
        match wish {
            Wish::Come => Ok(()),
            Wish::React => self.member.react("clap".into()).await,
            Wish::Want(intention) => self.member.want(intention).await,
        }
    }

    /// A client that takes a seat by an invitation acts by the token it chose from then on.
    fn learn(&self, wish: &Wish, result: &Result<(), Refused>) {
        match (wish, result) {
            (Wish::Want(Intention::Sit { token: Some(chosen), .. }), Ok(())) if self.is_invited.swap(false, Ordering::SeqCst) => {
                self.token.lock().unwrap_or_else(PoisonError::into_inner).clone_from(chosen);
            }
            (_, Err(refused)) if refused.code == RefusalCode::Reconnect => self.cut_off.store(true, Ordering::SeqCst),
            _ => {}
        }
    }
}

impl Person {
    /// A person who has got a link and has not come yet.
    pub fn new(number: usize, token: String, journal: Arc<Journal>, planted: Option<Planted>) -> Person {
        Person {
            number,
            journal,
            planted,
            tokens: vec![token.clone()],
            token,
            role: Role::Watcher,
            seen: TableReplica::default(),
            acknowledged: BTreeMap::new(),
            connection: None,
            outbox: None,
            said: 0,
        }
    }

    /// Whether they are connected.
    pub fn is_here(&self) -> bool {
        self.connection.is_some()
    }

    /// Whether they are connected to this server.
    pub fn is_at(&self, server: &Server) -> bool {
        self.connection.as_ref().is_some_and(|connection| Arc::ptr_eq(&connection.vitals, &server.vitals))
    }

    /// Comes to a server, knowing what was seen before.
    pub async fn come(&mut self, server: &Server) -> Result<(), Violation> {
        self.go();
        let request = Request::new(self.number, Wish::Come, self.seen.table_state.seq, server.vitals.clone());
        let (member, is_invited, joined) = match self.join(server).await {
            Ok(joined) => joined,
            Err(refused) => {
                let number = self.journal.ask(request);
                self.journal.answer(number, &server.vitals, &self.token, Err(refused)).await;
                return Ok(());
            }
        };
        let table = self.journal.table.clone();
        let mut past = Vec::new();
        let mut pages = Pages::new(&server.open_tables, &table, &joined);
        while let Ok(Some(page)) = pages.next().await {
            past.push(page);
        }
        if self.take_past(&past, joined.last)? {
            let (token, is_invited) = (Mutex::new(self.token.clone()), AtomicBool::new(is_invited));
            let cut_off = AtomicBool::new(false);
            self.connection = Some(Arc::new(StormConnection { member, vitals: server.vitals.clone(), token, is_invited, cut_off }));
            self.outbox = Some(joined.outbox);
        }
        Ok(())
    }

    async fn join(&self, server: &Server) -> Result<(Member, bool, Joined), Refused> {
        let (last, at) = (self.seen.table_state.seq, self.seen.table_state.changed);
        let credential = server.open_tables.credential(&self.journal.table, &self.token).await?;
        let is_invited = credential.role == Role::Invited;
        let member = server.open_tables.enter(&self.journal.table);
        let joined = member.join(credential, last, (last > 0).then_some(at)).await?;
        Ok((member, is_invited, joined))
    }

    /// Takes the pages a client that comes is sent; `false` where the connection broke before the last.
    fn take_past(&mut self, pages: &[Utf8Bytes], last: u64) -> Result<bool, Violation> {
        let mut past = Past::default();
        for page in pages {
            match serde_json::from_str(page).map_err(|error| Invariant::InOrder.broken(error))? {
                ServerMessage::Welcome { role, after, upto, last, steps, .. } => {
                    self.role = role;
                    past = Past { after, upto, last, steps };
                }
                ServerMessage::Page { after, upto, steps } if after == past.upto && upto > after => {
                    past.upto = upto;
                    past.steps.extend(steps);
                }
                other => return Err(Invariant::InOrder.broken(format!("a page was expected: {other:?}"))),
            }
        }
        if pages.is_empty() || past.upto < last {
            return Ok(false);
        }
        past.tell(&mut self.seen).map_err(|replay_error| Invariant::InOrder.broken(replay_error))?;
        past.steps.iter().for_each(|step| self.note(step));
        Ok(true)
    }

    /// What was told first counts: of games long over, less is told later.
    fn note(&mut self, step: &LogEntry) {
        self.acknowledged.entry(step.seq).or_insert_with(|| serde_json::to_string(&step.what).unwrap_or_default());
    }

    /// Loses the connection, or closes the page.
    pub fn go(&mut self) {
        (self.connection, self.outbox) = (None, None);
    }

    /// Asks for something, without waiting for what becomes of it.
    fn ask(&self, wish: Wish) {
        let Some(connection) = self.connection.clone() else { return };
        let falsely = self.planted == Some(Planted::FalseReconnect) && self.said % 3 == 1;
        let journal = self.journal.clone();
        let request = Request::new(self.number, wish.clone(), self.seen.table_state.seq, connection.vitals.clone());
        let number = journal.ask(request);
        tokio::spawn(async move {
            let result = if falsely { Err(CutOff::Behind.refused()) } else { connection.ask(wish.clone()).await };
            // Requests of one connection are answered in order: this is the token it was asked with.
            let token = connection.token();
            connection.learn(&wish, &result);
            journal.answer(number, &connection.vitals, &token, result).await;
        });
    }

    /// Wants something.
    pub fn want(&self, intention: Intention) {
        self.ask(Wish::Want(intention));
    }

    /// Shows a reaction.
    pub fn react(&self) {
        self.ask(Wish::React);
    }

    /// Says a line that is never said again, signed with the table's number and the person's, and returns it.
    pub fn say(&mut self, table: usize) -> String {
        self.said += 1;
        let signed_by = if self.planted == Some(Planted::WrongSignature) { self.number + 1 } else { self.number };
        let text = format!("{table} {signed_by} {}", self.said);
        self.want(Intention::Say { text: text.clone() });
        text
    }

    /// The public name of their token.
    pub fn key(&self) -> String {
        tokens::key(&self.token)
    }

    /// The token they want for their seat: the same until they hear that they got it.
    pub fn choose_token(&mut self) -> String {
        if self.token == *self.tokens.last().unwrap_or(&self.token) {
            self.tokens.push(tokens::new_token());
        }
        self.tokens.last().cloned().unwrap_or_default()
    }

    /// Whether one of the tokens they ever had is of this public name.
    pub fn ever_had(&self, key: &str) -> bool {
        self.tokens.iter().any(|token| tokens::key(token) == key)
    }

    /// Reads everything that has come.
    pub fn listen(&mut self) -> Result<(), Violation> {
        use tokio::sync::mpsc::error::TryRecvError;
        if self.connection.as_ref().is_some_and(|connection| !connection.vitals.is_alive()) {
            // What a dead server had sent and was not read is lost.
            self.go();
        }
        let cut_off = self.connection.as_ref().is_some_and(|connection| connection.cut_off.load(Ordering::SeqCst));
        loop {
            let Some(outbox) = &mut self.outbox else { return Ok(()) };
            let text = match outbox.try_recv() {
                Ok(text) => text,
                Err(TryRecvError::Empty) if cut_off => {
                    let story = format!("person {} was told to connect again on a connection that is open", self.number);
                    return Err(Invariant::TrueRefusals.broken(story));
                }
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => {
                    self.go();
                    return Ok(());
                }
            };
            match serde_json::from_str(&text).map_err(|error| Invariant::InOrder.broken(error))? {
                ServerMessage::Step(step) if self.planted == Some(Planted::MissedStep) && step.seq % 7 == 0 => {}
                ServerMessage::Step(step) => {
                    self.seen.take(&step).map_err(|replay_error| Invariant::InOrder.broken(replay_error))?;
                    self.note(&step);
                }
                ServerMessage::Seated { seat, token } => {
                    (self.token, self.role) = (token, Role::Seat(seat));
                }
                ServerMessage::Role { .. } if self.planted == Some(Planted::UnheardRole) => {}
                ServerMessage::Role { role } => self.role = role,
                ServerMessage::Here { .. } | ServerMessage::Reaction { .. } | ServerMessage::Gone => {}
                other => return Err(Invariant::InOrder.broken(format!("not asked for: {other:?}"))),
            }
        }
    }
}
