//! Following a table by link: its steps in, the state of the table and the game being played out.
//!
//! The server that decides, the page that shows, and clients that play or check over the connection follow a table here.

use std::fmt;

use spieltisch_records::{DynGame, EventRefused, open, open_table};
use spieltisch_rules::ToAct;

use crate::client::Intention;
use crate::log::{LogEntry, TableEvent};
use crate::table_state::{Round, TableState};

/// A table as its steps tell it, and the game being played there.
#[derive(Default)]
pub struct TableReplica {
    /// Everything that follows from the steps.
    pub table_state: TableState,
    /// The game being played.
    playing: Option<Playing>,
    /// How often the log was reset.
    turned: u32,
    /// Whether the caller follows the game being played itself.
    state_only: bool,
}

struct Playing {
    game: Box<dyn DynGame>,
    /// Before the last decision and who made it, while nothing has been rolled since.
    last: Option<(u8, Box<dyn DynGame>)>,
}

/// How far a client has followed a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCursor {
    /// How many of its events.
    events: usize,
    /// How many decisions that were taken back.
    taken_back: usize,
    /// At which of the tables that go by this name.
    turned: u32,
}

impl GameCursor {
    /// The same for a client that has taken only the first events.
    pub fn up_to(self, events: usize) -> GameCursor {
        GameCursor { events, ..self }
    }
}

/// What is new in a game to a client that has followed it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameUpdate {
    /// So many of the events they know still stand.
    pub stand: usize,
    /// These follow.
    pub events: Vec<String>,
    /// How far they have followed it with these.
    pub seen: GameCursor,
}

