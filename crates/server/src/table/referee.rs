//! The only referee: every intention is checked here, by the rules and by the table's terms.

use spieltisch_protocol::{Answers, GivenName, Intention, NewTable, RefusalCode as Code, Refused, Role, TableEvent, limits};
use spieltisch_records::{EventRefused, open_table};
use spieltisch_rules::ToAct;

use super::names::look_the_same;
use super::{Credential, Table};

/// What a command brings: things that happened, all or none.
#[derive(Debug, Default)]
pub struct Decision {
    /// What happens, in order.
    pub what: Vec<TableEvent>,
    /// A seat that was taken through an invitation and needs a token of its own.
    pub seated: Option<u8>,
}

fn refused<T>(code: Code, message: &str) -> Result<T, Refused> {
    Err(Refused::new(code, message))
}

impl Table {
    /// Sets the table up.
    pub fn open(&mut self, new: NewTable) -> Result<Decision, Refused> {
        let players = new.seats.len();
        open_table(&new.game, players, &new.options, &new.board)
            .map_err(|error| Refused { rule: Some(error.rule().into()), ..Refused::new(Code::BadSetUp, error.to_string()) })?;
        if new.seats.iter().all(|seat| seat.computer.is_some()) {
            return refused(Code::BadSetUp, "At least one seat must be for a person.");
        }
        if new.youngest >= players {
            return refused(Code::BadSetUp, "The youngest must be one of the seats.");
        }
        let mut seats = new.seats;
        for seat in &mut seats {
            if !seat.name.is_empty() || seat.computer.is_some() {
                seat.name = limits::name(&seat.name)
                    .ok_or_else(|| Refused::new(Code::BadText, format!("A name has 1 to {} letters.", limits::NAME)))?;
            }
            if seat.computer.is_some_and(|level| !(1..=5).contains(&level)) {
                return refused(Code::BadSetUp, "Computers play at a level from 1 to 5.");
            }
            seat.colour %= 8;
        }
        let named: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).filter(|name| !name.is_empty()).collect();
        let twice = named.iter().enumerate().find(|(i, name)| named[..*i].iter().any(|other| look_the_same(name, other)));
        if let Some((_, name)) = twice {
            return refused(Code::BadText, &format!("Two seats have the name “{name}”, or look as if they had; each needs its own."));
        }
        self.happens(TableEvent::Opened {
            game: new.game,
            options: new.options,
            board: new.board,
            seats,
            terms: new.terms,
            youngest: new.youngest as u8,
        });
        self.commit_next();
        Ok(self.decided())
    }

    /// Decides what follows from an intention. A refusal changes nothing. A client with an invitation brings the key that
    /// their seat's token will have.
    pub fn decide(&mut self, credential: &Credential, intention: &Intention) -> Result<Decision, Refused> {
        if let Intention::Sit { seat, name, part, .. } = intention {
            return self.sit(credential, *seat, name, part);
        }
        let Some(seat) = self.seat_of(credential) else {
            return refused(Code::NotSeated, "Only someone with a seat at the table can do that.");
        };
        match intention {
            Intention::Sit { .. } => {}
            Intention::Name { name } => self.name(seat, name)?,
            Intention::Leave => {
                self.happens(TableEvent::Left { seat });
                self.begin_if_all_are_ready();
                self.take_back_if_all_agree();
            }
            Intention::Start { part } => self.start(seat, part)?,
            Intention::Again { part } => self.again(seat, part)?,
            Intention::Move { round, after, event } => {
                self.check_current(*round, *after)?;
                self.decision(seat, event)?;
            }
            Intention::Roll { round, after } => {
                self.check_current(*round, *after)?;
                self.roll(seat)?;
            }
            Intention::TakeBack => self.take_back(seat)?,
            Intention::Answer { yes } => self.answer(seat, *yes)?,
            Intention::Agree(answers) => self.agree(seat, *answers)?,
            Intention::Say { text } => self.say(seat, text)?,
        }
        Ok(self.decided())
    }

    /// What a computer does for a seat: a decision, or where `event` is `None` the roll that is due.
    pub fn decide_for(&mut self, seat: u8, event: Option<&str>, time_up: bool) -> Result<Decision, Refused> {
        match event {
            Some(event) => self.decision(seat, event)?,
            None => self.roll(seat)?,
        }
        if time_up {
            self.fresh.insert(0, TableEvent::TimeUp { seat });
        }
        Ok(self.decided())
    }

    /// A computer begins or ends to play for someone who is away.
    pub fn stand_in(&mut self, seat: u8, on: bool) -> Decision {
        self.happens(TableEvent::StandIn { seat, on, answers: Answers::default(), name: String::new() });
        self.decided()
    }

    fn happens(&mut self, table_event: TableEvent) {
        let followed = self.replica.happen(&table_event, self.now).and_then(|()| self.change_dice(&table_event));
        debug_assert!(followed.is_ok(), "what is decided here fits: {followed:?}");
        self.fresh.push(table_event);
    }

    fn decided(&mut self) -> Decision {
        Decision { what: std::mem::take(&mut self.fresh), seated: None }
    }

    fn sit(&mut self, credential: &Credential, wanted: Option<u8>, name: &str, part: &str) -> Result<Decision, Refused> {
        let seat = match self.role_of(credential) {
            Role::Watcher if credential.role.seat().is_some() => {
                return refused(Code::SeatTaken, "Another player has taken that seat; you can look on.");
            }
            Role::Seat(seat) => seat,
            // A client that did not hear that it got a seat asks again with the same key.
            Role::Invited if let Some(seat) = self.seat_owned_by(&credential.key) => {
                return Ok(Decision { seated: Some(seat), ..self.decided() });
            }
            Role::Invited => match wanted.or_else(|| self.replica.table_state.free_seats().next()) {
                Some(seat) if self.replica.table_state.free_seats().any(|free| free == seat) => seat,
                _ => return refused(Code::SeatTaken, "That seat is taken; choose another, or look on."),
            },
            Role::Watcher | Role::Host => return refused(Code::NotSeated, "This link only lets you look on."),
        };
        if self.person_sits(seat) {
            return refused(Code::NotNow, "You sit there already.");
        }
        let name = self.name_for(seat, name)?;
        if !limits::is_part(part) {
            return refused(Code::BadText, "The part for the dice must be up to 32 hexadecimal digits.");
        }
        self.happens(TableEvent::Sat { seat, name, part: part.into(), owner: credential.key.clone() });
        self.begin_if_all_are_ready();
        Ok(Decision { seated: (credential.role == Role::Invited).then_some(seat), ..self.decided() })
    }

    /// The name that a seat's person asks for, as it is kept; a given one where they ask for none.
    fn name_for(&self, seat: u8, name: &str) -> Result<String, Refused> {
        let is_taken = |name: &str| {
            let seats = self.replica.table_state.seats.iter().enumerate();
            let mut others = seats.filter(|(other, at)| *other != usize::from(seat) && (at.taken || at.computer.is_some()));
            others.any(|(_, at)| look_the_same(&at.name, name))
        };
        if name.is_empty() {
            let numbers = usize::from(seat) + 1..;
            let mut given = numbers.map(|number| GivenName::Player(number).to_string());
            return given.find(|name| !is_taken(name)).ok_or_else(|| Refused::new(Code::BadText, "Choose a name."));
        }
        match limits::name(name) {
            None => Err(Refused::new(Code::BadText, format!("A name has 1 to {} letters.", limits::NAME))),
            Some(name) if is_taken(&name) => refused(Code::BadText, "Another player has that name; choose another."),
            Some(name) => Ok(name),
        }
    }

    fn name(&mut self, seat: u8, name: &str) -> Result<(), Refused> {
        let name = self.name_for(seat, name)?;
        let at = self.replica.table_state.seats.get(usize::from(seat)).cloned().unwrap_or_default();
        // The same name again, by a second tap or from a second tab, changes nothing.
        if at.name != name {
            self.happens(TableEvent::StandIn { seat, on: at.stand_in, answers: Answers::default(), name });
        }
        Ok(())
    }

    fn start(&mut self, seat: u8, part: &str) -> Result<(), Refused> {
        if self.replica.table_state.is_playing() {
            return refused(Code::NotNow, "The game is being played already.");
        }
        if !limits::is_part(part) {
            return refused(Code::BadText, "The part for the dice must be up to 32 hexadecimal digits.");
        }
        // A part that was given stays: others may have chosen theirs after it.
        if !part.is_empty() && self.replica.table_state.ready.get(&seat).is_none_or(String::is_empty) {
            self.happens(TableEvent::Ready { seat, part: part.into() });
        }
        self.begin();
        Ok(())
    }

    fn again(&mut self, seat: u8, part: &str) -> Result<(), Refused> {
        if self.replica.table_state.is_playing() || self.replica.table_state.round.is_none() {
            return refused(Code::NotNow, "The next game can be asked for when this one is over.");
        }
        if !limits::is_part(part) {
            return refused(Code::BadText, "The part for the dice must be up to 32 hexadecimal digits.");
        }
        if !self.replica.table_state.ready.contains_key(&seat) {
            self.happens(TableEvent::Ready { seat, part: part.into() });
            self.begin_if_all_are_ready();
        }
        Ok(())
    }

    /// Begins the next game once every seat for a person is taken and everyone is ready. After a
    /// game no one waits for seats that stayed empty.
    fn begin_if_all_are_ready(&mut self) {
        let table_state = &self.replica.table_state;
        let complete = table_state.round.is_some() || table_state.free_seats().next().is_none();
        let ready = table_state.persons().all(|seat| table_state.ready.contains_key(&seat)) && table_state.persons().next().is_some();
        if complete && ready && !table_state.is_playing() {
            self.begin();
        }
    }

    fn begin(&mut self) {
        let beginning = self.beginning();
        self.happens(beginning);
    }

    fn check_current(&self, round: u32, after: u32) -> Result<(), Refused> {
        let current = self.replica.table_state.round.as_ref().map(|round| round.number);
        if !self.replica.table_state.is_playing() {
            return refused(Code::NotNow, "No game is being played.");
        }
        if current == Some(round) && self.replica.clock() == after {
            return Ok(());
        }
        refused(Code::Stale, "Something else happened first.")
    }

    fn decision(&mut self, seat: u8, event: &str) -> Result<(), Refused> {
        let place = self.replica.table_state.round.as_ref().and_then(|round| round.place_of(seat));
        let decider = self.replica.game().and_then(|game| game.decider(event));
        let turn = place.is_some() && decider == place;
        let Some(decided) = turn.then(|| self.replica.decide(seat, event, self.now)).flatten() else {
            return refused(Code::NotYourTurn, "It is not your decision now.");
        };
        let rule = |refused: EventRefused| Refused { rule: Some(refused.rule.into()), ..Refused::new(Code::Rule, refused.message) };
        self.fresh.push(decided.map_err(rule)?);
        self.go_on();
        Ok(())
    }

    fn roll(&mut self, seat: u8) -> Result<(), Refused> {
        let due = matches!(self.replica.to_act(), ToAct::Roll { .. }) && self.replica.seat_to_act() == Some(seat);
        if !due {
            return refused(Code::NotYourTurn, "It is not your roll now.");
        }
        self.throw();
        Ok(())
    }

    fn throw(&mut self) {
        let (Some(dice), Some(game)) = (&mut self.dice, self.replica.game()) else { return };
        if let Some(event) = dice.throw(game) {
            self.happens(TableEvent::Roll { event });
        }
    }

    /// What follows by itself: dice within a turn are rolled at once, and a game that is over ends.
    fn go_on(&mut self) {
        let Some(game) = self.replica.game() else { return };
        match game.to_act() {
            ToAct::Roll { .. } if !game.begins_turn() => self.throw(),
            ToAct::Over => self.end(),
            _ => {}
        }
    }

    fn end(&mut self) {
        let Some(game) = self.replica.game() else { return };
        let result = serde_json::to_value(game.result()).unwrap_or_default();
        let number = self.replica.table_state.round.as_ref().map_or(0, |round| round.number);
        self.happens(TableEvent::Ended { secret: self.master.of_round(number).to_hex(), result });
        self.commit_next();
    }

    fn commit_next(&mut self) {
        let round = self.replica.table_state.next_round();
        self.happens(TableEvent::Committed { round, commitment: self.master.of_round(round).commitment() });
    }

    fn take_back(&mut self, seat: u8) -> Result<(), Refused> {
        if !self.replica.table_state.terms.takeback {
            return refused(Code::SwitchedOff, "This table takes no decisions back.");
        }
        if self.replica.last_mover() != Some(seat) {
            return refused(Code::NotNow, "Only the last decision can be taken back, and only until dice are rolled.");
        }
        self.happens(TableEvent::TakebackAsked { seat });
        self.take_back_if_all_agree();
        Ok(())
    }

    fn answer(&mut self, seat: u8, yes: bool) -> Result<(), Refused> {
        match &self.replica.table_state.asked {
            Some(asked) if asked.seat != seat && !asked.agreed.contains(&seat) => {
                self.happens(TableEvent::TakebackAnswered { seat, yes });
                self.take_back_if_all_agree();
                Ok(())
            }
            _ => refused(Code::NotNow, "There is no request to take something back."),
        }
    }

    fn take_back_if_all_agree(&mut self) {
        let Some(asked) = &self.replica.table_state.asked else { return };
        let agreed = |seat: u8| seat == asked.seat || asked.agreed.contains(&seat);
        if self.replica.table_state.persons().all(agreed) {
            self.happens(TableEvent::TakenBack);
        }
    }

    fn agree(&mut self, seat: u8, answers: Answers) -> Result<(), Refused> {
        if answers.is_silent() {
            return refused(Code::Unreadable, "Say what you agree to: “marks”, “chances” or both, each true or false.");
        }
        let at = self.replica.table_state.seats.get(usize::from(seat)).cloned().unwrap_or_default();
        // The same answer again, by a second tap or from a second tab, changes nothing.
        if at.answers.then(answers) != at.answers {
            self.happens(TableEvent::StandIn { seat, on: at.stand_in, answers, name: String::new() });
        }
        Ok(())
    }

    fn say(&mut self, seat: u8, text: &str) -> Result<(), Refused> {
        if !self.replica.table_state.terms.chat {
            return refused(Code::SwitchedOff, "This table has no chat.");
        }
        let Some(text) = limits::line(text) else {
            return Err(Refused::new(Code::BadText, format!("A line has 1 to {} letters.", limits::LINE)));
        };
        self.happens(TableEvent::Said { seat, text });
        Ok(())
    }
}
