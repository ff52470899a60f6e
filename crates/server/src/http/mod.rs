//! What is reached by address: the page, the API, the line for playing.

mod api;
mod gate;
mod pages;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::middleware::map_response;
use axum::response::{Redirect, Response};
use axum::routing::{delete, get, post};
use spieltisch_protocol::limits;

use crate::config::Config;
use crate::page::{self, Asset};
use crate::rooms::Rooms;
#[cfg(test)]
pub(crate) use pages::Pages;

/// What every request can reach.
#[derive(Clone)]
pub struct Shared {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) config: Arc<Config>,
    gate: Arc<gate::Gate>,
    /// Closed when the server stops.
    pub(crate) stopping: tokio::sync::watch::Receiver<bool>,
}

impl Shared {
    /// Everything a server is made of.
    pub fn new(rooms: Arc<Rooms>, config: Arc<Config>, stopping: tokio::sync::watch::Receiver<bool>) -> Shared {
        Shared { rooms, config, gate: Arc::default(), stopping }
    }
}

/// All addresses.
pub fn router(shared: Shared, page: &'static [Asset]) -> Router {
    let base = shared.config.base_path.clone();
    let router = Router::new()
        .route("/api/tables", post(api::create))
        .route("/api/tables/{table}", get(api::summary))
        .route("/api/tables/{table}", delete(api::delete))
        .route("/api/tables/{table}/records", get(api::records))
        .route("/api/openapi.json", get(api::description))
        .route("/api/play", get(socket::open))
        .route("/healthz", get(api::health))
        .route("/metrics", get(api::metrics))
        .layer(DefaultBodyLimit::max(limits::NEW_TABLE))
        .layer(map_response(with_usual_headers))
        .with_state(shared)
        .fallback_service(page::router(page));
    if base.is_empty() {
        return router;
    }
    // The page's addresses are relative: they need the slash at the end.
    let home = format!("{base}/");
    Router::new().route(&base, get(async move || Redirect::permanent(&home))).nest(&format!("{base}/"), router)
}

/// Answers of the API are for whoever asked alone, and never something to be guessed at.
async fn with_usual_headers(mut response: Response) -> Response {
    let fields =
        [(header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::REFERRER_POLICY, "no-referrer"), (header::CACHE_CONTROL, "no-store")];
    for (name, value) in fields {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
