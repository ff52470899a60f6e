//! What was asked of a table and what was answered, kept for the checks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use spieltisch_protocol::{Intention, Refused, Role};

use crate::store::{LogRange, Store, StoredStep};
use crate::table::Credential;
use crate::tokens;

/// What is known of a server from outside.
#[derive(Default)]
pub struct Vitals {
    dead: AtomicBool,
    failures: AtomicU64,
}

impl Vitals {
    /// Whether the server lives.
    pub fn is_alive(&self) -> bool {
        !self.dead.load(Ordering::SeqCst)
    }

    /// The server dies.
    pub fn die(&self) {
        self.dead.store(true, Ordering::SeqCst);
    }

    /// The store failed it once more.
    pub fn count_failure(&self) {
        self.failures.fetch_add(1, Ordering::SeqCst);
    }

    /// How often the store has failed it.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::SeqCst)
    }
}

/// What a client asks of a table.
#[derive(Clone, Debug)]
pub enum Wish {
    /// To come in.
    Come,
    /// To show a reaction.
    React,
    /// Something a player wants.
    Want(Intention),
}

/// Something that was asked.
pub struct Request {
    /// Who asked.
    pub person: usize,
    /// What was asked.
    pub wish: Wish,
    /// The last step the client knew. Its server knew it too: what it decided, it decided there or later.
    pub known: u64,
    /// The server that was asked.
    pub vitals: Arc<Vitals>,
    failures: u64,
    /// What became of it.
    pub answer: Option<Answer>,
}

/// What became of a request.
pub struct Answer {
    /// What the server said.
    pub result: Result<(), Refused>,
    /// The end of the log when it said so; `None` where the table was gone.
    pub end: Option<u64>,
    /// By which right the client asked; `None` where the table was gone.
    pub credential: Option<Credential>,
    /// Whether the token the client chose for its seat was in use.
    pub token_in_use: bool,
    /// Whether the store failed the server in the meantime.
    pub store_failed: bool,
}

impl Request {
    /// Something that is asked now.
    pub fn new(person: usize, wish: Wish, known: u64, vitals: Arc<Vitals>) -> Request {
        Request { person, wish, known, failures: vitals.failures(), vitals, answer: None }
    }
}

/// Everything that was asked of a table.
pub struct Journal {
    /// The table's name.
    pub table: Arc<str>,
    /// The store as it really is.
    truth: Arc<dyn Store>,
    requests: Mutex<Vec<Request>>,
}

impl Journal {
    /// Nothing has been asked of this table yet.
    pub fn new(table: &str, truth: Arc<dyn Store>) -> Journal {
        Journal { table: table.into(), truth, requests: Mutex::default() }
    }

    /// Everything that was asked.
    pub fn requests(&self) -> MutexGuard<'_, Vec<Request>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something is asked; returns its number.
    pub fn ask(&self, request: Request) -> usize {
        let mut requests = self.requests();
        requests.push(request);
        requests.len() - 1
    }

    /// What a token is good for at this table.
    pub async fn role_of(&self, token: &str) -> Option<Role> {
        self.truth.role(&self.table, &tokens::hash(token)).await.ok().flatten()
    }

    /// The whole log; `None` where the table is gone.
    pub async fn log(&self) -> Option<Vec<StoredStep>> {
        self.end().await?;
        self.truth.steps(&self.table, LogRange::after(0)).await.ok()
    }

    async fn end(&self) -> Option<u64> {
        let ends = self.truth.ends(std::slice::from_ref(&self.table)).await.unwrap_or_default();
        ends.first().map(|(_, end)| *end)
    }

    /// What was asked with this token is answered. A dead server's answer reaches no client.
    pub async fn answer(&self, number: usize, vitals: &Vitals, token: &str, result: Result<(), Refused>) {
        if !vitals.is_alive() {
            return;
        }
        let chosen = match self.requests().get(number).map(|request| &request.wish) {
            Some(Wish::Want(Intention::Sit { token: Some(chosen), .. })) => Some(chosen.clone()),
            _ => None,
        };
        let token_in_use = match chosen {
            Some(chosen) => self.role_of(&chosen).await.is_some(),
            None => false,
        };
        let credential = self.role_of(token).await.map(|role| Credential { key: tokens::key(token), role });
        let end = self.end().await;
        if let Some(request) = self.requests().get_mut(number) {
            let store_failed = vitals.failures() > request.failures;
            request.answer = Some(Answer { result, end, credential, token_in_use, store_failed });
        }
    }
}
