//! A line to a table.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use spieltisch_protocol::{ClientMessage, Intention, Role, ServerMessage, Step};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::error::ClientError;

/// How long a line waits for the server.
const PATIENCE: Duration = Duration::from_secs(30);

/// A line to a table.
pub struct Line {
    socket: WebSocketStream<TcpStream>,
    /// As whom.
    pub role: Role,
}

impl Line {
    /// Joins a table with what a link carries, knowing the steps up to `last`; returns those after it.
    pub async fn join(server: SocketAddr, table: &str, token: &str, last: u64) -> Result<(Line, Vec<Step>), ClientError> {
        let mut line = Line { socket: Self::open(server, None).await?, role: Role::Watcher };
        line.send(&ClientMessage::Hello { table: table.into(), token: token.into(), last }).await?;
        match line.next().await? {
            ServerMessage::Welcome { role, steps, .. } => {
                line.role = role;
                Ok((line, steps))
            }
            ServerMessage::Refused(refused) => Err(ClientError::Refused(refused)),
            other => Err(ClientError::Unreadable(format!("{other:?}"))),
        }
    }

    /// Opens a line without a word, as a page from `origin` would.
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
                Some(Ok(Message::Close(_))) | None => return Err(ClientError::Line("closed".into())),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// The next step, past everything else; a refusal is an error.
    pub async fn next_step(&mut self) -> Result<Step, ClientError> {
        loop {
            match self.next().await? {
                ServerMessage::Step(step) => return Ok(step),
                ServerMessage::Refused(refused) => return Err(ClientError::Refused(refused)),
                ServerMessage::Gone => return Err(ClientError::Line("the table is gone".into())),
                _ => {}
            }
        }
    }

    /// Reads, and forgets, whatever comes until the line is closed.
    pub async fn wait_for_the_end(&mut self) {
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// Says goodbye.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
