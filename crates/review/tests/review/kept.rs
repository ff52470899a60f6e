//! What is kept of a review is read back as it was, and tells the same as the review.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::Bots;
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_review::{KeptReview, Review, Reviewer, Verdict, nearly_nothing};
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_rules::{Event, Game};

const SEED: u64 = 20_261_117;

fn random_game<G: Game>(game: &G, rng: &mut Xoshiro256PlusPlus) -> Vec<Event<G>> {
    let (mut events, mut state) = (Vec::new(), game.start());
    play_out(game, &mut state, rng, |game, state, rng| random_move(game, state, rng), |_, event| events.push(event));
    events
}

/// Reviews some random games, whole and left in the middle, and checks each.
fn check<G: Bots>(game: G, games: usize) {
    let reviewer = Reviewer::new(game.clone(), game.evaluator(&EmptyValueStore));
    let names: Vec<String> = (0..game.players()).map(|seat| format!("P{seat}")).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    for number in 0..games {
        let what = format!("{} for {}, seed {SEED}, game {number}", G::INFO.name, game.players());
        let events = random_game(&game, &mut rng);
        for part in [&events[..], &events[..events.len() / 2]] {
            let review = reviewer.review(&names, part, &mut |_| true).expect("not stopped");
            check_kept(&review, &reviewer, part, &what);
        }
    }
}

fn check_kept<G: Game>(review: &Review, reviewer: &Reviewer<G>, events: &[Event<G>], what: &str) {
    let mut kept = KeptReview::from(review);
    while kept.add_extreme(reviewer, events) {}
    let seats = review.players.len();
    assert_eq!(KeptReview::read(&kept.to_text(), seats, events.len()).as_ref(), Some(&kept), "{what}");
    assert_eq!(KeptReview::read(&kept.to_text(), seats, events.len() + 1), None, "{what}: of another game");

    let ledgers = review.ledger(review.measure()).expect("its own measure");
    let steps = 1e-6 * events.len() as f64;
    for (seat, ledger) in ledgers.iter().enumerate() {
        let curve = kept.curve(seat);
        assert_eq!(curve.len(), events.len() + 1, "{what}");
        assert!((curve[0] - ledger.start).abs() < 1e-6 && (curve[events.len()] - ledger.end).abs() < 2.0 * steps + 1e-6, "{what}");
    }
    let worst: Vec<usize> = review.worst_decisions(3).iter().map(|step| step.event).collect();
    let losses = |numbers: &[usize]| numbers.iter().map(|number| kept.steps[number - 1].loss()).collect::<Vec<f64>>();
    assert_eq!(losses(&kept.costliest(None, worst.len())), losses(&worst), "{what}");
    for extreme in &kept.extremes {
        let odds = reviewer.odds(events, extreme.event).expect("a roll");
        assert!(odds.as_good + odds.as_bad >= 1.0 - 1e-9 && odds.as_good > 0.0 && odds.as_bad > 0.0, "{what}: {odds:?}");
        assert_eq!(extreme.lucky, extreme.luck > 0.0, "{what}");
    }
    // A decision judged by itself costs what it costs in the review.
    for number in kept.costliest(None, 2) {
        let Event::Move(mv) = events[number - 1] else { panic!("{what}: {number} is no decision") };
        let judged = reviewer.judge(&events[..number - 1], mv).expect("a decision was due");
        let step = &review.steps[number - 1];
        assert_eq!((judged.seat, judged.is_choice), (step.seat, step.is_choice), "{what}");
        assert!((judged.changes[0].loss - step.changes[0].loss).abs() < 1e-9, "{what}: {judged:?} is not {step:?}");
    }
}

#[test]
fn yatzy_is_read_back() {
    check(Yatzy::new(1, Default::default(), Default::default()).expect("one player"), 2);
    check(Yatzy::new(3, Default::default(), Default::default()).expect("three players"), 1);
}

#[test]
fn castro_is_read_back() {
    check(Castro::new(3, Default::default(), Default::default()).expect("three players"), 1);
}

#[test]
fn caro_is_read_back() {
    check(Caro::new(2, Default::default(), Default::default()).expect("two players"), 1);
}

#[test]
fn crowns_is_read_back() {
    check(Crowns::new(1, Default::default(), Default::default()).expect("one player"), 1);
    check(Crowns::new(2, Default::default(), Default::default()).expect("two players"), 2);
}

#[test]
fn what_is_marked_as_good_has_nothing_better_worth_naming() {
    for is_chance in [true, false] {
        let nothing = nearly_nothing(is_chance);
        assert_eq!(Verdict::on(0.0, is_chance), Verdict::Good);
        assert_eq!(Verdict::on(nothing, is_chance), Verdict::Good);
        assert_eq!(Verdict::on(2.0 * nothing, is_chance), Verdict::Fine);
        assert_eq!(Verdict::on(7.0 * nothing, is_chance), Verdict::Costly);
    }
    assert_eq!(Verdict::on(0.09, true), Verdict::Costly, "nine wins in a hundred");
}
