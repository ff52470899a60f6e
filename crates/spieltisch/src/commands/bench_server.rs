//! `bench-server`: drives whole games over real WebSockets and tells how the server bears it.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;

use crate::bench::{self, Server};
use crate::errors::Failure;

/// What the load is.
#[derive(Args)]
#[command(after_help = "\
Without --server a server of our own is started on a temporary database and its processor time and memory
are told too. Only servers on this machine are loaded.

  spieltisch bench-server                         200 tables as fast as they go
  spieltisch bench-server --pace 1                200 tables, a move a second each
  spieltisch bench-server --idle 5000             5,000 lines that only wait
  spieltisch bench-server --kills 20              kill -9 in the middle of it, twenty times
  spieltisch bench-server --long 100000 --lazy-disk    how long a table of 100,000 steps takes to open")]
pub struct BenchServerArgs {
    /// A server on this machine; left out, one is started
    #[arg(long)]
    server: Option<SocketAddr>,
    /// The database of the server that is started; a temporary SQLite file where left out
    #[arg(long)]
    database: Option<String>,
    /// The server that is started waits for the disk only now and then
    #[arg(long)]
    lazy_disk: bool,
    /// The game
    #[arg(long, default_value = "yatzy")]
    game: String,
    /// Tables of two at the same time
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=2000))]
    tables: u32,
    /// How long
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Moves a second at each table; as fast as they go where left out
    #[arg(long)]
    pace: Option<f64>,
    /// Open so many lines that only wait, and tell the memory
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    idle: Option<u32>,
    /// Kill the server so many times in the middle of the load and check that nothing acknowledged is lost
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    kills: Option<u32>,
    /// Play at one table until its log has so many steps, and tell how long a fresh server takes to open it
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    long: Option<u64>,
}

/// Runs the load and tells what came out.
pub fn run(args: &BenchServerArgs) -> Result<(), Failure> {
    if args.server.is_some_and(|server| !server.ip().is_loopback()) {
        return Err(Failure::Wrong("only a server on this machine may be loaded, as in --server 127.0.0.1:8000".into()));
    }
    if args.server.is_some() && (args.kills.is_some() || args.long.is_some()) {
        return Err(Failure::Wrong("--kills and --long need a server of our own; leave --server out".into()));
    }
    if args.pace.is_some_and(|pace| !(0.001..=10_000.0).contains(&pace)) {
        return Err(Failure::Wrong("--pace is a number of moves a second from 0.001 to 10000, as in --pace 1".into()));
    }
    let server = match args.server {
        Some(address) => Server::of_others(address),
        None => Server::start(args.database.as_deref(), args.lazy_disk)?,
    };
    let load = bench::Load {
        game: args.game.clone(),
        tables: args.tables as usize,
        time: Duration::from_secs(args.seconds),
        pause: args.pace.map(|pace| Duration::from_secs_f64(1.0 / pace)),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        match (args.idle, args.kills, args.long) {
            (Some(lines), ..) => bench::idle(&server, lines as usize).await,
            (None, Some(kills), _) => bench::kills(server, &load, kills).await,
            (None, None, Some(steps)) => bench::long(server, &load.game, steps).await,
            (None, None, None) => bench::load(&server, &load).await,
        }
    });
    done.map_err(Failure::Wrong)
}
