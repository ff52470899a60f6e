//! Serves the page that the binary carries.
//!
//! The files are handed in by the binary; this crate knows how they are sent: compressed, kept
//! for ever where their name carries their content's hash, and with a policy that allows nothing
//! from anywhere else.

mod page;

use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;

pub use page::Asset;

/// The routes of the table: the page's files.
pub fn router(page: &'static [Asset]) -> Router {
    page::router(page)
}

/// Serves the table on `listen` until the process is told to stop. `started` hears the address,
/// which has a port of the system's choice where `listen` asks for port 0.
pub fn serve(listen: SocketAddr, page: &'static [Asset], started: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(listen).await?;
        started(listener.local_addr()?);
        axum::serve(listener, router(page)).with_graceful_shutdown(interrupted()).await
    })
}

async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
