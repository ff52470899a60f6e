//! Yatzy's points are exact: against a plain computation, and for the exact player.

use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::evaluation::{Evaluator, Measure, outcomes, worth};
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_bots::yatzy::YatzyExpert;
use spieltisch_bots::yatzy::textbook::Textbook;
use spieltisch_bots::{Expert, Level};
use spieltisch_review::Reviewer;
use spieltisch_rules::yatzy::{BONUS, BoxName, State, Yatzy};
use spieltisch_rules::{Event, Game, ToAct};

fn yatzy(players: usize) -> Yatzy {
    Yatzy::new(players, Default::default(), Default::default()).expect("a set-up that can be")
}

fn played(game: &Yatzy, seed: u64, mut choose: impl FnMut(&State, &mut Xoshiro256PlusPlus) -> <Yatzy as Game>::Move) -> Vec<Event<Yatzy>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut events = Vec::new();
    let mut state = game.start();
    play_out(game, &mut state, &mut rng, |_, state, rng| Some(choose(state, rng)), |_, event| events.push(event));
    events
}

#[test]
fn points_are_exact() {
    let game = yatzy(1);
    let expert = Arc::new(YatzyExpert::new(&game, &|_| true).expect("not stopped"));
    exact_players_lose_nothing(&game, &expert);
    drift_is_exactly_zero(&expert);
    values_agree_with_the_textbook(&game, &expert);
}

fn exact_players_lose_nothing(game: &Yatzy, expert: &Arc<YatzyExpert>) {
    let reviewer = Reviewer::new(game.clone(), expert.clone());
    for seed in 1..=20 {
        let optimal = played(game, seed, |state, _| expert.optimal(state).expect("a move is due"));
        let level5 = played(game, seed, |state, rng| expert.choose(state, Level::Five, rng));
        for events in [optimal, level5] {
            let review = reviewer.review(&["P".to_string()], &events, &mut |_| true).expect("not stopped");
            let ledger = review.ledgers[0].1[0];
            assert_eq!((ledger.losses, ledger.gifts, ledger.drift), (0.0, 0.0, 0.0), "seed {seed}");
            assert!(review.steps.iter().all(|step| step.changes[0].loss == 0.0), "seed {seed}");
            assert!((ledger.start - 323.619_505).abs() < 1e-6 && ledger.gap().abs() < 1e-9, "seed {seed}: {ledger:?}");
        }
    }
}

fn drift_is_exactly_zero(expert: &Arc<YatzyExpert>) {
    let game = yatzy(3);
    let expert: Arc<dyn Evaluator<Yatzy>> = Arc::new(expert.with_players(&game).expect("the same options"));
    let reviewer = Reviewer::new(game.clone(), expert);
    let names: Vec<String> = ["A", "B", "C"].map(String::from).to_vec();
    for seed in 1..=5 {
        let events = played(&game, seed, |state, rng| random_move(&game, state, rng).expect("a move is due"));
        let review = reviewer.review(&names, &events, &mut |_| true).expect("not stopped");
        for ledger in review.ledger(Measure::Points).expect("Yatzy keeps points") {
            assert_eq!((ledger.drift, ledger.gifts), (0.0, 0.0), "seed {seed}: {ledger:?}");
        }
        for step in &review.steps {
            let change = step.change(Measure::Points).expect("Yatzy keeps points");
            assert!(change.by_seat.iter().enumerate().all(|(seat, change)| seat == step.seat || *change == 0.0), "seed {seed}: {step:?}");
        }
    }
}

/// The last three boxes of random games, every position and all outcomes of every roll.
fn values_agree_with_the_textbook(game: &Yatzy, expert: &Arc<YatzyExpert>) {
    let mut textbook = Textbook::new(game.options().clone());
    for seed in 1..=3 {
        let mut state = game.start();
        for event in played(game, seed, |state, rng| random_move(game, state, rng).expect("a move is due")) {
            let sheet = *state.sheet(0);
            if sheet.free().len() <= 3 {
                let turn = Evaluator::turn(&**expert, &state, Measure::Points);
                let so_far = f64::from(sheet.total(game.options()) - sheet.bonus(game.options()))
                    + if sheet.upper_sum() >= game.options().bonus_at_least { f64::from(BONUS) } else { 0.0 };
                if matches!(game.to_act(&state), ToAct::Roll { .. }) {
                    let plain = match state.rolls() {
                        0 => textbook.outcome(sheet.free(), sheet.upper_sum()).mean,
                        rolls => textbook.keep(sheet.free(), sheet.upper_sum(), state.dice(), 3 - rolls),
                    };
                    let value = worth(game, &*turn, &state)[0];
                    assert!((value - so_far - plain).abs() < 1e-6, "seed {seed}: {value} is not {so_far} + {plain}");
                    let all = outcomes(game, &*turn, &state);
                    assert_eq!(all.iter().map(|(_, weight, _)| weight).sum::<u32>(), 6u32.pow(5 - state.dice().len() as u32));
                    if state.rolls() == 2 {
                        for (roll, _, value) in all {
                            let ends =
                                sheet.free().iter().map(|name: BoxName| textbook.end(sheet.free(), sheet.upper_sum(), roll.0, name).mean);
                            let plain = ends.fold(f64::NEG_INFINITY, f64::max);
                            assert!((value[0] - so_far - plain).abs() < 1e-6, "seed {seed}, {roll}: {} is not {plain}", value[0] - so_far);
                        }
                    }
                }
            }
            game.take(&mut state, event).expect("legal");
        }
    }
}
