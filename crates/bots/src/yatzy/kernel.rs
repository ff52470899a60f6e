//! The worth of a turn's end, and the whole turn, for several states at once.

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, Options, UPPER};

use super::curves::{Curve, EndWorth};
use super::lanes::Worth;
use super::lattice::{NODES, PARTIAL, lattice};
use super::layout::{BOXES, LOWER, Layout, SheetState};

/// The values of all sets of dice.
pub type SetValues<W> = [W; NODES];

/// The boxes that are worth the sum of all dice; the other lower boxes are worth a fixed number.
const SUM_BOXES: [BoxName; 5] = [BoxName::Pair, BoxName::TwoPairs, BoxName::ThreeOfAKind, BoxName::FourOfAKind, BoxName::Chance];

/// The place among the sum boxes of a lower box.
const SUM_BOX_OF: [usize; LOWER] = [0, 1, 2, 3, 0, 0, 0, 4, 0];

/// Which lower boxes a roll fits, and the free upper boxes it has dice for.
#[derive(Clone, Copy)]
struct RollEnd<const N: usize> {
    roll: u8,
    /// Which of the sets of sum boxes it fits.
    sum_fit: u8,
    /// Which of the sets of fixed boxes it fits.
    fixed_fit: u8,
    pips: u8,
    /// Which of the pairs of a set of sum boxes and a sum it is.
    sum: u8,
    /// Box and number of dice, as `6 * box + count`.
    upper: [u8; N],
}

/// All rolls, by the number of free upper boxes they have dice for.
#[derive(Default)]
struct RollEnds {
    none: Vec<RollEnd<0>>,
    one: Vec<RollEnd<1>>,
    two: Vec<RollEnd<2>>,
    three: Vec<RollEnd<3>>,
    four: Vec<RollEnd<4>>,
    five: Vec<RollEnd<5>>,
}

/// What the options make of the rolls: few different sets of boxes fit, so their best is found once for all rolls.
pub struct Ends {
    /// Sets of sum boxes that fit some roll.
    sum_fits: Vec<Vec<usize>>,
    /// Sets of fixed boxes with their points that fit some roll.
    fixed_fits: Vec<Vec<(usize, u8)>>,
    /// By the set of free upper boxes.
    by_upper: Vec<RollEnds>,
    /// The different pairs of a set of sum boxes and a sum.
    sums: Vec<(u8, u8)>,
    /// The points of every full roll in every box.
    points: Vec<[u8; BOXES]>,
}

/// Room for the different pairs of a set of sum boxes and a sum.
const SUMS: usize = 128;
/// Sums of five dice, from 0 on.
const PIPS: usize = 31;

/// What the next states are worth: all that the end of a turn needs to know.
pub struct Afters<W> {
    /// Value after each lower box is filled; [`Worth::LOWEST`] where it is not free.
    pub lower: [W; LOWER],
    /// Points, bonus and value after each upper box is filled with a number of dice, at `6 * box + count`.
    pub upper: [W; 6 * UPPER],
}

/// The lower boxes of one kind that the dice fit, with their points.
fn fit(options: &Options, dice: Hand, sum_boxes: bool) -> Vec<(usize, u8)> {
    let boxes = BoxName::ALL.into_iter().skip(UPPER).filter(|name| SUM_BOXES.contains(name) == sum_boxes);
    let points = boxes.map(|name| (name as usize - UPPER, name.points(dice, options)));
    points.filter(|&(_, points)| points > 0).collect()
}

/// The place of an item in a list, at its end if it is new.
fn place_in<T: PartialEq>(list: &mut Vec<T>, item: T) -> u8 {
    let place = list.iter().position(|have| *have == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    });
    place as u8
}

impl RollEnds {
    fn push(&mut self, base: RollEnd<0>, upper: &[u8]) {
        fn with<const N: usize>(base: RollEnd<0>, upper: [u8; N]) -> RollEnd<N> {
            let RollEnd { roll, sum_fit, fixed_fit, pips, sum, .. } = base;
            RollEnd { roll, sum_fit, fixed_fit, pips, sum, upper }
        }
        match *upper {
            [] => self.none.push(base),
            [a] => self.one.push(with(base, [a])),
            [a, b] => self.two.push(with(base, [a, b])),
            [a, b, c] => self.three.push(with(base, [a, b, c])),
            [a, b, c, d] => self.four.push(with(base, [a, b, c, d])),
            [a, b, c, d, e] => self.five.push(with(base, [a, b, c, d, e])),
            _ => unreachable!("five dice have at most five faces"),
        }
    }
}

