//! The table of expected scores, solved from the last box to the first.

use std::array::from_fn;

use spieltisch_rules::yatzy::{BONUS, BoxSet, Options};

use super::kernel::{Afters, Ends, SetValues, play_turn};
use super::lanes::{Lanes, Worth};
use super::lattice::NODES;
use super::layout::{BOXES, Block, Layout, SheetState, WIDTH};
use super::work::SolverProgress;
#[cfg(target_arch = "x86_64")]
use super::work::{VectorWidth, vector_width};
use crate::parallel::for_each_chunk;

/// Blocks that one thread takes at a time.
const BLOCKS_AT_A_TIME: usize = 16;

/// The expected further points of every sheet under the play that gains most points on average.
pub struct ScoreTable {
    pub(crate) layout: Layout,
    pub(crate) ends: Ends,
    pub(crate) values: Vec<f64>,
    most_free: usize,
}

impl ScoreTable {
    /// Solves the game. `progress` hears the part done, from 0 to 1; when it answers `false` the work stops with `None`.
    pub fn solve(options: &Options, progress: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self> {
        Self::solve_last_boxes(options, BOXES, progress)
    }

    /// Solves only the sheets with at most this many free boxes; the others are worth NaN.
    pub fn solve_last_boxes(options: &Options, most_free: usize, progress: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self> {
        let layout = Layout::new(options);
        let ends = Ends::new(options);
        let values = solve_table::<f64>(&layout, &ends, most_free.min(BOXES), progress)?;
        Some(Self { layout, ends, values, most_free: most_free.min(BOXES) })
    }

    /// The options the table was solved for.
    pub fn options(&self) -> &Options {
        self.layout.options()
    }

    /// Number of different states of a whole table.
    pub fn states(&self) -> usize {
        self.layout.states()
    }

    /// The most free boxes of a sheet that the table was solved for.
    pub fn most_free(&self) -> usize {
        self.most_free
    }

    /// The expected further points at the start of a turn, for the free boxes and the sum of the
    /// upper boxes so far. The bonus belongs to the turn in which the upper sum reaches it: it is part of the further
    /// points while the sum is below `bonus_at_least`, and no longer once the sum is there.
    ///
    /// A sum that the filled boxes cannot have counts as the next lower one that they can.
    pub fn expected(&self, free: BoxSet, upper_sum: u16) -> f64 {
        self.expected_of(self.layout.state(free, upper_sum))
    }

    pub(crate) fn expected_of(&self, state: SheetState) -> f64 {
        self.values.get(self.layout.place(state)).copied().unwrap_or(f64::NAN)
    }

    /// The expected final score of a whole game.
    pub fn expected_score(&self) -> f64 {
        let bonus_for_nothing = if self.options().bonus_at_least == 0 { f64::from(BONUS) } else { 0.0 };
        self.expected(BoxSet::ALL, 0) + bonus_for_nothing
    }
}

/// What a table holds for every state.
pub(crate) trait StateValue: Copy + Default + Send + Sync {
    /// The entries of a block side by side.
    type Block: Worth;
    /// Writes this entry, with points added, into a lane.
    fn put(self, block: &mut Self::Block, lane: usize, points: f64);
    /// Reads the entry of a lane.
    fn take(block: &Self::Block, lane: usize) -> Self;
}

impl StateValue for f64 {
    type Block = Lanes<f64, WIDTH>;
    #[inline(always)]
    fn put(self, block: &mut Self::Block, lane: usize, points: f64) {
        block.0[lane] = self + points;
    }
    #[inline(always)]
    fn take(block: &Self::Block, lane: usize) -> Self {
        block.0[lane]
    }
}

pub(crate) fn solve_table<E: StateValue>(
    layout: &Layout,
    ends: &Ends,
    most_free: usize,
    progress: &(dyn Fn(f32) -> bool + Sync),
) -> Option<Vec<E>> {
    let mut table = vec![E::default(); layout.layer_start(most_free + 1)];
    let progress = SolverProgress::new(table.len(), progress);
    for layer in 1..=most_free {
        let (solved, rest) = table.split_at_mut(layout.layer_start(layer));
        let current = &mut rest[..layout.layer_start(layer + 1) - layout.layer_start(layer)];
        for_each_chunk(current, BLOCKS_AT_A_TIME * WIDTH, |chunk, places| {
            if !progress.stopped() {
                let blocks = &layout.blocks(layer)[chunk * BLOCKS_AT_A_TIME..];
                solve_blocks(layout, ends, solved, blocks, places);
                progress.advance(places.len());
            }
        });
    }
    (!progress.stopped()).then_some(table)
}

#[inline(always)]
fn solve_blocks_with<E: StateValue>(layout: &Layout, ends: &Ends, solved: &[E], blocks: &[Block], places: &mut [E]) {
    let mut values: SetValues<E::Block> = [E::Block::NOTHING; NODES];
    let mut after = Afters::new();
    for (block, places) in blocks.iter().zip(places.chunks_exact_mut(WIDTH)) {
        let states = from_fn::<_, WIDTH, _>(|lane| layout.state_of(block, lane));
        after.look_up(layout, &states, |values, lane, place, points| solved[place].put(values, lane, points));
        ends.fill(block.group.upper, &after, &mut values);
        let worth = play_turn(&mut values);
        for (lane, place) in places.iter_mut().enumerate() {
            *place = E::take(&worth, lane);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "vector registers that the processor was asked for: two to three times as fast")]
fn solve_blocks<E: StateValue>(layout: &Layout, ends: &Ends, solved: &[E], blocks: &[Block], places: &mut [E]) {
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,popcnt")]
    fn with_avx512<E: StateValue>(layout: &Layout, ends: &Ends, solved: &[E], blocks: &[Block], places: &mut [E]) {
        solve_blocks_with(layout, ends, solved, blocks, places);
    }
    #[target_feature(enable = "avx2,fma,popcnt")]
    fn with_avx2<E: StateValue>(layout: &Layout, ends: &Ends, solved: &[E], blocks: &[Block], places: &mut [E]) {
        solve_blocks_with(layout, ends, solved, blocks, places);
    }
    match vector_width() {
        // SAFETY: `vector_width` has detected the features.
        VectorWidth::Avx512 => unsafe { with_avx512(layout, ends, solved, blocks, places) },
        // SAFETY: as above.
        VectorWidth::Avx2 => unsafe { with_avx2(layout, ends, solved, blocks, places) },
        VectorWidth::Plain => solve_blocks_with(layout, ends, solved, blocks, places),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn solve_blocks<E: StateValue>(layout: &Layout, ends: &Ends, solved: &[E], blocks: &[Block], places: &mut [E]) {
    solve_blocks_with(layout, ends, solved, blocks, places);
}
