//! Whose message goes out next. Where messages go is named by browsers, and some places may never answer: so no push service, no
//! address and no table can take the room of the others.
//!
//! Services that answered last time go first, then those never heard of, then those that were silent; among equals the table
//! with the fewest messages on their way, then the oldest message. A message that has been on its way for [`GRACE`] gives way
//! where another one waits for its room.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

/// Messages on their way at the same time.
const TOGETHER: usize = 64;
/// So many of them to services that have not answered last time.
const UNPROVEN: usize = 48;
/// Messages on their way to one service, or one address, that answered last time.
const EACH: usize = 16;
/// The same for one that did not.
const EACH_UNPROVEN: usize = 2;
/// Messages on their way for one table.
const EACH_TABLE: usize = 2;
/// Services that are remembered.
const REMEMBERED: usize = 1024;

/// How long a message may be on its way while others wait for its room.
pub const GRACE: Duration = Duration::from_secs(1);

/// An address and a port that a connection is made to.
pub type SocketPlace = (IpAddr, u16);

/// A message that wants to go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The push service: its host and port.
    pub service: String,
    /// The table it is about.
    pub table: String,
    /// The address it needs, where that is known because it was busy before.
    pub place: Option<SocketPlace>,
}

/// What is known of a push service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ServiceState {
    Answered,
    Unknown,
    Silent,
}

struct QueuedPush {
    number: u64,
    ticket: Ticket,
    start: oneshot::Sender<Slot>,
}

struct Flight {
    number: u64,
    ticket: Ticket,
}

#[derive(Default)]
struct PushQueueState {
    waiting: Vec<QueuedPush>,
    flights: Vec<Flight>,
    known: HashMap<String, ServiceState>,
    next: u64,
}

/// Messages that are on their way, and those that wait.
#[derive(Default)]
pub struct Queue {
    state: Mutex<PushQueueState>,
}

/// The room of one message on its way; given back when it is dropped.
pub struct Slot {
    queue: Arc<Queue>,
    number: u64,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, PushQueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for room.
    pub async fn enter(self: &Arc<Queue>, ticket: Ticket) -> Slot {
        let started = {
            let mut state = self.state();
            let (start, started) = oneshot::channel();
            let number = state.next;
            state.next += 1;
            state.waiting.push(QueuedPush { number, ticket, start });
            started
        };
        self.dispatch();
        match started.await {
            Ok(slot) => slot,
            // The queue lives as long as a message waits in it, and starts every one in the end.
            Err(_) => std::future::pending().await,
        }
    }

    /// Starts everything there is room for.
    fn dispatch(self: &Arc<Queue>) {
        loop {
            let mut state = self.state();
            let Some(next) = state.next_to_start() else { return };
            let QueuedPush { number, ticket, start } = state.waiting.swap_remove(next);
            state.flights.push(Flight { number, ticket });
            drop(state);
            // A message given up at this very moment gives its room back by being dropped here.
            let _ = start.send(Slot { queue: self.clone(), number });
        }
    }

    /// Whether a push service answered last time.
    pub fn has_answered(&self, service: &str) -> bool {
        self.state().standing(service) == ServiceState::Answered
    }
}

impl PushQueueState {
    fn standing(&self, service: &str) -> ServiceState {
        self.known.get(service).copied().unwrap_or(ServiceState::Unknown)
    }

    fn count(&self, counts: impl Fn(&Ticket) -> bool) -> usize {
        self.flights.iter().filter(|flight| counts(&flight.ticket)).count()
    }

    /// How many messages to a service, or its address, may be on their way.
    fn each(&self, service: &str) -> usize {
        if self.standing(service) == ServiceState::Answered { EACH } else { EACH_UNPROVEN }
    }

    fn place_is_free(&self, place: SocketPlace, service: &str) -> bool {
        self.count(|other| other.place == Some(place)) < self.each(service)
    }

    fn may_start(&self, ticket: &Ticket) -> bool {
        let is_proven = |ticket: &Ticket| self.standing(&ticket.service) == ServiceState::Answered;
        self.flights.len() < TOGETHER
            && (is_proven(ticket) || self.count(|other| !is_proven(other)) < UNPROVEN)
            && self.count(|other| other.service == ticket.service) < self.each(&ticket.service)
            && self.count(|other| other.table == ticket.table) < EACH_TABLE
            && ticket.place.is_none_or(|place| self.place_is_free(place, &ticket.service))
    }

    fn next_to_start(&mut self) -> Option<usize> {
        // Messages that are not wanted any more.
        self.waiting.retain(|waiting| !waiting.start.is_closed());
        let may_start = self.waiting.iter().enumerate().filter(|(_, waiting)| self.may_start(&waiting.ticket));
        let first = may_start.min_by_key(|(_, waiting)| {
            let ticket = &waiting.ticket;
            (self.standing(&ticket.service), self.count(|other| other.table == ticket.table), waiting.number)
        });
        first.map(|(index, _)| index)
    }

    fn note(&mut self, service: &str, standing: ServiceState) {
        if self.known.len() >= REMEMBERED && !self.known.contains_key(service) {
            self.known.retain(|_, standing| *standing == ServiceState::Answered);
            if self.known.len() >= REMEMBERED {
                self.known.clear();
            }
        }
        self.known.insert(service.to_string(), standing);
    }
}

