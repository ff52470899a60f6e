//! How far the further points spread under the play that gains most points on average.

use std::array::from_fn;

use spieltisch_rules::yatzy::BoxSet;

use super::lanes::{Lanes, Worth};
use super::layout::{SheetState, WIDTH};
use super::solver::{ScoreTable, StateValue, solve_table};

/// The variance of the further points of every sheet under the play that gains most points on average.
pub struct SpreadTable {
    variances: Vec<f32>,
    turn_variance: f64,
    score_deviation: f64,
}

impl ScoreTable {
    /// Works out the spread exactly. Of moves with equal means the one with the smaller spread counts. `progress` as in
    /// [`ScoreTable::solve`].
    pub fn spread(&self, progress: &(dyn Fn(f32) -> bool + Sync)) -> Option<SpreadTable> {
        let moments = solve_table::<[f64; 2]>(&self.layout, &self.ends, self.most_free(), progress)?;
        Some(self.spread_of(moments.len(), |place| moments[place][1] - moments[place][0].powi(2)))
    }

    /// Works out the spread to about one part in a thousand, in a third of the time: someone with a very slight taste for
    /// risk plays as for points, and values the game higher by the variance times half that taste.
    pub fn rough_spread(&self, progress: &(dyn Fn(f32) -> bool + Sync)) -> Option<SpreadTable> {
        let growths = solve_table::<Growth>(&self.layout, &self.ends, self.most_free(), progress)?;
        let sure_worth = |place: usize| growths[place].0.ln_1p() / TASTE;
        Some(self.spread_of(growths.len(), |place| 2.0 / TASTE * (sure_worth(place) - self.values[place])))
    }

    fn spread_of(&self, places: usize, variance: impl Fn(usize) -> f64) -> SpreadTable {
        let most_free = self.most_free();
        let first = self.layout.place(self.layout.state(BoxSet::ALL, 0));
        let largest = self.layout.layer_start(most_free)..places;
        let average = largest.clone().map(&variance).sum::<f64>() / largest.len() as f64;
        let whole_game = if first < places { variance(first) } else { f64::NAN };
        let most = if whole_game.is_nan() { average } else { whole_game };
        SpreadTable {
            variances: (0..places).map(|place| variance(place).max(0.0) as f32).collect(),
            turn_variance: most / most_free.max(1) as f64,
            score_deviation: whole_game.sqrt(),
        }
    }
}

impl SpreadTable {
    /// How many bytes the table has.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.variances.as_slice())
    }

    /// The standard deviation of the final score of a whole game; NaN if the table is not of one.
    pub fn score_deviation(&self) -> f64 {
        self.score_deviation
    }

    /// What one turn adds to the variance, on average over the turns of a game.
    pub fn turn_variance(&self) -> f64 {
        self.turn_variance
    }

    /// The variance of the further points at the start of a turn; `table` is the one this was made from.
    pub fn variance(&self, table: &ScoreTable, free: BoxSet, upper_sum: u16) -> f64 {
        self.variance_of(table, table.layout.state(free, upper_sum))
    }

    pub(crate) fn variance_of(&self, table: &ScoreTable, state: SheetState) -> f64 {
        let place = table.layout.place(state);
        self.variances.get(place).map_or(f64::NAN, |&variance| f64::from(variance))
    }
}

/// Mean and mean square.
impl StateValue for [f64; 2] {
    type Block = Moments<WIDTH>;
    #[inline(always)]
    fn put(self, block: &mut Self::Block, lane: usize, points: f64) {
        let [mean, square] = self;
        block.mean[lane] = mean + points;
        block.square[lane] = square + points * (2.0 * mean + points);
    }
    #[inline(always)]
    fn take(block: &Self::Block, lane: usize) -> Self {
        [block.mean[lane], block.square[lane]]
    }
}

/// Means closer than this are the same: exact ties differ in their last bits by the order of the additions.
pub const SAME_MEAN: f64 = 1e-9;

