use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;

use super::Draw;

/// The drawing after some events on a table for two.
fn drawn<G: Draw>(events: &[&str]) -> String {
    let game = G::new(2, G::Options::default(), G::Board::default()).unwrap();
    let mut state = game.start();
    for event in events {
        game.take(&mut state, event.parse().unwrap()).unwrap();
    }
    game.draw(&state)
}

#[test]
fn castro_shows_symbol_owner_and_height() {
    let text = drawn::<Castro>(&["roll 2 2 5 5 5", "place b6", "roll 1 1 1 2 3", "place b6"]);
    assert!(text.contains("  6 | S    | T B2 | H    |"), "{text}");
    assert_eq!(text.lines().count(), 14);
}

#[test]
fn caro_shows_the_field_top_row_first() {
    assert_eq!(drawn::<Caro>(&["lay red 0,0", "lay black 0,1", "lay grey 1,0"]), "    1  B .\n    0  R G\n");
    assert_eq!(drawn::<Caro>(&[]), "  (no tile yet)\n");
}

#[test]
fn crowns_shows_chips_in_brackets() {
    let text = drawn::<Crowns>(&["roll 1 2 4 4 6 6", "place 2x6 1x1"]);
    assert!(text.contains("A: 2 points, 16 chips left"), "{text}");
    assert!(text.contains("  6   1  [2]  3 ") && text.contains("  1  [0]  0 "), "{text}");
}

#[test]
fn yatzy_shows_boxes_bonus_and_totals() {
    let text = drawn::<Yatzy>(&["roll 6 6 6 6 6", "score yatzy"]);
    assert!(text.contains("yatzy             100    ."), "{text}");
    assert!(text.contains("total             100    0"), "{text}");
}
