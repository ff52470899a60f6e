//! Whose tiles are shown, and which tiles are new to them.

use spieltisch_rules::caro::{Caro, Move, Place};
use spieltisch_rules::{Event, Seat};

use crate::{Kind, LocalGame};

/// Whose tiles are shown: those of the person who acts, or of the one who waits.
pub fn owner(game: &LocalGame<Caro>) -> Seat {
    let person = game.seats.iter().position(|player| player.kind == Kind::Person);
    if game.person_acts() { game.seat_to_act() } else { person.unwrap_or(game.seat_to_act()) }
}

/// A tile that was laid since the person at this screen was last to lay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fresh {
    /// Where it lies.
    pub place: Place,
    /// Who laid it.
    pub seat: Seat,
    /// The very last one, with what each of its edges brought: above, right, below, left.
    pub edges: Option<[Option<i32>; 4]>,
}

/// What the others have laid since; at least the last tile, even an own one.
pub fn fresh(game: &LocalGame<Caro>) -> Vec<Fresh> {
    let me = owner(game);
    let lying = |place: Place| game.position.state.field().colour_at(place);
    let laid = game.past.iter().rev().filter_map(|past| match past.event {
        Event::Move(Move::Lay(colour, place)) if lying(place) == Some(colour) => Some((past, colour, place)),
        _ => None,
    });
    let fresh = laid.enumerate().take_while(|(i, (past, ..))| *i == 0 || past.seat != me && !game.watched);
    let fresh = fresh.take(game.seats.len() - 1).map(|(i, (past, colour, place))| {
        let times = if past.before.supply(past.seat).count(colour) == 1 { 2 } else { 1 };
        let edge = |(x, y): (i8, i8)| lying(Place { x: place.x + x, y: place.y + y }).map(|other| times * colour.edge(other));
        Fresh { place, seat: past.seat, edges: (i == 0).then(|| [(0, 1), (1, 0), (0, -1), (-1, 0)].map(edge)) }
    });
    fresh.collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::after;
    use super::*;

    #[test]
    fn what_computers_laid_since_can_be_followed() {
        let live = after(&["lay red 0,0", "lay black 0,1", "lay grey 1,0"]);
        let marked: Vec<(String, Seat, bool)> =
            fresh(&live).iter().map(|fresh| (fresh.place.to_string(), fresh.seat, fresh.edges.is_some())).collect();
        assert_eq!(marked, [("1,0".to_string(), 2, true), ("0,1".to_string(), 1, false)]);
        assert_eq!(fresh(&live)[0].edges, Some([None, None, None, Some(8)]), "red lies to its left");
    }

    #[test]
    fn after_my_own_tile_only_that_one_is_marked() {
        let live = after(&["lay red 0,0"]);
        assert_eq!(fresh(&live).len(), 1);
        assert_eq!(fresh(&live)[0].seat, 0);
    }
}
