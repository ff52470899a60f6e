//! What the person at this screen asks of the table.

use leptos::prelude::*;
use spieltisch_protocol::{Answers, ClientMessage, Intention};

use super::connection::TableConnection;
use super::kept;
use super::table::{ConnectionState, LinkedTable};
use crate::browser;

/// How long the referee may take to answer before the connection counts as dead, in milliseconds.
const PATIENCE: i32 = 8_000;
/// After so long it is shown that an answer is awaited, in milliseconds.
const WAITS: i32 = 400;

impl LinkedTable {
    /// What is being played: the game's number at this table and how many events it has.
    fn clock(self) -> (u32, u32) {
        self.with_state_untracked(|table_state| {
            table_state.round.as_ref().map_or((0, 0), |round| (round.number, round.record.events.len() as u32))
        })
    }

    pub(super) fn forget_answered(self) {
        let current = self.clock();
        self.unanswered.update_value(|intention| {
            let still = match intention {
                Some(Intention::Move { round, after, .. } | Intention::Roll { round, after }) => (*round, *after) == current,
                _ => false,
            };
            if !still {
                *intention = None;
            }
        });
        if self.unanswered.with_value(Option::is_none) && self.waits.get_untracked() {
            self.waits.set(false);
        }
    }

    /// Asks for a decision or a roll after so many events, by the game's number and theirs. While one is unanswered no other
    /// is asked for.
    pub fn ask(self, clock: usize, what: impl FnOnce(u32, u32) -> Intention) -> bool {
        let (round, events) = self.clock();
        if self.unanswered.with_value(Option::is_some) || events as usize != clock {
            return false;
        }
        let intention = what(round, events);
        self.unanswered.set_value(Some(intention.clone()));
        self.send(intention.clone());
        browser::after(WAITS, move || {
            if self.unanswered.try_with_value(|still| still.as_ref() == Some(&intention)) == Some(true) {
                self.waits.set(true);
            }
        });
        true
    }

    /// Asks to take the last decision back.
    pub fn take_back(self) {
        self.send(Intention::TakeBack);
    }

    /// Answers someone who asks for that.
    pub fn answer(self, yes: bool) {
        self.send(Intention::Answer { yes });
    }

    /// Answers whether marks or chances may be shown.
    pub fn agree(self, answers: Answers) {
        self.send(Intention::Agree(answers));
    }

    /// Sits down, in the seat of the link or any free one, with a random part for the dice.
    pub fn sit(self, name: &str) {
        // Kept before it is sent: a client that loses the connection just now asks again with the same token.
        let token = kept::token_to_sit_with(&self.name());
        self.send(Intention::Sit { seat: None, name: name.trim().to_string(), part: browser::random_part(), token });
    }

    /// Takes another name; empty for one that every page shows in its own language.
    pub fn rename(self, name: &str) {
        self.send(Intention::Name { name: name.trim().to_string() });
    }

    /// Leaves the seat; asked for again should the connection be lost.
    pub fn leave(self) {
        self.leaving.set(true);
        self.send(Intention::Leave);
    }

    /// Begins now; computers take the free seats.
    pub fn start(self) {
        self.send(Intention::Start { part: browser::random_part() });
    }

    /// Wants the next game, with a new part for its dice.
    pub fn again(self) {
        self.send(Intention::Again { part: browser::random_part() });
    }

    /// Says something; `false` where the connection is down.
    pub fn say(self, text: &str) -> bool {
        self.send(Intention::Say { text: text.trim().to_string() })
    }

    /// Shows a reaction to everyone at the table.
    pub fn react(self, with: &str) {
        // A refusal would be the reaction's, and that is not worth a second try.
        self.last_sent.set_value(None);
        self.with_connection(|connection| {
            connection.send(&ClientMessage::React { with: with.to_string() });
        });
    }

    /// Sends what is wanted where the connection is up; what must not be lost is asked for again later.
    pub(super) fn send(self, intention: Intention) -> bool {
        self.refused.set(None);
        let seq = self.with_state_untracked(|table_state| table_state.seq);
        self.last_sent.set_value(Some(intention.clone()));
        let message = ClientMessage::Want(intention);
        let sent = self.connection.try_with_value(|connection| connection.as_ref().is_some_and(|connection| connection.send(&message)))
            == Some(true);
        // Whatever is wanted brings a step or a refusal; silence means a dead connection.
        browser::after(PATIENCE, move || {
            let silent = self.table.try_with_untracked(|table| table.table_state.seq == seq) == Some(true)
                && self.refused.try_with_untracked(Option::is_none) == Some(true)
                && self.standing.try_with_untracked(|standing| *standing == ConnectionState::Open) == Some(true);
            if silent {
                self.with_connection(TableConnection::renew);
            }
        });
        sent
    }
}
