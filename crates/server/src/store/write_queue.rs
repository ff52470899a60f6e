//! The way to the writer. A step goes there at once; everything else takes turns, so that steps wait for no crowd of it.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::writer::{Job, StoreChange};
use crate::fair_queue::FairQueue;

/// How many changes that are no steps may wait for the writer, a quarter of what it writes together, and how many of one table.
pub const SERVICES: usize = 64;
const SERVICES_PER_TABLE: usize = 1;

/// The way to the writer.
pub struct WriteQueue {
    /// `None` once the store is closed.
    writer: Mutex<Option<mpsc::Sender<Job>>>,
    /// Tables take turns at changes that are no steps.
    services: Arc<FairQueue<String>>,
}

impl WriteQueue {
    /// The way to this writer.
    pub fn new(writer: mpsc::Sender<Job>) -> Arc<WriteQueue> {
        Arc::new(WriteQueue { writer: Mutex::new(Some(writer)), services: FairQueue::new(SERVICES, SERVICES_PER_TABLE) })
    }

    /// Changes something; it is on disk when this answers `Ok`.
    pub async fn change(&self, what: StoreChange) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("the server is stopping".into());
        // Of steps a table has one at a time by itself.
        let _turn = match &what {
            StoreChange::Append(_) => None,
            other => Some(self.services.turn(other.table().unwrap_or_default().to_string()).await),
        };
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(gone)?;
        let (done, answer) = oneshot::channel();
        writer.send(Job { what, done }).await.map_err(|_| gone())?;
        drop(writer);
        // The writer may die with its answer; then it is unknown what became of the change.
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Nothing more is written.
    pub fn close(&self) {
        drop(self.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
