//! Games of five dice that are kept and rolled again, and what is chosen between two rolls.

use spieltisch_rules::Game;
use spieltisch_rules::dice::Hand;

use crate::tray::Tray;
use crate::{LocalGame, Next, Tapped};

/// A game of five dice that are kept and rolled again.
pub trait FiveDice: Game {
    /// How many rolls a turn has.
    const ROLLS: u8;

    /// The dice, and how many rolls of the turn are used.
    fn dice(state: &Self::State) -> (Hand, u8);

    /// The move that keeps these dice and rolls the others.
    fn keep(kept: Hand) -> Self::Move;

    /// The dice that a move keeps.
    fn kept_by(mv: Self::Move) -> Option<Hand>;
}

/// The dice between two rolls, and what was chosen instead of rolling again.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceChoice<T> {
    /// The dice.
    pub tray: Tray,
    /// A box or a square.
    pub chosen: Option<T>,
}

impl<T> Default for DiceChoice<T> {
    fn default() -> DiceChoice<T> {
        DiceChoice { tray: Tray::default(), chosen: None }
    }
}

impl<T: Copy + PartialEq> DiceChoice<T> {
    /// The dice as a person left them, where they lie like this in the game.
    pub fn with_tray<G: FiveDice>(self, game: &LocalGame<G>, tray: Tray) -> DiceChoice<T> {
        let (hand, rolls) = G::dice(&game.position.state);
        if tray.shows(hand, rolls) { DiceChoice { tray, ..self } } else { self }
    }

    /// The dice follow the game; what was chosen is let go.
    pub(crate) fn follow_dice<G: FiveDice>(&mut self, game: &LocalGame<G>) {
        let (hand, rolls) = G::dice(&game.position.state);
        self.chosen = None;
        self.tray.follow(hand, rolls);
    }

    /// Keeps the die in this place, or frees it; what was chosen is let go.
    pub(crate) fn toggle<G: FiveDice>(&mut self, game: &LocalGame<G>, slot: usize) -> Tapped<G::Move> {
        if !may_keep(game) || slot >= self.tray.kept.len() {
            return Tapped::Nothing;
        }
        self.chosen = None;
        self.tray.kept[slot] = !self.tray.kept[slot];
        Tapped::Chosen
    }

    /// A tap chooses, a second one makes the move; what cannot be chosen is refused with its reason.
    pub(crate) fn choose<G: FiveDice>(&mut self, game: &LocalGame<G>, what: T, mv: G::Move) -> Tapped<G::Move> {
        if !game.person_acts() {
            return Tapped::Nothing;
        }
        if self.chosen == Some(what) || game.position.game.check(&game.position.state, mv).is_err() {
            return Tapped::Play(mv);
        }
        self.chosen = Some(what);
        Tapped::Chosen
    }

    /// Rolling again what is not kept, where a roll is left.
    pub(crate) fn roll_again<G: FiveDice>(&self, game: &LocalGame<G>) -> Next<G::Move> {
        let kept = self.tray.kept_hand();
        if G::dice(&game.position.state).1 == G::ROLLS || kept.is_full() { Next::Nothing } else { Next::PlayAndRoll(G::keep(kept)) }
    }
}

/// Whether the person at the screen may keep and free dice now.
pub fn may_keep<G: FiveDice>(game: &LocalGame<G>) -> bool {
    game.person_acts() && game.is_deciding() && G::dice(&game.position.state).1 < G::ROLLS
}
