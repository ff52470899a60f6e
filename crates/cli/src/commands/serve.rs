//! Serving the table for the browser.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;
use spieltisch_server::{Config, Database, Limits, Pace, Push, Reach, Retention, ServeError};

use crate::data_folder::DataFolder;
use crate::errors::Failure;

include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

/// Where the table is served when nothing else is said, or at the next port that is free.
const DEFAULT_PORT: u16 = 8000;

/// The last port that is tried then.
const LAST_PORT: u16 = 8099;

/// How the table is served.
#[derive(Args)]
#[command(after_help = "\
Playing alone and around one screen needs nothing of this: games stay in the browser. For tables shared
by link the server is the referee; everything that happens is in the database before anyone is told.

  spieltisch serve                                        on this machine only
  spieltisch serve --listen 0.0.0.0:8000                  for everyone in the house
  spieltisch serve --database postgres://games@db/games   several servers, one database
  spieltisch serve --behind-proxy --base-path /games      behind a reverse proxy, under a path

GET /healthz tells whether all is well, GET /metrics what Prometheus reads; docs/operations.md tells the rest.")]
pub struct ServeArgs {
    /// The address and port to listen on; where left out, 127.0.0.1:8000 or the next free port
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// Where tables are kept: sqlite:FILE or postgres://USER@HOST/NAME; a file in your data folder where left out
    #[arg(long, value_name = "ADDRESS")]
    database: Option<Database>,
    /// SQLite: wait for the disk only now and then; a power cut may then cost the last moments, a crash nothing
    #[arg(long)]
    lazy_disk: bool,
    /// The path under which a reverse proxy passes requests on unchanged, as /games
    #[arg(long, default_value = "", value_name = "PATH")]
    base_path: String,
    /// The address of the page that others open, as https://games.example.org: it stands in invitations and their codes
    #[arg(long, value_name = "ADDRESS", value_parser = public_url)]
    public_url: Option<String>,
    /// Believe the headers X-Forwarded-For and X-Forwarded-Host: only behind a proxy that sets them
    #[arg(long)]
    behind_proxy: bool,
    /// How long a computer takes at least for a roll or a decision, in milliseconds
    #[arg(long, default_value_t = 700, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=600_000))]
    computer_pace: u64,
    /// Connections open at the same time, each a player or a visitor who loads the page; fewer where the system allows fewer
    /// open files
    #[arg(long, default_value_t = Limits::default().connections)]
    max_connections: usize,
    /// Connections open at the same time from one address; all addresses of an IPv6 /64 are one
    #[arg(long, default_value_t = Limits::default().connections_per_address)]
    max_connections_per_address: usize,
    /// New tables from one address in an hour
    #[arg(long, default_value_t = Limits::default().tables_per_hour)]
    max_tables_per_hour: u32,
    /// Messages on one connection in a second; what a table and an address may do follows it
    #[arg(long, default_value_t = Limits::default().messages_per_second)]
    max_messages_per_second: u32,
    /// How long a request may take to arrive, and how long a connection is kept without one, in seconds
    #[arg(long, default_value_t = Limits::default().request.as_secs(), value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    request_timeout: u64,
    /// How long a client may leave unread what is sent to it, in seconds
    #[arg(long, default_value_t = Limits::default().unread.as_secs(), value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    unread_timeout: u64,
    #[command(flatten)]
    push: PushArgs,
    #[command(flatten)]
    keep: KeepArgs,
    /// Write the log as JSON, one object per line
    #[arg(long)]
    log_json: bool,
}

impl Default for ServeArgs {
    /// As the command line gives them where nothing is said.
    fn default() -> ServeArgs {
        #[derive(clap::Parser)]
        struct Defaults {
            #[command(flatten)]
            args: ServeArgs,
        }
        <Defaults as clap::Parser>::parse_from(["spieltisch"]).args
    }
}

/// Serves until interrupted.
pub fn run(args: ServeArgs) -> Result<(), Failure> {
    start_log(args.log_json);
    let asked = args.listen;
    let config = config(args)?;
    let Some(address) = asked else { return serve_where_free(config).map_err(|error| Failure::Wrong(error.to_string())) };
    serve(config, "").map_err(|error| match error {
        error if is_taken(&error) => Failure::Wrong(format!(
            "--listen {address}: the port is taken; name another, or leave --listen out and the next free one is taken"
        )),
        error => Failure::Wrong(error.to_string()),
    })
}

/// Serves at the usual port, or at the next free one, and says so.
fn serve_where_free(mut config: Config) -> Result<(), ServeError> {
    let mut note = String::new();
    for port in DEFAULT_PORT..LAST_PORT {
        config.listen.set_port(port);
        match serve(config.clone(), &note) {
            Err(error) if is_taken(&error) => {
                note = format!(
                    "Port {DEFAULT_PORT} is taken. To the browser this is another place: games it saved at that port stay there.\n"
                );
            }
            done => return done,
        }
    }
    config.listen.set_port(LAST_PORT);
    serve(config, &note)
}

fn is_taken(error: &ServeError) -> bool {
    matches!(error, ServeError::Listen(_, error) if error.kind() == ErrorKind::AddrInUse)
}

