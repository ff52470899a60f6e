//! Three and four players: the last tiles played out exactly (max-n).
//!
//! Everyone is taken to look first at their share of the win, then at their lead. What is
//! found is one best line for all of them; ties between equal lines fall to the first.

use super::cells::Cells;
use super::glance::{Points, lead_of};
use super::position::{CaroPosition, lays_of};
use super::win::shares;

/// The caller has stopped the search.
pub struct Stopped;

/// Counts the positions looked at and asks now and then whether to stop.
pub struct Ending<'a> {
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Ending<'a> {
    /// Nothing looked at yet.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Ending<'a> {
        Ending { nodes: 0, stop }
    }

    /// The final points of every seat when all play their best from a position with these points.
    pub fn final_points<C: Cells>(&mut self, position: &CaroPosition<C>, points: &Points) -> Result<Points, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(2048) && (self.stop)() {
            return Err(Stopped);
        }
        if position.is_over(&position.survey()) {
            return Ok(*points);
        }
        let (seat, players) = (position.seat(), position.players());
        let mut best: Option<((f32, f32), Points)> = None;
        for lay in lays_of(position) {
            let mut now = *points;
            now[seat] += lay.points as f32;
            let found = self.final_points(&position.after(lay), &now)?;
            let worth = (shares(&found, players)[seat], lead_of(&found, seat, players));
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, found));
            }
        }
        match best {
            Some((_, found)) => Ok(found),
            None => self.final_points(&position.after_pass(), points),
        }
    }
}
