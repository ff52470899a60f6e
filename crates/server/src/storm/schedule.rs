//! One schedule: tables, people, one to three servers, and a seed that decides what happens when.

use std::time::Duration;

use rand::RngExt;
use spieltisch_protocol::{Answers, Beside, Intention};
use tokio::time::sleep;

use super::checks;
use super::database::Faults;
use super::invariants::{Invariant, Planted, Violation};
use super::servers::{begin_time, right_time, set_all_clocks};
use super::world::World;
use crate::tokens;

/// Plays a schedule on the simulated database and tells what is wrong with it, if anything.
pub fn play(seed: u64, planted: Option<Planted>) -> Result<(), Violation> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    tokens::seed_for_tests(seed);
    runtime.block_on(async {
        begin_time();
        let mut world = World::simulated(seed, planted).await.map_err(|error| Invariant::GoesOn.broken(error))?;
        let actions = world.rng.random_range(10..60);
        world.play(actions).await
    })
}

/// Plays a schedule on a real database, in real time.
pub fn play_on_sql(seed: u64, database: crate::store::Database) -> Result<(), Violation> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    tokens::seed_for_tests(seed);
    runtime.block_on(async {
        begin_time();
        let mut world = World::sql(seed, database).await.map_err(|error| Invariant::GoesOn.broken(error))?;
        let actions = world.rng.random_range(50..150);
        world.play(actions).await
    })
}

impl World {
    async fn play(&mut self, actions: u32) -> Result<(), Violation> {
        self.change_weather();
        for _ in 0..actions {
            let longest = self.tempo.waits[self.rng.random_range(0..5)];
            sleep(Duration::from_millis(self.rng.random_range(0..=longest))).await;
            self.act().await?;
            self.listen()?;
        }
        checks::after_the_storm(self).await
    }

    fn change_weather(&mut self) {
        let rng = &mut self.rng;
        let calm = rng.random_range(0..3) == 0;
        let mut some = |most: u32| if calm { 0 } else { rng.random_range(0..=most) };
        let faults = Faults { refused: some(150), in_doubt: some(150), lost: some(500), doubled: some(300), slowest: 20 };
        self.ground.fail(Faults { slowest: self.tempo.slowest[rng.random_range(0..4)], ..faults });
    }

    async fn act(&mut self) -> Result<(), Violation> {
        let at = self.rng.random_range(0..self.tables.len());
        let number = self.rng.random_range(0..self.tables[at].people.len());
        let choice = self.rng.random_range(0..100);
        let yes = self.rng.random();
        let person = &mut self.tables[at].people[number];
        match choice {
            0..20 => self.come(at, number).await?,
            20..27 => person.go(),
            27..40 => {
                let token = Some(person.choose_token());
                person.want(Intention::Sit { seat: None, name: format!("P{number}"), part: "00ff".into(), token });
            }
            40..44 => person.want(Intention::Leave),
            44..48 => person.want(Intention::Start { part: String::new() }),
            48..79 => self.decide(at, number),
            79..85 => drop(person.say(at)),
            85..87 => person.want(Intention::TakeBack),
            87..89 => person.want(Intention::Answer { yes }),
            89 if yes => person.react(),
            89 => self.tell_a_code(at).await?,
            90 if self.rng.random() => person.want(Intention::Agree(Answers::default().with(Beside::Marks, yes))),
            // Two names in turn, so that some are asked for again.
            90 => person.want(Intention::Name { name: format!("P{number}{}", if yes { "a" } else { "" }) }),
            91..93 => self.change_weather(),
            93..95 => {
                if let Some(database) = self.ground.simulated() {
                    database.set_away(yes);
                }
            }
            95 => self.change_clock(),
            96 => {
                let victim = self.some_server();
                self.servers[victim].vitals.die();
                self.start_another().await?;
            }
            97 => self.stop_a_server().await?,
            98 => self.restore(at).await?,
            // Rare, or most schedules would be about nothing else.
            _ if self.rng.random_range(0..4) == 0 => self.delete(at).await,
            _ => {}
        }
        Ok(())
    }

    fn decide(&mut self, table: usize, number: usize) {
        let pick: usize = self.rng.random_range(0..1000);
        let person = &self.tables[table].people[number];
        match person.seen.some_intention(|count| pick % count.max(1)) {
            Some(intention) => person.want(intention),
            None => person.want(Intention::Again { part: "0f".into() }),
        }
    }

    async fn start_another(&mut self) -> Result<(), Violation> {
        self.start_server().await.map_err(|error| Invariant::GoesOn.broken(error))
    }

    /// A server's clock jumps, by up to a year.
    fn change_clock(&mut self) {
        // Which of two steps of one number a client knows is told by their times: see `restore`.
        if self.restored {
            return;
        }
        let server = self.some_server();
        let longest = [1_000, 3_600_000, 31_536_000_000][self.rng.random_range(0..3)];
        self.servers[server].set_clock(self.rng.random_range(-longest..=longest));
    }

    /// A server stops: it sends everyone away while some of them still act, and ends a little later. Another takes its place, where
    /// the store is shared before it ends.
    async fn stop_a_server(&mut self) -> Result<(), Violation> {
        let victim = self.some_server();
        self.servers[victim].is_stopping = true;
        if self.shared {
            self.start_another().await?;
        }
        let server = &self.servers[victim];
        server.open_tables.send_all_away();
        for (at, table) in self.tables.iter_mut().enumerate() {
            for person in table.people.iter_mut().filter(|person| person.is_at(server)) {
                person.say(at);
            }
        }
        let goodbye = self.tempo.goodbye.mul_f64(self.rng.random());
        if self.shared {
            let (store, vitals) = (server.open_tables.store.clone(), server.vitals.clone());
            tokio::spawn(async move {
                sleep(goodbye).await;
                store.close().await;
                vitals.die();
            });
            return Ok(());
        }
        sleep(goodbye).await;
        server.open_tables.store.close().await;
        server.vitals.die();
        self.start_another().await
    }

    /// All servers are stopped, a table is put back to an earlier state, and a server is started. What was acknowledged since is
    /// lost by design; clients remember it. Clocks are right again, and later than anything they remember.
    async fn restore(&mut self, at: usize) -> Result<(), Violation> {
        let Some(log) = self.tables[at].journal.log().await else { return Ok(()) };
        let Some(database) = self.ground.simulated().cloned() else { return Ok(()) };
        self.servers.iter().for_each(|server| server.vitals.die());
        checks::what_was_answered(&self.tables[at], Some(&log))?;
        let steps = self.rng.random_range(1..=log.len());
        let table = &mut self.tables[at];
        table.journal.requests().clear();
        for person in &mut table.people {
            person.acknowledged.retain(|seq, _| *seq <= steps as u64);
        }
        database.restore(&table.journal.table, steps);
        let latest = log.iter().map(|step| step.at).max().unwrap_or(0);
        set_all_clocks(latest.saturating_sub(right_time()) as i64 + 1);
        self.restored = true;
        self.start_another().await
    }
}
