//! When a player who is away is told that it is their turn: once, after a while, and again only where the message could not be
//! handed in. Who is told, and how, is `push`'s business.

use std::sync::Arc;
use std::time::Duration;

use spieltisch_protocol::TableEvent;
use tokio::time::Instant;

use super::OpenTables;
use super::table_handle::Command;
use crate::push::{TurnNotice, Unheard};
use crate::store::SeatOf;
use crate::table::{Decision, Table};

/// The longest that a push service keeps a message.
const A_WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// What was told at a table.
#[derive(Default)]
pub struct Word {
    /// The last turn a player was told of here.
    told: u64,
    again: Option<Again>,
}

/// A player could not be told.
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
    /// When a player is told who has been away since then in their turn; `None` where they were told, or a computer plays.
    pub fn due(&self, table: &Table, away: Instant, wait: Duration) -> Option<Instant> {
        let (_, turn) = table.turn_of_person()?;
        match &self.again {
            Some(again) if again.turn == turn => Some(again.at.max(away + wait)),
            _ if self.told < turn => Some(away + wait),
            _ => None,
        }
    }

    /// A player could not be told: it is tried again while it is still their turn and they are still away.
    pub fn try_again(&mut self, again: Again) {
        self.told = self.told.max(again.turn);
        self.again = Some(again);
    }

    /// Tells the player to move, beside everything else that happens at the table.
    pub fn send(&mut self, open_tables: &Arc<OpenTables>, name: &str, table: &Table) {
        let (Some(messenger), Some(turn)) = (open_tables.messenger.clone(), turn(name, table)) else { return };
        let before = self.again.take().filter(|again| again.turn == turn.began);
        self.told = turn.began;
        let open_tables = open_tables.clone();
        tokio::spawn(async move {
            let tries = before.as_ref().map_or(0, |again| again.tries);
            let unheard = match before {
                Some(again) => messenger.tell_again(&turn, again.unheard).await,
                None => messenger.tell(&turn).await,
            };
            if unheard.is_empty() {
                return;
            }
            let Some(pause) = messenger.pause(tries) else { return messenger.give_up(&unheard) };
            let again = Again { turn: turn.began, unheard, tries: tries + 1, at: Instant::now() + pause };
            open_tables.enter(&turn.of.table).ask_task(Command::TellAgain(again));
        });
    }
}

/// The turn of the person who plays now.
fn turn(name: &str, table: &Table) -> Option<TurnNotice> {
    let (seat, began) = table.turn_of_person()?;
    let table_state = &table.replica.table_state;
    // A message is worth something until a computer plays.
    let seconds = [table_state.terms.turn, table_state.terms.stand_in].into_iter().flatten().min();
    Some(TurnNotice {
        of: SeatOf { table: name.into(), seat },
        began,
        owner: table_state.seats.get(usize::from(seat)).and_then(|at| at.owner.clone()),
        lives: seconds.map_or(A_WEEK, |seconds| Duration::from_secs(u64::from(seconds)).min(A_WEEK)),
    })
}

/// A player who leaves is not told of that seat's turns any more.
pub fn tell_no_more(open_tables: &OpenTables, name: &str, decision: &Decision) {
    let Some(messenger) = &open_tables.messenger else { return };
    for table_event in &decision.what {
        if let TableEvent::Left { seat } = table_event {
            let (messenger, of) = (messenger.clone(), SeatOf { table: name.into(), seat: *seat });
            tokio::spawn(async move { messenger.forget(of).await });
        }
    }
}
