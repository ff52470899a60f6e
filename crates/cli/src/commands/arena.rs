//! `arena`: lets players meet over many games and tells who is stronger, and how surely.

use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::arena::{Arena, Meeting, Standing};
use crate::errors::Failure;
use crate::games;
use crate::players::{BotArgs, player_args};
use crate::progress;
use crate::set_up::{TableArgs, unknown_game};

/// What `arena` is asked.
#[derive(Args)]
pub struct ArenaArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Who meets: computers by name, bots as cmd:COMMAND; they are repeated round the table, and the seats move on by one each game
    #[arg(long, value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// How many games to play
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Let the same dice fall in as many games as there are seats, while the seats move on
    #[arg(long)]
    duplicate: bool,
    /// Take the luck of the dice out of each result, as `review` counts it, and tell how many games that saves
    #[arg(long)]
    luck: bool,
    #[command(flatten)]
    asking: BotArgs,
}

/// Plays the games and prints a table.
pub fn run(args: &ArenaArgs) -> Result<(), Failure> {
    let (players, seats) = (player_args(&args.bots)?, args.table.players()?);
    if players.len() > seats {
        return Err(Failure::Wrong(format!("--bots names {} players for {seats} seats", players.len())));
    }
    let header = args.table.header((1..=seats).map(|seat| format!("Player {seat}")).collect())?;
    let arena = Arena {
        header,
        players,
        games: args.games,
        seed: args.seed,
        duplicate: args.duplicate,
        luck: args.luck,
        deadline: args.asking.deadline(),
    };
    let game = games::find(&args.table.game).ok_or_else(|| unknown_game(&args.table.game))?;
    let progress = progress::games(arena.deals() * arena.games_per_deal());
    let met = game.meet(&arena, &progress, &AtomicBool::new(false))?;
    progress.finish_and_clear();
    print(&arena, &met);
    Ok(())
}

fn print(arena: &Arena, met: &Meeting) {
    let games = arena.deals() * arena.games_per_deal();
    let dice = if arena.duplicate { format!("; {} deals, the same dice with the seats exchanged", arena.deals()) } else { String::new() };
    println!(
        "{}, {} players, {games} games, seed {}{dice}; seats move on by one each game; ± is the 95 % interval",
        arena.header.game,
        arena.header.players.len(),
        arena.seed
    );
    let wide = arena.players.iter().map(|player| player.to_string().chars().count()).max().unwrap_or(0).max(14);
    println!("{:<wide$} {:>8} {:>18} {:>22}", "player", "seats", "wins", "points");
    for (player, standing) in arena.players.iter().zip(&met.standings) {
        let [wins, points] = &standing.told;
        let wins = format!("{:.2} % ± {:.2}", wins.mean() * 100.0, wins.off() * 100.0);
        let points = format!("{:.2} ± {:.2}", points.mean(), points.off());
        println!("{:<wide$} {:>8} {wins:>18} {points:>22}", player.to_string(), standing.seats);
    }
    for (player, standing) in arena.players.iter().zip(&met.standings).filter(|_| arena.luck || arena.duplicate) {
        println!("{player}: {}", gain(standing, games, arena.header.players.len() == 1));
    }
    for (player, conduct) in arena.players.iter().zip(&met.conduct) {
        if let Some(conduct) = conduct {
            println!("{player}: {conduct}");
        }
    }
}

/// How many games were saved: of points alone, else of wins.
fn gain(standing: &Standing, games: u64, alone: bool) -> String {
    let (measure, what) = if alone { (1, "points") } else { (0, "wins") };
    match standing.gain(measure) {
        None => format!("nothing in its {what} is left to chance; no number of plain games is as sure"),
        Some(gain) => {
            let as_many = (games as f64 * gain).round();
            let saved = (as_many - games as f64).max(0.0);
            format!("its {what} are as sure as after {as_many} plain games: {saved} games saved")
        }
    }
}
