//! Measures the release page in a real browser, for each game: the bytes that cross the wire until the
//! first game against the computer is being played, the time from navigation to a playable board with
//! nothing cached, the time from a tap to the next painted frame, and how much of it the page itself works.
//!
//! `cargo build --release && cargo run --release -p spieltisch-e2e --example measure`, on a machine with nothing else to do. With `reviews` behind it
//! only reviews are measured, with `dice` only the frames of rolls on a phone whose processor is four times slower.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, PHONE, simulated};
use thirtyfour::prelude::*;

const COLD_STARTS: usize = 7;
const TAPS: usize = 60;
const REVIEWS: u64 = 6;
const ROLLS: usize = 12;

#[tokio::main]
async fn main() -> WebDriverResult<()> {
    let only = std::env::args().nth(1);
    let only_reviews = only.as_deref() == Some("reviews");
    if only.as_deref() == Some("dice") {
        return print_rolls().await;
    }
    for game in spieltisch_rules::games::names() {
        let wire = Arc::new(AtomicU64::new(0));
        let browser = Browser::open_through(|server| counted(&server, &wire).expect("a port of one's own")).await?;
        browser.size(PHONE).await?;
        if only_reviews {
            print_reviews(&browser, game).await?;
            browser.driver.quit().await?;
            continue;
        }
        let (first_game, bytes) = first_game(&browser, game, &wire).await?;
        let by_set_up = set_up_game(&browser, game, &wire).await?;
        let linked = linked_game(&browser, game).await?;
        let (taps, work) = taps(&browser, game, &played_so_far(game, 2, 0.5)).await?;
        let most = spieltisch_rules::games::info(game).map_or(2, |info| *info.players.end());
        let (_, work_at_length) = self::taps(&browser, game, &played_so_far(game, most, 0.8)).await?;
        println!("{game}: {bytes} bytes until the computer has played, {by_set_up} by way of the set-up, headers included");
        println!("  navigation, start page, board of a new game: {}", Spread::of(first_game));
        println!("  navigation to the board of a saved game:     {}", Spread::of(linked));
        println!("  tap to frame, {TAPS} taps:                    {}", Spread::of(taps));
        println!("  processor time of the page's thread:         {work:.1} ms a tap");
        println!("  the same late in a game for {most}:               {work_at_length:.1} ms a tap");
        print_reviews(&browser, game).await?;
        browser.driver.quit().await?;
    }
    Ok(())
}

/// The frames of rolls, on a phone with a processor four times slower than this one.
async fn print_rolls() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.settings(json!({"language": "en"})).await?;
    browser.size(PHONE).await?;
    for game in ["yatzy", "castro", "crowns"] {
        let (mut frames, mut rolls) = (Vec::new(), Vec::new());
        for roll in 0..ROLLS {
            let record = json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null, "events": [], "result": null});
            browser.play_record(&format!("{game}-{roll}"), &record).await?;
            browser.until("document.querySelector('#main-button:not(:disabled):not(.settling)')").await?;
            browser.driver.cdp().send_raw("Emulation.setCPUThrottlingRate", json!({"rate": 4})).await?;
            // Every frame from the press until all dice lie and what they bring is shown.
            let script = "const done = arguments[arguments.length - 1]; const frames = []; const start = performance.now(); let last = start, flew = false;
                const look = (now) => { if (now > last) frames.push(now - last); last = now; const flies = document.querySelector('.cast.flying'); flew ||= flies;
                  if (flew && !flies) done([frames, performance.now() - start]); else requestAnimationFrame(look) };
                document.querySelector('#main-button').click(); requestAnimationFrame(look)";
            let seen = browser.driver.execute_async(script, Vec::new()).await?.json().clone();
            browser.driver.cdp().send_raw("Emulation.setCPUThrottlingRate", json!({"rate": 1})).await?;
            frames.extend(seen[0].as_array().into_iter().flatten().filter_map(Value::as_f64));
            rolls.extend(seen[1].as_f64());
        }
        let late = frames.iter().filter(|&&frame| frame > 20.0).count();
        println!("{game}: {ROLLS} rolls, from the press until the dice lie: {}", Spread::of(rolls));
        println!("  {} frames, {late} of them later than 20 ms:       {}", frames.len(), Spread::of(frames));
    }
    browser.driver.quit().await
}

/// From nothing cached through the start page into a game: the times to its board, and the bytes of
/// the first time until the computer has made a move.
async fn first_game(browser: &Browser, game: &str, wire: &AtomicU64) -> WebDriverResult<(Vec<f64>, u64)> {
    let (mut times, mut bytes) = (Vec::new(), 0);
    for run in 0..COLD_STARTS {
        browser.go("#/").await?;
        forget(browser).await?;
        let before = wire.load(Ordering::Relaxed);
        // The start page's button is pressed as soon as it is there, the board looked for frame by frame.
        let press = format!("document.querySelector('#play-{game}')");
        times.push(navigate(browser, &format!("(() => {{ const button = {press}; if (button) button.click(); }})()")).await?);
        if run == 0 {
            bytes = play_until_the_computer_has(browser, game).await.map(|()| wire.load(Ordering::Relaxed) - before)?;
        }
    }
    Ok((times, bytes))
}

