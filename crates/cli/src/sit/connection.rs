//! A connection to a table.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use spieltisch_protocol::{ClientMessage, ServerMessage};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, client_tls};

use super::link::TableLink;

/// How long to wait until a server answers at all.
const CONNECT: Duration = Duration::from_secs(10);
/// A server asks for a sign of life every 25 seconds: after so long without a word the connection is lost.
const SILENCE: Duration = Duration::from_secs(40);

/// The connection broke or was never there, and why; another one may do better.
#[derive(Debug)]
pub struct Lost(pub String);

impl From<tungstenite::Error> for Lost {
    fn from(error: tungstenite::Error) -> Lost {
        Lost(error.to_string())
    }
}

impl From<std::io::Error> for Lost {
    fn from(error: std::io::Error) -> Lost {
        Lost(error.to_string())
    }
}

/// An open connection.
pub struct Connection {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Connection {
    /// Opens a connection to the server of a link.
    pub fn open(link: &TableLink) -> Result<Connection, Lost> {
        let mut last = Lost("there is no such address".into());
        for address in link.host_and_port().to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT) {
                Ok(stream) => return Connection::over(stream, link),
                Err(error) => last = error.into(),
            }
        }
        Err(last)
    }

    fn over(stream: TcpStream, link: &TableLink) -> Result<Connection, Lost> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_write_timeout(Some(SILENCE))?;
        match client_tls(link.socket(), stream) {
            Ok((socket, _)) => Ok(Connection { socket }),
            Err(error) => Err(Lost(error.to_string())),
        }
    }

    /// Sends a message.
    pub fn send(&mut self, message: &ClientMessage) -> Result<(), Lost> {
        let text = serde_json::to_string(message).map_err(|error| Lost(error.to_string()))?;
        Ok(self.socket.send(Message::text(text))?)
    }

    /// The next message that can be understood; a newer server may send others, which are passed over.
    pub fn next(&mut self) -> Result<ServerMessage, Lost> {
        loop {
            match self.socket.read()? {
                Message::Text(text) => {
                    if let Ok(message) = serde_json::from_str(text.as_str()) {
                        return Ok(message);
                    }
                }
                Message::Close(_) => return Err(Lost("the server closed it".into())),
                _ => {}
            }
        }
    }
}
