//! What must hold when the storm is over.

use std::sync::PoisonError;
use std::time::Duration;

use spieltisch_protocol::{Evening, Follower, Happening, Intention, Role};
use tokio::time::sleep;

use super::database::Faults;
use super::schedule::World;
use crate::store::StoredStep;

/// Within so much virtual time everyone who is connected knows everything.
const SOON: Duration = Duration::from_secs(20);
/// What news and answers may take when nothing is wrong.
const MOMENT: Duration = Duration::from_millis(100);
/// The longest limit a schedule sets, and what servers may wait for each other.
const LATE: Duration = Duration::from_secs(60 + 20);

/// The weather clears up; then everything must be as promised.
pub async fn after_the_storm(world: &mut World) -> Result<(), String> {
    world.database.fail(Faults::default());
    world.database.set_away(false);
    sleep(SOON).await;
    world.listen()?;
    everything_is_answered(world)?;
    let Some(log) = world.database.log(&world.table) else { return gone_for_everyone(world).await };
    if world.deletion == Some(true) {
        return Err("the table was deleted, and is still there".into());
    }
    log_is_whole(&log)?;
    nothing_acknowledged_is_missing(world, &log)?;
    everyone_spoke_for_themselves(world, &log)?;
    one_owner_per_seat(world, &log)?;
    everyone_knows_the_end(world, &log).await?;
    game_goes_on(world).await
}

/// Nobody waits for an answer for ever.
fn everything_is_answered(world: &World) -> Result<(), String> {
    let waiting = |person: &super::person::Person| *person.waiting.lock().unwrap_or_else(PoisonError::into_inner);
    // A server that died answers nobody; whoever was there is not connected any more.
    let asked = world.people.iter().filter(|person| person.at.is_some()).map(waiting).sum::<u32>();
    let died = world.servers.iter().any(|server| !server.is_alive());
    if asked > 0 && !died { Err(format!("{asked} wishes were never answered")) } else { Ok(()) }
}

fn log_is_whole(log: &[StoredStep]) -> Result<(), String> {
    let mut at = 0;
    for (number, step) in log.iter().enumerate() {
        if step.seq != number as u64 + 1 || step.at < at {
            return Err(format!("the log has step {} at place {}", step.seq, number + 1));
        }
        at = step.at;
    }
    Ok(())
}

fn nothing_acknowledged_is_missing(world: &World, log: &[StoredStep]) -> Result<(), String> {
    for (number, person) in world.people.iter().enumerate() {
        for (seq, (at, body)) in &person.acknowledged {
            match log.get(*seq as usize - 1) {
                Some(step) if same(&step.body, body) => {}
                _ if world.restored.is_some_and(|restored| *at <= restored) => {}
                kept => return Err(format!("person {number} was told step {seq} {body}, kept is {kept:?}")),
            }
        }
    }
    Ok(())
}

fn same(one: &str, other: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    one == other || read(one) == read(other)
}

fn steps(log: &[StoredStep]) -> impl Iterator<Item = spieltisch_protocol::Step> + '_ {
    log.iter().filter_map(|step| step.read().ok())
}

/// What is said is signed: nobody speaks for a seat that another owns.
fn everyone_spoke_for_themselves(world: &World, log: &[StoredStep]) -> Result<(), String> {
    let mut table = Follower::default();
    for step in steps(log) {
        for happening in &step.what {
            if let Happening::Said { seat, text } = happening
                && let Some(owner) = table.evening.seats.get(usize::from(*seat)).and_then(|at| at.owner.as_deref())
                && !text.parse().is_ok_and(|number: usize| world.people[number].ever_had(owner))
            {
                return Err(format!("step {}: person {text} spoke for seat {seat}, which is not theirs", step.seq));
            }
        }
        table.replay(&step).map_err(|misstep| misstep.to_string())?;
    }
    Ok(())
}

