//! A game line by line.

use spieltisch_core::{
    Done, Due, Kind, LocalGame, SeenDice, Session, Starter, announce_last, begin, entries, faces, prompt, read_event, result_lines,
    score_lines,
};
use spieltisch_records::{DynGame, Record, RecordError};
use spieltisch_rules::{Event, ToAct};
use spieltisch_texts::{self as texts, Key, t};

use super::words::{self, Word};
use super::{After, PlainDesk};
use crate::errors::Failure;
use crate::play::games::{TerminalGame, rule_lines, title};
use crate::play::store::now;

/// A game that is played line by line.
pub trait PlainGame {
    /// Plays it until it is left.
    fn play(&mut self, desk: &mut PlainDesk) -> Result<After, Failure>;
}

/// A game line by line.
pub struct PlainTable<G: TerminalGame> {
    session: Session<G>,
    is_kept: bool,
    /// How many events were told.
    told: usize,
}

impl<G: TerminalGame> PlainTable<G> {
    /// Opens a game.
    pub fn open(id: &str, record: Record) -> Result<PlainTable<G>, RecordError> {
        let seen = SeenDice::read(&record);
        Ok(PlainTable { session: Session::new(LocalGame::open(id, record)?, seen), is_kept: true, told: 0 })
    }

    /// Keeps the game, and tells where that fails or works again.
    fn keep(&mut self, desk: &PlainDesk) -> Result<(), Failure> {
        let mut record = self.session.game.record();
        self.session.seen.write(&mut record);
        let kept = desk.store.keep(&self.session.game.id, &record);
        let was_kept = std::mem::replace(&mut self.is_kept, kept.is_ok());
        match kept {
            Ok(()) if !was_kept => desk.say(t(desk.lang, Key::KeepingAgain)),
            Err(error) if was_kept => desk.say(&texts::terminal_not_kept(desk.lang, error)),
            _ => Ok(()),
        }
    }

    /// Tells and keeps what has happened.
    fn done(&mut self, desk: &PlainDesk, done: Done) -> Result<(), Failure> {
        match done {
            Done::Nothing => Ok(()),
            Done::Played => {
                self.keep(desk)?;
                self.tell_events(desk)
            }
            Done::Shown | Done::Ask(_) => match self.session.notice.take() {
                Some(notice) => desk.say(&notice),
                None => desk.say(&self.session.said),
            },
        }
    }

    /// Tells every event that was not told yet.
    fn tell_events(&mut self, desk: &PlainDesk) -> Result<(), Failure> {
        let game = &self.session.game;
        if game.clock() < self.told {
            self.told = game.clock();
            return desk.say(t(desk.lang, Key::SayUndone));
        }
        for clock in self.told + 1..=game.clock() {
            let then = game.at(clock);
            let Some(past) = then.past.last() else { continue };
            let said = G::announcement(desk.lang, &then, past);
            if !said.is_empty() {
                desk.say(&said)?;
            }
        }
        self.told = game.clock();
        Ok(())
    }

    /// Lets computers act until a person must.
    fn computers(&mut self, desk: &mut PlainDesk) -> Result<(), Failure> {
        loop {
            let (lang, seed) = (desk.lang, desk.chance.number());
            let game = &self.session.game;
            let event = match game.due() {
                Due::Nothing => return Ok(()),
                Due::Roll => {
                    let done = self.session.throw(lang, &mut |dice| desk.chance.throw(dice));
                    self.done(desk, done)?;
                    continue;
                }
                Due::Decision(turn) => desk.experts.decide(game, turn.level, seed),
                Due::Objection { levels, or_else } => {
                    let objection = desk.experts.object(game, levels, seed);
                    // People get their say before a computer lays the next tile.
                    let waits = or_else.is_some_and(|turn| turn.calm);
                    match (objection, or_else) {
                        (None, Some(turn)) if !waits => desk.experts.decide(game, turn.level, seed),
                        (objection, _) => objection,
                    }
                }
            };
            let Some(event) = event.and_then(|event| event.parse::<Event<G>>().ok()) else { return Ok(()) };
            let done = self.session.take(lang, event);
            self.done(desk, done)?;
        }
    }

