//! The only referee: every intention is checked here, by the rules and by the table's terms.

use spieltisch_protocol::{Answers, Happening, Intention, NewTable, RefusalCode as Code, Refused, Role, limits};
use spieltisch_records::{EventRefused, open_table};
use spieltisch_rules::ToAct;

use super::{Holder, Table};

/// What a command brings: things that happened, all or none.
#[derive(Debug, Default)]
pub struct Decision {
    /// What happens, in order.
    pub what: Vec<Happening>,
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
        open_table(&new.game, players, &new.options, &new.board).map_err(|error| Refused {
            code: Code::BadSetUp,
            rule: Some(error.rule().into()),
            message: error.to_string(),
        })?;
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
        self.happens(Happening::Opened {
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

    /// Decides what follows from an intention. A refusal changes nothing. Whoever comes by an invitation brings the key that
    /// their seat's token will have.
    pub fn decide(&mut self, holder: &Holder, intention: &Intention) -> Result<Decision, Refused> {
        if let Intention::Sit { seat, name, part, .. } = intention {
            return self.sit(holder, *seat, name, part);
        }
        let Some(seat) = self.seat_of(holder) else {
            return refused(Code::NotSeated, "Only someone with a seat at the table can do that.");
        };
        match intention {
            Intention::Sit { .. } => {}
            Intention::Leave => {
                self.happens(Happening::Left { seat });
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
            self.fresh.insert(0, Happening::TimeUp { seat });
        }
        Ok(self.decided())
    }

    /// A computer begins or ends to play for someone who is away.
    pub fn stand_in(&mut self, seat: u8, on: bool) -> Decision {
        self.happens(Happening::StandIn { seat, on, answers: Answers::default() });
        self.decided()
    }

    fn happens(&mut self, happening: Happening) {
        let followed = self.follower.happen(&happening, self.now).and_then(|()| self.change_dice(&happening));
        debug_assert!(followed.is_ok(), "what is decided here fits: {followed:?}");
        self.fresh.push(happening);
    }

    fn decided(&mut self) -> Decision {
        Decision { what: std::mem::take(&mut self.fresh), seated: None }
    }

    fn sit(&mut self, holder: &Holder, wanted: Option<u8>, name: &str, part: &str) -> Result<Decision, Refused> {
        let seat = match self.role_of(holder) {
            Role::Watcher if holder.role.seat().is_some() => {
                return refused(Code::SeatTaken, "Somebody else has taken that seat; you can look on.");
            }
            Role::Seat(seat) => seat,
            // Whoever did not hear that they got a seat asks again with the same key.
            Role::Invited if let Some(seat) = self.seat_owned_by(&holder.key) => {
                return Ok(Decision { seated: Some(seat), ..self.decided() });
            }
            Role::Invited => match wanted.or_else(|| self.follower.evening.free_seats().next()) {
                Some(seat) if self.follower.evening.free_seats().any(|free| free == seat) => seat,
                _ => return refused(Code::SeatTaken, "That seat is taken; choose another, or look on."),
            },
            Role::Watcher | Role::Host => return refused(Code::NotSeated, "This link only lets you look on."),
        };
        if self.person_sits(seat) {
            return refused(Code::NotNow, "You sit there already.");
        }
        let Some(name) = limits::name(name) else {
            return Err(Refused::new(Code::BadText, format!("A name has 1 to {} letters.", limits::NAME)));
        };
        let others = self
            .follower
            .evening
            .seats
            .iter()
            .enumerate()
            .filter(|(other, at)| *other != usize::from(seat) && (at.taken || at.computer.is_some()));
        if others.into_iter().any(|(_, at)| limits::look_the_same(&at.name, &name)) {
            return refused(Code::BadText, "Somebody at the table has that name; choose another.");
        }
        if !limits::is_part(part) {
            return refused(Code::BadText, "The part for the dice must be up to 32 hexadecimal digits.");
        }
        self.happens(Happening::Sat { seat, name, part: part.into(), owner: holder.key.clone() });
        self.begin_if_all_are_ready();
        Ok(Decision { seated: (holder.role == Role::Invited).then_some(seat), ..self.decided() })
    }

    fn start(&mut self, seat: u8, part: &str) -> Result<(), Refused> {
        if self.follower.evening.is_playing() {
            return refused(Code::NotNow, "The game is being played already.");
        }
        if !limits::is_part(part) {
            return refused(Code::BadText, "The part for the dice must be up to 32 hexadecimal digits.");
        }
        // A part that was given stays: others may have chosen theirs after it.
        if !part.is_empty() && self.follower.evening.ready.get(&seat).is_none_or(String::is_empty) {
            self.happens(Happening::Ready { seat, part: part.into() });
        }
        self.begin();
        Ok(())
    }

    fn again(&mut self, seat: u8, part: &str) -> Result<(), Refused> {
        if self.follower.evening.is_playing() || self.follower.evening.round.is_none() {
            return refused(Code::NotNow, "The next game can be asked for when this one is over.");
        }
        if !limits::is_part(part) {
            return refused(Code::BadText, "The part for the dice must be up to 32 hexadecimal digits.");
        }
        if !self.follower.evening.ready.contains_key(&seat) {
            self.happens(Happening::Ready { seat, part: part.into() });
            self.begin_if_all_are_ready();
        }
        Ok(())
    }

    /// Begins the next game once every seat for a person is taken and everyone is ready. After a
    /// game nobody waits for seats that stayed empty.
    fn begin_if_all_are_ready(&mut self) {
        let evening = &self.follower.evening;
        let complete = evening.round.is_some() || evening.free_seats().next().is_none();
        let ready = evening.persons().all(|seat| evening.ready.contains_key(&seat)) && evening.persons().next().is_some();
        if complete && ready && !evening.is_playing() {
            self.begin();
        }
    }

    fn begin(&mut self) {
        let beginning = self.beginning();
        self.happens(beginning);
    }

    fn check_current(&self, round: u32, after: u32) -> Result<(), Refused> {
        let current = self.follower.evening.round.as_ref().map(|round| round.number);
        if !self.follower.evening.is_playing() {
            return refused(Code::NotNow, "No game is being played.");
        }
        if current == Some(round) && self.follower.clock() == after {
            return Ok(());
        }
        refused(Code::Stale, "Something else happened first.")
    }

    fn decision(&mut self, seat: u8, event: &str) -> Result<(), Refused> {
        let place = self.follower.evening.round.as_ref().and_then(|round| round.place_of(seat));
        let decider = self.follower.session().and_then(|session| session.decider(event));
        let turn = place.is_some() && decider == place;
        let Some(decided) = turn.then(|| self.follower.decide(seat, event, self.now)).flatten() else {
            return refused(Code::NotYourTurn, "It is not your decision now.");
        };
        let rule = |refused: EventRefused| Refused { code: Code::Rule, rule: Some(refused.rule.into()), message: refused.message };
        self.fresh.push(decided.map_err(rule)?);
        self.go_on();
        Ok(())
    }

    fn roll(&mut self, seat: u8) -> Result<(), Refused> {
        let due = matches!(self.follower.to_act(), ToAct::Roll { .. }) && self.follower.seat_to_act() == Some(seat);
        if !due {
            return refused(Code::NotYourTurn, "It is not your roll now.");
        }
        self.throw();
        Ok(())
    }

    fn throw(&mut self) {
        let (Some(dice), Some(session)) = (&mut self.dice, self.follower.session()) else { return };
        if let Some(event) = dice.throw(session) {
            self.happens(Happening::Roll { event });
        }
    }

    /// What follows by itself: dice within a turn are rolled at once, and a game that is over ends.
    fn go_on(&mut self) {
        let Some(session) = self.follower.session() else { return };
        match session.to_act() {
            ToAct::Roll { .. } if !session.begins_turn() => self.throw(),
            ToAct::Over => self.end(),
            _ => {}
        }
    }

    fn end(&mut self) {
        let Some(session) = self.follower.session() else { return };
        let result = serde_json::to_value(session.result()).unwrap_or_default();
        let number = self.follower.evening.round.as_ref().map_or(0, |round| round.number);
        self.happens(Happening::Ended { secret: self.master.of_round(number).to_hex(), result });
        self.commit_next();
    }

    fn commit_next(&mut self) {
        let round = self.follower.evening.next_round();
        self.happens(Happening::Committed { round, commitment: self.master.of_round(round).commitment() });
    }

    fn take_back(&mut self, seat: u8) -> Result<(), Refused> {
        if !self.follower.evening.terms.takeback {
            return refused(Code::SwitchedOff, "This table takes no decisions back.");
        }
        if self.follower.last_mover() != Some(seat) {
            return refused(Code::NotNow, "Only the last decision can be taken back, and only until dice are rolled.");
        }
        self.happens(Happening::TakebackAsked { seat });
        self.take_back_if_all_agree();
        Ok(())
    }

    fn answer(&mut self, seat: u8, yes: bool) -> Result<(), Refused> {
        match &self.follower.evening.asked {
            Some(asked) if asked.seat != seat && !asked.agreed.contains(&seat) => {
                self.happens(Happening::TakebackAnswered { seat, yes });
                self.take_back_if_all_agree();
                Ok(())
            }
            _ => refused(Code::NotNow, "Nobody asks you to take something back."),
        }
    }

    fn take_back_if_all_agree(&mut self) {
        let Some(asked) = &self.follower.evening.asked else { return };
        let agreed = |seat: u8| seat == asked.seat || asked.agreed.contains(&seat);
        if self.follower.evening.persons().all(agreed) {
            self.happens(Happening::TakenBack);
        }
    }

    fn agree(&mut self, seat: u8, answers: Answers) -> Result<(), Refused> {
        if answers.is_silent() {
            return refused(Code::Unreadable, "Say what you agree to: “marks”, “chances” or both, each true or false.");
        }
        let at = self.follower.evening.seats.get(usize::from(seat)).cloned().unwrap_or_default();
        // The same answer again, by a second tap or from a second tab, changes nothing.
        if at.answers.then(answers) != at.answers {
            self.happens(Happening::StandIn { seat, on: at.stand_in, answers });
        }
        Ok(())
    }

    fn say(&mut self, seat: u8, text: &str) -> Result<(), Refused> {
        if !self.follower.evening.terms.chat {
            return refused(Code::SwitchedOff, "This table has no chat.");
        }
        let Some(text) = limits::line(text) else {
            return Err(Refused::new(Code::BadText, format!("A line has 1 to {} letters.", limits::LINE)));
        };
        self.happens(Happening::Said { seat, text });
        Ok(())
    }
}
