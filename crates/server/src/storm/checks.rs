//! What must hold when the storm is over.

use spieltisch_protocol::{LogEntry, Role, TableEvent, TableReplica, TableState};
use spieltisch_records::fair::Verifier;

use super::database::Faults;
use super::invariants::{Invariant, Violation};
use super::person::Person;
use super::refusals;
use super::world::{SimulatedTable, World};
use crate::store::{LogWindow, StoredStep};

/// The weather clears up; then everything must be as promised.
pub async fn after_the_storm(world: &mut World) -> Result<(), Violation> {
    world.ground.fail(Faults::default());
    if let Some(database) = world.ground.simulated() {
        database.set_away(false);
    }
    world.until(world.tempo.soon, |world| world.unanswered().is_none()).await?;
    if let Some(unanswered) = world.unanswered() {
        return Err(unanswered);
    }
    for at in 0..world.tables.len() {
        check_table(world, at).await?;
    }
    Ok(())
}

async fn check_table(world: &mut World, at: usize) -> Result<(), Violation> {
    let table = &world.tables[at];
    let log = table.journal.log().await;
    what_was_answered(table, log.as_deref())?;
    let Some(log) = log else { return gone_for_everyone(world, at).await };
    if table.deletion == Some(true) {
        return Err(Invariant::Deleted.broken("the table was deleted, and is still there"));
    }
    log_is_whole(&log)?;
    nothing_acknowledged_is_missing(table, &log)?;
    let replica = everyone_spoke_for_themselves(table, at, &log)?;
    dice_verify(&replica.table_state)?;
    everyone_knows_the_end(world, at, &log).await?;
    // Who lost a seat by way of another server hears of it a moment later.
    let owners = |world: &World| one_owner_per_seat(&world.tables[at], &replica.table_state);
    world.until(world.tempo.moment, |world| owners(world).is_ok()).await?;
    owners(world)?;
    game_goes_on(world, at).await
}

/// Answers were true, as far as a log can tell.
pub fn what_was_answered(table: &SimulatedTable, log: Option<&[StoredStep]>) -> Result<(), Violation> {
    let log = log.map(|log| read(log).collect::<Result<Vec<LogEntry>, Violation>>()).transpose()?;
    refusals::check(&table.journal.requests(), log.as_deref())
}

fn read(log: &[StoredStep]) -> impl Iterator<Item = Result<LogEntry, Violation>> + '_ {
    log.iter().map(|step| step.read().map_err(|error| Invariant::WholeLog.broken(error)))
}

fn log_is_whole(log: &[StoredStep]) -> Result<(), Violation> {
    let mut at = 0;
    for (number, step) in log.iter().enumerate() {
        if step.seq != number as u64 + 1 || step.at < at {
            let story = format!("the log has step {} of time {} at place {}, after time {at}", step.seq, step.at, number + 1);
            return Err(Invariant::WholeLog.broken(story));
        }
        at = step.at;
    }
    Ok(())
}

fn nothing_acknowledged_is_missing(table: &SimulatedTable, log: &[StoredStep]) -> Result<(), Violation> {
    for (number, person) in table.people.iter().enumerate() {
        for (seq, told) in &person.acknowledged {
            let kept = log.get(*seq as usize - 1);
            if !kept.is_some_and(|kept| is_told(kept, told)) {
                return Err(Invariant::Kept.broken(format!("person {number} was told step {seq} {told}, kept is {kept:?}")));
            }
        }
    }
    Ok(())
}

/// Whether a client that was told this was told the step, or what is shown of it once its game is long over.
fn is_told(kept: &StoredStep, told: &str) -> bool {
    let same = |one: &str| {
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        one == told || read(one) == read(told)
    };
    same(&kept.body) || same(&LogWindow { moves_from: u64::MAX, ..LogWindow::default() }.of(kept.clone()).body)
}

/// What is said is signed: nothing is said for a seat that another owns, or at another table. Returns the table at the log's end.
fn everyone_spoke_for_themselves(table: &SimulatedTable, at: usize, log: &[StoredStep]) -> Result<TableReplica, Violation> {
    let mut replica = TableReplica::default();
    for step in read(log) {
        let step = step?;
        for table_event in &step.what {
            let TableEvent::Said { seat, text } = table_event else { continue };
            let numbers: Vec<usize> = text.split(' ').filter_map(|number| number.parse().ok()).collect();
            let [signed_at, signed_by, _] = numbers[..] else {
                return Err(Invariant::OwnWords.broken(format!("step {}: “{text}” was never said", step.seq)));
            };
            if signed_at != at {
                return Err(Invariant::SeparateTables.broken(format!("step {}: “{text}” was said at another table", step.seq)));
            }
            let owner = replica.table_state.seats.get(usize::from(*seat)).and_then(|at| at.owner.as_deref());
            let is_own = |owner: &str| table.people.get(signed_by).is_some_and(|person| person.ever_had(owner));
            if !owner.is_none_or(is_own) {
                let story = format!("step {}: person {signed_by} spoke for seat {seat}, which is not theirs", step.seq);
                return Err(Invariant::OwnWords.broken(story));
            }
        }
        replica.replay(&step).map_err(|replay_error| Invariant::WholeLog.broken(replay_error))?;
    }
    Ok(replica)
}

