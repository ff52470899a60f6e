//! A table shared by link as this page knows it: the steps so far, who is here, and what is asked for.

use leptos::prelude::*;
use spieltisch_protocol::{
    ClientMessage, Intention, LogEntry, RefusalCode, Refused, ReplayError, Role, ServerMessage, TableEvent, TableReplica, TableState,
};

use super::connection::{Heard, TableConnection};
use super::kept::{self, KeptTable};
use crate::browser;
use crate::i18n::Key;

/// How long a reaction is shown.
const REACTION: i32 = 3_500;
/// How long the page says that a player's time ran out.
const TIME_UP: i32 = 6_000;

/// How the connection is.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionState {
    /// The first answer is awaited.
    Connecting,
    /// All is well.
    Open,
    /// The connection was lost and is tried again.
    Lost,
    /// There is no such table, or no longer.
    Closed(Closed),
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The link leads nowhere.
    Unknown,
    /// It was deleted.
    Deleted,
}

/// Who is here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Here {
    /// Seats whose players are here.
    pub seats: Vec<u8>,
    /// How many watch.
    pub watchers: u32,
}

/// Whether a browser is told of its person's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationState {
    /// It is not.
    Off,
    /// It is being asked for, or taken back.
    Asking,
    /// It is.
    On,
}

/// A reaction being shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownReaction {
    /// Tells it from the same one again.
    pub number: u32,
    /// The seat that reacted.
    pub seat: u8,
    /// The name of the reaction.
    pub with: String,
}

/// Steps of the table so far.
struct LogPage {
    after: u64,
    upto: u64,
    steps: Vec<LogEntry>,
}

/// A table shared by link.
#[derive(Clone, Copy)]
pub struct LinkedTable {
    /// Everything that follows from the steps.
    pub table: RwSignal<TableReplica>,
    /// How far this device's clock is ahead of the server's, in milliseconds.
    pub ahead: RwSignal<f64>,
    /// As whom this page is here.
    pub role: RwSignal<Option<Role>>,
    /// Who is here.
    pub here: RwSignal<Here>,
    /// How the connection is.
    pub standing: RwSignal<ConnectionState>,
    /// The last refusal, until something else is asked for.
    pub refused: RwSignal<Option<Refused>>,
    /// Reactions being shown.
    pub reactions: RwSignal<Vec<ShownReaction>>,
    /// Whose time has just run out.
    pub time_up: RwSignal<Option<u8>>,
    /// Whether the talk is unfolded where it is folded away.
    pub talking: RwSignal<bool>,
    /// Lines of the chat that have been seen.
    pub seen: RwSignal<usize>,
    /// Whether the table itself is looked at instead of its game.
    pub at_lobby: RwSignal<bool>,
    /// Whether the menu of the table is open.
    pub menu: RwSignal<bool>,
    /// Whether this page's person is asked for another name.
    pub naming: RwSignal<bool>,
    /// Whether someone who could sit down only looks on.
    pub looks_on: RwSignal<bool>,
    /// Whether the host is just taking their seat.
    pub sits_down: RwSignal<bool>,
    /// The seat whose turn it is in the game being shown.
    pub on_turn: RwSignal<Option<u8>>,
    /// Whether this browser is told of its person's turns while the page is closed.
    pub notifications: RwSignal<NotificationState>,
    /// What came of asking for that.
    pub told: RwSignal<Option<Key>>,
    name: StoredValue<String>,
    token: StoredValue<String>,
    /// The table's last step when this page came.
    last: StoredValue<u64>,
    /// Whether this page's person leaves the table.
    pub leaving: RwSignal<bool>,
    /// Whether a decision or roll has waited for its answer for a while.
    pub waits: RwSignal<bool>,
    /// A decision or roll the referee has not answered yet.
    pub(super) unanswered: StoredValue<Option<Intention>>,
    /// What was asked for last, until something happens at the table.
    pub(super) last_sent: StoredValue<Option<Intention>>,
    /// What is asked for again once the connection is back.
    resend: StoredValue<Option<Intention>>,
    pub(super) connection: StoredValue<Option<TableConnection>, LocalStorage>,
}

impl std::fmt::Debug for LinkedTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkedTable")
    }
}

