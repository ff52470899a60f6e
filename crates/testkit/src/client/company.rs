//! People around a table, for tests that begin with a game.

use std::net::SocketAddr;

use spieltisch_protocol::{Links, NewTable};

use crate::client::request::set_up;
use crate::client::table_client::TableClient;

/// Sets a table up, and everyone named sits down at it; the game has begun. The people are spread over the servers in
/// turn, where there are several.
pub async fn company(servers: &[SocketAddr], new: &NewTable, names: &[&str]) -> (Links, Vec<TableClient>) {
    let links = set_up(servers[0], new).await.expect("a table");
    let mut players = Vec::new();
    let seats = links.seats.iter().filter(|token| !token.is_empty());
    for ((name, token), &server) in names.iter().zip(seats).zip(servers.iter().cycle()) {
        let mut player = TableClient::join(server, &links.table, token).await.expect("a seat");
        player.sit(name, "00ff").await.expect("seated");
        players.push(player);
    }
    for player in &mut players {
        player.until(|seen| seen.table_state.is_playing()).await.expect("a game");
    }
    (links, players)
}
