//! A game being played: the table, everything that happened, and who sits around it.

mod automatic;
pub mod elsewhere;
mod follow;
mod handing;
mod header;
pub mod moment;
pub mod opening;
pub mod opponent;
mod play;
mod referee;
mod seen;
pub mod silence;
mod taking_back;
mod title;

use spieltisch_records::header::SAVED;
use spieltisch_records::{GameInPlay, Record, RecordError, Session, read_setup};
use spieltisch_rules::{Event, Game, Seat, ToAct};

pub use header::{Allowed, Kind, Player, seats, write_seats};
pub use play::{Notice, Play, Watch, Watched};
pub use referee::{Linked, Referee, Turn};

use crate::browser;
use crate::store::{self, Growing, Version};

/// A game being played. Every change is saved as a record before anything else happens.
#[derive(Clone, Debug)]
pub struct LiveGame<G: Game> {
    /// Under which it is saved.
    pub id: String,
    /// The game as set up and its position.
    pub table: GameInPlay<G>,
    /// What happened, each with the position before it.
    pub past: Vec<Past<G>>,
    /// Who sits where.
    pub seats: Vec<Player>,
    /// Whether the game is only watched: nobody acts and nothing is saved.
    pub watched: bool,
    /// Whether a referee elsewhere decides and keeps what happens.
    pub by_link: bool,
    /// As it was last seen in the browser's storage.
    pub version: Version,
    /// How many events were taken back since it was opened.
    taken_back: usize,
    /// The record's header; its events and result are filled in when it is saved.
    header: Record,
}

/// How many events a game has, and how many were taken back.
pub type Stamp = (usize, usize);

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Past<G: Game> {
    /// The position before it.
    pub before: G::State,
    /// What it was.
    pub event: Event<G>,
    /// Whose it was.
    pub seat: Seat,
}

impl<G: Game> LiveGame<G> {
    /// Opens a saved game or a record from elsewhere, with all its events.
    pub fn open(id: &str, mut record: Record) -> Result<LiveGame<G>, RecordError> {
        let game: G = read_setup(record.players.len(), &record.options, &record.board)?;
        let events = std::mem::take(&mut record.events);
        // What the events give is the result; one that stands in the header would be the next game's too.
        record.result = serde_json::Value::Null;
        let seats = header::seats(&record);
        let mut live = LiveGame {
            id: id.to_string(),
            table: GameInPlay::new(game),
            past: Vec::new(),
            seats,
            watched: false,
            by_link: false,
            version: Version::default(),
            taken_back: 0,
            header: record,
        };
        for (i, text) in events.iter().enumerate() {
            live.take_text(text).map_err(|refused| RecordError::Event { number: i + 1, refused })?;
        }
        Ok(live)
    }

    fn take_text(&mut self, text: &str) -> Result<(), spieltisch_records::EventRefused> {
        let (before, seat) = (self.table.state.clone(), self.seat_to_act());
        let event = self.table.take_text(text)?;
        let seat = self.author(&before, event, seat);
        self.past.push(Past { before, event, seat });
        Ok(())
    }

    /// Takes an event, or says why not.
    pub fn take(&mut self, event: Event<G>) -> Result<(), G::Refusal> {
        let (before, seat) = (self.table.state.clone(), self.seat_to_act());
        self.table.game.take(&mut self.table.state, event)?;
        let seat = self.author(&before, event, seat);
        self.past.push(Past { before, event, seat });
        Ok(())
    }

    /// Whose event it is: an objection comes from another seat than the one to move.
    fn author(&self, before: &G::State, event: Event<G>, to_act: Seat) -> Seat {
        match event {
            Event::Move(mv) => self.table.game.decider(before, mv).unwrap_or(to_act),
            Event::Roll(_) => to_act,
        }
    }

    /// Who must act.
    pub fn to_act(&self) -> ToAct {
        self.table.to_act()
    }

    /// The seat that must act; at the end the one that acted last.
    pub fn seat_to_act(&self) -> Seat {
        match self.to_act() {
            ToAct::Move(seat) | ToAct::Roll { seat, .. } => seat,
            ToAct::Over => self.past.last().map_or(0, |past| past.seat),
        }
    }

    /// Whose turn it is, and since when; nothing once the game is over.
    pub fn turn(&self) -> Option<Turn> {
        let seat = self.seat_to_act();
        (self.to_act() != ToAct::Over).then(|| Turn { seat, after: self.past.iter().rposition(|past| past.seat != seat) })
    }

    /// Whether a person at this screen must act.
    pub fn person_acts(&self) -> bool {
        !self.watched && self.to_act() != ToAct::Over && self.seats[self.seat_to_act()].kind == Kind::Person
    }

    /// Whether the roll of this seat is thrown by hand and entered.
    fn is_entered(&self, seat: Seat) -> bool {
        let computer = matches!(self.seats[seat].kind, Kind::Computer(_));
        !self.watched && !self.by_link && self.allowed().entered.is_some_and(|entered| entered.covers(computer))
    }

    /// Whether a roll is due that is thrown by hand and entered.
    pub fn is_roll_entered(&self) -> bool {
        matches!(self.to_act(), ToAct::Roll { seat, .. } if self.is_entered(seat))
    }

    /// The game as it stood after so many events.
    pub fn at(&self, step: usize) -> LiveGame<G> {
        let mut then = self.clone();
        if let Some(next) = self.past.get(step) {
            then.table.state = next.before.clone();
            then.past.truncate(step);
        }
        then
    }

    /// What the company allows itself.
    pub fn allowed(&self) -> Allowed {
        Allowed::read(&self.header)
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = self.header.clone();
        record.events = self.past.iter().map(|past| past.event.to_string()).collect();
        record.result = serde_json::to_value(self.table.result()).unwrap_or_default();
        record
    }

    /// Keeps the game in the browser; `false` where it has gone on in another tab meanwhile.
    pub fn save(&mut self) -> bool {
        if self.watched || self.by_link {
            return true;
        }
        let whole = || {
            let mut record = self.record();
            SAVED.write(&mut record, &browser::time());
            record
        };
        let game = Growing {
            events: self.past.len(),
            event: &|index| self.past[index].event.to_string(),
            whole: &whole,
            over: self.to_act() == ToAct::Over,
        };
        let kept = store::update_game(&self.id, &game, self.version);
        self.version = kept.unwrap_or(self.version);
        kept.is_some()
    }

    /// Takes the names of those who sit there now.
    pub fn rename(&mut self, names: &[String]) {
        for (player, name) in self.seats.iter_mut().zip(names) {
            player.name.clone_from(name);
        }
        self.header.players = names.to_vec();
    }

    /// Everyone's dice in the roll-off for the first turn.
    pub fn opening(&self) -> Vec<(String, Vec<u8>)> {
        opening::rolls(&self.header)
    }

    /// The record's header, for the next game of the same company.
    pub fn header(&self) -> &Record {
        &self.header
    }

    /// How many events there are; also tells whether anything happened since.
    pub fn clock(&self) -> usize {
        self.past.len()
    }

    /// Tells whether anything happened since, even where as much was taken back.
    pub fn stamp(&self) -> Stamp {
        (self.past.len(), self.taken_back)
    }
}
