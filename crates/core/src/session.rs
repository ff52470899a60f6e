//! A game at one screen: what is chosen, refused, said and hinted, and the one way in which it goes on.
//!
//! Taps, presses and words go in; what is to be done elsewhere comes out: keeping the game, asking a referee.

use spieltisch_rules::{Event, ToAct};
use spieltisch_texts::{Key, Lang, t};

use crate::{Advice, Choose, LocalGame, Next, SeenDice, TableChoice, Tapped, announce_last, hint_text};

/// Throws so many dice.
pub type Throw<'a> = &'a mut dyn FnMut(usize) -> Vec<u8>;

/// What something done at a table has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// Nothing has changed.
    Nothing,
    /// What is chosen or said has changed.
    Shown,
    /// The game has gone on or back: it is to be kept.
    Played,
    /// A referee elsewhere is to be asked.
    Ask(Wish),
}

/// What a referee elsewhere is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// This move, as an event.
    Move(String),
    /// The dice that are due.
    Roll,
    /// The last decision back.
    TakeBack,
    /// Another game.
    Again,
}

/// A game at one screen.
#[derive(Clone, Debug)]
pub struct Session<G: Choose> {
    /// The game.
    pub game: LocalGame<G>,
    /// What is chosen and not done yet.
    pub choice: G::Choice,
    /// Why the last attempt was refused.
    pub notice: Option<String>,
    /// What happened last, in words.
    pub said: String,
    /// The hint that was asked for; `Some(None)` where there is no advice.
    pub hint: Option<Option<Advice>>,
    /// Dice that were taken back.
    pub seen: SeenDice,
}

impl<G: Choose> Session<G> {
    /// A game, with nothing chosen.
    pub fn new(game: LocalGame<G>, seen: SeenDice) -> Session<G> {
        let mut choice = G::Choice::default();
        choice.follow(&game);
        Session { game, choice, notice: None, said: String::new(), hint: None, seen }
    }

    /// A tap on the board or on a piece.
    pub fn tap(&mut self, lang: Lang, tap: impl FnOnce(&mut G::Choice, &LocalGame<G>) -> Tapped<G::Move>) -> Done {
        match tap(&mut self.choice, &self.game) {
            Tapped::Nothing => Done::Nothing,
            Tapped::Chosen => {
                self.notice = None;
                Done::Shown
            }
            Tapped::Play(mv) => self.decide(lang, mv),
        }
    }

    /// The main button.
    pub fn press(&mut self, lang: Lang, throw: Throw<'_>) -> Done {
        match self.choice.press(&self.game) {
            Next::Nothing => Done::Nothing,
            Next::Roll => self.throw(lang, throw),
            Next::Ask => {
                self.notice = None;
                self.said = self.choice.prompt(lang, &self.game);
                Done::Shown
            }
            Next::Play(mv) => self.decide(lang, mv),
            Next::PlayAndRoll(mv) => match self.decide(lang, mv) {
                Done::Played => {
                    self.throw(lang, throw);
                    Done::Played
                }
                other => other,
            },
        }
    }

    /// A decision of the person who acts.
    pub fn decide(&mut self, lang: Lang, mv: G::Move) -> Done {
        if self.game.person_acts() { self.take(lang, Event::Move(mv)) } else { Done::Nothing }
    }

    /// Takes an event, or says why not.
    pub fn take(&mut self, lang: Lang, event: Event<G>) -> Done {
        let tried = self.game.position.game.take(&mut self.game.position.state.clone(), event);
        if let Err(refusal) = tried {
            self.notice = Some(G::refusal_text(lang, &self.game, &refusal));
            return Done::Shown;
        }
        if self.game.by_link {
            self.notice = None;
            return Done::Ask(Wish::Move(event.to_string()));
        }
        let _ = self.game.take(event); // tried above
        self.went_on(announce_last(lang, &self.game));
        Done::Played
    }

