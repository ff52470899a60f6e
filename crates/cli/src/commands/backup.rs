//! A backup of all tables shared by link.

use std::path::PathBuf;

use clap::Args;
use spieltisch_server::{Database, back_up};

use super::serve::usual_database;
use crate::errors::Failure;

/// What is backed up, and where to.
#[derive(Args)]
pub struct BackupArgs {
    /// The new file
    file: PathBuf,
    /// Which database: sqlite:FILE; the one in your data folder where left out
    #[arg(long, value_name = "ADDRESS")]
    database: Option<Database>,
}

/// Writes the backup.
pub fn run(args: BackupArgs) -> Result<(), Failure> {
    let database = args.database.map_or_else(usual_database, Ok)?;
    block_on(back_up(&database, &args.file))?.map_err(|error| Failure::Wrong(error.to_string()))?;
    println!("All tables are in {}.", args.file.display());
    Ok(())
}

/// Waits for something that the server's own code does.
pub fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(future))
}
