//! `legal`: for each record, what can happen next.

use std::io::Write;
use std::path::Path;

use crate::errors::Failure;
use crate::input::each_record;
use crate::output::stdout;

/// Prints what can happen after every record of the file.
pub fn run(file: Option<&Path>) -> Result<(), Failure> {
    let mut out = stdout();
    let done = each_record(file, |mut record| {
        let game = spieltisch_records::open(&mut record)?;
        Ok(writeln!(out, "{}", spieltisch_records::turn_json(&*game))?)
    });
    out.flush()?;
    done
}