    /// The game has gone on: what was chosen, refused and hinted is over.
    pub fn went_on(&mut self, said: String) {
        self.notice = None;
        self.hint = None;
        self.said = said;
        self.choice.follow(&self.game);
    }

    /// Throws the dice that are due, unless they are thrown by hand.
    pub fn throw(&mut self, lang: Lang, throw: Throw<'_>) -> Done {
        let ToAct::Roll { dice, .. } = self.game.to_act() else { return Done::Nothing };
        if self.game.by_link {
            return if self.game.person_acts() { Done::Ask(Wish::Roll) } else { Done::Nothing };
        }
        if self.game.is_roll_entered() {
            return Done::Nothing;
        }
        let faces = self.seen.throw(self.game.roll_id(self.game.clock()), dice, throw);
        self.enter(lang, &faces)
    }

    /// Takes dice that were thrown by hand.
    pub fn enter(&mut self, lang: Lang, faces: &[u8]) -> Done {
        match self.game.position.game.outcome(&self.game.position.state, faces) {
            Some(roll) => self.take(lang, Event::Roll(roll)),
            None => Done::Nothing,
        }
    }

    /// Takes the last decision back, where that is allowed; `chance` gives dice that lay together an order.
    pub fn undo(&mut self, lang: Lang, mut chance: impl FnMut(usize) -> usize) -> Done {
        if !self.game.can_undo() {
            return Done::Nothing;
        }
        if self.game.by_link {
            return Done::Ask(Wish::TakeBack);
        }
        for taken_back in self.game.take_back() {
            self.seen.keep(taken_back, &mut chance);
        }
        self.went_on(t(lang, Key::SayUndone).to_string());
        Done::Played
    }

    /// The move that the shown hint advises.
    pub fn hinted(&self) -> Option<G::Move> {
        self.hint.as_ref()?.as_ref()?.best.parse().ok()
    }

    /// The hint in words.
    pub fn hint_text(&self, lang: Lang) -> Option<String> {
        let advice = self.hint.as_ref()?;
        Some(hint_text(lang, &self.game, advice.as_ref().and_then(|advice| Some((advice.best.parse().ok()?, advice)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taking_back::tests::live;

    fn sixes(dice: usize) -> Vec<u8> {
        vec![6; dice]
    }

    #[test]
    fn a_turn_is_rolled_chosen_and_taken_back_and_the_dice_fall_the_same_way() {
        let mut session = Session::new(live(&[0, 3], &[]), SeenDice::default());
        let lang = Lang::En;
        assert_eq!(session.press(lang, &mut |dice| (1..=dice as u8).collect()), Done::Played);
        assert_eq!(session.tap(lang, |choice, game| choice.tap_piece(game, 4)), Done::Shown);
        assert_eq!(session.press(lang, &mut sixes), Done::Played);
        assert_eq!(session.game.record().events, ["roll 1 2 3 4 5", "keep 5", "roll 5 6 6 6 6"]);
        assert_eq!(session.undo(lang, |dice| dice - 1), Done::Played);
        assert_eq!(session.game.clock(), 1);
        session.tap(lang, |choice, game| choice.tap_piece(game, 4));
        session.press(lang, &mut |dice| vec![1; dice]);
        assert_eq!(session.game.record().events[2], "roll 5 6 6 6 6", "not the new dice");
    }

    #[test]
    fn what_is_refused_says_why_and_changes_nothing() {
        let mut session = Session::new(live(&[0, 3], &[]), SeenDice::default());
        let mv = "score chance".parse().unwrap();
        assert_eq!(session.decide(Lang::En, mv), Done::Shown);
        assert!(session.notice.is_some() && session.game.clock() == 0);
        session.game.by_link = true;
        assert_eq!(session.press(Lang::En, &mut sixes), Done::Ask(Wish::Roll), "a referee throws");
        assert_eq!(session.game.clock(), 0);
    }
}