/// All who are connected know the log's end; while computers play on, the end of a moment ago.
async fn everyone_knows_the_end(world: &mut World, log: &[StoredStep]) -> Result<(), String> {
    sleep(MOMENT).await;
    world.listen()?;
    let end = world.database.log(&world.table).map_or(0, |log| log.len() as u64);
    for (number, person) in world.people.iter().enumerate().filter(|(_, person)| person.at.is_some()) {
        let known = person.seen.evening.seq;
        if known < log.len() as u64 || known > end {
            return Err(format!("person {number} is connected and knows step {known} of {}", log.len()));
        }
    }
    Ok(())
}

/// At most one token acts for a seat, and whoever thinks they do is right.
fn one_owner_per_seat(world: &World, log: &[StoredStep]) -> Result<(), String> {
    let mut table = Follower::default();
    steps(log).try_for_each(|step| table.replay(&step)).map_err(|misstep| misstep.to_string())?;
    for (number, person) in world.people.iter().enumerate().filter(|(_, person)| person.at.is_some()) {
        let Role::Seat(seat) = person.role else { continue };
        let at = table.evening.seats.get(usize::from(seat)).ok_or("a role without a seat")?;
        if at.taken && !at.left && at.owner.as_ref() != Some(&person.key()) {
            return Err(format!("person {number} believes to have seat {seat}, which another owns"));
        }
    }
    Ok(())
}

/// Whatever is due happens while somebody is there to see it, and whoever sits there can talk.
async fn game_goes_on(world: &mut World) -> Result<(), String> {
    if world.people.iter().all(|person| person.at.is_none()) {
        world.come(0).await?;
    }
    world.listen()?;
    let Some(witness) = world.people.iter().position(|person| person.at.is_some()) else {
        return Err("nobody can come to a table that is there".into());
    };
    let before = world.people[witness].seen.evening.clone();
    if let Some(seated) = world.people.iter().position(|person| person.at.is_some() && sits(&before, person)) {
        world.people[seated].want(Intention::Say { text: seated.to_string() });
        sleep(SOON).await;
        world.listen()?;
        let heard = world.people[witness].seen.evening.lines.last().map(|line| line.text.clone());
        if heard != Some(seated.to_string()) {
            return Err(format!("person {seated} spoke and person {witness} did not hear it"));
        }
    }
    let seen = &world.people[witness].seen;
    let (moment, terms) = (seen.evening.moment, seen.evening.terms.clone());
    let Some(seat) = seen.seat_to_act().filter(|_| seen.evening.is_playing()) else { return Ok(()) };
    let at = &seen.evening.seats[usize::from(seat)];
    let absent = !world.people.iter().any(|person| person.at.is_some() && person.role == Role::Seat(seat));
    let will_go_on = at.played_by_computer().is_some() || terms.turn.is_some() || (terms.stand_in.is_some() && absent);
    if !will_go_on {
        return Ok(());
    }
    sleep(LATE).await;
    world.listen()?;
    if world.people[witness].seen.evening.moment == moment {
        return Err(format!("seat {seat} should have been played for by now: {at:?}, {terms:?}", at = before.seats[usize::from(seat)]));
    }
    Ok(())
}

fn sits(evening: &Evening, person: &super::person::Person) -> bool {
    let seat = person.role.seat().and_then(|seat| evening.seats.get(usize::from(seat)));
    seat.is_some_and(|at| at.taken && !at.left && at.owner.as_ref() == Some(&person.key()))
}

/// The table is gone from every server: whoever is still connected was told, and nobody comes in.
async fn gone_for_everyone(world: &mut World) -> Result<(), String> {
    if world.deletion.is_none() {
        return Err("the table vanished".into());
    }
    if let Some(number) = world.people.iter().position(|person| person.at.is_some()) {
        return Err(format!("the table is gone, but person {number} still sits there"));
    }
    for number in 0..world.people.len() {
        world.come(number).await?;
        if world.people[number].at.is_some() {
            return Err(format!("person {number} came to a table that is gone"));
        }
    }
    Ok(())
}
