//! `simulate`: plays games and prints their records, one at a time.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::{Map, Value};
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_records::{Record, read_board, read_setup};
use spieltisch_rules::Game;
use spieltisch_rules::games::{self, GameVisitor};

use crate::errors::Failure;
use crate::output::stdout;

/// What `simulate` is asked.
#[derive(Args)]
pub struct SimulateArgs {
    /// yatzy, castro, caro or crowns
    #[arg(long)]
    game: String,
    /// How many play
    #[arg(long)]
    players: usize,
    /// How many games to play
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Where the random numbers begin; the same seed gives the same records
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Who plays, one name a seat in seat order, or one for all
    #[arg(long, value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
    /// An option of the game, as in bonus_at_least=63; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// A board file (TOML); the default board where left out
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
}

const KNOWN_BOTS: &[&str] = &["random"];

/// Plays the games.
pub fn run(args: &SimulateArgs) -> Result<(), Failure> {
    let bots = bots_by_seat(&args.bots, args.players)?;
    let options = read_options(&args.options)?;
    let board = match &args.board {
        None => Value::Null,
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
            read_board(&args.game, &text).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?
        }
    };
    let mut header = Record::new(&args.game, seat_names(&bots));
    header.options = options;
    header.board = board;
    header.more.insert("bots".into(), bots.into());
    let simulation = Simulation { header, games: args.games, seed: args.seed };
    let unknown = || Failure::Wrong(format!("--game {}: no such game; the games are {}", args.game, games::NAMES.join(", ")));
    games::with_game(&args.game, simulation).ok_or_else(unknown)?
}

struct Simulation {
    header: Record,
    games: u64,
    seed: u64,
}

impl GameVisitor for Simulation {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self) -> Self::Output {
        let game: G = read_setup(self.header.players.len(), &self.header.options, &self.header.board)?;
        let mut out = stdout();
        let progress = progress_bar(self.games);
        for number in 0..self.games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.seed, number));
            let mut record = self.header.clone();
            let mut state = game.start();
            play_out(&game, &mut state, &mut rng, random_move, |_, event| record.events.push(event.to_string()));
            record.result = serde_json::json!(game.result(&state));
            record.more.insert("seed".into(), self.seed.into());
            record.more.insert("number".into(), number.into());
            writeln!(out, "{}", record.to_json())?;
            progress.inc(1);
        }
        out.flush()?;
        progress.finish_and_clear();
        Ok(())
    }
}

/// A seed of its own for every game, so that one game of many can be played again alone.
fn game_seed(seed: u64, number: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    seed.wrapping_add(number.wrapping_mul(GOLDEN))
}

/// Shown on a terminal only, and not before a game takes noticeable time.
fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style)
}

fn bots_by_seat(names: &[String], players: usize) -> Result<Vec<String>, Failure> {
    if let Some(unknown) = names.iter().find(|name| !KNOWN_BOTS.contains(&name.as_str())) {
        return Err(Failure::Wrong(format!("--bots {unknown}: no such player; known are {}", KNOWN_BOTS.join(", "))));
    }
    match names {
        [one] => Ok(vec![one.clone(); players]),
        many if many.len() == players => Ok(many.to_vec()),
        many => Err(Failure::Wrong(format!("--bots names {} players for {players} seats; give one a seat, or one for all", many.len()))),
    }
}

fn seat_names(bots: &[String]) -> Vec<String> {
    bots.iter().enumerate().map(|(seat, bot)| format!("{bot} {}", seat + 1)).collect()
}

/// Reads `name=value` pairs; a value is a number, true or false.
fn read_options(pairs: &[String]) -> Result<Map<String, Value>, Failure> {
    let read = |pair: &String| {
        let (name, value) = pair.split_once('=').ok_or_else(|| Failure::Wrong(format!("--option {pair}: expected NAME=VALUE")))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_string()));
        Ok((name.to_string(), value))
    };
    pairs.iter().map(read).collect()
}
