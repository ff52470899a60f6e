//! One connection: a client plays or watches through it.

use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use spieltisch_protocol::{ClientMessage, RefusalCode, Refused, Role, ServerMessage, limits};
use tokio::sync::oneshot;
use tokio::time::{Instant, interval_at, sleep, timeout};

use super::gate::Pass;
use super::origin::{client_address, counted_as, is_same_origin};
use super::pages::Pages;
use super::quota::{Allowance, QuotaKind, too_much};
use super::{Shared, check_table_name, for_a_turn};
use crate::open_tables::{Joined, Member, Outbox, Visitor, as_text, not_stored};

/// Bytes each connection reserves for reading and for writing.
const BUFFER: usize = 2 * 1024;

/// Opens a connection.
pub async fn open(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    pass: Option<Extension<Arc<Pass>>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_origin(&headers, shared.config.behind_proxy) {
        return (StatusCode::FORBIDDEN, "Only this server's own page can open a connection.\n").into_response();
    }
    let address = client_address(peer.ip(), &headers, shared.config.behind_proxy);
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(1 << 20)
        .max_message_size(limits::MESSAGE)
        .max_frame_size(limits::MESSAGE)
        .on_upgrade(move |socket| serve(shared, socket, address, pass))
}

/// Carries one client's messages. Behind a proxy the pass is the client's; it ends with the connection.
async fn serve(shared: Shared, mut socket: WebSocket, address: IpAddr, pass: Option<Extension<Arc<Pass>>>) {
    let limits = shared.config.limits;
    shared.open_tables.metrics.connections.inc();
    if let Some((counted_for, member, outbox, visit)) = greet(&shared, &mut socket, address).await {
        let allowance = Allowance::of_messages(limits.messages_per_second);
        let mut connection = Connection { allowance, shared: shared.clone(), counted_for, address, member, socket };
        let ended = connection.run(outbox, pass.as_ref().map(|pass| pass.closing())).await;
        let Connection { member, socket: mut last, .. } = connection;
        drop((member, visit));
        if ended == Ended::Heard {
            send(&mut last, goodbye(), limits.unread).await;
        }
    } else {
        send(&mut socket, goodbye(), limits.unread).await;
    }
    shared.open_tables.metrics.connections.dec();
}

/// The end of a connection that did nothing wrong. Without a frame of its own the client would be told 1005, “no status”.
fn goodbye() -> Message {
    Message::Close(Some(CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::default() }))
}

/// Sends a message; `false` where the connection is broken or takes longer than it may.
async fn send(socket: &mut WebSocket, message: Message, limit: Duration) -> bool {
    matches!(timeout(limit, socket.send(message)).await, Ok(Ok(())))
}

/// The first message says which table, and as whom; the answer is the table so far.
async fn greet(shared: &Shared, socket: &mut WebSocket, address: IpAddr) -> Option<(String, Member, Outbox, Visitor)> {
    let limits = &shared.config.limits;
    let first = timeout(limits.request, socket.recv()).await.ok()??.ok()?;
    let joined = match first.to_text().map(serde_json::from_str) {
        Ok(Ok(ClientMessage::Hello { table, token, last, at })) => {
            join(shared, address, &table, &token, last, at).await.map(|joined| (table, joined))
        }
        _ => Err(Refused::new(RefusalCode::Unreadable, "The first message must be hello, with table and token.")),
    };
    match joined {
        Ok((table, (counted_for, member, joined))) => {
            let mut pages = Pages::new(&shared.open_tables, &table, &joined);
            loop {
                // A client that takes long to read a page holds no other up.
                let turn = shared.arrive(address).await;
                let message = match for_a_turn(turn, pages.next()).await {
                    Ok(Some(page)) => page,
                    Ok(None) => break,
                    Err(error) => {
                        // A client that got half of it comes back for the rest.
                        send(socket, Message::Text(as_text(&ServerMessage::Refused(not_stored(&error)))), limits.unread).await;
                        return None;
                    }
                };
                if !send(socket, Message::Text(message), limits.unread).await {
                    return None;
                }
            }
            let visit = shared.computers.visit(&table, counted_as(address));
            Some((counted_for, member, joined.outbox, visit))
        }
        Err(refused) => {
            send(socket, Message::Text(as_text(&ServerMessage::Refused(refused))), limits.unread).await;
            None
        }
    }
}

