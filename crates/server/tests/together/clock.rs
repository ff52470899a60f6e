//! Clocks that jump, at the start or while running, on one server or one of several: no table is lost that a player could miss, and
//! what is really old is deleted in the end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use spieltisch_protocol::Links;
use spieltisch_server::{Config, Retention};
use spieltisch_testkit::client::{TableClient, request, set_up};
use sqlx::{AnyPool, Row};

use crate::healing::{bearer, pool, rows_of};
use crate::table::{TestDatabase, TestServer, company, new_table, one_step, postgres, sqlite};

const HOUR: u64 = 60 * 60 * 1000;
const DAY: u64 = 24 * HOUR;
const START: u64 = 1_800_000_000_000;

/// The grace in these tests, in hours.
const GRACE: u64 = 6;

/// The clocks of one test's servers, by number: a configuration takes plain functions.
static CLOCKS: [FakeClock; 16] = [const { FakeClock { wall: AtomicU64::new(START), uptime: AtomicU64::new(0) } }; 16];

struct FakeClock {
    /// In milliseconds since 1970.
    wall: AtomicU64,
    /// In milliseconds.
    uptime: AtomicU64,
}

fn wall<const N: usize>() -> u64 {
    CLOCKS[N].wall.load(Ordering::SeqCst)
}

fn uptime<const N: usize>() -> Duration {
    Duration::from_millis(CLOCKS[N].uptime.load(Ordering::SeqCst))
}

/// Time passes, on both clocks. A server reads the wall clock last, so that it never sees the uptime ahead of it.
fn pass<const N: usize>(time: u64) {
    CLOCKS[N].wall.fetch_add(time, Ordering::SeqCst);
    CLOCKS[N].uptime.fetch_add(time, Ordering::SeqCst);
}

/// The wall clock is set, and no time passes.
fn set<const N: usize>(time: u64) {
    CLOCKS[N].wall.store(time, Ordering::SeqCst);
}

fn with_clock<const N: usize>(config: &mut Config) {
    config.clock = wall::<N>;
    config.uptime = uptime::<N>;
    config.expiry_round = Duration::from_millis(2);
    config.keeping = Retention { grace: Duration::from_millis(GRACE * HOUR), ..Retention::default() };
}

/// A server with a clock of its own, a table at which no game ever began and one at which a game is being played.
struct Scene {
    place: TestDatabase,
    pool: AnyPool,
    lobby: Links,
    game: Links,
    players: Vec<TableClient>,
}

impl Scene {
    /// The server is returned beside the scene, so that it can be stopped.
    async fn new<const N: usize>(place: TestDatabase) -> (Scene, TestServer) {
        let server = TestServer::start_with(place.database.clone(), with_clock::<N>).await;
        let lobby = set_up(server.address, &new_table("yatzy", json!([{}, {}]), json!({}))).await.expect("a table");
        let (game, players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        let pool = pool(&place.database).await;
        let scene = Scene { place, pool, lobby, game, players };
        // Seen by the clock as it is now.
        until(async || scene.last_seen().await == wall::<N>()).await;
        (scene, server)
    }

    async fn start<const N: usize>(&self) -> TestServer {
        TestServer::start_with(self.place.database.clone(), with_clock::<N>).await
    }

    async fn hours(&self) -> u64 {
        self.one("SELECT hours FROM uptime").await
    }

    async fn last_seen(&self) -> u64 {
        self.one("SELECT last_seen FROM uptime").await
    }

    async fn one(&self, query: &'static str) -> u64 {
        sqlx::query(query).fetch_one(&self.pool).await.expect("a row").get::<i64, _>(0) as u64
    }

    /// Tables in the trash.
    async fn trash(&self) -> Vec<String> {
        let rows = sqlx::query("SELECT table_id FROM trash ORDER BY table_id").fetch_all(&self.pool).await.expect("the trash");
        rows.iter().map(|row| row.get(0)).collect()
    }

    async fn is_kept(&self, links: &Links) -> bool {
        rows_of(&self.pool, &links.table).await > 0
    }

    /// An hour passes for this server, and is counted.
    async fn pass_hour<const N: usize>(&self) {
        let (hours, seen) = (self.hours().await, self.last_seen().await);
        pass::<N>(HOUR);
        until(async || self.hours().await > hours).await;
        // A server that believes its clock has looked for expired tables, too.
        if seen.abs_diff(wall::<N>()) < 2 * HOUR {
            until(async || self.last_seen().await == wall::<N>()).await;
        }
    }

    /// Everyone comes back, and the game goes on.
    async fn plays_on(&mut self, server: &TestServer) {
        for player in &mut self.players {
            player.come_back(server.address).await.expect("no gap, nothing twice");
        }
        let mut choice = 3;
        for _ in 0..4 {
            assert!(one_step(&mut self.players, &mut choice).await, "the game goes on");
        }
    }
}

async fn until(is_so: impl AsyncFn() -> bool) {
    let becomes_so = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), becomes_so).await.expect("it becomes so within a minute");
}

