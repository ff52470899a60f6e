//! One line: a client plays or watches through it.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use spieltisch_protocol::{ClientMessage, RefusalCode, Refused, ServerMessage, limits};
use tokio::time::{Instant, interval_at, timeout};

use super::Shared;
use super::gate::{Allowance, Pass, client_address, is_same_origin};
use super::pages::Pages;
use crate::rooms::{Guest, Joined, Outbox, as_text};

/// How long a line may wait before it says where it belongs.
const FIRST_MESSAGE: Duration = Duration::from_secs(10);
/// How often a quiet line is asked whether it is still there.
const PING: Duration = Duration::from_secs(25);
/// A line that was silent for so long is closed.
const SILENCE: Duration = Duration::from_secs(70);
/// Bytes each line reserves for reading and for writing.
const BUFFER: usize = 2 * 1024;

/// Opens a line.
pub async fn open(
    State(shared): State<Shared>,
    ConnectInfo(line): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_origin(&headers, shared.config.behind_proxy) {
        return (StatusCode::FORBIDDEN, "Only this server's own page can open a line.\n").into_response();
    }
    let address = client_address(line.ip(), &headers, shared.config.behind_proxy);
    let Some(pass) = shared.gate.enter(address, &shared.config.limits) else {
        return (StatusCode::TOO_MANY_REQUESTS, "Too many lines are open from here.\n").into_response();
    };
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(1 << 20)
        .max_message_size(limits::MESSAGE)
        .max_frame_size(limits::MESSAGE)
        .on_upgrade(move |socket| serve(shared, socket, pass))
}

async fn serve(shared: Shared, mut socket: WebSocket, _pass: Pass) {
    shared.rooms.metrics.connections.inc();
    if let Some((guest, outbox)) = greet(&shared, &mut socket).await {
        let allowance = Allowance::new(shared.config.limits.messages_per_second);
        let mut line = Line { allowance, shared: shared.clone(), guest, socket };
        line.run(outbox).await;
        socket = line.socket;
    }
    let _ = socket.send(Message::Close(None)).await;
    shared.rooms.metrics.connections.dec();
}

/// The first message says which table, and as whom; the answer is the table so far.
async fn greet(shared: &Shared, socket: &mut WebSocket) -> Option<(Guest, Outbox)> {
    let first = timeout(FIRST_MESSAGE, socket.recv()).await.ok()??.ok()?;
    let joined = match first.to_text().map(serde_json::from_str) {
        Ok(Ok(ClientMessage::Hello { table, token, last, at })) => {
            join(shared, &table, &token, last, at).await.map(|joined| (table, joined))
        }
        _ => Err(Refused::new(RefusalCode::Unreadable, "The first message must be hello, with table and token.")),
    };
    match joined {
        Ok((table, (guest, joined))) => {
            let mut pages = Pages::new(&shared.rooms, &table, &joined);
            while let Some(page) = pages.next().await {
                socket.send(Message::Text(page)).await.ok()?;
            }
            Some((guest, joined.outbox))
        }
        Err(refused) => {
            let _ = socket.send(Message::Text(as_text(&ServerMessage::Refused(refused)))).await;
            None
        }
    }
}

async fn join(shared: &Shared, table: &str, token: &str, last: u64, at: Option<u64>) -> Result<(Guest, Joined), Refused> {
    let holder = shared.rooms.holder(table, token).await?;
    let guest = shared.rooms.enter(table);
    let joined = guest.join(holder, last, at).await?;
    Ok((guest, joined))
}

struct Line {
    shared: Shared,
    guest: Guest,
    socket: WebSocket,
    allowance: Allowance,
}

impl Line {
    async fn run(&mut self, mut outbox: Outbox) {
        let mut ping = interval_at(Instant::now() + PING, PING);
        let mut heard = Instant::now();
        let mut stopping = self.shared.stopping.clone();
        loop {
            let goes_on = tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(&text).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                        _ => false,
                    }
                }
                message = outbox.recv() => match message {
                    Some(text) => self.tell(text).await,
                    None => false,
                },
                _ = ping.tick() => heard.elapsed() < SILENCE && self.socket.send(Message::Ping(Default::default())).await.is_ok(),
                _ = stopping.changed() => false,
            };
            if !goes_on {
                return;
            }
        }
    }

    async fn tell(&mut self, text: Utf8Bytes) -> bool {
        self.socket.send(Message::Text(text)).await.is_ok()
    }

    async fn hear(&mut self, text: &str) -> bool {
        let done = if self.allowance.take() {
            self.act(text).await
        } else {
            Err(Refused::new(RefusalCode::TooMuch, "Too many messages; please wait a moment."))
        };
        match done {
            Ok(()) => true,
            Err(refused) => {
                self.shared.rooms.metrics.refused.inc();
                self.tell(as_text(&ServerMessage::Refused(refused))).await
            }
        }
    }

    async fn act(&mut self, text: &str) -> Result<(), Refused> {
        let message = serde_json::from_str(text)
            .map_err(|error| Refused::new(RefusalCode::Unreadable, format!("The message cannot be read: {error}")))?;
        match message {
            ClientMessage::Hello { .. } => Err(Refused::new(RefusalCode::NotNow, "This line belongs to a table already.")),
            ClientMessage::Ping => {
                self.tell(as_text(&ServerMessage::Pong)).await;
                Ok(())
            }
            ClientMessage::React { with } => self.guest.react(with).await,
            ClientMessage::Want(intention) => self.guest.want(intention).await,
        }
    }
}
