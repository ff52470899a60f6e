//! `verify`: recomputes every roll of records from their secrets.

use std::io::Write;
use std::path::Path;

use crate::errors::Failure;
use crate::input::each_record;
use crate::output::stdout;

/// Verifies every record of the file.
pub fn run(file: Option<&Path>) -> Result<(), Failure> {
    let mut out = stdout();
    let mut number = 0;
    let done = each_record(file, |record| {
        number += 1;
        let verified = spieltisch_fair::verify(&record)?;
        let players = record.players.join(", ");
        Ok(writeln!(out, "{} of {players}: {} rolls follow from the secret and {} parts", record.game, verified.rolls, verified.parts)?)
    });
    out.flush()?;
    if done.is_ok() && number == 0 { Err(Failure::Wrong("there is no record to verify".into())) } else { done }
}
