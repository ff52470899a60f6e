//! A score sheet in words.

use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BoxName, ROLLS, Yatzy};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::{box_name, box_needs};
use crate::words::points;
use crate::{DiceChoice, InWords, LocalGame};

impl InWords for Yatzy {
    fn position_lines(lang: Lang, game: &LocalGame<Yatzy>) -> Vec<String> {
        let sheet = game.position.state.sheet(game.seat_to_act());
        let filled = BoxName::ALL.into_iter().filter(|&name| sheet.points(name).is_some());
        let mut lines: Vec<String> = filled.map(|name| Yatzy::field_text(lang, game, &DiceChoice::default(), name)).collect();
        let free: Vec<&str> = sheet.free().iter().map(|name| box_name(lang, name)).collect();
        lines.push(texts::terminal_left(lang, free.join(", ")));
        lines
    }

    fn offer_lines(lang: Lang, game: &LocalGame<Yatzy>) -> Vec<String> {
        let (state, options) = (&game.position.state, game.position.game.options());
        let free = state.sheet(game.seat_to_act()).free();
        let worth = |name: BoxName| (name, name.points(state.dice(), options));
        let fitting = free.iter().map(worth).filter(|(_, worth)| *worth > 0);
        let fitting: Vec<String> = fitting.map(|(name, worth)| format!("{} {worth}", box_name(lang, name))).collect();
        vec![texts::format_labelled(lang, t(lang, Key::GridPossible), if fitting.is_empty() { "0".into() } else { fitting.join(", ") })]
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
