//! What a person has chosen and not done yet, and what the main button makes of it.

use spieltisch_rules::Game;
use spieltisch_texts::{self as texts, Lang};

use crate::{GameText, LocalGame};

/// What the main button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<M> {
    /// It cannot be pressed.
    Nothing,
    /// Throws the dice that are due.
    Roll,
    /// Asks whether the person means it.
    Ask,
    /// Makes a move.
    Play(M),
    /// Makes a move, and throws the dice that are due after it.
    PlayAndRoll(M),
}

/// What a tap has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tapped<M> {
    /// Nothing at all.
    Nothing,
    /// The choice has changed.
    Chosen,
    /// A move is to be made, or to be refused with its reason.
    Play(M),
}

/// A game whose table can be operated: the compiler asks every game for its choice.
pub trait Choose: GameText {
    /// What a person chooses before they press the main button.
    type Choice: TableChoice<Self> + Send + Sync + 'static;
}

/// What is chosen at a table. Taps and digits change it, the main button acts on it, and it is let go when the game goes on.
pub trait TableChoice<G: Game>: Clone + Default + PartialEq {
    /// What can be tapped: a box, a square, a place, a field.
    type Field: Copy + PartialEq;

    /// Takes notice of a new position.
    fn follow(&mut self, game: &LocalGame<G>);

    /// A tap on the board.
    fn tap(&mut self, game: &LocalGame<G>, field: Self::Field) -> Tapped<G::Move>;

    /// A tap on what lies beside the board, a die or a tile, from 0.
    fn tap_piece(&mut self, game: &LocalGame<G>, place: usize) -> Tapped<G::Move>;

    /// What the main button does now.
    fn next(&self, game: &LocalGame<G>) -> Next<G::Move>;

    /// Presses the main button: what is to be done, after the choice has noted a question.
    fn press(&mut self, game: &LocalGame<G>) -> Next<G::Move> {
        self.next(game)
    }

    /// What the main button says.
    fn label(&self, lang: Lang, game: &LocalGame<G>) -> String;

    /// What the person who acts is to do now.
    fn prompt(&self, lang: Lang, game: &LocalGame<G>) -> String;

    /// Whether the main button asks for a yes.
    fn asks(&self) -> bool {
        false
    }

    /// Whether something is chosen that can be let go.
    fn is_anything(&self, game: &LocalGame<G>) -> bool;

    /// Lets go what was chosen last.
    fn let_go(&mut self);
}

/// What stands above the main button: what to do now, or who is awaited.
pub fn prompt<G: Choose>(lang: Lang, game: &LocalGame<G>, choice: &G::Choice) -> String {
    if game.person_acts() { choice.prompt(lang, game) } else { texts::play_thinking(lang, &game.seats[game.seat_to_act()].name) }
}
