//! One turn of Castro, solved exactly.
//!
//! A turn ends in one of at most 37 results: a roof on one of 36 squares, or a roof lost.
//! Given what each result is worth, the value of every decision in the turn follows from
//! the lattice of all 462 sets of up to five dice: what a kept set is worth is the mean over
//! one more die (1,260 edges going up to full rolls), what a roll is worth is the maximum
//! over its parts (1,260 edges, one die less each).
//!
//! A [`Cell`] holds `L` turns side by side, which the compiler turns into vector
//! instructions, and for each of them `C` numbers: number 0 is what the player to move
//! maximises, the others are carried along with the choice.

use std::sync::LazyLock;

use spieltisch_rules::castro::{ROLLS, Symbol};
use spieltisch_rules::dice::{FACES, Hand};

/// `C` numbers for each of `L` turns solved side by side.
pub type Cell<const C: usize, const L: usize> = [[f32; L]; C];

/// How many symbols there are.
pub const SYMBOLS: usize = Symbol::ALL.len();
/// Sets of fewer than five dice.
pub const PARTS: usize = Hand::NODES - Hand::FULL;
/// Heights a roof can be put on: 0 to 4.
pub const HEIGHTS: usize = ROLLS as usize;
/// Below any value: no result.
const NOTHING: f32 = -1.0;
/// The edges of the lattice, in either direction.
const EDGES: usize = PARTS * FACES;

struct Lattice {
    /// The sets with one more die.
    more: [[u16; FACES]; PARTS],
    /// The sets with one die less, all one after another.
    less: [u16; EDGES],
    /// Where those of a set begin.
    less_from: [u16; Hand::NODES + 1],
}

static LATTICE: LazyLock<Lattice> = LazyLock::new(|| {
    let mut lattice = Lattice { more: [[0; FACES]; PARTS], less: [0; EDGES], less_from: [0; Hand::NODES + 1] };
    let mut filled = 0;
    for hand in Hand::all() {
        if !hand.is_full() {
            lattice.more[hand.index()] = std::array::from_fn(|face| hand.with(face as u8 + 1).index() as u16);
        }
        for part in Hand::all().take(hand.index()).filter(|part| part.len() + 1 == hand.len() && hand.contains(*part)) {
            lattice.less[filled] = part.index() as u16;
            filled += 1;
        }
        lattice.less_from[hand.index() + 1] = filled as u16;
    }
    lattice
});

/// The symbols each roll fits; rolls that fit the same symbols form one group.
#[derive(Debug)]
pub struct RollGroups {
    /// The symbols of each group, as numbers in [`Symbol::ALL`].
    symbols: Vec<Vec<u8>>,
    /// The group of each of the 252 rolls.
    group_of: [u8; Hand::FULL],
}

impl RollGroups {
    /// The groups under this house rule.
    pub fn new(full_house_from_yatzy: bool) -> RollGroups {
        let mut groups = RollGroups { symbols: Vec::new(), group_of: [0; Hand::FULL] };
        for roll in Hand::all_full() {
            let fits = |&symbol: &u8| Symbol::ALL[symbol as usize].fits(roll, full_house_from_yatzy);
            let symbols: Vec<u8> = (0..SYMBOLS as u8).filter(fits).collect();
            let known = groups.symbols.iter().position(|others| *others == symbols);
            groups.group_of[roll.full_index()] = known.unwrap_or_else(|| {
                groups.symbols.push(symbols);
                groups.symbols.len() - 1
            }) as u8;
        }
        groups
    }

    /// The symbols a roll fits, as numbers in [`Symbol::ALL`].
    pub fn symbols_of(&self, roll: Hand) -> &[u8] {
        &self.symbols[self.group_of[roll.full_index()] as usize]
    }
}

/// What the results of a turn are worth: for each symbol and height the best square with
/// that symbol on a stack of at most that height, and the loss of a roof.
#[derive(Clone)]
pub struct Offers<const C: usize, const L: usize> {
    best: [[Cell<C, L>; HEIGHTS]; SYMBOLS],
    lose: Cell<C, L>,
}

impl<const C: usize, const L: usize> Default for Offers<C, L> {
    fn default() -> Self {
        Offers { best: [[[[NOTHING; L]; C]; HEIGHTS]; SYMBOLS], lose: [[0.0; L]; C] }
    }
}

impl<const C: usize, const L: usize> Offers<C, L> {
    /// A square with this symbol whose stack has this height is worth this.
    pub fn offer(&mut self, lane: usize, symbol: usize, height: usize, worth: [f32; C]) {
        for cell in &mut self.best[symbol][height..] {
            if worth[0] <= cell[0][lane] {
                continue;
            }
            for (number, &new) in cell.iter_mut().zip(&worth) {
                number[lane] = new;
            }
        }
    }

    /// Losing a roof is worth this.
    pub fn offer_lose(&mut self, lane: usize, worth: [f32; C]) {
        for (number, &new) in self.lose.iter_mut().zip(&worth) {
            number[lane] = new;
        }
    }
}

/// Takes over, lane by lane, what is better for the player to move.
#[inline(always)]
fn improve<const C: usize, const L: usize>(best: &mut Cell<C, L>, other: &Cell<C, L>) {
    let better: [bool; L] = std::array::from_fn(|lane| other[0][lane] > best[0][lane]);
    for (mine, theirs) in best.iter_mut().zip(other) {
        for lane in 0..L {
            mine[lane] = if better[lane] { theirs[lane] } else { mine[lane] };
        }
    }
}

