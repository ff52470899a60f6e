//! The ledger closes, whatever the game and however it was played.

use std::sync::Arc;

use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::Bots;
use spieltisch_bots::evaluation::{Evaluator, Measure, outcomes, worth};
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::yatzy::YatzyExpert;
use spieltisch_review::{EventKind, Ledger, Review, Reviewer};
use spieltisch_rules::caro::{self, Caro};
use spieltisch_rules::castro::{self, Castro};
use spieltisch_rules::crowns::{self, Crowns};
use spieltisch_rules::yatzy::{self, Yatzy};
use spieltisch_rules::{Event, Game, ToAct};

const SEED: u64 = 20_261_116;

fn random_game<G: Game>(game: &G, rng: &mut Xoshiro256PlusPlus) -> Vec<Event<G>> {
    let mut events = Vec::new();
    let mut state = game.start();
    let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| {
        let objectors = game.objectors(state).map(|seats| seats.iter().collect::<Vec<_>>()).unwrap_or_default();
        match objectors.first().filter(|_| rng.random_bool(0.5)) {
            Some(&seat) => game.objection(seat),
            None => random_move(game, state, rng),
        }
    };
    play_out(game, &mut state, rng, choose, |_, event| events.push(event));
    events
}

fn reviewer<G: Game>(game: &G, evaluator: Arc<dyn Evaluator<G>>) -> Reviewer<G> {
    Reviewer::new(game.clone(), evaluator)
}

fn names(players: usize) -> Vec<String> {
    (0..players).map(|seat| format!("P{seat}")).collect()
}

fn check_closed(review: &Review, what: &str) {
    for (measure, ledgers) in &review.ledgers {
        for (seat, ledger) in ledgers.iter().enumerate() {
            assert!(ledger.gap().abs() < 1e-9, "{what}: {measure:?} of seat {seat} is off by {}", ledger.gap());
            assert!(ledger.losses <= 1e-12, "{what}: seat {seat} gained by its own decisions: {ledger:?}");
        }
        if *measure == Measure::Win {
            // One seat's loss is the others' gift, so these two columns are one line.
            let columns: [fn(&Ledger) -> f64; 5] = [|l| l.luck, |l| l.losses + l.gifts, |l| l.drift, |l| l.start, |l| l.end];
            for (column, expected) in columns.iter().zip([0.0, 0.0, 0.0, 1.0, 1.0]) {
                let sum: f64 = ledgers.iter().map(column).sum();
                assert!((sum - expected).abs() < 1e-9, "{what}: a column of {ledgers:?} sums to {sum}, not {expected}");
            }
        }
    }
    for step in &review.steps {
        for change in &step.changes {
            assert!(change.loss >= 0.0, "{what}: {step:?}");
            if change.measure == Measure::Win {
                assert!(change.by_seat.iter().sum::<f64>().abs() < 1e-9, "{what}: {step:?}");
                assert!(change.drift.iter().flatten().sum::<f64>().abs() < 1e-9, "{what}: {step:?}");
            }
        }
    }
}

/// The steps add up to the ledgers.
fn check_steps(review: &Review, what: &str) {
    for (measure, ledgers) in &review.ledgers {
        for (seat, ledger) in ledgers.iter().enumerate() {
            let (mut luck, mut play, mut drift) = (0.0, 0.0, 0.0);
            for step in &review.steps {
                let change = step.change(*measure).expect("every measure is in every step");
                *(if step.kind == EventKind::Roll { &mut luck } else { &mut play }) += change.by_seat[seat];
                drift += change.drift.as_ref().map_or(0.0, |drift| drift[seat]);
            }
            assert!((luck - ledger.luck).abs() < 1e-9 && (drift - ledger.drift).abs() < 1e-9, "{what}");
            assert!((play - ledger.losses - ledger.gifts).abs() < 1e-9, "{what}");
        }
    }
}

