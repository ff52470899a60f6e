//! What a move is good for, as a hint says it.

use spieltisch_rules::Game;
use spieltisch_rules::crowns::{Crowns, FieldSet, Move, fields_of};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::line_name;
use crate::LocalGame;
use crate::words::points;

/// What a move is good for, in one sentence.
pub fn of(lang: Lang, playing: &LocalGame<Crowns>, mv: Move) -> Option<String> {
    let Move::Place(placement) = mv else { return None };
    let (game, state) = (&playing.position.game, &playing.position.state);
    let placed = fields_of(placement);
    Some(match gain(game, state.covered(state.seat()), placed) {
        Gain::Fills(line) => texts::hint_fills_line(lang, line_name(lang, line)),
        Gain::Nears { line, missing } => texts::hint_nears_line(lang, missing as i64, line_name(lang, line)),
        Gain::Edge => texts::hint_safe_edge(lang, points(lang, game.board().crowns_of(placed))),
        Gain::Saves => t(lang, Key::HintSavesChips).to_string(),
    })
}

/// What chips bring; the greatest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gain {
    Fills(usize),
    Nears { line: usize, missing: usize },
    Edge,
    Saves,
}

fn gain(game: &Crowns, covered: FieldSet, placed: FieldSet) -> Gain {
    if placed.is_empty() {
        return Gain::Saves;
    }
    let after = covered.or(placed);
    let touched = game.lines().iter().enumerate().filter(|(_, (line, _))| !line.is_apart_from(placed));
    let best = touched.max_by_key(|(_, (line, worth))| (line.and(after).len(), *worth));
    match best.map(|(i, (line, _))| (i, line.len() - line.and(after).len())) {
        Some((line, 0)) => Gain::Fills(line),
        Some((line, missing)) => Gain::Nears { line, missing },
        None => Gain::Edge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spieltisch_rules::crowns::Field;

    #[test]
    fn chips_fill_lines_come_nearer_to_them_or_lie_on_the_edge() {
        let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
        let fields = |names: &str| names.split_whitespace().map(|name| name.parse::<Field>().unwrap()).collect::<FieldSet>();
        let gain = |covered: &str, placed: &str| gain(&game, fields(covered), fields(placed));
        assert_eq!(gain("1x1 2x1 3x1 4x1", "5x1"), Gain::Fills(0), "the row of ones");
        assert_eq!(gain("1x1 2x1 3x1", "5x1"), Gain::Nears { line: 0, missing: 1 });
        assert_eq!(gain("", "6x1"), Gain::Edge);
        assert_eq!(gain("1x1", ""), Gain::Saves);
    }
}
