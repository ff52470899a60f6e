//! The vector registers there are for the work, and telling how far it is.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The vector registers that a hot loop may use.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorWidth {
    /// avx512f, avx512vl, avx512dq and popcnt.
    Avx512,
    /// avx2, fma and popcnt.
    Avx2,
    /// Whatever the build allows.
    Plain,
}

/// Asks the processor for its vector registers.
#[cfg(target_arch = "x86_64")]
pub fn vector_width() -> VectorWidth {
    if !is_x86_feature_detected!("popcnt") {
        VectorWidth::Plain
    } else if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512dq") {
        VectorWidth::Avx512
    } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        VectorWidth::Avx2
    } else {
        VectorWidth::Plain
    }
}

/// How far the work is, told to a callback that may stop it.
pub struct SolverProgress<'a> {
    total: usize,
    done: AtomicUsize,
    stopped: AtomicBool,
    tell: &'a (dyn Fn(f32) -> bool + Sync),
}

impl<'a> SolverProgress<'a> {
    /// Nothing of `total` done; `tell` answers whether to go on.
    pub fn new(total: usize, tell: &'a (dyn Fn(f32) -> bool + Sync)) -> Self {
        Self { total, done: AtomicUsize::new(0), stopped: AtomicBool::new(false), tell }
    }

    /// Counts work done and asks whether to go on.
    pub fn advance(&self, amount: usize) {
        let done = self.done.fetch_add(amount, Ordering::Relaxed) + amount;
        if !(self.tell)(done as f32 / self.total as f32) {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the work was stopped.
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
