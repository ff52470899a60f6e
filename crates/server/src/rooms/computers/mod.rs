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
use spieltisch_bots::shelf::EmptyShelf;
use spieltisch_bots::{Asked, ExpertCache, Played, Question};
use spieltisch_records::GameInPlay;
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Known, List, Of};
use tokio::sync::oneshot;

use self::turns::{Asker, Turn, Turns};
use super::Thinker;
use crate::store::Later;
use crate::table::Position;
use crate::tokens;

/// All computers of this server.
#[derive(Default)]
pub struct Computers(Arc<Thinkers>);

struct Thinkers {
    turns: Mutex<Turns<Waiting>>,
    experts: ExpertCache,
    /// Who is at which table here, the first to come first.
    visitors: Mutex<HashMap<Arc<str>, Vec<IpAddr>>>,
    learners: OnceLock<Option<ThreadPool>>,
    /// Whether somebody looks after experts that are not asked any more.
    swept: AtomicBool,
}

/// Bytes all experts that are kept may hold; the latest one is kept in any case.
const KEPT: usize = 160 << 20;
/// Experts that nobody has asked for so long are forgotten; the largest takes seconds to learn and tens of megabytes to keep.
const UNASKED: Duration = Duration::from_secs(600);

/// A question with its game and whoever waits for the answer.
struct Waiting {
    position: Position,
    question: Question,
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
    /// Somebody from this address is at a table, as long as the answer is held: computers there think on its account.
    pub fn visit(&self, table: &str, address: IpAddr) -> Visit {
        let table: Arc<str> = table.into();
        self.0.visitors().entry(table.clone()).or_default().push(address);
        Visit { thinkers: self.0.clone(), table, address }
    }
}

impl Thinker for Computers {
    fn ask(&self, table: &str, somebody_is_here: bool, position: Position, question: Question) -> Later<'static, Option<String>> {
        Box::pin(ask(self.0.clone(), table.into(), somebody_is_here, position, question))
    }
}

async fn ask(thinkers: Arc<Thinkers>, table: Arc<str>, present: bool, position: Position, question: Question) -> Option<String> {
    let (answer, heard) = oneshot::channel();
    let events = position.clock;
    let address = thinkers.visitors().get(&table).and_then(|addresses| addresses.first().copied());
    let asker = Asker { table: table.clone(), address, present };
    thinkers.turns().ask(asker, Waiting { position, question, present, answer });
    think_on(&thinkers);
    sweep(&thinkers);
    heard.await.unwrap_or_else(|_| {
        tracing::error!(%table, events, "a computer stumbled");
        None
    })
}

/// Somebody at a table.
pub struct Visit {
    thinkers: Arc<Thinkers>,
    table: Arc<str>,
    address: IpAddr,
}

impl Drop for Visit {
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
    fn turns(&self) -> MutexGuard<'_, Turns<Waiting>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn visitors(&self) -> MutexGuard<'_, HashMap<Arc<str>, Vec<IpAddr>>> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, asked: &Waiting) -> Option<String> {
        GAMES.find(asked.position.session.game())?.answer(asked, &self.experts)
    }

    /// Answers a question for which something must be learned: that uses all the threads it is given, and it is given
    /// half of the machine.
    fn learn_and_answer(&self, asked: &Waiting) -> Option<String> {
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
            // Whoever has stopped waiting needs no answer.
            let _ = asked.answer.send(event);
        });
    }
}

/// A question being thought about; however it ends, the next one follows.
struct Thinking {
    thinkers: Arc<Thinkers>,
    turn: Option<Turn>,
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
trait Answered: Known {
    fn answer(&self, asked: &Waiting, experts: &ExpertCache) -> Option<String>;
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: List<dyn Answered> = List::new(&[$(&Of::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets servers of this process referee a game that is not in the list, and its computers play it; see [`List::invite`].
pub fn invite<G: Played>() {
    spieltisch_records::invite::<G>();
    GAMES.invite(&Of::<G>::ENTRY);
}

impl<G: Played> Answered for Of<G> {
    fn answer(&self, asked: &Waiting, experts: &ExpertCache) -> Option<String> {
        let Waiting { position, question, present, .. } = asked;
        let GameInPlay { game, state } = GameInPlay::<G>::behind(&*position.session)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(tokens::seed());
        let asked = Asked { set_up: &position.set_up, game, state, question: *question, awaited: *present };
        experts.answer(&asked, &EmptyShelf, &mut rng).map(|mv| mv.to_string())
    }
}
