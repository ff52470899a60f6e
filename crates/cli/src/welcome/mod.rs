//! What a newcomer sees first: a short guide and a sample game.

mod board;

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_rules::castro::{Board, Castro, Options, State};
use spieltisch_rules::{Event, Game, Reason};

use self::board::letter;
use crate::errors::Failure;
use crate::output::stdout;

const GUIDE: &str = "\
Spieltisch plays Yatzy, Castro, Caro and Crowns by their rulebooks.

  spieltisch simulate --game yatzy --players 2 --games 3 --seed 7
      plays games and prints their records, one JSON object per line
  spieltisch replay games.jsonl
      checks records event by event and fills in their results
  spieltisch legal games.jsonl
      tells what can happen next: every legal move, a roll, or the result
  spieltisch --help
      all of it; every command has a --help of its own

Here is a game of Castro between two players who roll and build at random. A and B
put roofs on squares whose symbol their dice fit; A2 means: A is on top, two high.
";

/// Shows the guide and plays a sample game, another one each time.
pub fn show() -> Result<(), Failure> {
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut out = stdout();
    writeln!(out, "{GUIDE}")?;
    let game = Castro::new(2, Options::default(), Board::default()).map_err(|error| Failure::Wrong(error.to_string()))?;
    sample_game(&game, seed, &mut out)?;
    Ok(out.flush()?)
}

fn sample_game(game: &Castro, seed: u64, out: &mut impl Write) -> Result<(), Failure> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.start();
    let mut turns: Vec<String> = Vec::new();
    play_out(game, &mut state, &mut rng, random_move, |before: &State, event| tell(before, event, &mut turns));
    for turn in &turns {
        writeln!(out, "  {turn}")?;
    }
    writeln!(out, "\n{}", board::draw(game, &state))?;
    let Some(result) = game.result(&state) else { return Ok(()) };
    let winners: Vec<String> = result.winners.iter().map(|seat| letter(seat).to_string()).collect();
    let how = match result.reason {
        Reason::FourInARow => "four in a row",
        Reason::ThreeYatzy => "a roof on each Yatzy square",
        Reason::Points => "points",
    };
    writeln!(out, "  {} wins by {how} ({} to {} points)", winners.join(" and "), result.scores[0], result.scores[1])?;
    Ok(())
}

/// One line for each turn: all its events, one after another.
fn tell(before: &State, event: Event<Castro>, turns: &mut Vec<String>) {
    match turns.last_mut() {
        Some(turn) if before.rolls() > 0 => *turn += &format!(", {event}"),
        _ => turns.push(format!("{}: {event}", letter(before.seat()))),
    }
}
