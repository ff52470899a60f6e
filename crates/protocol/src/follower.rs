//! Following a table by link: its steps in, the evening and the game being played out.
//!
//! The server that decides, the page that shows, and whoever plays or checks over the connection follow a table here.

use std::fmt;

use spieltisch_records::{EventRefused, Session, open, open_table};
use spieltisch_rules::ToAct;

use crate::client::Intention;
use crate::evening::{Evening, Round};
use crate::log::{Happening, Step};

/// A table as its steps tell it, and the game being played there.
#[derive(Default)]
pub struct Follower {
    /// Everything that follows from the steps.
    pub evening: Evening,
    /// The game being played.
    playing: Option<Playing>,
    /// How often the table turned out to be another than it was.
    turned: u32,
    /// Whether somebody else follows the game being played.
    evening_only: bool,
}

struct Playing {
    session: Box<dyn Session>,
    /// Before the last decision and who made it, while nothing has been rolled since.
    last: Option<(u8, Box<dyn Session>)>,
}

/// How far somebody has followed a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many of its events.
    events: usize,
    /// How many decisions that were taken back.
    taken_back: usize,
    /// At which of the tables that go by this name.
    turned: u32,
}

impl Seen {
    /// The same of somebody who has taken only the first events.
    pub fn up_to(self, events: usize) -> Seen {
        Seen { events, ..self }
    }
}

/// What is new in a game to somebody who has followed it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// So many of the events they know still stand.
    pub stand: usize,
    /// These follow.
    pub events: Vec<String>,
    /// How far they have followed it with these.
    pub seen: Seen,
}

/// A step that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misstep {
    /// Others are missing before it.
    Gap {
        /// The last step that is known.
        known: u64,
        /// What came instead of the next.
        came: u64,
    },
    /// It does not fit the rules: somebody changed it, or it is from a newer version.
    Unfit {
        /// The step.
        seq: u64,
        /// What is wrong with it.
        message: String,
    },
}

impl fmt::Display for Misstep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misstep::Gap { known, came } => write!(f, "step {came} came after step {known}"),
            Misstep::Unfit { seq, message } => write!(f, "step {seq} does not fit: {message}"),
        }
    }
}

impl std::error::Error for Misstep {}

impl Follower {
    /// Follows the evening alone, for whoever takes the events of the game being played themselves.
    pub fn of_evening() -> Follower {
        Follower { evening_only: true, ..Follower::default() }
    }

    /// Takes the next step; those that are known already change nothing.
    pub fn take(&mut self, step: &Step) -> Result<(), Misstep> {
        if step.seq > self.evening.seq + 1 {
            return Err(Misstep::Gap { known: self.evening.seq, came: step.seq });
        }
        self.replay(step)
    }

    /// Takes a step of the log; numbers that are left out before it were talk, or moves of games
    /// long over, that are not shown any more. One that does not
    /// fit is taken all the same, but the game is not followed any further.
    pub fn replay(&mut self, step: &Step) -> Result<(), Misstep> {
        if step.seq <= self.evening.seq {
            return Ok(());
        }
        let mut followed = Ok(());
        for happening in &step.what {
            self.evening.happen(happening, step.at);
            if !self.evening_only {
                followed = followed.and(self.follow(happening));
            }
        }
        self.stored(step.seq, step.at);
        followed.map_err(|message| Misstep::Unfit { seq: step.seq, message })
    }

    /// What happened since the last step is kept as the one of this number.
    pub fn stored(&mut self, seq: u64, at: u64) {
        (self.evening.seq, self.evening.changed) = (seq, at);
    }

    /// Whoever keeps the table goes on after this step. Where more than that is known here, the table is another than it
    /// was, and nothing of it is known any more. Returns whether that is so.
    pub fn go_on_after(&mut self, after: u64) -> bool {
        let another = after < self.evening.seq;
        if another {
            *self = Follower { turned: self.turned + 1, evening_only: self.evening_only, ..Follower::default() };
        }
        another
    }

    /// Takes the steps after one number and up to another; numbers that are left out were talk, or moves of games
    /// long over, that are not shown any more.
    pub fn take_page(&mut self, after: u64, steps: &[Step], upto: u64) -> Result<(), Misstep> {
        if after > self.evening.seq {
            return Err(Misstep::Gap { known: self.evening.seq, came: after + 1 });
        }
        // A step that does not fit is told, and the others are taken all the same: they are what is stored.
        let mut taken = Ok(());
        for step in steps {
            taken = taken.and(self.replay(step));
        }
        self.evening.seq = self.evening.seq.max(upto);
        taken
    }