    fn tell_position(&self, desk: &PlainDesk) -> Result<(), Failure> {
        desk.say(&title(desk.lang, &self.session.game))?;
        G::position_lines(desk.lang, &self.session.game).iter().try_for_each(|line| desk.say(line))
    }

    fn tell_offer(&self, desk: &PlainDesk) -> Result<(), Failure> {
        let game = &self.session.game;
        let lines = if game.person_acts() && game.is_deciding() { G::offer_lines(desk.lang, game) } else { Vec::new() };
        lines.iter().try_for_each(|line| desk.say(line))
    }

    /// What is to be done now.
    fn tell_prompt(&self, desk: &PlainDesk) -> Result<(), Failure> {
        let (lang, game) = (desk.lang, &self.session.game);
        match game.to_act() {
            ToAct::Roll { seat, dice } if game.is_roll_entered() => {
                let ask = texts::terminal_enter_dice(lang, dice as i64);
                desk.say(&texts::format_labelled(lang, &game.seats[seat].name, ask))
            }
            _ => desk.say(&prompt(lang, game, &self.session.choice)),
        }
    }

    /// A word that is no move.
    fn answer(&mut self, desk: &mut PlainDesk, word: Word) -> Result<Option<After>, Failure> {
        let lang = desk.lang;
        let game = &self.session.game;
        match word {
            Word::Help => desk.say(t(lang, Key::TerminalLineHelp))?,
            Word::Quit => {
                if self.is_kept && game.to_act() != ToAct::Over {
                    desk.say(t(lang, Key::TerminalGameKept))?;
                }
                return Ok(Some(After::Leave));
            }
            Word::Again if game.to_act() == ToAct::Over => {
                let next = begin(game.header(), &game.seats, game.allowed(), Starter::of_rematch(game), now());
                return Ok(Some(After::Again(Box::new(next))));
            }
            Word::Again => self.tell_prompt(desk)?,
            Word::Roll => self.roll(desk)?,
            Word::Moves => {
                for mv in game.position.legal_moves() {
                    desk.say(&mv)?;
                }
            }
            Word::Board => {
                self.tell_position(desk)?;
                self.tell_offer(desk)?;
            }
            Word::Score => score_lines(lang, game).iter().try_for_each(|line| desk.say(line))?,
            Word::History => entries(lang, game).lines.iter().try_for_each(|line| desk.say(&line.said))?,
            Word::Rules => rule_lines::<G>(lang).iter().try_for_each(|line| desk.say(line))?,
            Word::Review => {
                let record = game.record();
                desk.experts.review(lang, record).iter().try_for_each(|line| desk.say(line))?;
            }
            Word::Hint if game.may_ask_for_hint() => {
                self.session.hint = Some(desk.experts.advise(game));
                let mut said = self.session.hint_text(lang).unwrap_or_default();
                // Lines have no marks: the move itself says where.
                if let Some(best) = self.session.hinted() {
                    said = format!("{said} ({best})");
                }
                desk.say(&said)?;
            }
            Word::Hint => self.tell_prompt(desk)?,
            Word::Undo => {
                let done = self.session.undo(lang, |dice| desk.chance.below(dice));
                self.done(desk, done)?;
            }
        }
        Ok(None)
    }

    fn roll(&mut self, desk: &mut PlainDesk) -> Result<(), Failure> {
        if !self.session.game.person_acts() {
            return Ok(());
        }
        let done = self.session.throw(desk.lang, &mut |dice| desk.chance.throw(dice));
        if done == Done::Nothing {
            return self.tell_prompt(desk);
        }
        self.done(desk, done)
    }

