//! A table as the server holds it: everything that follows from its steps, and the game being played.

mod names;
mod opening;
mod referee;
mod rights;
mod summary;
#[cfg(test)]
mod tests;

pub use referee::Decision;
pub use rights::Credential;
pub use summary::{TableSummary, changes_summary};

use spieltisch_bots::{Level, Levels};
use spieltisch_protocol::{LogEntry, ReplayError, TableEvent, TableReplica};
use spieltisch_records::DynGame;
use spieltisch_records::fair::{Counter, FairDice, Secret};
use spieltisch_records::header::DICE;
use spieltisch_rules::{Seat, ToAct};

/// A table and the game being played there.
pub struct Table {
    /// Everything that follows from the steps, and the game being played.
    pub replica: TableReplica,
    /// The table's name.
    name: String,
    /// Makes the secrets of all its games.
    master: Secret,
    /// The dice of the game being played.
    dice: Option<Dice>,
    /// Whose turn it is: the game's number, the seat, and how many events there were when it began.
    turn: Option<(u32, u8, u32)>,
    /// The step that turn began with.
    turn_began: u64,
    /// The time of the command being decided, in milliseconds since 1970.
    pub now: u64,
    /// What the command being decided has brought so far.
    fresh: Vec<TableEvent>,
}

/// The dice of the game being played, and how far they are.
struct Dice {
    fair: FairDice,
    counter: Counter,
}

/// A game as it stands, for a computer to think about.
pub struct BotPosition {
    /// What tells its set-up from others.
    pub set_up: String,
    /// How many events came before it.
    pub clock: u32,
    /// The game.
    pub game: Box<dyn DynGame>,
}

impl Table {
    /// A table before its first step.
    pub fn new(name: &str, master: Secret) -> Table {
        Table {
            replica: TableReplica::default(),
            name: name.into(),
            master,
            dice: None,
            turn: None,
            turn_began: 0,
            now: 0,
            fresh: Vec::new(),
        }
    }

    /// Takes a step that was decided elsewhere or earlier.
    pub fn replay(&mut self, step: &LogEntry) -> Result<(), ReplayError> {
        if step.seq <= self.replica.table_state.seq {
            return Ok(());
        }
        let unfit = |message| ReplayError::Unfit { seq: step.seq, message };
        for table_event in &step.what {
            if let (TableEvent::Roll { .. }, Some(dice), Some(game)) = (table_event, &mut self.dice, self.replica.game()) {
                dice.pass(game);
            }
            self.replica.happen(table_event, step.at).map_err(unfit)?;
            self.change_dice(table_event).map_err(unfit)?;
        }
        self.stored(step.seq, step.at);
        Ok(())
    }

    /// What happened since the last step is kept as the one of this number.
    pub fn stored(&mut self, seq: u64, at: u64) {
        self.replica.stored(seq, at);
        let now = self.turn_now();
        let same = matches!((now, self.turn), (Some((game, seat, began)), Some(last))
            if (game, seat) == (last.0, last.1) && began.is_none_or(|began| began == last.2));
        if !same {
            self.turn = now.map(|(game, seat, began)| (game, seat, began.unwrap_or(self.replica.clock())));
            self.turn_began = seq;
        }
    }

    /// Every game has dice of its own.
    fn change_dice(&mut self, table_event: &TableEvent) -> Result<(), String> {
        match table_event {
            TableEvent::Began { .. } => self.dice = Some(self.new_dice()?),
            TableEvent::Ended { .. } => self.dice = None,
            _ => {}
        }
        Ok(())
    }

    /// The dice of the game that just began.
    fn new_dice(&self) -> Result<Dice, String> {
        let round = self.replica.table_state.round.as_ref().ok_or("no game has begun")?;
        let sheet = DICE.read(&round.record).ok_or("the game has no dice")?;
        Ok(Dice { fair: FairDice::new(self.master.of_round(round.number), &sheet), counter: Counter::new(sheet.same_for_all) })
    }

    /// Seats of the table that may object to the last move.
    pub fn objectors(&self) -> Vec<u8> {
        let objectors = self.replica.game().and_then(|game| game.objectors());
        objectors.map(|places| places.iter().map(|place| self.table_seat(place)).collect()).unwrap_or_default()
    }

    /// The game being played as it stands.
    pub fn position(&self) -> Option<BotPosition> {
        let (game, round) = (self.replica.game()?, self.replica.table_state.round.as_ref()?);
        Some(BotPosition { set_up: round.record.set_up(), clock: self.replica.clock(), game: game.snapshot() })
    }

    /// The levels of computers that may object to the last move, by place in the order of play; `None` where there is none.
    pub fn computers_who_may_object(&self) -> Option<Levels> {
        let round = self.replica.table_state.round.as_ref()?;
        let mut levels = Levels::default();
        for seat in self.objectors() {
            let level = self.replica.table_state.seats.get(usize::from(seat)).and_then(|at| at.played_by_computer());
            if let (Some(level), Some(place)) = (level, round.place_of(seat)) {
                levels[place] = Some(Level::numbered(level));
            }
        }
        (levels != Levels::default()).then_some(levels)
    }

    /// The seat of the table whose decision a move is.
    pub fn decider(&self, mv: &str) -> Option<u8> {
        Some(self.table_seat(self.replica.game()?.decider(mv)?))
    }

    /// Whose turn it is, and the step it began with: the same on every server that reads the log.
    pub fn turn(&self) -> Option<(u8, u64)> {
        self.turn.map(|(_, seat, _)| (seat, self.turn_began))
    }

    /// The game's number, the seat to act, and where a turn is just beginning how many events came before it.
    fn turn_now(&self) -> Option<(u32, u8, Option<u32>)> {
        let game = self.replica.game()?;
        let begins = matches!(game.to_act(), ToAct::Roll { .. }) && game.begins_turn();
        let number = self.replica.table_state.round.as_ref()?.number;
        Some((number, self.replica.seat_to_act()?, begins.then(|| self.replica.clock())))
    }

    fn table_seat(&self, place: Seat) -> u8 {
        self.replica.table_state.round.as_ref().map_or(0, |round| round.table_seat(place))
    }
}

impl Dice {
    /// Throws the dice that are due, and returns the roll.
    fn throw(&mut self, game: &dyn DynGame) -> Option<String> {
        self.fair.throw(game, &mut self.counter)
    }

    /// The dice that are due were thrown before.
    fn pass(&mut self, game: &dyn DynGame) {
        if let ToAct::Roll { seat, dice } = game.to_act() {
            self.counter.next(seat, dice, game.begins_turn());
        }
    }
}
