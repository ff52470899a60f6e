//! How much may be done: on one connection, at one table, and from one network. A client over its limit is told so, and no other
//! notices.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use spieltisch_protocol::{Intention, Refused};

use super::origin::{ClientNetwork, networks};
use crate::config::Limits;

/// So much at a time, and so much again each second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rate {
    per_second: f64,
    saved_up: f64,
}

impl Rate {
    fn times(self, factor: f64) -> Rate {
        Rate { per_second: self.per_second * factor, saved_up: self.saved_up * factor }
    }
}

/// What is left of a rate.
#[derive(Debug)]
pub struct Allowance {
    rate: Rate,
    left: f64,
    seen: Instant,
}

impl Allowance {
    /// Messages on one connection: so many a second, with three seconds' worth saved up.
    pub fn of_messages(per_second: u32) -> Allowance {
        let per_second = f64::from(per_second);
        Allowance::new(Rate { per_second, saved_up: 3.0 * per_second })
    }

    fn new(rate: Rate) -> Allowance {
        Allowance { rate, left: rate.saved_up, seen: Instant::now() }
    }

    /// What is left now.
    fn left(&mut self) -> f64 {
        let now = Instant::now();
        let earned = now.duration_since(self.seen).as_secs_f64() * self.rate.per_second;
        self.seen = now;
        self.left = (self.left + earned).min(self.rate.saved_up);
        self.left
    }

    /// How long it takes until one more is allowed.
    pub fn wait(&mut self) -> Duration {
        let missing = (1.0 - self.left()).max(0.0);
        Duration::try_from_secs_f64(missing / self.rate.per_second).unwrap_or(Duration::MAX)
    }

    /// Whether one more is allowed now.
    pub fn take(&mut self) -> bool {
        let allowed = self.left() >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

/// The refusal of something for which there is room again after this time.
pub fn too_much(message: &str, wait: Duration) -> Refused {
    Refused::too_much(message, u32::try_from(wait.as_secs().saturating_add(1)).unwrap_or(u32::MAX))
}

/// What is counted apart from everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuotaKind {
    /// Rolls and decisions. Those of games long over are not sent any more.
    Play,
    /// Lines of the chat. Old ones are not sent any more.
    Talk,
    /// What a player agrees to. Only the last answer is sent to those who come.
    Answer,
    /// Taking a seat, leaving it, starting, asking to take something back: sent to everyone who comes, too.
    Seat,
    /// Looking at a table without being there: its preview, its line in a list.
    Look,
    /// Coming to a table: everyone there is told.
    Arrive,
    /// Reactions: everyone there is told.
    React,
    /// Codes, messages for those who are away, deletions: each is written.
    Service,
    /// Files of the page, and everything else that is fetched.
    Fetch,
}

impl QuotaKind {
    /// What is counted for an intention.
    pub fn of(intention: &Intention) -> QuotaKind {
        match intention {
            Intention::Move { .. } | Intention::Roll { .. } => QuotaKind::Play,
            Intention::Say { .. } => QuotaKind::Talk,
            Intention::Agree(_) => QuotaKind::Answer,
            _ => QuotaKind::Seat,
        }
    }

    /// What a table may have where a connection may send so many messages a second; with 20 of them: ten rolls and decisions a
    /// second, a line a second, an answer in twenty seconds, a seat taken or left in ten, ten who come and two reactions a second, each
    /// with a generous start.
    fn rate(self, messages: f64) -> Rate {
        match self {
            QuotaKind::Play => Rate { per_second: messages / 2.0, saved_up: 10.0 * messages },
            QuotaKind::Talk => Rate { per_second: messages / 20.0, saved_up: 3.0 * messages },
            QuotaKind::Answer => Rate { per_second: messages / 400.0, saved_up: messages },
            QuotaKind::Seat | QuotaKind::Service => Rate { per_second: messages / 200.0, saved_up: 3.0 * messages },
            QuotaKind::Arrive => Rate { per_second: messages / 2.0, saved_up: 10.0 * messages },
            QuotaKind::React => Rate { per_second: messages / 10.0, saved_up: messages },
            QuotaKind::Fetch => Rate { per_second: messages, saved_up: 60.0 * messages },
            QuotaKind::Look => Rate { per_second: messages / 10.0, saved_up: 3.0 * messages },
        }
    }

    fn refusal(self, wait: Duration) -> Refused {
        let message = match self {
            QuotaKind::Play => "So many moves in so short a time; please wait a moment.",
            QuotaKind::Talk => "So many lines in so short a time; please wait a moment.",
            QuotaKind::Answer => "You have changed your mind often; please wait a minute before you do so again.",
            QuotaKind::Seat => "Seats here have changed often in a short time; please wait a minute.",
            QuotaKind::Look => "Too many questions from your address; please wait a moment.",
            QuotaKind::Arrive => "So many have come here in so short a time; please wait a moment.",
            QuotaKind::React => "So many reactions in so short a time; please wait a moment.",
            QuotaKind::Service => "This was asked for often in a short time; please wait a minute.",
            QuotaKind::Fetch => "Too many requests from your address; please wait a moment.",
        };
        too_much(message, wait)
    }
}

/// Networks have this many tables' worth: a school plays at many tables from one address.
const TABLES_PER_NETWORK: f64 = 10.0;
/// So many allowances are kept in any case.
const MANY: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Whose {
    Table(String),
    Network(ClientNetwork),
}

/// What is left to every table and every network.
pub struct Quotas {
    messages: f64,
    left: Mutex<Left>,
}

struct Left {
    allowances: HashMap<(Whose, QuotaKind), Allowance>,
    /// Those that are full again are forgotten when there are so many: seldom enough that it costs next to nothing.
    forget_at: usize,
}

impl Quotas {
    /// Nothing is used up yet.
    pub fn new(limits: &Limits) -> Quotas {
        Quotas { messages: f64::from(limits.messages_per_second), left: Mutex::new(Left { allowances: HashMap::new(), forget_at: MANY }) }
    }

