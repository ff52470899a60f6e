//! Where the tables of a schedule are kept: in a simulated database in virtual time, or in a real one in real time.

use std::sync::Arc;
use std::time::Duration;

use super::database::{Database, Faults, Way};
use super::journal::Vitals;
use super::mortal::{Mortal, Weather};
use crate::store::{self, SqlStore, Store};

/// Where tables are kept.
pub enum Ground {
    /// In memory, failing as it is told.
    Simulated(Arc<Database>),
    /// In SQLite or PostgreSQL, with weather on the way there.
    Sql(store::Database, Arc<Weather>),
}

/// How long things take.
pub struct Tempo {
    /// What lies between two actions at most, in milliseconds: one of these.
    pub waits: [u64; 5],
    /// A computer's time for a decision.
    pub computer: Duration,
    /// How long a server that stops may take.
    pub goodbye: Duration,
    /// Within this everyone who is connected knows everything.
    pub soon: Duration,
    /// What news and answers may take when nothing is wrong.
    pub moment: Duration,
    /// The longest limit a schedule sets, and what servers may wait for each other.
    pub late: Duration,
    /// How long a call to the store takes at most, in milliseconds: one of these.
    pub slowest: [u64; 4],
    /// Within this a client that comes is answered, however slow the store is.
    pub patience: Duration,
    /// How often it is looked whether what is waited for has happened; `None` where time is virtual and all of it is waited.
    pub look: Option<Duration>,
}

impl Ground {
    /// The store as a server reaches it.
    pub async fn store(&self, server: usize, shared: bool, vitals: Arc<Vitals>) -> Result<Arc<dyn Store>, String> {
        Ok(match self {
            Ground::Simulated(database) => Arc::new(Way::new(database.clone(), server, shared, vitals)),
            Ground::Sql(database, weather) => Arc::new(Mortal::new(open(database).await?, vitals, weather.clone())),
        })
    }

    /// The store as it really is, for the checks.
    pub async fn truth(&self) -> Result<Arc<dyn Store>, String> {
        Ok(match self {
            Ground::Simulated(database) => Arc::new(Way::honest(database.clone())),
            Ground::Sql(database, _) => Arc::new(open(database).await?),
        })
    }

    /// From now on so much goes wrong.
    pub fn fail(&self, faults: Faults) {
        match self {
            Ground::Simulated(database) => database.fail(faults),
            Ground::Sql(_, weather) => weather.fail(faults),
        }
    }

    /// The database that can go away and be restored.
    pub fn simulated(&self) -> Option<&Arc<Database>> {
        match self {
            Ground::Simulated(database) => Some(database),
            Ground::Sql(..) => None,
        }
    }

    /// How long things take here.
    pub fn tempo(&self) -> Tempo {
        let (ms, s) = (Duration::from_millis, Duration::from_secs);
        match self {
            // Often at once, so that things happen in each other's middle; sometimes long enough for limits to run out.
            Ground::Simulated(_) => Tempo {
                waits: [0, 3, 50, 1_000, 30_000],
                computer: ms(300),
                goodbye: s(5),
                soon: s(20),
                moment: ms(100),
                late: s(60 + 20),
                slowest: [0, 5, 200, 5_000],
                patience: s(300),
                look: None,
            },
            Ground::Sql(..) => Tempo {
                waits: [0, 1, 2, 5, 20],
                computer: ms(5),
                goodbye: ms(20),
                soon: s(20),
                moment: s(20),
                late: s(20),
                slowest: [0, 1, 5, 20],
                patience: s(60),
                look: Some(ms(5)),
            },
        }
    }
}

async fn open(database: &store::Database) -> Result<SqlStore, String> {
    SqlStore::open(database.clone(), Arc::default()).await.map_err(|error| error.to_string())
}
