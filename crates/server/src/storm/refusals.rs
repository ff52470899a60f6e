//! Whether what servers answered was true: a refusal must hold at some step of the log between what the client knew when it asked
//! and the log's end when it was answered. Judged from the log alone, without the referee.

use std::collections::BTreeMap;

use spieltisch_protocol::{Intention, LogEntry, RefusalCode as Code, Refused, Role, TableEvent, TableReplica, TableState};
use spieltisch_rules::ToAct;

use super::invariants::{Invariant, Violation};
use super::journal::{Answer, Request, Wish};
use crate::table::Credential;

/// After so many steps of others in between, a server may give up.
const CROWDED: u64 = 64;

/// A refusal whose truth is looked for in the log.
struct Claim<'a> {
    request: &'a Request,
    answer: &'a Answer,
    refused: &'a Refused,
}

/// Checks everything that was answered. Where the table is gone, only what can be told without its log.
pub fn check(requests: &[Request], log: Option<&[LogEntry]>) -> Result<(), Violation> {
    let mut claims = Vec::new();
    for request in requests {
        let Some(answer @ Answer { result: Err(refused), .. }) = &request.answer else { continue };
        let claim = Claim { request, answer, refused };
        match claim.is_true_outside_the_log() {
            Some(true) => {}
            Some(false) => return Err(claim.untrue()),
            None => claims.push(claim),
        }
    }
    let Some(log) = log else { return Ok(()) };
    check_talk(requests, log)?;
    let mut table = TableReplica::default();
    for step in log {
        table.replay(step).map_err(|replay_error| Invariant::WholeLog.broken(replay_error))?;
        claims.retain(|claim| !(claim.reaches(step.seq) && claim.is_true(&table)));
    }
    claims.first().map_or(Ok(()), |claim| Err(claim.untrue()))
}

/// What was said stands in the log once, and not at all where it was refused.
fn check_talk(requests: &[Request], log: &[LogEntry]) -> Result<(), Violation> {
    let mut said: BTreeMap<&str, u32> = BTreeMap::new();
    for table_event in log.iter().flat_map(|step| &step.what) {
        if let TableEvent::Said { text, .. } = table_event {
            *said.entry(text).or_default() += 1;
        }
    }
    if let Some((text, times)) = said.iter().find(|(_, times)| **times > 1) {
        return Err(Invariant::TalkOnce.broken(format!("“{text}” was said once and stands in the log {times} times")));
    }
    for request in requests {
        let (Wish::Want(Intention::Say { text }), Some(answer)) = (&request.wish, &request.answer) else { continue };
        match (&answer.result, said.contains_key(text.as_str())) {
            (Ok(()), false) => return Err(Invariant::Kept.broken(format!("“{text}” was acknowledged and is not in the log"))),
            // Whether it was stored all the same, only the log can tell.
            (Err(refused), true) if refused.code != Code::NotStored => {
                return Err(Invariant::TrueRefusals.broken(format!("“{text}” was refused as {:?} and stands in the log", refused.code)));
            }
            _ => {}
        }
    }
    Ok(())
}

impl Claim<'_> {
    fn untrue(&self) -> Violation {
        let Request { person, wish, known, .. } = self.request;
        let (code, end) = (self.refused.code, self.answer.end);
        Invariant::TrueRefusals
            .broken(format!("person {person} knew step {known}, wanted {wish:?}, and was refused as {code:?} at step {end:?}"))
    }

    /// Whether it is true, where the log is not needed to tell.
    fn is_true_outside_the_log(&self) -> Option<bool> {
        match self.refused.code {
            Code::NoSuchTable => Some(self.answer.end.is_none()),
            Code::NotStored => Some(self.answer.store_failed),
            // That such a connection is closed is seen by the client.
            Code::Reconnect => Some(!matches!(self.request.wish, Wish::Come)),
            Code::Unreadable | Code::BadSetUp | Code::TooMuch => Some(false),
            Code::BadText if self.answer.token_in_use => Some(true),
            Code::Stale if self.answer.end.is_some_and(|end| end >= self.request.known + CROWDED) => Some(true),
            _ => None,
        }
    }

    fn reaches(&self, seq: u64) -> bool {
        seq >= self.request.known && self.answer.end.is_none_or(|end| seq <= end)
    }

    /// Whether it is true at a table as it stands.
    fn is_true(&self, table: &TableReplica) -> bool {
        // Once a table is gone, by which right its clients asked cannot be told.
        let Some(credential) = &self.answer.credential else { return true };
        let (table_state, seat) = (&table.table_state, seat_of(&table.table_state, credential));
        match (&self.request.wish, self.refused.code) {
            (Wish::Come, _) => false,
            (Wish::Want(Intention::Sit { seat: wanted, name, .. }), code) => sitting_fails(table_state, credential, *wanted, name, code),
            (_, Code::NotSeated) => seat.is_none(),
            (Wish::React, _) => false,
            (Wish::Want(intention), code) => seat.is_some_and(|seat| wanting_fails(table, seat, intention, code)),
        }
    }
}