impl LinkedTable {
    /// Comes to a table with a token; the connection ends with the page that shows it.
    pub fn open(table: &str, token: &str) -> LinkedTable {
        let online = LinkedTable {
            // The table on the page follows the game itself, with everything that happened.
            table: RwSignal::new(TableReplica::of_state()),
            ahead: RwSignal::new(0.0),
            role: RwSignal::new(None),
            here: RwSignal::default(),
            standing: RwSignal::new(ConnectionState::Connecting),
            refused: RwSignal::new(None),
            reactions: RwSignal::default(),
            time_up: RwSignal::new(None),
            talking: RwSignal::new(false),
            seen: RwSignal::new(0),
            at_lobby: RwSignal::new(false),
            menu: RwSignal::new(false),
            naming: RwSignal::new(false),
            looks_on: RwSignal::new(false),
            sits_down: RwSignal::new(false),
            on_turn: RwSignal::new(None),
            notifications: RwSignal::new(NotificationState::Off),
            told: RwSignal::new(None),
            name: StoredValue::new(table.to_string()),
            token: StoredValue::new(token.to_string()),
            last: StoredValue::new(0),
            leaving: RwSignal::new(false),
            waits: RwSignal::new(false),
            unanswered: StoredValue::new(None),
            last_sent: StoredValue::new(None),
            resend: StoredValue::new(None),
            connection: StoredValue::new_local(None),
        };
        let connection = TableConnection::open(move || online.hello(), move |heard| online.hear(heard));
        online.connection.set_value(Some(connection));
        on_cleanup(move || online.with_connection(TableConnection::end));
        online
    }

    /// Something of the table's state; reactive: the caller follows every change.
    pub fn with_state<T>(&self, read: impl FnOnce(&TableState) -> T) -> T {
        self.table.with(|table| read(&table.table_state))
    }

    /// Something of the table's state as it stands now.
    pub fn with_state_untracked<T>(&self, read: impl FnOnce(&TableState) -> T) -> T {
        self.table.with_untracked(|table| read(&table.table_state))
    }

    pub(super) fn with_connection(&self, act: impl FnOnce(&TableConnection)) {
        self.connection.try_with_value(|connection| connection.as_ref().map(act));
    }

    /// The table's name in addresses.
    pub fn name(&self) -> String {
        self.name.get_value()
    }

    /// What this page came in with.
    pub fn token(&self) -> String {
        self.token.get_value()
    }

    /// The table's name, for callers that ask after the page may have been left.
    pub fn try_name(&self) -> Option<String> {
        self.name.try_get_value()
    }

    /// What this page came in with, for callers that ask after it may have been left.
    pub fn try_token(&self) -> Option<String> {
        self.token.try_get_value()
    }

    /// The seat of this page's person, if they sit there.
    pub fn my_seat(&self) -> Option<u8> {
        let seat = self.role.get()?.seat()?;
        self.with_state(|table_state| table_state.persons().any(|other| other == seat)).then_some(seat)
    }

    fn hello(self) -> ClientMessage {
        let (last, at) = self.table.try_with_untracked(|table| (table.table_state.seq, table.table_state.changed)).unwrap_or_default();
        ClientMessage::Hello {
            table: self.name.try_get_value().unwrap_or_default(),
            token: self.token.try_get_value().unwrap_or_default(),
            last,
            at: (last > 0).then_some(at),
        }
    }

    fn hear(self, heard: Heard) {
        match heard {
            Heard::Lost => {
                let was_open = self.standing.try_with_untracked(|standing| *standing == ConnectionState::Open);
                if was_open == Some(true) {
                    self.standing.set(ConnectionState::Lost);
                }
            }
            Heard::Back => {
                if self.standing.try_with_untracked(|standing| *standing == ConnectionState::Lost) == Some(true) {
                    self.standing.set(ConnectionState::Open);
                }
            }
            Heard::Message(message) if !self.standing.is_disposed() => self.take(message),
            Heard::Message(_) => {}
        }
    }

