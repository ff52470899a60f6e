//! How many may come in, and how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use super::origin::counted_as;
use crate::config::Limits;

/// Counts connections, new tables and guessed codes by address.
pub struct Gate {
    limits: Limits,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    connections: usize,
    wrong_codes: Hourly,
    by_address: HashMap<IpAddr, ByAddress>,
}

#[derive(Default)]
struct ByAddress {
    connections: usize,
    tables: Hourly,
    wrong_codes: Hourly,
}

/// How often something happened within the hour that began with the first time.
#[derive(Default)]
struct Hourly {
    count: u32,
    began: Option<Instant>,
}

impl Hourly {
    /// How often it has happened in this hour.
    fn now(&mut self) -> &mut u32 {
        if self.began.is_none_or(|began| began.elapsed() > HOUR) {
            (self.began, self.count) = (Some(Instant::now()), 0);
        }
        &mut self.count
    }

    /// Once more: whether that is still allowed.
    fn take(&mut self, most: u32) -> bool {
        let count = self.now();
        *count = count.saturating_add(1);
        *count <= most
    }

    fn is_of_this_hour(&self) -> bool {
        self.began.is_some_and(|began| began.elapsed() < HOUR)
    }
}

/// Why nobody else may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// There are too many in all.
    InAll,
    /// There are too many from this address.
    FromHere,
}

impl Full {
    /// The status of an answer that says so.
    pub fn status(self) -> StatusCode {
        match self {
            Full::InAll => StatusCode::SERVICE_UNAVAILABLE,
            Full::FromHere => StatusCode::TOO_MANY_REQUESTS,
        }
    }

    /// What to do about it.
    pub fn message(self) -> &'static str {
        match self {
            Full::InAll => "The table is full: too many connections are open. Please try again in a minute.\n",
            Full::FromHere => "Too many connections are open from your address. Please close some, or try again in a minute.\n",
        }
    }
}

/// Somebody who was let in; their going is counted too.
#[derive(Debug)]
pub struct Pass {
    gate: Arc<Gate>,
    in_all: bool,
    address: Option<IpAddr>,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gate")
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut counts = self.gate.counts();
        if self.in_all {
            counts.connections -= 1;
        }
        if let Some(by) = self.address.and_then(|address| counts.by_address.get_mut(&address)) {
            by.connections -= 1;
        }
        counts.forget_old();
    }
}

impl Gate {
    /// Nobody has come yet.
    pub fn new(limits: Limits) -> Arc<Gate> {
        Arc::new(Gate { limits, counts: Mutex::default() })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in from this address.
    pub fn connect(self: &Arc<Gate>, address: IpAddr) -> Result<Pass, Full> {
        self.enter(true, Some(address))
    }

    /// Lets a connection in from a proxy, which comes for many.
    pub fn connect_proxy(self: &Arc<Gate>) -> Result<Pass, Full> {
        self.enter(true, None)
    }

    /// Lets a request in for which a proxy opened a connection.
    pub fn request(self: &Arc<Gate>, address: IpAddr) -> Result<Pass, Full> {
        self.enter(false, Some(address))
    }

    fn enter(self: &Arc<Gate>, in_all: bool, address: Option<IpAddr>) -> Result<Pass, Full> {
        let address = address.map(counted_as);
        let mut counts = self.counts();
        if in_all && counts.connections >= self.limits.connections {
            return Err(Full::InAll);
        }
        if let Some(address) = address {
            let by = counts.by_address.entry(address).or_default();
            if by.connections >= self.limits.connections_per_address {
                return Err(Full::FromHere);
            }
            by.connections += 1;
        }
        counts.connections += usize::from(in_all);
        Ok(Pass { gate: self.clone(), in_all, address })
    }

    /// Connections open now.
    pub fn open(&self) -> usize {
        self.counts().connections
    }

    /// Whether this address may set up another table within the hour.
    pub fn may_set_up(&self, address: IpAddr) -> bool {
        let mut counts = self.counts();
        counts.forget_old();
        let by = counts.by_address.entry(counted_as(address)).or_default();
        by.tables.take(self.limits.tables_per_hour)
    }

    /// Whether this address may try another code: it counts as wrong until [`Gate::was_right`] takes it back, so that many at once
    /// do not slip through.
    pub fn may_try_code(&self, address: IpAddr) -> bool {
        let mut counts = self.counts();
        counts.forget_old();
        let most = self.limits.wrong_codes_per_hour;
        let from_here = counts.by_address.entry(counted_as(address)).or_default().wrong_codes.take(most);
        // Many addresses together find no more than a hundred of them could.
        from_here && counts.wrong_codes.take(most.saturating_mul(100))
    }

    /// The code this address tried last leads to a table.
    pub fn was_right(&self, address: IpAddr) {
        let mut counts = self.counts();
        let all = counts.wrong_codes.now();
        *all = all.saturating_sub(1);
        if let Some(by) = counts.by_address.get_mut(&counted_as(address)) {
            let count = by.wrong_codes.now();
            *count = count.saturating_sub(1);
        }
    }
}

const HOUR: Duration = Duration::from_secs(3600);

impl Counts {
    fn forget_old(&mut self) {
        if self.by_address.len() > 1000 {
            self.by_address.retain(|_, by| by.connections > 0 || by.tables.is_of_this_hour() || by.wrong_codes.is_of_this_hour());
        }
    }
}

/// Messages a connection may send: so many a second, with three seconds' worth saved up.
#[derive(Debug)]
pub struct Allowance {
    left: f64,
    per_second: f64,
    seen: Instant,
}

impl Allowance {
    /// A full allowance.
    pub fn new(per_second: u32) -> Allowance {
        Allowance { left: f64::from(per_second) * 3.0, per_second: f64::from(per_second), seen: Instant::now() }
    }

