//! Everything that follows from the steps of a table.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use spieltisch_records::fair::{Agreed, SCHEME};
use spieltisch_records::head_start;
use spieltisch_records::header::{DICE, OPENING, ORDER, SEATS, STARTED};
use spieltisch_records::{DiceSheet, Record, SeatSheet, Time};

use crate::agreement::Answers;
use crate::given::GivenName;
use crate::limits;
use crate::log::TableEvent;
use crate::set_up::Terms;

/// A table as it stands: the game set up, who sits there, the game being played and those before.
#[derive(Clone, Debug, Default)]
pub struct TableState {
    /// The number of the last step.
    pub seq: u64,
    /// When it was.
    pub changed: u64,
    /// Counts everything that changed the game being played; talk and seats leave it as it is.
    pub moment: u64,
    /// The game's name.
    pub game: String,
    /// Options that differ from the default.
    pub options: Map<String, Value>,
    /// The board.
    pub board: Value,
    /// What is agreed besides the rules.
    pub terms: Terms,
    /// Who begins where the youngest does.
    pub youngest: u8,
    /// The seats, clockwise.
    pub seats: Vec<SeatAt>,
    /// The commitment for the next game, until it begins.
    pub commitment: String,
    /// Who is ready for the next game, with their part in its dice.
    pub ready: BTreeMap<u8, String>,
    /// The game being played, or the last one.
    pub round: Option<Round>,
    /// Games that ended before it.
    pub finished: Vec<Record>,
    /// Who asked to take a decision back, and who agrees.
    pub asked: Option<TakebackRequest>,
    /// What was said.
    pub lines: Vec<ChatLine>,
}

/// A seat of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatAt {
    /// Who sits there, or was meant to.
    pub name: String,
    /// Which colour and shape.
    pub colour: u8,
    /// The level of a computer.
    pub computer: Option<u8>,
    /// Whether a person sits there.
    pub taken: bool,
    /// Whether that person has left for good, so that a computer goes on.
    pub left: bool,
    /// Whether a computer plays while that person is away.
    pub stand_in: bool,
    /// The public name of the token that owns the seat; `None` where the seat is free, or an older version did not say.
    pub owner: Option<String>,
    /// What that person answers about marks and chances.
    pub answers: Answers,
}

impl SeatAt {
    /// The level of the computer that decides for this seat now.
    pub fn played_by_computer(&self) -> Option<u8> {
        self.computer.or((!self.taken || self.left || self.stand_in).then_some(STAND_IN_LEVEL))
    }

    /// As a record of a game that begins now describes it.
    fn sheet(&self) -> SeatSheet {
        SeatSheet { colour: self.colour, computer: self.computer, empty: self.computer.is_none() && !self.taken, ..SeatSheet::default() }
    }
}

/// How well a computer plays that stands in for someone.
pub const STAND_IN_LEVEL: u8 = 3;

/// One game of the table.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its number at this table, from 0.
    pub number: u32,
    /// The seats of the table in the order of play.
    pub order: Vec<u8>,
    /// The game so far.
    pub record: Record,
    /// When each event happened, by the server's clock.
    pub times: Vec<u64>,
    /// For every decision that was taken back, how many events were left.
    pub taken_back: Vec<usize>,
    /// Whether it is over.
    pub over: bool,
}

impl Round {
    /// The seat of the table that plays at this place of the order.
    pub fn table_seat(&self, place: usize) -> u8 {
        self.order.get(place).copied().unwrap_or(0)
    }

    /// The place in the order of play of a seat of the table.
    pub fn place_of(&self, seat: u8) -> Option<usize> {
        self.order.iter().position(|&other| other == seat)
    }
}

/// Someone asked to take a decision back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakebackRequest {
    /// The seat that asks.
    pub seat: u8,
    /// Who agrees.
    pub agreed: Vec<u8>,
}

/// A line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// The seat that said it.
    pub seat: u8,
    /// The words.
    pub text: String,
    /// When it was said, in milliseconds since 1970.
    pub at: u64,
}

