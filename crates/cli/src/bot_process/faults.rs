//! What can be wrong with a bot, and how often it was.

use std::fmt;
use std::time::Duration;

use spieltisch_rules::notation::excerpt;

/// Faults told in full; the others are counted.
const TOLD: usize = 5;

/// Something a bot did that it should not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its program cannot be run.
    NotStarted(String),
    /// It did not say that it is ready: what came instead.
    NotReady(String),
    /// It did not answer in time.
    Late(Duration),
    /// It answered wrong twice: its last answer, and what is wrong with it.
    Wrong {
        /// What it wrote.
        answer: String,
        /// Why that is no answer.
        why: String,
    },
    /// It ended before its time, with these last words on standard error.
    Died(String),
    /// It wrote a line that is too long.
    LongLine,
    /// It wrote line after line without answering.
    Flood,
}

/// Kinds of faults, for counting.
const KINDS: [&str; 4] = ["not started", "too late", "wrong", "died"];

impl Fault {
    fn kind(&self) -> usize {
        match self {
            Fault::NotStarted(_) | Fault::NotReady(_) => 0,
            Fault::Late(_) => 1,
            Fault::Wrong { .. } | Fault::LongLine | Fault::Flood => 2,
            Fault::Died(_) => 3,
        }
    }

    /// Whether nothing more can be asked of it before it is started anew.
    pub fn is_final(&self) -> bool {
        !matches!(self, Fault::Late(_) | Fault::Wrong { .. })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(why) => write!(f, "it could not be started: {why}"),
            Fault::NotReady(instead) => write!(f, "it did not say that it is ready: {instead}"),
            Fault::Late(deadline) => write!(f, "it did not answer within {} ms", deadline.as_millis()),
            Fault::Wrong { answer, why } => write!(f, "it answered wrong twice, at last “{}”: {why}", excerpt(answer)),
            Fault::Died(words) if words.is_empty() => f.write_str("it ended, and said nothing on standard error"),
            Fault::Died(words) => {
                // The reason stands at the end, as in a traceback.
                let last = words.lines().last().unwrap_or_default();
                write!(f, "it ended; its last words on standard error were “{}”", excerpt(last))
            }
            Fault::LongLine => f.write_str("it wrote a line of more than 64 KB"),
            Fault::Flood => f.write_str("it wrote line after line without answering"),
        }
    }
}

impl std::error::Error for Fault {}

/// How a bot has behaved so far.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Questions it was asked.
    pub asked: u64,
    /// Moves that were chosen at random for it.
    pub played_for: u64,
    /// The longest it took for an answer.
    pub slowest: Duration,
    counts: [u64; KINDS.len()],
    told: Vec<Fault>,
}

impl Conduct {
    /// Counts a fault.
    pub fn add(&mut self, fault: Fault) {
        self.counts[fault.kind()] += 1;
        self.remember(fault);
    }

    fn remember(&mut self, fault: Fault) {
        if self.told.len() < TOLD && !self.told.contains(&fault) {
            self.told.push(fault);
        }
    }

    /// Takes in how the same bot behaved elsewhere.
    pub fn take_in(&mut self, other: Conduct) {
        self.asked += other.asked;
        self.played_for += other.played_for;
        self.slowest = self.slowest.max(other.slowest);
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        for fault in other.told {
            self.remember(fault);
        }
    }

    /// How many faults there were.
    pub fn faults(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The first faults of different kinds.
    pub fn told(&self) -> &[Fault] {
        &self.told
    }
}

/// One line: how often, of which kinds, what was done about it, and an example.
impl fmt::Display for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.faults() == 0 {
            return write!(f, "no faults in {} decisions", self.asked);
        }
        let kinds = KINDS.iter().zip(self.counts).filter(|(_, count)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(kind, count)| format!("{count} {kind}")).collect();
        let faults = if self.faults() == 1 { "1 fault".into() } else { format!("{} faults", self.faults()) };
        let moves = if self.played_for == 1 { "1 move was".into() } else { format!("{} moves were", self.played_for) };
        write!(f, "{faults} ({}); {moves} chosen at random for it", kinds.join(", "))?;
        self.told.first().map_or(Ok(()), |first| write!(f, "; first: {first}"))
    }
}
