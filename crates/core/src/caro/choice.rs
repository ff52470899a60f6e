//! What a person chooses at a table of Caro: a tile and a place for it, in either order.

use serde::{Deserialize, Serialize};
use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, Move, Place};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::tile_name;
use crate::{Choose, LocalGame, Next, TableChoice, Tapped, several_here};

/// A tile and a place for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaroChoice {
    /// The tile.
    pub colour: Option<Colour>,
    /// The place.
    pub place: Option<Place>,
}

impl Choose for Caro {
    type Choice = CaroChoice;
}

impl CaroChoice {
    /// What is chosen before anything is: the tile that has to be laid again, where there is one.
    pub fn at_first(game: &LocalGame<Caro>) -> CaroChoice {
        CaroChoice { colour: game.position.state.again(), place: None }
    }
}

impl TableChoice<Caro> for CaroChoice {
    type Field = Place;

    fn follow(&mut self, game: &LocalGame<Caro>) {
        *self = CaroChoice::at_first(game);
    }

    /// A tap chooses a place, for the chosen tile or for one still to be chosen; a second one lays the tile.
    fn tap(&mut self, game: &LocalGame<Caro>, place: Place) -> Tapped<Move> {
        if !game.person_acts() {
            return Tapped::Nothing;
        }
        match self.colour {
            Some(colour) if !fits(game, colour, place) || self.place == Some(place) => return Tapped::Play(Move::Lay(colour, place)),
            Some(_) => self.place = Some(place),
            None if self.place == Some(place) => *self = CaroChoice::default(),
            None if Colour::ALL.into_iter().any(|colour| fits(game, colour, place)) => self.place = Some(place),
            // No tile fits here: any of them is refused with the reason.
            None => {
                let supply = game.position.state.supply(game.seat_to_act());
                let mine = Colour::ALL.into_iter().find(|&colour| supply.has(colour));
                return mine.map_or(Tapped::Nothing, |colour| Tapped::Play(Move::Lay(colour, place)));
            }
        }
        Tapped::Chosen
    }

    /// A tile is chosen: it goes to the place that was chosen before. Where it does not fit there the place is let go, and the move
    /// that is refused says why.
    fn tap_piece(&mut self, game: &LocalGame<Caro>, tile: usize) -> Tapped<Move> {
        let mine = |colour: &Colour| game.person_acts() && game.position.state.supply(game.seat_to_act()).has(*colour);
        let Some(colour) = Colour::ALL.get(tile).copied().filter(mine) else { return Tapped::Nothing };
        let there = self.place.filter(|_| self.colour.is_none());
        let refused = there.filter(|&place| !fits(game, colour, place));
        *self = CaroChoice { colour: Some(colour), place: there.filter(|_| refused.is_none()) };
        refused.map_or(Tapped::Chosen, |place| Tapped::Play(Move::Lay(colour, place)))
    }

    fn next(&self, game: &LocalGame<Caro>) -> Next<Move> {
        if !game.person_acts() {
            return Next::Nothing;
        }
        if game.position.game.check(&game.position.state, Move::Pass).is_ok() && self.place.is_none() {
            return Next::Play(Move::Pass);
        }
        self.colour.zip(self.place).map_or(Next::Nothing, |(colour, place)| Next::Play(Move::Lay(colour, place)))
    }

    fn label(&self, lang: Lang, game: &LocalGame<Caro>) -> String {
        match self.next(game) {
            Next::Play(Move::Lay(colour, place)) => {
                let worth = game.position.game.points(&game.position.state, colour, place).unwrap_or(0);
                format!("{} · {worth}", t(lang, Key::ButtonLayTile))
            }
            Next::Play(Move::Pass) => t(lang, Key::ButtonPass).to_string(),
            _ => t(lang, Key::ButtonLayTile).to_string(),
        }
    }

    fn prompt(&self, lang: Lang, game: &LocalGame<Caro>) -> String {
        let (rules, state) = (&game.position.game, &game.position.state);
        let (name, several) = (&game.seats[game.seat_to_act()].name, several_here(&game.seats));
        let fits_nowhere = |colour: Colour| !rules.moves(state).iter().any(|mv| matches!(mv, Move::Lay(other, _) if *other == colour));
        match (self.colour, state.again()) {
            (_, Some(due)) if fits_nowhere(due) && several => texts::caro_play_lay_other(lang, name),
            (_, Some(due)) if fits_nowhere(due) => t(lang, Key::CaroPlayLayOtherYou).to_string(),
            (_, Some(due)) if several => texts::caro_play_lay_again(lang, name, tile_name(lang, due)),
            (_, Some(due)) => texts::caro_play_lay_again_you(lang, tile_name(lang, due)),
            _ if rules.check(state, Move::Pass).is_ok() && self.place.is_none() && self.colour.is_none_or(fits_nowhere) => {
                t(lang, Key::CaroPlayMustPass).to_string()
            }
            (None, _) if self.place.is_some() => t(lang, Key::CaroPlayChooseTileThere).to_string(),
            (None, _) => t(lang, Key::CaroPlayChooseTile).to_string(),
            (Some(_), _) if self.place.is_some() => t(lang, Key::PlayConfirm).to_string(),
            (Some(colour), _) if fits_nowhere(colour) => texts::caro_play_no_place(lang, tile_name(lang, colour)),
            (Some(_), _) => t(lang, Key::CaroPlayChoosePlace).to_string(),
        }
    }

    fn is_anything(&self, game: &LocalGame<Caro>) -> bool {
        *self != CaroChoice::at_first(game)
    }

    fn let_go(&mut self) {
        *self = CaroChoice { colour: self.colour.filter(|_| self.place.is_some()), place: None };
    }
}

fn fits(game: &LocalGame<Caro>, colour: Colour, place: Place) -> bool {
    game.position.game.check(&game.position.state, Move::Lay(colour, place)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::tests::after;
    use super::*;

    #[test]
    fn place_and_tile_are_chosen_in_either_order() {
        let game = after(&["lay red 0,0", "lay black 0,1", "lay grey 1,0"]);
        let (free, far): (Place, Place) = ("-1,0".parse().unwrap(), "5,5".parse().unwrap());
        let tile = |colour: Colour| Colour::ALL.iter().position(|&other| other == colour).unwrap();
        let both = CaroChoice { colour: Some(Colour::White), place: Some(free) };
        let mut choice = CaroChoice::default();
        assert_eq!(choice.tap(&game, free), Tapped::Chosen);
        assert_eq!(choice, CaroChoice { colour: None, place: Some(free) }, "the place is chosen, a tile is still awaited");
        assert_eq!(choice.tap_piece(&game, tile(Colour::White)), Tapped::Chosen);
        assert_eq!(choice, both);
        let mut choice = CaroChoice { colour: Some(Colour::White), place: None };
        assert_eq!(choice.tap(&game, free), Tapped::Chosen);
        assert_eq!(choice, both);
        // What does not fit says why.
        let mut choice = CaroChoice { colour: None, place: Some(free) };
        assert_eq!(choice.tap_piece(&game, tile(Colour::Red)), Tapped::Play(Move::Lay(Colour::Red, free)), "red beside red");
        assert_eq!(choice, CaroChoice { colour: Some(Colour::Red), place: None });
        assert!(
            matches!(CaroChoice::default().tap(&game, far), Tapped::Play(mv) if game.position.game.check(&game.position.state, mv).is_err())
        );
        let mut choice = CaroChoice { colour: None, place: Some(free) };
        assert_eq!(choice.tap(&game, free), Tapped::Chosen);
        assert_eq!(choice, CaroChoice::default(), "a second tap lets the place go");
    }
}
