//! `replay`: checks records and prints each back with its result.

use std::io::Write;
use std::path::Path;

use crate::errors::Failure;
use crate::input::each_record;
use crate::output::stdout;

/// Replays every record of the file.
pub fn run(file: Option<&Path>) -> Result<(), Failure> {
    let mut out = stdout();
    let done = each_record(file, |mut record| {
        spieltisch_records::replay(&mut record)?;
        Ok(writeln!(out, "{}", record.to_json())?)
    });
    out.flush()?;
    done
}
