//! How many may come in, and how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::connections::{ConnectionId, Connections, Full};
use super::origin::{ClientNetwork, networks};
use crate::config::Limits;

/// Once a hundred networks' worth of wrong codes was typed within an hour, each network may be wrong only this often: ever new networks
/// find next to nothing, and whoever has not been wrong as often can still use a right code, whatever others typed.
const WRONG_CODES_IN_ALARM: u32 = 3;

/// Counts connections, new tables and guessed codes by network.
pub struct Gate {
    limits: Limits,
    counts: Mutex<GateCounts>,
}

#[derive(Default)]
struct GateCounts {
    connections: Connections,
    wrong_codes: Hourly,
    by_network: HashMap<ClientNetwork, ByNetwork>,
    /// Those that do nothing any more are forgotten when there are so many.
    forget_at: usize,
}

#[derive(Default)]
struct ByNetwork {
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

    /// How long this hour still lasts.
    fn left(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| HOUR.saturating_sub(began.elapsed()))
    }

    fn take_back(&mut self) {
        let count = self.now();
        *count = count.saturating_sub(1);
    }

    fn is_of_this_hour(&self) -> bool {
        self.began.is_some_and(|began| began.elapsed() < HOUR)
    }
}

/// A connection that was let in; its end is counted, too.
#[derive(Debug)]
pub struct Pass {
    gate: Arc<Gate>,
    id: ConnectionId,
}

impl Pass {
    /// Ends when this connection has to make way for one of a network that holds less.
    pub fn closing(&self) -> oneshot::Receiver<()> {
        self.gate.counts().connections.can_close(self.id)
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gate")
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut counts = self.gate.counts();
        counts.connections.leave(self.id);
        counts.forget_old();
    }
}

impl Gate {
    /// No connection yet.
    pub fn new(limits: Limits) -> Arc<Gate> {
        Arc::new(Gate { limits, counts: Mutex::default() })
    }

    fn counts(&self) -> MutexGuard<'_, GateCounts> {
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
        let id = self.counts().connections.enter(&self.limits, in_all, address)?;
        Ok(Pass { gate: self.clone(), id })
    }

    /// Connections open now.
    pub fn open(&self) -> usize {
        self.counts().connections.open()
    }

    /// Whether this address may set up another table within the hour.
    pub fn may_set_up(&self, address: IpAddr) -> Result<(), Duration> {
        let mut counts = self.counts();
        counts.forget_old();
        let most = self.limits.tables_per_hour;
        counts.take(address, most, |by| &mut by.tables)
    }

    /// Whether this address may try another code: it counts as wrong until [`Gate::was_right`] takes it back, so that many at once
    /// do not slip through.
    pub fn may_try_code(&self, address: IpAddr) -> Result<(), Duration> {
        let mut counts = self.counts();
        counts.forget_old();
        let usual = self.limits.wrong_codes_per_hour;
        let alarm = *counts.wrong_codes.now() >= usual.saturating_mul(100);
        let most = if alarm { usual.min(WRONG_CODES_IN_ALARM) } else { usual };
        let allowed = counts.take(address, most, |by| &mut by.wrong_codes);
        if allowed.is_ok() {
            *counts.wrong_codes.now() += 1;
        }
        allowed
    }

    /// The code this address tried last leads to a table.
    pub fn was_right(&self, address: IpAddr) {
        let mut counts = self.counts();
        counts.wrong_codes.take_back();
        for (network, _) in networks(address) {
            if let Some(by) = counts.by_network.get_mut(&network) {
                by.wrong_codes.take_back();
            }
        }
    }
}

const HOUR: Duration = Duration::from_secs(3600);
/// So many networks are kept in any case.
const MANY: usize = 1000;

impl GateCounts {
    /// Once more within the hour, in all networks of this address: whether that is still allowed, and if not, how long it is not.
    /// What is not is not counted, or one household could use up what its neighbours have.
    fn take(&mut self, address: IpAddr, most: u32, hourly: fn(&mut ByNetwork) -> &mut Hourly) -> Result<(), Duration> {
        for (network, times) in networks(address) {
            let hourly = hourly(self.by_network.entry(network).or_default());
            if *hourly.now() >= most.saturating_mul(times) {
                return Err(hourly.left());
            }
        }
        for (network, _) in networks(address) {
            *hourly(self.by_network.entry(network).or_default()).now() += 1;
        }
        Ok(())
    }

