//! What the exact player does where the tips of the rules page speak: `cargo run --release -p spieltisch-bots --example yatzy_tips GAMES SEED`.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BONUS, BoxName, BoxSet, Move, Options, ROLLS};

/// Turns that count as early.
const EARLY: u32 = 10;

/// How often something happened, of how many times it could have.
#[derive(Default)]
struct Share {
    did: u32,
    could: u32,
}

impl Share {
    fn count(&mut self, did: bool) {
        self.could += 1;
        self.did += u32::from(did);
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} ({:.1} %)", self.did, self.could, 100.0 * f64::from(self.did) / f64::from(self.could.max(1)))
    }
}

/// What is counted, tip by tip.
#[derive(Default)]
struct TipCounts {
    /// First roll, two different pairs, one of which is kept: it is the higher one.
    high_pair: Share,
    /// First or second roll, 2 3 4 5 and another die, the large straight free: the four are kept.
    open_sequence: Share,
    /// First or second roll, four equal, the Yatzy free: the four are kept.
    four_equal: Share,
    /// Boxes struck in the first ten turns, and how often.
    early_strikes: BTreeMap<BoxName, u32>,
    /// Two pairs in the first roll: both are kept.
    both_pairs: Share,
    /// When a box was written, from 1, and its points: sums.
    written: BTreeMap<BoxName, (u32, u32)>,
}

fn pairs(dice: Hand) -> Vec<u8> {
    (1..=6).filter(|&face| dice.count(face) == 2).collect()
}

impl TipCounts {
    fn decision(&mut self, dice: Hand, rolls: u8, free: BoxSet, mv: Move) {
        let kept = match mv {
            Move::Keep(kept) => Some(kept),
            Move::Score(_) => None,
        };
        if rolls == ROLLS {
            return;
        }
        if let (1, [low, high]) = (rolls, pairs(dice).as_slice()) {
            let keeps = |face: u8| kept.is_some_and(|kept| kept.count(face) == 2);
            self.both_pairs.count(keeps(*low) && keeps(*high));
            if keeps(*low) != keeps(*high) {
                self.high_pair.count(keeps(*high));
            }
        }
        let sequence = [2, 3, 4, 5].into_iter().fold(Hand::EMPTY, Hand::with);
        let is_straight = dice.count(1) + dice.count(6) > 0 && dice.contains(sequence);
        if dice.contains(sequence) && !is_straight && free.contains(BoxName::LargeStraight) {
            self.open_sequence.count(kept == Some(sequence));
        }
        if let Some(face) = (1..=6).find(|&face| dice.count(face) == 4)
            && free.contains(BoxName::Yatzy)
        {
            self.four_equal.count(kept.is_some_and(|kept| kept.count(face) == 4 && kept.len() == 4));
        }
    }
}

fn game(table: &ScoreTable, rng: &mut Xoshiro256PlusPlus, counts: &mut TipCounts) -> u16 {
    let options = table.options();
    let (mut free, mut upper_sum, mut points) = (BoxSet::ALL, 0, 0);
    for number in 1..=BoxName::ALL.len() as u32 {
        let turn = table.turn(free, upper_sum);
        let (mut dice, mut rolls) = (Hand::EMPTY, 0);
        let name = loop {
            dice = (dice.len()..Hand::MOST).fold(dice, |dice, _| dice.with(rng.random_range(1..=6)));
            rolls += 1;
            let mv = turn.best_move(dice, rolls).expect("five dice").expect("a free box").mv;
            counts.decision(dice, rolls, free, mv);
            match mv {
                Move::Keep(kept) => dice = kept,
                Move::Score(name) => break name,
            }
        };
        let worth = u16::from(name.points(dice, options));
        if number <= EARLY && worth == 0 {
            *counts.early_strikes.entry(name).or_default() += 1;
        }
        let (when, sum) = counts.written.entry(name).or_default();
        (*when, *sum) = (*when + number, *sum + u32::from(worth));
        points += worth;
        if name.is_upper() {
            upper_sum += worth;
        }
        free = free.complement().with(name).complement();
    }
    points + if upper_sum >= options.bonus_at_least { BONUS } else { 0 }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (games, seed) = (numbers.first().copied().unwrap_or(20_000), numbers.get(1).copied().unwrap_or(1));
    let table = ScoreTable::solve(&Options::default(), &|_| true).expect("not stopped");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut counts = TipCounts::default();
    let total: u64 = (0..games).map(|_| u64::from(game(&table, &mut rng, &mut counts))).sum();
    println!("{games} games, seed {seed}: {:.1} points on average", total as f64 / games as f64);
    println!("two pairs in the first roll, both are kept: {}", counts.both_pairs);
    println!("two pairs in the first roll, one is kept, and it is the higher one: {}", counts.high_pair);
    println!("with 2 3 4 5 and the large straight free these four are kept: {}", counts.open_sequence);
    println!("with four equal dice and the Yatzy free these four are kept: {}", counts.four_equal);
    let strikes: u32 = counts.early_strikes.values().sum();
    println!("{strikes} strikes in the first {EARLY} turns:");
    let mut early: Vec<_> = counts.early_strikes.iter().collect();
    early.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (name, count) in early {
        println!("  {name}: {:.1} %", 100.0 * f64::from(*count) / f64::from(strikes));
    }
    println!("box, mean turn in which it is written, mean points:");
    for (name, (when, sum)) in &counts.written {
        println!("  {name}: {:.1}, {:.1}", f64::from(*when) / games as f64, f64::from(*sum) / games as f64);
    }
}
