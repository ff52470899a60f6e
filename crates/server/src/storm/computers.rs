//! Computers of a simulated table: they take a while, and their choice follows from the game so far.

use std::time::Duration;

use spieltisch_bots::BotQuestion;
use spieltisch_rules::ToAct;

use super::invariants::Planted;
use crate::open_tables::Thinker;
use crate::store::BoxFuture;
use crate::table::BotPosition;

/// Plays some legal move.
pub struct QuickThinker {
    /// What is wrong with it.
    pub planted: Option<Planted>,
}

impl Thinker for QuickThinker {
    fn ask(&self, _table: &str, _player_is_here: bool, position: BotPosition, question: BotQuestion) -> BoxFuture<'static, Option<String>> {
        let thinks = self.planted != Some(Planted::NoThought);
        Box::pin(async move {
            let BotPosition { game, clock, .. } = position;
            tokio::time::sleep(Duration::from_millis(u64::from(clock) % 40)).await;
            match question {
                BotQuestion::Decide(_) if !thinks => std::future::pending().await,
                BotQuestion::Decide(_) if matches!(game.to_act(), ToAct::Move(_)) => {
                    game.nth_move((clock as usize * 7) % game.count_moves().max(1))
                }
                _ => None,
            }
        })
    }
}
