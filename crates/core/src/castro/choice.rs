//! What a person chooses at a table of Castro: dice to keep, or a square.

use spieltisch_rules::castro::{Castro, Move, ROLLS, Square, State};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Game, ToAct};
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::{Choose, DiceChoice, FiveDice, LocalGame, Next, TableChoice, Tapped, your_turn};

impl FiveDice for Castro {
    const ROLLS: u8 = ROLLS;

    fn dice(state: &State) -> (Hand, u8) {
        (state.dice(), state.rolls())
    }

    fn keep(kept: Hand) -> Move {
        Move::Keep(kept)
    }

    fn kept_by(mv: Move) -> Option<Hand> {
        match mv {
            Move::Keep(kept) => Some(kept),
            Move::Place(_) | Move::Lose => None,
        }
    }
}

impl Choose for Castro {
    type Choice = DiceChoice<Square>;
}

impl TableChoice<Castro> for DiceChoice<Square> {
    type Field = Square;

    fn follow(&mut self, game: &LocalGame<Castro>) {
        self.follow_dice(game);
    }

    fn tap(&mut self, game: &LocalGame<Castro>, square: Square) -> Tapped<Move> {
        self.choose(game, square, Move::Place(square))
    }

    fn tap_piece(&mut self, game: &LocalGame<Castro>, slot: usize) -> Tapped<Move> {
        self.toggle(game, slot)
    }

    fn next(&self, game: &LocalGame<Castro>) -> Next<Move> {
        let state = &game.position.state;
        if !game.person_acts() {
            return Next::Nothing;
        }
        match (game.to_act(), self.chosen) {
            (ToAct::Roll { .. }, _) => Next::Roll,
            (_, Some(square)) => Next::Play(Move::Place(square)),
            _ if state.rolls() == ROLLS && game.position.game.check(state, Move::Lose).is_ok() => Next::Play(Move::Lose),
            _ => self.roll_again(game),
        }
    }

    fn label(&self, lang: Lang, game: &LocalGame<Castro>) -> String {
        match self.next(game) {
            Next::PlayAndRoll(Move::Keep(kept)) if !kept.is_empty() => {
                format!("{} · {}", t(lang, Key::ButtonRoll), texts::count_dice(lang, (Hand::MOST - kept.len()) as i64))
            }
            Next::Play(Move::Place(square)) => format!("{} · {square}", t(lang, Key::ButtonPlaceRoof)),
            Next::Play(Move::Lose) => t(lang, Key::ButtonLoseRoof).to_string(),
            _ => t(lang, Key::ButtonRoll).to_string(),
        }
    }

    fn prompt(&self, lang: Lang, game: &LocalGame<Castro>) -> String {
        let state = &game.position.state;
        if !game.is_deciding() {
            return your_turn(lang, game);
        }
        if self.chosen.is_some() {
            return t(lang, Key::PlayConfirm).to_string();
        }
        let none = game.position.game.legal_squares(state.stacks(), state.dice(), state.rolls()).is_empty();
        t(lang, what_now(none, state.rolls() == ROLLS, self.tray.kept_hand().is_full())).to_string()
    }

    fn is_anything(&self, _: &LocalGame<Castro>) -> bool {
        self.chosen.is_some()
    }

    fn let_go(&mut self) {
        self.chosen = None;
    }
}

/// What to do with the dice: whether no square fits them, whether it was the last roll, whether all are kept.
fn what_now(none_fits: bool, last_roll: bool, all_kept: bool) -> Key {
    match (none_fits, last_roll, all_kept) {
        (true, true, _) => Key::CastroPlayLost,
        (true, false, true) => Key::CastroPlayFreeOne,
        (true, false, false) => Key::CastroPlayNothingFits,
        (false, true, _) => Key::CastroPlayMustChooseSquare,
        (false, false, true) => Key::CastroPlayAllKept,
        (false, false, false) => Key::CastroPlayChooseSquare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolling_is_not_asked_for_where_nothing_can_be_rolled() {
        assert_eq!(what_now(false, false, false), Key::CastroPlayChooseSquare);
        assert_eq!(what_now(false, false, true), Key::CastroPlayAllKept);
        assert_eq!(what_now(true, false, true), Key::CastroPlayFreeOne);
        assert_eq!(what_now(true, true, true), Key::CastroPlayLost);
    }
}
