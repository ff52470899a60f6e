use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_rules::castro::{Castro, Move, Options, ROLLS, Square, State, Symbol};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Game, ToAct};

use super::cells;
use super::greedy::greedy_move;
use super::ground::{ALL_LINES, Ground, SQUARES};
use super::network::Network;
use super::position::{CastroPosition, LOSE, RESULTS};
use super::train::random_game;
use super::turn::{self, Offers, SolvedTurn};
use super::*;
use crate::expert::{Effort, Expert, Level, Thoroughness};

fn game(players: usize) -> Castro {
    Castro::new(players, Options::default(), Default::default()).expect("a game")
}

fn random_network(players: usize, seed: u64) -> Network {
    let mut network = Checkpoint::fresh(players, seed).network;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for weight in network.weights_mut() {
        *weight += rng.random_range(-0.05..0.05);
    }
    network
}

/// A position at the start of a turn after some random turns that end no game.
fn random_state(game: &Castro, turns: u8, rng: &mut impl RngExt) -> State {
    loop {
        let mut state = game.start();
        while state.turns() < turns && state.end().is_none() {
            let open: Vec<Square> = Square::all().filter(|&square| state.stacks().height(square) < 5).collect();
            match rng.random_range(0..20) {
                0 => state.lose_and_pass(game),
                _ => state.build_and_pass(game, open[rng.random_range(0..open.len())]),
            }
        }
        if state.end().is_none() {
            return state;
        }
    }
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// A position reached by these results, seat after seat; `-` loses a roof.
fn after(game: &Castro, results: &str) -> State {
    let mut state = game.start();
    for result in results.split_whitespace() {
        match result {
            "-" => state.lose_and_pass(game),
            name => state.build_and_pass(game, square(name)),
        }
    }
    assert_eq!(state.end(), None);
    state
}

fn rolled(game: &Castro, state: &mut State, rolls: &[&str]) {
    for (number, dice) in rolls.iter().enumerate() {
        if number > 0 {
            game.play(state, Move::Keep(Hand::EMPTY)).expect("all dice again");
        }
        game.roll(state, format!("roll {dice}").parse().expect("a roll")).expect("possible");
    }
}

/// The worth of a state by trying everything, with nothing but the rules.
fn expectimax(game: &Castro, state: &State, worth: &dyn Fn(Move) -> f64) -> f64 {
    let ToAct::Move(_) = game.to_act(state) else {
        let (mut sum, mut weights) = (0.0, 0);
        game.each_outcome(state, |roll, weight| {
            let mut next = state.clone();
            game.roll(&mut next, roll).expect("an outcome");
            sum += weight as f64 * expectimax(game, &next, worth);
            weights += weight;
        });
        return sum / weights as f64;
    };
    let mut best = f64::MIN;
    let _ = game.each_move(state, |mv| -> ControlFlow<()> {
        let value = match mv {
            Move::Keep(_) => {
                let mut next = state.clone();
                game.play(&mut next, mv).expect("legal");
                expectimax(game, &next, worth)
            }
            _ => worth(mv),
        };
        best = best.max(value);
        ControlFlow::Continue(())
    });
    best
}

fn random_worth(rng: &mut impl RngExt) -> [f32; RESULTS] {
    std::array::from_fn(|result| if result == LOSE { rng.random_range(0.0..0.3) } else { rng.random_range(0.0..1.0) })
}

fn offers_of(ground: &Ground, position: &CastroPosition, worth: &[f32; RESULTS]) -> Offers<1, 1> {
    let mut offers = Offers::default();
    for (result, &worth) in worth.iter().enumerate().filter(|(result, _)| position.possible(*result)) {
        cells::offer(&mut offers, 0, ground, position, result, [worth]);
    }
    offers
}

#[test]
fn turn_is_exact_with_one_and_two_rolls_left() {
    for seed in 0..6 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = random_game(2 + seed as usize % 3, &mut rng);
        let ground = Ground::new(&game);
        let mut state = random_state(&game, 12, &mut rng);
        let position = CastroPosition::from_state(&ground, &state);
        let worth = random_worth(&mut rng);
        let turn = SolvedTurn::solve(&ground.groups, &offers_of(&ground, &position, &worth));
        let by_rules = |mv: Move| match mv {
            Move::Place(square) => worth[square.index()] as f64,
            _ => worth[LOSE] as f64,
        };
        for rolls in 1..ROLLS {
            let keep_at_most = |rolls: u8| if rolls == ROLLS - 1 { 0 } else { 3 };
            let faces: Vec<u8> = (state.dice().len()..Hand::MOST).map(|_| rng.random_range(1..=6)).collect();
            let roll = game.outcome(&state, &faces).expect("as many dice as due");
            game.roll(&mut state, roll).expect("possible");
            if rolls >= ROLLS - 2 {
                for &kept in state.dice().proper_parts().iter().filter(|kept| kept.len() >= keep_at_most(rolls)) {
                    let mut next = state.clone();
                    game.play(&mut next, Move::Keep(kept)).expect("a part");
                    let expected = expectimax(&game, &next, &by_rules);
                    let found = turn.kept(rolls, kept)[0] as f64;
                    assert!((expected - found).abs() < 1e-5, "seed {seed}, {rolls} rolls, kept {kept}: {found}, by the rules {expected}");
                }
            }
            game.play(&mut state, Move::Keep(Hand::EMPTY)).expect("all dice again");
        }
    }
}

