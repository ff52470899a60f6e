//! Every game passes the one suite, for every number of players and every option.

use spieltisch_conformance::{conforms, pieces::Pieces, universe::Universe};
use spieltisch_rules::Game;
use spieltisch_rules::caro::{self, Caro};
use spieltisch_rules::castro::{self, Castro};
use spieltisch_rules::crowns::{self, Crowns};
use spieltisch_rules::yatzy::{self, Yatzy};

fn all_player_counts<G: Game + Pieces + Universe>(options: &G::Options, games: u64) {
    for players in G::INFO.players {
        if let Ok(game) = G::new(players, options.clone(), G::Board::default()) {
            conforms(&game, games);
        }
    }
}

#[test]
fn yatzy() {
    all_player_counts::<Yatzy>(&yatzy::Options::default(), 3);
    all_player_counts::<Yatzy>(&yatzy::Options { bonus_at_least: 0, two_pairs_from_four: true, full_house_from_yatzy: true }, 1);
}

#[test]
fn castro() {
    all_player_counts::<Castro>(&castro::Options::default(), 10);
    all_player_counts::<Castro>(&castro::Options { full_house_from_yatzy: true }, 3);
}

#[test]
fn caro() {
    all_player_counts::<Caro>(&caro::Options::default(), 30);
}

#[test]
fn caro_on_an_open_table() {
    all_player_counts::<Caro>(&caro::Options { open_table: true }, 20);
}

#[test]
fn crowns() {
    all_player_counts::<Crowns>(&crowns::Options::default(), 5);
    all_player_counts::<Crowns>(&crowns::Options { solo_hard: true }, 20);
}
