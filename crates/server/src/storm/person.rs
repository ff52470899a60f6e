//! Somebody at a simulated table: comes, goes, wants things, and writes down everything they are told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use spieltisch_client::Past;
use spieltisch_protocol::{Follower, Intention, Refused, Role, ServerMessage, Step};

use crate::http::Pages;
use crate::rooms::{Guest, Outbox, Rooms};
use crate::tokens;

/// Somebody with a link.
pub struct Person {
    /// What their link carries.
    pub token: String,
    /// Every token they ever had.
    tokens: Vec<String>,
    /// As whom they are here, as far as they were told.
    pub role: Role,
    /// Everything they were told.
    pub seen: Follower,
    /// Every step they were ever told: when it happened and what, as JSON, by its number.
    pub acknowledged: BTreeMap<u64, (u64, String)>,
    /// Whether they were told that the table is gone.
    pub told_gone: bool,
    /// Which server they are at, while they are connected.
    pub at: Option<usize>,
    guest: Option<Arc<Guest>>,
    outbox: Option<Outbox>,
    /// Things they want that are not answered yet.
    pub waiting: Arc<Mutex<u32>>,
}

impl Person {
    /// Somebody who has got a link and has not come yet.
    pub fn new(token: String) -> Person {
        Person {
            tokens: vec![token.clone()],
            token,
            role: Role::Watcher,
            seen: Follower::default(),
            acknowledged: BTreeMap::new(),
            told_gone: false,
            at: None,
            guest: None,
            outbox: None,
            waiting: Arc::default(),
        }
    }

    /// Comes to a server, knowing what was seen before.
    pub async fn come(&mut self, rooms: &Arc<Rooms>, server: usize, table: &str) -> Result<(), String> {
        self.go();
        let (last, at) = (self.seen.evening.seq, self.seen.evening.changed);
        let Ok(holder) = rooms.holder(table, &self.token).await else { return Ok(()) };
        let guest = rooms.enter(table);
        let Ok(joined) = guest.join(holder, last, (last > 0).then_some(at)).await else { return Ok(()) };
        let mut past = Vec::new();
        let mut pages = Pages::new(rooms, table, &joined);
        while let Ok(Some(page)) = pages.next().await {
            past.push(page);
        }
        if !self.take_past(&past, joined.last)? {
            return Ok(());
        }
        (self.guest, self.outbox, self.at) = (Some(Arc::new(guest)), Some(joined.outbox), Some(server));
        Ok(())
    }

    /// Takes the pages somebody who comes is sent; `false` where the connection broke before the last.
    fn take_past(&mut self, pages: &[Utf8Bytes], last: u64) -> Result<bool, String> {
        let mut past = Past::default();
        for page in pages {
            match serde_json::from_str(page).map_err(|error| error.to_string())? {
                ServerMessage::Welcome { role, after, upto, last, steps, .. } => {
                    self.role = role;
                    past = Past { after, upto, last, steps };
                }
                ServerMessage::Page { after, upto, steps } if after == past.upto && upto > after => {
                    past.upto = upto;
                    past.steps.extend(steps);
                }
                other => return Err(format!("a page was expected: {other:?}")),
            }
        }
        if pages.is_empty() || past.upto < last {
            return Ok(false);
        }
        if past.after < self.seen.evening.seq {
            // This is no longer the same table: what was known of it no longer counts.
            self.acknowledged.clear();
        }
        past.tell(&mut self.seen).map_err(|misstep| misstep.to_string())?;
        past.steps.iter().for_each(|step| self.note(step));
        Ok(true)
    }

    fn note(&mut self, step: &Step) {
        self.acknowledged.insert(step.seq, (step.at, serde_json::to_string(&step.what).unwrap_or_default()));
    }

    /// Loses the connection, or closes the page.
    pub fn go(&mut self) {
        (self.guest, self.outbox, self.at) = (None, None, None);
    }

    /// Wants something, without waiting for what becomes of it.
    pub fn want(&self, intention: Intention) {
        let Some(guest) = self.guest.clone() else { return };
        let waiting = self.waiting.clone();
        *waiting.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        tokio::spawn(async move {
            let _: Result<(), Refused> = guest.want(intention).await;
            *waiting.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        });
    }

    /// Shows a reaction.
    pub fn react(&self) {
        let Some(guest) = self.guest.clone() else { return };
        tokio::spawn(async move { guest.react("clap".into()).await });
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
    pub fn listen(&mut self) -> Result<(), String> {
        use tokio::sync::mpsc::error::TryRecvError;
        loop {
            let Some(outbox) = &mut self.outbox else { return Ok(()) };
            let text = match outbox.try_recv() {
                Ok(text) => text,
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => {
                    self.go();
                    return Ok(());
                }
            };
            match serde_json::from_str(&text).map_err(|error| error.to_string())? {
                ServerMessage::Step(step) => {
                    self.seen.take(&step).map_err(|misstep| misstep.to_string())?;
                    self.note(&step);
                }
                ServerMessage::Seated { seat, token } => {
                    (self.token, self.role) = (token, Role::Seat(seat));
                }
                ServerMessage::Role { role } => self.role = role,
                ServerMessage::Gone => self.told_gone = true,
                ServerMessage::Here { .. } | ServerMessage::Reaction { .. } => {}
                other => return Err(format!("nobody asked for this: {other:?}")),
            }
        }
    }
}
