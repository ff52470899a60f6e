//! The connection to a table: one thread that keeps it up and tries again by itself.

use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use spieltisch_protocol::{ClientMessage, ServerMessage};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The first wait before the connection is tried again; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// How long a connection may take to open.
const OPENING: Duration = Duration::from_secs(10);
/// After so much silence the server is asked for a sign of life, and after as much again the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(15);

/// What comes from the connection.
#[derive(Debug)]
pub enum Heard {
    /// It stands: now the client says who it is.
    Open,
    /// A message.
    Message(Box<ServerMessage>),
    /// It was lost; it is tried again.
    Lost,
}

/// A connection that is kept up until it is dropped.
pub struct Connection {
    say: UnboundedSender<ClientMessage>,
    again: UnboundedSender<()>,
}

impl Connection {
    /// Connects from now on; `tell` is called with everything that comes.
    pub fn open(address: String, tell: impl Fn(Heard) + Send + 'static) -> Connection {
        let (say, said) = unbounded_channel();
        let (again, renew) = unbounded_channel();
        thread::spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return tell(Heard::Lost) };
            runtime.block_on(keep_up(&address, said, renew, &tell));
        });
        Connection { say, again }
    }

    /// Says something; what is said while the connection is lost is not heard.
    pub fn say(&self, message: ClientMessage) {
        let _ = self.say.send(message); // the thread ends with this
    }

    /// Makes the connection anew: steps are missing.
    pub fn renew(&self) {
        let _ = self.again.send(());
    }
}

async fn keep_up(address: &str, mut said: UnboundedReceiver<ClientMessage>, mut renew: UnboundedReceiver<()>, tell: &impl Fn(Heard)) {
    let mut wait = FIRST_WAIT;
    while !said.is_closed() {
        if talk(address, &mut said, &mut renew, tell).await {
            wait = FIRST_WAIT;
        }
        tell(Heard::Lost);
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// One connection, until it is lost; returns whether it ever stood.
async fn talk(
    address: &str,
    said: &mut UnboundedReceiver<ClientMessage>,
    renew: &mut UnboundedReceiver<()>,
    tell: &impl Fn(Heard),
) -> bool {
    let Ok(Ok((mut socket, _))) = timeout(OPENING, connect_async(address)).await else { return false };
    while said.try_recv().is_ok() || renew.try_recv().is_ok() {} // what was wanted before is stale
    tell(Heard::Open);
    let mut asked = false;
    loop {
        let sent: Result<(), Error> = tokio::select! {
            message = said.recv() => match message {
                Some(message) => send(&mut socket, &message).await,
                None => return true,
            },
            _ = renew.recv() => return true,
            heard = timeout(SILENCE, socket.next()) => match heard {
                Ok(Some(Ok(Message::Text(text)))) => {
                    asked = false;
                    // A message of a newer server that is not understood is passed over.
                    if let Ok(message) = serde_json::from_str(&text) {
                        tell(Heard::Message(Box::new(message)));
                    }
                    Ok(())
                }
                Ok(Some(Ok(Message::Close(_))) | None | Some(Err(_))) => return true,
                Ok(Some(Ok(_))) => Ok(()),
                Err(_) if std::mem::replace(&mut asked, true) => return true,
                Err(_) => send(&mut socket, &ClientMessage::Ping).await,
            },
        };
        if sent.is_err() {
            return true;
        }
    }
}

async fn send(socket: &mut (impl SinkExt<Message, Error = Error> + Unpin), message: &ClientMessage) -> Result<(), Error> {
    match serde_json::to_string(message) {
        Ok(text) => socket.send(Message::text(text)).await,
        Err(_) => Ok(()), // every message can be written
    }
}
