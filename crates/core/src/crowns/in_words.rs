//! A board of Crowns in words.

use spieltisch_rules::crowns::{CHIPS, Crowns, Field};
use spieltisch_rules::{Game, Seat};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::{CrownsChoice, field_text, fields_text, line_name};
use crate::words::points;
use crate::{InWords, Kind, LocalGame};

impl InWords for Crowns {
    fn position_lines(lang: Lang, game: &LocalGame<Crowns>) -> Vec<String> {
        let (rules, state) = (&game.position.game, &game.position.state);
        let covered = state.covered(game.seat_to_act());
        let mut lines = Vec::new();
        if !covered.is_empty() {
            lines.push(texts::format_labelled(lang, texts::count_chips(lang, covered.len() as i64), fields_text(lang, covered)));
        }
        for (line, (fields, worth)) in rules.lines().iter().enumerate() {
            let filled = covered.and(*fields).len();
            if filled > 2 {
                lines.push(texts::grid_crowns_line(lang, line_name(lang, line), points(lang, *worth), filled));
            }
        }
        lines
    }

    fn offer_lines(lang: Lang, game: &LocalGame<Crowns>) -> Vec<String> {
        let possible = CrownsChoice::new(&game.position.game, &game.position.state).possible_at_first();
        if possible.is_empty() {
            return Vec::new();
        }
        vec![texts::format_labelled(lang, t(lang, Key::GridPossible), fields_text(lang, possible))]
    }

    fn field_text(lang: Lang, game: &LocalGame<Crowns>, choice: &CrownsChoice, field: Field) -> String {
        let (state, text) = (&game.position.state, field_text(lang, field));
        let crowns = texts::count_crowns(lang, game.position.game.board().crowns(field).into());
        if state.covered(owner(game)).contains(field) {
            texts::grid_crowns_taken(lang, text, crowns)
        } else if choice.chosen.contains(field) {
            texts::grid_crowns_chosen(lang, text, crowns)
        } else if choice.possible(state).contains(field) {
            format!("{}, {}", texts::grid_crowns_free(lang, text, crowns), t(lang, Key::GridPossible))
        } else {
            texts::grid_crowns_free(lang, text, crowns)
        }
    }

    fn progress(lang: Lang, game: &LocalGame<Crowns>) -> String {
        let left = game.position.state.chips(game.seat_to_act()).min(CHIPS);
        texts::terminal_left(lang, texts::count_chips(lang, left.into()))
    }
}

/// Whose board is shown: that of the person who acts, or of the one who waits.
pub fn owner(game: &LocalGame<Crowns>) -> Seat {
    let person = game.seats.iter().position(|player| player.kind == Kind::Person);
    if game.person_acts() || game.watched { game.seat_to_act() } else { person.unwrap_or(game.seat_to_act()) }
}
