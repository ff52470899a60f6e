//! What a load came to.

use std::time::Duration;

/// Moves and how long each took to come back.
#[derive(Default)]
pub struct LatencyTally {
    latencies: Vec<Duration>,
}

impl LatencyTally {
    /// One move came back after this long.
    pub fn note(&mut self, latency: Duration) {
        self.latencies.push(latency);
    }

    /// Adds another tally.
    pub fn add(&mut self, other: LatencyTally) {
        self.latencies.extend(other.latencies);
    }

    /// How many moves.
    pub fn moves(&self) -> usize {
        self.latencies.len()
    }

    /// Throughput and latency in one line.
    pub fn line(&mut self, took: Duration) -> String {
        self.latencies.sort_unstable();
        let at = |share: f64| {
            let index = ((self.latencies.len() as f64 * share) as usize).min(self.latencies.len().saturating_sub(1));
            self.latencies.get(index).map_or(0.0, |latency| latency.as_secs_f64() * 1000.0)
        };
        format!(
            "{} moves in {:.1} s, {:.0} a second; answered in {:.2} ms (median), {:.2} ms (95 %), {:.2} ms (99 %), {:.2} ms (longest)",
            self.moves(),
            took.as_secs_f64(),
            self.moves() as f64 / took.as_secs_f64(),
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0)
        )
    }
}

/// What a process has used.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Processor time of all its threads.
    pub processor: Duration,
    /// Memory it holds now.
    pub megabytes: f64,
}

impl Usage {
    /// Reads what the system tells of a process; `None` where it tells nothing.
    pub fn of(process: u32) -> Option<Usage> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // Times stand after the name, which may hold anything but ends with the last bracket.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.split_whitespace().next()?.parse::<f64>().ok()?;
        Some(Usage { processor: Duration::from_millis(ticks * 10), megabytes: kilobytes / 1024.0 })
    }

    /// What was used since, with so many moves.
    pub fn since(&self, before: &Usage, moves: usize) -> String {
        let processor = self.processor.saturating_sub(before.processor);
        let each = processor.as_secs_f64() * 1e6 / moves.max(1) as f64;
        format!("{:.2} s processor time, {each:.0} µs a move, {:.1} MB", processor.as_secs_f64(), self.megabytes)
    }
}
