//! A player at a table: a connection, and everything seen over it.

use std::net::SocketAddr;

use spieltisch_protocol::{Intention, TableReplica};

use crate::client::connection::Connection;
use crate::client::error::ClientError;

/// A client at a table, player or spectator. Steps that leave a gap or break a rule are errors.
pub struct TableClient {
    /// The connection.
    pub connection: Connection,
    /// Everything seen.
    pub seen: TableReplica,
    table: String,
    /// What it came with; a seat taken by an invitation brings another.
    pub token: String,
}

impl TableClient {
    /// Comes to a table with what a link carries.
    pub async fn join(server: SocketAddr, table: &str, token: &str) -> Result<TableClient, ClientError> {
        let (connection, past) = Connection::join_with(server, table, token, (0, None)).await?;
        let mut player = TableClient { connection, seen: TableReplica::default(), table: table.into(), token: token.into() };
        past.tell(&mut player.seen)?;
        Ok(player)
    }

    /// Comes back, perhaps to another server, knowing what was seen.
    pub async fn come_back(&mut self, server: SocketAddr) -> Result<(), ClientError> {
        let known = (self.seen.table_state.seq, Some(self.seen.table_state.changed));
        let (connection, past) = Connection::join_with(server, &self.table, &self.token, known).await?;
        self.connection = connection;
        Ok(past.tell(&mut self.seen)?)
    }

    /// Sits down in the seat of the link or any free one, and waits until that is seen.
    pub async fn sit(&mut self, name: &str, part: &str) -> Result<(), ClientError> {
        self.connection.want(Intention::Sit { seat: None, name: name.into(), part: part.into(), token: None }).await?;
        self.until(|seen| seen.table_state.seats.iter().any(|seat| seat.taken && seat.name == name)).await
    }

    /// Waits until what is seen is as expected.
    pub async fn until(&mut self, met: impl Fn(&TableReplica) -> bool) -> Result<(), ClientError> {
        while !met(&self.seen) {
            self.seen.take(&self.connection.next_step().await?)?;
        }
        Ok(())
    }

    /// Waits until the step of this number is seen.
    pub async fn until_seq(&mut self, seq: u64) -> Result<(), ClientError> {
        self.until(|seen| seen.table_state.seq >= seq).await
    }

    /// Wants the roll that is due, or the legal move that `pick` chooses among so many; returns the number of the
    /// step that follows.
    pub async fn act(&mut self, pick: impl FnOnce(usize) -> usize) -> Result<u64, ClientError> {
        let intention = self.seen.some_intention(pick).ok_or_else(|| ClientError::Unreadable("nothing can be done".into()))?;
        let next = self.seen.table_state.seq + 1;
        self.connection.want(intention).await?;
        Ok(next)
    }
}

/// The player whose turn it is does something that `pick` chooses, and all players see it. Returns whether the game goes on.
pub async fn one_step(players: &mut [TableClient], pick: usize) -> Result<bool, ClientError> {
    let newest = players.iter().map(|player| player.seen.table_state.seq).max().unwrap_or(0);
    for player in players.iter_mut() {
        player.until_seq(newest).await?;
    }
    let Some(seat) = players.first().and_then(|player| player.seen.seat_to_act()) else { return Ok(false) };
    let next = players[usize::from(seat)].act(|count| pick % count).await?;
    for player in players {
        player.until_seq(next).await?;
    }
    Ok(true)
}
