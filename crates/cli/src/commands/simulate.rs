//! `simulate`: plays games and prints their records, one at a time.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_bots::Bots;
use spieltisch_bots::random::throw;
use spieltisch_records::header::{BOTS, NUMBER, SEED};
use spieltisch_records::{Record, read_setup};
use spieltisch_rules::Game;

use crate::arena::game_seed;
use crate::errors::Failure;
use crate::games;
use crate::output::stdout;
use crate::players::{BotArgs, PlayerArg, Players, player_args};
use crate::progress;
use crate::set_up::{TableArgs, unknown_game};

/// What `simulate` is asked.
#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    table: TableArgs,
    /// How many games to play
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Where the random numbers begin; the same seed gives the same records
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Who plays: one name for each seat, in order, or one for all; bots as cmd:COMMAND
    #[arg(long, value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
    #[command(flatten)]
    asking: BotArgs,
}

/// Plays the games.
pub fn run(args: &SimulateArgs) -> Result<(), Failure> {
    let players = one_a_seat(player_args(&args.bots)?, args.table.players()?)?;
    let names: Vec<String> = players.iter().map(PlayerArg::to_string).collect();
    let mut header = args.table.header(names.iter().zip(1..).map(|(bot, seat)| format!("{bot} {seat}")).collect())?;
    BOTS.write(&mut header, &names);
    let simulation = Simulation { header, players, games: args.games, seed: args.seed, deadline: args.asking.deadline() };
    games::find(&args.table.game).ok_or_else(|| unknown_game(&args.table.game))?.simulate(&simulation)
}

/// Games to be played, of a game known by name.
pub struct Simulation {
    header: Record,
    players: Vec<PlayerArg>,
    games: u64,
    seed: u64,
    deadline: Duration,
}

impl Simulation {
    /// Plays them and prints their records; faults of bots are told on standard error.
    pub fn play<G: Bots>(&self) -> Result<(), Failure> {
        let game: G = read_setup(self.header.players.len(), &self.header.options, &self.header.board)?;
        let players = Players::new(&self.players, &game, self.deadline)?;
        let mut out = stdout();
        let progress = progress::games(self.games);
        for number in 0..self.games {
            writeln!(out, "{}", self.play_one(&game, &players, number).to_json())?;
            progress.inc(1);
        }
        out.flush()?;
        progress.finish_and_clear();
        for (player, conduct) in self.players.iter().zip(players.close()) {
            if let Some(conduct) = conduct.filter(|conduct| conduct.faults() > 0) {
                eprintln!("{player}: {conduct}");
            }
        }
        Ok(())
    }

    fn play_one<G: Game>(&self, game: &G, players: &Players<G>, number: u64) -> Record {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.seed, number));
        let seated = players.sit_down((0..players.len()).collect(), Some(self.header.clone()));
        let (_, record) = seated.play(game, &mut rng, |game, state, rng| throw(game, state, rng));
        let mut record = record.unwrap_or_else(|| self.header.clone());
        SEED.write(&mut record, &self.seed);
        NUMBER.write(&mut record, &number);
        record
    }
}

fn one_a_seat(players: Vec<PlayerArg>, seats: usize) -> Result<Vec<PlayerArg>, Failure> {
    match &players[..] {
        [one] => Ok(vec![one.clone(); seats]),
        _ if players.len() == seats => Ok(players),
        _ => Err(Failure::Wrong(format!("--bots names {} players for {seats} seats; give one a seat, or one for all", players.len()))),
    }
}
