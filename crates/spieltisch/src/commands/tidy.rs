//! Deleting tables that nobody touches any more.

use clap::Args;
use spieltisch_server::{Database, tidy};

use super::backup::block_on;
use super::serve::{KeepArgs, usual_database};
use crate::errors::Failure;

/// Which tables are deleted.
#[derive(Args)]
pub struct TidyArgs {
    /// Which database: sqlite:FILE or postgres://USER@HOST/NAME; the file in your data folder where left out
    #[arg(long, value_name = "ADDRESS")]
    database: Option<Database>,
    #[command(flatten)]
    keep: KeepArgs,
    /// Only tell how many there are
    #[arg(long)]
    dry_run: bool,
}

/// Deletes them, also while a server plays on the same database.
pub fn run(args: TidyArgs) -> Result<(), Failure> {
    let database = args.database.map_or_else(usual_database, Ok)?;
    let tables = block_on(tidy(database, args.keep.keeping(), args.dry_run))?.map_err(|error| Failure::Wrong(error.to_string()))?;
    match args.dry_run {
        true => println!("{tables} tables would be deleted."),
        false => println!("{tables} tables were deleted."),
    }
    Ok(())
}
