//! One turn of Crowns as two small lattices.
//!
//! What may be placed after a roll is a set of fields with different numbers whose counts sum to at most six: 924 *patterns*, the
//! empty one included. A roll is a pattern whose counts sum to exactly six. Two facts make the best placement of *every* roll cheap:
//! the best of a pattern is its own value or the best of the pattern less one field (2,772 edges), and the best of a roll is that of
//! its own pattern or the best of a roll with one die turned down to the next number shown (1,050 edges; longer turns are chains of
//! such steps, `crowns.turn.lower`).

use std::sync::OnceLock;

/// Bit of the field "`count` dice showing `number`", both 1 to 6.
pub const fn field_bit(count: u8, number: u8) -> u64 {
    1 << ((number - 1) * 6 + (count - 1))
}

/// Number of fields of a board.
pub const FIELDS: usize = 36;
/// Number of placeable sets of fields, the empty one included.
pub const PATTERNS: usize = 924;
/// Number of different rolls of six dice.
pub const ROLLS: usize = 462;
/// Number of ordered rolls of six dice, the denominator of every chance.
pub const OUTCOMES: usize = 46_656;
/// What a placement that is not allowed is worth.
pub const IMPOSSIBLE: f32 = f32::NEG_INFINITY;

/// How many dice show each number.
pub type FaceCounts = [u8; 6];

/// A placeable set of fields.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The fields as a mask.
    pub mask: u64,
    /// How many chips it takes.
    pub chips: u8,
    /// The field indices, the first `chips` of them in use.
    pub fields: [u8; 6],
    /// Patterns with one field fewer, the first `chips` of them in use.
    smaller: [u16; 6],
}

/// A roll of six dice, order ignored.
#[derive(Clone, Debug)]
pub struct Roll {
    /// How many dice show each number.
    pub counts: FaceCounts,
    /// In how many of the 46,656 ordered rolls it comes.
    pub weight: u16,
    /// The pattern of the unchanged dice.
    pub pattern: u16,
    /// Every field that can be placed after some turning down.
    pub reach: u64,
    /// Rolls one downward step away, the first `lower_count` of them in use.
    lower: [u16; 5],
    lower_count: u8,
    /// Every non-empty pattern that can be placed, with the fewest pips that must be turned away for it.
    pub placements: Vec<Placement>,
}

/// A pattern a roll allows.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Index of the pattern.
    pub pattern: u16,
    /// Fewest dice that must be turned down to show it.
    pub turned: u8,
}

/// The lattices, built once.
pub struct Turns {
    /// Patterns by rising number of chips; the empty one first.
    pub patterns: Vec<Pattern>,
    /// Where the patterns of each number of chips begin (0 to 6) and end.
    pub first_of_size: [usize; 8],
    /// Rolls by rising pip sum, so that what one step down leads to always comes earlier.
    pub rolls: Vec<Roll>,
    roll_of_outcome: Vec<u16>,
    /// Which rolls reach which fields.
    pub reach_table: ReachTable,
}

/// Which rolls reach which fields, as bits: rolls of equal weight share words, so that chances are counts of bits.
pub struct ReachTable {
    /// Weight of the rolls of each word.
    pub weights: [u32; Self::WORDS],
    /// The rolls that reach each field.
    pub rolls_of_field: [[u64; Self::WORDS]; FIELDS],
}

impl ReachTable {
    /// Words for 462 rolls in eleven groups of equal weight.
    pub const WORDS: usize = 14;

    fn build(rolls: &[Roll]) -> Self {
        let mut table = Self { weights: [0; Self::WORDS], rolls_of_field: [[0; Self::WORDS]; FIELDS] };
        let mut filled = [0; Self::WORDS];
        for roll in rolls {
            let weight = u32::from(roll.weight);
            let word = (0..Self::WORDS).find(|word| filled[*word] == 0 || table.weights[*word] == weight && filled[*word] < 64);
            let word = word.unwrap_or_else(|| unreachable!("WORDS is too small"));
            table.weights[word] = weight;
            for field in (0..FIELDS).filter(|field| roll.reach >> field & 1 == 1) {
                table.rolls_of_field[field][word] |= 1 << filled[word];
            }
            filled[word] += 1;
        }
        table
    }
}

/// The lattices of a turn.
pub fn turns() -> &'static Turns {
    static TURNS: OnceLock<Turns> = OnceLock::new();
    TURNS.get_or_init(Turns::build)
}

impl Turns {
    /// The fields of a pattern.
    pub fn mask(&self, pattern: u16) -> u64 {
        self.patterns[usize::from(pattern)].mask
    }