    /// Takes one thing that happened, as a part of the next step.
    pub fn happen(&mut self, happening: &Happening, at: u64) -> Result<(), String> {
        self.evening.happen(happening, at);
        self.follow(happening)
    }

    /// Lets the game being played follow what happened.
    fn follow(&mut self, happening: &Happening) -> Result<(), String> {
        let followed = self.play(happening);
        if followed.is_err() {
            self.playing = None;
        }
        followed
    }

    fn play(&mut self, happening: &Happening) -> Result<(), String> {
        let none = "no game is being played";
        match happening {
            Happening::Began { .. } => {
                let record = &self.round().ok_or(none)?.record;
                let session = open_table(&record.game, record.players.len(), &record.options, &record.board);
                self.playing = Some(Playing { session: session.map_err(|error| error.to_string())?, last: None });
            }
            Happening::Ended { .. } => self.playing = None,
            Happening::Move { seat, event } => {
                let playing = self.playing.as_mut().ok_or(none)?;
                playing.last = Some((*seat, playing.session.snapshot()));
                playing.session.take(event).map_err(|refused| refused.to_string())?;
            }
            Happening::Roll { event } => {
                let playing = self.playing.as_mut().ok_or(none)?;
                playing.session.take(event).map_err(|refused| refused.to_string())?;
                playing.last = None;
            }
            Happening::TakenBack => {
                let playing = self.playing.as_mut().ok_or(none)?;
                match playing.last.take() {
                    Some((_, before)) => playing.session = before,
                    None => {
                        let mut record = self.evening.round.as_ref().ok_or(none)?.record.clone();
                        playing.session = open(&mut record).map_err(|error| error.to_string())?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A seat decides, as a part of the next step; a refusal changes nothing. Returns what happened.
    pub fn decide(&mut self, seat: u8, event: &str, at: u64) -> Option<Result<Happening, EventRefused>> {
        let playing = self.playing.as_mut()?;
        let before = playing.session.snapshot();
        let event = match playing.session.take(event) {
            Ok(event) => event,
            Err(refused) => return Some(Err(refused)),
        };
        playing.last = Some((seat, before));
        let happening = Happening::Move { seat, event };
        self.evening.happen(&happening, at);
        Some(Ok(happening))
    }

    fn round(&self) -> Option<&Round> {
        self.evening.round.as_ref()
    }

    /// The game being played.
    pub fn session(&self) -> Option<&dyn Session> {
        self.playing.as_ref().map(|playing| &*playing.session)
    }

    /// Who made the last decision, while nothing has been rolled since.
    pub fn last_mover(&self) -> Option<u8> {
        self.playing.as_ref()?.last.as_ref().map(|(seat, _)| *seat)
    }

    /// How many events the game being played has, or the last one.
    pub fn clock(&self) -> u32 {
        self.round().map_or(0, |round| round.record.events.len() as u32)
    }

    /// Who must act, as a place in the order of play; `Over` where no game is being played.
    pub fn to_act(&self) -> ToAct {
        self.session().map_or(ToAct::Over, |session| session.to_act())
    }

    /// The seat of the table that must act.
    pub fn seat_to_act(&self) -> Option<u8> {
        match self.to_act() {
            ToAct::Move(place) | ToAct::Roll { seat: place, .. } => Some(self.round()?.table_seat(place)),
            ToAct::Over => None,
        }
    }

    /// What the player to act wants: the roll that is due, or the legal move that `pick` chooses among so many.
    pub fn some_intention(&self, pick: impl FnOnce(usize) -> usize) -> Option<Intention> {
        let (session, round, after) = (self.session()?, self.round()?.number, self.clock());
        match session.to_act() {
            ToAct::Over => None,
            ToAct::Roll { .. } => Some(Intention::Roll { round, after }),
            ToAct::Move(_) => Some(Intention::Move { round, after, event: session.nth_move(pick(session.count_moves()))? }),
        }
    }

    /// How far the game being played has come, or the last one.
    pub fn seen(&self) -> Seen {
        let taken_back = self.round().map_or(0, |round| round.taken_back.len());
        Seen { events: self.clock() as usize, taken_back, turned: self.turned }
    }

    /// What is new in the game of this number to somebody who has seen so much of it; `None` once another is played.
    pub fn news(&self, number: u32, seen: Seen) -> Option<News> {
        let round = self.round().filter(|round| round.number == number)?;
        let same = seen.turned == self.turned;
        let lowest = round.taken_back.iter().skip(seen.taken_back).copied().min().unwrap_or(usize::MAX);
        let stand = if same { seen.events.min(lowest).min(round.record.events.len()) } else { 0 };
        Some(News { stand, events: round.record.events[stand..].to_vec(), seen: self.seen() })
    }
}