impl Ends {
    /// Sorts the rolls for these options.
    pub fn new(options: &Options) -> Self {
        let mut ends = Self { sum_fits: Vec::new(), fixed_fits: Vec::new(), by_upper: Vec::new(), sums: Vec::new(), points: Vec::new() };
        ends.by_upper.resize_with(1 << UPPER, RollEnds::default);
        for dice in Hand::all_full() {
            let counts = dice.counts();
            let sum_fit = place_in(&mut ends.sum_fits, fit(options, dice, true).into_iter().map(|(lower, _)| lower).collect());
            let base = RollEnd {
                roll: dice.full_index() as u8,
                sum_fit,
                fixed_fit: place_in(&mut ends.fixed_fits, fit(options, dice, false)),
                pips: dice.sum(),
                sum: place_in(&mut ends.sums, (sum_fit, dice.sum())),
                upper: [],
            };
            ends.points.push(BoxName::ALL.map(|name| name.points(dice, options)));
            for (free, rolls) in ends.by_upper.iter_mut().enumerate() {
                let upper: Vec<u8> = (0..UPPER)
                    .filter(|&face| free >> face & 1 == 1 && counts[face] > 0)
                    .map(|face| 6 * face as u8 + counts[face])
                    .collect();
                rolls.push(base, &upper);
            }
        }
        debug_assert!(ends.sums.len() <= SUMS && ends.sum_fits.len() <= 16 && ends.fixed_fits.len() <= 16);
        ends
    }

    /// Fills in the best value of every roll at the end of a turn.
    #[inline(always)]
    pub fn fill<W: Worth>(&self, upper: usize, after: &Afters<W>, values: &mut SetValues<W>) {
        let struck = best_strike(upper, after);
        let mut sums = [W::LOWEST; 16];
        for (best, fit) in sums.iter_mut().zip(&self.sum_fits) {
            for &lower in fit {
                *best = best.or_better(&after.lower[lower]);
            }
        }
        let mut fixed = [struck; 16];
        for (best, fit) in fixed.iter_mut().zip(&self.fixed_fits) {
            for &(lower, points) in fit {
                *best = best.or_better(&after.lower[lower].with_points(f64::from(points)));
            }
        }
        let sum = |fit: u8, pips: u8, _| sums[usize::from(fit & 15)].with_points(f64::from(pips));
        self.fill_all(upper, sum, &fixed, &after.upper, values);
    }

    /// As [`Ends::fill`], for worths that points do not simply add to.
    #[inline(always)]
    pub fn fill_by<E: EndWorth>(&self, state: SheetState, end: &E, values: &mut SetValues<Curve>) {
        let free = |lower: usize| state.lower >> lower & 1 == 1;
        let mut upper_values = [Curve::LOWEST; 6 * UPPER];
        let mut struck = Curve::LOWEST;
        for face in (0..UPPER).filter(|face| state.upper >> face & 1 == 1) {
            for count in 0..6 {
                upper_values[6 * face + count] = end.worth(face, (count * (face + 1)) as u8);
            }
            struck = struck.or_better(&upper_values[6 * face]);
        }
        for lower in (0..LOWER).filter(|&lower| free(lower)) {
            struck = struck.or_better(&end.worth(UPPER + lower, 0));
        }
        let mut sum_boxes = [[Curve::LOWEST; PIPS]; SUM_BOXES.len()];
        for (values, name) in sum_boxes.iter_mut().zip(SUM_BOXES).filter(|(_, name)| free(*name as usize - UPPER)) {
            for (pips, value) in values.iter_mut().enumerate().skip(Hand::MOST) {
                *value = end.worth(name as usize, pips as u8);
            }
        }
        let mut sums = [Curve::LOWEST; SUMS];
        for (best, &(fit, pips)) in sums.iter_mut().zip(&self.sums) {
            for &lower in self.sum_fits[usize::from(fit)].iter().filter(|&&lower| free(lower)) {
                *best = best.or_better(&sum_boxes[SUM_BOX_OF[lower]][usize::from(pips)]);
            }
        }
        let mut fixed = [struck; 16];
        for (best, fit) in fixed.iter_mut().zip(&self.fixed_fits) {
            for &(lower, points) in fit.iter().filter(|&&(lower, _)| free(lower)) {
                *best = best.or_better(&end.worth(UPPER + lower, points));
            }
        }
        self.fill_curves(state.upper, &sums, &fixed, &upper_values, values);
    }

