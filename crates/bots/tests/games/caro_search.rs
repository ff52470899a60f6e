//! The search against the rules: the same moves, the same points, the same end.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::caro::cells::Cells;
use spieltisch_bots::caro::duel::{self, Limits};
use spieltisch_bots::caro::outlook::Outlook;
use spieltisch_bots::caro::position::{CaroPosition, lays_of, move_of};
use spieltisch_rules::caro::{Caro, Move, Options, State};
use spieltisch_rules::{Game, ToAct};

fn table(players: usize, open_table: bool) -> Caro {
    Caro::new(players, Options { open_table, ..Default::default() }, Default::default()).expect("a legal set-up")
}

/// Random moves until this many tiles are left or the game is over.
fn random_state(game: &Caro, left: usize, seed: u64) -> State {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.start();
    let tiles = |state: &State| (0..game.players()).map(|seat| state.supply(seat).total() as usize).sum::<usize>();
    while tiles(&state) > left && game.to_act(&state) != ToAct::Over {
        let moves = game.moves(&state);
        game.play_trusted(&mut state, moves[rng.random_range(0..moves.len())]);
    }
    state
}

/// The moves of the search, in the words of the rules, sorted.
fn searched_moves<C: Cells>(game: &Caro, state: &State) -> Vec<String> {
    let position = CaroPosition::<C>::of(game, state);
    if position.is_over(&position.survey()) {
        return Vec::new();
    }
    let mut moves: Vec<Move> = lays_of(&position).into_iter().map(|lay| move_of::<C>(state, lay)).collect();
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    sorted(moves)
}

fn sorted(moves: Vec<Move>) -> Vec<String> {
    let mut words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.sort();
    words
}

/// Plays random games side by side and compares moves, points and positions at every step.
fn same_play<C: Cells>(players: usize, games: u64) {
    let game = table(players, false);
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = game.start();
        let mut position = CaroPosition::<C>::of(&game, &state);
        loop {
            assert_eq!(position, CaroPosition::of(&game, &state), "{players} players, seed {seed}");
            assert_eq!(searched_moves::<C>(&game, &state), sorted(game.moves(&state)), "{players} players, seed {seed}");
            if game.to_act(&state) == ToAct::Over {
                break;
            }
            let lays = lays_of(&position);
            let Some(&lay) = (!lays.is_empty()).then(|| &lays[rng.random_range(0..lays.len())]) else {
                game.play(&mut state, Move::Pass).expect("no tile fits");
                position = position.after_pass();
                continue;
            };
            let (seat, before) = (state.seat(), game.scores(&state));
            let mv = move_of::<C>(&state, lay);
            game.play(&mut state, mv).expect("legal");
            assert_eq!(game.scores(&state)[seat] - before[seat], lay.points as i32, "{players} players, seed {seed}");
            position = position.after(lay);
        }
    }
}

#[test]
fn the_search_plays_by_the_rules() {
    same_play::<u64>(2, 60);
    same_play::<u128>(2, 20);
    same_play::<u128>(3, 40);
    same_play::<u128>(4, 40);
}

#[test]
fn the_search_knows_right_places_around_wrong_tiles() {
    for players in 2..=4 {
        let game = table(players, true);
        for seed in 0..60 {
            let state = random_state(&game, 12 * players - 4 - seed as usize % 16, seed);
            if game.to_act(&state) == ToAct::Over {
                continue;
            }
            let right = game.moves(&state).into_iter().filter(|&mv| match mv {
                Move::Lay(colour, place) => game.is_right(&state, colour, place),
                _ => true,
            });
            let expected = sorted(right.collect());
            let position = CaroPosition::<u128>::of(&game, &state);
            if !position.is_over(&position.survey()) {
                assert_eq!(searched_moves::<u128>(&game, &state), expected, "{players} players, seed {seed}");
            }
        }
    }
}

/// Leaves of the game tree to a depth, by the rules and by the search.
#[test]
fn both_count_the_same_leaves() {
    fn by_rules(game: &Caro, state: &State, depth: u32) -> u64 {
        if depth == 0 || game.to_act(state) == ToAct::Over {
            return 1;
        }
        let after = |mv| {
            let mut next = state.clone();
            game.play_trusted(&mut next, mv);
            by_rules(game, &next, depth - 1)
        };
        game.moves(state).into_iter().map(after).sum()
    }
    fn by_search<C: Cells>(position: &CaroPosition<C>, depth: u32) -> u64 {
        if depth == 0 || position.is_over(&position.survey()) {
            return 1;
        }
        let lays = lays_of(position);
        if lays.is_empty() {
            by_search(&position.after_pass(), depth - 1)
        } else {
            lays.iter().map(|&lay| by_search(&position.after(lay), depth - 1)).sum()
        }
    }
    let game = table(2, false);
    assert_eq!(by_search(&CaroPosition::<u64>::of(&game, &game.start()), 4), by_rules(&game, &game.start(), 4));
    let state = random_state(&game, 10, 5);
    assert_eq!(by_search(&CaroPosition::<u64>::of(&game, &state), 3), by_rules(&game, &state, 3));
    let game = table(4, false);
    let state = random_state(&game, 20, 6);
    assert_eq!(by_search(&CaroPosition::<u128>::of(&game, &state), 3), by_rules(&game, &state, 3));
}

/// The final lead of the player to move under best play, by the public rules alone.
fn final_lead(game: &Caro, state: &State, seat: usize) -> i32 {
    let lead = |state: &State| game.scores(state)[seat] - game.scores(state)[1 - seat];
    match game.to_act(state) {
        ToAct::Move(to_move) => {
            let leads = game.moves(state).into_iter().map(|mv| {
                let mut next = state.clone();
                game.play_trusted(&mut next, mv);
                final_lead(game, &next, seat)
            });
            if to_move == seat { leads.max() } else { leads.min() }.unwrap_or_else(|| lead(state))
        }
        _ => lead(state),
    }
}

#[test]
fn the_end_is_solved_as_by_brute_force() {
    let game = table(2, false);
    let outlook = Outlook::learned(2);
    for seed in 0..60 {
        let state = random_state(&game, if seed < 50 { 4 } else { 5 }, 1000 + seed);
        let ToAct::Move(seat) = game.to_act(&state) else { continue };
        let limits = Limits { depth: 24, nodes: 0, solve: 8, table_bits: 14, stop: &|| false };
        let verdict = duel::judge(&CaroPosition::<u64>::of(&game, &state), None, &outlook, limits);
        assert!(verdict.solved, "seed {seed}");
        let now = game.scores(&state)[seat] - game.scores(&state)[1 - seat];
        for judged in &verdict.moves {
            let mv = judged.lay.map_or(Move::Pass, |lay| move_of::<u64>(&state, lay));
            let mut next = state.clone();
            game.play(&mut next, mv).expect("legal");
            assert_eq!(now as f32 + judged.lead, final_lead(&game, &next, seat) as f32, "seed {seed}, {mv}");
        }
    }
}