/// At most one token acts for a seat, and the client that believes to have it is right.
fn one_owner_per_seat(table: &SimulatedTable, table_state: &TableState) -> Result<(), Violation> {
    for (number, person) in table.people.iter().enumerate().filter(|(_, person)| person.is_here()) {
        let Role::Seat(seat) = person.role else { continue };
        let at = table_state.seats.get(usize::from(seat)).ok_or_else(|| Invariant::OneOwner.broken("a role without a seat"))?;
        if at.taken && !at.left && at.owner.as_ref() != Some(&person.key()) {
            return Err(Invariant::OneOwner.broken(format!("person {number} believes to have seat {seat}, which another owns")));
        }
    }
    Ok(())
}

/// Anyone can recompute every roll of every finished game.
fn dice_verify(table_state: &TableState) -> Result<(), Violation> {
    let mut verifier = Verifier::default();
    let last = table_state.round.iter().filter(|round| round.over).map(|round| &round.record);
    for record in table_state.finished.iter().chain(last) {
        verifier.check(record).map_err(|fault| Invariant::FairDice.broken(fault))?;
    }
    Ok(())
}

/// All who are connected know the log's end; while computers play on, the end of a moment ago.
async fn everyone_knows_the_end(world: &mut World, at: usize, log: &[StoredStep]) -> Result<(), Violation> {
    let end = log.len() as u64;
    let here =
        |world: &World| world.tables[at].people.iter().filter(|person| person.is_here()).map(|person| person.seen.table_state.seq).min();
    world.until(world.tempo.moment, |world| here(world).is_none_or(|known| known >= end)).await?;
    let now = world.tables[at].journal.log().await.map_or(0, |log| log.len() as u64);
    for (number, person) in world.tables[at].people.iter().enumerate().filter(|(_, person)| person.is_here()) {
        let known = person.seen.table_state.seq;
        if known < end || known > now {
            return Err(Invariant::Known.broken(format!("person {number} is connected and knows step {known} of {end}")));
        }
    }
    Ok(())
}

/// What is due happens while a client is there to see it, and a player who sits there is heard.
async fn game_goes_on(world: &mut World, at: usize) -> Result<(), Violation> {
    if !world.tables[at].people.iter().any(Person::is_here) {
        world.come(at, 0).await?;
    }
    world.listen()?;
    let Some(witness) = world.tables[at].people.iter().position(Person::is_here) else {
        return Err(Invariant::GoesOn.broken("no client can come to a table that is there"));
    };
    let seen = |world: &World| world.tables[at].people[witness].seen.table_state.clone();
    let before = seen(world);
    if let Some(seated) = world.tables[at].people.iter().position(|person| person.is_here() && sits(&before, person)) {
        let said = world.tables[at].people[seated].say(at);
        let heard = |world: &World| {
            let lines = &world.tables[at].people[witness].seen.table_state.lines;
            lines.last().is_some_and(|line| line.text == said)
        };
        world.until(world.tempo.soon, heard).await?;
        if !heard(world) {
            let table = &world.tables[at];
            let answer = table.journal.requests().last().and_then(|request| Some(request.answer.as_ref()?.result.clone()));
            let here = table.people[witness].is_here();
            let story = format!("person {seated} said “{said}”, answered {answer:?}; person {witness}, connected: {here}, did not hear it");
            return Err(Invariant::GoesOn.broken(story));
        }
    }
    let replica = &world.tables[at].people[witness].seen;
    let (moment, terms) = (replica.table_state.moment, replica.table_state.terms.clone());
    let Some(seat) = replica.seat_to_act().filter(|_| replica.table_state.is_playing()) else { return Ok(()) };
    let to_act = replica.table_state.seats[usize::from(seat)].clone();
    let absent = !world.tables[at].people.iter().any(|person| person.is_here() && person.role == Role::Seat(seat));
    let will_go_on = to_act.played_by_computer().is_some() || terms.turn.is_some() || (terms.stand_in.is_some() && absent);
    if !will_go_on {
        return Ok(());
    }
    world.until(world.tempo.late, |world| world.tables[at].people[witness].seen.table_state.moment != moment).await?;
    if seen(world).moment == moment {
        return Err(Invariant::GoesOn.broken(format!("seat {seat} should have been played for by now: {to_act:?}, {terms:?}")));
    }
    Ok(())
}

fn sits(table_state: &TableState, person: &Person) -> bool {
    let seat = person.role.seat().and_then(|seat| table_state.seats.get(usize::from(seat)));
    seat.is_some_and(|at| at.taken && !at.left && at.owner.as_ref() == Some(&person.key()))
}

/// The table is gone from every server: clients that were connected were told, and none comes in.
async fn gone_for_everyone(world: &mut World, at: usize) -> Result<(), Violation> {
    if world.tables[at].deletion.is_none() {
        return Err(Invariant::Deleted.broken("the table vanished"));
    }
    let here = |world: &World| world.tables[at].people.iter().position(Person::is_here);
    world.until(world.tempo.moment, |world| here(world).is_none()).await?;
    if let Some(number) = here(world) {
        return Err(Invariant::Deleted.broken(format!("the table is gone, but person {number} still sits there")));
    }
    for number in 0..world.tables[at].people.len() {
        world.come(at, number).await?;
        if world.tables[at].people[number].is_here() {
            return Err(Invariant::Deleted.broken(format!("person {number} came to a table that is gone")));
        }
    }
    Ok(())
}
