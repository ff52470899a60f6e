//! One schedule: a table, a few people, one to three servers, and a seed that decides what happens when.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use spieltisch_protocol::{Answers, Beside, Intention, NewTable};
use tokio::time::{Instant, sleep};

use super::checks;
use super::computers::QuickThinker;
use super::database::{Database, Faults, Way};
use super::person::Person;
use crate::rooms::{Pace, Rooms};
use crate::tokens;

/// Everything in a schedule.
pub struct World {
    pub rng: Xoshiro256PlusPlus,
    pub database: Arc<Database>,
    pub servers: Vec<Server>,
    pub people: Vec<Person>,
    pub table: String,
    pub host: String,
    /// Whether somebody asked for the table to be deleted, and whether that was acknowledged.
    pub deletion: Option<bool>,
    /// When the database was last put back to an earlier state.
    pub restored: Option<u64>,
    shared: bool,
}

/// One server.
pub struct Server {
    pub rooms: Arc<Rooms>,
    dead: Arc<AtomicBool>,
}

impl Server {
    pub fn is_alive(&self) -> bool {
        !self.dead.load(Ordering::SeqCst)
    }
}

thread_local! {
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Milliseconds since 1970 in the schedule's own time.
fn virtual_now() -> u64 {
    let began = BEGAN.get().map_or(0, |began| began.elapsed().as_millis() as u64);
    1_800_000_000_000 + began
}

/// Plays a schedule and tells what is wrong with it, if anything.
pub fn play(seed: u64) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    tokens::seed_for_tests(seed);
    runtime.block_on(async {
        BEGAN.set(Some(Instant::now()));
        let mut world = World::open(seed).await?;
        let actions = world.rng.random_range(10..60);
        for _ in 0..actions {
            world.wait().await;
            world.act().await?;
            world.listen()?;
        }
        checks::after_the_storm(&mut world).await
    })
}