/// Mean and mean square of points side by side; the better one has the larger mean, among equal means the smaller spread.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Moments<const N: usize> {
    /// Mean points.
    pub mean: [f64; N],
    /// Mean square of the points.
    pub square: [f64; N],
}

impl<const N: usize> Worth for Moments<N> {
    const NOTHING: Self = Self { mean: [0.0; N], square: [0.0; N] };
    const LOWEST: Self = Self { mean: [f64::NEG_INFINITY; N], square: [0.0; N] };

    #[inline(always)]
    fn or_better(self, other: &Self) -> Self {
        // Selected by bit masks: written with `if` this becomes a branch for every lane.
        let mask = |condition: bool| u64::from(condition).wrapping_neg();
        let lead: [f64; N] = from_fn(|lane| self.mean[lane] - other.mean[lane]);
        let mine: [u64; N] = from_fn(|lane| {
            let smaller_spread = mask(self.square[lane] < other.square[lane]);
            mask(lead[lane] > SAME_MEAN) | mask(lead[lane] > -SAME_MEAN) & smaller_spread
        });
        let select = |mine: u64, a: f64, b: f64| f64::from_bits(a.to_bits() & mine | b.to_bits() & !mine);
        Self {
            mean: from_fn(|lane| select(mine[lane], self.mean[lane], other.mean[lane])),
            square: from_fn(|lane| select(mine[lane], self.square[lane], other.square[lane])),
        }
    }

    #[inline(always)]
    fn plus(mut self, other: &Self) -> Self {
        for lane in 0..N {
            self.mean[lane] += other.mean[lane];
            self.square[lane] += other.square[lane];
        }
        self
    }

    #[inline(always)]
    fn times(mut self, chance: f64) -> Self {
        for lane in 0..N {
            self.mean[lane] *= chance;
            self.square[lane] *= chance;
        }
        self
    }

    #[inline(always)]
    fn with_points(mut self, points: f64) -> Self {
        for lane in 0..N {
            self.square[lane] += points * (2.0 * self.mean[lane] + points);
            self.mean[lane] += points;
        }
        self
    }
}

/// The slight taste for risk of [`ScoreTable::rough_spread`]: small against 1 over the points of a game, large against
/// the rounding of numbers.
const TASTE: f64 = 1e-5;

/// The mean of `exp(TASTE * points) - 1`; without the 1 no digits are lost.
#[derive(Clone, Copy, Default)]
struct Growth(f64);

/// [`Growth`] side by side.
#[derive(Clone, Copy)]
struct Growths(Lanes<f64, WIDTH>);

/// `exp(TASTE * points) - 1` for the points of a turn, to the last digit that matters.
#[inline(always)]
fn growth(points: f64) -> f64 {
    let x = TASTE * points;
    x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0)))
}

impl Worth for Growths {
    const NOTHING: Self = Self(Lanes::NOTHING);
    const LOWEST: Self = Self(Lanes([-1.0; WIDTH]));

    #[inline(always)]
    fn or_better(self, other: &Self) -> Self {
        Self(self.0.or_better(&other.0))
    }

    #[inline(always)]
    fn plus(self, other: &Self) -> Self {
        Self(self.0.plus(&other.0))
    }

    #[inline(always)]
    fn times(self, chance: f64) -> Self {
        Self(self.0.times(chance))
    }

    #[inline(always)]
    fn with_points(mut self, points: f64) -> Self {
        let by = growth(points);
        for value in &mut self.0.0 {
            *value += by * (1.0 + *value);
        }
        self
    }
}

impl StateValue for Growth {
    type Block = Growths;
    #[inline(always)]
    fn put(self, block: &mut Self::Block, lane: usize, points: f64) {
        block.0.0[lane] = self.0 + growth(points) * (1.0 + self.0);
    }
    #[inline(always)]
    fn take(block: &Self::Block, lane: usize) -> Self {
        Self(block.0.0[lane])
    }
}
