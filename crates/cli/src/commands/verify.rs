//! `verify`: checks everything records of games by link state.

use std::io::Write;
use std::path::Path;

use spieltisch_records::Record;
use spieltisch_records::fair::{Gap, Verified, Verifier};

use crate::errors::Failure;
use crate::input::each_record;
use crate::output::stdout;

/// What no record can show, whatever it says.
const BEYOND_RECORDS: &str = "\
No record can show that its commitment was told before the game and its parts came after it (the players \
compare), or which of several moves a player chose where all else stays the same; docs/fair-dice.md tells more.";

/// Verifies every record of the file; those of one table are compared with each other.
pub fn run(file: Option<&Path>) -> Result<(), Failure> {
    let mut out = stdout();
    let (mut records, mut good) = (0, 0);
    let mut verifier = Verifier::default();
    let done = each_record(file, |record| {
        records += 1;
        let verified = verifier.check(&record)?;
        good += 1;
        Ok(writeln!(out, "{}", sentence(&record, &verified))?)
    });
    if good > 0 {
        writeln!(out, "{BEYOND_RECORDS}")?;
    }
    out.flush()?;
    if done.is_ok() && records == 0 { Err(Failure::Wrong("there is no record to verify".into())) } else { done }
}

/// What was found, on one line.
fn sentence(record: &Record, verified: &Verified) -> String {
    let Verified { rolls, parts, without_part, gaps } = verified;
    let players = record.players.join(", ");
    if gaps.contains(&Gap::Entered) {
        return format!("{} of {players}: {rolls} rolls, events, points and winners fit the rules; {}.", record.game, Gap::Entered);
    }
    let mut told = format!("{} of {players}: {rolls} rolls follow from the secret and {parts} parts; ", record.game);
    told += "who begins, the order, options, events, points and winners fit.";
    for name in without_part {
        told += &format!(" No part of {name}: nothing is proven to {name}.");
    }
    let gaps: Vec<String> = gaps.iter().map(ToString::to_string).collect();
    if !gaps.is_empty() {
        told += &format!(" Not known: {}.", gaps.join("; "));
    }
    told
}
