//! One table under load: two players who play game after game.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_protocol::{Intention, Links, ServerMessage, TableReplica};

use super::figures::LatencyTally;
use crate::client::{ClientError, Connection, set_up, table_of_two};

/// A table of two.
pub struct TableLoad {
    lines: Vec<Connection>,
    links: Links,
    /// What the first line has seen.
    seen: TableReplica,
    /// The last step any line has seen.
    acknowledged: u64,
    rng: Xoshiro256PlusPlus,
}

impl TableLoad {
    /// Sets a table up; both sit down and the first game begins.
    pub async fn open(server: SocketAddr, game: &str, seed: u64) -> Result<TableLoad, ClientError> {
        let links = set_up(server, &table_of_two(game)).await?;
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut table = TableLoad { lines: Vec::new(), links, seen: TableReplica::default(), acknowledged: 0, rng };
        table.connect(server).await?;
        for (seat, name) in ["Anna", "Ben"].into_iter().enumerate() {
            let part = format!("{:016x}", table.rng.next_u64());
            table.want(seat, Intention::Sit { seat: None, name: name.into(), part, token: None }).await?;
        }
        Ok(table)
    }

    /// Its lines alone.
    pub fn into_lines(self) -> Vec<Connection> {
        self.lines
    }

    async fn connect(&mut self, server: SocketAddr) -> Result<(), ClientError> {
        self.lines.clear();
        for token in &self.links.seats {
            let (line, steps) = Connection::join(server, &self.links.table, token, self.seen.table_state.seq).await?;
            for step in &steps {
                self.seen.take(step)?;
            }
            self.lines.push(line);
        }
        Ok(())
    }

    /// One seat wants something; returns when both lines have seen what follows, and how long it
    /// took until the one who asked had.
    async fn want(&mut self, seat: usize, intention: Intention) -> Result<Duration, ClientError> {
        let next = self.seen.table_state.seq + 1;
        let asked = Instant::now();
        self.lines[seat].want(intention).await?;
        let mut text = self.step(seat, next).await?;
        let latency = asked.elapsed();
        self.acknowledged = next;
        if seat != 0 {
            text = self.step(0, next).await?;
        } else {
            self.step(1, next).await?;
        }
        let ServerMessage::Step(step) = serde_json::from_str(&text).map_err(|error| ClientError::Unreadable(error.to_string()))? else {
            return Err(ClientError::Unreadable(text));
        };
        self.seen.take(&step)?;
        Ok(latency)
    }

    /// Waits until a line sees the step of this number, past everything else.
    async fn step(&mut self, line: usize, seq: u64) -> Result<String, ClientError> {
        let expected = format!("{{\"is\":\"step\",\"seq\":{seq},");
        loop {
            let text = self.lines[line].next_text().await?;
            if text.starts_with(&expected) {
                return Ok(text);
            }
            if text.starts_with("{\"is\":\"refused\"") {
                return Err(ClientError::Unreadable(text));
            }
        }
    }

    /// The next move, or the next game where this one is over.
    async fn go_on(&mut self) -> Result<Duration, ClientError> {
        let Some(seat) = self.seen.seat_to_act() else {
            for seat in 0..2 {
                if !self.seen.table_state.ready.contains_key(&(seat as u8)) && !self.seen.table_state.is_playing() {
                    let part = format!("{:016x}", self.rng.next_u64());
                    self.want(seat, Intention::Again { part }).await?;
                }
            }
            return Ok(Duration::ZERO);
        };
        let random = self.rng.next_u64() as usize;
        let intention = self.seen.some_intention(|count| random % count);
        let intention = intention.ok_or_else(|| ClientError::Unreadable("nothing can be done".into()))?;
        self.want(usize::from(seat), intention).await
    }

    /// Plays until the time is up.
    pub async fn play_until(&mut self, until: Instant, pause: Option<Duration>) -> Result<LatencyTally, ClientError> {
        let mut tally = LatencyTally::default();
        // Tables with a pace do not all move at the same moment.
        if let Some(pause) = pause {
            tokio::time::sleep(pause.mul_f64(self.rng.next_u64() as f64 / u64::MAX as f64)).await;
        }
        while Instant::now() < until {
            let began = Instant::now();
            let latency = self.go_on().await?;
            if latency > Duration::ZERO {
                tally.note(latency);
            }
            if let Some(pause) = pause {
                tokio::time::sleep_until((began + pause).into()).await;
            }
        }
        Ok(tally)
    }

    /// Plays until the log has so many steps, and returns how many it has.
    pub async fn play_to(&mut self, steps: u64) -> Result<u64, ClientError> {
        while self.seen.table_state.seq < steps {
            self.go_on().await?;
        }
        Ok(self.seen.table_state.seq)
    }

    /// Comes to watch and knows nothing yet: how many steps were sent, and the number of the last.
    pub async fn look_at_all(&self, server: SocketAddr) -> Result<(usize, u64), ClientError> {
        let (_, steps) = Connection::join(server, &self.links.table, &self.links.watch, 0).await?;
        Ok((steps.len(), steps.last().map_or(0, |step| step.seq)))
    }

    /// Plays until the line breaks and returns how many moves were acknowledged.
    pub async fn play_until_broken(&mut self) -> usize {
        let mut moves = 0;
        while self.go_on().await.is_ok() {
            moves += 1;
        }
        moves
    }

    /// Comes back to the server and checks that everything acknowledged is there.
    pub async fn come_back(&mut self, server: SocketAddr) -> Result<(), String> {
        self.connect(server).await.map_err(|error| error.to_string())?;
        let (seen, acknowledged) = (self.seen.table_state.seq, self.acknowledged);
        if seen < acknowledged {
            return Err(format!("table {}: step {acknowledged} was acknowledged, but the log ends with {seen}", self.links.table));
        }
        self.acknowledged = seen;
        Ok(())
    }

    /// Plays the game to its end and verifies the dice of all games; returns how many.
    pub async fn finish(&mut self) -> Result<usize, String> {
        while self.seen.table_state.is_playing() {
            self.go_on().await.map_err(|error| error.to_string())?;
        }
        let records = || self.seen.table_state.records();
        for record in records() {
            spieltisch_records::fair::verify(record).map_err(|fault| format!("table {}: {fault}", self.links.table))?;
        }
        Ok(records().count())
    }
}