/// Serves at one address; the note is told with it.
fn serve(config: Config, note: &str) -> Result<(), ServeError> {
    let path = if config.base_path.is_empty() { String::new() } else { format!("{}/", config.base_path) };
    let public = config.public_url.clone();
    let started = move |address: SocketAddr, network: Vec<SocketAddr>| {
        // Where it listens everywhere, its own address is none to be typed.
        let others = public.or_else(|| network.first().map(|address| format!("http://{address}{path}")));
        let others = others.map_or(String::new(), |others| format!("\nOthers open {others}"));
        // In one piece: a program that only waits for the first line may have stopped reading before a second one.
        let said = format!("{note}The table stands at http://{address}{path} (end with Ctrl+C){others}\n");
        print!("{said}");
    };
    spieltisch_server::serve(config, PAGE, started)
}

/// The database where none is named: a file in the user's data folder.
pub fn usual_database() -> Result<Database, Failure> {
    let file = DataFolder::of_user().file("spieltisch.db");
    file.map(Database::sqlite)
        .ok_or_else(|| Failure::Wrong("there is no data folder for tables; name a database, as in --database sqlite:spieltisch.db".into()))
}

/// How people who are away are told that it is their turn.
#[derive(Args)]
pub struct PushArgs {
    /// Send no push notifications; the server then connects to nothing but its database
    #[arg(long)]
    no_push: bool,
    /// Tell them by push services in this network too: at private addresses, at any port, and on this machine over plain http
    #[arg(long, conflicts_with = "no_push")]
    push_anywhere: bool,
    /// How long a player must be away before they are told, in seconds
    #[arg(long, default_value_t = Push::default().wait.as_secs(), value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(..=3600))]
    push_wait: u64,
    /// Whom push services may ask about the messages, as mailto:games@example.org; the page's own address where left out
    #[arg(long, value_name = "ADDRESS", value_parser = contact)]
    push_contact: Option<String>,
}

/// The address of a page, with a slash at the end.
fn public_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_whole =
        host.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', ':'])) && !text.contains(['?', '#', '@', '"', '<', ' ']);
    if is_whole {
        Ok(format!("{}/", text.trim_end_matches('/')))
    } else {
        Err("expected http://HOST or https://HOST, with a path where there is one".into())
    }
}

fn contact(text: &str) -> Result<String, String> {
    let reachable = text.strip_prefix("mailto:").is_some_and(|address| address.contains('@')) || text.starts_with("https://");
    if reachable { Ok(text.into()) } else { Err("expected mailto:NAME@HOST or https://HOST".into()) }
}

impl PushArgs {
    /// As the server takes it.
    fn push(self) -> Push {
        let reach = match (self.no_push, self.push_anywhere) {
            (true, _) => Reach::Nowhere,
            (_, true) => Reach::Anywhere,
            _ => Reach::Public,
        };
        Push { reach, wait: Duration::from_secs(self.push_wait), contact: self.push_contact, ..Push::default() }
    }
}

/// How long tables are kept after the last thing that happened there.
#[derive(Args)]
pub struct KeepArgs {
    /// Days that tables with a game are kept after the last thing that happened there; 0 for ever
    #[arg(long, default_value_t = 365, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(..=36_500))]
    keep_games: u32,
    /// Days that tables are kept at which no game ever began; 0 for ever
    #[arg(long, default_value_t = 1, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(..=36_500))]
    keep_empty: u32,
}

impl KeepArgs {
    /// As the server takes it.
    pub fn keeping(&self) -> Retention {
        let days = |days: u32| (days > 0).then(|| Duration::from_secs(u64::from(days) * 24 * 60 * 60));
        Retention { games: days(self.keep_games), empty: days(self.keep_empty), ..Retention::default() }
    }
}

fn config(args: ServeArgs) -> Result<Config, Failure> {
    let mut database = args.database.map_or_else(usual_database, Ok)?;
    if let Database::Sqlite { power_safe, .. } = &mut database {
        *power_safe = !args.lazy_disk;
    }
    let base_path = args.base_path.trim_end_matches('/').to_string();
    if !base_path.is_empty() && !base_path.starts_with('/') {
        return Err(Failure::Wrong(format!("--base-path {base_path}: a path begins with “/”, as in /games")));
    }
    Ok(Config {
        pace: Pace { computer: Duration::from_millis(args.computer_pace), objection: Duration::from_millis(args.computer_pace * 5) },
        limits: Limits {
            connections: args.max_connections,
            connections_per_address: args.max_connections_per_address,
            tables_per_hour: args.max_tables_per_hour,
            messages_per_second: args.max_messages_per_second,
            request: Duration::from_secs(args.request_timeout),
            unread: Duration::from_secs(args.unread_timeout),
            ..Limits::default()
        },
        push: args.push.push(),
        keeping: args.keep.keeping(),
        base_path,
        public_url: args.public_url,
        behind_proxy: args.behind_proxy,
        ..Config::new(args.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], DEFAULT_PORT))), database)
    })
}

/// Log lines go to standard error; `RUST_LOG` chooses which, warnings where it says nothing.
fn start_log(json: bool) {
    let asked = tracing_subscriber::EnvFilter::try_from_default_env();
    let mut filter = asked.unwrap_or_else(|_| "warn,spieltisch_server=info".into());
    // At its most talkative this crate logs whole messages, and the first message of a line holds a token.
    if let Ok(quiet) = "tungstenite=info".parse() {
        filter = filter.add_directive(quiet);
    }
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second log can only be asked for by a second call, and there is none.
    let _ = if json { log.json().try_init() } else { log.try_init() };
}
