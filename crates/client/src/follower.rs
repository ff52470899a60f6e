//! Follows a table's steps and knows what can be done next.

use spieltisch_protocol::{Evening, Happening, Intention, Step};
use spieltisch_records::{Session, open};
use spieltisch_rules::ToAct;

use crate::line::Past;

/// A table as its steps tell it, and the game being played there.
#[derive(Default)]
pub struct Follower {
    /// Everything that follows from the steps.
    pub evening: Evening,
    session: Option<Box<dyn Session>>,
}

impl Follower {
    /// Takes a step. Steps must come in order and without gaps; one that does not fit is an error.
    pub fn take(&mut self, step: &Step) -> Result<(), String> {
        if step.seq <= self.evening.seq {
            return Ok(());
        }
        if step.seq != self.evening.seq + 1 {
            return Err(format!("step {} came after step {}", step.seq, self.evening.seq));
        }
        self.fold(step)
    }

    /// Takes what the log says to somebody who comes; where the table is another than it was, from its beginning.
    pub fn take_past(&mut self, past: &Past) -> Result<(), String> {
        if past.after != self.evening.seq {
            *self = Follower::default();
            if past.after != 0 {
                return Err(format!("the past begins after step {}, but nothing was known", past.after));
            }
        }
        for step in &past.steps {
            if step.seq <= self.evening.seq {
                return Err(format!("step {} came after step {}", step.seq, self.evening.seq));
            }
            self.fold(step)?;
        }
        self.evening.seq = past.last;
        Ok(())
    }

    fn fold(&mut self, step: &Step) -> Result<(), String> {
        self.evening.take(step);
        for happening in &step.what {
            match happening {
                Happening::Move { event, .. } | Happening::Roll { event } => {
                    if let Some(session) = &mut self.session {
                        session.take(event).map_err(|refused| format!("step {}: {refused}", step.seq))?;
                    }
                }
                Happening::Began { .. } | Happening::TakenBack => {
                    let mut record = self.evening.round.as_ref().ok_or("no game began")?.record.clone();
                    // What happened later in this very step follows below.
                    if matches!(happening, Happening::Began { .. }) {
                        record.events.clear();
                    }
                    self.session = Some(open(&mut record).map_err(|error| error.to_string())?);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Who must act, as a place in the order of play.
    pub fn to_act(&self) -> ToAct {
        self.session.as_ref().map_or(ToAct::Over, |session| session.to_act())
    }

    /// The seat of the table that must act.
    pub fn seat_to_act(&self) -> Option<u8> {
        match self.to_act() {
            ToAct::Move(place) | ToAct::Roll { seat: place, .. } => Some(self.evening.round.as_ref()?.table_seat(place)),
            ToAct::Over => None,
        }
    }

    /// What the player to act wants: the roll that is due, or the legal move that `pick` chooses
    /// among so many.
    pub fn some_intention(&self, pick: impl FnOnce(usize) -> usize) -> Option<Intention> {
        let round = self.evening.round.as_ref()?;
        let after = round.record.events.len() as u32;
        let session = self.session.as_ref()?;
        match session.to_act() {
            ToAct::Over => None,
            ToAct::Roll { .. } => Some(Intention::Roll { round: round.number, after }),
            ToAct::Move(_) => {
                let event = session.nth_move(pick(session.count_moves()))?;
                Some(Intention::Move { round: round.number, after, event })
            }
        }
    }
}
