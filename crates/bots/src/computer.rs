//! The computer player: what it is asked at a table, and how it answers.
//!
//! Simulations and arenas, the server and the page's worker all ask here, so that a level plays the same everywhere.

use std::sync::Arc;

use rand::Rng;
use spieltisch_rules::{Game, MAX_SEATS, ToAct};

use crate::expert::{Expert, Level};

/// The levels of the seats that computers play; `None` where a person decides.
pub type Levels = [Option<Level>; MAX_SEATS];

/// What is asked of a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotQuestion {
    /// The decision of the player to move, at this level.
    Decide(Level),
    /// Whether one of these seats objects to the last move.
    Object(Levels),
}

impl BotQuestion {
    /// Questions of one kind need the same knowledge.
    pub(crate) fn kind(self) -> BotQuestion {
        match self {
            BotQuestion::Decide(level) => BotQuestion::Decide(level),
            BotQuestion::Object(_) => BotQuestion::Object([None; MAX_SEATS]),
        }
    }
}

/// The move a computer answers with; `None` where it does nothing. The expert is asked for only where one is needed:
/// making one can mean learning the game first.
pub fn answer<G: Game>(
    game: &G,
    state: &G::State,
    question: BotQuestion,
    expert: impl FnOnce() -> Arc<dyn Expert<G>>,
    rng: &mut dyn Rng,
) -> Option<G::Move> {
    match question {
        BotQuestion::Decide(level) => decide(game, state, || Some(expert().choose(state, level, rng))),
        BotQuestion::Object(levels) => {
            let objectors = game.objectors(state)?;
            let expert = objectors.iter().any(|seat| levels[seat].is_some()).then(expert)?;
            objection(game, state, |seat| levels[seat].is_some_and(|level| expert.notices_fault(state, level, rng)))
        }
    }
}

/// The decision that is due: the only legal move where there is just one, else what `think` comes to. `None` where no
/// move is due.
pub fn decide<G: Game>(game: &G, state: &G::State, think: impl FnOnce() -> Option<G::Move>) -> Option<G::Move> {
    if !matches!(game.to_act(state), ToAct::Move(_)) {
        return None;
    }
    if game.count_moves(state) <= 1 { game.nth_move(state, 0) } else { think() }
}

/// The objection of the first seat, in the order of play, that may object and notices that the last move broke a rule.
pub fn objection<G: Game>(game: &G, state: &G::State, mut notices: impl FnMut(usize) -> bool) -> Option<G::Move> {
    let objector = game.objectors(state)?.iter().find(|&seat| notices(seat))?;
    game.objection(objector)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use spieltisch_rules::caro::{Caro, Options};
    use spieltisch_rules::yatzy::Yatzy;

    use super::*;
    use crate::experts::{Bots, unlearned};
    use crate::random::{play_out, random_move};
    use crate::value_store::EmptyValueStore;

    #[test]
    fn one_legal_move_needs_no_expert() {
        let game = Yatzy::new(1, Default::default(), Default::default()).unwrap();
        let mut forced = 0;
        for seed in 0..20 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut state = game.start();
            let choose = |game: &Yatzy, state: &_, rng: &mut Xoshiro256PlusPlus| {
                if game.count_moves(state) > 1 {
                    return random_move(game, state, rng);
                }
                forced += 1;
                answer(game, state, BotQuestion::Decide(Level::Five), || unreachable!("there is nothing to decide"), rng)
            };
            play_out(&game, &mut state, &mut rng, choose, |_, _| {});
            assert!(game.result(&state).is_some(), "seed {seed}");
        }
        assert!(forced > 0, "after the last roll for the last field there is one move");
    }

    #[test]
    fn nothing_is_decided_while_dice_are_due() {
        let game = Yatzy::new(1, Default::default(), Default::default()).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        assert_eq!(answer(&game, &game.start(), BotQuestion::Decide(Level::One), || unlearned(&game), &mut rng), None);
    }

    /// At an open table only computers object, only to what was wrong, and the top level always.
    #[test]
    fn computers_object_to_what_was_wrong() {
        let game = Caro::new(3, Options { open_table: true, ..Default::default() }, Default::default()).unwrap();
        let expert = game.expert(&EmptyValueStore);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut state, mut wrong) = (game.start(), 0);
        let choose = |game: &Caro, state: &_, rng: &mut Xoshiro256PlusPlus| {
            let of_persons = answer(game, state, BotQuestion::Object([None; MAX_SEATS]), || unreachable!("no computer may object"), rng);
            assert_eq!(of_persons, None);
            let levels = [Some(Level::Five); MAX_SEATS];
            let objection = answer(game, state, BotQuestion::Object(levels), || expert.clone(), rng);
            let first = game.objectors(state).and_then(|seats| seats.iter().next());
            if objection.is_some() {
                wrong += 1;
                assert_eq!(objection, game.objection(first.unwrap()), "the first who may");
            }
            objection.or_else(|| random_move(game, state, rng))
        };
        play_out(&game, &mut state, &mut rng, choose, |_, _| {});
        assert!(wrong > 0, "random tiles are wrong now and then, seed 7");
    }
}
