//! `replay`: checks records and prints each back with its result.

use std::io::{BufRead, Write};
use std::path::Path;

use spieltisch_records::Record;

use crate::errors::Failure;
use crate::input::{self, each_record};
use crate::output::stdout;
use crate::play;

/// Watches the first record of a file again in the terminal.
pub fn watch(file: &Path) -> Result<(), Failure> {
    let mut line = Vec::new();
    input::open(Some(file))?.read_until(b'\n', &mut line)?;
    let mut record = Record::from_json(line.trim_ascii())?;
    spieltisch_records::replay(&mut record)?;
    play::watch(record)
}

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
