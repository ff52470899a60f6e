//! The tiles of Caro in words.

use std::collections::BTreeSet;

use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, Move, Place};
use spieltisch_texts::{self as texts, Lang};

use super::{CaroChoice, colour_name, owner, tile_name};
use crate::words::points;
use crate::{InWords, LocalGame};

impl InWords for Caro {
    fn position_lines(lang: Lang, game: &LocalGame<Caro>) -> Vec<String> {
        let state = &game.position.state;
        let mut laid: Vec<(Place, Colour)> = state.field().all().collect();
        laid.sort_by_key(|(place, _)| (-place.y, place.x));
        let mut lines: Vec<String> =
            laid.into_iter().map(|(place, colour)| texts::grid_caro_tile(lang, place, tile_name(lang, colour))).collect();
        let supply = state.supply(owner(game));
        let left = Colour::ALL.into_iter().filter(|&colour| supply.has(colour));
        lines.push(
            left.map(|colour| texts::caro_play_tiles_left(lang, colour_name(lang, colour), supply.count(colour)))
                .collect::<Vec<_>>()
                .join(", "),
        );
        lines
    }

    fn field_text(lang: Lang, game: &LocalGame<Caro>, choice: &CaroChoice, place: Place) -> String {
        let state = &game.position.state;
        let worth = choice.colour.filter(|&colour| game.position.game.check(state, Move::Lay(colour, place)).is_ok());
        let worth = worth.and_then(|colour| game.position.game.points(state, colour, place));
        match (state.field().colour_at(place), worth) {
            (Some(colour), _) => texts::grid_caro_tile(lang, place, tile_name(lang, colour)),
            (None, Some(worth)) => texts::grid_caro_free_points(lang, place, points(lang, worth)),
            (None, None) => texts::grid_caro_free(lang, place),
        }
    }

    fn progress(lang: Lang, game: &LocalGame<Caro>) -> String {
        texts::caro_play_area(lang, game.position.game.side())
    }
}

/// The places to show: the tiles, and everything around them that could still be laid; the lowest and the highest of both directions.
pub fn shown_area(game: &LocalGame<Caro>) -> (Place, Place) {
    let Some((low, high)) = game.position.state.field().bounds() else {
        return (Place { x: -1, y: -1 }, Place { x: 1, y: 1 });
    };
    let side = game.position.game.side() as i8;
    let wider = |low: i8, high: i8| if high - low + 1 < side { (low - 1, high + 1) } else { (low, high) };
    let ((left, right), (bottom, top)) = (wider(low.x, high.x), wider(low.y, high.y));
    (Place { x: left, y: bottom }, Place { x: right, y: top })
}

/// The places where the player to move may lay the chosen tile, or any where none is chosen.
pub fn possible_places(game: &LocalGame<Caro>, choice: &CaroChoice) -> BTreeSet<(i8, i8)> {
    if !game.person_acts() {
        return BTreeSet::new();
    }
    let moves = game.position.game.moves(&game.position.state).into_iter();
    let laid = moves.filter_map(|mv| match mv {
        Move::Lay(colour, place) if choice.colour.is_none_or(|chosen| chosen == colour) => Some((place.x, place.y)),
        _ => None,
    });
    laid.collect()
}
