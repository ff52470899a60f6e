//! One's own record in the browser's store. Two tabs change it as they like: each reads it anew, changes it and writes it back.

use spieltisch_records::Record;
use spieltisch_review::KeptReview;
use spieltisch_review::own::{Decided, Digest, OwnRecord, accepts, fingerprint};

use crate::browser;
use crate::store::{self, Saved};

/// Under which name it lies.
const NAME: &str = "spieltisch/own";
/// What another version wrote and this one cannot read is put aside, never written over.
const ASIDE: &str = "spieltisch/own-unread";

/// The record as it is kept.
pub fn read() -> OwnRecord {
    store::read(NAME).and_then(|text| OwnRecord::read(&text)).unwrap_or_default()
}

fn change(by: impl FnOnce(&mut OwnRecord)) {
    if let Some(text) = store::read(NAME).filter(|text| OwnRecord::read(text).is_none()) {
        store::write(ASIDE, &text);
    }
    let before = read();
    let mut own = before.clone();
    by(&mut own);
    if own != before {
        store::write(NAME, &own.to_text());
    }
}

/// Takes in what a review says of the people who played a finished game.
pub fn take(record: &Record, review: &KeptReview) {
    if !review.over {
        return;
    }
    let decided = Decided::all_kept(review);
    let digest = |seat: usize| Digest::new(record, seat, &review.ledger(seat), review.seats.get(seat)?.level, &decided);
    let digests: Vec<Digest> = Digest::seats_of_people(record).into_iter().filter_map(digest).collect();
    change(|own| digests.into_iter().for_each(|digest| own.add(digest)));
}

/// Takes in what was opened from files.
pub fn take_in_opened() {
    for (name, text) in store::opened_own_records() {
        // What cannot be read stays where it is: another version may.
        if let Some(other) = OwnRecord::read(&text) {
            change(|own| own.merge(other));
            store::remove(&name);
        }
    }
}

/// Notes the answer to a decision of a game that cost so much once; whether it counts as right, or nothing where it is no exercise.
pub fn answered(record: &Record, event: usize, loss: f64, played: f64) -> Option<bool> {
    let id = fingerprint(record);
    let own = read();
    own.names().iter().flat_map(|(name, _)| own.exercises(name)).find(|exercise| exercise.id == id && exercise.event == event)?;
    let right = accepts(loss, played, record.players.len() == 1);
    change(|own| own.note(&id, event, right, browser::time().0));
    Some(right)
}

/// All games and the record itself, one a line.
pub fn everything() -> String {
    let games = store::all_games().into_iter().rev().map(|saved: Saved| saved.record.to_json());
    games.chain([read().to_text()]).map(|line| line + "\n").collect()
}
