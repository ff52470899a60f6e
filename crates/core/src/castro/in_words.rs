//! A board of Castro in words.

use spieltisch_rules::Game;
use spieltisch_rules::castro::{Castro, HIGHEST, ROLLS, ROOFS, Square};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::{heading, symbol_name, warnings};
use crate::{DiceChoice, InWords, LocalGame};

impl InWords for Castro {
    fn position_lines(lang: Lang, game: &LocalGame<Castro>) -> Vec<String> {
        let (state, choice) = (&game.position.state, DiceChoice::default());
        let taken = Square::all().filter(|&square| state.stacks().height(square) > 0);
        let mut lines: Vec<String> = taken.map(|square| Castro::field_text(lang, game, &choice, square)).collect();
        lines.extend(warnings(lang, game));
        lines
    }

    fn offer_lines(lang: Lang, game: &LocalGame<Castro>) -> Vec<String> {
        let state = &game.position.state;
        let fitting = game.position.game.legal_squares(state.stacks(), state.dice(), state.rolls());
        let named = |square: Square| format!("{square} ({})", symbol_name(lang, game.position.game.board().symbol(square)));
        let squares = fitting.iter().map(named).collect::<Vec<_>>().join(", ");
        let fitting = (!squares.is_empty()).then(|| texts::format_labelled(lang, t(lang, Key::GridPossible), squares));
        std::iter::once(heading(lang, game)).chain(fitting).collect()
    }

    fn field_text(lang: Lang, game: &LocalGame<Castro>, _: &DiceChoice<Square>, square: Square) -> String {
        let (stacks, symbol) = (game.position.state.stacks(), symbol_name(lang, game.position.game.board().symbol(square)));
        let name = |seat: usize| game.seats[seat].name.as_str();
        match (stacks.top(square), stacks.height(square)) {
            (None, _) => texts::grid_castro_empty(lang, square, symbol),
            (Some(top), HIGHEST) => texts::grid_castro_closed(lang, square, symbol, name(top)),
            (Some(top), height) => texts::grid_castro_stack(lang, square, symbol, texts::count_roofs(lang, height as i64), name(top)),
        }
    }

    fn progress(lang: Lang, game: &LocalGame<Castro>) -> String {
        let state = &game.position.state;
        let round = (usize::from(state.turns()) / game.seats.len() + 1).min(ROOFS.into());
        let round = texts::terminal_round(lang, round, ROOFS);
        if game.is_deciding() { format!("{round} · {}", texts::play_rolls_used(lang, state.rolls(), ROLLS)) } else { round }
    }
}
