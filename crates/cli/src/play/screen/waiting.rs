//! What a table waits for: answers that are thought about, and things that are shown only after a while.

use std::time::Instant;

use spieltisch_core::{ComputerTurn, Due, Stamp};
use spieltisch_rules::Event;

use super::Desk;
use super::table::Table;
use crate::play::games::TerminalGame;
use crate::play::thinking::Thought;

/// What a table waits for.
#[derive(Default)]
pub enum Waiting<G: TerminalGame> {
    /// Nothing: a person acts, or the game is over.
    #[default]
    Nothing,
    /// A computer's dice.
    Roll {
        /// When they are thrown.
        at: Instant,
    },
    /// An answer of the experts.
    Answer {
        /// About which state of the game.
        stamp: Stamp,
        /// Since when.
        since: Instant,
        /// What is due then, or if there is no objection.
        turn: Option<ComputerTurn>,
    },
    /// A computer's decision, which is known already.
    Decision {
        /// When it is shown.
        at: Instant,
        /// What it is.
        event: Event<G>,
    },
}

impl<G: TerminalGame> Waiting<G> {
    /// When something is due.
    pub fn due_at(&self) -> Option<Instant> {
        match self {
            Waiting::Nothing | Waiting::Answer { .. } => None,
            Waiting::Roll { at } | Waiting::Decision { at, .. } => Some(*at),
        }
    }
}

impl<G: TerminalGame> Table<G> {
    /// Begins what happens by itself now.
    pub fn go_on(&mut self, desk: &mut Desk) {
        self.waiting = Waiting::Nothing;
        if self.tumbling.is_some() {
            return; // computers, too, see dice only once they lie
        }
        match self.session.game.due() {
            Due::Nothing => {}
            Due::Roll => self.waiting = Waiting::Roll { at: Instant::now() + desk.pace.roll },
            Due::Decision(turn) => self.ask_decision(desk, turn),
            Due::Objection { levels, or_else } => {
                let (game, seed) = (self.session.game.clone(), desk.chance.number());
                self.wait_for_answer(or_else);
                desk.thinker.ask(self.session.game.stamp(), move |experts| Thought::Objection(experts.object(&game, levels, seed)));
            }
        }
    }

    fn ask_decision(&mut self, desk: &mut Desk, turn: ComputerTurn) {
        let (game, seed) = (self.session.game.clone(), desk.chance.number());
        self.wait_for_answer(Some(turn));
        desk.thinker.ask(self.session.game.stamp(), move |experts| Thought::Decision(experts.decide(&game, turn.level, seed)));
    }

    fn wait_for_answer(&mut self, turn: Option<ComputerTurn>) {
        self.waiting = Waiting::Answer { stamp: self.session.game.stamp(), since: Instant::now(), turn };
    }

    /// A computer has decided, or looked whether it objects.
    pub fn answered(&mut self, desk: &mut Desk, thought: Thought) {
        let Waiting::Answer { since, turn, stamp } = self.waiting else { return };
        if stamp != self.session.game.stamp() {
            return;
        }
        let read = |event: Option<String>| event.and_then(|event| event.parse::<Event<G>>().ok());
        match thought {
            Thought::Decision(event) => match read(event) {
                Some(event) => {
                    let times = if turn.is_some_and(|turn| turn.calm) { 4 } else { 1 };
                    self.waiting = Waiting::Decision { at: since + desk.pace.think * times, event };
                }
                None => self.waiting = Waiting::Nothing,
            },
            Thought::Objection(event) => match (read(event), turn) {
                (Some(event), _) => self.waiting = Waiting::Decision { at: since + desk.pace.think * 2, event },
                (None, Some(turn)) => self.ask_decision(desk, turn),
                (None, None) => self.waiting = Waiting::Nothing,
            },
            Thought::Advice(_) | Thought::Review(_) => {}
        }
    }
}
