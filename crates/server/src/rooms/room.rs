//! One open table: commands one after another, each stored before anyone is told.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use spieltisch_protocol::{Intention, RefusalCode, Refused, Role, ServerMessage, limits};
use tokio::sync::Notify;

use super::audience::{Audience, MemberId, Outbox};
use super::{Rooms, clockwork, not_stored};
use crate::store::{Append, Presence, StoreError, TokenRow};
use crate::table::{Decision, Table};
use crate::tokens;

/// An open table.
pub struct Room {
    /// The table's name.
    pub name: Arc<str>,
    held: tokio::sync::Mutex<Held>,
    audience: Mutex<Audience>,
    /// Who is at this table on other servers, by server.
    elsewhere: Mutex<HashMap<String, (Presence, Instant)>>,
    /// Something happened, or somebody came or went.
    pub(super) stirred: Notify,
    /// Whether somebody looks after computers and clocks here.
    pub(super) tended: AtomicBool,
}

/// The table as far as it is known here.
#[derive(Default)]
pub(super) struct Held {
    /// `None` before it is read, and after something could not be stored: the log knows better.
    pub(super) table: Option<Table>,
    /// The last step everyone here was told.
    told: u64,
    /// Whether the last step was made here.
    pub(super) own: bool,
}

impl Room {
    pub(super) fn new(name: &str) -> Room {
        Room {
            name: name.into(),
            held: tokio::sync::Mutex::default(),
            audience: Mutex::default(),
            elsewhere: Mutex::default(),
            stirred: Notify::new(),
            tended: AtomicBool::new(false),
        }
    }

    pub(super) fn audience(&self) -> MutexGuard<'_, Audience> {
        // A list of senders is whole whatever happened to whoever held it.
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elsewhere(&self) -> MutexGuard<'_, HashMap<String, (Presence, Instant)>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Seats whose players are at this table, here or on another server, and how many watch.
    pub(super) fn here(&self) -> (Vec<u8>, u32) {
        let (mut seats, mut watchers) = {
            let audience = self.audience();
            (audience.seats(), audience.watchers())
        };
        for (presence, _) in self.elsewhere().values() {
            seats.extend(&presence.seats);
            watchers += presence.watchers;
        }
        seats.sort_unstable();
        seats.dedup();
        (seats, watchers)
    }

    /// Who is here, for other servers.
    pub(super) fn presence(&self, server: &str) -> Presence {
        let audience = self.audience();
        Presence { server: server.into(), table: self.name.to_string(), seats: audience.seats(), watchers: audience.watchers() }
    }

    /// Another server tells who is there. Returns whether it was not heard of before.
    pub(super) fn hear_presence(&self, presence: Presence) -> bool {
        let known = self.elsewhere().insert(presence.server.clone(), (presence, Instant::now()));
        self.tell_everyone_here();
        known.is_none()
    }