impl Slot {
    /// The message goes to this address now; `false` where enough are on their way there.
    pub fn take_place(&self, place: SocketPlace) -> bool {
        let mut state = self.queue.state();
        let Some(index) = state.flights.iter().position(|flight| flight.number == self.number) else { return false };
        state.flights[index].ticket.place = None;
        let is_free = state.place_is_free(place, &state.flights[index].ticket.service);
        if is_free {
            state.flights[index].ticket.place = Some(place);
        }
        is_free
    }

    /// The push service answered, or was silent.
    pub fn note(&self, answered: bool) {
        self.note_standing(if answered { ServiceState::Answered } else { ServiceState::Silent });
    }

    fn note_standing(&self, standing: ServiceState) {
        let mut state = self.queue.state();
        let service = state.flights.iter().find(|flight| flight.number == self.number).map(|flight| flight.ticket.service.clone());
        if let Some(service) = service {
            state.note(&service, standing);
        }
    }

    /// Gives the room to another message, where one waits for it; `true` where that is so.
    pub fn give_way(&self) -> bool {
        let mut state = self.queue.state();
        let Some(index) = state.flights.iter().position(|flight| flight.number == self.number) else { return true };
        let flight = state.flights.swap_remove(index);
        let is_wanted = state.next_to_start().is_some();
        if is_wanted {
            state.note(&flight.ticket.service, ServiceState::Unknown);
        } else {
            state.flights.push(flight);
        }
        drop(state);
        if is_wanted {
            self.queue.dispatch();
        }
        is_wanted
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.flights.retain(|flight| flight.number != self.number);
        drop(state);
        self.queue.dispatch();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;

    fn ticket(service: &str, table: &str) -> Ticket {
        Ticket { service: service.into(), table: table.into(), place: None }
    }

    /// Whether there is room for it now.
    async fn enters(queue: &Arc<Queue>, service: &str, table: &str) -> Option<Slot> {
        let mut entering = pin!(queue.enter(ticket(service, table)));
        tokio::select! {
            biased;
            slot = &mut entering => Some(slot),
            () = std::future::ready(()) => None,
        }
    }

    #[tokio::test]
    async fn no_service_and_no_table_takes_all_the_room() {
        let queue = Arc::new(Queue::default());
        let mut slots = Vec::new();
        for number in 0..EACH_UNPROVEN {
            slots.push(enters(&queue, "a:443", &format!("t{number}")).await.expect("room"));
        }
        assert!(enters(&queue, "a:443", "another").await.is_none(), "two to one service");
        for service in ["b:443", "c:443"] {
            slots.push(enters(&queue, service, "busy").await.expect("room"));
        }
        assert!(enters(&queue, "d:443", "busy").await.is_none(), "two of one table");
        // As many as there are places for unknown services; one that has answered still goes out.
        for number in slots.len()..UNPROVEN {
            slots.push(enters(&queue, &format!("s{number}:443"), &format!("s{number}")).await.expect("room"));
        }
        assert!(enters(&queue, "e:443", "e").await.is_none());
        slots[0].note(true);
        assert!(enters(&queue, "a:443", "e").await.is_some(), "it answered a moment ago");
        assert!(enters(&queue, "e:443", "e").await.is_some(), "and left room for an unknown one");
    }

    #[tokio::test]
    async fn one_address_is_one_place_whatever_its_names() {
        let queue = Arc::new(Queue::default());
        let place = ("192.0.2.1".parse().expect("an address"), 443);
        let (one, two, three) =
            tokio::join!(queue.enter(ticket("a:443", "a")), queue.enter(ticket("b:443", "b")), queue.enter(ticket("c:443", "c")));
        assert!(one.take_place(place) && two.take_place(place) && !three.take_place(place));
        drop(three);
        let again = Ticket { place: Some(place), ..ticket("c:443", "c") };
        let mut waits = pin!(queue.enter(again));
        tokio::select! {
            biased;
            _ = &mut waits => panic!("the address is busy"),
            () = std::future::ready(()) => {}
        }
        drop(one);
        assert!(waits.await.take_place(place));
    }

    #[tokio::test]
    async fn silent_services_come_last_and_give_way() {
        let queue = Arc::new(Queue::default());
        let mut slots = Vec::new();
        for number in 0..UNPROVEN {
            slots.push(queue.enter(ticket(&format!("s{number}:443"), &format!("s{number}"))).await);
        }
        assert!(!slots[0].give_way(), "no message waits");
        slots[1].note(false);
        let (mut silent, mut new) = (pin!(queue.enter(ticket("s1:443", "x"))), pin!(queue.enter(ticket("new:443", "new"))));
        tokio::select! {
            biased;
            _ = &mut silent => panic!("there is no room"),
            _ = &mut new => panic!("there is no room"),
            () = std::future::ready(()) => {}
        }
        assert!(slots[0].give_way(), "two wait");
        assert!(slots[0].give_way(), "it stays so");
        let new = tokio::select! {
            biased;
            _ = &mut silent => panic!("it was silent before"),
            slot = &mut new => slot,
        };
        drop(new);
        drop(silent.await);
    }

    #[tokio::test]
    async fn who_does_not_wait_any_more_takes_no_room() {
        let queue = Arc::new(Queue::default());
        let first = (queue.enter(ticket("a:443", "a")).await, queue.enter(ticket("a:443", "b")).await);
        assert!(enters(&queue, "a:443", "c").await.is_none());
        drop(first);
        let state = queue.state();
        assert_eq!((state.waiting.len(), state.flights.len()), (0, 0));
    }
}