/// Before every roll a position is worth the mean over all outcomes, and right after it the best move's worth.
fn check_means<G: Game>(game: &G, evaluator: &Arc<dyn Evaluator<G>>, events: &[Event<G>], what: &str) {
    for measure in reviewer(game, evaluator.clone()).measures() {
        let mut state = game.start();
        let mut turn = evaluator.turn(&state, measure);
        for event in events {
            if matches!(game.to_act(&state), ToAct::Roll { .. }) {
                if game.begins_turn(&state) {
                    turn = evaluator.turn(&state, measure);
                }
                let before = worth(game, &*turn, &state);
                let all = outcomes(game, &*turn, &state);
                let weights: f64 = all.iter().map(|(_, weight, _)| f64::from(*weight)).sum();
                for seat in 0..game.players() {
                    let mean: f64 = all.iter().map(|(_, weight, worth)| f64::from(*weight) * worth[seat]).sum::<f64>() / weights;
                    assert!((mean - before[seat]).abs() < 1e-9, "{what}: {measure:?}, seat {seat}: {mean} is not {}", before[seat]);
                }
            }
            let _ = game.take(&mut state, *event);
        }
    }
}

fn check<G: Bots>(game: G, games: usize, means: usize) {
    let evaluator = game.evaluator(&EmptyValueStore);
    check_with(game, evaluator, games, means);
}

fn check_with<G: Game>(game: G, evaluator: Arc<dyn Evaluator<G>>, games: usize, means: usize) {
    let reviewer = reviewer(&game, evaluator.clone());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    for number in 0..games {
        let what = format!("{} for {}, seed {SEED}, game {number}", G::INFO.name, game.players());
        let events = random_game(&game, &mut rng);
        let whole = reviewer.review(&names(game.players()), &events, &mut |_| true).expect("not stopped");
        check_closed(&whole, &what);
        check_steps(&whole, &what);
        assert!(whole.result.is_some() && whole.steps.len() == events.len(), "{what}");
        let part = rng.random_range(0..events.len());
        let left = reviewer.review(&names(game.players()), &events[..part], &mut |_| true).expect("not stopped");
        check_closed(&left, &format!("{what}, left after {part} events"));
        assert_eq!((left.result.clone(), &left.steps[..]), (None, &whole.steps[..part]), "{what}: the same steps as far as it went");
        if number < means {
            check_means(&game, &evaluator, &events, &what);
        }
    }
}

#[test]
fn yatzy_closes() {
    let yatzy = |players| Yatzy::new(players, yatzy::Options::default(), Default::default()).unwrap();
    let expert = YatzyExpert::new(&yatzy(1), &|_| true).expect("not stopped");
    for players in 1..=8 {
        check_with(yatzy(players), Arc::new(expert.with_players(&yatzy(players)).expect("the same options")), 2, 1);
    }
    let house = yatzy::Options { bonus_at_least: 63, two_pairs_from_four: true, full_house_from_yatzy: true, ..Default::default() };
    check(Yatzy::new(2, house, Default::default()).unwrap(), 2, 1);
    let bonus_for_nothing = yatzy::Options { bonus_at_least: 0, ..Default::default() };
    check(Yatzy::new(1, bonus_for_nothing, Default::default()).unwrap(), 2, 1);
}

#[test]
fn castro_closes() {
    for players in 2..=4 {
        check(Castro::new(players, castro::Options::default(), Default::default()).unwrap(), 2, 1);
    }
    check(Castro::new(2, castro::Options { full_house_from_yatzy: true, ..Default::default() }, Default::default()).unwrap(), 2, 1);
}

#[test]
fn caro_closes() {
    for players in 2..=4 {
        for open_table in [false, true] {
            check(Caro::new(players, caro::Options { open_table, ..Default::default() }, Default::default()).unwrap(), 3, 0);
        }
    }
}

#[test]
fn crowns_closes() {
    for players in 1..=6 {
        check(Crowns::new(players, crowns::Options::default(), Default::default()).unwrap(), 2, 1);
    }
    check(Crowns::new(1, crowns::Options { solo_hard: true, ..Default::default() }, Default::default()).unwrap(), 3, 1);
}

#[test]
fn a_listener_can_stop_it() {
    let game = Caro::new(2, Default::default(), Default::default()).unwrap();
    let events = random_game(&game, &mut Xoshiro256PlusPlus::seed_from_u64(SEED));
    let mut heard = Vec::new();
    let stopped = reviewer(&game, game.evaluator(&EmptyValueStore)).review(&names(2), &events, &mut |done| {
        heard.push(done);
        done < 3
    });
    assert!(stopped.is_none());
    assert_eq!(heard, [1, 2, 3]);
}

/// A reviewer can be shared by threads.
#[test]
fn a_reviewer_is_shared() {
    fn shared<T: Send + Sync>(_: T) {}
    let game = Caro::new(2, Default::default(), Default::default()).unwrap();
    shared(reviewer(&game, game.evaluator(&EmptyValueStore)));
}