/// The same by plain recursion over all rolls and parts, for a whole turn of five rolls.
#[test]
fn whole_turn_agrees_with_plain_recursion() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let game = game(2);
    let ground = Ground::new(&game);
    let state = random_state(&game, 16, &mut rng);
    let position = CastroPosition::from_state(&ground, &state);
    let worth = random_worth(&mut rng);
    let turn = SolvedTurn::solve(&ground.groups, &offers_of(&ground, &position, &worth));

    let place = |roll: Hand, rolls: u8| {
        let squares = game.legal_squares(state.stacks(), roll, rolls);
        squares.iter().map(|square| worth[square.index()] as f64).fold(f64::MIN, f64::max)
    };
    let mut rolled: Vec<f64> = Hand::all_full().map(|roll| place(roll, ROLLS)).collect();
    rolled.iter_mut().filter(|value| **value == f64::MIN).for_each(|value| *value = worth[LOSE] as f64);
    for rolls in (0..ROLLS).rev() {
        let kept: Vec<f64> = Hand::all()
            .filter(|part| !part.is_full())
            .map(|part| {
                let thrown = Hand::all().filter(|thrown| thrown.len() + part.len() == Hand::MOST);
                thrown.map(|thrown| thrown.orders() as f64 * rolled[part.and(thrown).full_index()]).sum::<f64>()
                    / 6f64.powi((Hand::MOST - part.len()) as i32)
            })
            .collect();
        if rolls == 0 {
            assert!((kept[0] - turn.worth()[0] as f64).abs() < 1e-5);
            assert!((kept[0] - turn::worth(&ground.groups, &offers_of(&ground, &position, &worth))[0][0] as f64).abs() < 1e-5);
            return;
        }
        let best = |roll: Hand| roll.proper_parts().iter().map(|part| kept[part.index()]).fold(place(roll, rolls), f64::max);
        rolled = Hand::all_full().map(best).collect();
    }
}

#[test]
fn carried_numbers_follow_the_choice_of_the_player_to_move() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let ground = Ground::new(&game(3));
    let position = CastroPosition::from_state(&ground, &random_state(&game(3), 10, &mut rng));
    let worth = random_worth(&mut rng);
    let (mut carrying, mut lanes) = (Offers::<3, 1>::default(), Offers::<1, 4>::default());
    for (result, &worth) in worth.iter().enumerate().filter(|(result, _)| position.possible(*result)) {
        cells::offer(&mut carrying, 0, &ground, &position, result, [worth, 1.0 - worth, 7.0]);
        cells::offer(&mut lanes, 2, &ground, &position, result, [worth]);
    }
    let plain = turn::worth(&ground.groups, &offers_of(&ground, &position, &worth))[0][0];
    let [own, [other], [constant]] = turn::worth(&ground.groups, &carrying);
    assert!((own[0] - plain).abs() < 1e-6);
    assert!((other - (1.0 - plain)).abs() < 1e-5 && (constant - 7.0).abs() < 1e-4);
    assert!((turn::worth(&ground.groups, &lanes)[0][2] - plain).abs() < 1e-6);
}

