//! What happens at a table by itself: computers play, stand in for those who are away, and decide
//! when time is up.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use spieltisch_records::Record;
use spieltisch_rules::ToAct;
use tokio::time::Instant;

use super::computers::Question;
use super::{Room, Rooms};
use crate::table::Table;

/// A server that did not make the last step leaves the next to the one that did for so long.
const COURTESY: Duration = Duration::from_millis(1500);
/// Who could not store something tries again after this.
const PATIENCE: Duration = Duration::from_secs(2);

/// Begins to look after a table, unless somebody does or there is nothing to look after.
pub fn tend(rooms: &Arc<Rooms>, room: &Arc<Room>) {
    if room.tended.swap(true, Ordering::SeqCst) {
        room.stirred.notify_waiters();
        return;
    }
    let (rooms, room) = (rooms.clone(), room.clone());
    tokio::spawn(async move {
        tend_until_idle(&rooms, &room).await;
        room.tended.store(false, Ordering::SeqCst);
        rooms.close_if_empty(&room);
    });
}

/// What is due at a table.
#[derive(Debug)]
struct Due {
    /// Which step it follows.
    seq: u64,
    /// What it is.
    what: What,
    /// How long it may wait.
    wait: Duration,
}

#[derive(Debug)]
enum What {
    /// A computer rolls for this seat.
    Roll(u8),
    /// A computer decides for this seat.
    Decide { seat: u8, record: Box<Record>, level: u8, time_up: bool },
    /// A computer may object.
    Object { record: Box<Record>, levels: [u8; 8] },
    /// Somebody who is away is stood in for.
    StandIn(u8),
    /// Somebody who was away is back.
    Back(u8),
}

/// Since when the player to act has been thinking, and has been away.
#[derive(Default)]
struct Watch {
    /// The game and the seat whose turn it is.
    turn: Option<(u32, u8)>,
    began: Option<Instant>,
    away: Option<Instant>,
    /// The step computers have looked at for an objection.
    objected: u64,
}

impl Watch {
    fn look(&mut self, table: &Table, here: &[u8]) {
        let turn = table.evening.round.as_ref().map(|round| round.number).zip(table.seat_to_act());
        if turn != self.turn {
            *self = Watch { turn, began: Some(Instant::now()), away: None, objected: self.objected };
        }
        match turn {
            Some((_, seat)) if !here.contains(&seat) => self.away = self.away.or_else(|| Some(Instant::now())),
            _ => self.away = None,
        }
    }
}

async fn tend_until_idle(rooms: &Arc<Rooms>, room: &Arc<Room>) {
    let mut watch = Watch::default();
    loop {
        let stirred = room.stirred.notified();
        tokio::pin!(stirred);
        stirred.as_mut().enable();
        let (here, _) = room.here();
        let pace = rooms.pace;
        let due = room.look(rooms, |table, own| {
            watch.look(table, &here);
            due(table, &here, own, pace, &watch)
        });
        let due = due.await;
        let Ok(due) = due else {
            if room.audience().is_empty() {
                return;
            }
            tokio::time::sleep(PATIENCE).await;
            continue;
        };
        let Some(due) = due else {
            if room.audience().is_empty() || !has_clockwork(rooms, room).await {
                return;
            }
            stirred.await;
            continue;
        };
        if matches!(due.what, What::Object { .. }) {
            watch.objected = due.seq;
        }
        let began = Instant::now();
        tokio::select! {
            () = tokio::time::sleep_until(began + due.wait) => {}
            // What is due is looked at anew after every step, and when somebody comes or goes.
            () = stirred => {
                if !same_step(rooms, room, due.seq).await || matches!(due.what, What::StandIn(_) | What::Back(_)) {
                    continue;
                }
                tokio::time::sleep_until(began + due.wait).await;
            }
        }
        if !carry_out(rooms, room, due).await {
            tokio::time::sleep(PATIENCE).await;
        }
    }
}

async fn same_step(rooms: &Arc<Rooms>, room: &Arc<Room>, seq: u64) -> bool {
    room.look(rooms, |table, _| table.evening.seq == seq).await.unwrap_or(false)
}

/// Whether anything at this table can ever happen by itself.
async fn has_clockwork(rooms: &Arc<Rooms>, room: &Arc<Room>) -> bool {
    let needed = |table: &Table| {
        let evening = &table.evening;
        let computers = evening.seats.iter().any(|seat| seat.played_by_computer().is_some());
        computers || evening.terms.stand_in.is_some() || evening.terms.turn.is_some()
    };
    room.look(rooms, |table, _| needed(table)).await.unwrap_or(false)
}

