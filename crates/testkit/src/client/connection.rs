//! A connection to a table.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use spieltisch_protocol::{ClientMessage, Intention, LogEntry, ReplayError, Role, ServerMessage, TableReplica};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::client::error::ClientError;

/// How long a connection waits for the server.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection to a table.
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
    /// Who the client is at this table.
    pub role: Role,
}

/// What a table's log says to a client that connects.
#[derive(Debug, Default)]
pub struct Past {
    /// The steps follow after this number; less than what was known where it is no longer the same table.
    pub after: u64,
    /// The steps that have come so far reach up to this number.
    pub upto: u64,
    /// The number of the table's last step.
    pub last: u64,
    /// The steps; old talk is left out.
    pub steps: Vec<LogEntry>,
}

impl Past {
    /// Sends it to a client that came back; from the beginning where the log was reset.
    pub fn tell(&self, seen: &mut TableReplica) -> Result<(), ReplayError> {
        seen.go_on_after(self.after);
        seen.take_page(self.after, &self.steps, self.last)
    }
}

impl Connection {
    /// Joins a table with what a link carries, knowing the steps up to `last`; returns those after it.
    pub async fn join(server: SocketAddr, table: &str, token: &str, last: u64) -> Result<(Connection, Vec<LogEntry>), ClientError> {
        let (connection, past) = Self::join_with(server, table, token, (last, None)).await?;
        if past.after != last {
            return Err(ClientError::Unreadable(format!(
                "this is no longer the same table: asked after {last}, told after {}",
                past.after
            )));
        }
        Ok((connection, past.steps))
    }

    /// Joins a table, knowing the steps up to one, which happened at a time; returns everything that is to be known.
    pub async fn join_with(
        server: SocketAddr,
        table: &str,
        token: &str,
        known: (u64, Option<u64>),
    ) -> Result<(Connection, Past), ClientError> {
        let mut connection = Connection { socket: Self::open(server, None).await?, role: Role::Watcher };
        connection.send(&ClientMessage::Hello { table: table.into(), token: token.into(), last: known.0, at: known.1 }).await?;
        let mut past = match connection.next().await? {
            ServerMessage::Welcome { role, after, upto, last, steps, .. } => {
                connection.role = role;
                Past { after, upto, last, steps }
            }
            ServerMessage::Refused(refused) => return Err(ClientError::Refused(refused)),
            other => return Err(ClientError::Unreadable(format!("{other:?}"))),
        };
        while past.upto < past.last {
            match connection.next().await? {
                ServerMessage::Page { after, upto, steps } if after == past.upto && upto > after => {
                    past.upto = upto;
                    past.steps.extend(steps);
                }
                ServerMessage::Refused(refused) => return Err(ClientError::Refused(refused)),
                other => return Err(ClientError::Unreadable(format!("page after {} expected: {other:?}", past.upto))),
            }
        }
        Ok((connection, past))
    }

    /// Opens a connection without sending anything, as a page from `origin` would.
    pub async fn open(server: SocketAddr, origin: Option<&str>) -> Result<WebSocketStream<TcpStream>, ClientError> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{server}/api/play").into_client_request()?;
        if let Some(origin) = origin.and_then(|origin| origin.parse().ok()) {
            request.headers_mut().insert("origin", origin);
        }
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        Ok(client_async_with_config(request, stream, Some(config)).await?.0)
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).map_err(|error| ClientError::Unreadable(error.to_string()))?;
        self.send_text(text).await
    }

    /// Sends anything at all.
    pub async fn send_text(&mut self, text: impl Into<String>) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::text(text.into())).await?)
    }

    /// Sends what is wanted.
    pub async fn want(&mut self, intention: Intention) -> Result<(), ClientError> {
        self.send(&ClientMessage::Want(intention)).await
    }

    /// The next message, whatever it is.
    pub async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        let text = self.next_text().await?;
        serde_json::from_str(&text).map_err(|error| ClientError::Unreadable(format!("{error}: {text}")))
    }

    /// The next message as it came.
    pub async fn next_text(&mut self) -> Result<String, ClientError> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.map_err(|_| ClientError::TooLate)?;
            match message {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_string()),
                Some(Ok(Message::Close(_))) | None => return Err(ClientError::Connection("closed".into())),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// The next step, past everything else; a refusal is an error.
    pub async fn next_step(&mut self) -> Result<LogEntry, ClientError> {
        loop {
            match self.next().await? {
                ServerMessage::Step(step) => return Ok(step),
                ServerMessage::Refused(refused) => return Err(ClientError::Refused(refused)),
                ServerMessage::Gone => return Err(ClientError::Connection("the table is gone".into())),
                _ => {}
            }
        }
    }

    /// Reads, and forgets, whatever comes until the connection is closed.
    pub async fn wait_for_the_end(&mut self) {
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// Closes the connection.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
