//! Every set of up to five dice, joined by single dice: a roll is a mean upward, a choice a maximum downward.
//!
//! Rolling the missing dice of a set one after the other is the same as rolling them at once, and setting dice aside one
//! after the other is the same as choosing the set at once. So 1,260 steps of one die each replace the matrix of
//! 252 rolls by 462 sets.

use std::sync::LazyLock;

use spieltisch_rules::dice::{FACES, Hand};

use super::lanes::Worth;

/// Number of sets of up to five dice.
pub const NODES: usize = Hand::NODES;
/// Number of sets of fewer than five dice; the full rolls follow them.
pub const PARTIAL: usize = NODES - Hand::FULL;

/// A set with `N` different faces, and the sets that lack one of those dice.
type Below<const N: usize> = (u16, [u16; N]);

/// The sets of one size by their number of different faces.
#[derive(Default)]
struct Level {
    one: Vec<Below<1>>,
    two: Vec<Below<2>>,
    three: Vec<Below<3>>,
    four: Vec<Below<4>>,
    five: Vec<Below<5>>,
}

/// The sets of dice, ordered by size, and the steps between them.
pub struct Lattice {
    /// For each partial set the sets with one more die of face 0..6.
    more: Vec<[u16; FACES]>,
    /// Sets of one to four dice by size.
    partial_levels: [Level; Hand::MOST - 1],
    full_level: Level,
    chance: [f64; Hand::FULL],
}

static LATTICE: LazyLock<Lattice> = LazyLock::new(Lattice::new);

/// The one lattice.
pub fn lattice() -> &'static Lattice {
    &LATTICE
}

impl Level {
    fn push(&mut self, node: u16, below: &[u16]) {
        match *below {
            [a] => self.one.push((node, [a])),
            [a, b] => self.two.push((node, [a, b])),
            [a, b, c] => self.three.push((node, [a, b, c])),
            [a, b, c, d] => self.four.push((node, [a, b, c, d])),
            [a, b, c, d, e] => self.five.push((node, [a, b, c, d, e])),
            _ => unreachable!("a set has one to five different faces"),
        }
    }
}

impl Lattice {
    fn new() -> Self {
        let larger = |set: Hand| std::array::from_fn(|face| set.with(face as u8 + 1).index() as u16);
        let more: Vec<[u16; FACES]> = Hand::all().take(PARTIAL).map(larger).collect();
        let mut below = vec![Vec::new(); NODES];
        for (node, larger) in more.iter().enumerate() {
            for &up in larger {
                below[usize::from(up)].push(node as u16);
            }
        }
        let mut levels: [Level; Hand::MOST] = Default::default();
        for set in Hand::all().skip(1) {
            levels[set.len() - 1].push(set.index() as u16, &below[set.index()]);
        }
        let [one, two, three, four, full_level] = levels;
        let mut chance = [0.0; Hand::FULL];
        for roll in Hand::all_full() {
            chance[roll.full_index()] = f64::from(roll.orders()) / 7776.0;
        }
        Self { more, partial_levels: [one, two, three, four], full_level, chance }
    }

    /// The chance of each roll of five dice.
    pub fn chances(&self) -> &[f64; Hand::FULL] {
        &self.chance
    }

    /// Rolls: fills the partial sets with the mean over the missing dice of the values of the full rolls.
    #[inline(always)]
    pub fn roll_missing<W: Worth>(&self, values: &mut [W; NODES]) {
        let sixth = 1.0 / 6.0;
        for (node, more) in self.more.iter().enumerate().rev() {
            let mut sum = values[usize::from(more[0])];
            for &up in &more[1..] {
                sum = sum.plus(&values[usize::from(up)]);
            }
            values[node] = sum.times(sixth);
        }
    }

    /// Rolls forward: moves the chances of partial sets to the full rolls that come of them.
    pub fn spread_missing(&self, chances: &mut [f64; NODES]) {
        for (node, more) in self.more.iter().enumerate() {
            let sixth = std::mem::take(&mut chances[node]) / 6.0;
            for &up in more {
                chances[usize::from(up)] += sixth;
            }
        }
    }

    /// Chooses: every set gets the best value among itself and the sets within it.
    #[inline(always)]
    pub fn choose_kept<W: Worth>(&self, values: &mut [W; NODES]) {
        self.choose_partial(values);
        self.full_level.visit(values, |values, node, best| values[node] = best);
    }

    #[inline(always)]
    fn choose_partial<W: Worth>(&self, values: &mut [W; NODES]) {
        for level in &self.partial_levels {
            level.visit(values, |values, node, best| values[node] = best);
        }
    }

    /// Chooses, then takes the mean over the first roll. Leaves the full rolls as they were.
    #[inline(always)]
    pub fn choose_kept_and_roll_all<W: Worth>(&self, values: &mut [W; NODES]) -> W {
        self.choose_partial(values);
        let mut mean = W::NOTHING;
        self.full_level.visit(values, |_, node, best| {
            mean = mean.plus(&best.times(self.chance[node - PARTIAL]));
        });
        mean
    }
}

impl Level {
    /// Hands every set of this size and the best value of itself and the sets one die smaller to `then`.
    #[inline(always)]
    fn visit<W: Worth>(&self, values: &mut [W; NODES], mut then: impl FnMut(&mut [W; NODES], usize, W)) {
        visit_sets(&self.one, values, &mut then);
        visit_sets(&self.two, values, &mut then);
        visit_sets(&self.three, values, &mut then);
        visit_sets(&self.four, values, &mut then);
        visit_sets(&self.five, values, &mut then);
    }
}

#[inline(always)]
fn visit_sets<W: Worth, const FACES: usize>(
    sets: &[Below<FACES>],
    values: &mut [W; NODES],
    then: &mut impl FnMut(&mut [W; NODES], usize, W),
) {
    for (node, below) in sets {
        let mut best = values[usize::from(*node)];
        for &set in below {
            best = best.or_better(&values[usize::from(set)]);
        }
        then(values, usize::from(*node), best);
    }
}
