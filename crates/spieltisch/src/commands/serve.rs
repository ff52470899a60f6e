//! Serving the table for the browser.

use std::net::SocketAddr;

use crate::errors::Failure;

include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

/// Serves until interrupted.
pub fn run(listen: SocketAddr) -> Result<(), Failure> {
    let started = |address: SocketAddr| println!("The table stands at http://{address} (end with Ctrl+C)");
    spieltisch_server::serve(listen, PAGE, started).map_err(|error| Failure::Wrong(format!("{listen}: {error}")))
}
