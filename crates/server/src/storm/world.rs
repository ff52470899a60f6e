//! Everything in a schedule: where tables are kept, the servers, the tables and the people.

use std::sync::Arc;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use spieltisch_protocol::{NewTable, Role};
use tokio::time::{Instant, sleep};

use super::database::Database;
use super::ground::{Ground, Tempo};
use super::invariants::{Invariant, Planted, Violation};
use super::journal::{Journal, Vitals};
use super::mortal::Weather;
use super::person::Person;
use super::servers::Server;
use crate::store::Store;

/// A client that waits longer for an answer gives up.
const GIVES_UP: Duration = Duration::from_secs(10);

/// Everything in a schedule.
pub struct World {
    pub rng: Xoshiro256PlusPlus,
    pub ground: Ground,
    pub tempo: Tempo,
    pub servers: Vec<Server>,
    pub tables: Vec<SimulatedTable>,
    /// Whether several servers share the store.
    pub shared: bool,
    /// Whether a table was put back to an earlier state.
    pub restored: bool,
    truth: Arc<dyn Store>,
    planted: Option<Planted>,
}

/// A table and everyone with a link to it.
pub struct SimulatedTable {
    pub journal: Arc<Journal>,
    pub people: Vec<Person>,
    /// Whether its deletion was asked for, and whether that was acknowledged.
    pub deletion: Option<bool>,
}

