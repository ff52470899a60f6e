//! The learned values: a small network over the rows of [`super::features`].
//!
//! The rows of each player are added up to `WIDTH` numbers; what is positive of them, for
//! all players in the order of play, goes with the points into one hidden layer, and out
//! come every player's chance to win and final points.

use spieltisch_rules::castro::ROOFS;

use super::features::{self, ROWS};
use super::ground::{ALL_LINES, Ground, LINES};
use super::position::{CastroPosition, InTurn, LOSE, MOST_PLAYERS, RESULTS, in_turn, step_back};

/// Numbers per row.
pub const WIDTH: usize = 32;
/// Size of the hidden layer.
pub const HIDDEN: usize = 32;
/// Points are learned in this unit.
pub const POINTS_UNIT: f32 = 20.0;
/// Inputs about points for each player.
const POINT_INPUTS: usize = 2;

/// Where the parts of a network lie among its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// How many play.
    pub players: usize,
}

impl NetworkShape {
    /// How many numbers go into the hidden layer.
    pub fn inputs(self) -> usize {
        self.players * (WIDTH + POINT_INPUTS)
    }
    /// How many numbers come out: chances, then points.
    pub fn outputs(self) -> usize {
        2 * self.players
    }
    /// Where the rows of the hidden layer begin.
    pub fn hidden_from(self) -> usize {
        ROWS * WIDTH
    }
    /// Where the starting values of the hidden layer begin; one row for each turn of the game.
    pub fn bias_from(self) -> usize {
        self.hidden_from() + self.inputs() * HIDDEN
    }
    /// Where the outputs begin: a row of weights each, then their starting values.
    pub fn out_from(self) -> usize {
        self.bias_from() + (ROOFS as usize * self.players) * HIDDEN
    }
    /// Where the starting values of the outputs begin.
    pub fn out_bias_from(self) -> usize {
        self.out_from() + self.outputs() * HIDDEN
    }
    /// How many weights there are.
    pub fn weights(self) -> usize {
        self.out_bias_from() + self.outputs()
    }
}

/// Chances to win and final points of all players, the player to move first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// Chances to win; they sum to 1.
    pub win: InTurn,
    /// Expected final points.
    pub points: InTurn,
}

impl Prediction {
    /// The outlook of a finished game for the seat `from`.
    pub fn of_end(ground: &Ground, position: &CastroPosition, from: usize) -> Prediction {
        let points = position.points.map(f32::from);
        Prediction { win: in_turn(&position.shares(ground), from, ground.players), points: in_turn(&points, from, ground.players) }
    }

    /// As the player before sees it.
    pub fn step_back(&self, players: usize) -> Prediction {
        Prediction { win: step_back(&self.win, players), points: step_back(&self.points, players) }
    }
}

/// A network for one number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: NetworkShape,
    weights: Vec<f32>,
}

/// What the rows of one position add up to, by seat, ready for small changes.
struct Sums {
    keys: [[u16; LINES]; MOST_PLAYERS],
    sums: [[f32; WIDTH]; MOST_PLAYERS],
}

impl Network {
    /// A network with these weights; `None` if they are not as many as it needs.
    pub fn from_weights(players: usize, weights: Vec<f32>) -> Option<Network> {
        let shape = NetworkShape { players };
        (weights.len() == shape.weights()).then_some(Network { shape, weights })
    }

