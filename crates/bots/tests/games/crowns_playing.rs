//! What the player does in positions where the right thing is known.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::crowns::board::{DEFAULT_CROWNS, SolverBoard};
use spieltisch_bots::crowns::multiplayer::Seat;
use spieltisch_bots::crowns::player::{CrownsPosition, Depth, PositionError, choose, evaluate};
use spieltisch_bots::crowns::train::{Checkpoint, Config, Effort, train};
use spieltisch_bots::crowns::turn::{field_bit, turns};
use spieltisch_bots::crowns::values::{Mode, Values, legal_placements};

/// Values of hardly any learning: what they cannot get wrong must still be right.
fn barely_learned(mode: Mode) -> Values {
    let effort = Effort { rounds: 1, examples: 40, passes: 1, games: 2 };
    let at = train(Checkpoint::start(Config { crowns: DEFAULT_CROWNS, mode, seed: 3, effort }), &|_, _| true);
    at.finished().expect("not stopped").clone()
}

fn fields(names: &[(u8, u8)]) -> u64 {
    names.iter().map(|(count, number)| field_bit(*count, *number)).sum()
}

#[test]
fn every_level_keeps_to_the_rules() {
    let seed = 8;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for mode in [Mode::Alone, Mode::HardAlone, Mode::Several] {
        let values = barely_learned(mode);
        for level in 1..=5 {
            let mut position = CrownsPosition { seats: vec![Seat::default(); if mode == Mode::Several { 3 } else { 1 }], to_move: 0 };
            for _ in 0..200 {
                let roll = rng.random_range(0..turns().rolls.len());
                let seat = position.seats[position.to_move];
                let mask = choose(&values, &position, turns().rolls[roll].counts, level, &mut rng).expect("a sound position");
                let legal = legal_placements(mode, seat.covered, seat.chips, roll);
                assert!(legal.iter().any(|placement| turns().mask(placement.pattern) == mask), "seed {seed}: {mode:?} level {level}");
                let seat = &mut position.seats[position.to_move];
                seat.covered |= mask;
                let used = mask.count_ones() as u8;
                seat.chips -= if mode == Mode::Several { used } else { used.max(1) };
                if seat.chips == 0 {
                    break;
                }
                position.to_move = (position.to_move + 1) % position.seats.len();
            }
        }
    }
}

#[test]
fn the_last_chip_goes_where_it_counts_most() {
    let values = barely_learned(Mode::Alone);
    // The line of fives lacks 2x5 (16 points); the edge offers 2x6 (2 points).
    let covered = fields(&[(1, 5), (3, 5), (4, 5), (5, 5)]);
    let position = CrownsPosition { seats: vec![Seat { covered, chips: 1, given: 0 }], to_move: 0 };
    let judged = evaluate(&values, &position, [1, 1, 0, 0, 2, 2], Depth::Quick).expect("sound");
    assert_eq!(judged[0].mask, fields(&[(2, 5)]));
    assert_eq!(judged[0].points, 16.0);
    assert!(judged.is_sorted_by(|a, b| a.points >= b.points));
}

#[test]
fn a_certain_win_is_taken_and_a_certain_loss_put_off() {
    let values = barely_learned(Mode::Several);
    let board = SolverBoard::default();
    let rich = fields(&[
        (1, 5),
        (2, 5),
        (3, 5),
        (4, 5),
        (5, 5),
        (1, 4),
        (2, 4),
        (3, 4),
        (4, 4),
        (5, 4),
        (6, 5),
        (6, 4),
        (6, 3),
        (5, 6),
        (4, 6),
        (3, 6),
        (2, 6),
    ]);
    let poor = fields(&[
        (1, 1),
        (2, 1),
        (3, 1),
        (1, 2),
        (2, 2),
        (3, 2),
        (1, 3),
        (2, 3),
        (3, 3),
        (4, 3),
        (1, 4),
        (2, 5),
        (3, 4),
        (4, 2),
        (4, 4),
        (3, 5),
        (1, 5),
    ]);
    assert!(board.score(rich) > board.score(poor) + 20);
    let seat = |covered: u64| Seat { covered, chips: 18 - covered.count_ones() as u8, given: 0 };
    // The last seat of the round is ahead with one chip left: placing it wins at once.
    let ahead = CrownsPosition { seats: vec![seat(poor), seat(rich)], to_move: 1 };
    let judged = evaluate(&values, &ahead, [3, 0, 0, 0, 0, 3], Depth::Thorough).expect("sound");
    assert_ne!(judged[0].mask, 0);
    assert!((judged[0].wins[1] - 1.0).abs() < 1e-4, "{:?}", judged[0]);
    // The one behind must not end the game.
    let behind = CrownsPosition { seats: vec![seat(rich & !field_bit(2, 6)), seat(poor)], to_move: 1 };
    for depth in [Depth::Quick, Depth::Thorough] {
        let judged = evaluate(&values, &behind, [2, 2, 2, 0, 0, 0], depth).expect("sound");
        assert_eq!(judged[0].mask, 0, "{:?}", &judged[..3.min(judged.len())]);
    }
}

#[test]
fn chances_of_all_seats_make_one() {
    let seed = 9;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let values = barely_learned(Mode::Several);
    for players in 2..=6 {
        let seats: Vec<Seat> = (0..players)
            .map(|_| {
                let covered = (0..rng.random_range(0..17)).map(|_| 1u64 << rng.random_range(0..36)).fold(0, |all, bit| all | bit);
                Seat { covered, chips: 18 - covered.count_ones() as u8, given: 0 }
            })
            .collect();
        let position = CrownsPosition { seats, to_move: rng.random_range(0..players) };
        for one in evaluate(&values, &position, [1, 1, 1, 1, 1, 1], Depth::Quick).expect("sound") {
            assert!((one.wins.iter().sum::<f32>() - 1.0).abs() < 1e-3, "seed {seed}: {one:?}");
            assert!(one.wins.iter().all(|win| (0.0..=1.0).contains(win)));
        }
    }
}

#[test]
fn unsound_positions_are_refused() {
    let alone = barely_learned(Mode::Alone);
    let one = CrownsPosition { seats: vec![Seat::default()], to_move: 0 };
    let roll = [6, 0, 0, 0, 0, 0];
    let refusal = |position: &CrownsPosition, roll| evaluate(&alone, position, roll, Depth::Quick).err();
    assert_eq!(refusal(&CrownsPosition { seats: vec![Seat::default(); 2], to_move: 0 }, roll), Some(PositionError::Seats));
    assert_eq!(refusal(&CrownsPosition { to_move: 1, ..one.clone() }, roll), Some(PositionError::Mover));
    assert_eq!(
        refusal(&CrownsPosition { seats: vec![Seat { covered: 0b11, chips: 17, given: 0 }], to_move: 0 }, roll),
        Some(PositionError::Chips)
    );
    assert_eq!(
        refusal(&CrownsPosition { seats: vec![Seat { covered: 1 << 40, chips: 3, given: 0 }], to_move: 0 }, roll),
        Some(PositionError::Chips)
    );
    assert_eq!(refusal(&one, [5, 0, 0, 0, 0, 0]), Some(PositionError::Roll));
    assert_eq!(refusal(&one, [250, 6, 6, 0, 0, 0]), Some(PositionError::Roll));
    assert_eq!(refusal(&one, roll), None);
}
