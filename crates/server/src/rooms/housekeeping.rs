//! What keeps a server's open tables true: news from other servers, and the log itself, because news can be missed.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::oneshot;

use super::room::Command;
use super::{ROLL_CALL, Rooms};
use crate::push::Messenger;
use crate::store::{Heard, Keeping};

/// How often all open tables are compared with the log, whatever was heard.
const COMPARE: Duration = Duration::from_secs(5);
/// How often tables are looked for that nobody has touched for long.
const CLEAN_UP: Duration = Duration::from_secs(60 * 60);

/// Follows what other servers on the same database store, and who is there.
pub async fn hear(rooms: Weak<Rooms>) {
    let Some(store) = rooms.upgrade().map(|rooms| rooms.store.clone()) else { return };
    let Some(mut news) = store.news().await else { return };
    let mut roll_call = tokio::time::interval(ROLL_CALL);
    loop {
        let heard = tokio::select! {
            biased;
            heard = news.next() => Some(heard),
            _ = roll_call.tick() => None,
        };
        let Some(rooms) = rooms.upgrade() else { return };
        match heard {
            Some(Heard::Changed(tables)) => tables.iter().for_each(|table| rooms.tell_to_compare(table)),
            Some(Heard::Here(presence)) => {
                if presence.server != rooms.name
                    && let Some(room) = rooms.open_rooms().get(presence.table.as_str())
                {
                    room.ask(Command::Elsewhere(presence));
                }
            }
            Some(Heard::Interrupted) => rooms.open_rooms().values().for_each(|room| room.ask(Command::Compare)),
            None => rooms.open_rooms().values().for_each(|room| room.ask(Command::RollCall)),
        }
    }
}

/// Compares all open tables with the log now and then: news may be lost, but the log is not.
pub async fn compare(rooms: Weak<Rooms>) {
    let mut tick = tokio::time::interval(COMPARE);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let Some(rooms) = rooms.upgrade() else { return };
        let names: Vec<Arc<str>> = rooms.open_rooms().keys().cloned().collect();
        // A database that does not answer is asked again soon enough.
        let Ok(ends) = rooms.store.ends(&names).await else { continue };
        let ends: HashMap<_, _> = ends.into_iter().collect();
        for (name, room) in &*rooms.open_rooms() {
            if ends.get(&**name) != Some(&room.known.load(Ordering::Relaxed)) {
                room.ask(Command::Compare);
            }
        }
    }
}

/// Deletes what nobody has touched for as long as it is kept, every hour.
pub async fn clean_up(rooms: Weak<Rooms>, keeping: Keeping) {
    let mut tick = tokio::time::interval(CLEAN_UP);
    loop {
        tick.tick().await;
        let Some(rooms) = rooms.upgrade() else { return };
        if let Err(error) = rooms.clean_up(keeping).await {
            tracing::warn!(%error, "tables that nobody touches could not be deleted");
        }
    }
}

/// Looks once at all tables at which somebody wants to be told of their turn, one after another.
pub async fn look_who_waits(rooms: Weak<Rooms>, messenger: Arc<Messenger>) {
    let tables = match messenger.tables().await {
        Ok(tables) => tables,
        Err(error) => return tracing::warn!(%error, "who waits to be told of their turn could not be read"),
    };
    for table in tables {
        let Some(rooms) = rooms.upgrade() else { return };
        let (answer, looked) = oneshot::channel();
        let guest = rooms.enter(&table);
        guest.ask_room(Command::Look(answer));
        drop(rooms);
        let _ = looked.await;
    }
}
