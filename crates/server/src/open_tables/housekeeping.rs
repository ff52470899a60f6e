//! What keeps a server's open tables true: news from other servers, and the log itself, because news can be missed.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::oneshot;

use super::table_handle::Command;
use super::{OpenTables, ROLL_CALL};
use crate::push::Messenger;
use crate::store::Heard;

/// How often all open tables are compared with the log, whatever was heard.
const COMPARE: Duration = Duration::from_secs(5);

/// Follows what other servers on the same database store, and who is there.
pub async fn hear(open_tables: Weak<OpenTables>) {
    let Some(store) = open_tables.upgrade().map(|open_tables| open_tables.store.clone()) else { return };
    let Some(mut news) = store.news().await else { return };
    let mut roll_call = tokio::time::interval(ROLL_CALL);
    loop {
        let heard = tokio::select! {
            biased;
            heard = news.next() => Some(heard),
            _ = roll_call.tick() => None,
        };
        let Some(open_tables) = open_tables.upgrade() else { return };
        match heard {
            Some(Heard::Changed(tables)) => tables.iter().for_each(|table| open_tables.tell_to_compare(table)),
            Some(Heard::Here(presence)) => {
                if presence.server != open_tables.name
                    && let Some(handle) = open_tables.open_rooms().get(presence.table.as_str())
                {
                    handle.ask(Command::Elsewhere(presence));
                }
            }
            Some(Heard::Interrupted) => open_tables.open_rooms().values().for_each(|handle| handle.ask(Command::Compare)),
            None => open_tables.open_rooms().values().for_each(|handle| handle.ask(Command::RollCall)),
        }
    }
}

/// Compares all open tables with the log now and then: news may be lost, but the log is not.
pub async fn compare(open_tables: Weak<OpenTables>) {
    let mut tick = tokio::time::interval(COMPARE);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let Some(open_tables) = open_tables.upgrade() else { return };
        let names = open_tables.names();
        // A database that does not answer is asked again soon enough.
        let Ok(ends) = open_tables.store.ends(&names).await else { continue };
        let ends: HashMap<_, _> = ends.into_iter().collect();
        for (name, handle) in &*open_tables.open_rooms() {
            if ends.get(&**name) != Some(&handle.known.load(Ordering::Relaxed)) {
                handle.ask(Command::Compare);
            }
        }
    }
}

/// Looks once at all tables at which somebody wants to be told of their turn, one after another.
pub async fn look_who_waits(open_tables: Weak<OpenTables>, messenger: Arc<Messenger>) {
    let tables = match messenger.tables().await {
        Ok(tables) => tables,
        Err(error) => return tracing::warn!(%error, "who waits to be told of their turn could not be read"),
    };
    for table in tables {
        let Some(open_tables) = open_tables.upgrade() else { return };
        let (answer, looked) = oneshot::channel();
        let member = open_tables.enter(&table);
        member.ask_task(Command::Look(answer));
        drop(open_tables);
        let _ = looked.await;
    }
}
