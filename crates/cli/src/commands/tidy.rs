//! Tidying expired tables away.

use clap::Args;
use spieltisch_server::{Database, Tidy, tidy};

use super::backup::block_on;
use super::serve::{KeepArgs, usual_database};
use crate::errors::Failure;

/// Which tables are tidied away, and how.
#[derive(Args)]
#[command(after_help = "\
A table expires some time after the last thing that happened there. It then goes to the trash, where everyone
can still open it, which takes it out again. It is deleted when a server has run for 14 days since: the server
does all of this by itself, once an hour. Calling this command also confirms that the clock of this machine is
right, where a server waits because it has jumped.")]
pub struct TidyArgs {
    /// Which database: sqlite:FILE or postgres://USER@HOST/NAME; the file in your data folder where left out
    #[arg(long, value_name = "ADDRESS")]
    database: Option<Database>,
    #[command(flatten)]
    keep: KeepArgs,
    /// Delete expired tables at once, and those in the trash
    #[arg(long)]
    purge: bool,
    /// Only tell how many there are
    #[arg(long)]
    dry_run: bool,
}

/// Tidies, also while a server plays on the same database.
pub fn run(args: TidyArgs) -> Result<(), Failure> {
    let database = args.database.map_or_else(usual_database, Ok)?;
    let how = Tidy { purge: args.purge, dry_run: args.dry_run };
    let expired = block_on(tidy(database, args.keep.keeping(), how))?.map_err(|error| Failure::Wrong(error.to_string()))?;
    let (trashed, deleted) = (expired.trashed, expired.purged.len());
    match args.dry_run {
        true => println!("{trashed} tables would go to the trash, {deleted} tables would be deleted."),
        false => println!("{trashed} tables went to the trash, {deleted} tables were deleted."),
    }
    Ok(())
}