    /// Forgets servers that were not heard of for a while.
    pub(super) fn forget_the_silent(&self, after: Duration) {
        let before = self.elsewhere().len();
        self.elsewhere().retain(|_, (_, heard)| heard.elapsed() < after);
        if self.elsewhere().len() < before {
            self.tell_everyone_here();
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.audience().is_empty() && !self.tended.load(Ordering::SeqCst)
    }

    /// Somebody comes with a valid link and knows the steps up to `last`.
    pub async fn join(self: &Arc<Room>, rooms: &Arc<Rooms>, role: Role, last: u64) -> Result<(MemberId, Outbox), Refused> {
        let mut held = self.held.lock().await;
        self.refresh(rooms, &mut held).await?;
        let steps = rooms.store.steps(&self.name, last).await.map_err(|error| not_stored(&error))?;
        // Steps that were stored elsewhere a moment ago will be told to everyone here soon enough.
        let steps = steps.into_iter().filter(|step| step.seq <= held.told).collect();
        let (mut here, mut watchers) = self.here();
        match role.seat() {
            Some(seat) if !here.contains(&seat) => here.push(seat),
            Some(_) => {}
            None => watchers += 1,
        }
        let welcome = as_text(&ServerMessage::Welcome { role, steps, here, watchers });
        let (id, outbox) = {
            let mut audience = self.audience();
            let (id, outbox) = audience.join(role);
            audience.send_to(id, &welcome);
            (id, outbox)
        };
        drop(held);
        self.tell_who_is_here(rooms);
        clockwork::tend(rooms, self);
        Ok((id, outbox))
    }

    /// Somebody goes.
    pub fn leave(&self, rooms: &Arc<Rooms>, id: MemberId) {
        self.audience().leave(id);
        self.tell_who_is_here(rooms);
        rooms.close_if_empty(self);
    }

    /// Somebody came or went: everyone is told, on other servers too.
    fn tell_who_is_here(&self, rooms: &Arc<Rooms>) {
        self.tell_everyone_here();
        rooms.tell_presence(self);
    }

    fn tell_everyone_here(&self) {
        let (here, watchers) = self.here();
        self.audience().send(&as_text(&ServerMessage::Here { here, watchers }));
        self.stirred.notify_waiters();
    }

    /// Decides what somebody wants. Whoever took a seat has that role from now on.
    pub async fn want(self: &Arc<Room>, rooms: &Arc<Rooms>, id: MemberId, role: Role, intention: &Intention) -> Result<Role, Refused> {
        let mut held = self.held.lock().await;
        self.refresh_if_unknown(rooms, &mut held).await?;
        let decision = held.decide(rooms, |table| table.decide(role, intention))?;
        let token = decision.seated.map(|seat| (seat, tokens::new_token()));
        let rows = token.iter().map(|(seat, token)| TokenRow { hash: tokens::hash(token), role: Role::Seat(*seat) }).collect();
        self.keep(rooms, &mut held, decision, rows).await?;
        drop(held);
        let Some((seat, token)) = token else { return Ok(role) };
        {
            let mut audience = self.audience();
            audience.change_role(id, Role::Seat(seat));
            audience.send_to(id, &as_text(&ServerMessage::Seated { seat, token }));
        }
        self.tell_who_is_here(rooms);
        Ok(Role::Seat(seat))
    }

    /// Does something that nobody here asked for: computers, stand-ins, clocks. `decide` looks at
    /// the table as it is and may find that nothing is to be done any more.
    pub(super) async fn do_by_itself(
        self: &Arc<Room>,
        rooms: &Arc<Rooms>,
        decide: impl FnOnce(&mut Table) -> Option<Result<Decision, Refused>>,
    ) -> Result<(), Refused> {
        let mut held = self.held.lock().await;
        self.refresh_if_unknown(rooms, &mut held).await?;
        held.start_clock(rooms);
        let Some(decision) = held.table.as_mut().and_then(decide) else { return Ok(()) };
        self.keep(rooms, &mut held, decision?, Vec::new()).await
    }

    /// Looks at the table as it is known here.
    pub(super) async fn look<T>(self: &Arc<Room>, rooms: &Arc<Rooms>, look: impl FnOnce(&Table, bool) -> T) -> Result<T, Refused> {
        let mut held = self.held.lock().await;
        self.refresh_if_unknown(rooms, &mut held).await?;
        let own = held.own;
        held.table.as_ref().map(|table| look(table, own)).ok_or_else(no_such_table)
    }

    /// Everyone sees a reaction; nobody keeps it.
    pub fn react(&self, role: Role, with: &str) -> Result<(), Refused> {
        let Some(seat) = role.seat() else {
            return Err(Refused::new(RefusalCode::NotSeated, "Only someone with a seat at the table can do that."));
        };
        if !limits::REACTIONS.contains(&with) {
            return Err(Refused::new(RefusalCode::BadText, "There is no such reaction."));
        }
        self.audience().send(&as_text(&ServerMessage::Reaction { seat, with: with.into() }));
        Ok(())
    }

    /// Reads what other servers stored and tells everyone here.
    pub(super) async fn catch_up(self: &Arc<Room>, rooms: &Arc<Rooms>) {
        let mut held = self.held.lock().await;
        if let Err(refused) = self.refresh(rooms, &mut held).await {
            tracing::warn!(table = %self.name, %refused, "could not catch up");
        }
        drop(held);
        clockwork::tend(rooms, self);
    }

    /// The table is no more.
    pub(super) fn end(&self) {
        let mut audience = self.audience();
        audience.send(&as_text(&ServerMessage::Gone));
        audience.clear();
    }

    /// Everyone has to come back, to this server or another.
    pub(super) fn send_away(&self) {
        self.audience().clear();
    }

    async fn refresh_if_unknown(&self, rooms: &Rooms, held: &mut Held) -> Result<(), Refused> {
        if held.table.is_some() { Ok(()) } else { self.refresh(rooms, held).await }
    }

    /// Reads what is new in the log, and tells it.
    async fn refresh(&self, rooms: &Rooms, held: &mut Held) -> Result<(), Refused> {
        if held.table.is_some() && !rooms.store.is_shared() {
            return Ok(());
        }
        let mut table = match held.table.take() {
            Some(table) => table,
            None => {
                let secret = rooms.store.secret(&self.name).await.map_err(|error| not_stored(&error))?;
                Table::new(&self.name, secret.ok_or_else(no_such_table)?)
            }
        };
        let steps = rooms.store.steps(&self.name, table.evening.seq).await.map_err(|error| not_stored(&error))?;
        let first_reading = held.told == 0;
        for step in &steps {
            table.replay(step).map_err(|broken| {
                tracing::error!(table = %self.name, %broken, "a log does not fit the rules");
                Refused::new(RefusalCode::NotNow, "This table was written by another version of the program and cannot be continued here.")
            })?;
            if step.seq > held.told {
                held.told = step.seq;
                held.own = false;
                if !first_reading {
                    self.audience().send(&as_text(&ServerMessage::Step(step.clone())));
                }
            }
        }
        held.table = Some(table);
        self.stirred.notify_waiters();
        Ok(())
    }

    /// Stores what was decided, then tells everyone.
    async fn keep(self: &Arc<Room>, rooms: &Arc<Rooms>, held: &mut Held, decision: Decision, tokens: Vec<TokenRow>) -> Result<(), Refused> {
        if decision.what.is_empty() {
            return Ok(());
        }
        // What is held has gone ahead of the log. It is put back only once the log has followed.
        let Some(mut table) = held.table.take() else { return Err(no_such_table()) };
        let (seq, at) = (table.evening.seq + 1, table.now);
        let body: Arc<str> = serde_json::to_string(&decision.what).unwrap_or_default().into();
        let append = |done| Append { table: self.name.clone(), seq, at, body: body.clone(), secret: None, tokens, done };
        match rooms.store.append(append).await {
            Ok(()) => {
                (table.evening.seq, table.evening.changed) = (seq, at);
                held.table = Some(table);
                (held.told, held.own) = (seq, true);
                let message = Utf8Bytes::from(format!(r#"{{"is":"step","seq":{seq},"at":{at},"what":{body}}}"#));
                self.audience().send(&message);
                rooms.metrics.steps.inc();
                self.stirred.notify_waiters();
                Ok(())
            }
            Err(error) => {
                let _ = self.refresh(rooms, held).await;
                match error {
                    StoreError::Stale => Err(Refused::new(RefusalCode::Stale, "Something else happened first.")),
                    StoreError::Unavailable(_) => Err(not_stored(&error)),
                }
            }
        }
    }
}

impl Held {
    fn start_clock(&mut self, rooms: &Rooms) {
        if let Some(table) = &mut self.table {
            // A clock that was set back does not make time run backwards.
            table.now = (rooms.clock)().max(table.evening.changed);
        }
    }

    fn decide(&mut self, rooms: &Rooms, decide: impl FnOnce(&mut Table) -> Result<Decision, Refused>) -> Result<Decision, Refused> {
        self.start_clock(rooms);
        self.table.as_mut().map_or_else(|| Err(no_such_table()), decide)
    }
}

pub(super) fn no_such_table() -> Refused {
    Refused::new(RefusalCode::NoSuchTable, "There is no such table, or the link does not belong to it.")
}

/// A message as it goes over the line.
pub(crate) fn as_text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}
