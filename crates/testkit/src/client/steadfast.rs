//! Players who try again where something could not be stored, and remember everything they were told.
//!
//! For tests in which the disk or the database fails: whatever was told must be there afterwards.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use spieltisch_protocol::{Intention, Links, LogEntry, RefusalCode};

use crate::client::connection::Connection;
use crate::client::error::ClientError;
use crate::client::request::{set_up, table_of_two};
use crate::client::table_client::TableClient;

/// How often the same thing is tried.
const TRIES: usize = 60;

/// A table and every step that its players were told.
pub struct PlayedTable {
    links: Links,
    told: BTreeMap<u64, LogEntry>,
}

/// Two players sit down, talk and play a little, and try again where something could not be stored.
pub async fn play_a_little(server: SocketAddr) -> Result<PlayedTable, ClientError> {
    let links = try_to_set_up(server).await?;
    let mut played = PlayedTable { links, told: BTreeMap::new() };
    let mut players = Vec::new();
    for token in played.links.seats.clone() {
        players.push(played.come(server, &token).await?);
    }
    for (seat, name) in ["Anna", "Ben"].into_iter().enumerate() {
        let sit = Intention::Sit { seat: None, name: name.into(), part: "00ff".into(), token: None };
        played.want(&mut players, seat, sit).await?;
    }
    for turn in 0..6 {
        let nothing = || ClientError::Unreadable("nothing can be done".into());
        let seat = usize::from(players[0].seen.seat_to_act().ok_or_else(nothing)?);
        let intention = players[seat].seen.some_intention(|count| turn % count).ok_or_else(nothing)?;
        played.want(&mut players, seat, intention).await?;
        played.want(&mut players, turn % 2, Intention::Say { text: format!("turn {turn}") }).await?;
    }
    Ok(played)
}

/// The first step that was told but is not kept as it was told; `None` where all is well.
pub async fn missing(server: SocketAddr, played: &PlayedTable) -> Result<Option<u64>, ClientError> {
    let (_, kept) = Connection::join(server, &played.links.table, &played.links.watch, 0).await?;
    let kept: BTreeMap<u64, LogEntry> = kept.into_iter().map(|step| (step.seq, step)).collect();
    Ok(played.told.iter().find(|(seq, step)| kept.get(seq) != Some(step)).map(|(seq, _)| *seq))
}

async fn try_to_set_up(server: SocketAddr) -> Result<Links, ClientError> {
    let new = table_of_two("castro");
    let mut tried = 0;
    loop {
        tried += 1;
        match set_up(server, &new).await {
            Err(ClientError::Refused(refused)) if refused.code == RefusalCode::NotStored && tried < TRIES => {}
            done => return done,
        }
    }
}

impl PlayedTable {
    /// Connects to the table, again and again where the log cannot be read just now.
    async fn come(&mut self, server: SocketAddr, token: &str) -> Result<TableClient, ClientError> {
        let mut tried = 0;
        loop {
            tried += 1;
            match TableClient::join(server, &self.links.table, token).await {
                Err(ClientError::Refused(refused)) if refused.code == RefusalCode::NotStored && tried < TRIES => {}
                joined => return joined,
            }
        }
    }

    /// One seat wants something until it happens; everyone sees it.
    async fn want(&mut self, players: &mut [TableClient], seat: usize, intention: Intention) -> Result<(), ClientError> {
        let next = players[seat].seen.table_state.seq + 1;
        players[seat].connection.want(intention.clone()).await?;
        let mut tried = 0;
        loop {
            tried += 1;
            match players[seat].connection.next_step().await {
                Ok(step) => {
                    players[seat].seen.take(&step)?;
                    self.told.insert(step.seq, step);
                    break;
                }
                Err(ClientError::Refused(refused)) if tried < TRIES => match refused.code {
                    RefusalCode::NotStored => players[seat].connection.want(intention.clone()).await?,
                    // It was stored after all, and the second try came too late: the step is on its way.
                    RefusalCode::Stale | RefusalCode::NotNow | RefusalCode::NotYourTurn => {}
                    _ => return Err(ClientError::Refused(refused)),
                },
                Err(error) => return Err(error),
            }
        }
        for player in players {
            player.until_seq(next).await?;
        }
        Ok(())
    }
}
