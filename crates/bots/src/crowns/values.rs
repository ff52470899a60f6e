//! Learned values: what a set of covered fields is worth, layer by layer.
//!
//! Alone a layer is the number of chips left; in multiplayer it is the number of own turns left. Layer 0 is the score itself. Each
//! layer's net was fitted to exact turns over the layers below, so no net ever learned from itself.

use super::board::{CHIPS, SolverBoard};
use super::habits::Habits;
use super::net::Net;
use super::turn::{IMPOSSIBLE, OUTCOMES, PATTERNS, Placement, turns};

/// The three ways of playing that have values of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Alone, at least one chip for each roll.
    Alone,
    /// Alone, at least two chips a roll where possible.
    HardAlone,
    /// Two to six players, no duty to place.
    Several,
}

/// Turns ahead for which multiplayer values exist.
pub const HORIZON: usize = 12;

impl Mode {
    /// Lowest layer that has a net; those below are exact.
    pub fn first_layer(self) -> usize {
        match self {
            Self::Alone | Self::HardAlone => 2,
            Self::Several => 1,
        }
    }

    /// Number of nets.
    pub fn nets(self) -> usize {
        match self {
            Self::Alone | Self::HardAlone => usize::from(CHIPS) - 2,
            Self::Several => HORIZON,
        }
    }
}

/// Values of one board for one way of playing.
#[derive(Clone, Debug)]
pub struct Values {
    mode: Mode,
    board: SolverBoard,
    nets: Vec<Net>,
    habits: Option<Habits>,
}

impl Values {
    /// Values from nets, lowest layer first. While training there may be fewer nets than [`Mode::nets`].
    pub fn new(mode: Mode, board: SolverBoard, nets: Vec<Net>) -> Self {
        Self { mode, board, nets, habits: None }
    }

    /// The way of playing these values are for.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The board these values are for.
    pub fn board(&self) -> &SolverBoard {
        &self.board
    }

    /// The nets, lowest layer first.
    pub fn nets(&self) -> &[Net] {
        &self.nets
    }

    /// How players in multiplayer behave; `None` alone and before it was learned.
    pub fn habits(&self) -> Option<&Habits> {
        self.habits.as_ref()
    }

    /// The same values with these habits.
    pub fn with_habits(self, habits: Option<Habits>) -> Self {
        Self { habits, ..self }
    }

    /// Expected final points with these fields covered, `chips` in hand and `layer` to go, before the next roll.
    pub fn value(&self, covered: u64, chips: u8, layer: usize) -> f32 {
        match self.net(chips, layer) {
            Some(net) => net.value(covered),
            None => self.exact(covered, chips, layer),
        }
    }

    /// The net of a position, or `None` where its value is exact without one.
    fn net(&self, chips: u8, layer: usize) -> Option<&Net> {
        if chips == 0 || layer < self.mode.first_layer() {
            return None;
        }
        let top = self.nets.len() - 1;
        let net = layer - self.mode.first_layer();
        Some(&self.nets[if self.mode == Mode::Several { net.min(top) } else { net }])
    }

    fn exact(&self, covered: u64, chips: u8, layer: usize) -> f32 {
        match (chips, layer) {
            (0, _) | (_, 0) => f32::from(self.board.score(covered)),
            _ => self.board.last_chip(covered),
        }
    }

    /// The layer after a turn that placed (or removed) `used` chips.
    fn layer_after(&self, layer: usize, used: u8) -> usize {
        match self.mode {
            Mode::Alone | Mode::HardAlone => layer - usize::from(used),
            Mode::Several => layer - 1,
        }
    }

    /// Expected final points by one exact turn over the values of the layers below: every roll, every placement.
    pub fn exact_turn(&self, covered: u64, chips: u8, layer: usize) -> f32 {
        let mut own = [IMPOSSIBLE; PATTERNS];
        self.worth_of_patterns(covered, chips, layer, &mut own);
        self.expect(covered, chips, layer, own)
    }

    fn expect(&self, covered: u64, chips: u8, layer: usize, mut own: [f32; PATTERNS]) -> f32 {
        let turns = turns();
        match self.mode {
            Mode::Several => turns.expect(&mut own, 0.0),
            Mode::Alone => {
                own[0] = IMPOSSIBLE;
                let removed = || self.value(covered, chips - 1, layer - 1);
                let nothing = if is_stuck_possible(covered) { removed() } else { 0.0 };
                turns.expect(&mut own, nothing)
            }
            Mode::HardAlone => {
                let removed = self.value(covered, chips - 1, layer - 1);
                let mut singles = [IMPOSSIBLE; PATTERNS];
                let range = turns.first_of_size[1]..turns.first_of_size[2];
                singles[range.clone()].copy_from_slice(&own[range.clone()]);
                own[0] = IMPOSSIBLE;
                own[range].fill(IMPOSSIBLE);
                let pairs = turns.best_of_rolls(&mut own);
                let singles = turns.best_of_rolls(&mut singles);
                let mut sum = 0.0f64;
                for ((roll, pair), single) in turns.rolls.iter().zip(pairs).zip(singles) {
                    let best = [pair, single, removed].into_iter().find(|value| *value != IMPOSSIBLE).unwrap_or(removed);
                    sum += f64::from(best) * f64::from(roll.weight);
                }
                (sum / OUTCOMES as f64) as f32
            }
        }
    }