impl World {
    /// A simulated database with one to three servers and tables.
    pub async fn simulated(seed: u64, planted: Option<Planted>) -> Result<World, String> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let database = Database::new(Xoshiro256PlusPlus::seed_from_u64(rng.random()), planted);
        let servers = rng.random_range(1..=3);
        let shared = servers > 1 || rng.random();
        World::open(rng, Ground::Simulated(database), servers, shared, planted).await
    }

    /// A real database with one server, or several where they can share it.
    pub async fn sql(seed: u64, database: crate::store::Database) -> Result<World, String> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let shared = database.is_shared();
        let servers = if shared { rng.random_range(1..=3) } else { 1 };
        let weather = Weather::new(Xoshiro256PlusPlus::seed_from_u64(rng.random()));
        World::open(rng, Ground::Sql(database, weather), servers, shared, None).await
    }

    async fn open(
        rng: Xoshiro256PlusPlus,
        ground: Ground,
        servers: usize,
        shared: bool,
        planted: Option<Planted>,
    ) -> Result<World, String> {
        let (tempo, truth) = (ground.tempo(), ground.truth().await?);
        let mut world = World { rng, ground, tempo, servers: Vec::new(), tables: Vec::new(), shared, restored: false, truth, planted };
        for _ in 0..servers {
            world.start_server().await?;
        }
        for _ in 0..[1, 1, 2, 3][world.rng.random_range(0..4)] {
            world.set_up_table().await?;
        }
        Ok(world)
    }

    async fn set_up_table(&mut self) -> Result<(), String> {
        let new = self.new_table();
        let links = self.servers[0].open_tables.create(new).await.map_err(|refused| refused.to_string())?;
        let journal = Arc::new(Journal::new(&links.table, self.truth.clone()));
        let seats = links.seats.into_iter().filter(|token| !token.is_empty());
        let tokens = seats.chain([links.invite.clone(), links.invite, links.watch]);
        let person = |(number, token)| Person::new(number, token, journal.clone(), self.planted);
        let people = tokens.enumerate().map(person).collect();
        self.tables.push(SimulatedTable { journal, people, deletion: None });
        Ok(())
    }

    fn new_table(&mut self) -> NewTable {
        let rng = &mut self.rng;
        let all = spieltisch_testkit::conformance::set_ups();
        let fitting: Vec<_> = all.into_iter().filter(|set_up| set_up.players.contains(&2)).collect();
        let set_up = &fitting[rng.random_range(0..fitting.len())];
        let seats = rng.random_range(2..=3);
        let mut plan: Vec<_> = (0..seats).map(|_| json!({})).collect();
        for (number, seat) in plan.iter_mut().enumerate().skip(1) {
            if rng.random_range(0..3) == 0 {
                *seat = json!({"computer": 2, "name": format!("Computer {number}")});
            }
        }
        let mut terms = json!({});
        // Limits are seconds: too long where time is real.
        if self.tempo.look.is_none() && rng.random() {
            terms["stand_in"] = json!(rng.random_range(1..20));
        }
        if self.tempo.look.is_none() && rng.random() {
            terms["turn"] = json!(rng.random_range(5..60));
        }
        serde_json::from_value(json!({"game": set_up.game, "seats": plan, "terms": terms, "options": set_up.options})).expect("a table")
    }

    pub async fn start_server(&mut self) -> Result<(), String> {
        let (number, vitals) = (self.servers.len(), Arc::<Vitals>::default());
        let store = self.ground.store(number, self.shared, vitals.clone()).await?;
        self.servers.push(Server::start(number, store, vitals, self.tempo.computer, self.planted));
        Ok(())
    }

    /// A server that clients can come to.
    pub fn some_server(&mut self) -> usize {
        let open: Vec<usize> = (0..self.servers.len()).filter(|&server| self.servers[server].is_open()).collect();
        open[self.rng.random_range(0..open.len())]
    }

    /// Someone comes to a server, which answers, or dies.
    pub async fn come(&mut self, table: usize, person: usize) -> Result<(), Violation> {
        let server = self.some_server();
        let vitals = self.servers[server].vitals.clone();
        let coming = self.tables[table].people[person].come(&self.servers[server]);
        match tokio::time::timeout(self.tempo.patience, coming).await {
            Ok(came) => came,
            Err(_) if !vitals.is_alive() => Ok(()),
            Err(_) => Err(Invariant::Answered.broken(format!("person {person} came and was never answered"))),
        }
    }

    /// A code is asked for at one server and typed at another: it leads to its own table, or nowhere.
    pub async fn tell_a_code(&mut self, table: usize) -> Result<(), Violation> {
        let (one, other) = (self.some_server(), self.some_server());
        let journal = self.tables[table].journal.clone();
        let telling = self.servers[one].open_tables.spoken_code(&journal.table);
        let Ok(Ok(told)) = tokio::time::timeout(GIVES_UP, telling).await else { return Ok(()) };
        let typing = self.servers[other].open_tables.by_code(&told.code);
        let Ok(Ok(found)) = tokio::time::timeout(GIVES_UP, typing).await else { return Ok(()) };
        if *found.table != *journal.table {
            return Err(Invariant::SeparateTables.broken(format!("the code of table {table} leads to {}", found.table)));
        }
        let role = journal.role_of(&found.token).await;
        if role != Some(Role::Invited) && journal.log().await.is_some() {
            return Err(Invariant::OneOwner.broken(format!("a code was good for {role:?}")));
        }
        Ok(())
    }

    pub async fn delete(&mut self, table: usize) {
        let server = self.some_server();
        let table = &mut self.tables[table];
        let deleting = tokio::time::timeout(GIVES_UP, self.servers[server].open_tables.delete(&table.journal.table)).await;
        let acknowledged = matches!(deleting, Ok(Ok(_)));
        table.deletion = Some(acknowledged || table.deletion == Some(true));
    }

    pub fn listen(&mut self) -> Result<(), Violation> {
        self.tables.iter_mut().flat_map(|table| &mut table.people).try_for_each(Person::listen)
    }

    /// Waits until something has happened, for so long at most.
    pub async fn until(&mut self, limit: Duration, happened: impl Fn(&World) -> bool) -> Result<(), Violation> {
        let end = Instant::now() + limit;
        loop {
            sleep(self.tempo.look.unwrap_or(limit)).await;
            self.listen()?;
            if happened(self) || Instant::now() >= end {
                return Ok(());
            }
        }
    }

    /// The first request that a server which lives has not answered.
    pub fn unanswered(&self) -> Option<Violation> {
        self.tables.iter().find_map(|table| {
            let requests = table.journal.requests();
            let open = requests.iter().find(|request| request.answer.is_none() && request.vitals.is_alive())?;
            Some(Invariant::Answered.broken(format!("person {} was never answered: {:?}", open.person, open.wish)))
        })
    }
}
