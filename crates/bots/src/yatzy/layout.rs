//! Which sheets are worth the same, and where each of them stands in a table.
//!
//! The upper sum matters only through the points still missing for the bonus. The bonus is counted at the moment it is
//! reached, so sheets that have it and sheets that cannot reach it any more look the same from here on. Of the others,
//! two are the same when no further points tell them apart: with only sixes free, missing 8 is the same as missing 12.

use spieltisch_rules::yatzy::{BONUS, BoxName, BoxSet, MOST_UPPER, Options, UPPER};

/// States that are solved side by side.
pub const WIDTH: usize = 8;
/// Number of boxes of a sheet.
pub const BOXES: usize = BoxName::ALL.len();
/// Number of lower boxes.
pub const LOWER: usize = BOXES - UPPER;
const UPPER_SETS: usize = 1 << UPPER;
const LOWER_SETS: usize = 1 << LOWER;
const LAYERS: usize = BOXES + 1;

/// What writing into an upper box leads to: the class of the sheet after it, and the bonus if it is reached by it.
#[derive(Clone, Copy, Default, Debug)]
pub struct UpperEntry {
    /// Class among those of the smaller set of upper boxes.
    pub class: u8,
    /// Bonus points reached by this step.
    pub bonus: u8,
}

/// The different bonus situations of one set of free upper boxes.
#[derive(Default)]
struct UpperSet {
    /// Points missing for the bonus, by class; class 0 has no bonus to come.
    missing: Vec<u16>,
    /// Class by missing points.
    class_of: Vec<u8>,
    /// By class, box and number of dice.
    steps: Vec<[[UpperEntry; 6]; UPPER]>,
}

/// States with the same free upper boxes and the same number of free lower boxes: class by class, lower set by lower set.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Mask of the free upper boxes.
    pub upper: usize,
    /// Number of free lower boxes.
    pub lower_count: usize,
    /// Place of its first state in the table.
    pub start: usize,
    /// Number of its states.
    pub len: usize,
    /// Number of its sets of lower boxes.
    pub lower_sets: usize,
}

impl Group {
    /// The place in the table of a class and a set of lower boxes.
    #[inline]
    pub fn place(&self, class: usize, lower_rank: usize) -> usize {
        self.start + class * self.lower_sets + lower_rank
    }
}

/// [`WIDTH`] neighbouring states of one group.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The group they belong to.
    pub group: Group,
    /// The first of them, counted within the group.
    pub first: usize,
}

/// One state: where the sheet stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SheetState {
    /// Mask of the free upper boxes.
    pub upper: usize,
    /// Class of the missing points.
    pub class: usize,
    /// Mask of the free lower boxes.
    pub lower: usize,
}

impl SheetState {
    /// The free boxes.
    pub fn free(&self) -> BoxSet {
        BoxSet::from_bits((self.upper | self.lower << UPPER) as u16).unwrap_or_default()
    }
}

/// The order of all states in a table, by number of free boxes.
pub struct Layout {
    options: Options,
    upper_sets: Vec<UpperSet>,
    lower_by_count: Vec<Vec<u16>>,
    lower_rank: Vec<u16>,
    /// By upper set and number of free lower boxes.
    groups: Vec<[Group; LOWER + 1]>,
    /// First place of each layer, and the end.
    layer_starts: [usize; LAYERS + 1],
    blocks: Vec<Vec<Block>>,
}

/// Sums that boxes of a mask can hold, as a table of yes and no.
fn possible_sums(mask: usize) -> Vec<bool> {
    let mut possible = vec![true];
    for face in (0..UPPER).filter(|face| mask >> face & 1 == 1) {
        let points = face + 1;
        let mut next = vec![false; possible.len() + 5 * points];
        for (sum, _) in possible.iter().enumerate().filter(|(_, can)| **can) {
            for count in 0..=5 {
                next[sum + count * points] = true;
            }
        }
        possible = next;
    }
    possible
}

impl UpperSet {
    fn new(free: usize, bonus_at_least: usize) -> Self {
        let to_come = possible_sums(free);
        let so_far = possible_sums(!free & (UPPER_SETS - 1));
        // The least further points that reach the bonus stand for all amounts missing that they decide.
        let decisive = |missing: usize| (missing..to_come.len()).find(|&sum| to_come[sum]);
        let mut needed: Vec<u16> = (0..so_far.len().min(bonus_at_least))
            .filter(|&sum| so_far[sum])
            .filter_map(|sum| decisive(bonus_at_least - sum))
            .map(|sum| sum as u16)
            .collect();
        needed.sort_unstable();
        needed.dedup();
        let class_of = (0..=bonus_at_least.max(usize::from(MOST_UPPER)))
            .map(|missing| {
                let class = decisive(missing).filter(|_| missing > 0).and_then(|decisive| {
                    // Sums that cannot be on such a sheet count as the next lower one that can.
                    needed.iter().position(|&need| usize::from(need) >= decisive)
                });
                class.map_or(0, |class| class as u8 + 1)
            })
            .collect();
        let missing = std::iter::once(0).chain(needed).collect();
        Self { missing, class_of, steps: Vec::new() }
    }

    fn step(&self, class: usize, points: u16, after: &UpperSet) -> UpperEntry {
        match self.missing[class] {
            0 => UpperEntry::default(),
            missing if points >= missing => UpperEntry { class: 0, bonus: BONUS as u8 },
            missing => UpperEntry { class: after.class_of[usize::from(missing - points)], bonus: 0 },
        }
    }
}

