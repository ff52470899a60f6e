//! A small net from covered fields to points: 36 bits, two hidden layers, one output.
//!
//! Every sum is made in a fixed order and without fused multiply-add, so a value is the same to the last bit on every machine, with
//! and without wide vectors, natively and in the browser. The loops are written so that the compiler turns them into vector code.

use super::turn::FIELDS;
use super::wide::dispatch;

/// Width of the first hidden layer.
pub const WIDE: usize = 96;
/// Width of the second hidden layer.
pub const NARROW: usize = 32;
/// Points for an output of one.
const UNIT: f32 = 10.0;

const B1: usize = FIELDS * WIDE;
const W2: usize = B1 + WIDE;
const B2: usize = W2 + WIDE * NARROW;
const W3: usize = B2 + NARROW;
const B3: usize = W3 + NARROW;
/// Number of parameters of a net.
pub const PARAMETERS: usize = B3 + 1;

/// Parts of the parameters that are stored with a scale of their own.
pub(crate) const SEGMENTS: [std::ops::Range<usize>; 6] = [0..B1, B1..W2, W2..B2, B2..W3, W3..B3, B3..PARAMETERS];

/// What the first layer sums to before its bend.
pub type Sums = [f32; WIDE];

/// The net. All parameters in one row: first layer by field, its biases, second layer by input, its biases, output, bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    parameters: Vec<f32>,
}

impl Net {
    /// A net that says `points` everywhere, with random first layers drawn from `uniform` (values from -1 to 1).
    pub fn fresh(points: f32, lines: &[u64], uniform: &mut dyn FnMut() -> f32) -> Self {
        let mut parameters = vec![0.0; PARAMETERS];
        for weight in &mut parameters[..B1] {
            *weight = uniform() * 0.35;
        }
        for bias in &mut parameters[B1..W2] {
            *bias = uniform() * 0.5;
        }
        for weight in &mut parameters[W2..B2] {
            *weight = uniform() * (3.0 / WIDE as f32).sqrt();
        }
        for weight in &mut parameters[W3..B3] {
            *weight = uniform() * 0.2;
        }
        // Whole lines and lines that lack one or two fields: what the last chips are about.
        for (unit, (line, missing)) in lines.iter().flat_map(|line| [(line, 0), (line, 1), (line, 2)]).enumerate().take(WIDE) {
            for field in 0..FIELDS {
                let inside = line >> field & 1 == 1;
                parameters[field * WIDE + unit] = if inside { 1.0 } else { 0.03 * uniform() };
            }
            parameters[B1 + unit] = 1.0 + missing as f32 - line.count_ones() as f32;
        }
        parameters[B3] = points / UNIT;
        Self { parameters }
    }

    /// The net with these parameters; `None` unless there are [`PARAMETERS`] of them.
    pub fn from_parameters(parameters: Vec<f32>) -> Option<Self> {
        (parameters.len() == PARAMETERS).then_some(Self { parameters })
    }

    /// All parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The first layer's sums for a set of covered fields.
    pub fn sums(&self, covered: u64) -> Sums {
        let mut sums = [0.0; WIDE];
        sums_of(&self.parameters, covered, &mut sums);
        sums
    }

    /// Points for a set of covered fields.
    pub fn value(&self, covered: u64) -> f32 {
        self.value_from(&self.sums(covered))
    }

    /// Points for first layer sums.
    pub fn value_from(&self, sums: &Sums) -> f32 {
        let mut out = [0.0];
        self.values_after(sums, &[&[]], &mut out);
        out[0]
    }

    /// Points for several additions to the same covered fields.
    pub fn values_after(&self, sums: &Sums, additions: &[&[u8]], out: &mut [f32]) {
        values_after(&self.parameters, sums, additions, out);
    }
}

fn row(parameters: &[f32], field: usize) -> &Sums {
    &parameters[..B1].as_chunks::<WIDE>().0[field]
}

dispatch!(sums_of, sums_plain, (parameters: &[f32], covered: u64, sums: &mut Sums));

#[inline(always)]
fn sums_plain(parameters: &[f32], covered: u64, sums: &mut Sums) {
    sums.copy_from_slice(&parameters[B1..W2]);
    let mut rest = covered;
    while rest != 0 {
        let weights = row(parameters, rest.trailing_zeros() as usize);
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += weight;
        }
        rest &= rest - 1;
    }
}

dispatch!(values_after, values_after_plain, (parameters: &[f32], sums: &Sums, additions: &[&[u8]], out: &mut [f32]));

