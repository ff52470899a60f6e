//! One tile ahead: what it scores, and what the learned estimate says of the position after it.

use super::cells::Cells;
use super::outlook::Outlook;
use super::position::{CaroPosition, Lay, MOST_PLAYERS, lays_of};

/// Points of every seat.
pub type Points = [f32; MOST_PLAYERS];

/// Every seat's points from here on when this tile is laid.
#[inline]
pub fn points_after<C: Cells>(position: &CaroPosition<C>, lay: Lay, outlook: &Outlook) -> Points {
    let next = position.after(lay);
    let survey = next.survey();
    let mut points = if next.is_over(&survey) { [0.0; MOST_PLAYERS] } else { outlook.points(&next, &survey) };
    points[position.seat()] += lay.points as f32;
    points
}

/// A seat's points less the average of the others'.
#[inline]
pub fn lead_of(points: &Points, seat: usize, players: usize) -> f32 {
    let all: f32 = points[..players].iter().sum();
    points[seat] - (all - points[seat]) / (players - 1) as f32
}

/// The tile with the best lead, and that lead; `None` when nothing fits.
pub fn best_lay<C: Cells>(position: &CaroPosition<C>, outlook: &Outlook) -> Option<(Lay, f32)> {
    let (seat, players) = (position.seat(), position.players());
    lays_of(position)
        .into_iter()
        .map(|lay| (lay, lead_of(&points_after(position, lay, outlook), seat, players)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The sum of two, seat by seat.
#[inline]
pub fn add(a: &Points, b: &Points) -> Points {
    std::array::from_fn(|seat| a[seat] + b[seat])
}
