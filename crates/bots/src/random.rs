//! Uniformly random play, and throwing dice.

use rand::{Rng, RngExt};
use spieltisch_rules::dice::FACES;
use spieltisch_rules::{Event, Game, ToAct};

/// The most dice thrown at once in any game.
const MOST_DICE: usize = 6;

/// A legal move, each with the same chance; `None` where no move is due.
pub fn random_move<G: Game>(game: &G, state: &G::State, rng: &mut (impl Rng + ?Sized)) -> Option<G::Move> {
    let count = game.count_moves(state);
    if count == 0 {
        return None;
    }
    game.nth_move(state, rng.random_range(0..count))
}

/// Throws the dice that are due; `None` where no roll is due.
pub fn throw<G: Game>(game: &G, state: &G::State, rng: &mut (impl Rng + ?Sized)) -> Option<G::Roll> {
    let ToAct::Roll { dice, .. } = game.to_act(state) else { return None };
    let mut faces = [0; MOST_DICE];
    for face in &mut faces[..dice] {
        *face = rng.random_range(1..=FACES as u8);
    }
    game.outcome(state, &faces[..dice])
}

/// Plays to the end, with `choose` deciding and fair dice; `on_event` sees every event after
/// it is decided and before it is taken.
pub fn play_out<G: Game, R: Rng>(
    game: &G,
    state: &mut G::State,
    rng: &mut R,
    mut choose: impl FnMut(&G, &G::State, &mut R) -> Option<G::Move>,
    mut on_event: impl FnMut(&G::State, Event<G>),
) {
    loop {
        match game.to_act(state) {
            ToAct::Over => return,
            ToAct::Move(_) => {
                let Some(mv) = choose(game, state, rng) else { return };
                on_event(state, Event::Move(mv));
                game.play_trusted(state, mv);
            }
            ToAct::Roll { .. } => {
                let Some(roll) = throw(game, state, rng) else { return };
                on_event(state, Event::Roll(roll));
                game.roll_trusted(state, roll);
            }
        }
    }
}
