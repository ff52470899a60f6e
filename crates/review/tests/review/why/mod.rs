//! Every reason that is given is true: each fact is worked out a second time, by the rules alone.

mod caro;
mod castro;
mod crowns;
mod sentences;
mod yatzy;

use std::collections::HashMap;
use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::Level;
use spieltisch_bots::evaluation::Evaluator;
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_review::{EventKind, Explain, KeptReview, Reviewer, Why};
use spieltisch_rules::{Event, Game, Seat, ToAct};

const SEED: u64 = 20_261_117;

/// A decision and the reason given for it.
struct Given<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    played: G::Move,
    best: G::Move,
    what: String,
}

impl<G: Game> Given<'_, G> {
    fn after(&self, mv: G::Move) -> G::State {
        let mut after = self.state.clone();
        self.game.play(&mut after, mv).unwrap_or_else(|refused| panic!("{}: {mv} is refused: {refused:?}", self.what));
        after
    }

    #[track_caller]
    fn same(&self, told: f64, found: f64) {
        assert!((told - found).abs() < 1e-9, "{}: told {told}, but it is {found}", self.what);
    }

    /// The best chance that a turn of this seat ends as wished, by the rules alone.
    fn chance(&self, state: &G::State, wished: &dyn Fn(&G::State, G::Move) -> bool) -> f64 {
        chance(self.game, state, wished, &mut HashMap::new())
    }
}

/// The best chance that the turn goes on to a wished move; every way to roll and to choose is gone through.
fn chance<G: Game>(game: &G, state: &G::State, wished: &dyn Fn(&G::State, G::Move) -> bool, known: &mut HashMap<G::State, f64>) -> f64 {
    if let Some(known) = known.get(state) {
        return *known;
    }
    let found = match game.to_act(state) {
        ToAct::Over => 0.0,
        ToAct::Roll { .. } => {
            let mut rolls = Vec::new();
            game.each_outcome(state, |roll, weight| rolls.push((roll, f64::from(weight))));
            let all: f64 = rolls.iter().map(|(_, weight)| weight).sum();
            let after = |roll: G::Roll| {
                let mut after = state.clone();
                game.roll_trusted(&mut after, roll);
                after
            };
            rolls.into_iter().map(|(roll, weight)| weight / all * chance(game, &after(roll), wished, known)).sum()
        }
        ToAct::Move(_) => {
            let mut most = 0.0f64;
            for mv in game.moves(state) {
                let mut after = state.clone();
                game.play_trusted(&mut after, mv);
                let goes_on = matches!(game.to_act(&after), ToAct::Roll { .. }) && !game.begins_turn(&after);
                let value = if goes_on { chance(game, &after, wished, known) } else { f64::from(u8::from(wished(state, mv))) };
                most = most.max(value);
            }
            most
        }
    };
    known.insert(state.clone(), found);
    found
}

/// One game in which every other decision is random and the others are those of the middle level.
fn half_random_game<G: Explain>(game: &G, rng: &mut Xoshiro256PlusPlus) -> Vec<Event<G>> {
    let expert = game.expert(&EmptyValueStore);
    let (mut events, mut state, mut count) = (Vec::new(), game.start(), 0);
    let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| {
        count += 1;
        if count % 2 == 0 { random_move(game, state, rng) } else { Some(expert.choose(state, Level::Three, rng)) }
    };
    play_out(game, &mut state, rng, choose, |_, event| events.push(event));
    events
}

/// The reasons of the decisions that are shown first are kept with the review, and read back.
fn reasons_are_kept<G: Explain>(reviewer: &Reviewer<G>, mut kept: KeptReview, events: &[Event<G>]) {
    let shown = kept.to_explain();
    assert!(shown.len() <= 3 * reviewer.game().players());
    for event in &shown {
        if let Some(why) = reviewer.why(events, *event) {
            kept.add_reason(*event, why);
        }
    }
    let read = KeptReview::read(&kept.to_text(), reviewer.game().players(), events.len()).expect("what was written is read");
    for event in 1..=events.len() {
        let sentence = |review: &KeptReview| review.reason(event).map(ToString::to_string);
        assert_eq!(sentence(&read), sentence(&kept), "event {event}");
        assert!(shown.contains(&event) || read.reason(event).is_none());
    }
}

/// Plays games, asks for the reasons of all costly decisions, at most so many a game, and checks each; returns how many were given.
fn check<G: Explain>(game: G, evaluator: Arc<dyn Evaluator<G>>, games: usize, most: usize, check: impl Fn(&Given<'_, G>, Why)) -> usize {
    let reviewer = Reviewer::new(game.clone(), evaluator);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut given = 0;
    for number in 0..games {
        let events = half_random_game(&game, &mut rng);
        let names: Vec<String> = (0..game.players()).map(|seat| format!("P{seat}")).collect();
        let review = reviewer.review(&names, &events, &mut |_| true).expect("not stopped");
        let worst: Vec<usize> = review.worst_decisions(most).iter().map(|step| step.event).collect();
        if number == 0 {
            reasons_are_kept(&reviewer, KeptReview::from(&review), &events);
        }
        let mut state = game.start();
        for (event, step) in events.iter().zip(&review.steps) {
            let what = format!(
                "{} for {}, seed {SEED}, game {number}, event {}: {} (best {:?})",
                G::INFO.name,
                game.players(),
                step.event,
                step.text,
                step.best
            );
            if step.kind == EventKind::Roll {
                assert_eq!(reviewer.why(&events, step.event), None, "{what}");
            } else if let (true, Event::Move(played), Some(best)) = (worst.contains(&step.event), *event, &step.best) {
                let best = best.parse().unwrap_or_else(|_| panic!("{what}"));
                let why = reviewer.why(&events, step.event);
                if let Some(why) = why {
                    given += 1;
                    let text = serde_json::to_string(&why).expect("it can be kept");
                    let read = serde_json::from_str::<Why>(&text).unwrap_or_else(|error| panic!("{what}: {text}: {error}"));
                    assert_eq!(read.to_string(), why.to_string(), "{what}: {text}");
                    check(&Given { game: &game, state: &state, seat: step.seat, played, best, what: format!("{what}: {why}") }, why);
                }
            }
            let _ = game.take(&mut state, *event);
        }
    }
    assert_eq!(reviewer.why(&[], 1), None);
    assert_eq!(reviewer.why(&[], 0), None);
    given
}
