//! How the network learns from samples: gradients by hand, steps by Adam.

use super::features::{self, ACTIVE};
use super::ground::Ground;
use super::network::{HIDDEN, Network, NetworkShape, POINTS_UNIT, WIDTH, add, add_times, dot, point_inputs};
use super::position::MOST_PLAYERS;
use super::selfplay::Sample;
use crate::parallel::for_each_with;

/// How much a miss in points counts beside a miss in chances.
const POINTS_WEIGHT: f32 = 0.5;
/// A batch is cut into this many parts whatever the machine, so that sums come out the same.
const PARTS: usize = 2;
const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;

/// Adam's memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// Running mean of the gradients.
    pub first: Vec<f32>,
    /// Running mean of their squares.
    pub second: Vec<f32>,
    /// Steps taken.
    pub steps: u32,
}

impl Memory {
    /// Nothing remembered.
    pub fn new(weights: usize) -> Memory {
        Memory { first: vec![0.0; weights], second: vec![0.0; weights], steps: 0 }
    }
}

/// Gradients of parts of a batch, kept to be used again.
pub struct Gradients(Vec<(Vec<f32>, f32)>);

impl Gradients {
    /// Room for the gradients of a network.
    pub fn new(shape: NetworkShape) -> Gradients {
        Gradients(vec![(vec![0.0; shape.weights()], 0.0); PARTS])
    }
}

/// One step on a batch; the mean miss of the chances before it.
pub fn step(network: &mut Network, memory: &mut Memory, gradients: &mut Gradients, batch: &[(&Ground, &Sample)], rate: f32) -> f32 {
    let size = batch.len().div_ceil(PARTS).max(1);
    let parts: Vec<&[(&Ground, &Sample)]> = batch.chunks(size).collect();
    for_each_with(&mut gradients.0, &parts, |(gradient, miss), part| {
        gradient.fill(0.0);
        *miss = part.iter().map(|(ground, sample)| learn(network, ground, sample, gradient)).sum();
    });
    let used = &gradients.0[..parts.len()];
    let scale = 1.0 / batch.len() as f32;
    memory.steps += 1;
    let first_scale = 1.0 / (1.0 - FIRST_MOMENT.powi(memory.steps as i32));
    let second_scale = 1.0 / (1.0 - SECOND_MOMENT.powi(memory.steps as i32));
    let weights = network.weights_mut();
    for index in 0..weights.len() {
        let gradient = used.iter().map(|(part, _)| part[index]).sum::<f32>() * scale;
        let first = &mut memory.first[index];
        let second = &mut memory.second[index];
        *first += (1.0 - FIRST_MOMENT) * (gradient - *first);
        *second += (1.0 - SECOND_MOMENT) * (gradient * gradient - *second);
        weights[index] -= rate * *first * first_scale / ((*second * second_scale).sqrt() + 1e-8);
    }
    used.iter().map(|(_, miss)| miss).sum::<f32>() * scale
}

/// Adds the gradient of one sample; its miss of the chances.
fn learn(network: &Network, ground: &Ground, sample: &Sample, gradient: &mut [f32]) -> f32 {
    let shape = network.shape();
    let NetworkShape { players } = shape;
    let position = &sample.position;
    let table = network.weights()[..shape.hidden_from()].as_chunks::<WIDTH>().0;
    let mut active = [[0u16; ACTIVE]; MOST_PLAYERS];
    let mut sums = [[0.0; WIDTH]; MOST_PLAYERS];
    for offset in 0..players {
        active[offset] = features::active_rows(ground, position, offset);
        for &row in &active[offset] {
            add(&mut sums[offset], &table[row as usize]);
        }
    }
    let hidden = network.hidden(position, &sums);
    let outlook = network.read_out(&hidden);

    let mut hidden_slope = [0.0; HIDDEN];
    let mut miss = 0.0;
    let out_rows = network.weights()[shape.out_from()..].as_chunks::<HIDDEN>().0;
    for offset in 0..players {
        let win_slope = outlook.win[offset] - sample.win[offset];
        let points_slope = POINTS_WEIGHT * (outlook.points[offset] - sample.points[offset]) / POINTS_UNIT;
        miss += win_slope * win_slope;
        for (output, slope) in [(offset, win_slope), (players + offset, points_slope)] {
            add_times(&mut hidden_slope, &out_rows[output], slope);
            add_times(row_mut(gradient, shape.out_from(), output), &hidden, slope);
            gradient[shape.out_bias_from() + output] += slope;
        }
    }
    for (slope, &number) in hidden_slope.iter_mut().zip(&hidden) {
        if number <= 0.0 {
            *slope = 0.0;
        }
    }

    add(row_mut(gradient, shape.bias_from(), position.turns as usize), &hidden_slope);
    for (index, input) in point_inputs(position, players).into_iter().enumerate().take(shape.inputs() - players * WIDTH) {
        add_times(row_mut(gradient, shape.hidden_from(), players * WIDTH + index), &hidden_slope, input);
    }
    let hidden_rows = network.weights()[shape.hidden_from()..].as_chunks::<HIDDEN>().0;
    for offset in 0..players {
        let mut slopes = [0.0; WIDTH];
        for (index, &input) in sums[offset].iter().enumerate() {
            if input > 0.0 {
                let row = offset * WIDTH + index;
                slopes[index] = dot(&hidden_rows[row], &hidden_slope);
                add_times(row_mut(gradient, shape.hidden_from(), row), &hidden_slope, input);
            }
        }
        for &row in &active[offset] {
            add(row_mut(gradient, 0, row as usize), &slopes);
        }
    }
    miss / players as f32
}

fn row_mut<const N: usize>(weights: &mut [f32], from: usize, row: usize) -> &mut [f32; N] {
    &mut weights[from..].as_chunks_mut().0[row]
}