/// The bytes of a first game that begins with the set-up, until the computer has made a move.
async fn set_up_game(browser: &Browser, game: &str, wire: &AtomicU64) -> WebDriverResult<u64> {
    browser.go("#/").await?;
    forget(browser).await?;
    let before = wire.load(Ordering::Relaxed);
    let source = "navigator.serviceWorker.register = () => new Promise(() => {})";
    let cdp = browser.driver.cdp();
    let script = cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", json!({"source": source})).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.games')").await?;
    browser.go(&format!("#/setup/{game}")).await?;
    browser.click("#start-game:not(:disabled)").await?;
    browser.until("document.querySelector('#main-button, .table')").await?;
    play_until_the_computer_has(browser, game).await?;
    cdp.send_raw("Page.removeScriptToEvaluateOnNewDocument", json!({"identifier": script["identifier"]})).await?;
    Ok(wire.load(Ordering::Relaxed) - before)
}

/// No matter who begins: the first thing possible is done until the history has three lines, so that the
/// computer has decided at least once.
async fn play_until_the_computer_has(browser: &Browser, game: &str) -> WebDriverResult<()> {
    let script = format!(
        "const done = arguments[arguments.length - 1]; let steps = 0;
         const step = () => {{
           if (document.querySelectorAll('.history li').length >= 3 || steps++ > 400) return done(steps);
           (document.querySelector({first}) ?? document.querySelector('#main-button:not(:disabled)'))?.click();
           setTimeout(() => {{ document.querySelector('#main-button:not(:disabled)')?.click(); setTimeout(step, 50); }}, 50);
         }}; step();",
        first = json!(first_thing(game)),
    );
    browser.driver.execute_async(&script, Vec::new()).await.map(drop)
}

/// Something on the board that takes a turn further.
fn first_thing(game: &str) -> &'static str {
    match game {
        "yatzy" => ".offer:not(.chosen)",
        "castro" => ".square.possible:not(.chosen)",
        "caro" => ".place.possible, .tile:not(:disabled)",
        "crowns" => ".square.possible:not(.chosen)",
        other => panic!("what takes a turn of {other} further?"),
    }
}

/// The times to the board of a game that is in the store, with the page not cached.
async fn linked_game(browser: &Browser, game: &str) -> WebDriverResult<Vec<f64>> {
    browser.play_record("m", &played_so_far(game, 2, 0.5)).await?;
    let mut times = Vec::new();
    for _ in 0..COLD_STARTS {
        forget(browser).await?;
        times.push(navigate(browser, "").await?);
    }
    Ok(times)
}

/// A game of so many people, cut off right after a roll when this share of it was played.
fn played_so_far(game: &str, players: usize, share: f64) -> Value {
    let mut record = simulated(game, players, 3);
    let events = record["events"].as_array().cloned().unwrap_or_default();
    let so_far = &events[..(events.len() as f64 * share) as usize];
    let is_roll = |event: &Value| event.as_str().is_some_and(|event| event.starts_with("roll"));
    let cut = so_far.iter().rposition(is_roll).map_or(so_far.len(), |at| at + 1);
    record["events"] = so_far[..cut].into();
    record["result"] = Value::Null;
    record
}

/// Forgets everything the browser keeps of the page but the games.
async fn forget(browser: &Browser) -> WebDriverResult<()> {
    let forget = "const done = arguments[arguments.length - 1];
        Promise.all([navigator.serviceWorker.getRegistrations().then(all => Promise.all(all.map(one => one.unregister()))),
                     caches.keys().then(names => Promise.all(names.map(name => caches.delete(name))))]).then(() => done(true));";
    browser.driver.execute_async(forget, Vec::new()).await?;
    browser.driver.cdp().send_raw("Network.clearBrowserCache", json!({})).await.map(drop)
}

/// Reloads the page; milliseconds from then to the frame in which a board can be played. `meanwhile` is run until then.
async fn navigate(browser: &Browser, meanwhile: &str) -> WebDriverResult<f64> {
    let watch = format!(
        "window.playable = null;
         // What is kept later for the time without a network is not part of the first game.
         navigator.serviceWorker.register = () => new Promise(() => {{}});
         const look = () => {{
           if (document.querySelector('.table #main-button, .table .tile')) {{
             const after = new MessageChannel();
             after.port1.onmessage = () => window.playable ??= performance.now();
             requestAnimationFrame(() => after.port2.postMessage(0));
             return;
           }}
           {meanwhile}
           setTimeout(look, 4);
         }};
         look();"
    );
    let cdp = browser.driver.cdp();
    let script = cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", json!({"source": watch})).await?;
    browser.driver.refresh().await?;
    browser.until("window.playable").await?;
    cdp.send_raw("Page.removeScriptToEvaluateOnNewDocument", json!({"identifier": script["identifier"]})).await?;
    Ok(browser.value("window.playable").await?.as_f64().unwrap_or(f64::NAN))
}