impl TableState {
    /// Takes one thing that happened, as a part of the next step.
    pub fn happen(&mut self, table_event: &TableEvent, at: u64) {
        if matches!(
            table_event,
            TableEvent::Began { .. } | TableEvent::Move { .. } | TableEvent::Roll { .. } | TableEvent::Ended { .. } | TableEvent::TakenBack
        ) {
            self.moment += 1;
        }
        match table_event {
            TableEvent::Opened { game, options, board, seats, terms, youngest } => {
                let seat = |plan: &crate::SeatPlan| SeatAt {
                    name: plan.name.clone(),
                    colour: plan.colour,
                    computer: plan.computer,
                    ..SeatAt::default()
                };
                self.seats = seats.iter().map(seat).collect();
                (self.game, self.options, self.board) = (game.clone(), options.clone(), board.clone());
                (self.terms, self.youngest) = (terms.clone(), *youngest);
            }
            TableEvent::Committed { commitment, .. } => self.commitment = commitment.clone(),
            TableEvent::Sat { seat, name, part, owner } => {
                self.rename(*seat, name);
                self.with_seat(*seat, |at| {
                    (at.taken, at.left, at.stand_in) = (true, false, false);
                    at.name = name.clone();
                    at.owner = (!owner.is_empty()).then(|| owner.clone());
                    // A player who sits down was not asked yet.
                    at.answers = Answers::default();
                });
                if !self.is_playing() {
                    self.ready.insert(*seat, part.clone());
                }
            }
            TableEvent::Left { seat } => {
                let playing = self.is_playing();
                self.with_seat(*seat, |at| {
                    (at.taken, at.left, at.stand_in, at.owner) = (playing, playing, false, None);
                    at.answers = Answers::default();
                });
                self.ready.remove(seat);
                if self.asked.as_ref().is_some_and(|asked| asked.seat == *seat) {
                    self.asked = None;
                }
            }
            TableEvent::Ready { seat, part } => {
                self.ready.insert(*seat, part.clone());
            }
            TableEvent::Began { order, opening, id } => self.begin(order, opening, id, at),
            TableEvent::Move { event, .. } | TableEvent::Roll { event } => {
                self.asked = None;
                if let Some(round) = &mut self.round {
                    round.record.events.push(event.clone());
                    round.times.push(at);
                }
            }
            TableEvent::Ended { secret, result } => self.end(secret, result),
            TableEvent::StandIn { seat, on, answers, name } => {
                self.with_seat(*seat, |at| (at.stand_in, at.answers) = (*on, at.answers.then(*answers)));
                if !name.is_empty() {
                    self.rename(*seat, name);
                    self.with_seat(*seat, |at| at.name.clone_from(name));
                }
            }
            TableEvent::TimeUp { .. } => {}
            TableEvent::TakebackAsked { seat } => self.asked = Some(TakebackRequest { seat: *seat, agreed: Vec::new() }),
            TableEvent::TakebackAnswered { seat, yes: true } => {
                if let Some(asked) = &mut self.asked {
                    asked.agreed.push(*seat);
                }
            }
            TableEvent::TakebackAnswered { yes: false, .. } => self.asked = None,
            TableEvent::TakenBack => {
                self.asked = None;
                if let Some(round) = &mut self.round {
                    round.record.events.pop();
                    round.times.pop();
                    round.taken_back.push(round.record.events.len());
                }
            }
            TableEvent::Said { seat, text } => {
                if self.lines.len() == limits::LINES {
                    self.lines.remove(0);
                }
                self.lines.push(ChatLine { seat: *seat, text: text.clone(), at });
            }
        }
    }

    fn with_seat(&mut self, seat: u8, change: impl FnOnce(&mut SeatAt)) {
        if let Some(at) = self.seats.get_mut(usize::from(seat)) {
            change(at);
        }
    }

    /// A player who sits down in mid-game plays under their own name, not under that of the computer before them; and a name can be changed.
    fn rename(&mut self, seat: u8, name: &str) {
        let Some(round) = self.round.as_mut().filter(|round| !round.over) else { return };
        let Some(place) = round.place_of(seat) else { return };
        let Some(player) = round.record.players.get_mut(place) else { return };
        let before = std::mem::replace(player, name.to_string());
        if before != name {
            // The dice are bound to the names at the beginning.
            SeatSheet::note_name(&mut round.record, place, &before);
        }
    }