    /// The shape.
    pub fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// All weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// All weights, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn row(&self, row: usize) -> &[f32; WIDTH] {
        &self.weights[..ROWS * WIDTH].as_chunks().0[row]
    }

    /// The outlook for the player to move.
    pub fn outlook(&self, ground: &Ground, position: &CastroPosition) -> Prediction {
        if position.over(ground) {
            return Prediction::of_end(ground, position, position.seat as usize);
        }
        let sums: [[f32; WIDTH]; MOST_PLAYERS] = std::array::from_fn(|offset| {
            let mut sum = [0.0; WIDTH];
            if offset < ground.players {
                for row in features::active_rows(ground, position, offset) {
                    add(&mut sum, self.row(row as usize));
                }
            }
            sum
        });
        self.finish(position, &sums)
    }

    /// The outlooks for the player to move after every possible result of the turn.
    pub fn after_results(&self, ground: &Ground, position: &CastroPosition, mut each: impl FnMut(usize, Prediction)) {
        let before = self.sums(ground, position);
        let mover = position.seat as usize;
        for result in (0..RESULTS).filter(|&result| position.possible(result)) {
            let mut after = position.clone();
            after.play(ground, result);
            if after.over(ground) {
                each(result, Prediction::of_end(ground, &after, mover));
                continue;
            }
            let sums = std::array::from_fn(|offset| {
                if offset >= ground.players {
                    return [0.0; WIDTH];
                }
                let seat = (after.seat as usize + offset) % ground.players;
                let mut sum = before.sums[seat];
                if result != LOSE {
                    self.change_square(&mut sum, ground, &before.keys[seat], position, &after, seat, result);
                }
                add(&mut sum, self.row(features::yatzy_row(ground, &after, seat)));
                add(&mut sum, self.row(features::clock_row(ground, &after, offset)));
                sum
            });
            each(result, self.finish(&after, &sums).step_back(ground.players));
        }
    }

    /// The sums of all lines and squares.
    fn sums(&self, ground: &Ground, position: &CastroPosition) -> Sums {
        let mut all = Sums { keys: [[0; LINES]; MOST_PLAYERS], sums: [[0.0; WIDTH]; MOST_PLAYERS] };
        for seat in 0..ground.players {
            all.keys[seat] = features::line_keys(ground, position, seat);
            for &key in &all.keys[seat] {
                add(&mut all.sums[seat], self.row(features::line_row(key)));
            }
            for (square, &top) in position.top.iter().enumerate() {
                let row = features::square_row(ground, square, position.height[square] as usize, top as usize == seat);
                add(&mut all.sums[seat], self.row(row));
            }
        }
        all
    }

    #[expect(clippy::too_many_arguments, reason = "one step of the hottest loop")]
    fn change_square(
        &self,
        sum: &mut [f32; WIDTH],
        ground: &Ground,
        keys: &[u16; LINES],
        before: &CastroPosition,
        after: &CastroPosition,
        seat: usize,
        square: usize,
    ) {
        let (old, new) = (before.height[square] as usize, after.height[square] as usize);
        let (was_own, is_own) = (before.top[square] as usize == seat, after.top[square] as usize == seat);
        change(
            sum,
            self.row(features::square_row(ground, square, old, was_own)),
            self.row(features::square_row(ground, square, new, is_own)),
        );
        let flip = features::line_state(ground, square, old, was_own) ^ features::line_state(ground, square, new, is_own);
        if flip == 0 {
            return;
        }
        for &(line, place) in &ALL_LINES.through[square] {
            let key = keys[line as usize];
            let (old, new) = (features::line_row(key), features::line_row(key ^ flip << (4 * place)));
            if old != new {
                change(sum, self.row(old), self.row(new));
            }
        }
    }

    /// From the sums, the player to move first, to the outlook.
    fn finish(&self, position: &CastroPosition, sums: &[[f32; WIDTH]; MOST_PLAYERS]) -> Prediction {
        let hidden = self.hidden(position, sums);
        self.read_out(&hidden)
    }

    /// The hidden layer.
    pub fn hidden(&self, position: &CastroPosition, sums: &[[f32; WIDTH]; MOST_PLAYERS]) -> [f32; HIDDEN] {
        let NetworkShape { players } = self.shape;
        let bias = &self.weights[self.shape.bias_from()..].as_chunks::<HIDDEN>().0[position.turns as usize];
        let rows = self.weights[self.shape.hidden_from()..self.shape.bias_from()].as_chunks::<HIDDEN>().0;
        let mut hidden = *bias;
        for (offset, sum) in sums.iter().enumerate().take(players) {
            for (row, &input) in rows[offset * WIDTH..].iter().zip(sum) {
                // No branch: which inputs are positive is hard to foresee.
                add_times(&mut hidden, row, input.max(0.0));
            }
        }
        for (row, input) in rows[players * WIDTH..].iter().zip(point_inputs(position, players)) {
            add_times(&mut hidden, row, input);
        }
        hidden.map(|number| number.max(0.0))
    }

    /// From the hidden layer to the outlook.
    pub fn read_out(&self, hidden: &[f32; HIDDEN]) -> Prediction {
        let NetworkShape { players } = self.shape;
        let rows = self.weights[self.shape.out_from()..].as_chunks::<HIDDEN>().0;
        let biases = &self.weights[self.shape.out_bias_from()..];
        let output = |index: usize| biases[index] + dot(&rows[index], hidden);
        let mut outlook = Prediction::default();
        for offset in 0..players {
            outlook.win[offset] = output(offset);
            outlook.points[offset] = output(players + offset) * POINTS_UNIT;
        }
        to_chances(&mut outlook.win[..players]);
        outlook
    }
}

/// The points of each player in the order of play: the lead over the best other, plain and
/// by the time left to change it.
pub fn point_inputs(position: &CastroPosition, players: usize) -> [f32; MOST_PLAYERS * POINT_INPUTS] {
    let mut inputs = [0.0; MOST_PLAYERS * POINT_INPUTS];
    let left = (ROOFS as usize * players - position.turns as usize) as f32 / players as f32;
    for offset in 0..players {
        let seat = (position.seat as usize + offset) % players;
        let others = (0..players).filter(|&other| other != seat).map(|other| position.points[other]);
        let lead = (position.points[seat] - others.max().unwrap_or(0)) as f32;
        inputs[offset * POINT_INPUTS] = lead / 10.0;
        inputs[offset * POINT_INPUTS + 1] = lead / (2.0 + 2.0 * left);
    }
    inputs
}

fn to_chances(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
    }
    let sum: f32 = scores.iter().sum();
    for score in scores.iter_mut() {
        *score /= sum;
    }
}

/// Adds a row.
#[inline(always)]
pub fn add<const N: usize>(sum: &mut [f32; N], row: &[f32; N]) {
    for (total, number) in sum.iter_mut().zip(row) {
        *total += number;
    }
}

/// Adds a row times a factor.
#[inline(always)]
pub fn add_times<const N: usize>(sum: &mut [f32; N], row: &[f32; N], factor: f32) {
    for (total, number) in sum.iter_mut().zip(row) {
        *total += number * factor;
    }
}

#[inline(always)]
fn change<const N: usize>(sum: &mut [f32; N], old: &[f32; N], new: &[f32; N]) {
    for ((total, new), old) in sum.iter_mut().zip(new).zip(old) {
        *total += new - old;
    }
}

/// The scalar product, in four strands so that it can use vector instructions.
#[inline(always)]
pub fn dot<const N: usize>(left: &[f32; N], right: &[f32; N]) -> f32 {
    let mut strands = [0.0; 4];
    for (left, right) in left.as_chunks::<4>().0.iter().zip(right.as_chunks::<4>().0) {
        for strand in 0..4 {
            strands[strand] += left[strand] * right[strand];
        }
    }
    strands.iter().sum()
}
