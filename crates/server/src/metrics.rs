//! What is counted, for the operator.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// Everything that is counted.
pub struct Metrics {
    registry: Registry,
    /// WebSockets open now.
    pub connections: Gauge,
    /// Connections open now, those that only load the page too.
    pub open_connections: Gauge,
    /// Connections refused because too many were open.
    pub turned_away: Counter,
    /// Tables open in this process.
    pub rooms_open: Gauge,
    /// Tables set up.
    pub tables_created: Counter,
    /// Steps stored and told.
    pub steps: Counter,
    /// Intentions refused.
    pub refused: Counter,
    /// Messages to people who are away that their push services took.
    pub messages: Counter,
    /// Such messages that were given up.
    pub messages_failed: Counter,
    batches: Counter,
    failures: Counter,
    write_seconds: Histogram,
    batch_steps: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("spieltisch");
        let metrics = Metrics {
            connections: Gauge::default(),
            open_connections: Gauge::default(),
            turned_away: Counter::default(),
            rooms_open: Gauge::default(),
            tables_created: Counter::default(),
            steps: Counter::default(),
            refused: Counter::default(),
            messages: Counter::default(),
            messages_failed: Counter::default(),
            batches: Counter::default(),
            failures: Counter::default(),
            write_seconds: Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
            batch_steps: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            registry: Registry::default(),
        };
        registry.register("connections", "WebSockets open now", metrics.connections.clone());
        registry.register("open_connections", "Connections open now, those that only load the page too", metrics.open_connections.clone());
        registry.register("turned_away", "Connections refused because too many were open", metrics.turned_away.clone());
        registry.register("rooms_open", "Tables open in this process", metrics.rooms_open.clone());
        registry.register("tables_created", "Tables set up", metrics.tables_created.clone());
        registry.register("steps", "Steps stored and told", metrics.steps.clone());
        registry.register("refused", "Intentions refused", metrics.refused.clone());
        registry.register("messages", "Messages to people who are away that their push services took", metrics.messages.clone());
        registry.register("messages_failed", "Messages to people who are away that were given up", metrics.messages_failed.clone());
        registry.register("transactions", "Transactions written", metrics.batches.clone());
        registry.register("transactions_failed", "Transactions that could not be written", metrics.failures.clone());
        registry.register("transaction_seconds", "How long a transaction took", metrics.write_seconds.clone());
        registry.register("transaction_steps", "Steps in one transaction", metrics.batch_steps.clone());
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    /// A transaction was written, or could not be.
    pub fn wrote(&self, steps: usize, took: Duration, well: bool) {
        if well {
            self.batches.inc()
        } else {
            self.failures.inc()
        };
        self.write_seconds.observe(took.as_secs_f64());
        self.batch_steps.observe(steps as f64);
    }

    /// How many transactions were written, and how many could not be.
    #[cfg(test)]
    pub fn transactions(&self) -> (u64, u64) {
        (self.batches.get(), self.failures.get())
    }

    /// All counts in the text form that Prometheus reads.
    pub fn text(&self) -> String {
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            Err(_) => String::new(),
        }
    }
}