#[test]
fn chances_are_those_of_the_dice() {
    let chance = Ground::new(&game(2)).chance;
    let of = |symbol: Symbol| chance[Symbol::ALL.iter().position(|&other| other == symbol).expect("listed")];
    // On a stack of four only the first roll counts.
    let first_roll =
        |fits: &dyn Fn(Hand) -> bool| Hand::all_full().filter(|&roll| fits(roll)).map(Hand::orders).sum::<u32>() as f32 / 7776.0;
    for symbol in Symbol::ALL {
        assert!((of(symbol)[4] - first_roll(&|roll| symbol.fits(roll, false))).abs() < 1e-6, "{symbol}");
    }
    // A die that is rolled until it fits fails five times with (5/6)^5; a pair needs two of five.
    let miss = (5.0f32 / 6.0).powi(5);
    assert!((of(Symbol::Pair(3))[0] - (1.0 - miss.powi(5) - 5.0 * (1.0 - miss) * miss.powi(4))).abs() < 1e-5);
}

#[test]
fn lines_are_those_of_the_rules() {
    assert_eq!(ALL_LINES.through.iter().map(Vec::len).sum::<usize>(), 4 * ALL_LINES.squares.len());
    let all: Vec<Square> = Square::all().collect();
    let mut found = 0;
    for squares in &ALL_LINES.squares {
        let set: spieltisch_rules::castro::SquareSet = squares.iter().map(|&square| all[square as usize]).collect();
        assert!(set.has_four_in_line() && set.len() == 4);
        found += 1;
    }
    assert_eq!(found, 54);
}

#[test]
fn positions_follow_the_rules() {
    for seed in 0..200 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = random_game(2 + seed as usize % 3, &mut rng);
        let ground = Ground::new(&game);
        let mut state = game.start();
        let mut position = CastroPosition::start();
        while state.end().is_none() {
            assert_eq!(position, CastroPosition::from_state(&ground, &state), "seed {seed}");
            let result = rng.random_range(0..RESULTS);
            if !position.possible(result) {
                continue;
            }
            match result {
                LOSE => state.lose_and_pass(&game),
                _ => state.build_and_pass(&game, ground.squares[result]),
            }
            position.play(&ground, result);
            assert_eq!(position.over(&ground), state.end().is_some(), "seed {seed}");
        }
        let result = game.result(&state).expect("over");
        for seat in 0..game.players() {
            let share = if result.winners.contains(seat) { 1.0 / result.winners.len() as f32 } else { 0.0 };
            assert_eq!(position.shares(&ground)[seat], share, "seed {seed}");
            assert_eq!(position.points[seat] as i32, result.scores[seat], "seed {seed}");
        }
    }
}

#[test]
fn values_after_a_result_are_those_of_the_position_then() {
    for seed in 0..30 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = random_game(2 + seed as usize % 3, &mut rng);
        let ground = Ground::new(&game);
        let network = random_network(game.players(), seed);
        let turns = rng.random_range(0..25);
        let position = CastroPosition::from_state(&ground, &random_state(&game, turns, &mut rng));
        let mut seen = 0;
        network.after_results(&ground, &position, |result, outlook| {
            seen += 1;
            let mut after = position.clone();
            after.play(&ground, result);
            if after.over(&ground) {
                assert_eq!(outlook.win[0] == 1.0, after.won);
                return;
            }
            let fresh = network.outlook(&ground, &after).step_back(game.players());
            for offset in 0..game.players() {
                assert!((fresh.win[offset] - outlook.win[offset]).abs() < 1e-4, "seed {seed}, result {result}");
                assert!((fresh.points[offset] - outlook.points[offset]).abs() < 1e-2, "seed {seed}, result {result}");
            }
        });
        assert_eq!(seen, (0..RESULTS).filter(|&result| position.possible(result)).count());
    }
}

