//! `puzzles`: finds the puzzles of days to come, and checks them.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use rayon::prelude::*;
use spieltisch_review::puzzles::{Day, FIRST, PuzzleFinder, finder_for, kept, next_game};

use crate::errors::Failure;
use crate::output::stdout;

/// What `puzzles` is asked.
#[derive(Args)]
pub struct PuzzlesArgs {
    /// The first day, as 2026-11-16; where left out, the first that the program has a puzzle for
    #[arg(long, default_value_t = FIRST)]
    from: Day,
    /// How many days
    #[arg(long, default_value_t = 4)]
    days: u32,
    /// Check the puzzles that come with the program instead of finding new ones
    #[arg(long)]
    check: bool,
}

/// Prints a puzzle for each day, one a line; with `--check`, what each of those that are kept was found to be.
pub fn run(args: &PuzzlesArgs) -> Result<(), Failure> {
    let days: Vec<Day> = (0..args.days).map(|later| args.from.later(later)).collect();
    let list = kept();
    let game_of = |day: Day| if args.check { list.game(day).unwrap_or_default() } else { next_game(day) };
    let mut finders: BTreeMap<&str, Box<dyn PuzzleFinder>> = BTreeMap::new();
    for game in days.iter().map(|&day| game_of(day)) {
        if !finders.contains_key(game)
            && let Some(finder) = finder_for(game)
        {
            finders.insert(game, finder);
        }
    }
    let of_day = |&day: &Day| -> Result<String, String> {
        let game = game_of(day);
        let finder = finders.get(game).ok_or_else(|| format!("{day}: there are puzzles from {FIRST} on"))?;
        if !args.check {
            return finder.find(day).map(|found| found.to_string()).ok_or_else(|| format!("{day}: no puzzle of {game} was found"));
        }
        let puzzle = list.of(day).ok_or_else(|| format!("{day}: no puzzle can be read"))?;
        let found = finder.check(&puzzle).map_err(|fault| format!("{day}, {game}: {fault}"))?;
        let (events, moves) = (found.events, found.moves);
        Ok(format!(
            "{day} {game}: after {events} events {} of {moves} moves, better by {:.4}; {} costs {:.4}",
            found.best, found.margin, found.obvious, found.cost
        ))
    };
    let lines: Vec<Result<String, String>> = days.par_iter().map(of_day).collect();
    let mut out = stdout();
    let mut faults = Vec::new();
    for line in lines {
        match line {
            Ok(line) => writeln!(out, "{line}")?,
            Err(fault) => faults.push(fault),
        }
    }
    out.flush()?;
    if faults.is_empty() { Ok(()) } else { Err(Failure::Wrong(faults.join("\n"))) }
}
