//! Which connections are open, by network. When there is no room for another, one of the network that holds most makes way: whoever
//! holds few is never turned away by those who hold many, however many networks they have.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;

use axum::http::StatusCode;
use tokio::sync::oneshot;

use super::origin::{ClientNetwork, networks};
use crate::config::Limits;

/// The most times that a network has the allowance of one address: a /48.
const MOST_TIMES: usize = 4;

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// There are too many in all.
    InAll,
    /// There are too many from this address.
    FromHere,
}

impl Full {
    /// In how many seconds it is worth another try.
    pub const WAIT: u32 = 60;

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

/// A connection's number.
pub type ConnectionId = u64;

/// All connections.
#[derive(Default)]
pub struct Connections {
    /// How many count in all.
    open: usize,
    next: ConnectionId,
    entered: HashMap<ConnectionId, Entered>,
    held: HashMap<ClientNetwork, Held>,
    /// Networks by how much of what they may have they hold, the largest last.
    by_size: BTreeSet<(usize, ClientNetwork)>,
}

struct Entered {
    in_all: bool,
    address: Option<IpAddr>,
    /// Ends the connection; `None` where it ends by itself soon.
    close: Option<oneshot::Sender<()>>,
}

#[derive(Default)]
struct Held {
    connections: usize,
    /// Those that can be closed.
    closable: BTreeSet<ConnectionId>,
}

/// How large a network is that holds so many: a larger one may hold more.
fn size(connections: usize, times: u32) -> usize {
    connections * MOST_TIMES / times as usize
}

impl Connections {
    /// How many are open.
    pub fn open(&self) -> usize {
        self.open
    }

    /// Lets one in, of this address where it is known.
    pub fn enter(&mut self, limits: &Limits, in_all: bool, address: Option<IpAddr>) -> Result<ConnectionId, Full> {
        let of_address = address.into_iter().flat_map(networks);
        let held = |network: &ClientNetwork| self.held.get(network).map_or(0, |held| held.connections);
        let most = |times: u32| limits.connections_per_address.saturating_mul(times as usize);
        if of_address.clone().any(|(network, times)| held(&network) >= most(times)) {
            return Err(Full::FromHere);
        }
        if in_all && self.open >= limits.connections {
            let own = of_address.clone().map(|(network, times)| size(held(&network) + 1, times)).max();
            self.make_way(own.unwrap_or(size(1, 1))).ok_or(Full::InAll)?;
        }
        let id = self.next;
        self.next += 1;
        self.open += usize::from(in_all);
        self.entered.insert(id, Entered { in_all, address, close: None });
        self.count(address, |held| held.connections += 1);
        Ok(id)
    }

    /// From now on this one can be closed; the receiver hears when.
    pub fn can_close(&mut self, id: ConnectionId) -> oneshot::Receiver<()> {
        let (close, closing) = oneshot::channel();
        if let Some(entered) = self.entered.get_mut(&id) {
            entered.close = Some(close);
            let address = entered.address;
            self.count(address, |held| _ = held.closable.insert(id));
        }
        closing
    }

    /// One has ended.
    pub fn leave(&mut self, id: ConnectionId) -> Option<oneshot::Sender<()>> {
        let Entered { in_all, address, close } = self.entered.remove(&id)?;
        self.open -= usize::from(in_all);
        self.count(address, |held| {
            held.connections -= 1;
            held.closable.remove(&id);
        });
        close
    }

    /// Closes the newest connection of the largest network that is larger than this; `None` where there is none.
    fn make_way(&mut self, than: usize) -> Option<()> {
        let larger = self.by_size.iter().rev().take_while(|(size, _)| *size > than);
        let id = larger.filter_map(|(_, network)| self.held.get(network)?.closable.last().copied()).next()?;
        let close = self.leave(id)?;
        // It may just have ended by itself.
        let _ = close.send(());
        Some(())
    }

    fn count(&mut self, address: Option<IpAddr>, change: impl Fn(&mut Held)) {
        for (network, times) in address.into_iter().flat_map(networks) {
            let held = self.held.entry(network).or_default();
            let before = size(held.connections, times);
            change(held);
            let after = size(held.connections, times);
            if held.connections == 0 {
                self.held.remove(&network);
            }
            if before != after {
                self.by_size.remove(&(before, network));
                if after > 0 {
                    self.by_size.insert((after, network));
                }
            }
        }
    }
}