fn expert(game: &Castro) -> CastroExpert {
    CastroExpert::new(game, &Values::new([random_network(game.players(), 1)])).expect("values for this many")
}

#[test]
fn every_level_takes_a_win_that_lies_there() {
    let game = game(2);
    // Seat 0 tops a1 b1 c1; d1 is a full house.
    let mut state = after(&game, "a1 a6 b1 b6 c1 f6");
    rolled(&game, &mut state, &["2 2 3 3 3"]);
    for level in Level::ALL {
        for seed in 0..20 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            assert_eq!(expert(&game).choose(&state, level, &mut rng), Move::Place(square("d1")), "{level:?}, seed {seed}");
        }
    }
}

#[test]
fn aims_at_a_win_with_the_dice_it_keeps() {
    let game = game(2);
    // d1 wins and is a full house.
    let mut state = after(&game, "a1 a6 b1 b6 c1 f6");
    rolled(&game, &mut state, &["2 2 3 3 6"]);
    let best = expert(&game).evaluate(&state, Effort::of(Thoroughness::Look))[0];
    assert_eq!(best.mv, Move::Keep("2 2 3 3".parse().expect("dice")));
    assert!(best.win[0] > 0.5);
}

#[test]
fn covers_the_row_that_would_win_at_once() {
    let game = game(2);
    // Seat 1 tops three in row 2 with an easy fourth: b2 is three of a kind. Dice 1 1 1 2 4 on the
    // fifth roll fit b2 and other threes; only b2 stops the row.
    let mut state = after(&game, "f6 c2 a6 d2 f1 e2");
    let dice = "1 1 1 2 4";
    rolled(&game, &mut state, &[dice; 5]);
    for thoroughness in [Thoroughness::Look, Thoroughness::Study] {
        let moves = expert(&game).evaluate(&state, Effort::of(thoroughness));
        assert_eq!(moves[0].mv, Move::Place(square("b2")), "{thoroughness:?}");
        assert!(moves.len() > 3);
    }
}

#[test]
fn evaluation_lists_every_move_best_first_and_chances_sum_to_one() {
    for seed in 0..9 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = random_game(2 + seed as usize % 3, &mut rng);
        let expert = expert(&game);
        let mut state = random_state(&game, 9, &mut rng);
        assert!(expert.evaluate(&state, Effort::of(Thoroughness::Glance)).is_empty());
        let faces: [u8; 5] = std::array::from_fn(|_| rng.random_range(1..=6));
        let roll = game.outcome(&state, &faces).expect("five dice");
        game.roll(&mut state, roll).expect("possible");
        let seat = state.seat();
        let moves = expert.evaluate(&state, Effort::of(Thoroughness::Look));
        assert_eq!(moves.len(), game.count_moves(&state), "seed {seed}");
        assert!(moves.is_sorted_by(|left, right| left.win[seat] >= right.win[seat]));
        for valued in &moves {
            assert!((valued.win.iter().sum::<f64>() - 1.0).abs() < 1e-4, "seed {seed}: {valued:?}");
            assert!(game.check(&state, valued.mv).is_ok());
        }
        assert_eq!(moves, expert.evaluate(&state, Effort::of(Thoroughness::Look)));
    }
}

#[test]
fn last_turns_are_exact() {
    // The last turn of all: only the points decide, and the values have no say.
    let game = game(2);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut state = random_state(&game, 29, &mut rng);
    rolled(&game, &mut state, &["1 1 2 2 2"; 5]);
    for valued in expert(&game).evaluate(&state, Effort::of(Thoroughness::Glance)) {
        let mut end = state.clone();
        game.play(&mut end, valued.mv).expect("legal");
        let result = game.result(&end).expect("the last turn");
        for seat in 0..2 {
            assert_eq!(valued.points[seat], result.scores[seat] as f64);
            assert_eq!(valued.win[seat] > 0.0, result.winners.contains(seat));
        }
    }
}

