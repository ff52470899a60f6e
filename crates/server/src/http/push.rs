//! Who wants a message when it is their turn: browsers ask here, with the token of their seat.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use spieltisch_protocol::{PushKey, RefusalCode, Refused, Subscription, Unsubscription};

use super::Shared;
use super::api::{Error, read_body, writing_credential};
use crate::push::{Messenger, switched_off};
use crate::store::SeatOf;

fn messenger(shared: &Shared) -> Result<&Messenger, Refused> {
    shared.open_tables.messenger.as_deref().ok_or_else(switched_off)
}

/// What a browser needs to know before it takes messages of this server.
pub async fn key(State(shared): State<Shared>) -> Result<Json<PushKey>, Error> {
    Ok(Json(PushKey { key: messenger(&shared)?.public_key().await? }))
}

/// The seat of the client, and the public name of its token.
async fn seat(shared: &Shared, peer: SocketAddr, table: String, headers: &HeaderMap) -> Result<(SeatOf, String), Error> {
    let credential = writing_credential(shared, peer, &table, headers).await?;
    let Some(seat) = credential.role.seat() else {
        return Err(Refused::new(RefusalCode::NotSeated, "Only someone with a seat at the table can be told of their turn.").into());
    };
    Ok((SeatOf { table, seat }, credential.key))
}

/// A browser wants to be told from now on.
pub async fn subscribe(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Error> {
    let (of, owner) = seat(&shared, peer, table, &headers).await?;
    let wish: Subscription = match read_body(&shared, request).await? {
        Ok(wish) => wish,
        Err(answer) => return Ok(answer),
    };
    let page = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).map(str::to_string);
    messenger(&shared)?.subscribe(of, owner, wish, page).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A browser does not want to be told any more.
pub async fn unsubscribe(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Error> {
    let (of, _) = seat(&shared, peer, table, &headers).await?;
    let end: Unsubscription = match read_body(&shared, request).await? {
        Ok(end) => end,
        Err(answer) => return Ok(answer),
    };
    messenger(&shared)?.unsubscribe(of, end.endpoint).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
