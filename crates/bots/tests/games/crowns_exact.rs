//! Exact turns against plain enumeration: every roll, every way to turn dice down die by die, every part placed.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::crowns::board::SolverBoard;
use spieltisch_bots::crowns::turn::{FIELDS, IMPOSSIBLE, PATTERNS, turns};
use spieltisch_bots::crowns::values::{Mode, Values, legal_placements};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// All sets of fields that sorted dice allow, by turning each die on its own to a shown number not above it.
fn placeable(dice: [u8; 6]) -> BTreeSet<u64> {
    fn turn(dice: &[u8; 6], at: usize, shown: &mut [u8; 7], found: &mut BTreeSet<u64>) {
        if at < 6 {
            for number in dice.iter().copied().filter(|number| *number <= dice[at]).collect::<BTreeSet<_>>() {
                shown[usize::from(number)] += 1;
                turn(dice, at + 1, shown, found);
                shown[usize::from(number)] -= 1;
            }
            return;
        }
        for part in 0u8..64 {
            let mut mask = 0u64;
            for number in 1..=6u8 {
                let count = shown[usize::from(number)];
                if part >> (number - 1) & 1 == 1 && count > 0 {
                    mask |= 1 << ((number - 1) * 6 + count - 1);
                }
            }
            found.insert(mask);
        }
    }
    let mut found = BTreeSet::new();
    turn(&dice, 0, &mut [0; 7], &mut found);
    found
}

/// Every sorted roll with the number of ordered rolls that give it and what it allows.
fn all_rolls() -> Vec<([u8; 6], u32, BTreeSet<u64>)> {
    let mut weights: BTreeMap<[u8; 6], u32> = BTreeMap::new();
    for code in 0..46_656u32 {
        let mut dice: [u8; 6] = std::array::from_fn(|die| (code / 6u32.pow(die as u32) % 6) as u8 + 1);
        dice.sort_unstable();
        *weights.entry(dice).or_default() += 1;
    }
    weights.into_iter().map(|(dice, weight)| (dice, weight, placeable(dice))).collect()
}

/// What the rules let a seat place; alone and stuck only the empty set.
fn allowed(mode: Mode, all: &BTreeSet<u64>, covered: u64, chips: u8) -> Vec<u64> {
    let free: Vec<u64> = all.iter().copied().filter(|mask| mask & covered == 0 && mask.count_ones() <= u32::from(chips)).collect();
    let duty = match mode {
        Mode::Several => 0,
        Mode::Alone => 1,
        Mode::HardAlone => 2,
    };
    let most = free.iter().map(|mask| mask.count_ones()).max().unwrap_or(0);
    free.into_iter().filter(|mask| mask.count_ones() >= duty.min(most)).collect()
}

fn random_covered(rng: &mut Xoshiro256PlusPlus, size: usize) -> u64 {
    let mut fields: Vec<u64> = (0..FIELDS as u64).collect();
    fields.shuffle(rng);
    fields[..size].iter().map(|field| 1 << field).sum()
}

#[test]
fn the_worked_example_of_the_rules() {
    let all = placeable([1, 2, 4, 4, 6, 6]);
    let fields =
        |names: &[(u8, u8)]| names.iter().map(|(count, number)| spieltisch_bots::crowns::turn::field_bit(*count, *number)).sum::<u64>();
    for names in [&[(2, 6), (2, 4), (1, 2), (1, 1)][..], &[(6, 1)], &[(5, 2), (1, 1)], &[(4, 4), (2, 1)], &[(1, 6), (3, 4), (1, 2), (1, 1)]]
    {
        assert!(all.contains(&fields(names)), "{names:?}");
    }
    assert!(!all.contains(&fields(&[(3, 6)])), "never up");
    assert!(!all.contains(&fields(&[(1, 5)])), "never to a number not in the roll");
}

#[test]
fn each_roll_allows_what_enumeration_allows() {
    let rolls = all_rolls();
    assert_eq!(rolls.len(), turns().rolls.len());
    for (dice, weight, mut all) in rolls {
        let counts = std::array::from_fn(|row| dice.iter().filter(|die| usize::from(**die) == row + 1).count() as u8);
        let roll = turns().roll_of_counts(counts).expect("a roll");
        assert_eq!(u32::from(turns().rolls[roll].weight), weight);
        let ours: BTreeSet<u64> = turns().rolls[roll].placements.iter().map(|p| turns().mask(p.pattern)).collect();
        all.remove(&0);
        assert_eq!(ours, all, "{dice:?}");
        let reach = all.iter().fold(0, |reach, mask| reach | mask);
        assert_eq!(turns().rolls[roll].reach, reach);
    }
}

