//! Looking after one open table: what people want and what happens by itself, one after another, each stored before
//! anyone is told.
//!
//! Nothing that is held here matters: after anything that could not be stored the table is read from the log again,
//! and steps that others stored meanwhile are told to everyone here.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use spieltisch_bots::Question;
use spieltisch_protocol::{Intention, RefusalCode, Refused, Role, ServerMessage, limits};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::audience::{Audience, MemberId};
use super::due::{Due, Watch, What, due};
use super::room::{Command, Joined};
use super::word::{self, Word};
use super::{ROLL_CALL, Rooms, as_text, broken_log, no_such_table, not_stored};
use crate::store::{Append, Presence, Shown, StoreError, TokenRow, Wanted};
use crate::table::{Decision, Holder, Table};
use crate::tokens;

/// Who could not read or store something tries again after this.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often something is decided again because another server stored a step first.
const TRIES: u32 = 16;

/// What of the log is still shown is looked up again when so many steps have come.
const LOOK_AGAIN: u64 = 1_000;

/// The one who looks after an open table.
pub(super) struct Tending {
    rooms: Arc<Rooms>,
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
    /// What of the log is still shown to whoever comes.
    shown: Shown,
    /// How long the log was when that was looked up.
    shown_at: u64,
    audience: Audience,
    /// Who is at this table on other servers, by server.
    elsewhere: BTreeMap<String, (Presence, Instant)>,
    /// Whether other servers were asked who is there.
    asked: bool,
    watch: Watch,
    /// A computer is thinking about the position of this number.
    thinking: Option<(u64, What, Thought)>,
    /// Nothing happens by itself before this: the last try failed.
    not_before: Option<Instant>,
    /// What whoever is away was told.
    word: Word,
}

type Thought = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

impl Tending {
    pub(super) fn new(rooms: Arc<Rooms>, name: Arc<str>, told: Arc<AtomicU64>) -> Tending {
        Tending {
            rooms,
            name,
            table: None,
            told,
            own: false,
            unsure: false,
            gone: false,
            shown: Shown::default(),
            shown_at: 0,
            audience: Audience::default(),
            elsewhere: BTreeMap::new(),
            asked: false,
            watch: Watch::new(Instant::now()),
            thinking: None,
            not_before: None,
            word: Word::default(),
        }
    }

