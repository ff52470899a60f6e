//! What happens at a table by itself: computers think, absent people are stood in for, time is up.

use spieltisch_bots::BotQuestion;
use tokio::time::Instant;

use super::{PATIENCE, TableTask};
use crate::open_tables::due::What;
use crate::store::StoreError;

impl TableTask {
    /// Begins what is due: computers are asked, everything else is done at once.
    pub(super) async fn carry_out(&mut self, what: What) {
        let question = match &what {
            What::Decide { level, .. } => BotQuestion::Decide(*level),
            What::Object(levels) => BotQuestion::Object(*levels),
            What::Roll(_) | What::StandIn(_) | What::Back(_) => return self.do_it(&what, None).await,
        };
        let Some((moment, position)) = self.table.as_ref().and_then(|table| Some((table.replica.table_state.moment, table.position()?)))
        else {
            return;
        };
        let thought = self.open_tables.computers.ask(&self.name, !self.audience.is_empty(), position, question);
        self.thinking = Some((moment, what, thought));
    }

    /// A computer has thought; what it thought about is still so, or the thought would have been dropped.
    pub(super) async fn act_on(&mut self, thought: Option<String>) {
        let Some((_, what, _)) = self.thinking.take() else { return };
        match thought {
            Some(event) => self.do_it(&what, Some(&event)).await,
            None if matches!(what, What::Object(_)) => self.watch.objections_are_heard(),
            None => {
                tracing::error!(table = %self.name, "a computer has no answer");
                self.not_before = Some(Instant::now() + PATIENCE);
            }
        }
    }

    async fn do_it(&mut self, what: &What, event: Option<&str>) {
        let decided = self.decide(|table| match *what {
            What::StandIn(seat) => Some(Ok(table.stand_in(seat, true))),
            What::Back(seat) => Some(Ok(table.stand_in(seat, false))),
            What::Roll(seat) => Some(table.decide_for(seat, None, false)),
            What::Decide { seat, time_up, .. } => Some(table.decide_for(seat, event, time_up)),
            What::Object(_) => {
                let seat = table.decider(event?)?;
                Some(table.decide_for(seat, event, false))
            }
        });
        let failed = match decided {
            Ok(decision) => {
                self.keep(decision, Vec::new()).await.err().filter(|error| *error != StoreError::Stale).map(|error| error.to_string())
            }
            Err(refused) => Some(refused.to_string()),
        };
        if let Some(reason) = failed {
            tracing::warn!(table = %self.name, reason, "what was due could not be done");
            self.not_before = Some(Instant::now() + PATIENCE);
        }
    }
}