    /// One more at this table, from this address.
    pub fn take(&self, table: &str, address: IpAddr, kind: QuotaKind) -> Result<(), Refused> {
        let at_table = (Whose::Table(table.to_string()), kind.rate(self.messages));
        self.take_all(kind, std::iter::once(at_table).chain(self.of_networks(address, kind)).collect())
    }

    /// One more at this table, from an address that was asked before.
    pub fn take_at(&self, table: &str, kind: QuotaKind) -> Result<(), Refused> {
        self.take_all(kind, vec![(Whose::Table(table.to_string()), kind.rate(self.messages))])
    }

    /// One more from this address, at no table or at one that need not be there.
    pub fn take_from(&self, address: IpAddr, kind: QuotaKind) -> Result<(), Refused> {
        self.take_all(kind, self.of_networks(address, kind).collect())
    }

    fn of_networks(&self, address: IpAddr, kind: QuotaKind) -> impl Iterator<Item = (Whose, Rate)> + use<> {
        let rate = kind.rate(self.messages);
        networks(address).map(move |(network, times)| (Whose::Network(network), rate.times(TABLES_PER_NETWORK * f64::from(times))))
    }

    /// One more of this kind where all of these have one left; otherwise nothing is taken from any of them.
    fn take_all(&self, kind: QuotaKind, whose: Vec<(Whose, Rate)>) -> Result<(), Refused> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let Left { allowances, forget_at } = &mut *left;
        if allowances.len() > *forget_at {
            allowances.retain(|_, allowance| allowance.left() < allowance.rate.saved_up);
            *forget_at = MANY.max(2 * allowances.len());
        }
        let waits =
            whose.iter().map(|(whose, rate)| allowances.entry((whose.clone(), kind)).or_insert_with(|| Allowance::new(*rate)).wait());
        if let Some(wait) = waits.max().filter(|wait| !wait.is_zero()) {
            return Err(kind.refusal(wait));
        }
        for (whose, _) in whose {
            if let Some(allowance) = allowances.get_mut(&(whose, kind)) {
                allowance.left -= 1.0;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use spieltisch_protocol::RefusalCode;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_allowance_is_used_up() {
        let mut allowance = Allowance::of_messages(2);
        assert_eq!((0..20).filter(|_| allowance.take()).count(), 6);
    }

    /// Sixty connections at one table are as many as one: the table's quota counts, and no other table notices.
    #[test]
    fn a_table_has_a_quota_of_its_own() {
        let quotas = Quotas::new(&Limits::default());
        let taken = |table: &str, from: &str, kind| (0..1000).filter(|_| quotas.take(table, address(from), kind).is_ok()).count();
        for (kind, most) in
            [(QuotaKind::Play, 200), (QuotaKind::Talk, 60), (QuotaKind::Answer, 20), (QuotaKind::Seat, 60), (QuotaKind::React, 20)]
        {
            let one = taken("one", "1.1.1.1", kind);
            // A little is earned while this runs.
            assert!((most..most + 5).contains(&one), "{kind:?}: {one}");
            assert!(taken("one", "2.2.2.2", kind) < 5, "{kind:?}");
            assert!(taken("other", "2.2.2.2", kind) >= most, "{kind:?}");
        }
        let refused = loop {
            if let Err(refused) = quotas.take("one", address("1.1.1.1"), QuotaKind::Answer) {
                break refused;
            }
        };
        // One answer in twenty seconds.
        assert!(refused.code == RefusalCode::TooMuch && refused.wait.is_some_and(|wait| (15..=21).contains(&wait)), "{refused:?}");
    }

    /// Four hundred connections that react, come and go, or fetch files are as many as one: each network has what ten tables have.
    #[test]
    fn what_everyone_is_told_of_has_a_quota() {
        let quotas = Quotas::new(&Limits::default());
        for (kind, at_table, from_network) in [(QuotaKind::React, 20, 200), (QuotaKind::Arrive, 200, 2000), (QuotaKind::Service, 60, 600)] {
            let many = |table: &dyn Fn(usize) -> String| {
                (0..10_000).filter(|&number| quotas.take(&table(number), address("1.1.1.1"), kind).is_ok()).count()
            };
            let (one, all) = (many(&|_| "one".into()), many(&|number| format!("table {number}")));
            // A little is earned while this runs.
            assert!((at_table..at_table + at_table / 2).contains(&one), "{kind:?}: {one}");
            assert!((from_network..from_network + from_network / 2).contains(&(one + all)), "{kind:?}: {one} and {all}");
            assert!(quotas.take("elsewhere", address("2.2.2.2"), kind).is_ok(), "{kind:?}");
        }
    }

    /// Neither ever new tables nor ever new IPv6 networks of one household's /48 evade what a network may do.
    #[test]
    fn a_network_has_a_quota_of_its_own() {
        let quotas = Quotas::new(&Limits::default());
        let lines = |from: &dyn Fn(usize) -> String| {
            (0..10_000)
                .filter(|number| quotas.take(&format!("{}{number}", from(0)), address(&from(*number)), QuotaKind::Talk).is_ok())
                .count()
        };
        let four = lines(&|_| "1.1.1.1".into());
        assert!((600..700).contains(&four), "{four}");
        let six = lines(&|number| format!("2001:db8:0:{number:x}::1"));
        assert!((2400..2600).contains(&six), "{six}");
    }
}
