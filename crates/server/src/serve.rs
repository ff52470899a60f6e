//! Starting and stopping.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::{Config, Limits};
use crate::files;
use crate::http::{Shared, door, router};
use crate::metrics::Metrics;
use crate::page::Asset;
use crate::push::Messenger;
use crate::rooms::{Computers, Rooms};
use crate::store::{OpenError, SqlStore, Store};

/// How long open connections have to end when the server stops.
const GOODBYE: Duration = Duration::from_secs(5);

/// Why the table could not be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The database cannot be used.
    #[error("{0}")]
    Database(OpenError),
    /// The system gave up.
    #[error("{0}")]
    Io(std::io::Error),
}

/// Serves the table until the process is told to stop. `started` hears the address, which has a
/// port of the system's choice where the configuration asks for port 0.
pub fn serve(config: Config, page: &'static [Asset], started: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    files::ask_for_all();
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
    mut config: Config,
    page: &'static [Asset],
    stopped: watch::Receiver<bool>,
) -> Result<(SocketAddr, impl Future<Output = std::io::Result<()>>), ServeError> {
    let metrics = Arc::new(Metrics::default());
    let listener = TcpListener::bind(config.listen).await.map_err(|error| ServeError::Listen(config.listen, error))?;
    let address = listener.local_addr().map_err(ServeError::Io)?;
    let store = Arc::new(SqlStore::open(config.database.clone(), metrics.clone()).await.map_err(ServeError::Database)?);
    let computers = Arc::new(Computers::default());
    let messenger = Messenger::new(&config.push, store.clone(), metrics.clone(), config.clock);
    let rooms = Rooms::new(store.clone(), computers.clone(), metrics, messenger, config.pace, config.clock);
    rooms.keep_clean(config.keeping);
    rooms.look_who_waits();
    config.limits = within_files(config.limits);
    let shared = Shared::new(rooms.clone(), computers, Arc::new(config), stopped.clone());
    let routes = router(shared.clone(), page);
    let server = async move {
        let mut stopping = stopped;
        let mut serving = pin!(door::keep(listener, routes, shared));
        let stopped = tokio::select! {
            () = &mut serving => false,
            _ = stopping.wait_for(|stop| *stop) => true,
        };
        rooms.send_all_away();
        if stopped {
            // Whoever does not hang up in time is cut off; everything acknowledged is stored.
            let _ = tokio::time::timeout(GOODBYE, serving).await;
        }
        store.close().await;
        Ok(())
    };
    Ok((address, server))
}

/// The limits as far as the system has room for them.
fn within_files(limits: Limits) -> Limits {
    let Some(files) = files::most() else { return limits };
    let within = limits.within(files);
    if within.connections < limits.connections {
        let (wanted, possible) = (limits.connections, within.connections);
        tracing::warn!(wanted, possible, files, "the system lets this process open too few files for all connections");
    }
    within
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
