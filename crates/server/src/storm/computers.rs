//! Computers of a simulated table: they take a while, and their choice follows from the game so far.

use std::time::Duration;

use spieltisch_records::{Record, open};
use spieltisch_rules::ToAct;

use crate::rooms::{Question, Thinker};
use crate::store::Later;

/// Plays some legal move.
pub struct QuickThinker;

impl Thinker for QuickThinker {
    fn ask(&self, _table: &str, _somebody_is_here: bool, mut record: Record, question: Question) -> Later<'static, Option<String>> {
        Box::pin(async move {
            let events = record.events.len();
            tokio::time::sleep(Duration::from_millis(events as u64 % 40)).await;
            let session = open(&mut record).ok()?;
            match question {
                Question::Decide(_) if matches!(session.to_act(), ToAct::Move(_)) => {
                    session.nth_move((events * 7) % session.count_moves().max(1))
                }
                _ => None,
            }
        })
    }
}