#[test]
fn a_stopped_study_still_answers() {
    let game = game(3);
    let mut state = game.start();
    rolled(&game, &mut state, &["1 2 3 4 6"]);
    let moves = expert(&game).evaluate(&state, Effort { thoroughness: Thoroughness::Study, stop: &|| true });
    assert_eq!(moves, expert(&game).evaluate(&state, Effort::of(Thoroughness::Glance)));
}

fn play_out(game: &Castro, choose: &mut dyn FnMut(&State) -> Move, rng: &mut impl RngExt) -> State {
    let mut state = game.start();
    loop {
        match game.to_act(&state) {
            ToAct::Over => return state,
            ToAct::Roll { dice, .. } => {
                let faces: Vec<u8> = (0..dice).map(|_| rng.random_range(1..=6)).collect();
                let roll = game.outcome(&state, &faces).expect("as many as due");
                game.roll(&mut state, roll).expect("possible");
            }
            ToAct::Move(_) => {
                let mv = choose(&state);
                game.play(&mut state, mv).expect("only legal moves");
            }
        }
    }
}

#[test]
fn all_levels_and_greedy_play_legal_games_the_same_for_a_seed() {
    for seed in 0..3 {
        let mut board_rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = random_game(2 + seed as usize, &mut board_rng);
        let expert = expert(&game);
        for level in [Level::One, Level::Two, Level::Three, Level::Four] {
            let play = || {
                let mut own = Xoshiro256PlusPlus::seed_from_u64(seed + 100);
                play_out(&game, &mut |state| expert.choose(state, level, &mut own), &mut Xoshiro256PlusPlus::seed_from_u64(seed))
            };
            assert_eq!(play(), play(), "{level:?}, seed {seed}");
        }
        play_out(&game, &mut |state| greedy_move(expert.ground(), &game, state).expect("a move"), &mut board_rng);
    }
}

#[test]
fn values_come_back_as_written_and_damage_is_noticed() {
    let values = Values::new([random_network(2, 1), random_network(4, 2)]);
    let bytes = values.to_bytes();
    let back = Values::from_bytes(&bytes).expect("just written");
    assert_eq!(back.to_bytes(), bytes);
    assert_eq!(back.network(3), Err(ValuesError::NoPlayers(3)));
    let (old, new) = (values.network(4).expect("there"), back.network(4).expect("there"));
    assert!(old.weights().iter().zip(new.weights()).all(|(old, new)| (old - new).abs() < 0.01));

    assert_eq!(Values::from_bytes(b"something else"), Err(ValuesError::NotValues));
    assert_eq!(Values::from_bytes(&bytes[..bytes.len() - 1]), Err(ValuesError::Length));
    assert_eq!(Values::from_bytes(&bytes[..9]), Err(ValuesError::Length));
    assert_eq!(Values::from_bytes(&[&bytes[..], &[0]].concat()), Err(ValuesError::Length));
    let with = |at: usize, byte: u8| {
        let mut other = bytes.clone();
        other[at] = byte;
        Values::from_bytes(&other)
    };
    assert_eq!(with(8, 9), Err(ValuesError::Version(9)));
    assert_eq!(with(11, 7), Err(ValuesError::Nonsense));
    assert_eq!(with(5000, !bytes[5000]), Err(ValuesError::Damaged));
}

#[test]
fn shipped_values_are_small_and_for_all_numbers_of_players() {
    assert!(Values::shipped().to_bytes().len() <= 500_000);
    for players in 2..=4 {
        let start = Values::shipped().network(players).expect("shipped").outlook(&Ground::new(&game(players)), &CastroPosition::start());
        // The first player has some advantage, but no one is lost before the first roll.
        assert!(start.win[..players].iter().all(|&win| (0.1..0.7).contains(&win)), "{players} players: {start:?}");
    }
}

#[test]
fn shipped_values_beat_greedy_on_any_board() {
    for seed in 0..2 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = random_game(2, &mut rng);
        let expert = CastroExpert::new(&game, Values::shipped()).expect("shipped");
        let mut wins = 0;
        for number in 0..40 {
            let mut own = Xoshiro256PlusPlus::seed_from_u64(number);
            let choose = &mut |state: &State| match state.seat() == number as usize % 2 {
                true => expert.choose(state, Level::Four, &mut own),
                false => greedy_move(expert.ground(), &game, state).expect("a move"),
            };
            let end = play_out(&game, choose, &mut rng);
            wins += game.result(&end).expect("over").winners.contains(number as usize % 2) as u32;
        }
        assert!(wins >= 32, "seed {seed}: {wins} of 40");
    }
}