#[test]
fn the_lattice_finds_the_best_of_every_roll() {
    let seed = 20;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rolls = all_rolls();
    for _ in 0..5 {
        let worth: [f32; PATTERNS] =
            std::array::from_fn(|_| if rng.random_range(0..3) == 0 { rng.random_range(0.0..60.0) } else { IMPOSSIBLE });
        let by_mask: HashMap<u64, f32> = turns().patterns.iter().zip(worth).map(|(pattern, worth)| (pattern.mask, worth)).collect();
        let mut sum = 0.0;
        for (_, weight, all) in &rolls {
            let best = all.iter().map(|mask| by_mask[mask]).fold(IMPOSSIBLE, f32::max);
            sum += f64::from(if best == IMPOSSIBLE { 7.0 } else { best }) * f64::from(*weight);
        }
        let ours = turns().expect(&mut worth.clone(), 7.0);
        assert!((f64::from(ours) - sum / 46_656.0).abs() < 1e-3, "seed {seed}: {ours} and {}", sum / 46_656.0);
    }
}

#[test]
fn two_chips_left_are_solved_exactly() {
    let seed = 21;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rolls = all_rolls();
    let board = SolverBoard::default();
    for round in 0..4 {
        // Two complete lines but for a few fields, so that the last chips matter; in the last position the 6x are gone, so that rolls
        // can be stuck.
        let mut covered = random_covered(&mut rng, 8) | board.lines()[round].mask | board.lines()[9].mask;
        if round == 3 {
            covered |= (1..=6).map(|number| spieltisch_bots::crowns::turn::field_bit(6, number)).sum::<u64>();
        }
        for mode in [Mode::Alone, Mode::HardAlone] {
            let expected = brute_force(mode, &board, &rolls, covered, 2, &mut HashMap::new());
            let ours = Values::new(mode, board.clone(), Vec::new()).exact_turn(covered, 2, 2);
            assert!((f64::from(ours) - expected).abs() < 1e-3, "seed {seed}, {mode:?}, {covered:036b}: {ours} and {expected}");
        }
    }
}

/// Expected final points alone by the rules, with nothing but enumeration.
fn brute_force(
    mode: Mode,
    board: &SolverBoard,
    rolls: &[([u8; 6], u32, BTreeSet<u64>)],
    covered: u64,
    chips: u8,
    known: &mut HashMap<(u64, u8), f64>,
) -> f64 {
    if chips == 0 {
        return f64::from(board.score(covered));
    }
    if let Some(value) = known.get(&(covered, chips)) {
        return *value;
    }
    let mut sum = 0.0;
    for (_, weight, all) in rolls {
        let best = allowed(mode, all, covered, chips)
            .into_iter()
            .map(|mask| brute_force(mode, board, rolls, covered | mask, chips - (mask.count_ones() as u8).max(1), known))
            .fold(0.0, f64::max);
        sum += best * f64::from(*weight);
    }
    known.insert((covered, chips), sum / 46_656.0);
    sum / 46_656.0
}

#[test]
fn legal_placements_keep_the_duties() {
    let seed = 22;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rolls = all_rolls();
    for _ in 0..300 {
        let size = rng.random_range(0..18);
        let covered = random_covered(&mut rng, size);
        let chips = rng.random_range(1..=18 - size as u8);
        let (dice, _, all) = &rolls[rng.random_range(0..rolls.len())];
        let counts = std::array::from_fn(|row| dice.iter().filter(|die| usize::from(**die) == row + 1).count() as u8);
        let roll = turns().roll_of_counts(counts).expect("a roll");
        for mode in [Mode::Alone, Mode::HardAlone, Mode::Several] {
            let ours: BTreeSet<u64> = legal_placements(mode, covered, chips, roll).iter().map(|p| turns().mask(p.pattern)).collect();
            let theirs: BTreeSet<u64> = allowed(mode, all, covered, chips).into_iter().collect();
            assert_eq!(ours, theirs, "seed {seed}: {mode:?} {dice:?} {covered:036b} {chips}");
        }
    }
}
