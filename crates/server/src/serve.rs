//! Starting and stopping.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::{Config, Limits};
use crate::expiry::Expiry;
use crate::files;
use crate::http::addresses::in_network;
use crate::http::{Shared, door, router};
use crate::metrics::Metrics;
use crate::open_tables::{Computers, OpenTables};
use crate::page::Asset;
use crate::push::Messenger;
use crate::store::{Database, OpenError, SqlStore, Store, integrity};
use crate::warnings::{Subject, Warnings};

/// How long open connections have to end when the server stops.
const GOODBYE: Duration = Duration::from_secs(5);

/// How long the check of the database's file may take to notice that the server stops.
const INTERRUPTED: Duration = Duration::from_millis(500);

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
/// port of the system's choice where the configuration asks for port 0, and those by which others in the network reach it.
pub fn serve(config: Config, page: &'static [Asset], started: impl FnOnce(SocketAddr, Vec<SocketAddr>)) -> Result<(), ServeError> {
    files::ask_for_all();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Io)?;
    runtime.block_on(async {
        let (stop, stopped) = watch::channel(false);
        let (address, server) = start(config, page, stopped).await?;
        // Listened to before anyone knows that we are here.
        let told = told_to_stop().map_err(ServeError::Io)?;
        started(address, in_network(address).await);
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
    let open_tables = OpenTables::new(store.clone(), computers.clone(), metrics, messenger, config.pace, config.clock);
    let uptime = store.uptime().await.map_err(|error| ServeError::Io(std::io::Error::other(error)))?;
    open_tables.keep_last_seen(uptime.last_seen);
    // What a server that stopped meanwhile left of deleted tables.
    store.wipe(Duration::ZERO).await;
    let warnings = Arc::new(Warnings::default());
    let checking = tokio::spawn(look_through(config.database.clone(), warnings.clone(), stopped.clone()));
    tokio::spawn(let_expire(&config, store.clone(), &open_tables, warnings.clone(), stopped.clone()));
    open_tables.look_who_waits();
    config.limits = within_files(config.limits);
    config.listen = address;
    let shared = Shared::new(open_tables.clone(), computers, Arc::new(config), warnings, stopped.clone());
    let routes = router(shared.clone(), page);
    let server = async move {
        let mut stopping = stopped;
        let mut serving = pin!(door::keep(listener, routes, shared));
        let stopped = tokio::select! {
            () = &mut serving => false,
            _ = stopping.wait_for(|stop| *stop) => true,
        };
        open_tables.send_all_away();
        if stopped {
            // A client that does not hang up in time is cut off; everything acknowledged is stored.
            let _ = tokio::time::timeout(GOODBYE, serving).await;
        }
        // It ends at once where the server stops; a reader would keep the journal from being merged.
        let _ = tokio::time::timeout(INTERRUPTED, checking).await;
        store.close().await;
        Ok(())
    };
    Ok((address, server))
}

/// Looks the database's file through beside serving.
async fn look_through(database: Database, warnings: Arc<Warnings>, stopped: watch::Receiver<bool>) {
    warnings.set(Subject::Database, integrity::look_through(&database, stopped).await);
}

/// Lets tables expire until the server stops.
fn let_expire(
    config: &Config,
    store: Arc<SqlStore>,
    open_tables: &Arc<OpenTables>,
    warnings: Arc<Warnings>,
    mut stopped: watch::Receiver<bool>,
) -> impl Future<Output = ()> + use<> {
    let Config { keeping, clock, uptime, expiry_round, .. } = *config;
    let expiry = Expiry { store, open_tables: Arc::downgrade(open_tables), keeping, clock, uptime, warnings };
    async move {
        tokio::select! {
            () = expiry.run(expiry_round) => {}
            _ = stopped.wait_for(|stop| *stop) => {}
        }
    }
}

/// The limits as far as the system has room for them.
fn within_files(limits: Limits) -> Limits {
    let Some(files) = files::most() else { return limits };
    let within = limits.within(files);
    if limits.lacks_files(files) {
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