#[inline(always)]
fn values_after_plain(parameters: &[f32], sums: &Sums, additions: &[&[u8]], out: &mut [f32]) {
    let (pairs, odd) = additions.as_chunks::<2>();
    let (out_pairs, out_odd) = out.as_chunks_mut::<2>();
    for (pair, out) in pairs.iter().zip(out_pairs) {
        let bent = [bent_with(parameters, sums, pair[0]), bent_with(parameters, sums, pair[1])];
        *out = output(parameters, &bent);
    }
    for (addition, out) in odd.iter().zip(out_odd) {
        let [value] = output(parameters, &[bent_with(parameters, sums, addition)]);
        *out = value;
    }
}

#[inline(always)]
fn bent_with(parameters: &[f32], sums: &Sums, addition: &[u8]) -> Sums {
    let mut bent = *sums;
    for &field in addition {
        for (sum, weight) in bent.iter_mut().zip(row(parameters, usize::from(field))) {
            *sum += weight;
        }
    }
    for value in &mut bent {
        *value = value.max(0.0);
    }
    bent
}

/// The second layer and the output for a few inputs at once, so that each weight is loaded once for all of them.
#[inline(always)]
fn output<const N: usize>(parameters: &[f32], bent: &[Sums; N]) -> [f32; N] {
    let second = second_layer(parameters, bent);
    let last: &[f32; NARROW] = &parameters[W3..B3].as_chunks().0[0];
    let mut out = [0.0; N];
    for n in 0..N {
        let mut products = [0.0; NARROW];
        for j in 0..NARROW {
            products[j] = second[n][j].max(0.0) * last[j];
        }
        out[n] = (sum_in_order(&products) + parameters[B3]) * UNIT;
    }
    out
}

#[inline(always)]
fn second_layer<const N: usize>(parameters: &[f32], bent: &[Sums; N]) -> [[f32; NARROW]; N] {
    let weights = parameters[W2..B2].as_chunks::<NARROW>().0;
    let biases: &[f32; NARROW] = &parameters[B2..W3].as_chunks().0[0];
    let mut second = [*biases; N];
    for i in 0..WIDE {
        let weights = &weights[i];
        for n in 0..N {
            let input = bent[n][i];
            for j in 0..NARROW {
                second[n][j] += input * weights[j];
            }
        }
    }
    second
}

/// Adds eight lanes, then the lanes: the same order in every build.
#[inline(always)]
fn sum_in_order<const LEN: usize>(values: &[f32; LEN]) -> f32 {
    let mut lanes = [0.0f32; 8];
    for chunk in values.as_chunks::<8>().0 {
        for lane in 0..8 {
            lanes[lane] += chunk[lane];
        }
    }
    ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]))
}

/// Fits a net to examples by Adam.
pub struct Fitter {
    moment: Vec<f32>,
    square: Vec<f32>,
    gradient: Vec<f32>,
    step: i32,
}

impl Default for Fitter {
    fn default() -> Self {
        let zeros = vec![0.0; PARAMETERS];
        Self { moment: zeros.clone(), square: zeros.clone(), gradient: zeros, step: 0 }
    }
}

/// A set of covered fields and the points it should be worth.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The covered fields.
    pub covered: u64,
    /// What they are worth.
    pub points: f32,
}

impl Fitter {
    /// One step on a small batch. Returns the sum of squared errors in points, as they were before the step.
    pub fn step(&mut self, net: &mut Net, batch: &[Example], rate: f32) -> f64 {
        self.gradient.fill(0.0);
        let squared = gradient(&net.parameters, batch, &mut self.gradient);
        self.step += 1;
        let correction = ((1.0 - 0.999f32.powi(self.step)).sqrt()) / (1.0 - 0.9f32.powi(self.step));
        adam(&mut net.parameters, &mut self.moment, &mut self.square, &self.gradient, rate * correction);
        squared
    }
}

dispatch!(gradient, gradient_plain, (parameters: &[f32], batch: &[Example], gradient: &mut [f32]) -> f64);

#[inline(always)]
fn gradient_plain(parameters: &[f32], batch: &[Example], gradient: &mut [f32]) -> f64 {
    let share = 1.0 / batch.len() as f32;
    let mut squared = 0.0;
    for example in batch {
        let mut sums = [0.0; WIDE];
        sums_plain(parameters, example.covered, &mut sums);
        let bent = sums.map(|sum| sum.max(0.0));
        let [second] = second_layer(parameters, &[bent]);
        let last: &[f32; NARROW] = &parameters[W3..B3].as_chunks().0[0];
        let mut products = [0.0; NARROW];
        for j in 0..NARROW {
            products[j] = second[j].max(0.0) * last[j];
        }
        let error = sum_in_order(&products) + parameters[B3] - example.points / UNIT;
        squared += f64::from(error * UNIT) * f64::from(error * UNIT);
        let slope = 2.0 * error * share;
        gradient[B3] += slope;
        let mut slope_second = [0.0; NARROW];
        for j in 0..NARROW {
            gradient[W3 + j] += slope * second[j].max(0.0);
            slope_second[j] = if second[j] > 0.0 { slope * last[j] } else { 0.0 };
            gradient[B2 + j] += slope_second[j];
        }
        let slope_sums = back_through_second(parameters, gradient, &sums, &slope_second);
        back_through_first(gradient, example.covered, &slope_sums);
    }
    squared
}

