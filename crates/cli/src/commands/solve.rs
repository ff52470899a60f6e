//! `solve`: works a game out exactly and tells what perfect play is worth.

use std::fs;
use std::time::Instant;

use clap::{Args, ValueEnum};
use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_records::read_setup;
use spieltisch_rules::Game;
use spieltisch_rules::yatzy::Yatzy;

use crate::errors::Failure;
use crate::progress;
use crate::set_up::HouseArgs;

/// What `solve` is asked.
#[derive(Args)]
pub struct SolveArgs {
    /// The game to solve
    game: Solvable,
    #[command(flatten)]
    house: HouseArgs,
}

/// Games that can be solved exactly.
#[derive(Clone, Copy, ValueEnum)]
enum Solvable {
    Yatzy,
}

/// Solves the game and prints what was found.
pub fn run(args: &SolveArgs) -> Result<(), Failure> {
    let Solvable::Yatzy = args.game;
    let game: Yatzy = read_setup(1, &args.house.options()?, &args.house.board(Yatzy::INFO.name)?)?;
    let bar = progress::share("solving");
    let show = |part: f32| {
        bar.set_position((part * 1000.0) as u64);
        true
    };
    let start = Instant::now();
    let table = ScoreTable::solve(game.options(), &show).ok_or_else(|| Failure::Wrong("the work was stopped".into()))?;
    let time = start.elapsed();
    let peak = peak_memory();
    let spread = table.spread(&show).ok_or_else(|| Failure::Wrong("the work was stopped".into()))?;
    bar.finish_and_clear();
    println!("expected score      {:.9}", table.expected_score());
    println!("standard deviation  {:.6}", spread.score_deviation());
    println!("states              {}", table.states());
    println!("time                {:.3} s (the deviation {:.3} s more)", time.as_secs_f64(), (start.elapsed() - time).as_secs_f64());
    match peak {
        Some(kilobytes) => println!("memory              {:.1} MB at the most, the program included", kilobytes as f64 / 1024.0),
        None => println!("memory              not known on this system"),
    }
    Ok(())
}

/// The most memory this process has held so far, in kilobytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().split(' ').next()?.parse().ok()
}
