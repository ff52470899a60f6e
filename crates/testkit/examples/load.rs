//! Loads a server on this machine with whole games over real sockets: `cargo xtask load`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use spieltisch_testkit::load::{self, Load, LoadServer};

/// Load a server on this machine with whole games over real sockets
#[derive(Parser)]
#[command(
    name = "cargo xtask load",
    after_help = "\
Without --server a server of our own is started on a temporary database and its processor time and memory
are told too. Only servers on this machine are loaded.

  cargo xtask load                         200 tables as fast as they go
  cargo xtask load --pace 1                200 tables, a move a second each
  cargo xtask load --idle 5000             5,000 lines that only wait
  cargo xtask load --close 5000            5,000 tables are opened and closed: what memory is left
  cargo xtask load --kills 20              kill -9 in the middle of it, twenty times
  cargo xtask load --long 100000 --lazy-disk    how long a table of 100,000 steps takes to open"
)]
struct Arguments {
    /// The program whose server is started
    #[arg(long, default_value = "target/release/spieltisch")]
    program: PathBuf,
    /// A server on this machine; left out, one is started
    #[arg(long, value_parser = load::on_this_machine, conflicts_with_all = ["close", "kills", "long"])]
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
    #[arg(long, value_parser = load::pause)]
    pace: Option<Duration>,
    /// Open so many lines that only wait, and tell the memory
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    idle: Option<u32>,
    /// Open so many tables, close them, and tell the memory a minute later
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=9_000))]
    close: Option<u32>,
    /// Kill the server so many times in the middle of the load and check that nothing acknowledged is lost
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    kills: Option<u32>,
    /// Play at one table until its log has so many steps, and tell how long a fresh server takes to open it
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    long: Option<u64>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("load: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the load and tells what came out.
async fn run(arguments: Arguments) -> Result<(), String> {
    let server = match arguments.server {
        Some(address) => LoadServer::of_others(address),
        None => LoadServer::start(&arguments.program, arguments.database.as_deref(), arguments.lazy_disk)?,
    };
    let load = Load {
        game: arguments.game,
        tables: arguments.tables as usize,
        time: Duration::from_secs(arguments.seconds),
        pause: arguments.pace,
    };
    match (arguments.idle, arguments.close, arguments.kills, arguments.long) {
        (Some(lines), ..) => load::idle(&server, lines as usize).await,
        (_, Some(tables), ..) => load::close(&server, tables as usize).await,
        (_, _, Some(kills), _) => load::kills(server, &load, kills).await.map(drop),
        (_, _, _, Some(steps)) => load::long(server, &load.game, steps).await,
        (None, None, None, None) => load::load(&server, &load).await,
    }
}
