//! What it costs to keep the last event of a game, whole and in pieces: time and letters, for the longest of the
//! records on standard input.
//!
//! `spieltisch simulate --game crowns --players 6 --games 200 | cargo run -p spieltisch-records --example keeping`

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::io::{self, BufRead};
use std::time::Instant;

use spieltisch_records::header::SAVED;
use spieltisch_records::{Piece, Record, Time};

/// Each way is tried so often, and timed so often.
const TIMES: u32 = 100;
const BATCHES: usize = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut longest: Option<Record> = None;
    for line in io::stdin().lock().lines() {
        let record = Record::from_json(line?.as_bytes())?;
        if longest.as_ref().is_none_or(|longest| longest.events.len() < record.events.len()) {
            longest = Some(record);
        }
    }
    let record = longest.ok_or("no record")?;
    println!("{} for {}, the longest game: {} events", record.game, record.players.len(), record.events.len());
    for events in [1, record.events.len() / 2, record.events.len()] {
        let so_far = Record { events: record.events[..events].to_vec(), ..record.clone() };
        let (header, before) = (Record { events: Vec::new(), ..record.clone() }.to_json(), so_far.to_json());
        // As it was: the whole text was read and compared, and the whole record written again.
        let whole = timed(|| {
            let mut record = so_far.clone();
            SAVED.write(&mut record, &Time(0));
            let text = record.to_json();
            (fingerprint(&before) ^ fingerprint(&text), text.len())
        });
        // As it is: the record's text and the last piece are read and compared, and the piece written again.
        let (_, last) = Piece::last_of(events, 0, Time(0), |i| so_far.events[i].clone());
        let last = serde_json::to_string(&last)?;
        let piece = timed(|| {
            let (_, piece) = Piece::last_of(events, 0, Time(0), |i| so_far.events[i].clone());
            let text = serde_json::to_string(&piece).unwrap_or_default();
            (fingerprint(&header) ^ fingerprint(&last) ^ fingerprint(&text), text.len())
        });
        println!(
            "  event {events:>4}: whole {:>6.1} µs, {:>6} letters; in pieces {:>6.1} µs, {:>6} letters",
            whole.0, whole.1, piece.0, piece.1
        );
    }
    Ok(())
}

/// Microseconds for one go, and what it wrote: the least of many batches, which other work on the machine changes least.
fn timed(mut keep: impl FnMut() -> (u64, usize)) -> (f64, usize) {
    let mut letters = 0;
    let mut batch = || {
        let from = Instant::now();
        for _ in 0..TIMES {
            letters = black_box(keep()).1;
        }
        from.elapsed().as_secs_f64() * 1e6 / f64::from(TIMES)
    };
    let least = (0..BATCHES).map(|_| batch()).fold(f64::INFINITY, f64::min);
    (least, letters)
}

fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
