//! Opening a file: games, and perhaps an own record.

use std::collections::HashMap;

use spieltisch_records::header::{OPENED, SAVED};
use spieltisch_records::{Record, replay};
use spieltisch_review::own::fingerprint;

use crate::{browser, i18n, store};

/// How an own record begins, which a file of all games ends with.
const OWN_RECORD: &str = "{\"format\":\"spieltisch-own/";

/// What a file of games brings.
pub enum Brought {
    /// Nothing.
    Nothing,
    /// Games; the first of them is kept under this id.
    Games(String),
    /// An own record, with or without games.
    OwnRecord,
}

/// Keeps all records of a file, those that are here already apart; nothing where one of them does not replay.
pub fn keep_records(text: &str) -> Result<Brought, String> {
    let is_own = |line: &&str| line.trim_start().starts_with(OWN_RECORD);
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let records = lines().filter(|line| !is_own(line)).enumerate().map(|(i, line)| read_record(line, i + 1));
    let records: Vec<Record> = records.collect::<Result<_, _>>()?;
    let opened = store::new_id();
    let own = lines().filter(is_own).enumerate();
    let brought_own = own.map(|(number, line)| store::keep_opened_own_record(&format!("{opened}-{number}"), line)).count() > 0;
    let mut here: HashMap<String, String> = store::all_games().into_iter().map(|saved| (fingerprint(&saved.record), saved.id)).collect();
    let mut first = None;
    for (number, mut record) in records.into_iter().enumerate() {
        let id = here.entry(fingerprint(&record)).or_insert_with(|| {
            let id = format!("{opened}-{number}");
            OPENED.write(&mut record, &true);
            SAVED.write(&mut record, &browser::time());
            store::save_game(&id, &record);
            id
        });
        first.get_or_insert_with(|| id.clone());
    }
    Ok(match first {
        _ if brought_own => Brought::OwnRecord,
        Some(first) => Brought::Games(first),
        None => Brought::Nothing,
    })
}

fn read_record(line: &str, number: usize) -> Result<Record, String> {
    let read = || {
        let mut record = Record::from_json(line.as_bytes())?;
        replay(&mut record)?;
        Ok(record)
    };
    read().map_err(|error| spieltisch_core::file_text(i18n::lang(), &error, number))
}
