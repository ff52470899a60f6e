//! A record that is kept as it grows: once with its header, then every few events in a piece of their own.
//!
//! A store writes the piece with the last event, so that an event costs the same however many came before
//! it. A record without pieces is complete in itself.

use serde::{Deserialize, Serialize};

use crate::header::SAVED;
use crate::record::Record;
use crate::time::Time;

/// The most events in a piece.
const MOST: usize = 16;

/// Some of a game's events, beside its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// How many events come before: those in the record and in earlier pieces.
    pub after: usize,
    /// When it was written.
    pub saved: Time,
    /// The events; every piece but the last is full.
    pub events: Vec<String>,
}

impl Piece {
    /// The last piece of a game with so many events, of which the first stand in its record; `event` tells the event at an
    /// index. Returns the piece with its number, from 0.
    pub fn last_of(events: usize, in_record: usize, saved: Time, event: impl Fn(usize) -> String) -> (usize, Piece) {
        let number = events.saturating_sub(in_record + 1) / MOST;
        let after = in_record + number * MOST;
        (number, Piece { after, saved, events: (after..events).map(event).collect() })
    }

    /// Whether the next event goes into another piece.
    pub fn is_full(&self) -> bool {
        self.events.len() >= MOST
    }

    /// Adds its events to the record, unless it goes on from another state of the game; returns whether it does not.
    pub fn join(&self, record: &mut Record) -> bool {
        let fits = self.after == record.events.len();
        if fits {
            record.events.extend_from_slice(&self.events);
            SAVED.write(record, &self.saved);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(events: usize) -> Record {
        let mut record = Record::new("yatzy", vec!["Anna".into()]);
        record.events = (0..events).map(|i| i.to_string()).collect();
        record
    }

    /// What is read back of a game that was kept event by event.
    fn read(in_record: usize, pieces: &[Option<Piece>]) -> Record {
        let mut read = record(in_record);
        for piece in pieces.iter().map_while(Option::as_ref) {
            if !piece.join(&mut read) || !piece.is_full() {
                break;
            }
        }
        read
    }

    fn keep(pieces: &mut Vec<Option<Piece>>, events: usize, in_record: usize) {
        let (number, piece) = Piece::last_of(events, in_record, Time(events as u64), |i| i.to_string());
        pieces.resize(pieces.len().max(number + 2), None);
        (pieces[number], pieces[number + 1]) = (Some(piece), None);
    }

    #[test]
    fn a_game_reads_back_after_every_event() {
        for in_record in [0, 1, 40] {
            let mut pieces = Vec::new();
            for events in in_record + 1..in_record + 70 {
                keep(&mut pieces, events, in_record);
                let read = read(in_record, &pieces);
                assert_eq!(read.events, record(events).events);
                assert_eq!(SAVED.read(&read), Some(Time(events as u64)));
            }
            assert!(pieces.iter().flatten().all(|piece| piece.events.len() <= MOST));
        }
    }

    #[test]
    fn events_that_are_taken_back_are_gone() {
        let mut pieces = Vec::new();
        for events in (3..50).chain((3..49).rev()).chain(4..40) {
            keep(&mut pieces, events, 3);
            assert_eq!(read(3, &pieces).events, record(events).events);
        }
    }

    #[test]
    fn pieces_of_another_state_are_left_out() {
        let mut pieces = Vec::new();
        (4..30).for_each(|events| keep(&mut pieces, events, 3));
        for in_record in [0, 2, 4, 29] {
            assert_eq!(read(in_record, &pieces).events.len(), in_record, "written whole since, with {in_record} events");
        }
    }
}
