//! The normal distribution, and the best of several.

/// A normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// The mean.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
}

/// The chance that a standard normal number is below `x`, right to about 1e-7.
pub fn below(x: f64) -> f64 {
    // Abramowitz and Stegun 7.1.26.
    const FACTORS: [f64; 5] = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
    let z = x.abs() * std::f64::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.3275911 * z);
    let tail = 0.5 * FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t) * (-z * z).exp();
    if x > 0.0 { 1.0 - tail } else { tail }
}

impl Normal {
    /// The chance of less than `x`.
    pub fn chance_below(&self, x: f64) -> f64 {
        below((x - self.mean) / self.deviation())
    }

    /// The standard deviation, at least that of rounding to whole points.
    pub fn deviation(&self) -> f64 {
        self.variance.max(1.0 / 12.0).sqrt()
    }
}

/// Points of the integrals over the best of several.
const SAMPLES: usize = 96;

/// Mean and variance of the largest of some independent normal numbers; `None` of none.
pub fn largest(of: &[Normal]) -> Option<Normal> {
    if let [only] = of {
        return Some(*only);
    }
    let low = of.iter().map(|one| one.mean - 5.0 * one.deviation()).reduce(f64::max)?;
    let high = of.iter().map(|one| one.mean + 5.0 * one.deviation()).reduce(f64::max)?;
    let step = (high - low) / SAMPLES as f64;
    let (mut mean, mut square) = (low, low * low);
    for sample in 0..SAMPLES {
        let x = low + (sample as f64 + 0.5) * step;
        let above = 1.0 - of.iter().map(|one| one.chance_below(x)).product::<f64>();
        mean += above * step;
        square += 2.0 * x * above * step;
    }
    Some(Normal { mean, variance: (square - mean * mean).max(0.0) })
}

/// The chance of each to be the largest.
pub fn chances_to_be_largest(of: &[Normal]) -> Vec<f64> {
    let low = of.iter().map(|one| one.mean - 5.0 * one.deviation()).fold(f64::INFINITY, f64::min);
    let high = of.iter().map(|one| one.mean + 5.0 * one.deviation()).fold(f64::NEG_INFINITY, f64::max);
    let step = (high - low) / SAMPLES as f64;
    let mut chances = vec![0.0; of.len()];
    let mut before = vec![0.0; of.len()];
    for sample in 1..=SAMPLES {
        let x = low + sample as f64 * step;
        let now: Vec<f64> = of.iter().map(|one| one.chance_below(x)).collect();
        let middle: Vec<f64> = before.iter().zip(&now).map(|(a, b)| (a + b) / 2.0).collect();
        for (one, chance) in chances.iter_mut().enumerate() {
            let others = middle.iter().enumerate().filter(|(other, _)| *other != one);
            *chance += (now[one] - before[one]) * others.map(|(_, below)| below).product::<f64>();
        }
        before = now;
    }
    let all: f64 = chances.iter().sum();
    chances.iter().map(|chance| chance / all.max(f64::MIN_POSITIVE)).collect()
}