/// Working memory of one solution.
struct Sweep<const C: usize, const L: usize> {
    /// What every set of dice is worth: full rolls before a decision, parts when kept.
    worth: [Cell<C, L>; Hand::NODES],
    /// The best that can be kept of a part.
    best: [Cell<C, L>; PARTS],
}

impl<const C: usize, const L: usize> Sweep<C, L> {
    fn new() -> Self {
        Sweep { worth: [[[0.0; L]; C]; Hand::NODES], best: [[[0.0; L]; C]; PARTS] }
    }

    /// Full rolls when the player places, after this many rolls.
    fn place(groups: &RollGroups, offers: &Offers<C, L>, rolls: u8) -> [Cell<C, L>; Hand::FULL] {
        let height = (ROLLS - rolls) as usize;
        let none = [[NOTHING; L]; C];
        let mut of_group = [none; 64];
        for (best, symbols) in of_group.iter_mut().zip(&groups.symbols) {
            for &symbol in symbols {
                improve(best, &offers.best[symbol as usize][height]);
            }
            if rolls == ROLLS {
                // castro.turn.lose: only where nothing can be placed.
                let stuck: [bool; L] = std::array::from_fn(|lane| best[0][lane] <= NOTHING);
                for (mine, lost) in best.iter_mut().zip(&offers.lose) {
                    for lane in 0..L {
                        mine[lane] = if stuck[lane] { lost[lane] } else { mine[lane] };
                    }
                }
            }
        }
        std::array::from_fn(|roll| of_group[groups.group_of[roll] as usize])
    }

    /// Parts from full rolls: the mean over one more die.
    fn mean(&mut self) {
        for (part, more) in LATTICE.more.iter().enumerate().rev() {
            let mut sum = [[0.0; L]; C];
            for &with in more {
                let with = &self.worth[with as usize];
                for (total, numbers) in sum.iter_mut().zip(with) {
                    for lane in 0..L {
                        total[lane] += numbers[lane];
                    }
                }
            }
            for total in &mut sum {
                for lane in total {
                    *lane *= 1.0 / FACES as f32;
                }
            }
            self.worth[part] = sum;
        }
    }

    /// Full rolls from parts: the best to keep, or to place at once.
    fn choose(&mut self, place: &[Cell<C, L>; Hand::FULL]) {
        let lattice = &*LATTICE;
        let less = |hand: usize| &lattice.less[lattice.less_from[hand] as usize..lattice.less_from[hand + 1] as usize];
        for part in 0..PARTS {
            let mut best = self.worth[part];
            for &smaller in less(part) {
                improve(&mut best, &self.best[smaller as usize]);
            }
            self.best[part] = best;
        }
        for (roll, placed) in place.iter().enumerate() {
            let mut best = *placed;
            for &smaller in less(PARTS + roll) {
                improve(&mut best, &self.best[smaller as usize]);
            }
            self.worth[PARTS + roll] = best;
        }
    }

    /// Works backwards from the last roll; shows the worth of all parts after each number of rolls.
    fn run(&mut self, groups: &RollGroups, offers: &Offers<C, L>, mut show: impl FnMut(u8, &[Cell<C, L>])) {
        self.worth[PARTS..].copy_from_slice(&Self::place(groups, offers, ROLLS));
        for rolls in (1..ROLLS).rev() {
            self.mean();
            show(rolls, &self.worth[..PARTS]);
            let place = Self::place(groups, offers, rolls);
            self.choose(&place);
        }
        self.mean();
    }
}

/// What `L` turns are worth before their first roll.
pub fn worth<const C: usize, const L: usize>(groups: &RollGroups, offers: &Offers<C, L>) -> Cell<C, L> {
    let mut sweep = Sweep::new();
    sweep.run(groups, offers, |_, _| ());
    sweep.worth[Hand::EMPTY.index()]
}

/// One turn with the worth of everything that can be kept in it.
pub struct SolvedTurn<const C: usize> {
    /// After one to four rolls: what each part is worth when it is kept.
    kept: [[[f32; C]; PARTS]; ROLLS as usize - 1],
    worth: [f32; C],
}

impl<const C: usize> SolvedTurn<C> {
    /// Solves the turn.
    pub fn solve(groups: &RollGroups, offers: &Offers<C, 1>) -> SolvedTurn<C> {
        let mut turn = SolvedTurn { kept: [[[0.0; C]; PARTS]; ROLLS as usize - 1], worth: [0.0; C] };
        let mut sweep = Sweep::new();
        sweep.run(groups, offers, |rolls, parts| {
            for (mine, cell) in turn.kept[rolls as usize - 1].iter_mut().zip(parts) {
                *mine = cell.map(|[number]| number);
            }
        });
        turn.worth = sweep.worth[Hand::EMPTY.index()].map(|[number]| number);
        turn
    }

    /// What the turn is worth before its first roll.
    pub fn worth(&self) -> [f32; C] {
        self.worth
    }

    /// What it is worth to keep these dice after this many rolls (one to four).
    pub fn kept(&self, rolls: u8, dice: Hand) -> [f32; C] {
        self.kept[rolls as usize - 1][dice.index()]
    }

    /// The best dice to keep of a roll after this many rolls (one to four), and their worth.
    pub fn best_kept(&self, rolls: u8, roll: Hand) -> (Hand, [f32; C]) {
        let mut best = (Hand::EMPTY, self.kept(rolls, Hand::EMPTY));
        for &part in roll.proper_parts() {
            let worth = self.kept(rolls, part);
            if worth[0] > best.1[0] {
                best = (part, worth);
            }
        }
        best
    }
}
