//! Real dice: whether those that people throw by hand fall like fair ones.
//!
//! The counts of the six faces are compared with what fair dice give, by Pearson's χ² with five degrees of freedom. From
//! [`ENOUGH`] throws on it is close to the exact multinomial test, which the tests below work out and simulate.

use std::f64::consts::PI;

/// So many dice must have been thrown before anything is said: ten for each face.
pub const ENOUGH: u64 = 60;
/// What happens by chance this rarely or more often is nothing unusual. People look after every game, so one in twenty
/// would be told of good dice far too often.
const UNUSUAL: f64 = 0.01;
/// Rarer than once in so many times is not told apart.
pub const RAREST: u64 = 1_000_000;

/// How often each face was thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u64; 6]);

/// What the counts say of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceVerdict {
    /// Too few to say; so many more must be thrown.
    TooFew {
        /// How many are missing.
        missing: u64,
    },
    /// Fair dice fall like this.
    NothingUnusual,
    /// With fair dice counts as uneven as these come about once in so many times, to two digits.
    OnceIn(u64),
}

impl Counts {
    /// The counts of the faces one to six.
    pub fn new(counts: [u64; 6]) -> Counts {
        Counts(counts)
    }

    /// Counts dice that show these faces.
    pub fn add(&mut self, faces: &[u8]) {
        for &face in faces.iter().filter(|face| (1..=6).contains(*face)) {
            let count = &mut self.0[usize::from(face) - 1];
            *count = count.saturating_add(1);
        }
    }

    /// These and others together.
    #[must_use]
    pub fn and(self, others: Counts) -> Counts {
        Counts(std::array::from_fn(|face| self.0[face].saturating_add(others.0[face])))
    }

    /// How often each face was thrown, ones first.
    pub fn faces(self) -> [u64; 6] {
        self.0
    }

    /// How many dice were thrown.
    pub fn thrown(self) -> u64 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// How likely fair dice are to give counts at least as uneven as these.
    pub fn likelihood(self) -> f64 {
        let thrown = self.thrown() as f64;
        if thrown == 0.0 {
            return 1.0;
        }
        let expected = thrown / 6.0;
        let distance: f64 = self.0.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        beyond(distance)
    }

    /// What they say of the dice.
    pub fn verdict(self) -> DiceVerdict {
        let missing = ENOUGH.saturating_sub(self.thrown());
        if missing > 0 {
            return DiceVerdict::TooFew { missing };
        }
        let likelihood = self.likelihood();
        if likelihood >= UNUSUAL { DiceVerdict::NothingUnusual } else { DiceVerdict::OnceIn(two_digits(1.0 / likelihood)) }
    }
}

/// A number rounded to its first two digits.
fn two_digits(number: f64) -> u64 {
    if number.is_nan() || number >= RAREST as f64 {
        return RAREST;
    }
    let step = 10f64.powf((number.log10().floor() - 1.0).max(0.0));
    ((number / step).round() * step) as u64
}

/// The chance that χ² with five degrees of freedom is at least this.
fn beyond(distance: f64) -> f64 {
    let x = distance.max(0.0);
    (erfc((x / 2.0).sqrt()) + (2.0 * x / PI).sqrt() * (-x / 2.0).exp() * (1.0 + x / 3.0)).min(1.0)
}

