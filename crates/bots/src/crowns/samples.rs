//! Which covered sets the nets learn on.

use super::board::{CHIPS, SolverBoard};
use super::play::{best_index, legal_patterns, random_roll};
use super::train::{Checkpoint, stream};
use super::turn::{FIELDS, turns};
use super::values::{HORIZON, Mode, Values};
use crate::parallel::in_order;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A covered set and the chips in hand.
pub(crate) type Set = (u64, u8);

/// The sets each net learns on, lowest layer first.
pub(crate) fn sets_to_learn(at: &Checkpoint, board: &SolverBoard) -> Vec<Vec<Set>> {
    let wanted = at.config.effort.examples as usize;
    let layers = at.config.mode.nets();
    let mut sets: Vec<Vec<Set>> = vec![Vec::with_capacity(wanted); layers];
    if let Some(values) = &at.before {
        played_sets(at, values, wanted, &mut sets);
    }
    for (index, sets) in sets.iter_mut().enumerate() {
        let wanted = (wanted as f32 * share(at.config.mode, index + at.config.mode.first_layer())) as usize;
        let mut rng = stream(&at.config, at.round, 2_000_000 + index as u64);
        while sets.len() < wanted {
            sets.push(wished_set(at.config.mode, board, index + at.config.mode.first_layer(), &mut rng));
        }
        sets.shuffle(&mut rng);
        sets.truncate(wanted);
    }
    sets
}

/// How many examples a layer gets, as a multiple of the usual: the last turns have the sharpest values. Alone, three chips left are
/// labelled by exact search, which is dear.
fn share(mode: Mode, layer: usize) -> f32 {
    match layer {
        3 if mode != Mode::Several => 1.0,
        0..=4 => 3.0,
        5..=7 => 1.5,
        8..=11 => 1.0,
        _ => 0.5,
    }
}

/// A set built around a few wished lines and fields.
fn wished_set(mode: Mode, board: &SolverBoard, layer: usize, rng: &mut Xoshiro256PlusPlus) -> Set {
    let chips = match mode {
        Mode::Alone | Mode::HardAlone => layer as u8,
        Mode::Several => rng.random_range(1..=CHIPS),
    };
    let removed = match mode {
        Mode::Several => 0,
        _ => [0, 0, 0, 0, 0, 0, 1, 2][rng.random_range(0..8)],
    };
    let size = (CHIPS - chips).saturating_sub(removed);
    let mut wish = 0u64;
    for _ in 0..rng.random_range(1..=4) {
        wish |= board.lines()[rng.random_range(0..12)].mask;
    }
    let edge_taste = rng.random_range(0.0..1.5f32);
    let stray = rng.random_range(0.02..0.4f32);
    let weights: [f32; FIELDS] = std::array::from_fn(|field| {
        let on_edge = board.edge() >> field & 1 == 1;
        let worth = f32::from(board.crowns()[field]) / 4.0;
        match (on_edge, wish >> field & 1 == 1) {
            (true, _) => edge_taste * worth + stray / 4.0,
            (false, true) => 1.0,
            (false, false) => stray,
        }
    });
    let mut covered = 0u64;
    for _ in 0..size {
        let total: f32 = (0..FIELDS).filter(|f| covered >> f & 1 == 0).map(|f| weights[f]).sum();
        let mut left = rng.random::<f32>() * total;
        let free = (0..FIELDS).filter(|f| covered >> f & 1 == 0);
        let mut chosen = 0;
        for field in free {
            chosen = field;
            left -= weights[field];
            if left <= 0.0 {
                break;
            }
        }
        covered |= 1 << chosen;
    }
    (covered, chips)
}

/// Sets met in play with the values of the round before, and others that could have been met.
fn played_sets(at: &Checkpoint, values: &Values, wanted: usize, sets: &mut [Vec<Set>]) {
    let games = wanted + 1;
    let played = in_order(games, 16, |game| {
        let mut rng = stream(&at.config, at.round, 3_000_000 + game as u64);
        wandering_game(values, &mut rng)
    });
    let first = values.mode().first_layer();
    for (layer, set) in played.into_iter().flatten() {
        if layer >= first && layer - first < sets.len() && set.1 > 0 {
            sets[layer - first].push(set);
        }
    }
    for list in sets {
        list.sort_unstable();
        list.dedup();
    }
}

/// One game with noise on the judgement; gives the sets met and two more for each turn.
fn wandering_game(values: &Values, rng: &mut Xoshiro256PlusPlus) -> Vec<(usize, Set)> {
    let mode = values.mode();
    let noise = [0.0, 0.3, 0.8, 2.0][rng.random_range(0..4)];
    let (mut covered, mut chips) = (0u64, CHIPS);
    let mut layer = match mode {
        Mode::Several => rng.random_range(4..=HORIZON + 1),
        _ => usize::from(CHIPS),
    };
    // In multiplayer the end may come sooner or later than believed.
    let surprise = |layer: usize, rng: &mut Xoshiro256PlusPlus| match mode {
        Mode::Several => (layer + rng.random_range(0..=4)).saturating_sub(2).min(HORIZON),
        _ => layer,
    };
    let mut met = Vec::new();
    while chips > 0 && layer > 0 {
        let roll = random_roll(rng);
        let patterns = legal_patterns(mode, covered, chips, roll);
        let masks: Vec<u64> = patterns.iter().map(|pattern| turns().mask(*pattern)).collect();
        let mut judged = values.values_after(covered, chips, layer, &patterns);
        for value in &mut judged {
            *value += noise * bell(rng);
        }
        let best = best_index(&judged);
        for pick in [best, best, rng.random_range(0..masks.len())] {
            let (chips, layer) = values.after(chips, layer, masks[pick]);
            met.push((surprise(layer, rng), (covered | masks[pick], chips)));
        }
        if rng.random_range(0..2) == 0 {
            let near = (0..masks.len()).filter(|i| judged[*i] > judged[best] - 3.0).collect::<Vec<_>>();
            let pick = near[rng.random_range(0..near.len())];
            let (chips, layer) = values.after(chips, layer, masks[pick]);
            met.push((surprise(layer, rng), (covered | masks[pick], chips)));
        }
        let after = values.after(chips, layer, masks[best]);
        covered |= masks[best];
        (chips, layer) = after;
    }
    met
}

/// Roughly normal noise.
fn bell(rng: &mut Xoshiro256PlusPlus) -> f32 {
    (0..4).map(|_| rng.random_range(-1.0..1.0f32)).sum::<f32>() * 0.87
}
