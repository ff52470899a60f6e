//! Requests to the small API beside the WebSocket.

use std::net::SocketAddr;

use spieltisch_protocol::{Links, NewTable, SeatPlan, Terms};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::error::ClientError;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// 200 and the like.
    pub status: u16,
    /// Everything before the body.
    pub head: String,
    /// The body.
    pub body: String,
}

/// Sends a request and reads the answer; `fields` are further header lines, each with its line break.
pub async fn request(server: SocketAddr, method: &str, path: &str, fields: &str, body: &str) -> Result<Response, ClientError> {
    let mut stream = TcpStream::connect(server).await?;
    let length = body.len();
    let text = format!("{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Length: {length}\r\n{fields}\r\n{body}");
    stream.write_all(text.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| ClientError::Unreadable("no end of the head".into()))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| ClientError::Unreadable("no status".into()))?;
    Ok(Response { status, head: head.into(), body: body.into() })
}

/// A table for two people, with the usual options.
pub fn table_of_two(game: &str) -> NewTable {
    NewTable {
        game: game.into(),
        options: Default::default(),
        board: Default::default(),
        seats: vec![SeatPlan::default(); 2],
        terms: Terms::default(),
        youngest: 0,
    }
}

/// Sets up a table.
pub async fn set_up(server: SocketAddr, table: &NewTable) -> Result<Links, ClientError> {
    let body = serde_json::to_string(table).map_err(|error| ClientError::Unreadable(error.to_string()))?;
    let answer = request(server, "POST", "/api/tables", "Content-Type: application/json\r\n", &body).await?;
    let unreadable = |error: serde_json::Error| ClientError::Unreadable(error.to_string());
    match answer.status {
        201 => serde_json::from_str(&answer.body).map_err(unreadable),
        _ => Err(ClientError::Refused(serde_json::from_str(&answer.body).map_err(unreadable)?)),
    }
}
