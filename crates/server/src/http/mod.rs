//! HTTP: the routes of the page, of the API and of the WebSocket that people play over.

pub mod addresses;
mod api;
mod connections;
#[cfg(test)]
mod described;
pub mod door;
mod gate;
mod origin;
mod pages;
mod preview;
mod push;
mod quota;
mod socket;
mod stream;

use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{delete, get, post, put};
use spieltisch_protocol::{RefusalCode, Refused, limits};
use tokio::time::timeout;

use crate::config::Config;
use crate::fair_queue::{FairQueue, Permit};
use crate::open_tables::{Computers, OpenTables};
use crate::page::{Asset, with_security_headers};
use crate::warnings::Warnings;
pub(crate) use origin::{counted_as, has_possible_port};
#[cfg(test)]
pub(crate) use pages::Pages;

/// How many who come to a table are looked after at the same time, and how many of them from one network. Networks take turns, so
/// that no player waits behind a crowd from elsewhere.
const ARRIVALS: usize = 32;
const ARRIVALS_PER_NETWORK: usize = 8;
/// A turn lasts so long at most: whoever takes longer waits for a log, in a queue of its own.
const TURN: Duration = Duration::from_millis(50);
/// Whole logs that are read at the same time, and from one network.
const WHOLE_LOGS: usize = 2;
const WHOLE_LOGS_PER_NETWORK: usize = 1;

/// What every request can reach.
#[derive(Clone)]
pub struct Shared {
    pub(crate) open_tables: Arc<OpenTables>,
    computers: Arc<Computers>,
    pub(crate) config: Arc<Config>,
    gate: Arc<gate::Gate>,
    quotas: Arc<quota::Quotas>,
    /// Those who come to a table, by network.
    arrivals: Arc<FairQueue<origin::ClientNetwork>>,
    /// Those who want all games of a table, for which its whole log is read, by network.
    whole_logs: Arc<FairQueue<origin::ClientNetwork>>,
    /// What the operator should know.
    warnings: Arc<Warnings>,
    /// Turns true when the server stops.
    pub(crate) stopping: tokio::sync::watch::Receiver<bool>,
}

impl Shared {
    /// Everything a server is made of.
    pub fn new(
        open_tables: Arc<OpenTables>,
        computers: Arc<Computers>,
        config: Arc<Config>,
        warnings: Arc<Warnings>,
        stopping: tokio::sync::watch::Receiver<bool>,
    ) -> Shared {
        Shared {
            open_tables,
            computers,
            gate: gate::Gate::new(config.limits),
            quotas: Arc::new(quota::Quotas::new(&config.limits)),
            arrivals: FairQueue::new(ARRIVALS, ARRIVALS_PER_NETWORK),
            whole_logs: FairQueue::new(WHOLE_LOGS, WHOLE_LOGS_PER_NETWORK),
            config,
            warnings,
            stopping,
        }
    }
}

impl Shared {
    /// Waits until one more who comes from this address is looked after.
    async fn arrive(&self, address: IpAddr) -> Permit<origin::ClientNetwork> {
        self.arrivals.turn(origin::household(address)).await
    }
}

/// Does something in its turn, and goes on without it where that takes longer.
async fn for_a_turn<T>(turn: Permit<origin::ClientNetwork>, done: impl Future<Output = T>) -> T {
    let mut done = pin!(done);
    match timeout(TURN, done.as_mut()).await {
        Ok(done) => done,
        Err(_) => {
            drop(turn);
            done.await
        }
    }
}

/// All routes; `openapi.json` describes those of the API, and a test compares them.
pub fn router(shared: Shared, page: &'static [Asset]) -> Router {
    let base = shared.config.base_path.clone();
    let router = Router::new()
        .route("/api/tables", post(api::create))
        .route("/api/tables/{table}", get(api::summary))
        .route("/api/tables/{table}", delete(api::delete))
        .route("/api/tables/{table}/records", get(api::records))
        .route("/api/tables/{table}/code", post(api::spoken_code))
        .route("/api/tables/{table}/push", put(push::subscribe))
        .route("/api/tables/{table}/push", delete(push::unsubscribe))
        .route("/api/push", get(push::key))
        .route("/api/codes", post(api::by_code))
        .route("/api/addresses", get(addresses::tell))
        .route("/api/openapi.json", get(api::description))
        .route("/api/play", get(socket::open))
        .route("/healthz", get(api::health))
        .route("/metrics", get(api::metrics))
        .layer(DefaultBodyLimit::max(limits::NEW_TABLE))
        .layer(map_response(with_no_store))
        .with_state(shared.clone())
        .fallback_service(preview::router(shared.clone(), page));
    let router = router.layer(from_fn_with_state(shared, count_request));
    let router = if base.is_empty() {
        router
    } else {
        // The page's addresses are relative: they need the slash at the end.
        let home = format!("{base}/");
        Router::new().route(&base, get(async move || Redirect::permanent(&home))).nest(&format!("{base}/"), router)
    };
    router.layer(map_response(with_security_headers))
}

/// Refuses what cannot be the name of a table, without asking the database.
fn check_table_name(table: &str) -> Result<(), Refused> {
    let no_such_table = || Refused::new(RefusalCode::NoSuchTable, "There is no such table, or the link does not belong to it.");
    limits::is_table_name(table).then_some(()).ok_or_else(no_such_table)
}

/// Counts a request. Behind a proxy all connections come from the proxy, so clients are let in by their requests; a WebSocket keeps
/// its pass.
async fn count_request(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let behind_proxy = shared.config.behind_proxy;
    let address = origin::client_address(peer.ip(), request.headers(), behind_proxy);
    if let Err(refused) = shared.quotas.take_from(address, quota::QuotaKind::Fetch) {
        shared.open_tables.metrics.turned_away.inc();
        return api::Error::from(refused).into_response();
    }
    if behind_proxy {
        match shared.gate.request(address) {
            Ok(pass) => drop(request.extensions_mut().insert(Arc::new(pass))),
            Err(full) => {
                shared.open_tables.metrics.turned_away.inc();
                return (full.status(), [(header::RETRY_AFTER, connections::Full::WAIT.to_string())], full.message()).into_response();
            }
        }
    }
    next.run(request).await
}

/// Answers of the API are for the client that asked and for no cache.
async fn with_no_store(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