/// The complementary error function for x ≥ 0, by a continued fraction far out and the series of the error function near 0.
fn erfc(x: f64) -> f64 {
    if x < 2.5 {
        let mut term = x;
        let mut sum = x;
        for n in 1..60 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return 1.0 - 2.0 / PI.sqrt() * sum;
    }
    let fraction = (1..60).rev().fold(0.0, |fraction, k| f64::from(k) / 2.0 / (x + fraction));
    (-x * x).exp() / PI.sqrt() / (x + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact chance of each sum of squared counts, for so many fair dice: face by face, every way to share the dice out.
    fn exact(dice: usize) -> Vec<f64> {
        let most = dice * dice;
        let factorials: Vec<f64> = (0..=dice)
            .scan(1.0, |product, n| {
                *product *= if n == 0 { 1.0 } else { n as f64 };
                Some(*product)
            })
            .collect();
        let mut ways = vec![vec![0.0; most + 1]; dice + 1];
        ways[0][0] = 1.0;
        for _ in 0..6 {
            let mut next = vec![vec![0.0; most + 1]; dice + 1];
            for used in 0..=dice {
                for (squares, &way) in ways[used].iter().enumerate().filter(|(_, way)| **way > 0.0) {
                    for count in 0..=dice - used {
                        if squares + count * count <= most {
                            next[used + count][squares + count * count] += way / factorials[count];
                        }
                    }
                }
            }
            ways = next;
        }
        let all = 6f64.powi(dice as i32) / factorials[dice];
        ways[dice].iter().map(|way| way / all).collect()
    }

    #[test]
    fn the_approximation_is_close_to_the_exact_test() {
        for dice in [60, 90] {
            let chances = exact(dice);
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let mut beyond_exactly = 0.0;
            for (squares, chance) in chances.iter().enumerate().rev() {
                beyond_exactly += chance;
                if *chance > 0.0 && beyond_exactly > 1e-4 && beyond_exactly < 0.5 {
                    let distance = 6.0 / dice as f64 * squares as f64 - dice as f64;
                    let ratio = beyond(distance) / beyond_exactly;
                    assert!(
                        (0.6..1.5).contains(&ratio),
                        "{dice} dice, sum of squares {squares}: {} for {beyond_exactly}",
                        beyond(distance)
                    );
                }
            }
        }
    }

    /// A random number that depends on the seed alone.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// How many of so many evenings with such dice are told to be unusual; faces come up by these weights.
    fn unusual(evenings: usize, dice: usize, weights: [u64; 6], seed: u64) -> usize {
        let (mut state, all) = (seed, weights.iter().sum::<u64>());
        let mut evening = || {
            let mut counts = Counts::default();
            for _ in 0..dice {
                let mut left = next(&mut state) % all;
                let face = weights
                    .iter()
                    .position(|&weight| {
                        left < weight || {
                            left -= weight;
                            false
                        }
                    })
                    .unwrap_or(5);
                counts.0[face] += 1;
            }
            matches!(counts.verdict(), DiceVerdict::OnceIn(_))
        };
        (0..evenings).filter(|_| evening()).count()
    }

    #[test]
    fn fair_dice_are_doubted_once_in_a_hundred_evenings() {
        for (dice, seed) in [(60, 1), (225, 2), (1000, 3)] {
            let doubted = unusual(20_000, dice, [1; 6], seed);
            assert!((140..=260).contains(&doubted), "{dice} dice, seed {seed}: {doubted} of 20000, expected about 200");
        }
    }

    #[test]
    fn loaded_dice_are_found_out() {
        // A six one time in four: nearly always found after 1000 throws, seldom after 60.
        assert!(unusual(500, 1000, [15, 15, 15, 15, 15, 25], 4) > 490);
        assert!(unusual(500, 60, [15, 15, 15, 15, 15, 25], 5) < 250);
    }

    #[test]
    fn verdicts_are_honest() {
        assert_eq!(Counts::default().verdict(), DiceVerdict::TooFew { missing: 60 });
        assert_eq!(Counts::new([0, 0, 0, 0, 0, 59]).verdict(), DiceVerdict::TooFew { missing: 1 });
        assert_eq!(Counts::new([10; 6]).verdict(), DiceVerdict::NothingUnusual);
        assert_eq!(Counts::new([10; 6]).likelihood(), 1.0);
        // χ² of 15.086 with five degrees of freedom is the well-known limit for one per cent.
        assert!((beyond(15.086_272) - 0.01).abs() < 1e-7);
        assert!((beyond(11.070_498) - 0.05).abs() < 1e-7);
        assert!((beyond(20.515_006) - 0.001).abs() < 1e-8);
        assert_eq!(Counts::new([0, 0, 0, 0, 0, 600]).verdict(), DiceVerdict::OnceIn(RAREST));
        assert_eq!([two_digits(123.4), two_digits(99_999.0), two_digits(f64::INFINITY)], [120, 100_000, RAREST]);
        assert_eq!(Counts::new([u64::MAX; 6]).thrown(), u64::MAX, "whatever the counts, nothing breaks");
        assert!(matches!(Counts::new([u64::MAX; 6]).verdict(), DiceVerdict::NothingUnusual | DiceVerdict::OnceIn(_)));
    }

    #[test]
    fn counts_are_added_up() {
        let mut counts = Counts::new([1, 0, 0, 0, 0, 0]);
        counts.add(&[1, 6, 0, 7]);
        assert_eq!(counts.and(Counts::new([0, 2, 0, 0, 0, 0])).faces(), [2, 2, 0, 0, 0, 1]);
    }
}
