//! Wipes what was deleted from SQLite's files, and watches that they stay where they are.
//!
//! What is deleted is overwritten, but only in the journal (`-wal`): until that is merged into the file and cut, the old bytes lie
//! in both. Merging needs a moment without readers, and the writer must not wait for it; so it is tried here, on a
//! connection of its own, again and again until it has happened.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{AnyConnection, Connection, Executor, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::same_file::SameFile;
use super::{Database, OpenError};

/// How often it is looked whether the files are still there.
const LOOK: Duration = Duration::from_millis(500);
/// How long the journal's end is waited for at a time: for so long no write is possible.
const READERS_MAY_TAKE: &str = "PRAGMA busy_timeout = 40";
/// Pauses between tries, the first and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// The one who wipes and watches.
pub struct Checkpoints {
    wishes: mpsc::UnboundedSender<oneshot::Sender<()>>,
}

impl Checkpoints {
    /// Starts it; it ends, with the journal merged, when all senders are gone.
    pub async fn start(database: &Database, files: Arc<SameFile>) -> Result<(Checkpoints, JoinHandle<()>), OpenError> {
        let mut connection = database.connect_first().await?;
        connection.execute(READERS_MAY_TAKE).await.map_err(|error| database.open_error(&error))?;
        let (wishes, heard) = mpsc::unbounded_channel();
        let running = tokio::spawn(Checkpointing { connection, files, lost: false }.run(heard));
        Ok((Checkpoints { wishes }, running))
    }

    /// Waits until everything deleted so far is wiped; `false` where the server stops before.
    pub async fn wipe(&self) -> bool {
        let (done, wiped) = oneshot::channel();
        self.wishes.send(done).is_ok() && wiped.await.is_ok()
    }
}

struct Checkpointing {
    connection: AnyConnection,
    files: Arc<SameFile>,
    /// Whether they were not there when it was last looked.
    lost: bool,
}

impl Checkpointing {
    async fn run(mut self, mut wishes: mpsc::UnboundedReceiver<oneshot::Sender<()>>) {
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting: Vec<oneshot::Sender<()>> = Vec::new();
        let (mut again, mut pause) = (Instant::now(), PAUSES.0);
        loop {
            tokio::select! {
                wish = wishes.recv() => match wish {
                    Some(wish) => {
                        if waiting.is_empty() {
                            (again, pause) = (Instant::now(), PAUSES.0);
                        }
                        waiting.push(wish);
                    }
                    None => break,
                },
                () = sleep_until(again), if !waiting.is_empty() => {
                    if self.wipe().await {
                        for wish in waiting.drain(..) {
                            // The caller may have gone.
                            let _ = wish.send(());
                        }
                    } else {
                        (again, pause) = (Instant::now() + pause, (2 * pause).min(PAUSES.1));
                    }
                }
                _ = look.tick() => self.look(),
            }
        }
        if self.files.check().is_ok() {
            self.wipe().await;
        }
        let _ = self.connection.close().await;
    }

    /// Merges the journal into the file and cuts it; `false` where a reader still needs what is older.
    async fn wipe(&mut self) -> bool {
        // Most of the work first, which no writer has to wait for.
        for how in ["PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)"] {
            match self.connection.fetch_one(how).await.and_then(|row| row.try_get::<i64, _>(0)) {
                Ok(0) => {}
                Ok(_) => return false,
                Err(error) => {
                    tracing::warn!(%error, "what was deleted still lies in the database's journal");
                    return false;
                }
            }
        }
        true
    }

    /// Tells the operator, even without writes.
    fn look(&mut self) {
        let found = self.files.check();
        let was_lost = std::mem::replace(&mut self.lost, found.is_err());
        match found {
            Err(error) if !was_lost => tracing::error!(%error, "nothing can be stored"),
            Ok(()) if was_lost => tracing::info!("the database's file is back"),
            _ => {}
        }
    }
}
