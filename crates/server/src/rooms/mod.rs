//! The tables that somebody here plays at or watches.

mod audience;
mod clockwork;
mod computers;
mod room;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use spieltisch_protocol::{Links, NewTable, RefusalCode, Refused, Role, Summary};

use crate::metrics::Metrics;
use crate::store::{Append, Heard, Presence, Store, TokenRow};
use crate::table::Table;
use crate::tokens;

pub use audience::{MemberId, Outbox};
pub use room::Room;
pub(crate) use room::as_text;

/// How computers keep pace with people.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long a computer takes at least for a roll or a decision.
    pub computer: Duration,
    /// How long people have to object to a tile before a computer goes on.
    pub objection: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { computer: Duration::from_millis(700), objection: Duration::from_secs(4) }
    }
}

/// All tables that are open here.
pub struct Rooms {
    /// Where tables are kept.
    pub store: Store,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    pace: Pace,
    clock: fn() -> u64,
    computers: computers::Computers,
    open: Mutex<HashMap<String, Arc<Room>>>,
    /// This server's name among those on the same database.
    name: String,
}

/// How often servers on one database tell each other who is where.
const ROLL_CALL: Duration = Duration::from_secs(15);

impl Rooms {
    /// No table is open yet. Listens to other servers on the same database.
    pub fn new(store: Store, metrics: Arc<Metrics>, pace: Pace, clock: fn() -> u64) -> Arc<Rooms> {
        let (computers, name) = (computers::Computers::default(), tokens::new_table_name());
        let rooms = Arc::new(Rooms { store, metrics, pace, clock, computers, open: Mutex::default(), name });
        tokio::spawn(hear(rooms.clone()));
        rooms
    }

    fn open_rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        // The map is whole even if somebody panicked with the lock held.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets up a new table and keeps it.
    pub async fn create(&self, new: NewTable) -> Result<Links, Refused> {
        let persons: Vec<bool> = new.seats.iter().map(|seat| seat.computer.is_none()).collect();
        let (name, master) = (tokens::new_table_name(), tokens::new_secret());
        let mut table = Table::new(&name, master.clone());
        let decision = table.open(new)?;
        let links = Links {
            table: name.clone(),
            host: tokens::new_token(),
            invite: tokens::new_token(),
            watch: tokens::new_token(),
            seats: persons.iter().map(|&person| if person { tokens::new_token() } else { String::new() }).collect(),
        };
        let row = |token: &str, role| TokenRow { hash: tokens::hash(token), role };
        let mut rows = vec![row(&links.host, Role::Host), row(&links.invite, Role::Invited), row(&links.watch, Role::Watcher)];
        rows.extend(
            links.seats.iter().enumerate().filter(|(_, token)| !token.is_empty()).map(|(i, token)| row(token, Role::Seat(i as u8))),
        );
        let body = serde_json::to_string(&decision.what).unwrap_or_default();
        let kept = self.store.append(|done| Append {
            table: name.as_str().into(),
            seq: 1,
            at: (self.clock)(),
            body: body.into(),
            secret: Some(master.to_hex()),
            tokens: rows,
            done,
        });
        kept.await.map_err(|error| not_stored(&error))?;
        self.metrics.tables_created.inc();
        Ok(links)
    }

    /// The open table of this name; opened now if it is not.
    pub fn room(self: &Arc<Rooms>, table: &str) -> Arc<Room> {
        let mut open = self.open_rooms();
        if let Some(room) = open.get(table) {
            return room.clone();
        }
        let room = Arc::new(Room::new(table));
        open.insert(table.into(), room.clone());
        self.metrics.rooms_open.set(open.len() as i64);
        room
    }

    /// What a token is good for at a table.
    pub async fn role(&self, table: &str, token: &str) -> Result<Role, Refused> {
        let role = self.store.role(table, &tokens::hash(token)).await.map_err(|error| not_stored(&error))?;
        role.ok_or_else(room::no_such_table)
    }