impl World {
    async fn open(seed: u64) -> Result<World, String> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let database = Database::new(Xoshiro256PlusPlus::seed_from_u64(rng.random()));
        let servers = rng.random_range(1..=3);
        let shared = servers > 1 || rng.random();
        let mut world = World {
            rng,
            database,
            servers: Vec::new(),
            people: Vec::new(),
            table: String::new(),
            host: String::new(),
            deletion: None,
            restored: None,
            shared,
        };
        for _ in 0..servers {
            world.start_server();
        }
        let new = world.new_table();
        let links = world.servers[0].rooms.create(new).await.map_err(|refused| refused.to_string())?;
        world.table = links.table;
        world.host = links.host;
        world.people.extend(links.seats.into_iter().filter(|token| !token.is_empty()).map(Person::new));
        for token in [&links.invite, &links.invite, &links.watch] {
            world.people.push(Person::new(token.clone()));
        }
        world.change_weather();
        Ok(world)
    }

    fn new_table(&mut self) -> NewTable {
        let rng = &mut self.rng;
        let all = spieltisch_conformance::set_ups();
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
        if rng.random() {
            terms["stand_in"] = json!(rng.random_range(1..20));
        }
        if rng.random() {
            terms["turn"] = json!(rng.random_range(5..60));
        }
        serde_json::from_value(json!({"game": set_up.game, "seats": plan, "terms": terms, "options": set_up.options})).expect("a table")
    }

    fn start_server(&mut self) {
        let dead = Arc::new(AtomicBool::new(false));
        let way = Way::new(self.database.clone(), self.servers.len(), self.shared, dead.clone());
        let pace = Pace { computer: Duration::from_millis(300), objection: Duration::from_secs(2) };
        let rooms = Rooms::new(Arc::new(way), Arc::new(QuickThinker), Arc::default(), None, pace, virtual_now);
        self.servers.push(Server { rooms, dead });
    }

    async fn wait(&mut self) {
        // Often at once, so that things happen in each other's middle; sometimes long enough for limits to run out.
        let longest = [0, 3, 50, 1_000, 30_000][self.rng.random_range(0..5)];
        sleep(Duration::from_millis(self.rng.random_range(0..=longest))).await;
    }

    pub fn listen(&mut self) -> Result<(), String> {
        self.people.iter_mut().try_for_each(Person::listen)
    }

    fn change_weather(&mut self) {
        let rng = &mut self.rng;
        let calm = rng.random_range(0..3) == 0;
        let mut some = |most: u32| if calm { 0 } else { rng.random_range(0..=most) };
        let faults = Faults { refused: some(150), in_doubt: some(150), lost: some(500), doubled: some(300), slowest: 20 };
        self.database.fail(Faults { slowest: [0, 5, 200][rng.random_range(0..3)], ..faults });
    }

    async fn act(&mut self) -> Result<(), String> {
        let number = self.rng.random_range(0..self.people.len());
        match self.rng.random_range(0..100) {
            0..20 => self.come(number).await?,
            20..27 => self.people[number].go(),
            27..40 => self.sit(number),
            40..44 => self.people[number].want(Intention::Leave),
            44..48 => self.people[number].want(Intention::Start { part: String::new() }),
            48..80 => self.play(number),
            80..86 => self.talk(number),
            86..88 => self.people[number].want(Intention::TakeBack),
            88..90 => self.people[number].want(Intention::Answer { yes: self.rng.random() }),
            90 => self.people[number].react(),
            91 => self.agree(number),
            92..94 => self.change_weather(),
            94..96 => {
                let away = self.rng.random();
                self.database.set_away(away);
            }
            96..98 => self.kill_a_server(),
            98 => self.restore(),
            _ => self.delete().await,
        }
        Ok(())
    }

    pub async fn come(&mut self, number: usize) -> Result<(), String> {
        let server = self.some_server();
        let rooms = self.servers[server].rooms.clone();
        // Whoever waits too long for an answer gives up.
        let coming = self.people[number].come(&rooms, server, &self.table);
        tokio::time::timeout(Duration::from_secs(10), coming).await.unwrap_or(Ok(()))
    }

    fn sit(&mut self, number: usize) {
        let name = format!("P{number}");
        let token = self.people[number].choose_token();
        self.people[number].want(Intention::Sit { seat: None, name, part: "00ff".into(), token: Some(token) });
    }

    fn play(&mut self, number: usize) {
        let pick: usize = self.rng.random_range(0..1000);
        let person = &self.people[number];
        match person.seen.some_intention(|count| pick % count.max(1)) {
            Some(intention) => person.want(intention),
            None => person.want(Intention::Again { part: "0f".into() }),
        }
    }

    fn agree(&mut self, number: usize) {
        let answers = Answers::default().with(Beside::Marks, self.rng.random());
        self.people[number].want(Intention::Agree(answers));
    }

    /// Everyone signs what they say, so that the log shows whether somebody spoke for another.
    fn talk(&mut self, number: usize) {
        self.people[number].want(Intention::Say { text: number.to_string() });
    }

    /// A server that is alive.
    fn some_server(&mut self) -> usize {
        let alive: Vec<usize> = (0..self.servers.len()).filter(|&server| self.servers[server].is_alive()).collect();
        alive[self.rng.random_range(0..alive.len())]
    }

    /// A server dies, and another takes its place.
    fn kill_a_server(&mut self) {
        let victim = self.some_server();
        self.kill(victim);
        self.start_server();
    }

    fn kill(&mut self, victim: usize) {
        self.servers[victim].dead.store(true, Ordering::SeqCst);
        for person in self.people.iter_mut().filter(|person| person.at == Some(victim)) {
            person.go();
        }
    }

    /// The servers are stopped, the database is put back to an earlier state, and a server is started. What was
    /// acknowledged since is lost by design; people remember it.
    fn restore(&mut self) {
        let Some(log) = self.database.log(&self.table) else { return };
        for server in 0..self.servers.len() {
            self.kill(server);
        }
        self.start_server();
        let steps = self.rng.random_range(1..=log.len());
        self.database.restore(&self.table, steps);
        self.restored = Some(virtual_now());
    }

    async fn delete(&mut self) {
        // Rare, or most schedules would be about nothing else.
        if self.rng.random_range(0..4) > 0 {
            return;
        }
        let alive = self.servers.iter().find(|server| server.is_alive()).map(|server| server.rooms.clone());
        let Some(rooms) = alive else { return };
        let deleting = tokio::time::timeout(Duration::from_secs(10), rooms.delete(&self.table)).await;
        let acknowledged = matches!(deleting, Ok(Ok(())));
        self.deletion = Some(acknowledged || self.deletion == Some(true));
    }
}
