//! A handicap in expected points per game, so that a child can play a grandparent evenly.

use rand::{Rng, RngExt};
use spieltisch_rules::{Game, ToAct};

use crate::expert::{Effort, Expert, Thoroughness, Valued};

/// Points to give away over a whole game, spread evenly over its decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    points: f64,
}

impl Handicap {
    /// A handicap of this many expected points a game.
    pub fn new(points: f64) -> Handicap {
        Handicap { points: points.max(0.0) }
    }

    /// A move that gives away its share of the handicap on average, in small slips rather than
    /// blunders: moves are drawn with weights falling with what they lose, as steeply as needed.
    pub fn choose<G: Game>(self, game: &G, expert: &dyn Expert<G>, state: &G::State, rng: &mut dyn Rng) -> Option<G::Move> {
        let ToAct::Move(seat) = game.to_act(state) else { return None };
        let valued = expert.evaluate(state, Effort::of(Thoroughness::Look));
        let best = valued.iter().map(|valued| valued.points[seat]).fold(f64::NEG_INFINITY, f64::max);
        let losses: Vec<f64> = valued.iter().map(|valued: &Valued<G::Move>| best - valued.points[seat]).collect();
        let weights = weights_losing(&losses, self.points / expert.decisions_per_game());
        let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        valued.get(chosen.unwrap_or(0)).map(|valued| valued.mv)
    }
}

/// Weights `exp(−loss ∕ t)` with `t` such that the mean loss is `share`, or as near as the moves allow.
fn weights_losing(losses: &[f64], share: f64) -> Vec<f64> {
    let weights = |t: f64| losses.iter().map(|loss| (-loss / t).exp()).collect::<Vec<f64>>();
    let mean = |weights: &[f64]| losses.iter().zip(weights).map(|(loss, weight)| loss * weight).sum::<f64>() / weights.iter().sum::<f64>();
    let (mut low, mut high) = (1e-6, 1e6);
    for _ in 0..60 {
        let middle = f64::sqrt(low * high);
        if mean(&weights(middle)) < share { low = middle } else { high = middle }
    }
    weights(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_loss(losses: &[f64], share: f64) -> f64 {
        let weights = weights_losing(losses, share);
        losses.iter().zip(&weights).map(|(loss, weight)| loss * weight).sum::<f64>() / weights.iter().sum::<f64>()
    }

    #[test]
    fn the_mean_loss_is_the_share_asked_for() {
        let losses = [0.0, 0.4, 1.5, 6.0, 20.0];
        for share in [0.1, 0.5, 2.0, 5.0] {
            assert!((mean_loss(&losses, share) - share).abs() < 1e-3, "{share}");
        }
        assert!(mean_loss(&losses, 0.0) < 1e-6, "no handicap: the best move");
        assert!(mean_loss(&losses, 100.0) <= 5.6, "never worse than any move at random");
    }
}