fn due(table: &Table, here: &[u8], own: bool, pace: super::Pace, watch: &Watch) -> Option<Due> {
    let evening = &table.evening;
    let seq = evening.seq;
    let courtesy = if own { Duration::ZERO } else { COURTESY };
    let back = evening.seats.iter().enumerate().find(|(seat, at)| at.stand_in && here.contains(&(*seat as u8)));
    if let Some((seat, _)) = back {
        return Some(Due { seq, what: What::Back(seat as u8), wait: Duration::ZERO });
    }
    let seat = table.seat_to_act()?;
    let round = evening.round.as_ref()?;
    let record = || Box::new(round.record.clone());
    let objectors = table.objectors();
    if watch.objected != seq && !objectors.is_empty() {
        let mut levels = [0; 8];
        for objector in &objectors {
            let level = evening.seats.get(usize::from(*objector)).and_then(|at| at.played_by_computer());
            if let (Some(level), Some(place)) = (level, round.place_of(*objector)) {
                levels[place] = level;
            }
        }
        if levels != [0; 8] {
            return Some(Due { seq, what: What::Object { record: record(), levels }, wait: courtesy + 2 * pace.computer });
        }
    }
    let at = evening.seats.get(usize::from(seat))?;
    if let Some(level) = at.played_by_computer() {
        let person_may_object = objectors.iter().any(|&objector| here.contains(&objector));
        let wait = courtesy + if person_may_object { pace.objection } else { pace.computer };
        let what = match table.to_act() {
            ToAct::Roll { .. } => What::Roll(seat),
            _ => What::Decide { seat, record: record(), level, time_up: false },
        };
        return Some(Due { seq, what, wait });
    }
    absent_or_late(table, seat, courtesy, watch)
}

/// A person is to act but is away, or takes too long.
fn absent_or_late(table: &Table, seat: u8, courtesy: Duration, watch: &Watch) -> Option<Due> {
    let evening = &table.evening;
    let left = |limit: u32, since: Instant| (Duration::from_secs(u64::from(limit)) + courtesy).saturating_sub(since.elapsed());
    let away = evening.terms.stand_in.zip(watch.away);
    let stand_in = away.map(|(limit, since)| Due { seq: evening.seq, what: What::StandIn(seat), wait: left(limit, since) });
    let late = evening.terms.turn.zip(watch.began).and_then(|(limit, since)| {
        let what = match table.to_act() {
            ToAct::Roll { .. } => What::Roll(seat),
            _ => What::Decide {
                seat,
                record: Box::new(evening.round.as_ref()?.record.clone()),
                level: spieltisch_protocol::STAND_IN_LEVEL,
                time_up: true,
            },
        };
        Some(Due { seq: evening.seq, what, wait: left(limit, since) })
    });
    [stand_in, late].into_iter().flatten().min_by_key(|due| due.wait)
}

/// Does what is due; `false` where it could not be stored.
async fn carry_out(rooms: &Arc<Rooms>, room: &Arc<Room>, due: Due) -> bool {
    let seq = due.seq;
    let (seat, event, time_up) = match due.what {
        What::StandIn(seat) | What::Back(seat) => {
            let on = matches!(due.what, What::StandIn(_));
            let done = room.do_by_itself(rooms, |table| {
                let at = table.evening.seats.get(usize::from(seat))?;
                (table.evening.seq == seq && at.stand_in != on).then(|| Ok(table.stand_in(seat, on)))
            });
            return done.await.is_ok();
        }
        What::Roll(seat) => (seat, None, false),
        What::Decide { seat, record, level, time_up } => match rooms.computers.ask(*record, Question::Decide(level)).await {
            Some(event) => (seat, Some(event), time_up),
            None => return true,
        },
        What::Object { record, levels } => match rooms.computers.ask(*record, Question::Object(levels)).await {
            Some(event) => {
                let place = event.strip_prefix("object ").and_then(|place| place.parse::<usize>().ok()).unwrap_or(0);
                let seat = room.look(rooms, |table, _| table.evening.round.as_ref().map_or(0, |round| round.table_seat(place))).await;
                (seat.unwrap_or(0), Some(event), false)
            }
            None => return true,
        },
    };
    let done = room.do_by_itself(rooms, |table| (table.evening.seq == seq).then(|| table.decide_for(seat, event.as_deref(), time_up)));
    match done.await {
        Ok(()) => true,
        Err(refused) => {
            tracing::warn!(table = %room.name, %refused, "a computer could not act");
            false
        }
    }
}
