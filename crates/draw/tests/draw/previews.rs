//! The pictures that come with invitations, as files that the server carries.

use std::path::{Path, PathBuf};

use spieltisch_draw::pictures::{invitation, of_all};
use spieltisch_draw::sheets::Page;
use spieltisch_records::Record;
use spieltisch_rules::games;

/// Where the server has its pictures.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/previews")
}

/// The golden games of so many players, without names.
pub fn goldens(game: &str, players: usize) -> Vec<Record> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/golden/{game}-{players}.jsonl"));
    let text = std::fs::read_to_string(&file).expect("golden records");
    let read = |line: &str| {
        let mut record = Record::from_json(line.as_bytes()).expect("a record");
        record.players.iter_mut().for_each(String::clear);
        record
    };
    text.lines().map(read).collect()
}

/// The first of them.
pub fn golden(game: &str, players: usize) -> Record {
    goldens(game, players).swap_remove(0)
}

/// A game that many roofs and chips lie in.
fn example(game: &str) -> Record {
    golden(game, if game == "caro" || game == "castro" { 4 } else { 1 })
}

/// All pictures, by the names of their files.
pub fn all() -> Vec<(String, Page)> {
    let records: Vec<Record> = games::names().iter().map(|game| example(game)).collect();
    let mut pictures: Vec<(String, Page)> =
        records.iter().map(|record| (record.game.clone(), invitation(record).expect("a game that can be drawn"))).collect();
    pictures.push(("spieltisch".into(), of_all(&records).expect("games that can be drawn")));
    pictures
}
