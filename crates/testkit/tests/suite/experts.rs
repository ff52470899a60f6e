//! What everyone who knows a game must keep: all legal moves valued, chances that sum to one,
//! legal choices at every level, the same answer to the same question.

use std::cell::Cell;
use std::collections::HashSet;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_bots::random::{random_move, throw};
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{Bots, Effort, Expert, Level, NamedPlayer, Thoroughness};
use spieltisch_rules::caro::{self, Caro};
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::{self, Crowns};
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_rules::{Game, ToAct};

/// Positions with a choice, met in random games, every `every`-th of them.
fn positions<G: Game>(game: &G, games: u64, every: usize) -> Vec<G::State> {
    let mut met = Vec::new();
    let mut count = 0;
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = game.start();
        loop {
            match game.to_act(&state) {
                ToAct::Over => break,
                ToAct::Roll { .. } => {
                    let roll = throw(game, &state, &mut rng).expect("a roll that is due can be thrown");
                    game.roll_trusted(&mut state, roll);
                }
                ToAct::Move(_) => {
                    count += 1;
                    if count % every == 0 && game.count_moves(&state) > 1 {
                        met.push(state.clone());
                    }
                    let mv = random_move(game, &state, &mut rng).expect("a player to move has a move");
                    game.play_trusted(&mut state, mv);
                }
            }
        }
    }
    met
}

fn keeps_its_word<G: Bots>(game: G, every: usize) {
    let expert = game.expert(&EmptyValueStore);
    for (i, state) in positions(&game, 1, every).iter().enumerate() {
        let name = format!("{} for {}, position {i}", G::INFO.name, game.players());
        for thoroughness in [Thoroughness::Glance, Thoroughness::Look] {
            values_every_move(&game, &*expert, state, thoroughness, &name);
        }
        for level in Level::ALL {
            let choose = || expert.choose(state, level, &mut Xoshiro256PlusPlus::seed_from_u64(i as u64));
            let mv = choose();
            assert!(game.check(state, mv).is_ok(), "{name}: level {} chose {mv}", level.number());
            assert_eq!(mv, choose(), "{name}: the same random numbers, the same move");
        }
        let greedy = expert.greedy(state, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert!(game.check(state, greedy).is_ok(), "{name}: greedy chose {greedy}");
    }
}

fn values_every_move<G: Game>(game: &G, expert: &dyn Expert<G>, state: &G::State, thoroughness: Thoroughness, name: &str) {
    let ToAct::Move(seat) = game.to_act(state) else { panic!("{name}: no player is to move") };
    let valued = expert.evaluate(state, Effort::of(thoroughness));
    let moves: HashSet<G::Move> = valued.iter().map(|valued| valued.mv).collect();
    assert_eq!(moves, game.moves(state).into_iter().collect(), "{name}: every legal move and no other");
    assert_eq!(moves.len(), valued.len(), "{name}: no move twice");
    for one in &valued {
        let sum: f64 = one.win.iter().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{name}: chances of {} sum to {sum}", one.mv);
        assert!(one.win.iter().all(|chance| (-1e-6..=1.0 + 1e-6).contains(chance)), "{name}: {:?}", one.win);
        assert!(one.points[..game.players()].iter().all(|points| points.is_finite()), "{name}: {:?}", one.points);
    }
    // A tree search puts the move it looked at most first, even where another promises a little more.
    assert!(valued[1..].windows(2).all(|pair| pair[0].win[seat] >= pair[1].win[seat] - 1e-9), "{name}: best first");
    assert!(valued.iter().all(|other| other.win[seat] <= valued[0].win[seat] + 0.05), "{name}: the first is the best, or nearly");
    let again = expert.evaluate(state, Effort::of(thoroughness));
    assert_eq!(valued, again, "{name}: the same question, the same answer");
}

/// An expert that is told to stop at once still answers with every legal move.
fn answers_when_stopped<G: Bots>(game: G) {
    let expert = game.expert(&EmptyValueStore);
    for state in positions(&game, 1, 11) {
        let asked = Cell::new(0u32);
        let stop = || {
            asked.set(asked.get() + 1);
            true
        };
        let valued = expert.evaluate(&state, Effort { thoroughness: Thoroughness::Study, stop: &stop });
        assert_eq!(valued.len(), game.count_moves(&state), "{}", G::INFO.name);
    }
}

fn set_up<G: Game>(players: usize, options: G::Options) -> G {
    G::new(players, options, G::Board::default()).expect("a set-up as it should be")
}

#[test]
fn yatzy_experts() {
    for players in [1, 2, 4] {
        keeps_its_word::<Yatzy>(set_up(players, Default::default()), 9);
    }
}

#[test]
fn castro_experts() {
    for players in 2..=4 {
        keeps_its_word::<Castro>(set_up(players, Default::default()), 13);
    }
}

#[test]
fn caro_experts() {
    for players in 2..=4 {
        keeps_its_word::<Caro>(set_up(players, Default::default()), 5);
        keeps_its_word::<Caro>(set_up(players, caro::Options { open_table: true, ..Default::default() }), 7);
    }
}

#[test]
fn crowns_experts() {
    for players in [1, 2, 6] {
        keeps_its_word::<Crowns>(set_up(players, Default::default()), 6);
    }
    keeps_its_word::<Crowns>(set_up(1, crowns::Options { solo_hard: true, ..Default::default() }), 4);
}

#[test]
fn experts_stop_when_told() {
    answers_when_stopped::<Yatzy>(set_up(2, Default::default()));
    answers_when_stopped::<Castro>(set_up(2, Default::default()));
    answers_when_stopped::<Caro>(set_up(2, Default::default()));
    answers_when_stopped::<Caro>(set_up(3, Default::default()));
    answers_when_stopped::<Crowns>(set_up(2, Default::default()));
}

#[test]
fn optimal_is_refused_where_a_game_is_not_solved() {
    let castro: Castro = set_up(2, Default::default());
    assert!(NamedPlayer::new("optimal".parse().unwrap(), &castro, &castro.expert(&EmptyValueStore)).is_none());
    let yatzy: Yatzy = set_up(1, Default::default());
    assert!(NamedPlayer::new("optimal".parse().unwrap(), &yatzy, &yatzy.expert(&EmptyValueStore)).is_some());
}