    /// The roll of an ordered outcome, 0 to 46,655.
    pub fn roll_of_outcome(&self, outcome: usize) -> usize {
        usize::from(self.roll_of_outcome[outcome])
    }

    /// The index of a roll by its counts; `None` unless they sum to six.
    pub fn roll_of_counts(&self, counts: FaceCounts) -> Option<usize> {
        self.rolls.iter().position(|roll| roll.counts == counts)
    }

    /// Expected value of a turn: `own` holds what each pattern is worth as it is ([`IMPOSSIBLE`] where it may not be placed), and
    /// `nothing` is what a roll is worth that allows no pattern at all. Returns the expectation over all rolls.
    pub fn expect(&self, own: &mut [f32; PATTERNS], nothing: f32) -> f32 {
        let best = self.best_of_rolls(own);
        let mut sum = 0.0f64;
        for (roll, &value) in self.rolls.iter().zip(&best) {
            let value = if value == IMPOSSIBLE { nothing } else { value };
            sum += f64::from(value) * f64::from(roll.weight);
        }
        (sum / OUTCOMES as f64) as f32
    }

    /// The best value of every roll; `own` becomes the best over all subsets of each pattern.
    pub fn best_of_rolls(&self, own: &mut [f32; PATTERNS]) -> [f32; ROLLS] {
        for index in 1..PATTERNS {
            let pattern = &self.patterns[index];
            let mut best = own[index];
            for &smaller in &pattern.smaller[..usize::from(pattern.chips)] {
                best = best.max(own[usize::from(smaller)]);
            }
            own[index] = best;
        }
        let mut rolls = [IMPOSSIBLE; ROLLS];
        for index in 0..ROLLS {
            let roll = &self.rolls[index];
            let mut best = own[usize::from(roll.pattern)];
            for &lower in &roll.lower[..usize::from(roll.lower_count)] {
                best = best.max(rolls[usize::from(lower)]);
            }
            rolls[index] = best;
        }
        rolls
    }

    fn build() -> Self {
        let mut counts_of_patterns = all_counts();
        counts_of_patterns.sort_unstable_by_key(|counts| (support(counts), *counts));
        let index_of = |counts: &FaceCounts| -> u16 {
            let key = (support(counts), *counts);
            let found = counts_of_patterns.binary_search_by_key(&key, |c| (support(c), *c));
            found.unwrap_or(0) as u16
        };
        let patterns: Vec<Pattern> = counts_of_patterns.iter().map(|counts| pattern_of(counts, &index_of)).collect();
        let mut first_of_size = [PATTERNS; 8];
        for (size, first) in first_of_size.iter_mut().enumerate().take(7) {
            *first = patterns.partition_point(|pattern| usize::from(pattern.chips) < size);
        }
        let rolls = build_rolls(&counts_of_patterns, &index_of);
        let roll_of_outcome = (0..OUTCOMES)
            .map(|outcome| {
                let counts = counts_of_outcome(outcome);
                rolls.iter().position(|roll| roll.counts == counts).unwrap_or(0) as u16
            })
            .collect();
        let reach_table = ReachTable::build(&rolls);
        Self { patterns, first_of_size, rolls, roll_of_outcome, reach_table }
    }
}

fn build_rolls(counts_of_patterns: &[FaceCounts], index_of: &dyn Fn(&FaceCounts) -> u16) -> Vec<Roll> {
    let mut rolls: Vec<FaceCounts> = counts_of_patterns.iter().copied().filter(|counts| sum(counts) == 6).collect();
    rolls.sort_unstable_by_key(|counts| (pips(counts), *counts));
    rolls
        .iter()
        .map(|counts| {
            let mut lower = [0; 5];
            let mut lower_count = 0;
            for next in steps_down(counts) {
                lower[lower_count] = rolls.iter().position(|c| *c == next).unwrap_or(0) as u16;
                lower_count += 1;
            }
            let placements = placements_of(counts, index_of);
            let reach = reachable_fields(counts);
            Roll {
                counts: *counts,
                weight: multinomial(counts),
                pattern: index_of(counts),
                reach,
                lower,
                lower_count: lower_count as u8,
                placements,
            }
        })
        .collect()
}

fn all_counts() -> Vec<FaceCounts> {
    let mut found = Vec::with_capacity(PATTERNS);
    for code in 0..7usize.pow(6) {
        let mut rest = code;
        let counts: FaceCounts = std::array::from_fn(|_| {
            let digit = (rest % 7) as u8;
            rest /= 7;
            digit
        });
        if sum(&counts) <= 6 {
            found.push(counts);
        }
    }
    found
}

