//! What happens at a table by itself: computers play, stand in for those who are away, and decide when time is up.
//!
//! All of it is a function of the table, who is here, and the time; the loop around it is in `table_task`.

use std::time::Duration;

use spieltisch_bots::{Level, Levels};
use spieltisch_protocol::STAND_IN_LEVEL;
use spieltisch_rules::ToAct;
use tokio::time::Instant;

use super::Pace;
use crate::table::Table;

/// A server that did not make the last step leaves the next to the one that did for so long.
const COURTESY: Duration = Duration::from_millis(1500);

/// Something that will happen by itself, unless something else happens first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timer {
    /// When it happens.
    pub at: Instant,
    /// What happens.
    pub what: What,
}

/// What can happen by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The dice that are due are rolled for this seat.
    Roll(u8),
    /// A computer decides for this seat.
    Decide {
        /// The seat that it plays for.
        seat: u8,
        /// At which level.
        level: Level,
        /// Because a person's time is up.
        time_up: bool,
    },
    /// Computers look whether they object to the last move; their levels by place in the order of play.
    Object(Levels),
    /// A computer begins to play for a player who is away.
    StandIn(u8),
    /// A player who was away is back.
    Back(u8),
}

/// Since when things are as they are.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The position being looked at.
    moment: u64,
    since: Instant,
    /// Whether it came about on this server.
    own: bool,
    /// Whose turn it is, and the step it began with.
    turn: Option<(u8, u64)>,
    turn_since: Instant,
    /// Since when the one to act has been away.
    away: Option<Instant>,
    /// Whether a computer stands in for the one to act.
    stood_in: bool,
    /// The position that computers have looked at for an objection.
    objected: Option<u64>,
}

impl Watch {
    /// Nothing has been looked at yet.
    pub fn new(now: Instant) -> Watch {
        Watch { moment: 0, since: now, own: true, turn: None, turn_since: now, away: None, stood_in: false, objected: None }
    }

    /// Looks at the table. `own` tells whether its last step was made here.
    pub fn look(&mut self, table: &Table, here: &[u8], own: bool, now: Instant) {
        let moment = table.replica.table_state.moment;
        if moment != self.moment {
            (self.moment, self.since, self.own) = (moment, now, own);
        }
        let turn = table.turn();
        if turn != self.turn {
            (self.turn, self.turn_since, self.away) = (turn, now, None);
        }
        let seat = turn.map(|(seat, _)| seat).filter(|seat| !here.contains(seat));
        let stood_in = seat.and_then(|seat| table.replica.table_state.seats.get(usize::from(seat))).is_some_and(|at| at.stand_in);
        self.away = match seat {
            // Another server saw them come back: a server that does not see them waits the full time again.
            Some(_) if self.stood_in && !stood_in => Some(now),
            Some(_) => self.away.or(Some(now)),
            None => None,
        };
        self.stood_in = stood_in;
    }

    /// Since when the one to act has been away.
    pub fn away(&self) -> Option<Instant> {
        self.away
    }

    /// Computers have looked whether they object.
    pub fn objections_are_heard(&mut self) {
        self.objected = Some(self.moment);
    }

    fn courtesy(&self) -> Duration {
        if self.own { Duration::ZERO } else { COURTESY }
    }
}

/// The next thing that happens by itself at a table that `watch` has just looked at.
pub fn due(table: &Table, here: &[u8], watch: &Watch, pace: Pace) -> Option<Timer> {
    let table_state = &table.replica.table_state;
    let back = table_state.seats.iter().enumerate().find(|(seat, at)| at.stand_in && here.contains(&(*seat as u8)));
    if let Some((seat, _)) = back {
        return Some(Timer { at: watch.since, what: What::Back(seat as u8) });
    }
    let seat = table.replica.seat_to_act()?;
    if let Some(levels) = table.computers_who_may_object().filter(|_| watch.objected != Some(table_state.moment)) {
        return Some(Timer { at: watch.since + watch.courtesy() + 2 * pace.computer, what: What::Object(levels) });
    }
    let Some(level) = table_state.seats.get(usize::from(seat))?.played_by_computer() else {
        return absent_or_late(table, seat, watch);
    };
    let person_may_object = table.objectors().iter().any(|objector| here.contains(objector));
    let wait = watch.courtesy() + if person_may_object { pace.objection } else { pace.computer };
    Some(Timer { at: watch.since + wait, what: act(table, seat, level, false) })
}

/// A person is to act but is away, or takes too long.
fn absent_or_late(table: &Table, seat: u8, watch: &Watch) -> Option<Timer> {
    let terms = &table.replica.table_state.terms;
    let after = |limit: u32, since: Instant| since + Duration::from_secs(u64::from(limit)) + watch.courtesy();
    let stand_in = terms.stand_in.zip(watch.away).map(|(limit, away)| Timer { at: after(limit, away), what: What::StandIn(seat) });
    let late = terms.turn.map(|limit| Timer { at: after(limit, watch.turn_since), what: act(table, seat, STAND_IN_LEVEL, true) });
    [stand_in, late].into_iter().flatten().min_by_key(|due| due.at)
}

fn act(table: &Table, seat: u8, level: u8, time_up: bool) -> What {
    match table.replica.to_act() {
        ToAct::Roll { .. } => What::Roll(seat),
        _ => What::Decide { seat, level: Level::numbered(level), time_up },
    }
}
