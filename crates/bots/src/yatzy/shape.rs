//! How final scores are shaped while many boxes are free.
//!
//! Two events make most of their spread: whether the Yatzy comes, which alone is worth as much as four other boxes, and whether the bonus
//! comes. Given both, the rest is close to normal. So a final score is taken as normal around one of up to four means.

use spieltisch_rules::MAX_SEATS;
use spieltisch_rules::yatzy::{BoxName, BoxSet, Options, UPPER};

use super::normal;
use crate::expert::PerSeat;

/// By free boxes, the Yatzy among them: the chance that it is filled with points when played for points. This and the numbers below are
/// from the example `yatzy_shape`.
const YATZY_CHANCE: [f64; 16] =
    [0.0, 0.0438, 0.0567, 0.0787, 0.1041, 0.1330, 0.1633, 0.1936, 0.2237, 0.2535, 0.2817, 0.3094, 0.3375, 0.3636, 0.3901, 0.4149];
/// What filling it adds to the final score.
const YATZY_BRINGS: f64 = 100.0;
/// By free boxes, what the bonus adds to the final score.
const BONUS_BRINGS: [f64; 16] = [0.0, 38.9, 41.1, 42.1, 42.9, 43.7, 44.3, 44.9, 45.3, 45.7, 46.5, 47.4, 48.3, 49.5, 50.6, 51.8];
/// Numbers that the chance of the bonus is read from.
pub const BONUS_FEATURES: usize = 6;
const BONUS_WEIGHTS: [f64; BONUS_FEATURES] = [-0.7199, 2.1788, -0.2446, -0.2113, 0.4523, 2.2987];
/// The least part of the variance that the two events leave.
const LEAST_LEFT: f64 = 0.1;

/// What the chance of the bonus depends on; `None` where it is reached or out of reach.
pub fn bonus_features(free: BoxSet, upper_sum: u16, options: &Options) -> Option<[f64; BONUS_FEATURES]> {
    let missing = f64::from(options.bonus_at_least.checked_sub(upper_sum).filter(|missing| *missing > 0)?);
    let faces: Vec<f64> = free.iter().filter(|name| name.is_upper()).map(|name| f64::from(name as u8) + 1.0).collect();
    let pips: f64 = faces.iter().sum();
    if 5.0 * pips < missing {
        return None;
    }
    let spread = faces.iter().map(|face| face * face).sum::<f64>().sqrt();
    // Three dice of every number are about what it takes.
    let ahead = (3.0 * pips - missing) / spread;
    let upper = faces.len() as f64 / UPPER as f64;
    let lower = (free.len() - faces.len()) as f64 / 9.0;
    Some([1.0, ahead, ahead * ahead, upper, ahead * upper, lower])
}

