//! When somebody who is away is told that it is their turn: once, after a while, and again only where the message could not be
//! handed in. Who is told, and how, is `push`'s business.

use std::sync::Arc;
use std::time::Duration;

use spieltisch_protocol::Happening;
use tokio::time::Instant;

use super::Rooms;
use super::room::Command;
use crate::push::{Turn, Unheard};
use crate::store::SeatOf;
use crate::table::{Decision, Table};

/// The longest that a push service keeps a message for somebody.
const A_WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// What was told at a table.
#[derive(Default)]
pub struct Word {
    /// The last turn somebody was told of here.
    told: u64,
    again: Option<Again>,
}

/// Somebody could not be told.
pub struct Again {
    /// The turn, by the step it began with.
    turn: u64,
    /// Who.
    unheard: Unheard,
    /// How often it was tried.
    tries: usize,
    at: Instant,
}

impl Word {
    /// When somebody is told who has been away since then in their turn; `None` where they were told, or a computer plays.
    pub fn due(&self, table: &Table, away: Instant, wait: Duration) -> Option<Instant> {
        let (_, turn) = table.turn_of_person()?;
        match &self.again {
            Some(again) if again.turn == turn => Some(again.at.max(away + wait)),
            _ if self.told < turn => Some(away + wait),
            _ => None,
        }
    }

    /// Somebody could not be told: it is tried again while it is still their turn and they are still away.
    pub fn try_again(&mut self, again: Again) {
        self.told = self.told.max(again.turn);
        self.again = Some(again);
    }

    /// Tells whoever's turn it is, beside everything else that happens at the table.
    pub fn send(&mut self, rooms: &Arc<Rooms>, name: &str, table: &Table) {
        let (Some(messenger), Some(turn)) = (rooms.messenger.clone(), turn(name, table)) else { return };
        let before = self.again.take().filter(|again| again.turn == turn.began);
        self.told = turn.began;
        let rooms = rooms.clone();
        tokio::spawn(async move {
            let tries = before.as_ref().map_or(0, |again| again.tries);
            let unheard = match before {
                Some(again) => messenger.tell_again(&turn, again.unheard).await,
                None => messenger.tell(&turn).await,
            };
            if unheard.is_nobody() {
                return;
            }
            let Some(pause) = messenger.pause(tries) else { return messenger.give_up(&unheard) };
            let again = Again { turn: turn.began, unheard, tries: tries + 1, at: Instant::now() + pause };
            rooms.enter(&turn.of.table).ask_room(Command::TellAgain(again));
        });
    }
}

/// The turn of the person who plays now.
fn turn(name: &str, table: &Table) -> Option<Turn> {
    let (seat, began) = table.turn_of_person()?;
    let evening = &table.follower.evening;
    // A message is worth something until a computer plays.
    let seconds = [evening.terms.turn, evening.terms.stand_in].into_iter().flatten().min();
    Some(Turn {
        of: SeatOf { table: name.into(), seat },
        began,
        owner: evening.seats.get(usize::from(seat)).and_then(|at| at.owner.clone()),
        lives: seconds.map_or(A_WEEK, |seconds| Duration::from_secs(u64::from(seconds)).min(A_WEEK)),
    })
}

/// Whoever leaves is not told any more when it is the turn of that seat.
pub fn tell_no_more(rooms: &Rooms, name: &str, decision: &Decision) {
    let Some(messenger) = &rooms.messenger else { return };
    for happening in &decision.what {
        if let Happening::Left { seat } = happening {
            let (messenger, of) = (messenger.clone(), SeatOf { table: name.into(), seat: *seat });
            tokio::spawn(async move { messenger.forget(of).await });
        }
    }
}
