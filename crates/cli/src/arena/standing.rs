//! What many games say of each player, and how surely.

use spieltisch_review::Mean;

/// What one game brought one seat.
#[derive(Clone, Copy, Debug)]
pub struct SeatOutcome {
    /// Who sat there.
    pub player: usize,
    /// The part of the win, and the points.
    pub plain: [f64; 2],
    /// The same without the luck of the dice, where it was taken out.
    pub corrected: [f64; 2],
}

/// What the games of one deal brought all seats. They have dice in common, so they count as one observation; without deals
/// every game is one.
pub type Deal = Vec<SeatOutcome>;

/// One player's results: parts of the win, and points.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Seats taken, over all games.
    pub seats: u64,
    /// What is told, and its interval.
    pub told: [Mean; 2],
    /// The same without deals and with all the luck: what it is compared with.
    plain: [Mean; 2],
}

impl Standing {
    /// The standing of every player after one deal. Its games are taken together where they share their dice.
    pub fn after(deal: &Deal, players: usize, together: bool) -> Vec<Standing> {
        let mut all = vec![Standing::default(); players];
        for (player, standing) in all.iter_mut().enumerate() {
            standing.add(deal.iter().filter(|seat| seat.player == player), together);
        }
        all
    }

    /// Takes in what other games say of the same player.
    pub fn take_in(&mut self, other: &Standing) {
        self.seats += other.seats;
        for measure in 0..2 {
            self.told[measure].take_in(&other.told[measure]);
            self.plain[measure].take_in(&other.plain[measure]);
        }
    }

    fn add<'a>(&mut self, seats: impl Iterator<Item = &'a SeatOutcome>, together: bool) {
        let (mut sums, mut count) = ([0.0; 2], 0);
        for seat in seats {
            count += 1;
            for (measure, sum) in sums.iter_mut().enumerate() {
                self.plain[measure].add(seat.plain[measure]);
                *sum += seat.corrected[measure];
                if !together {
                    self.told[measure].add(seat.corrected[measure]);
                }
            }
        }
        self.seats += count;
        if together && count > 0 {
            for (told, sum) in self.told.iter_mut().zip(sums) {
                told.add(sum / count as f64);
            }
        }
    }

    /// How many times as many plain games would be as sure of what is told: of wins, or of points. `None` where nothing but
    /// rounding is left to chance, so that no number would be enough.
    pub fn gain(&self, measure: usize) -> Option<f64> {
        let (plain, told) = (self.plain[measure].off(), self.told[measure].off());
        (told > 1e-3 * plain).then(|| (plain / told).powi(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(player: usize, win: f64, corrected: f64) -> SeatOutcome {
        SeatOutcome { player, plain: [win, 10.0 * win], corrected: [corrected, 10.0 * win] }
    }

    /// The first player's standing after all deals.
    fn first(deals: &[Deal], together: bool) -> Standing {
        let mut standing = Standing::default();
        for deal in deals {
            standing.take_in(&Standing::after(deal, 2, together)[0]);
        }
        standing
    }

    #[test]
    fn a_deal_counts_as_one_observation() {
        let deals: Vec<Deal> = (0..50).map(|_| vec![seat(0, 1.0, 1.0), seat(1, 0.0, 0.0), seat(1, 1.0, 1.0), seat(0, 0.0, 0.0)]).collect();
        let [together, apart] = [true, false].map(|together| first(&deals, together));
        assert_eq!((together.seats, together.told[0].mean(), together.told[0].off()), (100, 0.5, 0.0));
        assert_eq!(together.gain(0), None, "nothing is left to chance");
        assert!((apart.told[0].off() - 1.96 * 0.05).abs() < 1e-12 && apart.gain(0) == Some(1.0));
    }

    #[test]
    fn what_luck_took_away_is_gained() {
        let deals: Vec<Deal> = (0..100).map(|game| vec![seat(0, f64::from(game % 2), 0.25 + 0.5 * f64::from(game % 2))]).collect();
        let standing = first(&deals, false);
        assert_eq!(standing.told[0].mean(), 0.5);
        assert!((standing.gain(0).unwrap() - 4.0).abs() < 1e-9, "half the deviation is worth four times the games");
    }
}
