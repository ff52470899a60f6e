//! The small API beside the WebSocket: `openapi.json` describes it.

use std::net::SocketAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;
use spieltisch_protocol::{HeardCode, NewTable, RefusalCode, Refused, Role, SpokenCode, Summary, limits};
use tokio::time::timeout;

use super::origin::{client_address, household, is_same_origin};
use super::quota::{QuotaKind, too_much};
use super::{Shared, check_table_name};
use crate::table::Credential;

/// A refusal as an answer.
pub struct Error(Refused);

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Error(refused)
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            RefusalCode::NoSuchTable => StatusCode::NOT_FOUND,
            RefusalCode::NotSeated => StatusCode::FORBIDDEN,
            RefusalCode::TooMuch => StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::NotStored => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        let wait = self.0.wait.map(|seconds| [(header::RETRY_AFTER, seconds.to_string())]);
        (status, wait, Json(self.0)).into_response()
    }
}

/// What a request says; where its body does not arrive, the answer that says so.
pub async fn read_body<T: DeserializeOwned>(shared: &Shared, request: Request) -> Result<Result<T, Response>, Error> {
    let body = match timeout(shared.config.limits.request, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(rejection)) => return Ok(Err(rejection.into_response())),
        Err(_) => return Ok(Err((StatusCode::REQUEST_TIMEOUT, "The request did not arrive in time.\n").into_response())),
    };
    let read = serde_json::from_slice(&body)
        .map_err(|error| Refused::new(RefusalCode::Unreadable, format!("The request cannot be read: {error}")))?;
    Ok(Ok(read))
}

/// Sets up a table.
pub async fn create(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Error> {
    let behind_proxy = shared.config.behind_proxy;
    if !is_same_origin(&headers, behind_proxy) {
        return Err(Refused::new(RefusalCode::NotSeated, "Tables are set up from this server's own page.").into());
    }
    let new: NewTable = match read_body(&shared, request).await? {
        Ok(new) => new,
        Err(answer) => return Ok(answer),
    };
    new.check()?;
    let address = client_address(peer.ip(), &headers, behind_proxy);
    shared.gate.may_set_up(address).map_err(|wait| too_much("Too many new tables from here; try again in an hour.", wait))?;
    let links = shared.open_tables.create(new).await?;
    Ok((StatusCode::CREATED, Json(links)).into_response())
}

/// Who asks, by a request's `Authorization: Bearer` token, for something that is written.
pub async fn writing_credential(shared: &Shared, peer: SocketAddr, table: &str, headers: &HeaderMap) -> Result<Credential, Error> {
    let address = client_address(peer.ip(), headers, shared.config.behind_proxy);
    shared.quotas.take_from(address, QuotaKind::Look)?;
    let credential = credential(shared, table, headers).await?;
    shared.quotas.take(table, address, QuotaKind::Service)?;
    Ok(credential)
}

async fn credential(shared: &Shared, table: &str, headers: &HeaderMap) -> Result<Credential, Error> {
    check_table_name(table)?;
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    Ok(shared.open_tables.credential(table, token.unwrap_or_default()).await?)
}

/// A table in a list: whose turn it is.
pub async fn summary(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Summary>, Error> {
    shared.quotas.take_from(client_address(peer.ip(), &headers, shared.config.behind_proxy), QuotaKind::Look)?;
    let credential = credential(&shared, &table, &headers).await?;
    Ok(Json(shared.open_tables.summary(&table, &credential).await?))
}

/// All games of a table as records, one per line.
pub async fn records(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let address = client_address(peer.ip(), &headers, shared.config.behind_proxy);
    shared.quotas.take_from(address, QuotaKind::Look)?;
    credential(&shared, &table, &headers).await?;
    // The one answer for which a whole log is read.
    let _turn = shared.whole_logs.turn(household(address)).await;
    let lines = shared.open_tables.records(&table).await?;
    let fields = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"spieltisch.jsonl\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((fields, lines).into_response())
}

/// A code for the telephone, for players who may invite.
pub async fn spoken_code(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Json<SpokenCode>, Error> {
    if !matches!(writing_credential(&shared, peer, &table, &headers).await?.role, Role::Host | Role::Invited) {
        return Err(Refused::new(RefusalCode::NotSeated, "Only a player with the invitation can tell it.").into());
    }
    Ok(Json(shared.open_tables.spoken_code(&table).await?))
}

/// Where a spoken code leads. Each address may be wrong only so often.
pub async fn by_code(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Error> {
    if !is_same_origin(&headers, shared.config.behind_proxy) {
        return Err(Refused::new(RefusalCode::NotSeated, "Codes are typed on this server's own page.").into());
    }
    let heard: HeardCode = match read_body(&shared, request).await? {
        Ok(heard) => heard,
        Err(answer) => return Ok(answer),
    };
    let address = client_address(peer.ip(), &headers, shared.config.behind_proxy);
    let too_often = "Too many wrong codes; try again in an hour, or ask for the link.";
    shared.gate.may_try_code(address).map_err(|wait| too_much(too_often, wait))?;
    let Some(code) = limits::code(&heard.code) else {
        return Err(Refused::new(RefusalCode::NoSuchTable, "A code has six letters.").into());
    };
    let found = shared.open_tables.by_code(&code).await;
    // What the database could not answer was not a guess.
    if found.as_ref().err().is_none_or(|refused| refused.code != RefusalCode::NoSuchTable) {
        shared.gate.was_right(address);
    }
    Ok(Json(found?).into_response())
}

/// Deletes a table, for its host.
pub async fn delete(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    if writing_credential(&shared, peer, &table, &headers).await?.role != Role::Host {
        return Err(Refused::new(RefusalCode::NotSeated, "Only the player who set the table up can delete it.").into());
    }
    if shared.open_tables.delete(&table).await? {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let message = if shared.config.database.is_shared() {
        "The table is deleted. Its bytes are overwritten when PostgreSQL next tidies up (VACUUM) and uses its journal again."
    } else {
        "The table is deleted. Its bytes are overwritten in the database's file as soon as nobody reads older pages of it."
    };
    Ok((StatusCode::ACCEPTED, Json(json!({ "message": message }))).into_response())
}

/// The API's description.
pub async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../openapi.json")).into_response()
}

/// How long the database may take before it is called unwell.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);

/// Whether the server and its database are well: something is written and read back. What does not keep people from playing is a warning.
pub async fn health(State(shared): State<Shared>) -> Response {
    let proof = tokio::time::timeout(PATIENCE, shared.open_tables.store.prove()).await;
    if matches!(proof, Ok(Ok(()))) {
        let warnings = shared.warnings.all();
        Json(json!({"well": true, "version": env!("CARGO_PKG_VERSION"), "warnings": warnings})).into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"well": false, "message": "nothing can be stored"}))).into_response()
    }
}

/// What is counted.
pub async fn metrics(State(shared): State<Shared>) -> Response {
    shared.open_tables.metrics.open_connections.set(shared.gate.open() as i64);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], shared.open_tables.metrics.text()).into_response()
}