    /// A table in a list.
    pub async fn summary(&self, table: &str, role: Role) -> Result<Summary, Refused> {
        let read = self.read(table).await?;
        let evening = &read.evening;
        Ok(Summary {
            table: table.into(),
            game: evening.game.clone(),
            names: evening.seats.iter().map(|seat| seat.name.clone()).collect(),
            seat: role.seat(),
            turn: read.seat_to_act(),
            finished: evening.records().filter(|record| !record.result.is_null()).count() as u32,
            changed: evening.changed,
        })
    }

    /// All games of a table as records, one per line.
    pub async fn records(&self, table: &str) -> Result<String, Refused> {
        let read = self.read(table).await?;
        Ok(read.evening.records().map(|record| record.to_json() + "\n").collect())
    }

    /// A table as the log tells it.
    async fn read(&self, table: &str) -> Result<Table, Refused> {
        let secret = self.store.secret(table).await.map_err(|error| not_stored(&error))?.ok_or_else(room::no_such_table)?;
        let mut read = Table::new(table, secret);
        for step in self.store.steps(table, 0).await.map_err(|error| not_stored(&error))? {
            read.replay(&step).map_err(|broken| Refused::new(RefusalCode::NotNow, broken.to_string()))?;
        }
        Ok(read)
    }

    /// Closes a table here that nobody here needs.
    pub fn close_if_empty(&self, room: &Room) {
        let mut open = self.open_rooms();
        if room.is_empty() {
            open.remove(&*room.name);
            self.metrics.rooms_open.set(open.len() as i64);
        }
    }

    /// Deletes a table for everyone.
    pub async fn delete(self: &Arc<Rooms>, table: &str) -> Result<(), Refused> {
        self.store.delete(table).await.map_err(|error| not_stored(&error))?;
        let gone = self.open_rooms().remove(table);
        if let Some(room) = gone {
            room.end();
        }
        Ok(())
    }

    /// Sends everyone here away, as when the server stops.
    pub fn close_all(&self) {
        for (_, room) in self.open_rooms().drain() {
            room.send_away();
        }
    }
}

/// Follows what other servers on the same database store, and who is there.
async fn hear(rooms: Arc<Rooms>) {
    let Some(mut news) = rooms.store.news().await else { return };
    let mut roll_call = tokio::time::interval(ROLL_CALL);
    loop {
        let heard = tokio::select! {
            heard = news.next() => heard,
            _ = roll_call.tick() => {
                rooms.call_the_roll().await;
                continue;
            }
        };
        match heard {
            Heard::Changed(tables) => {
                for table in tables {
                    let room = rooms.open_rooms().get(&table).cloned();
                    if let Some(room) = room {
                        room.catch_up(&rooms).await;
                    }
                }
            }
            Heard::Here(presence) => rooms.hear_presence(presence),
            Heard::Interrupted => {
                let all: Vec<Arc<Room>> = rooms.open_rooms().values().cloned().collect();
                for room in all {
                    room.catch_up(&rooms).await;
                }
            }
        }
    }
}

impl Rooms {
    /// Tells other servers who is at all tables here, and forgets servers that fell silent.
    async fn call_the_roll(self: &Arc<Rooms>) {
        let all: Vec<Arc<Room>> = self.open_rooms().values().cloned().collect();
        for room in all {
            room.forget_the_silent(3 * ROLL_CALL);
            self.store.tell_presence(&room.presence(&self.name)).await;
        }
    }

    fn hear_presence(self: &Arc<Rooms>, presence: Presence) {
        if presence.server == self.name {
            return;
        }
        let room = self.open_rooms().get(&presence.table).cloned();
        // A server heard for the first time does not know yet who is here.
        if let Some(room) = room.filter(|room| room.hear_presence(presence)) {
            self.tell_presence(&room);
        }
    }

    /// Tells other servers, where there can be any, who is at a table here.
    fn tell_presence(self: &Arc<Rooms>, room: &Room) {
        if self.store.is_shared() {
            let (rooms, presence) = (self.clone(), room.presence(&self.name));
            tokio::spawn(async move { rooms.store.tell_presence(&presence).await });
        }
    }
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

fn not_stored(error: &crate::store::StoreError) -> Refused {
    tracing::warn!(%error, "refused: not stored");
    Refused::new(RefusalCode::NotStored, "The server cannot store this right now; nothing happened. Please try again.")
}