    /// What each pattern is worth when placed now; those on covered fields or with too many chips keep their value in `own`.
    pub fn worth_of_patterns(&self, covered: u64, chips: u8, layer: usize, own: &mut [f32; PATTERNS]) {
        let turns = turns();
        let mut found: Vec<usize> = Vec::with_capacity(400);
        let mut additions: Vec<&[u8]> = Vec::with_capacity(400);
        let mut out: Vec<f32> = Vec::with_capacity(400);
        for size in 0..=chips.min(6) {
            if size == 0 && self.mode != Mode::Several {
                continue;
            }
            found.clear();
            let range = turns.first_of_size[usize::from(size)]..turns.first_of_size[usize::from(size) + 1];
            found.extend(range.filter(|index| turns.patterns[*index].mask & covered == 0));
            if found.is_empty() {
                continue;
            }
            let below = self.layer_after(layer, size);
            if self.mode != Mode::Several && layer == 3 && size == 1 {
                // Two chips are solved exactly in a few microseconds, better than any net of them.
                for &index in &found {
                    own[index] = self.exact_turn(covered | turns.patterns[index].mask, 2, 2);
                }
                continue;
            }
            match self.net(chips - size, below) {
                None => {
                    for &index in &found {
                        own[index] = self.exact(covered | turns.patterns[index].mask, chips - size, below);
                    }
                }
                Some(net) => {
                    additions.clear();
                    additions.extend(found.iter().map(|index| &turns.patterns[*index].fields[..usize::from(size)]));
                    out.clear();
                    out.resize(found.len(), 0.0);
                    net.values_after(&net.sums(covered), &additions, &mut out);
                    for (&index, &value) in found.iter().zip(&out) {
                        own[index] = value;
                    }
                }
            }
        }
    }

    /// The values after placing each of some patterns (the empty one alone: a chip is removed).
    pub fn values_after(&self, covered: u64, chips: u8, layer: usize, patterns: &[u16]) -> Vec<f32> {
        let turns = turns();
        let mut values = vec![0.0; patterns.len()];
        let mut of_size: Vec<(usize, &[u8])> = Vec::with_capacity(patterns.len());
        for size in 0..=6u8 {
            of_size.clear();
            let all = patterns.iter().map(|pattern| &turns.patterns[usize::from(*pattern)]).enumerate();
            of_size.extend(all.filter(|(_, pattern)| pattern.chips == size).map(|(at, p)| (at, &p.fields[..usize::from(size)])));
            let Some(&(first, _)) = of_size.first() else { continue };
            let (left, below) = self.after(chips, layer, turns.patterns[usize::from(patterns[first])].mask);
            match self.net(left, below) {
                Some(net) => {
                    let additions: Vec<&[u8]> = of_size.iter().map(|(_, fields)| *fields).collect();
                    let mut out = vec![0.0; additions.len()];
                    net.values_after(&net.sums(covered), &additions, &mut out);
                    for ((at, _), value) in of_size.iter().zip(out) {
                        values[*at] = value;
                    }
                }
                None => {
                    for (at, _) in &of_size {
                        values[*at] = self.exact(covered | turns.patterns[usize::from(patterns[*at])].mask, left, below);
                    }
                }
            }
        }
        values
    }

    /// Chips and layer after placing `mask`.
    pub fn after(&self, chips: u8, layer: usize, mask: u64) -> (u8, usize) {
        let placed = mask.count_ones() as u8;
        match self.mode {
            Mode::Several => (chips - placed, layer - 1),
            Mode::Alone | Mode::HardAlone => {
                let used = placed.max(1);
                (chips - used, layer - usize::from(used))
            }
        }
    }
}

/// Whether some roll finds no free field. A roll of one number only reaches one field, so this is so once any `6x` is covered.
fn is_stuck_possible(covered: u64) -> bool {
    (0..6).any(|row| covered >> (row * 6 + 5) & 1 == 1)
}

/// The placements a roll allows by the rules of the mode. In multiplayer the empty one is always among them; alone it stands for the
/// chip that is removed and comes only where nothing can be placed.
pub fn legal_placements(mode: Mode, covered: u64, chips: u8, roll: usize) -> Vec<Placement> {
    const EMPTY: Placement = Placement { pattern: 0, turned: 0 };
    let turns = turns();
    let size = |placement: &Placement| turns.patterns[usize::from(placement.pattern)].chips;
    let mut found: Vec<Placement> = Vec::with_capacity(64);
    if mode == Mode::Several {
        found.push(EMPTY);
    }
    let fits = |placement: &Placement| turns.mask(placement.pattern) & covered == 0 && size(placement) <= chips;
    found.extend(turns.rolls[roll].placements.iter().copied().filter(fits));
    if mode == Mode::HardAlone && found.iter().any(|placement| size(placement) >= 2) {
        found.retain(|placement| size(placement) >= 2);
    }
    if found.is_empty() {
        found.push(EMPTY);
    }
    found
}