#[test]
fn training_is_seeded_and_resumes_where_it_stopped() {
    let config = TrainConfig { game: game(2), seed: 7, effort: 512, boards: Boards::Mixed };
    let whole = train(&config, None, &|_| true);
    let half = train(&config, None, &|_| false);
    assert_eq!(half.games, 256);
    let half = Checkpoint::from_bytes(&half.to_bytes(&config), &config).expect("just written");
    assert_eq!(train(&config, Some(half), &|_| true), whole);
    let bytes = whole.to_bytes(&config);
    assert_eq!(Checkpoint::from_bytes(&bytes[..100], &config), Err(ValuesError::Length.into()));
    assert_ne!(train(&TrainConfig { seed: 8, ..config }, None, &|_| false).network, whole.network);
}

#[test]
fn training_goes_on_only_with_what_it_was_begun_for() {
    let config = TrainConfig { game: game(2), seed: 7, effort: 512, boards: Boards::This };
    let bytes = Checkpoint::fresh(2, 7).to_bytes(&config);
    let refused = |config: &TrainConfig| Checkpoint::from_bytes(&bytes, config).expect_err("it belongs to another").to_string();
    assert!(Checkpoint::from_bytes(&bytes, &config).is_ok());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for game in [
        random_game(2, &mut rng),
        game(3),
        Castro::new(2, Options { full_house_from_yatzy: true, ..Default::default() }, Default::default()).expect("two"),
    ] {
        assert_eq!(refused(&TrainConfig { game, ..config.clone() }), "it is for another board, other options or another number of players");
    }
    assert_eq!(refused(&TrainConfig { seed: 8, ..config.clone() }), "it is for another seed");
    assert_eq!(refused(&TrainConfig { effort: 1024, ..config.clone() }), "it is for another effort");
    assert_eq!(refused(&TrainConfig { boards: Boards::Mixed, ..config.clone() }), "it is for one board only");
    assert_eq!(refused(&TrainConfig { seed: 8, boards: Boards::Mixed, ..config.clone() }), "it is for another seed and one board only");
    let mut older = bytes.clone();
    older[8] = 1;
    assert_eq!(
        Checkpoint::from_bytes(&older, &config).expect_err("older").to_string(),
        "it is of version 1, but this program reads version 2"
    );
}

#[test]
fn a_little_training_beats_none() {
    let config = TrainConfig { game: game(2), seed: 1, effort: 1024, boards: Boards::This };
    let learned = train(&config, None, &|_| true).network;
    let learned = CastroExpert::new(&config.game, &Values::new([learned])).expect("values for two");
    let blank = CastroExpert::new(&config.game, &Values::new([Checkpoint::fresh(2, 1).network])).expect("values for two");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut wins = 0;
    for number in 0..200 {
        let mut own = Xoshiro256PlusPlus::seed_from_u64(number);
        let choose = &mut |state: &State| {
            let who = if state.seat() == number as usize % 2 { &learned } else { &blank };
            let results = who.results(&CastroPosition::from_state(who.ground(), state), 1, false, &|| false);
            levels::CastroStyle::best(1).choose(
                who.ground(),
                &CastroPosition::from_state(who.ground(), state),
                &results,
                state.dice(),
                state.rolls(),
                &mut own,
            )
        };
        let end = play_out(&config.game, choose, &mut rng);
        wins += config.game.result(&end).expect("over").winners.contains(number as usize % 2) as u32;
    }
    assert!(wins > 120, "{wins} of 200");
}

#[test]
fn squares_are_numbered_as_in_the_rules() {
    let ground = Ground::new(&game(2));
    assert!(ground.squares.iter().enumerate().all(|(index, square)| square.index() == index));
    assert_eq!(ground.squares.len(), SQUARES);
}
