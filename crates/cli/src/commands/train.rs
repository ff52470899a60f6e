//! `train`: learns the values of one set-up, so that a board of one's own is played well too.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use spieltisch_bots::Bots;
use spieltisch_bots::training::{Learned, Plan, Training};
use spieltisch_records::{Record, RecordError, read_setup};

use crate::data_folder::{DataFolder, write_whole};
use crate::errors::Failure;
use crate::games;
use crate::progress;
use crate::set_up::{TableArgs, unknown_game};

/// What `train` is asked.
#[derive(Args)]
pub struct TrainArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Where the random numbers begin; the same seed and effort give the same values
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much work: 1 is a minute or two on two cores, 10 what the shipped values had
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    effort: u32,
    /// Castro: learn from nothing, half of the games on random boards, for values that play any board;
    /// the shipped ones were made so
    #[arg(long, requires = "out")]
    mixed: bool,
    /// Start over instead of going on from a checkpoint
    #[arg(long)]
    fresh: bool,
    /// Write the values to this file instead of the user's data folder
    #[arg(long, value_name = "FILE")]
    out: Option<std::path::PathBuf>,
}

/// Checkpoints are kept at least this often.
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// Learns and keeps the values.
pub fn run(args: &TrainArgs) -> Result<(), Failure> {
    let header = args.table.header(vec![String::new(); args.table.players()?])?;
    let found = games::find(&args.table.game).ok_or_else(|| unknown_game(&args.table.game))?.training(&header)?;
    let training = found.ok_or_else(|| Failure::Wrong(format!("{} needs no training", args.table.game)))?;
    if args.mixed && !training.knows_any_board() {
        return Err(Failure::Wrong(format!("{} learns each board by itself; --mixed is for castro", args.table.game)));
    }
    let folder = DataFolder::of_user();
    let nowhere = || Failure::Wrong("there is no data folder; name one with SPIELTISCH_DATA".into());
    let out = match &args.out {
        Some(path) => path.clone(),
        None => folder.values_path(&training.key()).ok_or_else(nowhere)?,
    };
    let checkpoint =
        args.out.as_ref().map_or_else(|| folder.checkpoint_path(&training.key()), |out| Some(out.with_extension("checkpoint")));
    learn(&*training, args, &out, &checkpoint.ok_or_else(nowhere)?)
}

/// How the set-up of a record of the game `G` is learned.
pub fn find<G: Bots>(header: &Record) -> Result<Option<Box<dyn Training>>, RecordError> {
    let game: G = read_setup(header.players.len(), &header.options, &header.board)?;
    Ok(game.training())
}

fn learn(training: &dyn Training, args: &TrainArgs, out: &Path, checkpoint: &Path) -> Result<(), Failure> {
    let plan = Plan { seed: args.seed, effort: args.effort, mixed: args.mixed };
    let resume = if args.fresh { None } else { fs::read(checkpoint).ok() };
    if resume.is_some() {
        eprintln!("going on from {}; --fresh starts over", checkpoint.display());
    }
    let stopped = stop_on_interrupt();
    let bar = progress::share("learning");
    let kept = Cell::new(Instant::now());
    let learned = training.run(plan, resume.as_deref(), &|step, state| {
        bar.set_position((step.done * 1000.0) as u64);
        bar.set_message(step.note.clone());
        if kept.get().elapsed() >= KEEP_EVERY {
            kept.set(Instant::now());
            if let Err(error) = write_whole(checkpoint, &state()) {
                bar.println(format!("the checkpoint could not be kept: {error}"));
            }
        }
        !stopped.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    match learned.map_err(|error| Failure::Wrong(format!("{error}; --fresh starts over")))? {
        Learned::Values(values) => {
            write_whole(out, &values)?;
            let _ = fs::remove_file(checkpoint);
            println!("learned: {} ({} KB)", out.display(), values.len().div_ceil(1024));
        }
        Learned::Checkpoint(state) => {
            write_whole(checkpoint, &state)?;
            println!("stopped; the same command goes on from {}", checkpoint.display());
        }
    }
    Ok(())
}

/// Control-C ends the training at the next step, with a checkpoint.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let told = stopped.clone();
    if let Err(error) = ctrlc::set_handler(move || told.store(true, Ordering::Relaxed)) {
        eprintln!("control-C will lose the work since the last checkpoint: {error}");
    }
    stopped
}