    /// A move, or dice that were thrown by hand.
    fn take(&mut self, desk: &mut PlainDesk, line: &str) -> Result<(), Failure> {
        let lang = desk.lang;
        if self.session.game.is_roll_entered() {
            // As records write it, with the dice that were kept, or only what was thrown.
            let done = match line.parse::<Event<G>>() {
                Ok(Event::Roll(roll)) => self.session.take(lang, Event::Roll(roll)),
                _ => self.session.enter(lang, &faces(line)),
            };
            return if done == Done::Nothing { self.tell_prompt(desk) } else { self.done(desk, done) };
        }
        match self.read(desk, line) {
            Some(Event::Move(mv)) if self.may(mv) => {
                let done = self.session.take(lang, Event::Move(mv));
                let played = done == Done::Played;
                self.done(desk, done)?;
                let goes_on = matches!(self.session.game.to_act(), ToAct::Roll { .. }) && !self.session.game.is_roll_entered();
                // Dice that are kept are kept in order to roll the others.
                if played && goes_on && !self.session.game.position.begins_turn() {
                    self.roll(desk)?;
                }
                Ok(())
            }
            Some(_) => self.tell_prompt(desk),
            None => desk.say(&texts::terminal_line_unknown(lang, line)),
        }
    }

    /// Whether a person at this screen may decide this now: whoever acts, or who objects.
    fn may(&self, mv: G::Move) -> bool {
        let game = &self.session.game;
        let decider = game.position.game.decider(&game.position.state, mv);
        decider.is_some_and(|seat| game.seats.get(seat).is_some_and(|player| player.kind == Kind::Person))
    }

    fn read(&self, desk: &PlainDesk, line: &str) -> Option<Event<G>> {
        let game = &self.session.game;
        if let ([seat], true) =
            (game.objectors_here().as_slice(), line.eq_ignore_ascii_case("object") || line == t(desk.lang, Key::MoveObject))
        {
            return game.position.game.objection(*seat).map(Event::Move);
        }
        read_event(desk.lang, game, line)
    }

    /// Whether a computer waits for an objection of someone here.
    fn waits_for_objection(&self) -> bool {
        let game = &self.session.game;
        matches!(game.due(), Due::Decision(_) | Due::Objection { .. }) && !game.objectors_here().is_empty()
    }

    /// A computer goes on, as nobody objects.
    fn no_objection(&mut self, desk: &mut PlainDesk) -> Result<(), Failure> {
        let (lang, seed) = (desk.lang, desk.chance.number());
        let turn = match self.session.game.due() {
            Due::Decision(turn) | Due::Objection { or_else: Some(turn), .. } => turn,
            Due::Nothing | Due::Roll | Due::Objection { or_else: None, .. } => return Ok(()),
        };
        let event = desk.experts.decide(&self.session.game, turn.level, seed);
        let Some(event) = event.and_then(|event| event.parse::<Event<G>>().ok()) else { return Ok(()) };
        let done = self.session.take(lang, event);
        self.done(desk, done)
    }
}

impl<G: TerminalGame> PlainGame for PlainTable<G> {
    fn play(&mut self, desk: &mut PlainDesk) -> Result<After, Failure> {
        self.keep(desk)?;
        self.told = self.session.game.clock();
        if self.told > 0 {
            desk.say(&announce_last(desk.lang, &self.session.game))?;
        }
        let (mut turn, mut stamp) = (None, None);
        loop {
            self.computers(desk)?;
            let game = &self.session.game;
            let (now, stamp_now) = (game.turn(), Some(game.stamp()));
            if turn != Some(now) {
                turn = Some(now);
                match game.to_act() {
                    ToAct::Over => {
                        desk.experts.note_end(&game.record());
                        result_lines(desk.lang, game).iter().try_for_each(|line| desk.say(line))?
                    }
                    _ if game.person_acts() => self.tell_position(desk)?,
                    _ => {}
                }
            }
            if std::mem::replace(&mut stamp, stamp_now) != stamp_now {
                self.tell_offer(desk)?;
            }
            if self.session.game.to_act() != ToAct::Over {
                self.tell_prompt(desk)?;
            }
            let Some(line) = desk.read()? else { return Ok(After::Ended) };
            let waits = self.waits_for_objection();
            match words::read(desk.lang, &line) {
                Some(word) => {
                    if let Some(after) = self.answer(desk, word)? {
                        return Ok(after);
                    }
                }
                None if line.is_empty() && waits => self.no_objection(desk)?,
                None if line.is_empty() => {}
                None => self.take(desk, &line)?,
            }
        }
    }
}