    fn take(self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { role, after, upto, last, steps, here, watchers } => {
                self.welcome(role, Here { seats: here, watchers }, last, &LogPage { after, upto, steps });
            }
            ServerMessage::Page { after, upto, steps } => self.page(&LogPage { after, upto, steps }),
            ServerMessage::Role { role } => self.role.set(Some(role)),
            ServerMessage::Step(step) => {
                self.ahead.set(browser::now() - step.at as f64);
                self.last_sent.set_value(None);
                match self.table.try_update(|table| table.take(&step)) {
                    Some(Err(ReplayError::Gap { .. })) => self.with_connection(TableConnection::renew),
                    _ => self.forget_answered(),
                }
                self.tell_time_up(&step);
            }
            ServerMessage::Here { here, watchers } => self.here.set(Here { seats: here, watchers }),
            ServerMessage::Seated { seat, token } => {
                self.token.set_value(token);
                self.role.set(Some(Role::Seat(seat)));
                self.keep();
            }
            ServerMessage::Reaction { seat, with } => self.show_reaction(seat, with),
            ServerMessage::Refused(refused) => self.refuse(refused),
            ServerMessage::Gone => self.close(Closed::Deleted),
            // That something came is all it says.
            ServerMessage::Pong => {}
        }
    }

    fn welcome(self, role: Role, here: Here, last: u64, page: &LogPage) {
        // A player who opens an invitation again has a seat here already.
        let own = kept::find(&self.name()).filter(|kept| role == Role::Invited && kept.seat.is_some() && kept.token != self.token());
        if let Some(own) = own {
            self.token.set_value(own.token);
            return self.with_connection(TableConnection::renew);
        }
        self.here.set(here);
        self.role.set(Some(role));
        self.last.set_value(last);
        if self.table.try_update_untracked(|table| table.go_on_after(page.after)) == Some(true) {
            // The table was restored from a backup.
            self.unanswered.set_value(None);
        }
        self.page(page);
    }

    /// Takes a page of the table so far; all is well after the last.
    fn page(self, page: &LogPage) {
        let taken = self.table.try_update(|table| table.take_page(page.after, &page.steps, page.upto));
        if let Some(Err(ReplayError::Gap { .. })) = taken {
            return self.with_connection(TableConnection::renew);
        }
        if page.upto < self.last.get_value() {
            return;
        }
        let first = self.standing.with_untracked(|standing| *standing == ConnectionState::Connecting);
        self.standing.set(ConnectionState::Open);
        if first {
            self.seen.set(self.with_state_untracked(|table_state| table_state.lines.len()));
            self.keep();
            self.sit_as_planned();
        }
        // A decision that was on its way when the connection was lost is sent again; an old one is dropped.
        self.forget_answered();
        for intention in self.resend.try_update_value(Option::take).flatten().into_iter().chain(self.unanswered.get_value()) {
            self.send(intention);
        }
        if self.leaving.get_untracked() && self.my_seat_untracked().is_some() {
            self.leave();
        }
    }

    fn tell_time_up(self, step: &LogEntry) {
        let late = step.what.iter().find_map(|what| match what {
            TableEvent::TimeUp { seat } => Some(*seat),
            _ => None,
        });
        if late.is_some() {
            self.time_up.set(late);
            browser::after(TIME_UP, move || {
                let _ = self.time_up.try_set(None);
            });
        }
    }

    /// Keeps in the browser what it needs to come back.
    fn keep(self) {
        let (name, role) = (self.name(), self.role.get_untracked());
        let before = kept::find(&name);
        let seat = role.and_then(Role::seat);
        // Looking on does not cost anyone their seat.
        if seat.is_none() && before.as_ref().is_some_and(|kept| kept.seat.is_some()) {
            return;
        }
        let kept = KeptTable {
            token: self.token(),
            game: self.with_state_untracked(|table_state| table_state.game.clone()),
            seat,
            links: before.as_ref().and_then(|kept| kept.links.clone()),
            sit_as: before.as_ref().and_then(|kept| kept.sit_as.clone()),
            // Once the seat is ours, the token asked for has come.
            next: before.and_then(|kept| kept.next).filter(|_| seat.is_none()),
            table: name,
        };
        if kept::put(kept) {
            // What the address bar shows is copied and seen by others: the token is not for them.
            browser::replace_address(&browser::whole_address(&format!("#/t/{}", self.name())));
        }
    }

    /// The host has said their name already.
    fn sit_as_planned(self) {
        let Some(kept) = kept::find(&self.name()) else { return };
        let Some(name) = kept.sit_as.clone() else { return };
        kept::put(KeptTable { sit_as: None, ..kept });
        if self.my_seat_untracked().is_none() {
            self.sits_down.set(true);
            self.sit(&name);
        }
    }

    fn my_seat_untracked(self) -> Option<u8> {
        untrack(move || self.my_seat())
    }

    fn show_reaction(self, seat: u8, with: String) {
        let number = self.reactions.with_untracked(|shown| shown.iter().map(|one| one.number).max().unwrap_or(0) + 1);
        self.reactions.update(|shown| shown.push(ShownReaction { number, seat, with }));
        browser::after(REACTION, move || {
            self.reactions.try_update(|shown| shown.retain(|one| one.number != number));
        });
    }

    fn refuse(self, refused: Refused) {
        match refused.code {
            RefusalCode::NoSuchTable => return self.close(Closed::Unknown),
            // Nothing happened, and the server closes the connection; the next one asks again.
            RefusalCode::Reconnect => return self.keep_for_later(),
            // Where it is the token that cannot be, the next try needs another one.
            RefusalCode::BadText if self.role.get_untracked() == Some(Role::Invited) => kept::choose_another_token(&self.name()),
            _ => {}
        }
        self.unanswered.set_value(None);
        self.waits.set(false);
        self.leaving.set(false);
        self.sits_down.set(false);
        self.refused.set(Some(refused));
    }

    /// What was just refused is asked for again when the connection is back. Decisions, rolls and leaving always are.
    fn keep_for_later(self) {
        let sent = self.last_sent.try_update_value(Option::take).flatten();
        let is_kept = |sent: &Intention| matches!(sent, Intention::Move { .. } | Intention::Roll { .. } | Intention::Leave);
        if let Some(intention) = sent.filter(|sent| !is_kept(sent)) {
            self.resend.set_value(Some(intention));
        }
    }

    fn close(self, why: Closed) {
        self.with_connection(TableConnection::end);
        if why == Closed::Deleted {
            kept::forget(&self.name());
        }
        self.standing.set(ConnectionState::Closed(why));
    }
}
