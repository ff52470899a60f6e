//! A score sheet in words.

use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BoxName, ROLLS, Yatzy};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::{box_name, box_needs};
use crate::words::points;
use crate::{DiceChoice, InWords, LocalGame};

impl InWords for Yatzy {
    fn position_lines(lang: Lang, game: &LocalGame<Yatzy>) -> Vec<String> {
        let (state, choice) = (&game.position.state, DiceChoice::default());
        let dice = state.dice().is_full().then(|| texts::format_labelled(lang, t(lang, Key::PlayDice), state.dice()));
        let boxes = BoxName::ALL.into_iter().map(|name| Yatzy::field_text(lang, game, &choice, name));
        boxes.chain(dice).collect()
    }

    fn field_text(lang: Lang, game: &LocalGame<Yatzy>, _: &DiceChoice<BoxName>, name: BoxName) -> String {
        let (state, options) = (&game.position.state, game.position.game.options());
        match state.sheet(game.seat_to_act()).points(name) {
            Some(scored) => texts::format_labelled(lang, box_name(lang, name), points(lang, scored.into())),
            None if state.dice().is_full() => {
                let worth = name.points(state.dice(), options);
                texts::grid_yatzy_open(lang, box_name(lang, name), points(lang, worth.into()))
            }
            None => texts::play_explained(lang, box_name(lang, name), box_needs(lang, name)),
        }
    }

    fn progress(lang: Lang, game: &LocalGame<Yatzy>) -> String {
        let state = &game.position.state;
        let rounds = BoxName::ALL.len();
        let round = (state.sheet(game.seat_to_act()).filled().len() + 1).min(rounds);
        let round = texts::terminal_round(lang, round, rounds);
        if game.is_deciding() { format!("{round} · {}", texts::play_rolls_used(lang, state.rolls(), ROLLS)) } else { round }
    }
}