fn bonus_chance(features: &[f64; BONUS_FEATURES]) -> f64 {
    let sum: f64 = features.iter().zip(BONUS_WEIGHTS).map(|(feature, weight)| feature * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// A final score: normal, of one spread, around one of four means.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Chance and mean of each part; chances may be 0.
    parts: [(f64, f64); 4],
    variance: f64,
}

impl Shape {
    /// The shape of a final score with this mean and variance, of a sheet with these free boxes.
    pub fn new(mean: f64, variance: f64, free: BoxSet, upper_sum: u16, options: &Options) -> Shape {
        let yatzy = if free.contains(BoxName::Yatzy) { YATZY_CHANCE[free.len()] } else { 0.0 };
        let bonus = bonus_features(free, upper_sum, options).map_or(0.0, |features| bonus_chance(&features));
        let bonus_brings = BONUS_BRINGS[free.len()];
        let of_events = yatzy * (1.0 - yatzy) * YATZY_BRINGS * YATZY_BRINGS + bonus * (1.0 - bonus) * bonus_brings * bonus_brings;
        // Where the two would make more of the spread than there is, both bring less.
        let most = (1.0 - LEAST_LEFT) * variance;
        let scale = if of_events > most { (most / of_events).sqrt() } else { 1.0 };
        let part =
            |comes: [f64; 2], chance: f64| (chance, mean + scale * (YATZY_BRINGS * (comes[0] - yatzy) + bonus_brings * (comes[1] - bonus)));
        let parts = [
            part([0.0, 0.0], (1.0 - yatzy) * (1.0 - bonus)),
            part([0.0, 1.0], (1.0 - yatzy) * bonus),
            part([1.0, 0.0], yatzy * (1.0 - bonus)),
            part([1.0, 1.0], yatzy * bonus),
        ];
        Shape { parts, variance: (variance - scale * scale * of_events).max(1.0 / 12.0) }
    }

    /// The chance of less than `x`.
    fn below(&self, x: f64) -> f64 {
        let deviation = self.variance.sqrt();
        self.each().map(|(chance, mean)| chance * normal::below((x - mean) / deviation)).sum()
    }

    /// The chance to be above another score.
    pub fn beats(&self, other: &Shape) -> f64 {
        let deviation = (self.variance + other.variance).sqrt();
        let against = |mean: f64| -> f64 { other.each().map(|(chance, theirs)| chance * normal::below((mean - theirs) / deviation)).sum() };
        self.each().map(|(chance, mean)| chance * against(mean)).sum()
    }

    fn each(&self) -> impl Iterator<Item = (f64, f64)> {
        self.parts.into_iter().filter(|(chance, _)| *chance > 0.0)
    }

    fn reach(&self) -> (f64, f64) {
        let beyond = 5.0 * self.variance.sqrt();
        let means = || self.each().map(|(_, mean)| mean);
        (means().fold(f64::INFINITY, f64::min) - beyond, means().fold(f64::NEG_INFINITY, f64::max) + beyond)
    }
}

/// Points of the integrals over the best of several.
const SAMPLES: usize = 96;
/// How far one turn may take a score beyond what was foreseen.
const ONE_TURN: f64 = 100.0;

/// All seats but one, worked out so that the one's score can change.
pub struct OtherSeats {
    low: f64,
    step: f64,
    /// By part of the range: the chance that all others are below it.
    all_below: Vec<f64>,
    /// By part of the range: each other's chance to be there and above all others.
    best: Vec<PerSeat>,
}

impl OtherSeats {
    /// The others of `seat` at a table.
    pub fn new(scores: &[Shape], seat: usize) -> OtherSeats {
        let low = scores.iter().map(|score| score.reach().0).fold(f64::INFINITY, f64::min) - ONE_TURN;
        let high = scores.iter().map(|score| score.reach().1).fold(f64::NEG_INFINITY, f64::max) + ONE_TURN;
        let step = (high - low) / SAMPLES as f64;
        let (mut all_below, mut best) = (Vec::with_capacity(SAMPLES), Vec::with_capacity(SAMPLES));
        let mut before: Vec<f64> = scores.iter().map(|score| score.below(low)).collect();
        for sample in 1..=SAMPLES {
            let now: Vec<f64> = scores.iter().map(|score| score.below(low + sample as f64 * step)).collect();
            let middle = |other: usize| (before[other] + now[other]) / 2.0;
            let others = || (0..scores.len()).filter(|other| *other != seat);
            all_below.push(others().map(middle).product());
            let mut here = [0.0; MAX_SEATS];
            for one in others() {
                here[one] = (now[one] - before[one]) * others().filter(|other| *other != one).map(middle).product::<f64>();
            }
            best.push(here);
            before = now;
        }
        OtherSeats { low, step, all_below, best }
    }

    /// Everyone's chance to be best when the seat has this score; not yet made to sum to 1.
    pub fn chances(&self, seat: usize, score: &Shape) -> PerSeat {
        let mut chances = [0.0; MAX_SEATS];
        let mut before = score.below(self.low);
        for (sample, (all_below, best)) in self.all_below.iter().zip(&self.best).enumerate() {
            let now = score.below(self.low + (sample + 1) as f64 * self.step);
            for (chance, best) in chances.iter_mut().zip(best) {
                *chance += best * (before + now) / 2.0;
            }
            chances[seat] += (now - before) * all_below;
            before = now;
        }
        chances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> Vec<Shape> {
        let options = Options::default();
        let lower = BoxSet::from_bits(0b111_1111_1100_0000).expect("boxes of the sheet");
        [(BoxSet::ALL, 0, 323.6, 3_509.0), (BoxSet::ALL, 30, 300.0, 2_000.0), (lower, 70, 280.0, 1_500.0), (lower, 20, 150.0, 40.0)]
            .map(|(free, upper_sum, mean, variance)| Shape::new(mean, variance, free, upper_sum, &options))
            .to_vec()
    }

    #[test]
    fn mean_and_variance_are_kept() {
        for (shape, (mean, variance)) in shapes().iter().zip([(323.6, 3_509.0), (300.0, 2_000.0), (280.0, 1_500.0), (150.0, 40.0)]) {
            let sum = |number: &dyn Fn(f64) -> f64| shape.each().map(|(chance, mean)| chance * number(mean)).sum::<f64>();
            assert!((sum(&|_| 1.0) - 1.0).abs() < 1e-12 && (sum(&|own| own) - mean).abs() < 1e-9, "{shape:?}");
            assert!((shape.variance + sum(&|own| (own - mean).powi(2)) - variance).abs() < 1e-6, "{shape:?}");
        }
    }

    #[test]
    fn chances_of_two_sum_to_one_and_several_agree_with_two() {
        for one in shapes() {
            for two in shapes() {
                let first = one.beats(&two);
                assert!((first + two.beats(&one) - 1.0).abs() < 1e-6, "{one:?} {two:?}");
                let [own, other, ..] = OtherSeats::new(&[one, two], 0).chances(0, &one);
                assert!((own / (own + other) - first).abs() < 0.02, "{own} and {other}, not {first}: {one:?} {two:?}");
            }
        }
    }
}