    fn forget_old(&mut self) {
        if self.by_network.len() > MANY.max(self.forget_at) {
            self.by_network.retain(|_, by| by.tables.is_of_this_hour() || by.wrong_codes.is_of_this_hour());
            self.forget_at = 2 * self.by_network.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::error::TryRecvError;

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
        assert!(gate.may_set_up(one).is_ok() && gate.may_set_up(one).is_err() && gate.may_set_up(other).is_ok());
    }

    #[test]
    fn wrong_codes_are_counted_and_right_ones_are_not() {
        let gate = Gate::new(Limits { wrong_codes_per_hour: 2, ..Limits::default() });
        let (one, other) = (address("1.1.1.1"), address("2.2.2.2"));
        for _ in 0..10 {
            assert!(gate.may_try_code(one).is_ok());
            gate.was_right(one);
        }
        assert!(gate.may_try_code(one).is_ok() && gate.may_try_code(one).is_ok() && gate.may_try_code(one).is_err());
        assert!(gate.may_try_code(other).is_ok());
    }

    /// Guessing from ever new networks finds little, and never takes the right code from anyone else.
    #[test]
    fn no_number_of_wrong_codes_refuses_a_right_one_elsewhere() {
        let gate = Gate::new(Limits::default());
        let usual = Limits::default().wrong_codes_per_hour;
        let tries = |from: IpAddr| (0..2 * usual).filter(|_| gate.may_try_code(from).is_ok()).count() as u32;
        // A /56 has no more than two households, a /48 no more than four, whatever is in them.
        let of_56 = (0..104).map(|number| tries(address(&format!("2001:db8:0:{number:x}::1")))).sum::<u32>();
        assert_eq!(of_56, 2 * usual);
        let of_48 = (1..104).map(|number| tries(address(&format!("2001:db8:0:{number:x}00::1")))).sum::<u32>();
        assert_eq!(of_56 + of_48, 4 * usual);
        let before_the_alarm = (0..100u32).map(|number| tries(IpAddr::V4((0x0a00_0000 + number).into()))).sum::<u32>();
        assert!(before_the_alarm <= 100 * usual, "{before_the_alarm}");
        assert_eq!(tries(address("1.1.1.1")), WRONG_CODES_IN_ALARM, "still enough to type it wrong twice");
        assert!(gate.may_try_code(address("2001:db8:1::1")).is_ok(), "a visitor from elsewhere can use the right code");
    }

    /// A hundred networks that take all they can leave room for everyone who takes little, and none of those has to go again.
    #[test]
    fn no_hundred_networks_take_all_connections() {
        let gate = Gate::new(Limits::default());
        let connect = |address: IpAddr| {
            let pass = gate.connect(address)?;
            let closing = pass.closing();
            Ok::<_, Full>((pass, closing))
        };
        let mut greedy = Vec::new();
        for number in 0..100u32 {
            let from = IpAddr::V4((0x0a00_0000 + number).into());
            greedy.extend(std::iter::from_fn(|| connect(from).ok()));
        }
        assert_eq!(gate.open(), Limits::default().connections);
        let others = (0..200u32).flat_map(|number| (0..6).map(move |_| IpAddr::V4((0x0b00_0000 + number).into())));
        let mut others: Vec<_> = others.map(|other| connect(other).expect("room for a browser")).collect();
        // Those who had to go come back at once.
        for number in 0..100u32 {
            greedy.extend(std::iter::from_fn(|| connect(IpAddr::V4((0x0a00_0000 + number).into())).ok()));
        }
        assert!(others.iter_mut().all(|(_, closing)| closing.try_recv() == Err(TryRecvError::Empty)), "nobody with few has to go");
        assert_eq!(gate.open(), Limits::default().connections);
        drop((greedy, others));
        assert_eq!(gate.open(), 0, "those that made way are counted once");
    }

    /// A household's many IPv6 networks are as large as one, and make way as one.
    #[test]
    fn the_largest_network_makes_way() {
        let gate = Gate::new(Limits { connections: 6, ..Limits::default() });
        let enter = |from: &str| gate.connect(address(from)).map(|pass| (pass.closing(), pass));
        let mut spread: Vec<_> = (0..4).map(|number| enter(&format!("2001:db8:0:{number}::1")).unwrap()).collect();
        let _one = [enter("1.1.1.1").unwrap(), enter("1.1.1.1").unwrap()];
        let newcomer = enter("2.2.2.2");
        assert!(newcomer.is_ok());
        let closed = spread.iter_mut().filter_map(|(closing, _)| closing.try_recv().ok()).count();
        // Four of a /56 are as many as two of an address, and the network of the highest address goes first.
        assert_eq!(closed, 1);
        assert_eq!(gate.open(), 6);
    }

    #[test]
    fn a_network_of_ipv6_addresses_is_one_address() {
        let gate = Gate::new(Limits { connections_per_address: 1, tables_per_hour: 1, ..Limits::default() });
        let _pass = gate.connect(address("2001:db8::1")).unwrap();
        assert_eq!(gate.connect(address("2001:db8::ffff:2")).unwrap_err(), Full::FromHere);
        let _neighbour = gate.connect(address("2001:db8:0:1::1")).unwrap();
        assert_eq!(gate.connect(address("2001:db8:0:2::1")).unwrap_err(), Full::FromHere, "a /56 is two households at most");
        assert!(gate.connect(address("2001:db8:0:100::1")).is_ok());
        assert!(gate.may_set_up(address("2001:db8::1")).is_ok() && gate.may_set_up(address("2001:db8::2")).is_err());
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
}