#[inline(always)]
fn back_through_second(parameters: &[f32], gradient: &mut [f32], sums: &Sums, slope_second: &[f32; NARROW]) -> Sums {
    let weights = parameters[W2..B2].as_chunks::<NARROW>().0;
    let into = gradient[W2..B2].as_chunks_mut::<NARROW>().0;
    let mut slope_sums = [0.0; WIDE];
    for i in 0..WIDE {
        let input = sums[i];
        if input <= 0.0 {
            continue;
        }
        let mut products = [0.0; NARROW];
        for j in 0..NARROW {
            into[i][j] += input * slope_second[j];
            products[j] = weights[i][j] * slope_second[j];
        }
        slope_sums[i] = sum_in_order(&products);
    }
    slope_sums
}

#[inline(always)]
fn back_through_first(gradient: &mut [f32], covered: u64, slope_sums: &Sums) {
    for (slot, slope) in gradient[B1..W2].iter_mut().zip(slope_sums) {
        *slot += slope;
    }
    let rows = gradient[..B1].as_chunks_mut::<WIDE>().0;
    let mut rest = covered;
    while rest != 0 {
        for (slot, slope) in rows[rest.trailing_zeros() as usize].iter_mut().zip(slope_sums) {
            *slot += slope;
        }
        rest &= rest - 1;
    }
}

dispatch!(adam, adam_plain, (parameters: &mut [f32], moment: &mut [f32], square: &mut [f32], gradient: &[f32], rate: f32));

#[inline(always)]
fn adam_plain(parameters: &mut [f32], moment: &mut [f32], square: &mut [f32], gradient: &[f32], rate: f32) {
    for (((parameter, moment), square), slope) in parameters.iter_mut().zip(moment).zip(square).zip(gradient) {
        *moment = 0.9 * *moment + 0.1 * slope;
        *square = 0.999 * *square + 0.001 * slope * slope;
        *parameter -= rate * *moment / (square.sqrt() + 1e-8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn wide_and_plain_agree_to_the_last_bit() {
        let seed = 4;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let net = Net::fresh(30.0, &[0b11111, 0b1010101], &mut || rng.random_range(-1.0..1.0));
        let batch: Vec<Example> =
            (0..20).map(|_| Example { covered: rng.random::<u64>() >> 28, points: rng.random_range(0.0..60.0) }).collect();
        let mut wide = vec![0.0; PARAMETERS];
        let mut plain = vec![0.0; PARAMETERS];
        assert_eq!(gradient(&net.parameters, &batch, &mut wide), gradient_plain(&net.parameters, &batch, &mut plain));
        assert_eq!(wide, plain, "seed {seed}");
        let sums = net.sums(0b1100_0011);
        let additions: [&[u8]; 3] = [&[], &[9], &[12, 20, 35]];
        let (mut wide, mut plain) = ([0.0; 3], [0.0; 3]);
        values_after(&net.parameters, &sums, &additions, &mut wide);
        values_after_plain(&net.parameters, &sums, &additions, &mut plain);
        assert_eq!(wide, plain, "seed {seed}");
        assert!((net.value(0b1100_0011 | 1 << 9) - wide[1]).abs() < 1e-3, "adding a field is covering it");
    }

    #[test]
    fn steps_lower_the_error() {
        let seed = 5;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut net = Net::fresh(20.0, &[0b11111], &mut || rng.random_range(-1.0..1.0));
        let batch: Vec<Example> = (0..64)
            .map(|_| rng.random::<u64>() >> 28)
            .map(|covered| Example { covered, points: 10.0 + (covered & 0xFFFF).count_ones() as f32 })
            .collect();
        let mut fitter = Fitter::default();
        let errors: Vec<f64> = (0..300).map(|_| fitter.step(&mut net, &batch, 1e-3)).collect();
        assert!(errors[299] < errors[0] / 10.0, "seed {seed}: {} then {}", errors[0], errors[299]);
    }
}