fn upper_sets(bonus_at_least: u16) -> Vec<UpperSet> {
    let mut sets: Vec<UpperSet> = (0..UPPER_SETS).map(|free| UpperSet::new(free, usize::from(bonus_at_least))).collect();
    for free in 0..UPPER_SETS {
        let steps = (0..sets[free].missing.len())
            .map(|class| {
                std::array::from_fn(|face| {
                    let after = &sets[free & !(1 << face)];
                    std::array::from_fn(|count| sets[free].step(class, (count * (face + 1)) as u16, after))
                })
            })
            .collect();
        sets[free].steps = steps;
    }
    sets
}

impl Layout {
    /// The order of the states under these options.
    pub fn new(options: &Options) -> Self {
        let upper_sets = upper_sets(options.bonus_at_least);
        let mut lower_by_count = vec![Vec::new(); LOWER + 1];
        let mut lower_rank = vec![0; LOWER_SETS];
        for lower in 0..LOWER_SETS {
            let same_count = &mut lower_by_count[lower.count_ones() as usize];
            lower_rank[lower] = same_count.len() as u16;
            same_count.push(lower as u16);
        }
        let empty = Group { upper: 0, lower_count: 0, start: 0, len: 0, lower_sets: 0 };
        let mut layout = Self {
            options: options.clone(),
            upper_sets,
            lower_by_count,
            lower_rank,
            groups: vec![[empty; LOWER + 1]; UPPER_SETS],
            layer_starts: [0; LAYERS + 1],
            blocks: Vec::new(),
        };
        layout.place_groups();
        layout
    }

    fn place_groups(&mut self) {
        let mut end = 0;
        for layer in 0..LAYERS {
            let mut blocks = Vec::new();
            for upper in 0..UPPER_SETS {
                let Some(lower_count) = layer.checked_sub(upper.count_ones() as usize) else { continue };
                if lower_count > LOWER {
                    continue;
                }
                let lower_sets = self.lower_by_count[lower_count].len();
                let len = self.classes(upper) * lower_sets;
                let group = Group { upper, lower_count, start: end, len, lower_sets };
                self.groups[upper][lower_count] = group;
                blocks.extend((0..len).step_by(WIDTH).map(|first| Block { group, first }));
                end += len.next_multiple_of(WIDTH);
            }
            self.blocks.push(blocks);
            self.layer_starts[layer + 1] = end;
        }
    }

    /// The options the layout was made for.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.groups.iter().flatten().map(|group| group.len).sum()
    }

    /// First place of a layer, which holds the states with that many free boxes; its end is the start of the next.
    pub fn layer_start(&self, layer: usize) -> usize {
        self.layer_starts[layer]
    }

    /// The blocks of a layer, in the order of their places.
    pub fn blocks(&self, layer: usize) -> &[Block] {
        &self.blocks[layer]
    }

    /// Number of bonus situations of a set of free upper boxes.
    pub fn classes(&self, upper: usize) -> usize {
        self.upper_sets[upper].missing.len()
    }

    /// The state of a sheet.
    pub fn state(&self, free: BoxSet, upper_sum: u16) -> SheetState {
        let free = free.bits();
        let upper = usize::from(free) & (UPPER_SETS - 1);
        let lower = usize::from(free) >> UPPER & (LOWER_SETS - 1);
        let missing = self.options.bonus_at_least.saturating_sub(upper_sum);
        SheetState { upper, class: usize::from(self.upper_sets[upper].class_of[usize::from(missing)]), lower }
    }

    /// The state at a position of a block; the last one repeats where the block is not full.
    pub fn state_of(&self, block: &Block, lane: usize) -> SheetState {
        let lower_sets = &self.lower_by_count[block.group.lower_count];
        let position = (block.first + lane).min(block.group.len - 1);
        SheetState {
            upper: block.group.upper,
            class: position / lower_sets.len(),
            lower: usize::from(lower_sets[position % lower_sets.len()]),
        }
    }

    /// The place of a state in a table.
    pub fn place(&self, state: SheetState) -> usize {
        self.group(state.upper, state.lower.count_ones() as usize).place(state.class, self.lower_rank(state.lower))
    }

    /// The states with these free upper boxes and this number of free lower boxes.
    #[inline]
    pub fn group(&self, upper: usize, lower_count: usize) -> &Group {
        &self.groups[upper][lower_count]
    }

    /// The position of a set of lower boxes among those of the same number.
    #[inline]
    pub fn lower_rank(&self, lower: usize) -> usize {
        usize::from(self.lower_rank[lower])
    }

    /// The state after points are written into a free box, and the bonus if that reaches it.
    pub fn after(&self, state: SheetState, box_index: usize, points: u8) -> (SheetState, u16) {
        if let Some(lower) = box_index.checked_sub(UPPER) {
            return (SheetState { lower: state.lower & !(1 << lower), ..state }, 0);
        }
        let step = self.steps(state.upper, state.class)[box_index][usize::from(points) / (box_index + 1)];
        let after = SheetState { upper: state.upper & !(1 << box_index), class: usize::from(step.class), lower: state.lower };
        (after, u16::from(step.bonus))
    }

    /// What writing a number of dice into each upper box leads to; meaningful for the free ones.
    #[inline]
    pub fn steps(&self, upper: usize, class: usize) -> &[[UpperEntry; 6]; UPPER] {
        &self.upper_sets[upper].steps[class]
    }
}
