//! From points to the chance to win.

use super::glance::Points;

/// How far final points still scatter around their estimate, as the width of a logistic curve.
/// For two players fitted to the search by the example `calibrate`; for more it is the width
/// the tree searches best with, and its chances come true with it as well.
#[inline]
pub fn scatter(players: usize, tiles_left: usize) -> f32 {
    let root = (tiles_left as f32).sqrt();
    if players == 2 { (1.6 * root - 2.0).max(0.5) } else { 1.0 + 1.1 * root }
}

/// Every seat's chance to win with these expected final points; they sum to 1.
#[inline]
pub fn chances(points: &Points, players: usize, scatter: f32) -> Points {
    let most = points[..players].iter().copied().fold(f32::MIN, f32::max);
    let weights: Points = std::array::from_fn(|seat| if seat < players { ((points[seat] - most) / scatter).exp() } else { 0.0 });
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// Every seat's share of the win with these final points.
#[inline]
pub fn shares(points: &Points, players: usize) -> Points {
    let most = points[..players].iter().copied().fold(f32::MIN, f32::max);
    let winners = points[..players].iter().filter(|&&own| own == most).count() as f32;
    std::array::from_fn(|seat| if seat < players && points[seat] == most { 1.0 / winners } else { 0.0 })
}
