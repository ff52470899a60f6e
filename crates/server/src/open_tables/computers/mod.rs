//! Computers at the table: the same experts as everywhere else, who think in turn.

#[cfg(test)]
mod tests;
mod turns;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::{ThreadPool, ThreadPoolBuilder};
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{BotQuery, BotQuestion, Bots, ExpertCache};
use spieltisch_records::Position;
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Entry, GameEntry, Registry};
use tokio::sync::oneshot;

use self::turns::{Asker, ThinkPermit, Turns};
use super::Thinker;
use crate::store::BoxFuture;
use crate::table::BotPosition;
use crate::tokens;

/// All computers of this server.
#[derive(Default)]
pub struct Computers(Arc<Thinkers>);

struct Thinkers {
    turns: Mutex<Turns<QueuedQuestion>>,
    experts: ExpertCache,
    /// Who is at which table here, the first to come first.
    visitors: Mutex<HashMap<Arc<str>, Vec<IpAddr>>>,
    learners: OnceLock<Option<ThreadPool>>,
    /// Whether a task drops experts that are not asked any more.
    swept: AtomicBool,
}

/// Bytes all experts that are kept may hold; the latest one is kept in any case.
const KEPT: usize = 160 << 20;
/// Experts unused for so long are forgotten; the largest takes seconds to learn and tens of megabytes to keep.
const UNASKED: Duration = Duration::from_secs(600);

/// A question with its game and the channel for the answer.
struct QueuedQuestion {
    position: BotPosition,
    question: BotQuestion,
    present: bool,
    answer: oneshot::Sender<Option<String>>,
}

/// Cores of this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Default for Thinkers {
    fn default() -> Thinkers {
        Thinkers {
            turns: Mutex::new(Turns::new((cores() / 2).max(2))),
            experts: ExpertCache::holding(KEPT),
            visitors: Mutex::default(),
            learners: OnceLock::new(),
            swept: AtomicBool::new(false),
        }
    }
}

impl Computers {
    /// A client from this address is at a table, as long as the answer is held: computers there think on its account.
    pub fn visit(&self, table: &str, address: IpAddr) -> Visitor {
        let table: Arc<str> = table.into();
        self.0.visitors().entry(table.clone()).or_default().push(address);
        Visitor { thinkers: self.0.clone(), table, address }
    }
}

impl Thinker for Computers {
    fn ask(&self, table: &str, player_is_here: bool, position: BotPosition, question: BotQuestion) -> BoxFuture<'static, Option<String>> {
        Box::pin(ask(self.0.clone(), table.into(), player_is_here, position, question))
    }
}

async fn ask(thinkers: Arc<Thinkers>, table: Arc<str>, present: bool, position: BotPosition, question: BotQuestion) -> Option<String> {
    let (answer, heard) = oneshot::channel();
    let events = position.clock;
    let address = thinkers.visitors().get(&table).and_then(|addresses| addresses.first().copied());
    let asker = Asker { table: table.clone(), address, present };
    thinkers.turns().ask(asker, QueuedQuestion { position, question, present, answer });
    think_on(&thinkers);
    sweep(&thinkers);
    heard.await.unwrap_or_else(|_| {
        tracing::error!(%table, events, "a computer stumbled");
        None
    })
}

/// A client's presence at a table.
pub struct Visitor {
    thinkers: Arc<Thinkers>,
    table: Arc<str>,
    address: IpAddr,
}

impl Drop for Visitor {
    fn drop(&mut self) {
        let mut visitors = self.thinkers.visitors();
        if let Some(addresses) = visitors.get_mut(&self.table) {
            if let Some(place) = addresses.iter().position(|address| *address == self.address) {
                addresses.remove(place);
            }
            if addresses.is_empty() {
                visitors.remove(&self.table);
            }
        }
    }
}

impl Thinkers {
    fn turns(&self) -> MutexGuard<'_, Turns<QueuedQuestion>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn visitors(&self) -> MutexGuard<'_, HashMap<Arc<str>, Vec<IpAddr>>> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, asked: &QueuedQuestion) -> Option<String> {
        GAMES.find(asked.position.game.game())?.answer(asked, &self.experts)
    }

    /// Answers a question for which something must be learned: that uses all the threads it is given, and it is given
    /// half of the machine.
    fn learn_and_answer(&self, asked: &QueuedQuestion) -> Option<String> {
        match self.learners.get_or_init(make_learners) {
            Some(learners) => learners.install(|| self.answer(asked)),
            None => self.answer(asked),
        }
    }
}

/// The threads that learn. They come after everyone else on the machine, where the system can tell threads apart.
fn make_learners() -> Option<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads((cores() / 2).max(1)).thread_name(|number| format!("learner-{number}"));
    #[cfg(target_os = "linux")]
    let builder = builder.start_handler(|_| {
        let _ = rustix::process::nice(5);
    });
    builder.build().inspect_err(|error| tracing::warn!(%error, "learning without threads of its own")).ok()
}

/// Forgets experts in time, from the first question as long as the server runs.
fn sweep(thinkers: &Arc<Thinkers>) {
    if thinkers.swept.swap(true, Ordering::SeqCst) {
        return;
    }
    let thinkers = Arc::downgrade(thinkers);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(UNASKED).await;
            let Some(thinkers) = thinkers.upgrade() else { return };
            thinkers.experts.forget_unasked();
        }
    });
}

/// Lets as many questions be thought about as can be.
fn think_on(thinkers: &Arc<Thinkers>) {
    loop {
        let next = {
            let mut turns = thinkers.turns();
            turns.keep(|asked| !asked.answer.is_closed());
            turns.next(Instant::now(), |asked| thinkers.experts.must_learn(&asked.position.set_up, asked.question))
        };
        let Some((turn, asked)) = next else { return };
        let thinking = Thinking { thinkers: thinkers.clone(), learns: turn.learns, began: Instant::now(), turn: Some(turn) };
        tokio::task::spawn_blocking(move || {
            let event = if thinking.learns { thinking.thinkers.learn_and_answer(&asked) } else { thinking.thinkers.answer(&asked) };
            drop(thinking);
            // A caller that has stopped waiting needs no answer.
            let _ = asked.answer.send(event);
        });
    }
}

/// A question being thought about; however it ends, the next one follows.
struct Thinking {
    thinkers: Arc<Thinkers>,
    turn: Option<ThinkPermit>,
    learns: bool,
    began: Instant,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if let Some(turn) = self.turn.take() {
            self.thinkers.turns().done(turn, self.began.elapsed(), Instant::now());
        }
        think_on(&self.thinkers);
    }
}

/// A game that computers here can be asked about.
trait Answered: GameEntry {
    fn answer(&self, asked: &QueuedQuestion, experts: &ExpertCache) -> Option<String>;
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn Answered> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets servers of this process referee a game that is not in the list, and its computers play it; see [`Registry::invite`].
pub fn invite<G: Bots>() {
    spieltisch_records::invite::<G>();
    GAMES.invite(&Entry::<G>::ENTRY);
}

impl<G: Bots> Answered for Entry<G> {
    fn answer(&self, asked: &QueuedQuestion, experts: &ExpertCache) -> Option<String> {
        let QueuedQuestion { position, question, present, .. } = asked;
        let Position { game, state } = Position::<G>::behind(&*position.game)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(tokens::seed());
        let asked = BotQuery { set_up: &position.set_up, game, state, question: *question, awaited: *present };
        experts.answer(&asked, &EmptyValueStore, &mut rng).map(|mv| mv.to_string())
    }
}
