//! Starting and stopping.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Config;
use crate::http::{Shared, router};
use crate::metrics::Metrics;
use crate::page::Asset;
use crate::rooms::{Computers, Rooms};
use crate::store::{OpenError, SqlStore, Store};

/// Why the table could not be served.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be listened on.
    Listen(SocketAddr, std::io::Error),
    /// The database cannot be used.
    Database(OpenError),
    /// The system gave up.
    Io(std::io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Listen(address, error) => write!(f, "{address}: {error}"),
            ServeError::Database(error) => write!(f, "{error}"),
            ServeError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// Serves the table until the process is told to stop. `started` hears the address, which has a
/// port of the system's choice where the configuration asks for port 0.
pub fn serve(config: Config, page: &'static [Asset], started: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Io)?;
    runtime.block_on(async {
        let (stop, stopped) = watch::channel(false);
        let (address, server) = start(config, page, stopped).await?;
        // Listened to before anyone knows that we are here.
        let told = told_to_stop().map_err(ServeError::Io)?;
        started(address);
        tokio::spawn(async move {
            told.await;
            let _ = stop.send(true);
            // Held open: a closed channel would look like another word to stop.
            stop.closed().await;
        });
        server.await.map_err(ServeError::Io)
    })
}

/// Starts a server; it runs as long as the returned future is polled and `stopped` stays `false`.
pub async fn start(
    config: Config,
    page: &'static [Asset],
    stopped: watch::Receiver<bool>,
) -> Result<(SocketAddr, impl Future<Output = std::io::Result<()>>), ServeError> {
    let metrics = Arc::new(Metrics::default());
    let listener = TcpListener::bind(config.listen).await.map_err(|error| ServeError::Listen(config.listen, error))?;
    let address = listener.local_addr().map_err(ServeError::Io)?;
    let store = Arc::new(SqlStore::open(config.database.clone(), metrics.clone()).await.map_err(ServeError::Database)?);
    let rooms = Rooms::new(store.clone(), Arc::new(Computers::default()), metrics, config.pace, config.clock);
    rooms.keep_clean(config.keeping);
    let shared = Shared::new(rooms.clone(), Arc::new(config), stopped.clone());
    let routes = router(shared, page).into_make_service_with_connect_info::<SocketAddr>();
    let server = async move {
        let mut stopping = stopped.clone();
        let stop = async move {
            let _ = stopping.wait_for(|stop| *stop).await;
            rooms.send_all_away();
        };
        // A step is a small message that somebody waits for: it is sent at once.
        let listener = listener.tap_io(|line| {
            let _ = line.set_nodelay(true);
        });
        let serving = axum::serve(listener, routes).with_graceful_shutdown(stop).into_future();
        let mut deadline = stopped;
        let served = tokio::select! {
            done = serving => done,
            // Whoever does not hang up in time is cut off; everything acknowledged is stored.
            () = async { let _ = deadline.wait_for(|stop| *stop).await; tokio::time::sleep(Duration::from_secs(5)).await } => Ok(()),
        };
        store.close().await;
        served
    };
    Ok((address, server))
}

/// Ends when the process is told to stop; listens from the moment it is called.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Ends when the process is told to stop.
#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
