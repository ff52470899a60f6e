//! The program: without a command it serves the table, with one it works on records.

mod arena;
mod bot_process;
mod commands;
mod data_folder;
mod errors;
mod games;
mod input;
mod output;
mod play;
mod players;
mod progress;
mod set_up;
mod sit;
mod welcome;

pub use games::invite;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::arena::ArenaArgs;
use commands::backup::BackupArgs;
use commands::bot_check::BotCheckArgs;
use commands::print::PrintArgs;
use commands::puzzles::PuzzlesArgs;
use commands::review::ReviewArgs;
use commands::serve::ServeArgs;
use commands::simulate::SimulateArgs;
use commands::sit::SitArgs;
use commands::solve::SolveArgs;
use commands::tidy::TidyArgs;
use commands::train::TrainArgs;

/// Yatzy, Castro, Caro and Crowns, exactly by their rulebooks.
#[derive(Parser)]
#[command(
    name = "spieltisch",
    version,
    about,
    after_help = "Without a command the table is served at http://127.0.0.1:8000, or at the next free port."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the table for the browser, and for tables shared by link
    Serve(ServeArgs),
    /// Play in this terminal: alone, against computers, with people at this screen
    Play(play::PlayArgs),
    /// Show a short guide in the terminal
    Sample,
    /// Check records and print each back with its result, one per line
    Replay {
        /// A file of records, one JSON object per line; standard input where left out or “-”
        file: Option<PathBuf>,
        /// Watch the first record of the file again in this terminal, step by step
        #[arg(long, requires = "file")]
        watch: bool,
    },
    /// Check everything that records of games by link state: every roll, who begins, the order, events and result
    Verify {
        /// A file of records, one JSON object per line; standard input where left out or “-”
        file: Option<PathBuf>,
    },
    /// For each record, print what can happen next: all legal moves, a roll, or the result
    Legal {
        /// A file of records, one JSON object per line; standard input where left out or “-”
        file: Option<PathBuf>,
    },
    /// Play games and print their records; the same seed gives the same records
    Simulate(SimulateArgs),
    /// For each record, print every legal move with its value, best first
    Best {
        /// A file of records, one JSON object per line; standard input where left out or “-”
        file: Option<PathBuf>,
    },
    /// Tell what decided each game: luck, losses, gifts, and the decisions that cost most
    Review(ReviewArgs),
    /// Find the puzzles of days to come, one a line, or check those that come with the program
    Puzzles(PuzzlesArgs),
    /// Let players meet over many games and tell who is stronger, with 95 % intervals
    Arena(ArenaArgs),
    /// Play all games of a bot with it, say what is wrong with it, and how strong it is against the levels
    BotCheck(BotCheckArgs),
    /// Let a bot take a seat at a table shared by link, and play there through every lost connection
    Sit(SitArgs),
    /// Work a game out exactly and tell what perfect play is worth
    Solve(SolveArgs),
    /// Print boards, score sheets, pieces to cut out and a rule card as a PDF
    Print(PrintArgs),
    /// Write all tables shared by link into one new file, also while a server plays on them
    Backup(BackupArgs),
    /// Put expired tables shared by link into the trash, and delete those that have been there for long; servers do so by themselves
    Tidy(TidyArgs),
    /// Learn the values of one set-up, as a board of one's own, so that it is played well too
    Train(TrainArgs),
}

/// Does what the arguments of this process ask for.
pub fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        None => commands::serve::run(ServeArgs::default()),
        Some(Command::Serve(args)) => commands::serve::run(args),
        Some(Command::Play(args)) => play::run(args),
        Some(Command::Sample) => welcome::show(),
        Some(Command::Replay { file: Some(file), watch: true }) => commands::replay::watch(&file),
        Some(Command::Replay { file, .. }) => commands::replay::run(file.as_deref()),
        Some(Command::Verify { file }) => commands::verify::run(file.as_deref()),
        Some(Command::Legal { file }) => commands::legal::run(file.as_deref()),
        Some(Command::Simulate(args)) => commands::simulate::run(&args),
        Some(Command::Best { file }) => commands::best::run(file.as_deref()),
        Some(Command::Review(args)) => commands::review::run(&args),
        Some(Command::Puzzles(args)) => commands::puzzles::run(&args),
        Some(Command::Arena(args)) => commands::arena::run(&args),
        Some(Command::Sit(args)) => commands::sit::run(&args),
        Some(Command::BotCheck(args)) => commands::bot_check::run(&args),
        Some(Command::Print(args)) => commands::print::run(&args),
        Some(Command::Backup(args)) => commands::backup::run(args),
        Some(Command::Tidy(args)) => commands::tidy::run(args),
        Some(Command::Solve(args)) => commands::solve::run(&args),
        Some(Command::Train(args)) => commands::train::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