/// Plays a game among people by taps; milliseconds from each tap to the frame that shows what came of
/// it, and the page's own processor time a tap, which other work on the machine does not change.
async fn taps(browser: &Browser, game: &str, record: &Value) -> WebDriverResult<(Vec<f64>, f64)> {
    browser.play_record("taps", record).await?;
    browser.driver.cdp().send_raw("Performance.enable", json!({"timeDomain": "threadTicks"})).await?;
    let before = task_time(browser).await?;
    let script = format!(
        "const done = arguments[arguments.length - 1]; const times = [];
         const after = new MessageChannel(); let from = 0;
         after.port1.onmessage = () => {{ times.push(performance.now() - from); setTimeout(tap, 80); }};
         let seed = 7; const any = (list) => list[(seed = seed * 48271 % 2147483647) % list.length];
         const tap = () => {{
           if (times.length >= {TAPS}) return done(times);
           const pieces = [...document.querySelectorAll('.die:not(:disabled), .tile:not(:disabled), ' + {first})];
           const main = document.querySelector('#main-button:not(:disabled)');
           const what = times.length % 3 === 2 && main || any(pieces) || main;
           if (!what) return done(times);
           from = performance.now();
           what.click();
           requestAnimationFrame(() => after.port2.postMessage(0));
         }};
         setTimeout(tap, 300);",
        first = json!(first_thing(game)),
    );
    let times = browser.driver.execute_async(&script, Vec::new()).await?;
    let worked = task_time(browser).await? - before;
    let times: Vec<f64> = times.json().as_array().map(|times| times.iter().filter_map(Value::as_f64).collect()).unwrap_or_default();
    let work = worked / times.len() as f64;
    Ok((times, work))
}

async fn print_reviews(browser: &Browser, game: &str) -> WebDriverResult<()> {
    let (first, others) = reviews(browser, game).await?;
    println!("  {game}: first review of a game of two:       {first:.0} ms");
    println!("  {game}: another review of a game of two:     {}", Spread::of(others));
    Ok(())
}

/// Milliseconds from the address of a review to its sentence: the first time, when the reviewing code has to be fetched and may have to work
/// something out, and then of other games, with a page and a worker that are ready.
async fn reviews(browser: &Browser, game: &str) -> WebDriverResult<(f64, Vec<f64>)> {
    let mut times = Vec::new();
    for seed in 1..=REVIEWS {
        let record = simulated(game, 2, seed).to_string();
        browser.run(&format!("localStorage.setItem('spieltisch/game/r{seed}', {})", json!(record))).await?;
        let script = format!(
            "const done = arguments[arguments.length - 1]; const from = performance.now();
             const look = () => document.querySelector('.review .sentence') ? done(performance.now() - from) : setTimeout(look, 4);
             location.hash = '#/games';
             setTimeout(() => {{ location.hash = '#/review/r{seed}'; look(); }});"
        );
        let time = browser.driver.execute_async(&script, Vec::new()).await?;
        times.push(time.json().as_f64().unwrap_or(f64::NAN));
    }
    Ok((times.remove(0), times))
}

/// Milliseconds of processor time that the page's thread has worked so far.
async fn task_time(browser: &Browser) -> WebDriverResult<f64> {
    let metrics = browser.driver.cdp().send_raw("Performance.getMetrics", json!({})).await?;
    let seconds =
        metrics["metrics"].as_array().and_then(|all| all.iter().find(|metric| metric["name"] == "TaskDuration")?["value"].as_f64());
    Ok(1000.0 * seconds.unwrap_or(f64::NAN))
}

/// Passes everything on to a server and counts what comes back; returns the address to use instead.
fn counted(server: &str, wire: &Arc<AtomicU64>) -> io::Result<String> {
    let server = server.trim_start_matches("http://").trim_end_matches('/').to_string();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let wire = wire.clone();
    thread::spawn(move || {
        for browser in listener.incoming().flatten() {
            let (Ok(server), wire) = (TcpStream::connect(&server), wire.clone()) else { continue };
            if let (Ok(from_browser), Ok(to_server)) = (browser.try_clone(), server.try_clone()) {
                thread::spawn(move || pass_on(from_browser, to_server, &AtomicU64::new(0)));
                thread::spawn(move || pass_on(server, browser, &wire));
            }
        }
    });
    Ok(address)
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, count: &AtomicU64) {
    let mut buffer = [0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        count.fetch_add(read as u64, Ordering::Relaxed);
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
}

/// Median, 95th percentile and longest of some times.
struct Spread {
    times: Vec<f64>,
}

impl Spread {
    fn of(mut times: Vec<f64>) -> Spread {
        times.sort_by(f64::total_cmp);
        Spread { times }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = |share: f64| {
            self.times
                .get(((self.times.len() as f64 * share) as usize).min(self.times.len().saturating_sub(1)))
                .copied()
                .unwrap_or(f64::NAN)
        };
        write!(f, "median {:.0} ms, 95 % {:.0} ms, longest {:.0} ms ({} samples)", at(0.5), at(0.95), at(1.0), self.times.len())
    }
}