/// A step that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// Others are missing before it.
    Gap {
        /// The last step that is known.
        known: u64,
        /// What came instead of the next.
        came: u64,
    },
    /// It does not fit the rules: it was changed, or it is from a newer version.
    Unfit {
        /// The step.
        seq: u64,
        /// What is wrong with it.
        message: String,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Gap { known, came } => write!(f, "step {came} came after step {known}"),
            ReplayError::Unfit { seq, message } => write!(f, "step {seq} does not fit: {message}"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl TableReplica {
    /// Follows the state of the table alone, for callers that take the events of the game being played themselves.
    pub fn of_state() -> TableReplica {
        TableReplica { state_only: true, ..TableReplica::default() }
    }

    /// Takes the next step; those that are known already change nothing.
    pub fn take(&mut self, step: &LogEntry) -> Result<(), ReplayError> {
        if step.seq > self.table_state.seq + 1 {
            return Err(ReplayError::Gap { known: self.table_state.seq, came: step.seq });
        }
        self.replay(step)
    }

    /// Takes a step of the log; numbers that are left out before it were talk, or moves of games
    /// long over, that are not shown any more. One that does not
    /// fit is taken all the same, but the game is not followed any further.
    pub fn replay(&mut self, step: &LogEntry) -> Result<(), ReplayError> {
        if step.seq <= self.table_state.seq {
            return Ok(());
        }
        let mut followed = Ok(());
        for table_event in &step.what {
            self.table_state.happen(table_event, step.at);
            if !self.state_only {
                followed = followed.and(self.follow(table_event));
            }
        }
        self.stored(step.seq, step.at);
        followed.map_err(|message| ReplayError::Unfit { seq: step.seq, message })
    }

    /// What happened since the last step is kept as the one of this number.
    pub fn stored(&mut self, seq: u64, at: u64) {
        (self.table_state.seq, self.table_state.changed) = (seq, at);
    }

    /// The server goes on after this step. Where more than that is known here, the log was reset,
    /// and nothing of it is known any more. Returns whether that is so.
    pub fn go_on_after(&mut self, after: u64) -> bool {
        let another = after < self.table_state.seq;
        if another {
            *self = TableReplica { turned: self.turned + 1, state_only: self.state_only, ..TableReplica::default() };
        }
        another
    }

    /// Takes the steps after one number and up to another; numbers that are left out were talk, or moves of games
    /// long over, that are not shown any more.
    pub fn take_page(&mut self, after: u64, steps: &[LogEntry], upto: u64) -> Result<(), ReplayError> {
        if after > self.table_state.seq {
            return Err(ReplayError::Gap { known: self.table_state.seq, came: after + 1 });
        }
        // A step that does not fit is told, and the others are taken all the same: they are what is stored.
        let mut taken = Ok(());
        for step in steps {
            taken = taken.and(self.replay(step));
        }
        self.table_state.seq = self.table_state.seq.max(upto);
        taken
    }

    /// Takes one thing that happened, as a part of the next step.
    pub fn happen(&mut self, table_event: &TableEvent, at: u64) -> Result<(), String> {
        self.table_state.happen(table_event, at);
        self.follow(table_event)
    }

    /// Lets the game being played follow what happened.
    fn follow(&mut self, table_event: &TableEvent) -> Result<(), String> {
        let followed = self.play(table_event);
        if followed.is_err() {
            self.playing = None;
        }
        followed
    }

    fn play(&mut self, table_event: &TableEvent) -> Result<(), String> {
        let none = "no game is being played";
        match table_event {
            TableEvent::Began { .. } => {
                let record = &self.round().ok_or(none)?.record;
                let game = open_table(&record.game, record.players.len(), &record.options, &record.board);
                self.playing = Some(Playing { game: game.map_err(|error| error.to_string())?, last: None });
            }
            TableEvent::Ended { .. } => self.playing = None,
            TableEvent::Move { seat, event } => {
                let playing = self.playing.as_mut().ok_or(none)?;
                playing.last = Some((*seat, playing.game.snapshot()));
                playing.game.take(event).map_err(|refused| refused.to_string())?;
            }
            TableEvent::Roll { event } => {
                let playing = self.playing.as_mut().ok_or(none)?;
                playing.game.take(event).map_err(|refused| refused.to_string())?;
                playing.last = None;
            }
            TableEvent::TakenBack => {
                let playing = self.playing.as_mut().ok_or(none)?;
                match playing.last.take() {
                    Some((_, before)) => playing.game = before,
                    None => {
                        let mut record = self.table_state.round.as_ref().ok_or(none)?.record.clone();
                        playing.game = open(&mut record).map_err(|error| error.to_string())?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A seat decides, as a part of the next step; a refusal changes nothing. Returns what happened.
    pub fn decide(&mut self, seat: u8, event: &str, at: u64) -> Option<Result<TableEvent, EventRefused>> {
        let playing = self.playing.as_mut()?;
        let before = playing.game.snapshot();
        let event = match playing.game.take(event) {
            Ok(event) => event,
            Err(refused) => return Some(Err(refused)),
        };
        playing.last = Some((seat, before));
        let table_event = TableEvent::Move { seat, event };
        self.table_state.happen(&table_event, at);
        Some(Ok(table_event))
    }

    fn round(&self) -> Option<&Round> {
        self.table_state.round.as_ref()
    }

    /// The game being played.
    pub fn game(&self) -> Option<&dyn DynGame> {
        self.playing.as_ref().map(|playing| &*playing.game)
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
        self.game().map_or(ToAct::Over, |game| game.to_act())
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
        let (game, round, after) = (self.game()?, self.round()?.number, self.clock());
        match game.to_act() {
            ToAct::Over => None,
            ToAct::Roll { .. } => Some(Intention::Roll { round, after }),
            ToAct::Move(_) => Some(Intention::Move { round, after, event: game.nth_move(pick(game.count_moves()))? }),
        }
    }

    /// How far the game being played has come, or the last one.
    pub fn seen(&self) -> GameCursor {
        let taken_back = self.round().map_or(0, |round| round.taken_back.len());
        GameCursor { events: self.clock() as usize, taken_back, turned: self.turned }
    }

    /// What is new in the game of this number to a client that has seen so much of it; `None` once another is played.
    pub fn news(&self, number: u32, seen: GameCursor) -> Option<GameUpdate> {
        let round = self.round().filter(|round| round.number == number)?;
        let same = seen.turned == self.turned;
        let lowest = round.taken_back.iter().skip(seen.taken_back).copied().min().unwrap_or(usize::MAX);
        let stand = if same { seen.events.min(lowest).min(round.record.events.len()) } else { 0 };
        Some(GameUpdate { stand, events: round.record.events[stand..].to_vec(), seen: self.seen() })
    }
}
