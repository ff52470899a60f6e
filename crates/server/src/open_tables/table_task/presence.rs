//! Who is at a table, on this server and on others.

use std::sync::atomic::Ordering;
use std::time::Duration;

use spieltisch_protocol::ServerMessage;
use tokio::time::Instant;

use super::TableTask;
use crate::open_tables::as_text;
use crate::store::Presence;

/// Those who come and go within so long are told of together.
const TOGETHER: Duration = Duration::from_millis(250);

impl TableTask {
    /// Seats whose players are at this table, here or on another server, and how many watch.
    pub(super) fn here(&self) -> (Vec<u8>, u32) {
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
    pub(super) fn presence(&mut self) -> Presence {
        Presence {
            asks: !std::mem::replace(&mut self.asked, true),
            number: self.open_tables.told.fetch_add(1, Ordering::Relaxed),
            server: self.open_tables.name.clone(),
            table: self.name.to_string(),
            seats: self.audience.seats(),
            watchers: self.audience.watchers(),
        }
    }

    pub(super) fn hear_presence(&mut self, presence: Presence) {
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
            self.open_tables.tell_presence(presence);
        }
    }

    /// A client came or went: everyone is told, on other servers too. Where that was just told it waits a moment, so that any number
    /// who come and go are told of together.
    pub(super) fn tell_who_is_here(&mut self) {
        let now = Instant::now();
        let next = self.here_told.map(|told| told + TOGETHER).filter(|next| *next > now);
        match next {
            // A table that nobody is at is not kept open for it.
            Some(next) if !self.audience.is_empty() => self.here_due = Some(next),
            _ => self.tell_here_now(),
        }
    }

    pub(super) fn tell_here_now(&mut self) {
        (self.here_told, self.here_due) = (Some(Instant::now()), None);
        self.tell_everyone_here();
        let presence = self.presence();
        self.open_tables.tell_presence(presence);
    }

    pub(super) fn tell_everyone_here(&mut self) {
        let (here, watchers) = self.here();
        self.audience.send(&as_text(&ServerMessage::Here { here, watchers }));
    }
}