    fn begin(&mut self, order: &[u8], opening: &[(u8, Vec<u8>)], id: &str, at: u64) {
        if let Some(last) = self.round.take() {
            self.finished.push(last.record);
        }
        for seat in 0..self.seats.len() {
            self.seats[seat].name = self.called(seat);
        }
        let sheet = self.dice_sheet(id);
        let at_seat = |seat: &u8| self.seats.get(usize::from(*seat)).cloned().unwrap_or_default();
        let mut record = Record::new(&self.game, order.iter().map(|seat| at_seat(seat).name).collect());
        let seats: Vec<usize> = order.iter().map(|&seat| usize::from(seat)).collect();
        record.options = head_start::reordered(&self.options, &seats);
        record.board = self.board.clone();
        SEATS.write(&mut record, &order.iter().map(|seat| at_seat(seat).sheet()).collect());
        ORDER.write(&mut record, &seats);
        STARTED.write(&mut record, &Time(at));
        if !opening.is_empty() {
            OPENING.write(&mut record, &opening.iter().map(|(seat, faces)| (at_seat(seat).name, faces.clone())).collect());
        }
        DICE.write(&mut record, &sheet);
        let number = self.finished.len() as u32;
        self.round = Some(Round { number, order: order.to_vec(), record, times: Vec::new(), taken_back: Vec::new(), over: false });
        self.ready.clear();
        self.asked = None;
    }

    /// A digest of all that is agreed for the next game, with the seat that begins where the dice do not decide that.
    pub fn agreed(&self, first: Option<usize>) -> String {
        let seats = self.seats.iter().enumerate().map(|(seat, at)| (self.called(seat), at.sheet())).collect();
        let same_for_all = self.terms.same_dice;
        Agreed { game: &self.game, options: &self.options, board: &self.board, same_for_all, seats, first }.digest()
    }

    /// The name at a seat. A computer plays where no person came, and needs one.
    fn called(&self, seat: usize) -> String {
        match &self.seats[seat].name {
            name if name.is_empty() => GivenName::Computer(seat + 1).to_string(),
            name => name.clone(),
        }
    }

    /// What the next game's header says of its dice, with the parts of everyone who is ready.
    pub fn dice_sheet(&self, id: &str) -> DiceSheet {
        let part = |seat: usize| self.ready.get(&(seat as u8)).cloned().unwrap_or_default();
        DiceSheet {
            scheme: SCHEME.into(),
            game: id.into(),
            commitment: self.commitment.clone(),
            parts: (0..self.seats.len()).map(part).collect(),
            same_for_all: self.terms.same_dice,
            secret: None,
        }
    }

    fn end(&mut self, secret: &str, result: &Value) {
        self.asked = None;
        let Some(round) = &mut self.round else { return };
        round.over = true;
        round.record.result = result.clone();
        if let Some(mut sheet) = DICE.read(&round.record) {
            sheet.secret = Some(secret.to_string());
            DICE.write(&mut round.record, &sheet);
        }
        // A seat whose player did not come back is free again.
        for seat in &mut self.seats {
            if seat.left {
                (seat.taken, seat.left) = (false, false);
            }
        }
    }

    /// Whether a game is being played.
    pub fn is_playing(&self) -> bool {
        self.round.as_ref().is_some_and(|round| !round.over)
    }

    /// The number of the game that is being played or comes next.
    pub fn next_round(&self) -> u32 {
        self.round.as_ref().map_or(0, |round| round.number + 1)
    }

    /// Seats of persons that are free.
    pub fn free_seats(&self) -> impl Iterator<Item = u8> + '_ {
        self.seats.iter().enumerate().filter(|(_, at)| at.computer.is_none() && !at.taken).map(|(seat, _)| seat as u8)
    }

    /// Seats where a person sits.
    pub fn persons(&self) -> impl Iterator<Item = u8> + '_ {
        self.seats.iter().enumerate().filter(|(_, at)| at.taken && !at.left).map(|(seat, _)| seat as u8)
    }

    /// All games of the table as records, the one being played included.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.finished.iter().chain(self.round.iter().map(|round| &round.record))
    }
}