/// What `/healthz` warns of.
async fn warnings(server: &TestServer) -> String {
    let answer = request(server.address, "GET", "/healthz", "", "").await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str::<Value>(&answer.body).expect("JSON")["warnings"].to_string()
}

async fn until_doubted(server: &TestServer) {
    until(async || warnings(server).await.contains("The clock of this machine is")).await;
}

async fn until_believed(server: &TestServer) {
    until(async || warnings(server).await == "[]").await;
}

/// A server starts with its clock ahead, by two days and by a year: it says so, nothing goes to the trash, and people play on. When the
/// clock is right again, all goes on as if nothing had been.
async fn ahead_at_the_start<const N: usize>(place: TestDatabase) {
    let (mut scene, mut server) = Scene::new::<N>(place).await;
    for jump in [2 * DAY, 366 * DAY] {
        server.stop().await;
        let right = wall::<N>();
        set::<N>(right + jump);
        server = scene.start::<N>().await;
        until_doubted(&server).await;
        // Hours pass, but a day has not.
        for _ in 0..3 * GRACE {
            scene.pass_hour::<N>().await;
        }
        assert_eq!((scene.trash().await, scene.last_seen().await), (Vec::new(), START), "nothing expires by a clock in doubt");
        scene.plays_on(&server).await;
        set::<N>(right);
        until_believed(&server).await;
        assert!(scene.is_kept(&scene.lobby).await && scene.is_kept(&scene.game).await);
        scene.plays_on(&server).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn ahead_at_the_start_on_sqlite() {
    ahead_at_the_start::<0>(sqlite()).await;
}

#[tokio::test]
async fn ahead_at_the_start_on_postgres() {
    ahead_at_the_start::<1>(postgres()).await;
}

/// The clock jumps by a year while the server runs, and back, and a year back.
async fn jumps_while_running<const N: usize>(place: TestDatabase) {
    let (mut scene, server) = Scene::new::<N>(place).await;
    for wrong in [START + 366 * DAY, START - 366 * DAY] {
        set::<N>(wrong);
        until_doubted(&server).await;
        for _ in 0..3 * GRACE {
            scene.pass_hour::<N>().await;
        }
        scene.plays_on(&server).await;
        set::<N>(START);
        until_believed(&server).await;
        scene.plays_on(&server).await;
        assert!(scene.is_kept(&scene.lobby).await && scene.is_kept(&scene.game).await);
        assert_eq!(scene.trash().await, Vec::<String>::new());
    }
    server.stop().await;
}

#[tokio::test]
async fn jumps_while_running_on_sqlite() {
    jumps_while_running::<2>(sqlite()).await;
}

#[tokio::test]
async fn jumps_while_running_on_postgres() {
    jumps_while_running::<3>(postgres()).await;
}

/// Of two servers one is a year ahead: as long as the other one runs it is not believed, however long that is.
#[tokio::test]
async fn one_of_two_servers_is_a_year_ahead() {
    let (mut scene, right) = Scene::new::<4>(postgres()).await;
    set::<5>(START + 366 * DAY);
    // An hour passes for both at the same moment: the uptime of both is one clock.
    let one_uptime = |config: &mut Config| {
        with_clock::<5>(config);
        config.uptime = uptime::<4>;
    };
    let wrong = TestServer::start_with(scene.place.database.clone(), one_uptime).await;
    until_doubted(&wrong).await;
    for hour in 1..=70 {
        set::<5>(wall::<5>() + HOUR);
        pass::<4>(HOUR);
        until(async || scene.last_seen().await == wall::<4>()).await;
        if hour % 10 == 0 {
            scene.plays_on(&wrong).await;
        }
    }
    assert!(warnings(&wrong).await.contains("days ahead of") && warnings(&right).await == "[]");
    // More than a day has passed for the table at which no game began, and for nothing else.
    until(async || !scene.is_kept(&scene.lobby).await).await;
    assert_eq!(scene.trash().await, Vec::<String>::new());
    assert!(scene.is_kept(&scene.game).await);
    // Two servers count an hour once.
    assert!(scene.hours().await <= 70, "{} hours", scene.hours().await);
    wrong.stop().await;
    right.stop().await;
}

/// What is really old goes to the trash, comes back when a player opens it, and is deleted when the grace is over.
async fn old_tables_are_deleted_in_the_end<const N: usize>(place: TestDatabase) {
    let (scene, server) = Scene::new::<N>(place).await;
    let (lobby, game) = (&scene.lobby, &scene.game);
    for _ in 0..25 {
        scene.pass_hour::<N>().await;
    }
    until(async || scene.trash().await == [lobby.table.clone()]).await;
    // It is there as ever for those who have its link, and whoever opens it has the whole grace again.
    for _ in 0..GRACE - 1 {
        scene.pass_hour::<N>().await;
    }
    let path = format!("/api/tables/{}", lobby.table);
    let summary = request(server.address, "GET", &path, &bearer(&lobby.watch), "").await.expect("an answer");
    assert_eq!(summary.status, 200, "{}", summary.body);
    drop(TableClient::join(server.address, &lobby.table, &lobby.invite).await.expect("it opens"));
    assert_eq!(scene.trash().await, Vec::<String>::new(), "taken out of the trash");
    for _ in 0..GRACE {
        scene.pass_hour::<N>().await;
        assert!(scene.is_kept(lobby).await, "the grace has begun anew");
    }
    scene.pass_hour::<N>().await;
    until(async || !scene.is_kept(lobby).await).await;
    server.stop().await;

    // The server is off for more than a year: that its clock is right is believed after a day.
    set::<N>(wall::<N>() + 400 * DAY);
    let server = scene.start::<N>().await;
    until_doubted(&server).await;
    for _ in 0..24 {
        assert_eq!(scene.trash().await, Vec::<String>::new());
        scene.pass_hour::<N>().await;
    }
    until(async || scene.trash().await == [game.table.clone()]).await;
    until_believed(&server).await;
    for _ in 0..GRACE - 1 {
        scene.pass_hour::<N>().await;
        assert!(scene.is_kept(game).await, "for the whole grace");
    }
    scene.pass_hour::<N>().await;
    until(async || !scene.is_kept(game).await).await;
    server.stop().await;
}

#[tokio::test]
async fn old_tables_are_deleted_in_the_end_on_sqlite() {
    old_tables_are_deleted_in_the_end::<6>(sqlite()).await;
}

#[tokio::test]
async fn old_tables_are_deleted_in_the_end_on_postgres() {
    old_tables_are_deleted_in_the_end::<7>(postgres()).await;
}

/// A clock that was wrong for so long that it was believed: what went to the trash by it leaves it when the clock is set right.
async fn a_wrong_clock_that_was_believed<const N: usize>(place: TestDatabase) {
    let (mut scene, server) = Scene::new::<N>(place).await;
    set::<N>(START + 366 * DAY);
    until_doubted(&server).await;
    for _ in 0..24 {
        scene.pass_hour::<N>().await;
    }
    until(async || scene.trash().await.len() == 2).await;
    set::<N>(START + DAY / 2);
    until_doubted(&server).await;
    // Its grace would be over now.
    for _ in 0..24 {
        scene.pass_hour::<N>().await;
    }
    until_believed(&server).await;
    until(async || scene.trash().await.is_empty()).await;
    assert!(scene.is_kept(&scene.game).await);
    scene.plays_on(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_clock_that_was_believed_on_sqlite() {
    a_wrong_clock_that_was_believed::<8>(sqlite()).await;
}

#[tokio::test]
async fn a_wrong_clock_that_was_believed_on_postgres() {
    a_wrong_clock_that_was_believed::<9>(postgres()).await;
}

/// A machine without a clock of its own starts in 1970 and people play: what happens is stamped with the time that was last seen, so
/// that it is not taken for old, and deleted, once the clock is right.
async fn games_begun_while_the_clock_is_behind<const N: usize>(place: TestDatabase) {
    let (mut scene, server) = Scene::new::<N>(place).await;
    server.stop().await;
    set::<N>(5_000);
    let server = scene.start::<N>().await;
    let (begun, players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Cleo", "Dan"]).await;
    until_doubted(&server).await;
    scene.plays_on(&server).await;
    assert!(scene.one("SELECT MIN(happened) FROM log").await >= START, "no step is of 1970");
    set::<N>(START);
    until_believed(&server).await;
    drop(players);
    for _ in 0..2 * GRACE {
        scene.pass_hour::<N>().await;
    }
    assert!(scene.is_kept(&begun).await && !scene.trash().await.contains(&begun.table), "a game is kept for a year");
    server.stop().await;
}

#[tokio::test]
async fn games_begun_while_the_clock_is_behind_on_sqlite() {
    games_begun_while_the_clock_is_behind::<14>(sqlite()).await;
}

#[tokio::test]
async fn games_begun_while_the_clock_is_behind_on_postgres() {
    games_begun_while_the_clock_is_behind::<15>(postgres()).await;
}

/// A page stays open at a table at which nothing happens, for longer than a day and the grace: the table is there for it.
#[tokio::test]
async fn a_table_that_someone_has_open_is_not_deleted() {
    let (scene, server) = Scene::new::<13>(sqlite()).await;
    let _waiting = TableClient::join(server.address, &scene.lobby.table, &scene.lobby.watch).await.expect("a link");
    for _ in 0..24 + 3 * GRACE {
        scene.pass_hour::<13>().await;
    }
    assert!(scene.is_kept(&scene.lobby).await);
    server.stop().await;
}
