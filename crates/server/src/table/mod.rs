//! A table as the server holds it: everything that follows from its steps, and the game being played.

mod opening;
mod referee;
mod rights;
#[cfg(test)]
mod tests;

pub use referee::Decision;
pub use rights::Holder;

use spieltisch_bots::{Level, Levels};
use spieltisch_fair::{Counter, DiceSheet, FairDice, Secret};
use spieltisch_protocol::{Evening, Happening, Step};
use spieltisch_records::{Session, open_table};
use spieltisch_rules::{Seat, ToAct};

/// A table and the game being played there.
pub struct Table {
    /// Everything that follows from the steps.
    pub evening: Evening,
    /// The table's name.
    name: String,
    /// Makes the secrets of all its games.
    master: Secret,
    playing: Option<Playing>,
    /// The time of the command being decided, in milliseconds since 1970.
    pub now: u64,
    /// What the command being decided has brought so far.
    fresh: Vec<Happening>,
}

/// The game being played.
struct Playing {
    session: Box<dyn Session>,
    dice: FairDice,
    counter: Counter,
    /// Who made the last decision, while nothing has been rolled since.
    last_mover: Option<u8>,
}

/// A game as it stands, for whoever thinks about it.
pub struct Position {
    /// What tells its set-up from others.
    pub set_up: String,
    /// How many events came before it.
    pub clock: u32,
    /// The game.
    pub session: Box<dyn Session>,
}

/// A log that does not fit the rules: somebody changed it, or it is from a newer version.
#[derive(Debug)]
pub struct BrokenLog {
    /// The step that does not fit.
    pub seq: u64,
    /// What is wrong with it.
    pub message: String,
}

impl std::fmt::Display for BrokenLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step {} does not fit: {}", self.seq, self.message)
    }
}

impl Table {
    /// A table before its first step.
    pub fn new(name: &str, master: Secret) -> Table {
        Table { evening: Evening::default(), name: name.into(), master, playing: None, now: 0, fresh: Vec::new() }
    }

    /// Takes a step that was decided elsewhere or earlier.
    pub fn replay(&mut self, step: &Step) -> Result<(), BrokenLog> {
        if step.seq <= self.evening.seq {
            return Ok(());
        }
        for happening in &step.what {
            self.evening.happen(happening, step.at);
            self.follow(happening).map_err(|message| BrokenLog { seq: step.seq, message })?;
        }
        self.evening.seq = step.seq;
        self.evening.changed = step.at;
        Ok(())
    }

    /// Lets the game being played follow what happened.
    fn follow(&mut self, happening: &Happening) -> Result<(), String> {
        match happening {
            Happening::Began { .. } => self.playing = Some(self.set_up()?),
            Happening::Ended { .. } => self.playing = None,
            Happening::Move { seat, event } => {
                let playing = self.playing.as_mut().ok_or("no game is being played")?;
                playing.session.take(event).map_err(|refused| refused.to_string())?;
                playing.last_mover = Some(*seat);
            }
            Happening::Roll { event } => {
                let playing = self.playing.as_mut().ok_or("no game is being played")?;
                if let ToAct::Roll { seat, dice } = playing.session.to_act() {
                    playing.counter.next(seat, dice, playing.session.begins_turn());
                }
                playing.session.take(event).map_err(|refused| refused.to_string())?;
                playing.last_mover = None;
            }
            Happening::TakenBack => {
                let before = self.replayed()?;
                if let Some(playing) = &mut self.playing {
                    playing.session = before;
                    playing.last_mover = None;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The game that just began, before its first event.
    fn set_up(&self) -> Result<Playing, String> {
        let round = self.evening.round.as_ref().ok_or("no game has begun")?;
        let sheet = DiceSheet::of(&round.record).ok_or("the game has no dice")?;
        let record = &round.record;
        let session = open_table(&record.game, record.players.len(), &record.options, &record.board).map_err(|error| error.to_string())?;
        let counter = Counter::new(sheet.same_for_all);
        Ok(Playing { session, dice: FairDice::new(self.master.of_round(round.number), &sheet), counter, last_mover: None })
    }

    /// The game being played, rebuilt from its record.
    fn replayed(&self) -> Result<Box<dyn Session>, String> {
        let mut record = self.evening.round.as_ref().ok_or("no game is being played")?.record.clone();
        spieltisch_records::open(&mut record).map_err(|error| error.to_string())
    }

    /// Who must act, as a place in the order of play; `Over` where no game is being played.
    pub fn to_act(&self) -> ToAct {
        self.playing.as_ref().map_or(ToAct::Over, |playing| playing.session.to_act())
    }

    /// The seat of the table that must act.
    pub fn seat_to_act(&self) -> Option<u8> {
        let place = match self.to_act() {
            ToAct::Move(place) | ToAct::Roll { seat: place, .. } => place,
            ToAct::Over => return None,
        };
        Some(self.table_seat(place))
    }

    /// Seats of the table that may object to the last move.
    pub fn objectors(&self) -> Vec<u8> {
        let objectors = self.playing.as_ref().and_then(|playing| playing.session.objectors());
        objectors.map(|places| places.iter().map(|place| self.table_seat(place)).collect()).unwrap_or_default()
    }

    /// The game being played as it stands.
    pub fn position(&self) -> Option<Position> {
        let (playing, round) = (self.playing.as_ref()?, self.evening.round.as_ref()?);
        Some(Position { set_up: round.record.set_up(), clock: self.clock(), session: playing.session.snapshot() })
    }

    /// The levels of computers that may object to the last move, by place in the order of play; `None` where there is none.
    pub fn computers_who_may_object(&self) -> Option<Levels> {
        let round = self.evening.round.as_ref()?;
        let mut levels = Levels::default();
        for seat in self.objectors() {
            let level = self.evening.seats.get(usize::from(seat)).and_then(|at| at.played_by_computer());
            if let (Some(level), Some(place)) = (level, round.place_of(seat)) {
                levels[place] = Some(Level::numbered(level));
            }
        }
        (levels != Levels::default()).then_some(levels)
    }

    /// The seat of the table that an objection is made for.
    pub fn seat_of_objection(&self, event: &str) -> Option<u8> {
        Some(self.table_seat(event.strip_prefix("object ")?.parse().ok()?))
    }

    /// Whose turn it is: the game's number, the seat, and where the turn is just beginning how many events came before it.
    pub fn turn(&self) -> Option<(u32, u8, Option<u32>)> {
        let playing = self.playing.as_ref()?;
        let begins = matches!(playing.session.to_act(), ToAct::Roll { .. }) && playing.session.begins_turn();
        Some((self.evening.round.as_ref()?.number, self.seat_to_act()?, begins.then(|| self.clock())))
    }

    fn table_seat(&self, place: Seat) -> u8 {
        self.evening.round.as_ref().map_or(0, |round| round.table_seat(place))
    }

    /// How many events the game being played has.
    pub fn clock(&self) -> u32 {
        self.evening.round.as_ref().map_or(0, |round| round.record.events.len() as u32)
    }
}
