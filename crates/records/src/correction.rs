//! Correcting the past: an earlier event is changed, and what followed is played again as far as it still fits.
//!
//! What followed waits beside the record ([`Correction`]). Whenever something was entered, [`Correction::go_on`] takes of it
//! what fits the game as it stands now, and stops at the first event that does not. Nothing that waits is dropped unless
//! something is entered in its place, or the player says so ([`Correction::leave_out`]).

use serde::{Deserialize, Serialize};
use serde_json::json;
use spieltisch_rules::{Seat, ToAct};

use crate::dyn_game::DynGame;
use crate::error::{EventRefused, RecordError};
use crate::games::open_table;
use crate::record::Record;

/// An event that followed, as it stood in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaterEvent {
    /// Whose it was.
    pub seat: Seat,
    /// As records write it.
    pub event: String,
    /// A roll that began a turn.
    pub begins: bool,
    /// How people read it.
    #[serde(default)]
    pub said: String,
    /// The event that is to be changed: it is never taken again by itself.
    #[serde(default)]
    pub changed: bool,
}

/// What is due in a game: whose decision or roll, and whether that begins a turn.
#[derive(PartialEq)]
struct Due {
    seat: Seat,
    roll: bool,
    begins: bool,
}

impl Due {
    /// What `event` is in the game as it stands; `None` where nothing like it is due.
    fn of(game: &dyn DynGame, event: &str) -> Option<Due> {
        let roll = is_roll(event);
        match game.to_act() {
            ToAct::Roll { seat, .. } if roll => Some(Due { seat, roll, begins: game.begins_turn() }),
            ToAct::Move(_) if !roll => Some(Due { seat: game.decider(event)?, roll, begins: false }),
            ToAct::Roll { .. } | ToAct::Move(_) | ToAct::Over => None,
        }
    }
}

fn is_roll(event: &str) -> bool {
    event == "roll" || event.starts_with("roll ")
}

impl LaterEvent {
    /// The entries of events that follow on the game as it stands, which takes them.
    fn all_of(game: &mut dyn DynGame, events: &[String]) -> Result<Vec<LaterEvent>, EventRefused> {
        let entry = |event: &String| {
            let due = Due::of(game, event);
            let event = game.take(event)?;
            let (seat, begins) = due.map_or((0, false), |due| (due.seat, due.begins));
            Ok(LaterEvent { seat, said: event.clone(), event, begins, changed: false })
        };
        events.iter().map(entry).collect()
    }

    fn due(&self) -> Due {
        Due { seat: self.seat, roll: is_roll(&self.event), begins: self.begins }
    }
}

/// A game being corrected: what still waits to be played again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The events of the game when it was looked at last.
    known: Vec<String>,
    /// What followed, in order.
    pub waiting: Vec<LaterEvent>,
}

impl Correction {
    /// Takes a record back to the event at `index`, which is to be changed; it waits with all that followed.
    pub fn begin(record: &mut Record, index: usize) -> Result<Correction, RecordError> {
        let mut game = game_of(record)?;
        let numbered = |number: usize| move |refused| RecordError::Event { number, refused };
        LaterEvent::all_of(&mut *game, &record.events[..index.min(record.events.len())]).map_err(numbered(index))?;
        let rest = record.events.split_off(index.min(record.events.len()));
        let mut waiting = LaterEvent::all_of(&mut *game, &rest).map_err(numbered(index + 1))?;
        if let Some(first) = waiting.first_mut() {
            first.changed = true;
        }
        record.result = serde_json::Value::Null;
        Ok(Correction { known: record.events.clone(), waiting })
    }

    /// Whether nothing waits any more.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether the event that is to be changed has not been entered anew yet.
    pub fn is_asking(&self) -> bool {
        self.waiting.first().is_some_and(|entry| entry.changed)
    }

    /// Whether the record has changed since this was looked at last.
    pub fn is_new(&self, record: &Record) -> bool {
        self.known != record.events
    }

    /// Takes notice of what has been entered or taken back since, and then takes what waits into the record as far as it
    /// fits. Returns why the next one does not fit, where a rule says so.
    pub fn go_on(&mut self, record: &mut Record) -> Result<Option<EventRefused>, RecordError> {
        let mut game = game_of(record)?;
        let common = self.known.iter().zip(&record.events).take_while(|(known, event)| known == event).count();
        let numbered = |i: usize| move |refused| RecordError::Event { number: i + 1, refused };
        for (i, event) in record.events[..common].iter().enumerate() {
            game.take(event).map_err(numbered(i))?;
        }
        // What was taken back waits again, until something is entered in its place.
        let taken_back = LaterEvent::all_of(&mut *game.snapshot(), &self.known[common..]).map_err(numbered(common))?;
        let only_taken_back = !taken_back.is_empty() && record.events.len() == common;
        self.waiting.splice(0..0, taken_back);
        for (i, event) in record.events.iter().enumerate().skip(common) {
            let due = Due::of(&*game, event);
            if self.waiting.first().is_some_and(|first| first.changed || Some(first.due()) == due) {
                self.waiting.remove(0);
            }
            game.take(event).map_err(numbered(i))?;
        }
        // What was just taken back is not offered again at once.
        let refused = if only_taken_back { None } else { self.replay(&mut *game, record) };
        record.result = json!(game.result());
        self.known.clone_from(&record.events);
        Ok(refused)
    }

