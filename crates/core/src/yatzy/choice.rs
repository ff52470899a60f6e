//! What a person chooses at a table of Yatzy: dice to keep, or a box.

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, Move, ROLLS, State, Yatzy};
use spieltisch_rules::{Game, ToAct};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::box_name;
use crate::{Choose, DiceChoice, FiveDice, LocalGame, Next, TableChoice, Tapped, your_turn};

impl FiveDice for Yatzy {
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
            Move::Score(_) => None,
        }
    }
}

impl Choose for Yatzy {
    type Choice = DiceChoice<BoxName>;
}

impl TableChoice<Yatzy> for DiceChoice<BoxName> {
    type Field = BoxName;

    fn follow(&mut self, game: &LocalGame<Yatzy>) {
        self.follow_dice(game);
    }

    fn tap(&mut self, game: &LocalGame<Yatzy>, name: BoxName) -> Tapped<Move> {
        self.choose(game, name, Move::Score(name))
    }

    fn tap_piece(&mut self, game: &LocalGame<Yatzy>, slot: usize) -> Tapped<Move> {
        self.toggle(game, slot)
    }

    fn next(&self, game: &LocalGame<Yatzy>) -> Next<Move> {
        if !game.person_acts() {
            return Next::Nothing;
        }
        match (game.to_act(), self.chosen) {
            (ToAct::Roll { .. }, _) => Next::Roll,
            (_, Some(name)) => Next::Play(Move::Score(name)),
            _ => self.roll_again(game),
        }
    }

    fn label(&self, lang: Lang, game: &LocalGame<Yatzy>) -> String {
        let (deciding, last_roll) = (game.is_deciding(), game.position.state.rolls() == ROLLS);
        let to_roll = self.tray.kept.iter().filter(|kept| !**kept).count();
        match self.chosen {
            Some(name) if deciding => match points_in(game, name) {
                0 => texts::format_labelled(lang, t(lang, Key::ButtonStrike), box_name(lang, name)),
                worth => format!("{} · {worth}", box_name(lang, name)),
            },
            _ if !deciding || to_roll == 5 || to_roll == 0 || last_roll => t(lang, Key::ButtonRoll).to_string(),
            _ => format!("{} · {}", t(lang, Key::ButtonRoll), texts::count_dice(lang, to_roll as i64)),
        }
    }

    fn prompt(&self, lang: Lang, game: &LocalGame<Yatzy>) -> String {
        let deciding = game.is_deciding();
        match self.chosen {
            Some(name) if deciding && points_in(game, name) == 0 => texts::yatzy_play_strike_ask(lang, box_name(lang, name)),
            _ if !deciding => your_turn(lang, game),
            Some(_) => t(lang, Key::PlayConfirm).to_string(),
            _ if game.position.state.rolls() == ROLLS => t(lang, Key::YatzyPlayMustChooseBox).to_string(),
            _ if self.tray.kept_hand().is_full() => t(lang, Key::YatzyPlayAllKept).to_string(),
            _ => t(lang, Key::YatzyPlayChooseBox).to_string(),
        }
    }

    fn is_anything(&self, _: &LocalGame<Yatzy>) -> bool {
        self.chosen.is_some()
    }

    fn let_go(&mut self) {
        self.chosen = None;
    }
}

/// What the dice would give in a box.
fn points_in(game: &LocalGame<Yatzy>, name: BoxName) -> u8 {
    name.points(game.position.state.dice(), game.position.game.options())
}