    /// Looks after the table until nobody is there and nothing will happen by itself any more.
    pub(super) async fn run(mut self, mut commands: mpsc::UnboundedReceiver<Command>) {
        loop {
            let next = self.next();
            let word = self.word_due();
            let nothing_is_due = next.is_none() && word.is_none() && self.thinking.is_none();
            if nothing_is_due && self.audience.is_empty() && self.rooms.let_go(&self.name, &commands) {
                return;
            }
            let wake = next.as_ref().map(|due| due.at);
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(command) => self.hear(command).await,
                    None => return,
                },
                thought = think(&mut self.thinking), if self.thinking.is_some() => self.act_on(thought).await,
                () = sleep_until(word.unwrap_or_else(Instant::now)), if word.is_some() => self.send_word(),
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => self.do_next(next).await,
            }
        }
    }

    /// What happens next by itself, and when. Nothing while a computer thinks about this very position.
    fn next(&mut self) -> Option<Next> {
        let now = Instant::now();
        let later = |at: Instant, not_before: Option<Instant>| not_before.map_or(at, |not_before| at.max(not_before));
        if self.unsure {
            return Some(Next { at: later(now, self.not_before), what: None });
        }
        let here = self.here().0;
        let table = self.table.as_ref()?;
        self.watch.look(table, &here, self.own, now);
        if self.thinking.as_ref().is_some_and(|(moment, ..)| *moment != table.follower.evening.moment) {
            self.thinking = None;
        }
        let Due { at, what } = due(table, &here, &self.watch, self.rooms.pace)?;
        // Whoever comes back need not wait for a computer's thought.
        if self.thinking.as_ref().is_some_and(|(_, thinking, _)| *thinking == what) {
            return None;
        }
        self.thinking = None;
        Some(Next { at: later(at, self.not_before), what: Some(what) })
    }

    /// When whoever is away in their turn is told.
    fn word_due(&self) -> Option<Instant> {
        let messenger = self.rooms.messenger.as_ref().filter(|_| !self.unsure)?;
        self.word.due(self.table.as_ref()?, self.watch.away()?, messenger.wait())
    }

    fn send_word(&mut self) {
        if let Some(table) = &self.table {
            self.word.send(&self.rooms, &self.name, table);
        }
    }

    async fn do_next(&mut self, next: Option<Next>) {
        self.not_before = None;
        match next.and_then(|next| next.what) {
            None => self.compare().await,
            Some(what) => self.carry_out(what).await,
        }
    }

    async fn hear(&mut self, command: Command) {
        match command {
            Command::Join { id, holder, last, at, answer } => {
                let joined = self.join(id, holder, last, at).await;
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
                let _ = answer.send(self.react(id, with));
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
                self.rooms.tell_presence(presence);
            }
            Command::SendAway => self.audience.clear(),
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

    /// Looks at a table at which somebody may wait to be told of their turn; `false` where it cannot be read.
    async fn look(&mut self) -> bool {
        let known = self.know().await.is_ok();
        if known && !self.asked {
            let presence = self.presence();
            self.rooms.tell_presence(presence);
        }
        known
    }

    async fn join(&mut self, id: MemberId, holder: Holder, last: u64, at: Option<u64>) -> Result<Joined, Refused> {
        if self.rooms.store.is_shared() {
            self.catch_up().await?;
        }
        self.know().await?;
        self.leave_out_what_is_long_over().await?;
        // Whoever knows the beginning of a game whose moves are left out starts over.
        let after = if self.is_known(last, at).await? && last >= self.shown.moves_from { last } else { 0 };
        let table = self.table.as_ref().ok_or_else(no_such_table)?;
        let (role, last) = (table.role_of(&holder), table.follower.evening.seq);
        let outbox = self.audience.join(id, holder, role);
        self.tell_who_is_here();
        let (here, watchers) = self.here();
        Ok(Joined { role, after, last, shown: self.shown, here, watchers, outbox })
    }

    /// Looks again what of the log is still shown when it has grown much since.
    async fn leave_out_what_is_long_over(&mut self) -> Result<(), Refused> {
        let end = self.table.as_ref().map_or(0, |table| table.follower.evening.seq);
        if end > self.shown_at + LOOK_AGAIN {
            self.shown = self.rooms.store.shown(&self.name).await.map_err(|error| not_stored(&error))?;
            self.shown_at = end;
        }
        Ok(())
    }

    /// Whether somebody who knows the steps up to this one, which happened at this time, knows this very table.
    async fn is_known(&mut self, last: u64, at: Option<u64>) -> Result<bool, Refused> {
        let end = self.table.as_ref().map_or(0, |table| table.follower.evening.seq);
        let Some(at) = at.filter(|_| last > 0 && last <= end) else { return Ok(last <= end) };
        let only = Wanted { after: last - 1, upto: last, shown: Shown::default(), most: 1 };
        let steps = self.rooms.store.steps(&self.name, only).await.map_err(|error| not_stored(&error))?;
        Ok(steps.first().is_some_and(|step| step.at == at))
    }

    async fn want(&mut self, id: MemberId, intention: &Intention) -> Result<(), Refused> {
        let holder = self.audience.holder(id).cloned().ok_or_else(no_such_table)?;
        // Whoever takes a seat by an invitation gets a token of their own.
        let token = match intention {
            Intention::Sit { token: Some(token), .. } if !limits::is_token(token) => {
                return Err(Refused::new(RefusalCode::BadText, "A token has 32 hexadecimal digits."));
            }
            Intention::Sit { token: Some(token), .. } if holder.role == Role::Invited => Some(token.clone()),
            Intention::Sit { .. } if holder.role == Role::Invited => Some(tokens::new_token()),
            _ => None,
        };
        let decider = token.as_ref().map_or_else(|| holder.clone(), |token| Holder { key: tokens::key(token), role: holder.role });
        for _ in 0..TRIES {
            self.know().await?;
            let decision = self.decide(|table| Some(table.decide(&decider, intention)))?;
            let seated = decision.seated.zip(token.clone());
            let rows = seated.iter().map(|(seat, token)| TokenRow { hash: tokens::hash(token), role: Role::Seat(*seat) }).collect();
            match self.keep(decision, rows).await {
                Ok(()) => {
                    self.seat(id, seated);
                    return Ok(());
                }
                // What was wanted may still be right after what others did.
                Err(StoreError::Stale) => {}
                Err(StoreError::Gone) => return Err(no_such_table()),
                Err(error) => return Err(not_stored(&error)),
            }
        }
        Err(Refused::new(RefusalCode::Stale, "Something else happened first."))
    }

    /// Gives somebody the token of the seat they have just taken.
    fn seat(&mut self, id: MemberId, seated: Option<(u8, String)>) {
        let Some((seat, token)) = seated else { return };
        self.audience.seat(id, Holder { key: tokens::key(&token), role: Role::Seat(seat) });
        self.audience.send_to(id, &as_text(&ServerMessage::Seated { seat, token }));
        self.tell_who_is_here();
    }

    fn react(&mut self, id: MemberId, with: String) -> Result<(), Refused> {
        let holder = self.audience.holder(id);
        let seat = holder.zip(self.table.as_ref()).and_then(|(holder, table)| table.seat_of(holder));
        let Some(seat) = seat else {
            return Err(Refused::new(RefusalCode::NotSeated, "Only someone with a seat at the table can do that."));
        };
        if !limits::REACTIONS.contains(&with.as_str()) {
            return Err(Refused::new(RefusalCode::BadText, "There is no such reaction."));
        }
        self.audience.send(&as_text(&ServerMessage::Reaction { seat, with }));
        Ok(())
    }

    /// Begins what is due: computers are asked, everything else is done at once.
    async fn carry_out(&mut self, what: What) {
        let question = match &what {
            What::Decide { level, .. } => Question::Decide(*level),
            What::Object(levels) => Question::Object(*levels),
            What::Roll(_) | What::StandIn(_) | What::Back(_) => return self.do_it(&what, None).await,
        };
        let Some((moment, position)) = self.table.as_ref().and_then(|table| Some((table.follower.evening.moment, table.position()?)))
        else {
            return;
        };
        let thought = self.rooms.computers.ask(&self.name, !self.audience.is_empty(), position, question);
        self.thinking = Some((moment, what, thought));
    }

    /// A computer has thought; what it thought about is still so, or nobody would be thinking.
    async fn act_on(&mut self, thought: Option<String>) {
        let Some((_, what, _)) = self.thinking.take() else { return };
        match thought {
            Some(event) => self.do_it(&what, Some(&event)).await,
            None if matches!(what, What::Object(_)) => self.watch.objections_are_heard(),
            None => {
                tracing::error!(table = %self.name, "a computer has no answer");
                self.not_before = Some(Instant::now() + PATIENCE);
            }
        }
    }

    async fn do_it(&mut self, what: &What, event: Option<&str>) {
        let decided = self.decide(|table| match *what {
            What::StandIn(seat) => Some(Ok(table.stand_in(seat, true))),
            What::Back(seat) => Some(Ok(table.stand_in(seat, false))),
            What::Roll(seat) => Some(table.decide_for(seat, None, false)),
            What::Decide { seat, time_up, .. } => Some(table.decide_for(seat, event, time_up)),
            What::Object(_) => {
                let seat = table.decider(event?)?;
                Some(table.decide_for(seat, event, false))
            }
        });
        let failed = match decided {
            Ok(decision) => {
                self.keep(decision, Vec::new()).await.err().filter(|error| *error != StoreError::Stale).map(|error| error.to_string())
            }
            Err(refused) => Some(refused.to_string()),
        };
        if let Some(reason) = failed {
            tracing::warn!(table = %self.name, reason, "what was due could not be done");
            self.not_before = Some(Instant::now() + PATIENCE);
        }
    }

    fn decide(&mut self, decide: impl FnOnce(&mut Table) -> Option<Result<Decision, Refused>>) -> Result<Decision, Refused> {
        let now = (self.rooms.clock)();
        let table = self.table.as_mut().ok_or_else(no_such_table)?;
        // A clock that was set back does not make time run backwards.
        table.now = now.max(table.follower.evening.changed);
        decide(table).unwrap_or_else(|| Err(no_such_table()))
    }

    /// Stores what was decided, then tells everyone.
    async fn keep(&mut self, decision: Decision, tokens: Vec<TokenRow>) -> Result<(), StoreError> {
        if decision.what.is_empty() {
            return Ok(());
        }
        // What is held has gone ahead of the log. It is put back only once the log has followed.
        let Some(mut table) = self.table.take() else { return Err(StoreError::Gone) };
        let (seq, at) = (table.follower.evening.seq + 1, table.now);
        let body: Arc<str> = serde_json::to_string(&decision.what).unwrap_or_default().into();
        let append = Append { table: self.name.clone(), seq, at, body: body.clone(), secret: None, tokens };
        match self.rooms.store.append(append).await {
            Ok(()) => {
                table.stored(seq, at);
                self.table = Some(table);
                self.own = true;
                self.tell(seq, at, &body);
                self.after_steps();
                word::tell_no_more(&self.rooms, &self.name, &decision);
                self.rooms.metrics.steps.inc();
                Ok(())
            }
            Err(StoreError::Gone) => {
                self.end();
                Err(StoreError::Gone)
            }
            Err(error) => {
                self.unsure = true;
                Err(error)
            }
        }
    }

    /// Tells everyone here a step, unless they know it.
    fn tell(&mut self, seq: u64, at: u64, body: &str) {
        if seq > self.told.load(Ordering::Relaxed) {
            self.told.store(seq, Ordering::Relaxed);
            self.audience.send(&Utf8Bytes::from(format!(r#"{{"is":"step","seq":{seq},"at":{at},"what":{body}}}"#)));
        }
    }

    /// Seats may have changed hands.
    fn after_steps(&mut self) {
        let Some(table) = &self.table else { return };
        if self.audience.renew_roles(|holder| table.role_of(holder)) {
            self.tell_who_is_here();
        }
    }

    /// Knows the table: reads it where it is not held.
    async fn know(&mut self) -> Result<(), Refused> {
        if self.gone {
            return Err(no_such_table());
        }
        if self.table.is_some() { Ok(()) } else { self.catch_up().await }
    }

    /// Reads what is new in the log, and tells it. Where that fails it is tried again.
    async fn catch_up(&mut self) -> Result<(), Refused> {
        if self.gone {
            return Err(no_such_table());
        }
        self.unsure = true;
        let read = self.read().await;
        match &read {
            Ok(()) => self.unsure = false,
            Err(refused) => {
                tracing::warn!(table = %self.name, %refused, "could not catch up");
                self.not_before = Some(Instant::now() + PATIENCE);
                // Nobody is served by trying a log again that will never fit.
                self.unsure = refused.code == RefusalCode::NotStored;
            }
        }
        read
    }

    async fn read(&mut self) -> Result<(), Refused> {
        let store = self.rooms.store.clone();
        let mut table = match self.table.take() {
            Some(table) => table,
            None => {
                let Some(secret) = store.secret(&self.name).await.map_err(|error| not_stored(&error))? else {
                    self.end();
                    return Err(no_such_table());
                };
                self.shown_at = 0;
                self.shown = store.shown(&self.name).await.map_err(|error| not_stored(&error))?;
                Table::new(&self.name, secret)
            }
        };
        let wanted = Wanted { shown: self.shown, ..Wanted::after(table.follower.evening.seq) };
        let steps = store.steps(&self.name, wanted).await.map_err(|error| not_stored(&error))?;
        for stored in steps {
            let step = stored.read().map_err(|error| not_stored(&error))?;
            table.replay(&step).map_err(|broken| broken_log(&self.name, &broken))?;
            if stored.seq > self.told.load(Ordering::Relaxed) {
                self.own = false;
                self.tell(stored.seq, stored.at, &stored.body);
            }
        }
        if table.follower.evening.seq < self.told.load(Ordering::Relaxed) {
            // The database was restored to an earlier state: whoever knows more has to start over.
            self.told.store(table.follower.evening.seq, Ordering::Relaxed);
            self.audience.clear();
        }
        if self.shown_at == 0 {
            self.shown_at = table.follower.evening.seq;
        }
        self.table = Some(table);
        self.after_steps();
        Ok(())
    }

    /// The log may have gone on, or back, or the table may be gone: whatever it is, it is followed.
    async fn compare(&mut self) {
        if self.gone || (self.table.is_none() && self.audience.is_empty() && !self.unsure) {
            return;
        }
        self.unsure = true;
        let ends = self.rooms.store.ends(std::slice::from_ref(&self.name)).await;
        match ends.as_deref() {
            Err(error) => {
                tracing::warn!(table = %self.name, %error, "could not compare with the log");
                self.not_before = Some(Instant::now() + PATIENCE);
                return;
            }
            Ok([]) => return self.end(),
            Ok([(_, end), ..]) if self.table.as_ref().is_some_and(|table| table.follower.evening.seq == *end) => {
                self.unsure = false;
                return;
            }
            Ok([(_, end), ..]) if self.table.as_ref().is_some_and(|table| table.follower.evening.seq > *end) => self.table = None,
            Ok(_) => {}
        }
        let _ = self.catch_up().await;
    }

    /// The table is no more.
    fn end(&mut self) {
        self.audience.send(&as_text(&ServerMessage::Gone));
        self.audience.clear();
        (self.gone, self.table, self.thinking, self.unsure) = (true, None, None, false);
    }

    /// Seats whose players are at this table, here or on another server, and how many watch.
    fn here(&self) -> (Vec<u8>, u32) {
        let (mut seats, mut watchers) = (self.audience.seats(), self.audience.watchers());
        for (presence, _) in self.elsewhere.values() {
            seats.extend(&presence.seats);
            watchers += presence.watchers;
        }
        seats.sort_unstable();
        seats.dedup();
        (seats, watchers)
    }

    /// Who is here, for other servers; the first time they are asked who is there.
    fn presence(&mut self) -> Presence {
        Presence {
            asks: !std::mem::replace(&mut self.asked, true),
            number: self.rooms.told.fetch_add(1, Ordering::Relaxed),
            server: self.rooms.name.clone(),
            table: self.name.to_string(),
            seats: self.audience.seats(),
            watchers: self.audience.watchers(),
        }
    }

    fn hear_presence(&mut self, presence: Presence) {
        let asks = presence.asks;
        // What is told at nearly the same time may come in any order.
        let is_old = self.elsewhere.get(&presence.server).is_some_and(|(known, _)| known.number > presence.number);
        if is_old && !asks {
            return;
        }
        let known = if is_old { None } else { self.elsewhere.insert(presence.server.clone(), (presence, Instant::now())) };
        self.tell_everyone_here();
        // A server heard for the first time does not know yet who is here, nor does one that has just opened the table.
        if known.is_none() || asks {
            let presence = self.presence();
            self.rooms.tell_presence(presence);
        }
    }

    /// Somebody came or went: everyone is told, on other servers too.
    fn tell_who_is_here(&mut self) {
        self.tell_everyone_here();
        let presence = self.presence();
        self.rooms.tell_presence(presence);
    }

    fn tell_everyone_here(&mut self) {
        let (here, watchers) = self.here();
        self.audience.send(&as_text(&ServerMessage::Here { here, watchers }));
    }
}

/// What happens next by itself; without a `what` the log is looked at.
struct Next {
    at: Instant,
    what: Option<What>,
}

async fn think(thinking: &mut Option<(u64, What, Thought)>) -> Option<String> {
    match thinking {
        Some((_, _, thought)) => thought.await,
        None => std::future::pending().await,
    }
}
