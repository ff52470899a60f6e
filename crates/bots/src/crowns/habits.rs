//! How players in multiplayer behave, learned by watching self-play.

use super::board::CHIPS;
use super::values::HORIZON;

const STANDINGS: usize = 3;
const CHIP_COUNTS: usize = CHIPS as usize + 1;
/// Rounds still to come that are told apart; the last stands for all beyond.
pub(crate) const ROUNDS: usize = HORIZON;

/// How players of the same kind behave, learned from self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// Chance to place 0 to 6 chips, by standing and chips left.
    placing: [[[f32; 7]; CHIP_COUNTS]; STANDINGS],
    /// Spread of the final points around the value, by turns and chips left.
    pub(crate) spread: [[f32; CHIP_COUNTS]; HORIZON + 1],
    /// What the value promises too much, as the number of turns is not known in truth.
    pub(crate) optimism: [[f32; CHIP_COUNTS]; HORIZON + 1],
    /// Chance that the last chip is not placed within so many turns, by standing and chips left; follows from `placing`.
    pub(crate) lasting: [[[f32; ROUNDS + 2]; CHIP_COUNTS]; STANDINGS],
}

impl Default for Habits {
    /// A plain guess to begin self-play with.
    fn default() -> Self {
        let mut habits = Self {
            placing: [[[0.0; 7]; CHIP_COUNTS]; STANDINGS],
            spread: [[0.0; CHIP_COUNTS]; HORIZON + 1],
            optimism: [[0.0; CHIP_COUNTS]; HORIZON + 1],
            lasting: [[[0.0; ROUNDS + 2]; CHIP_COUNTS]; STANDINGS],
        };
        for of_standing in &mut habits.placing {
            for of_chips in of_standing {
                *of_chips = [0.1, 0.45, 0.35, 0.1, 0.0, 0.0, 0.0];
            }
        }
        for turns in 0..=HORIZON {
            habits.spread[turns] = [2.5 * (turns as f32).sqrt(); CHIP_COUNTS];
        }
        habits.derive();
        habits
    }
}

impl Habits {
    /// Number of floats that make up habits.
    pub const FLOATS: usize = STANDINGS * CHIP_COUNTS * 7 + 2 * (HORIZON + 1) * CHIP_COUNTS;

    /// All learned numbers.
    pub fn to_floats(&self) -> Vec<f32> {
        let placing = self.placing.iter().flatten().flatten();
        placing.chain(self.spread.iter().flatten()).chain(self.optimism.iter().flatten()).copied().collect()
    }

    /// Habits from [`Self::FLOATS`] numbers; missing ones are zero.
    pub fn from_floats(floats: &[f32]) -> Self {
        let mut habits = Self::default();
        let mut floats = floats.iter().copied();
        let placing = habits.placing.iter_mut().flatten().flatten();
        for slot in placing.chain(habits.spread.iter_mut().flatten()).chain(habits.optimism.iter_mut().flatten()) {
            *slot = floats.next().unwrap_or(0.0);
        }
        habits.derive();
        habits
    }

    /// Works out how long chips last.
    fn derive(&mut self) {
        for (placing, lasting) in self.placing.iter().zip(&mut self.lasting) {
            for chips in 1..CHIP_COUNTS {
                lasting[chips][0] = 1.0;
                for turn in 1..ROUNDS + 2 {
                    lasting[chips][turn] = (0..7.min(chips)).map(|placed| placing[chips][placed] * lasting[chips - placed][turn - 1]).sum();
                }
            }
        }
    }
}

/// Gathers what happens in self-play and turns it into habits.
#[derive(Clone, Debug)]
pub struct Watcher {
    placed: [[[f32; 7]; CHIP_COUNTS]; STANDINGS],
    misses: [[Misses; CHIP_COUNTS]; HORIZON + 1],
}

#[derive(Clone, Copy, Debug, Default)]
struct Misses {
    count: f32,
    sum: f32,
    squares: f32,
}

impl Misses {
    fn add(&mut self, other: Self, weight: f32) {
        self.count += other.count * weight;
        self.sum += other.sum * weight;
        self.squares += other.squares * weight;
    }
}

impl Default for Watcher {
    fn default() -> Self {
        Self { placed: [[[0.0; 7]; CHIP_COUNTS]; STANDINGS], misses: [[Misses::default(); CHIP_COUNTS]; HORIZON + 1] }
    }
}

impl Watcher {
    /// A seat with `chips` in hand placed `placed` of them.
    pub fn saw_placing(&mut self, standing: usize, chips: u8, placed: u8) {
        self.placed[standing][usize::from(chips)][usize::from(placed)] += 1.0;
    }

    /// A seat with `turns` to go and `chips` in hand ended with `miss` points more than its value.
    pub fn saw_end(&mut self, turns: usize, chips: u8, miss: f32) {
        if turns <= HORIZON {
            self.misses[turns][usize::from(chips)].add(Misses { count: 1.0, sum: miss, squares: miss * miss }, 1.0);
        }
    }

    /// Adds what another watcher saw.
    pub fn join(&mut self, other: &Self) {
        for (mine, theirs) in self.placed.iter_mut().flatten().flatten().zip(other.placed.iter().flatten().flatten()) {
            *mine += theirs;
        }
        for (mine, theirs) in self.misses.iter_mut().flatten().zip(other.misses.iter().flatten()) {
            mine.add(*theirs, 1.0);
        }
    }

    /// The habits seen. Rare cases lean on their neighbours in chips and standing.
    pub fn habits(&self) -> Habits {
        let mut habits = Habits::default();
        for standing in 0..STANDINGS {
            for chips in 1..CHIP_COUNTS {
                let mut seen = [0.0f32; 7];
                for (other_standing, of_standing) in self.placed.iter().enumerate() {
                    for (other_chips, counts) in of_standing.iter().enumerate() {
                        let far = other_standing.abs_diff(standing) * 2 + other_chips.abs_diff(chips);
                        let weight = [1.0, 0.03, 0.01, 0.003].get(far).copied().unwrap_or(0.0);
                        for (slot, count) in seen.iter_mut().zip(counts) {
                            *slot += weight * count;
                        }
                    }
                }
                let total: f32 = seen.iter().sum();
                if total > 0.0 {
                    habits.placing[standing][chips] = seen.map(|count| count / total);
                }
            }
        }
        for turns in 1..=HORIZON {
            for chips in 0..CHIP_COUNTS {
                let mut near = Misses::default();
                for (other, misses) in self.misses[turns].iter().enumerate() {
                    let far = other.abs_diff(chips);
                    near.add(*misses, if far == 0 { 1.0 } else { 0.1 / (far * far) as f32 });
                }
                if near.count > 5.0 {
                    let mean = near.sum / near.count;
                    habits.optimism[turns][chips] = -mean;
                    habits.spread[turns][chips] = (near.squares / near.count - mean * mean).max(0.25).sqrt();
                }
            }
        }
        habits.derive();
        habits
    }
}