async fn join(
    shared: &Shared,
    address: IpAddr,
    table: &str,
    token: &str,
    last: u64,
    at: Option<u64>,
) -> Result<(String, Member, Joined), Refused> {
    check_table_name(table)?;
    shared.quotas.take_from(address, QuotaKind::Arrive)?;
    let turn = shared.arrive(address).await;
    let credential = shared.open_tables.credential(table, token).await?;
    let counted_for = counted_for(table, credential.role);
    shared.quotas.take_at(&counted_for, QuotaKind::Arrive)?;
    let member = shared.open_tables.enter(table);
    let joined = for_a_turn(turn, member.join(credential, last, at)).await?;
    Ok((counted_for, member, joined))
}

/// What a table's quota is kept under. Those who only watch, and those with the invitation, have one of their own: they cannot use
/// up what the players have.
fn counted_for(table: &str, role: Role) -> String {
    match role {
        Role::Seat(_) => table.into(),
        Role::Invited => format!("{table} by invitation"),
        Role::Watcher | Role::Host => format!("{table} without a seat"),
    }
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// The client may still hear a goodbye.
    Heard,
    /// It does not read what is sent.
    Unheard,
}

struct Connection {
    shared: Shared,
    /// What its table's quota is kept under.
    counted_for: String,
    address: IpAddr,
    member: Member,
    socket: WebSocket,
    allowance: Allowance,
}

impl Connection {
    /// Carries messages both ways until either side has enough.
    async fn run(&mut self, mut outbox: Outbox, closing: Option<oneshot::Receiver<()>>) -> Ended {
        let limits = self.shared.config.limits;
        let mut ping = interval_at(Instant::now() + limits.ping, limits.ping);
        // Only an answer to our question shows that the client reads; what it says without being asked does not.
        let mut silence = pin!(sleep(limits.silence));
        let mut stopping = self.shared.stopping.clone();
        let mut closing = pin!(async {
            match closing {
                Some(closing) => drop(closing.await),
                None => std::future::pending().await,
            }
        });
        loop {
            let sent = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.hear(&text).await,
                    Some(Ok(Message::Ping(_))) => self.count().await,
                    Some(Ok(Message::Pong(_))) => {
                        silence.as_mut().reset(Instant::now() + limits.silence);
                        self.count().await
                    }
                    _ => return Ended::Heard,
                },
                message = outbox.recv() => match message {
                    Some(text) => self.tell(text).await,
                    None => return Ended::Heard,
                },
                _ = ping.tick() => send(&mut self.socket, Message::Ping(Default::default()), limits.unread).await,
                () = &mut silence => return Ended::Unheard,
                _ = stopping.changed() => return Ended::Heard,
                () = &mut closing => return Ended::Heard,
            };
            if !sent {
                return Ended::Unheard;
            }
        }
    }

    async fn tell(&mut self, text: Utf8Bytes) -> bool {
        send(&mut self.socket, Message::Text(text), self.shared.config.limits.unread).await
    }

    /// Counts something that asks for nothing but to be received.
    async fn count(&mut self) -> bool {
        if self.allowance.take() {
            return true;
        }
        self.shared.open_tables.metrics.refused.inc();
        let refused = self.too_much();
        self.tell(as_text(&ServerMessage::Refused(refused))).await
    }

    fn too_much(&mut self) -> Refused {
        too_much("Too many messages; please wait a moment.", self.allowance.wait())
    }

    async fn hear(&mut self, text: &str) -> bool {
        let done = if self.allowance.take() { self.act(text).await } else { Err(self.too_much()) };
        match done {
            Ok(()) => true,
            Err(refused) => {
                self.shared.open_tables.metrics.refused.inc();
                self.tell(as_text(&ServerMessage::Refused(refused))).await
            }
        }
    }

    async fn act(&mut self, text: &str) -> Result<(), Refused> {
        let message = serde_json::from_str(text)
            .map_err(|error| Refused::new(RefusalCode::Unreadable, format!("The message cannot be read: {error}")))?;
        match message {
            ClientMessage::Hello { .. } => Err(Refused::new(RefusalCode::NotNow, "This connection belongs to a table already.")),
            ClientMessage::Ping => {
                self.tell(as_text(&ServerMessage::Pong)).await;
                Ok(())
            }
            ClientMessage::React { with } => {
                self.shared.quotas.take(&self.counted_for, self.address, QuotaKind::React)?;
                self.member.react(with).await
            }
            ClientMessage::Want(intention) => {
                self.shared.quotas.take(&self.counted_for, self.address, QuotaKind::of(&intention))?;
                self.member.want(intention).await
            }
        }
    }
}