fn sum(counts: &FaceCounts) -> u8 {
    counts.iter().sum()
}

fn support(counts: &FaceCounts) -> u8 {
    counts.iter().filter(|count| **count > 0).count() as u8
}

fn pips(counts: &FaceCounts) -> u8 {
    counts.iter().zip(1..).map(|(count, number)| count * number).sum()
}

fn multinomial(counts: &FaceCounts) -> u16 {
    const FACTORIAL: [u16; 7] = [1, 1, 2, 6, 24, 120, 720];
    counts.iter().fold(720, |rest, count| rest / FACTORIAL[usize::from(*count)])
}

fn counts_of_outcome(outcome: usize) -> FaceCounts {
    let mut counts = [0; 6];
    let mut rest = outcome;
    for _ in 0..6 {
        counts[rest % 6] += 1;
        rest /= 6;
    }
    counts
}

fn pattern_of(counts: &FaceCounts, index_of: &dyn Fn(&FaceCounts) -> u16) -> Pattern {
    let mut pattern = Pattern { mask: 0, chips: 0, fields: [0; 6], smaller: [0; 6] };
    for (row, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let field = row as u8 * 6 + count - 1;
        let mut without = *counts;
        without[row] = 0;
        pattern.mask |= 1 << field;
        pattern.fields[usize::from(pattern.chips)] = field;
        pattern.smaller[usize::from(pattern.chips)] = index_of(&without);
        pattern.chips += 1;
    }
    pattern
}

/// Rolls with one die turned to the next lower number shown.
fn steps_down(counts: &FaceCounts) -> Vec<FaceCounts> {
    let shown: Vec<usize> = (0..6).filter(|row| counts[*row] > 0).collect();
    shown
        .windows(2)
        .map(|pair| {
            let mut next = *counts;
            next[pair[1]] -= 1;
            next[pair[0]] += 1;
            next
        })
        .collect()
}

/// Every way to turn dice down, straight from `crowns.turn.lower`: each number's dice are dealt out over the numbers of the roll not
/// above it. Calls `visit` with the outcome and how many dice changed.
pub fn each_turning_down(counts: &FaceCounts, visit: &mut dyn FnMut(&FaceCounts, u8)) {
    fn deal(
        counts: &FaceCounts,
        row: usize,
        left: u8,
        onto: usize,
        shown: &mut FaceCounts,
        turned: u8,
        visit: &mut dyn FnMut(&FaceCounts, u8),
    ) {
        if left == 0 {
            match (row + 1..6).find(|next| counts[*next] > 0) {
                Some(next) => deal(counts, next, counts[next], next, shown, turned, visit),
                None => visit(shown, turned),
            }
            return;
        }
        let below = (0..onto).rev().find(|lower| counts[*lower] > 0);
        for here in (0..=left).rev() {
            if here < left && below.is_none() {
                break;
            }
            shown[onto] += here;
            let moved = if onto == row { 0 } else { here };
            deal(counts, row, left - here, below.unwrap_or(0), shown, turned + moved, visit);
            shown[onto] -= here;
        }
    }
    let first = (0..6).find(|row| counts[*row] > 0).unwrap_or(0);
    deal(counts, first, counts[first], first, &mut [0; 6], 0, visit);
}

fn reachable_fields(counts: &FaceCounts) -> u64 {
    let mut reach = 0;
    each_turning_down(counts, &mut |shown, _| {
        for (row, &count) in shown.iter().enumerate().filter(|(_, count)| **count > 0) {
            reach |= 1 << (row as u8 * 6 + count - 1);
        }
    });
    reach
}

fn placements_of(counts: &FaceCounts, index_of: &dyn Fn(&FaceCounts) -> u16) -> Vec<Placement> {
    let mut turned_for = vec![u8::MAX; PATTERNS];
    each_turning_down(counts, &mut |shown, turned| {
        for part in 1u8..64 {
            let kept: FaceCounts = std::array::from_fn(|row| if part >> row & 1 == 1 { shown[row] } else { 0 });
            let index = usize::from(index_of(&kept));
            if index > 0 {
                turned_for[index] = turned_for[index].min(turned);
            }
        }
    });
    (1..PATTERNS)
        .filter(|index| turned_for[*index] != u8::MAX)
        .map(|index| Placement { pattern: index as u16, turned: turned_for[index] })
        .collect()
}
