//! The load generator: complete games over real sockets, and what they cost the server.

mod figures;
mod server;
mod table;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub use server::{LoadServer, address_of};

use figures::LatencyTally;
use table::TableLoad;

/// How much load.
#[derive(Clone)]
pub struct Load {
    /// The game.
    pub game: String,
    /// How many tables of two.
    pub tables: usize,
    /// For how long to play.
    pub time: Duration,
    /// The time from move to move at one table.
    pub pause: Option<Duration>,
}

/// Reads the address of a server that may be loaded.
pub fn on_this_machine(address: &str) -> Result<SocketAddr, String> {
    let address: SocketAddr = address.parse().map_err(|_| "expected an address and a port, as in 127.0.0.1:8000".to_string())?;
    if address.ip().is_loopback() { Ok(address) } else { Err("only a server on this machine may be loaded, as in 127.0.0.1:8000".into()) }
}

/// Reads a number of moves a second, as the time from move to move.
pub fn pause(pace: &str) -> Result<Duration, String> {
    match pace.parse::<f64>() {
        Ok(pace) if (0.001..=10_000.0).contains(&pace) => Ok(Duration::from_secs_f64(1.0 / pace)),
        _ => Err("expected a number of moves a second from 0.001 to 10000".into()),
    }
}

/// Says a line; whoever has stopped reading does not stop the load.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Plays at all tables for the given time.
async fn play(server: &LoadServer, load: &Load) -> Result<(Vec<TableLoad>, LatencyTally), String> {
    let mut tables = Vec::with_capacity(load.tables);
    for seed in 0..load.tables {
        tables.push(TableLoad::open(server.address, &load.game, seed as u64).await.map_err(|error| error.to_string())?);
    }
    let until = Instant::now() + load.time;
    let tasks: Vec<_> = tables
        .into_iter()
        .map(|mut table| {
            let pause = load.pause;
            tokio::spawn(async move {
                let tally = table.play_until(until, pause).await;
                (table, tally)
            })
        })
        .collect();
    let mut sum = LatencyTally::default();
    let mut played = Vec::new();
    for task in tasks {
        let (table, tally) = task.await.map_err(|error| error.to_string())?;
        sum.add(tally.map_err(|error| error.to_string())?);
        played.push(table);
    }
    Ok((played, sum))
}

/// Loads the server and prints throughput, latency, processor time and memory.
pub async fn load(server: &LoadServer, load: &Load) -> Result<(), String> {
    let before = server.usage();
    let began = Instant::now();
    let (_, mut tally) = play(server, load).await?;
    let took = began.elapsed().min(load.time);
    say(&format!("{} tables of {}: {}", load.tables, load.game, tally.line(took)));
    if let (Some(before), Some(after)) = (before, server.usage()) {
        say(&format!("server: {}", after.since(&before, tally.moves())));
    }
    Ok(())
}

/// Opens lines that only wait and prints the server's memory before and after.
pub async fn idle(server: &LoadServer, lines: usize) -> Result<(), String> {
    let before = server.usage();
    let open = Arc::new(AtomicUsize::new(0));
    while open.load(Ordering::SeqCst) < lines {
        let table = TableLoad::open(server.address, "yatzy", 0).await.map_err(|error| error.to_string())?;
        for mut line in table.into_lines() {
            open.fetch_add(1, Ordering::SeqCst);
            let open = open.clone();
            // Reading answers the server's question whether the line is still there.
            tokio::spawn(async move {
                line.wait_for_the_end().await;
                open.fetch_sub(1, Ordering::SeqCst);
            });
        }
    }
    say(&format!("{} lines are open and wait", open.load(Ordering::SeqCst)));
    if let (Some(before), Some(after)) = (before, server.usage()) {
        say(&format!("server: {:.1} MB before, {:.1} MB now", before.megabytes, after.megabytes));
    }
    Ok(())
}

/// How long a server has to give memory back.
const A_MINUTE: Duration = Duration::from_secs(60);

