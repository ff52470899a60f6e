//! Every move and roll of a game that can be written down, legal or not.

use spieltisch_rules::Game;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::{Castro, Square};
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::dice::{Hand, SixDice};
use spieltisch_rules::yatzy::{BoxName, Yatzy};
use spieltisch_rules::{caro, castro, crowns, yatzy};

/// A game whose moves can be listed as a whole.
pub trait Universe: Game {
    /// Every move that can be written down, or a broad choice where they are endless.
    fn every_move() -> Vec<Self::Move>;
    /// Every roll that can be written down.
    fn every_roll() -> Vec<Self::Roll>;
}

impl Universe for Yatzy {
    fn every_move() -> Vec<yatzy::Move> {
        Hand::all().map(yatzy::Move::Keep).chain(BoxName::ALL.map(yatzy::Move::Score)).collect()
    }

    fn every_roll() -> Vec<yatzy::Roll> {
        Hand::all_full().map(yatzy::Roll).collect()
    }
}

impl Universe for Castro {
    fn every_move() -> Vec<castro::Move> {
        Hand::all().map(castro::Move::Keep).chain(Square::all().map(castro::Move::Place)).chain([castro::Move::Lose]).collect()
    }

    fn every_roll() -> Vec<castro::Roll> {
        Hand::all_full().map(castro::Roll).collect()
    }
}

impl Universe for Caro {
    fn every_move() -> Vec<caro::Move> {
        let places = (-9..=9).flat_map(|x| (-9..=9).map(move |y| caro::Place { x, y }));
        let lays = places.flat_map(|place| caro::Colour::ALL.map(|colour| caro::Move::Lay(colour, place)));
        lays.chain([caro::Move::Pass]).chain((0..6).map(caro::Move::Object)).collect()
    }

    fn every_roll() -> Vec<caro::Roll> {
        Vec::new()
    }
}

impl Universe for Crowns {
    fn every_move() -> Vec<crowns::Move> {
        SixDice::all().map(crowns::Move::Place).chain([crowns::Move::Remove]).collect()
    }

    fn every_roll() -> Vec<crowns::Roll> {
        SixDice::all_full().map(crowns::Roll).collect()
    }
}