    /// Where no vector registers are chosen at run time one copy of this is enough.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(never))]
    fn fill_curves(
        &self,
        upper: usize,
        sums: &[Curve; SUMS],
        fixed: &[Curve; 16],
        upper_values: &[Curve; 6 * UPPER],
        values: &mut SetValues<Curve>,
    ) {
        let sum = |_, _, sum: u8| sums[usize::from(sum) & (SUMS - 1)];
        self.fill_all(upper, sum, fixed, upper_values, values);
    }

    #[inline(always)]
    fn fill_all<W: Worth>(
        &self,
        upper: usize,
        sum: impl Fn(u8, u8, u8) -> W,
        fixed: &[W; 16],
        upper_values: &[W; 6 * UPPER],
        values: &mut SetValues<W>,
    ) {
        let rolls = &self.by_upper[upper];
        fill_rolls(&rolls.none, &sum, fixed, upper_values, values);
        fill_rolls(&rolls.one, &sum, fixed, upper_values, values);
        fill_rolls(&rolls.two, &sum, fixed, upper_values, values);
        fill_rolls(&rolls.three, &sum, fixed, upper_values, values);
        fill_rolls(&rolls.four, &sum, fixed, upper_values, values);
        fill_rolls(&rolls.five, &sum, fixed, upper_values, values);
    }

    /// The points of a full roll, by its number among the full rolls, in every box.
    pub fn points(&self, roll: usize) -> &[u8; BOXES] {
        &self.points[roll]
    }
}

/// The best value of writing nothing into a box. No box is worth less with points than without, so this bounds all.
#[inline(always)]
fn best_strike<W: Worth>(upper: usize, after: &Afters<W>) -> W {
    let mut best = after.lower[0];
    for lower in &after.lower[1..] {
        best = best.or_better(lower);
    }
    for face in (0..UPPER).filter(|face| upper >> face & 1 == 1) {
        best = best.or_better(&after.upper[6 * face]);
    }
    best
}

#[inline(always)]
fn fill_rolls<W: Worth, const FACES: usize>(
    rolls: &[RollEnd<FACES>],
    sum: &impl Fn(u8, u8, u8) -> W,
    fixed: &[W; 16],
    upper_values: &[W; 6 * UPPER],
    values: &mut SetValues<W>,
) {
    for end in rolls {
        let mut best = fixed[usize::from(end.fixed_fit & 15)].or_better(&sum(end.sum_fit, end.pips, end.sum));
        for &upper in &end.upper {
            best = best.or_better(&upper_values[usize::from(upper)]);
        }
        values[PARTIAL + usize::from(end.roll)] = best;
    }
}

impl<W: Worth> Afters<W> {
    /// Room for the values of one block after the other.
    pub const fn new() -> Self {
        Self { lower: [W::LOWEST; LOWER], upper: [W::LOWEST; 6 * UPPER] }
    }

    /// Looks up what follows each of some states that share their free upper boxes and their number of lower boxes.
    /// `put` writes the value of a place in the table, with points added to it, into a lane.
    #[inline(always)]
    pub fn look_up(&mut self, layout: &Layout, states: &[SheetState], put: impl Fn(&mut W, usize, usize, f64)) {
        let upper = states[0].upper;
        let lower_count = states[0].lower.count_ones() as usize;
        self.lower = [W::LOWEST; LOWER];
        if let Some(fewer) = lower_count.checked_sub(1) {
            let group = layout.group(upper, fewer);
            for (lower, values) in self.lower.iter_mut().enumerate() {
                for (lane, state) in states.iter().enumerate().filter(|(_, state)| state.lower >> lower & 1 == 1) {
                    let rank = layout.lower_rank(state.lower & !(1 << lower));
                    put(values, lane, group.place(state.class, rank), 0.0);
                }
            }
        }
        for face in (0..UPPER).filter(|face| upper >> face & 1 == 1) {
            let group = layout.group(upper & !(1 << face), lower_count);
            for (lane, state) in states.iter().enumerate() {
                let rank = layout.lower_rank(state.lower);
                for (count, step) in layout.steps(upper, state.class)[face].iter().enumerate() {
                    let points = (count * (face + 1)) as f64 + f64::from(step.bonus);
                    put(&mut self.upper[6 * face + count], lane, group.place(usize::from(step.class), rank), points);
                }
            }
        }
    }
}

/// The mean value of a turn before its first roll, when the full rolls hold the values of its end.
#[inline(always)]
pub fn play_turn<W: Worth>(values: &mut SetValues<W>) -> W {
    let lattice = lattice();
    lattice.roll_missing(values);
    lattice.choose_kept(values);
    lattice.roll_missing(values);
    lattice.choose_kept_and_roll_all(values)
}
