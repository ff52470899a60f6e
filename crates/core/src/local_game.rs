//! A game being played: its position, everything that happened, and who sits around it.

use spieltisch_records::{DynGame, Position, Record, RecordError, read_setup};
use spieltisch_rules::{Event, Game, Seat, ToAct};

use crate::players::{self, Allowed, Kind, Player};
use crate::roll_off;

/// A game being played on this device, or followed on it.
#[derive(Clone, Debug)]
pub struct LocalGame<G: Game> {
    /// Under which it is saved.
    pub id: String,
    /// The game as set up and its position.
    pub position: Position<G>,
    /// What happened, each with the position before it.
    pub past: Vec<Past<G>>,
    /// Who sits where.
    pub seats: Vec<Player>,
    /// Whether the game is only watched: no person acts and nothing is saved.
    pub watched: bool,
    /// Whether a referee elsewhere decides and keeps what happens.
    pub by_link: bool,
    /// How many events were taken back since it was opened.
    pub(crate) taken_back: usize,
    /// The record's header; its events and result are filled in when it is saved.
    header: Record,
}

/// Whose turn it is, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The last event of another player; nothing in the first turn.
    pub after: Option<usize>,
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

impl<G: Game> LocalGame<G> {
    /// Opens a saved game or a record from elsewhere, with all its events.
    pub fn open(id: &str, mut record: Record) -> Result<LocalGame<G>, RecordError> {
        let game: G = read_setup(record.players.len(), &record.options, &record.board)?;
        let events = std::mem::take(&mut record.events);
        // What the events give is the result; one that stands in the header would be the next game's too.
        record.result = serde_json::Value::Null;
        let seats = players::seats(&record);
        let mut opened = LocalGame {
            id: id.to_string(),
            position: Position::new(game),
            past: Vec::new(),
            seats,
            watched: false,
            by_link: false,
            taken_back: 0,
            header: record,
        };
        for (i, text) in events.iter().enumerate() {
            opened.take_text(text).map_err(|refused| RecordError::Event { number: i + 1, refused })?;
        }
        Ok(opened)
    }

    fn take_text(&mut self, text: &str) -> Result<(), spieltisch_records::EventRefused> {
        let (before, seat) = (self.position.state.clone(), self.seat_to_act());
        let event = self.position.take_text(text)?;
        let seat = self.author(&before, event, seat);
        self.past.push(Past { before, event, seat });
        Ok(())
    }

    /// Takes an event, or says why not.
    pub fn take(&mut self, event: Event<G>) -> Result<(), G::Refusal> {
        let (before, seat) = (self.position.state.clone(), self.seat_to_act());
        self.position.game.take(&mut self.position.state, event)?;
        let seat = self.author(&before, event, seat);
        self.past.push(Past { before, event, seat });
        Ok(())
    }

    /// Whose event it is: an objection comes from another seat than the one to move.
    fn author(&self, before: &G::State, event: Event<G>, to_act: Seat) -> Seat {
        match event {
            Event::Move(mv) => self.position.game.decider(before, mv).unwrap_or(to_act),
            Event::Roll(_) => to_act,
        }
    }

    /// Who must act.
    pub fn to_act(&self) -> ToAct {
        self.position.to_act()
    }

    /// Whether a move is due, not a roll.
    pub fn is_deciding(&self) -> bool {
        matches!(self.to_act(), ToAct::Move(_))
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

    /// Whether it is the turn of the one person at this screen. Several people around it see for themselves.
    pub fn is_my_turn(&self) -> bool {
        let here = self.seats.iter().filter(|player| player.kind == Kind::Person).count();
        here == 1 && self.seats.len() > 1 && self.person_acts()
    }

    /// Whether the roll of this seat is thrown by hand and entered.
    pub fn is_entered(&self, seat: Seat) -> bool {
        let computer = matches!(self.seats[seat].kind, Kind::Computer(_));
        !self.watched && !self.by_link && self.allowed().entered.is_some_and(|entered| entered.covers(computer))
    }

    /// Whether a roll is due that is thrown by hand and entered.
    pub fn is_roll_entered(&self) -> bool {
        matches!(self.to_act(), ToAct::Roll { seat, .. } if self.is_entered(seat))
    }

    /// The game as it stood after so many events.
    pub fn at(&self, step: usize) -> LocalGame<G> {
        let mut then = self.clone();
        if let Some(next) = self.past.get(step) {
            then.position.state = next.before.clone();
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
        record.result = serde_json::to_value(self.position.result()).unwrap_or_default();
        record
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
        roll_off::opening_rolls(&self.header)
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