/// The seat a client acts for.
fn seat_of(table_state: &TableState, credential: &Credential) -> Option<u8> {
    let seat = credential.role.seat()?;
    (sits(table_state, seat) && owns(table_state, seat, credential)).then_some(seat)
}

fn sits(table_state: &TableState, seat: u8) -> bool {
    table_state.persons().any(|person| person == seat)
}

fn owns(table_state: &TableState, seat: u8, credential: &Credential) -> bool {
    table_state.seats.get(usize::from(seat)).is_some_and(|at| at.owner.as_ref() == Some(&credential.key))
}

fn has_name(table_state: &TableState, other_than: Option<u8>, name: &str) -> bool {
    let mut seats = table_state.seats.iter().enumerate();
    seats.any(|(seat, at)| Some(seat as u8) != other_than && (at.taken || at.computer.is_some()) && at.name == name)
}

fn sitting_fails(table_state: &TableState, credential: &Credential, wanted: Option<u8>, name: &str, code: Code) -> bool {
    let is_free = |seat: u8| table_state.free_seats().any(|free| free == seat);
    match (code, credential.role) {
        (Code::NotSeated, role) => matches!(role, Role::Watcher | Role::Host),
        (Code::SeatTaken, Role::Seat(seat)) => sits(table_state, seat) && !owns(table_state, seat, credential),
        (Code::SeatTaken, _) => wanted.map_or(table_state.free_seats().next().is_none(), |seat| !is_free(seat)),
        (Code::NotNow, _) => seat_of(table_state, credential).is_some(),
        (Code::BadText, role) => has_name(table_state, role.seat(), name),
        _ => false,
    }
}

fn wanting_fails(table: &TableReplica, seat: u8, intention: &Intention, code: Code) -> bool {
    let table_state = &table.table_state;
    let round = table_state.round.as_ref();
    let is_current = |number: u32, after: u32| round.is_some_and(|round| round.number == number) && table.clock() == after;
    match (code, intention) {
        (Code::NotNow, Intention::Start { .. }) => table_state.is_playing(),
        (Code::NotNow, Intention::Again { .. }) => table_state.is_playing() || round.is_none(),
        (Code::NotNow, Intention::Move { .. } | Intention::Roll { .. }) => !table_state.is_playing(),
        (Code::NotNow, Intention::TakeBack) => table.last_mover() != Some(seat),
        (Code::NotNow, Intention::Answer { .. }) => {
            table_state.asked.as_ref().is_none_or(|asked| asked.seat == seat || asked.agreed.contains(&seat))
        }
        (Code::Stale, Intention::Move { round, after, .. } | Intention::Roll { round, after }) => !is_current(*round, *after),
        (Code::NotYourTurn, Intention::Move { round, after, event }) => is_current(*round, *after) && decider(table, event) != Some(seat),
        (Code::NotYourTurn, Intention::Roll { round, after }) => {
            is_current(*round, *after) && !(matches!(table.to_act(), ToAct::Roll { .. }) && table.seat_to_act() == Some(seat))
        }
        (Code::Rule, Intention::Move { event, .. }) => table.game().is_some_and(|game| game.snapshot().take(event).is_err()),
        (Code::BadText, Intention::Name { name }) => has_name(table_state, Some(seat), name),
        _ => false,
    }
}

fn decider(table: &TableReplica, event: &str) -> Option<u8> {
    let place = table.game()?.decider(event)?;
    Some(table.table_state.round.as_ref()?.table_seat(place))
}