    /// Whether one more message is allowed now.
    pub fn take(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.seen).as_secs_f64() * self.per_second;
        self.seen = now;
        self.left = (self.left + earned).min(self.per_second * 3.0);
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn connections_and_tables_are_counted_by_address() {
        let gate = Gate::new(Limits { connections: 3, connections_per_address: 2, tables_per_hour: 1, ..Limits::default() });
        let (one, other) = (address("1.1.1.1"), address("2.2.2.2"));
        let first = gate.connect(one).unwrap();
        let _second = gate.connect(one).unwrap();
        assert_eq!(gate.connect(one).unwrap_err(), Full::FromHere);
        let _third = gate.connect(other).unwrap();
        assert_eq!(gate.connect(other).unwrap_err(), Full::InAll);
        drop(first);
        assert!(gate.connect(one).is_ok());
        assert!(gate.may_set_up(one) && !gate.may_set_up(one) && gate.may_set_up(other));
    }

    #[test]
    fn wrong_codes_are_counted_and_right_ones_are_not() {
        let gate = Gate::new(Limits { wrong_codes_per_hour: 2, ..Limits::default() });
        let (one, other) = (address("1.1.1.1"), address("2.2.2.2"));
        for _ in 0..10 {
            assert!(gate.may_try_code(one));
            gate.was_right(one);
        }
        assert!(gate.may_try_code(one) && gate.may_try_code(one) && !gate.may_try_code(one));
        assert!(gate.may_try_code(other));
        // From ever new addresses: two hundred in all, three of them are used up.
        let found = (0..1000u32).filter(|&number| gate.may_try_code(IpAddr::V4((0x0a00_0000 + number).into()))).count();
        assert_eq!(found, 197);
    }

    #[test]
    fn a_network_of_ipv6_addresses_is_one_address() {
        let gate = Gate::new(Limits { connections_per_address: 1, tables_per_hour: 1, ..Limits::default() });
        let _pass = gate.connect(address("2001:db8::1")).unwrap();
        assert_eq!(gate.connect(address("2001:db8::ffff:2")).unwrap_err(), Full::FromHere);
        assert!(gate.connect(address("2001:db8:0:1::1")).is_ok());
        assert!(gate.may_set_up(address("2001:db8::1")) && !gate.may_set_up(address("2001:db8::2")));
    }

    #[test]
    fn a_proxy_counts_in_all_and_its_clients_by_address() {
        let gate = Gate::new(Limits { connections: 2, connections_per_address: 1, ..Limits::default() });
        let _proxy = [gate.connect_proxy().unwrap(), gate.connect_proxy().unwrap()];
        assert_eq!(gate.connect_proxy().unwrap_err(), Full::InAll);
        let asked = gate.request(address("1.1.1.1")).unwrap();
        assert_eq!(gate.request(address("1.1.1.1")).unwrap_err(), Full::FromHere);
        assert!(gate.request(address("2.2.2.2")).is_ok(), "requests use no further connection");
        drop(asked);
        assert!(gate.request(address("1.1.1.1")).is_ok());
        assert_eq!(gate.open(), 2);
    }

    #[test]
    fn an_allowance_is_used_up() {
        let mut allowance = Allowance::new(2);
        assert_eq!((0..20).filter(|_| allowance.take()).count(), 6);
    }
}