/// Opens tables of two, closes them all, and prints what memory the server holds before, with all of them open, and a minute later.
pub async fn close(server: &LoadServer, tables: usize) -> Result<(), String> {
    let megabytes = || server.usage().map(|usage| usage.megabytes).ok_or("the system does not tell what the server uses");
    let start = megabytes()?;
    let mut open = Vec::with_capacity(tables);
    for seed in 0..tables {
        open.push(TableLoad::open(server.address, "yatzy", seed as u64).await.map_err(|error| error.to_string())?);
    }
    let most = megabytes()?;
    drop(open);
    tokio::time::sleep(A_MINUTE).await;
    let left = megabytes()?;
    say(&format!(
        "server: {start:.1} MB at the start, {most:.1} MB with {tables} tables open, {left:.1} MB a minute after all were closed"
    ));
    Ok(())
}

/// Kills the server in the middle of the load, again and again; every step that was acknowledged
/// must be there afterwards, once. Returns how many games were played to their end, with dice that verify.
pub async fn kills(mut server: LoadServer, load: &Load, kills: u32) -> Result<usize, String> {
    let mut tables = Vec::with_capacity(load.tables);
    for seed in 0..load.tables {
        tables.push(TableLoad::open(server.address, &load.game, seed as u64).await.map_err(|error| error.to_string())?);
    }
    let mut moves = 0;
    for kill in 1..=kills {
        let address = server.address;
        let tasks: Vec<_> = tables
            .drain(..)
            .map(|mut table| {
                tokio::spawn(async move {
                    let played = table.play_until_broken().await;
                    (table, played)
                })
            })
            .collect();
        // A different moment every time, from well before a transaction to well into the load.
        tokio::time::sleep(Duration::from_millis(150 + u64::from(kill * 97 % 400))).await;
        server.kill()?;
        server = server.start_again()?;
        for task in tasks {
            let (mut table, played) = task.await.map_err(|error| error.to_string())?;
            moves += played;
            table.come_back(address).await?;
            tables.push(table);
        }
        say(&format!("kill {kill}: all {} tables are back, {moves} moves acknowledged so far, none lost", tables.len()));
    }
    // All at once: a line that waits for the others to finish does not answer the server's pings, and would be closed.
    let (count, mut games) = (tables.len(), 0);
    let tasks: Vec<_> = tables.into_iter().map(|mut table| tokio::spawn(async move { table.finish().await })).collect();
    for task in tasks {
        games += task.await.map_err(|error| error.to_string())??;
    }
    say(&format!("{count} tables played on to the end of their games; the dice of {games} games verify"));
    Ok(games)
}

/// Plays at one table until its log is long, and tells how long a server that has just started takes to show it to a client
/// who comes for the first time.
pub async fn long(mut server: LoadServer, game: &str, steps: u64) -> Result<(), String> {
    let mut table = TableLoad::open(server.address, game, 0).await.map_err(|error| error.to_string())?;
    for part in 1..=10 {
        let played = table.play_to(steps * part / 10).await.map_err(|error| error.to_string())?;
        say(&format!("{played} of {steps} steps"));
    }
    server.kill()?;
    server = server.start_again()?;
    let before = server.usage();
    for who in ["the first, on a server that has just started", "the second"] {
        let asked = Instant::now();
        let (messages, seen) = table.look_at_all(server.address).await.map_err(|error| error.to_string())?;
        let took = asked.elapsed().as_secs_f64() * 1e3;
        say(&format!("{seen} steps ({messages} of them sent) are there after {took:.0} ms for {who}"));
    }
    if let (Some(before), Some(after)) = (before, server.usage()) {
        let processor = after.processor.saturating_sub(before.processor).as_secs_f64();
        say(&format!("server: {processor:.2} s processor time for both, {:.1} MB", after.megabytes));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loaded_and_at_a_pace_there_is() {
        assert!(on_this_machine("127.0.0.1:8000").is_ok() && on_this_machine("[::1]:8000").is_ok());
        assert!(on_this_machine("8.8.8.8:80").is_err_and(|message| message.contains("on this machine")));
        assert!(on_this_machine("localhost").is_err());
        assert_eq!(pause("50"), Ok(Duration::from_millis(20)));
        for pace in ["1e-300", "NaN", "0", "-1", "inf", "fast"] {
            assert!(pause(pace).is_err_and(|message| message.contains("from 0.001 to 10000")), "{pace}");
        }
    }
}