    fn replay(&mut self, game: &mut dyn DynGame, record: &mut Record) -> Option<EventRefused> {
        while let Some(first) = self.waiting.first() {
            if !fits(game, first) {
                return None;
            }
            match game.take(&first.event) {
                Ok(event) => record.events.push(event),
                Err(refused) => return Some(refused),
            }
            self.waiting.remove(0);
        }
        None
    }

    /// How many of those that wait would have to be left out before one fits again: at least one where any waits.
    pub fn misfits(&self, record: &Record) -> Result<usize, RecordError> {
        let mut game = game_of(record)?;
        LaterEvent::all_of(&mut *game, &record.events).map_err(|refused| RecordError::Event { number: record.events.len(), refused })?;
        let fitting = |entry: &LaterEvent| fits(&*game, entry) && game.snapshot().take(&entry.event).is_ok();
        let next = self.waiting.iter().skip(1).position(fitting);
        Ok(next.map_or(self.waiting.len(), |next| next + 1))
    }

    /// Leaves out the first so many of those that wait, as the player asked.
    pub fn leave_out(&mut self, count: usize) {
        self.waiting.drain(..count.min(self.waiting.len()));
    }
}

/// Whether an entry is due as it was: the same seat, a roll or a decision, at the beginning of a turn or within.
fn fits(game: &dyn DynGame, entry: &LaterEvent) -> bool {
    !entry.changed && Due::of(game, &entry.event) == Some(entry.due())
}

fn game_of(record: &Record) -> Result<Box<dyn DynGame>, RecordError> {
    open_table(&record.game, record.players.len(), &record.options, &record.board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(events: &[&str]) -> Record {
        let mut record = Record::new("yatzy", vec!["Anna".into(), "Ben".into()]);
        record.events = events.iter().map(ToString::to_string).collect();
        record
    }

    const GAME: [&str; 6] = ["roll 1 2 4 6 6", "keep 6 6", "roll 3 5 6 6 6", "score sixes", "roll 1 1 2 3 4", "score ones"];

    #[test]
    fn a_changed_roll_keeps_what_still_fits() {
        let mut game = record(&GAME);
        let mut correction = Correction::begin(&mut game, 0).unwrap();
        assert!(correction.is_asking() && game.events.is_empty());
        game.events.push("roll 1 2 5 6 6".into());
        assert_eq!(correction.go_on(&mut game).unwrap(), None);
        assert!(correction.is_done());
        assert_eq!(game.events[0], "roll 1 2 5 6 6");
        assert_eq!(game.events[1..], GAME[1..]);
    }

    #[test]
    fn the_table_stands_where_an_event_is_not_legal_any_more() {
        let mut game = record(&GAME);
        let mut correction = Correction::begin(&mut game, 0).unwrap();
        game.events.push("roll 1 2 4 5 6".into());
        let refused = correction.go_on(&mut game).unwrap().unwrap();
        assert_eq!(refused.rule, "yatzy.turn.rolls");
        assert_eq!((game.events.len(), correction.waiting.len()), (1, 5));
        // Another decision in its place; the roll that followed it fits.
        game.events.push("keep 6".into());
        assert_eq!(correction.go_on(&mut game).unwrap(), None);
        assert_eq!(game.events[2..], GAME[2..]);
        assert!(correction.is_done());
    }

    #[test]
    fn a_roll_of_another_turn_is_not_taken_for_this_one() {
        let mut game = record(&["roll 1 2 4 6 6", "score chance", "roll 1 1 2 3 6", "score ones"]);
        game.players.truncate(1);
        let mut correction = Correction::begin(&mut game, 1).unwrap();
        game.events.push("keep 6".into());
        correction.go_on(&mut game).unwrap();
        assert_eq!(game.events.len(), 2, "the next turn's first roll shows a six too");
        assert_eq!(correction.waiting.len(), 2);
        game.events.extend(["roll 3 5 5 6 6".into(), "score sixes".into()]);
        correction.go_on(&mut game).unwrap();
        assert_eq!(game.events[4..], ["roll 1 1 2 3 6", "score ones"]);
    }

    #[test]
    fn a_turn_that_ends_earlier_leaves_a_question() {
        let mut game = record(&GAME);
        let mut correction = Correction::begin(&mut game, 1).unwrap();
        game.events.push("score chance".into());
        correction.go_on(&mut game).unwrap();
        assert_eq!(game.events.len(), 2, "what Anna rolled is not Ben's");
        assert_eq!(correction.misfits(&game).unwrap(), 2, "her roll and her box");
        correction.leave_out(2);
        correction.go_on(&mut game).unwrap();
        assert_eq!(game.events[2..], GAME[4..]);
    }

    #[test]
    fn what_is_taken_back_waits_again() {
        let mut game = record(&GAME);
        let mut correction = Correction::begin(&mut game, 3).unwrap();
        game.events.push("score chance".into());
        correction.go_on(&mut game).unwrap();
        assert!(correction.is_done());
        let whole = game.events.clone();
        game.events.pop();
        correction.go_on(&mut game).unwrap();
        assert_eq!(correction.waiting.len(), 1);
        game.events.push("score twos".into());
        correction.go_on(&mut game).unwrap();
        assert!(correction.is_done() && game.events.len() == whole.len());
    }

    #[test]
    fn it_is_written_and_read_again() {
        let mut game = record(&GAME);
        let correction = Correction::begin(&mut game, 2).unwrap();
        let text = serde_json::to_string(&correction).unwrap();
        assert_eq!(serde_json::from_str::<Correction>(&text).unwrap(), correction);
    }
}
