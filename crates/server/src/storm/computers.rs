//! Computers of a simulated table: they take a while, and their choice follows from the game so far.

use std::time::Duration;

use spieltisch_bots::Question;
use spieltisch_rules::ToAct;

use crate::rooms::Thinker;
use crate::store::Later;
use crate::table::Position;

/// Plays some legal move.
pub struct QuickThinker;

impl Thinker for QuickThinker {
    fn ask(&self, _table: &str, _somebody_is_here: bool, position: Position, question: Question) -> Later<'static, Option<String>> {
        Box::pin(async move {
            let Position { session, clock, .. } = position;
            tokio::time::sleep(Duration::from_millis(u64::from(clock) % 40)).await;
            match question {
                Question::Decide(_) if matches!(session.to_act(), ToAct::Move(_)) => {
                    session.nth_move((clock as usize * 7) % session.count_moves().max(1))
                }
                _ => None,
            }
        })
    }
}
