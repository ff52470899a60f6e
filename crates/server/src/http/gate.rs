//! Who may come in, how many, and how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Uri, header};

use crate::config::Limits;

/// Counts lines and new tables by address.
#[derive(Default)]
pub struct Gate {
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    lines: usize,
    by_address: HashMap<IpAddr, ByAddress>,
}

#[derive(Default)]
struct ByAddress {
    lines: usize,
    tables: u32,
    hour: Option<Instant>,
}

/// An open line; its end is counted too.
pub struct Pass {
    gate: Arc<Gate>,
    address: IpAddr,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut counts = self.gate.counts();
        counts.lines -= 1;
        if let Some(by) = counts.by_address.get_mut(&self.address) {
            by.lines -= 1;
        }
        counts.forget_old();
    }
}

impl Gate {
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a line in, unless there are too many.
    pub fn enter(self: &Arc<Gate>, address: IpAddr, limits: &Limits) -> Option<Pass> {
        let mut counts = self.counts();
        let here = counts.by_address.get(&address).map_or(0, |by| by.lines);
        if counts.lines >= limits.connections || here >= limits.connections_per_address {
            return None;
        }
        counts.lines += 1;
        counts.by_address.entry(address).or_default().lines += 1;
        Some(Pass { gate: self.clone(), address })
    }

    /// Whether this address may set up another table within the hour.
    pub fn may_set_up(&self, address: IpAddr, limits: &Limits) -> bool {
        let mut counts = self.counts();
        counts.forget_old();
        let by = counts.by_address.entry(address).or_default();
        if by.hour.is_none_or(|began| began.elapsed() > HOUR) {
            (by.hour, by.tables) = (Some(Instant::now()), 0);
        }
        by.tables += 1;
        by.tables <= limits.tables_per_hour
    }
}

const HOUR: Duration = Duration::from_secs(3600);

impl Counts {
    fn forget_old(&mut self) {
        if self.by_address.len() > 1000 {
            self.by_address.retain(|_, by| by.lines > 0 || by.hour.is_some_and(|began| began.elapsed() < HOUR));
        }
    }
}

/// Messages a line may send: so many a second, with three seconds' worth saved up.
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

/// Whether a request comes from a page of this very server. Programs that are no browsers send no origin.
pub fn is_same_origin(headers: &HeaderMap, behind_proxy: bool) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN.as_str()) else { return true };
    let Some(authority) = origin.parse::<Uri>().ok().and_then(|uri| uri.authority().map(|authority| authority.as_str().to_string())) else {
        return false;
    };
    let forwarded = behind_proxy.then(|| text("x-forwarded-host")).flatten();
    forwarded.or_else(|| text(header::HOST.as_str())).is_some_and(|host| host.eq_ignore_ascii_case(&authority))
}

/// The client's address: the line's own, or behind a proxy the last one it tells.
pub fn client_address(line: IpAddr, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
    let told = || {
        let list = headers.get("x-forwarded-for")?.to_str().ok()?;
        list.rsplit(',').next()?.trim().parse().ok()
    };
    behind_proxy.then(told).flatten().unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_pages_of_this_server_may_open_a_line() {
        assert!(is_same_origin(&headers(&[("host", "table.example:8000"), ("origin", "http://table.example:8000")]), false));
        assert!(is_same_origin(&headers(&[("host", "table.example")]), false), "no browser");
        assert!(!is_same_origin(&headers(&[("host", "table.example"), ("origin", "https://evil.example")]), false));
        assert!(!is_same_origin(&headers(&[("host", "table.example"), ("origin", "null")]), false));
        let proxied = headers(&[("host", "127.0.0.1:8000"), ("x-forwarded-host", "table.example"), ("origin", "https://table.example")]);
        assert!(is_same_origin(&proxied, true));
        assert!(!is_same_origin(&proxied, false), "what a proxy says counts only where there is one");
    }

    #[test]
    fn the_address_a_client_makes_up_does_not_count() {
        let line: IpAddr = "127.0.0.1".parse().unwrap();
        let told = headers(&[("x-forwarded-for", "1.2.3.4, 9.8.7.6")]);
        assert_eq!(client_address(line, &told, false), line);
        assert_eq!(client_address(line, &told, true).to_string(), "9.8.7.6");
    }

    #[test]
    fn lines_and_tables_are_counted_by_address() {
        let gate = Arc::new(Gate::default());
        let limits = Limits { connections: 3, connections_per_address: 2, tables_per_hour: 1, ..Limits::default() };
        let (one, other): (IpAddr, IpAddr) = ("1.1.1.1".parse().unwrap(), "2.2.2.2".parse().unwrap());
        let first = gate.enter(one, &limits);
        let second = gate.enter(one, &limits);
        assert!(first.is_some() && second.is_some() && gate.enter(one, &limits).is_none());
        let third = gate.enter(other, &limits);
        assert!(third.is_some() && gate.enter(other, &limits).is_none(), "three in all");
        drop(first);
        assert!(gate.enter(one, &limits).is_some());
        assert!(gate.may_set_up(one, &limits) && !gate.may_set_up(one, &limits) && gate.may_set_up(other, &limits));
    }

    #[test]
    fn an_allowance_is_used_up() {
        let mut allowance = Allowance::new(2);
        assert_eq!((0..20).filter(|_| allowance.take()).count(), 6);
    }
}
