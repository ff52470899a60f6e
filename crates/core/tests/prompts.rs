//! What is said and asked for at a table, in the very words.

use serde_json::{Value, json};
use spieltisch_core::{
    Choose, GameText, Kind, LocalGame, Next, Player, TableChoice, Tapped, castro, file_text, prompt, record_text, write_seats,
};
use spieltisch_records::{Record, read_board, replay};
use spieltisch_rules::caro::{self, Caro};
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::{self, Crowns, Field};
use spieltisch_rules::yatzy::{BoxName, Yatzy};
use spieltisch_rules::{Event, Game};
use spieltisch_texts::Lang;

/// Anna and Ben after these events; Ben is the computer where Anna plays against one.
fn table<G: Choose>(events: &[&str], against_a_computer: bool) -> (LocalGame<G>, G::Choice) {
    let ben = if against_a_computer { Kind::Computer(1) } else { Kind::Person };
    let mut record = Record::new(G::INFO.name, Vec::new());
    write_seats(&mut record, &[Player::new("Anna", 0, Kind::Person), Player::new("Ben", 1, ben)]);
    record.events = events.iter().map(|event| event.to_string()).collect();
    let game = LocalGame::open("game", record).expect("a legal game");
    let mut choice = G::Choice::default();
    choice.follow(&game);
    (game, choice)
}

fn said<G: Choose>((game, choice): &(LocalGame<G>, G::Choice)) -> String {
    prompt(Lang::En, game, choice)
}

#[test]
fn the_person_is_told_whose_turn_it_is() {
    assert_eq!(said(&table::<Crowns>(&[], true)), "Your turn!");
    assert_eq!(said(&table::<Crowns>(&[], false)), "Anna, it’s your turn.");
}

#[test]
fn five_kept_dice_are_not_rolled_again() {
    fn keep_all<G: Choose>() -> (String, String) {
        let (game, mut choice) = table::<G>(&["roll 3 3 3 4 4"], true);
        let before = prompt(Lang::En, &game, &choice);
        for die in 0..5 {
            assert_eq!(choice.tap_piece(&game, die), Tapped::Chosen);
        }
        assert_eq!(choice.next(&game), Next::Nothing);
        (before, prompt(Lang::En, &game, &choice))
    }
    let (before, after) = keep_all::<Yatzy>();
    assert!(before.contains("roll again"), "{before}");
    assert_eq!(after, "You keep all five: choose a box.");
    let (before, after) = keep_all::<Castro>();
    assert!(before.contains("roll again"), "{before}");
    assert_eq!(after, "You keep all five: choose a glowing square.");
}

#[test]
fn the_ladder_speaks_to_the_person_it_concerns() {
    let (game, _) = table::<Castro>(&["roll 3 3 3 4 4", "place c4", "roll 1 2 2 4 6"], true);
    assert_eq!(castro::heading(Lang::En, &game), "Ben may build on stacks of up to 4.");
    let Event::Move(built) = game.past[1].event else { panic!("a roof was built") };
    assert_eq!(Castro::history_line(Lang::En, &game, &game.past[1], built).as_deref(), Some("Anna builds on c4, now 1 roof"));
    let (game, _) = table::<Castro>(&["roll 3 3 3 4 4"], true);
    assert_eq!(castro::heading(Lang::En, &game), "You may now build on stacks of up to 4.");
}

#[test]
fn a_near_win_is_said_once_it_is_near() {
    let before = [
        "roll 2 2 5 5 5",
        "place b5",
        "roll 1 2 3 4 5",
        "place a6",
        "roll 3 3 3 4 4",
        "place c4",
        "roll 1 2 3 4 5",
        "place e4",
        "roll 2 2 5 5 5",
    ];
    let (mut game, _) = table::<Castro>(&before, false);
    assert!(castro::warnings(Lang::En, &game).is_empty());
    game.take("place d3".parse().expect("a move")).unwrap_or_else(|refusal| panic!("{refusal}"));
    let warnings = castro::warnings(Lang::En, &game);
    assert!(warnings.len() == 1 && warnings[0].contains("Anna"), "{warnings:?}");
}

fn field(name: &str) -> Field {
    name.parse().expect("a field")
}

#[test]
fn placing_nothing_is_asked_for_where_something_can_be_placed() {
    let (game, mut choice) = table::<Crowns>(&["roll 1 2 4 4 6 6"], false);
    assert_eq!(choice.press(&game), Next::Ask);
    assert!(choice.asks() && prompt(Lang::En, &game, &choice).contains("Really no chip?"));
    assert_eq!(choice.tap(&game, field("2x6")), Tapped::Chosen);
    assert!(!choice.asks() && prompt(Lang::En, &game, &choice).contains("2 × 6"), "another mind");
    assert_eq!(choice.tap(&game, field("2x6")), Tapped::Chosen);
    assert_eq!(choice.press(&game), Next::Ask, "asked once more");
    let Next::Play(mv) = choice.press(&game) else { panic!("the answer is yes") };
    assert_eq!(mv.to_string(), "place");
}

#[test]
fn another_field_of_the_same_dice_is_offered_as_a_swap() {
    let (game, mut choice) = table::<Crowns>(&["roll 1 1 2 5 6 6"], false);
    let chosen = |choice: &spieltisch_core::crowns::CrownsChoice| choice.chosen.iter().collect::<Vec<_>>();
    for by_a_second_tap in [false, true] {
        assert_eq!(choice.tap(&game, field("1x6")), Tapped::Chosen);
        assert_eq!(choice.tap(&game, field("2x6")), Tapped::Chosen);
        assert_eq!(choice.instead_text(Lang::En).as_deref(), Some("2 × 6 is possible only instead of 1 × 6."));
        assert_eq!(chosen(&choice), [field("1x6")]);
        if by_a_second_tap {
            assert_eq!(choice.tap(&game, field("2x6")), Tapped::Chosen);
        } else {
            choice.swap();
        }
        assert_eq!(chosen(&choice), [field("2x6")]);
        assert_eq!(choice.tap(&game, field("2x6")), Tapped::Chosen);
        assert!(!choice.is_anything(&game));
    }
    // What the roll never gives is refused for itself alone.
    assert_eq!(choice.tap(&game, field("1x6")), Tapped::Chosen);
    let Tapped::Play(wrong @ crowns::Move::Place(_)) = choice.tap(&game, field("3x6")) else { panic!("to be refused") };
    let refusal = game.position.game.check(&game.position.state, wrong).expect_err("three sixes were not rolled");
    assert!(Crowns::refusal_text(Lang::En, &game, &refusal).contains("1 1 2 5 6 6 can’t be turned down to 3 × 6."));
    assert_eq!(chosen(&choice), [field("1x6")]);
}

#[test]
fn square_first_or_tile_first_leads_to_the_tile_on_its_square() {
    const WHITE: usize = 1;
    let there: caro::Place = "1,0".parse().expect("a place");
    for place_first in [true, false] {
        let (game, mut choice) = table::<Caro>(&["lay red 0,0", "lay grey 0,1"], false);
        assert_eq!(prompt(Lang::En, &game, &choice), "Choose a tile.");
        if place_first {
            assert_eq!(choice.tap(&game, there), Tapped::Chosen);
            assert_eq!(prompt(Lang::En, &game, &choice), "Which tile goes there?");
            assert_eq!(choice.tap_piece(&game, WHITE), Tapped::Chosen);
        } else {
            assert_eq!(choice.tap_piece(&game, WHITE), Tapped::Chosen);
            assert_eq!(prompt(Lang::En, &game, &choice), "Choose a place.");
            assert_eq!(choice.tap(&game, there), Tapped::Chosen);
        }
        assert_eq!(prompt(Lang::En, &game, &choice), "Tap again or press the button to confirm.");
        let Next::Play(mv) = choice.press(&game) else { panic!("the tile is laid") };
        assert_eq!(mv.to_string(), "lay white 1,0");
    }
    let (game, mut choice) = table::<Caro>(&["lay red 0,0", "lay grey 0,1"], false);
    let Tapped::Play(wrong) = choice.tap(&game, "0,0".parse().expect("a place")) else { panic!("to be refused") };
    let refusal = game.position.game.check(&game.position.state, wrong).expect_err("a tile lies there");
    assert!(!Caro::refusal_text(Lang::En, &game, &refusal).is_empty());
}

#[test]
fn a_decision_can_be_taken_back_until_dice_are_rolled() {
    let (mut game, mut choice) = table::<Yatzy>(&["roll 1 2 3 4 5"], false);
    let mut write = |game: &mut LocalGame<Yatzy>| {
        choice.follow(game);
        assert_eq!(choice.tap(game, BoxName::LargeStraight), Tapped::Chosen);
        let Next::Play(mv) = choice.press(game) else { panic!("the box is written") };
        game.take(Event::Move(mv)).unwrap_or_else(|refusal| panic!("{refusal}"));
    };
    write(&mut game);
    assert_eq!(game.record().events, ["roll 1 2 3 4 5", "score large-straight"]);
    assert!(game.can_undo() && game.take_back().is_empty());
    assert_eq!(game.record().events, ["roll 1 2 3 4 5"], "the box is free again");
    write(&mut game);
    game.take("roll 1 1 2 3 4".parse().expect("a roll")).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(!game.can_undo(), "a roll ends it");
}

#[test]
fn french_colons_keep_their_space() {
    let (game, mut choice) = table::<Yatzy>(&["roll 2 3 4 4 6"], false);
    assert_eq!(choice.tap(&game, BoxName::Ones), Tapped::Chosen);
    assert_eq!(choice.label(Lang::Fr, &game), "Barrer\u{a0}: As");
}

#[test]
fn a_wrong_board_is_explained_in_the_persons_language() {
    let castro =
        "game = \"castro\"\nrows = [\"1 2 3 4 5 6\", \"T T T T T T\", \"F F F F F F\", \"S S S S S S\", \"H H H H H H\", \"Y Y X T T T\"]";
    let wrong = [
        ("castro", castro.to_string(), "c1: „X“ ist kein Symbol."),
        ("castro", castro.replace('X', "T"), "Yatzy steht 2-mal auf dem Plan"),
        ("castro", "game = \"crowns\"".to_string(), "Das ist kein Spielplan für Castro."),
        ("castro", "rows = [".to_string(), "Zeile 1: Das ist keine Spielplandatei."),
        ("crowns", "one = [1, 2, 3, 4, 5, 10]".to_string(), "Die 2er-Reihe fehlt."),
        ("crowns", "one = [1, 2, 3, 4, 5]".to_string(), "Die 2er-Reihe fehlt."),
    ];
    for (game, text, sentence) in wrong {
        let said = record_text(Lang::De, &read_board(game, &text).expect_err("a wrong board"));
        assert!(said.contains(sentence), "{said}");
    }
}

#[test]
fn a_wrong_record_is_explained_in_the_persons_language() {
    let game = json!({"format": "spieltisch/1", "game": "castro", "players": ["Anna", "Ben"], "options": {}, "board": null,
        "events": ["roll 3 3 3 4 4"], "result": null});
    let changed = |field: &str, value: Value| {
        let mut record = game.clone();
        record[field] = value;
        record.to_string()
    };
    let wrong = [
        ("no record".to_string(), "Partie 2: Diese Datei ist keine gespeicherte Partie."),
        (changed("players", json!(7)), "Partie 2: Das Feld „players“ fehlt oder ist falsch."),
        (changed("players", json!(["A", "B", "C", "D", "E"])), "Partie 2: Castro ist für 2 bis 4 Personen, nicht für 5."),
        (changed("events", json!(["hop"])), "Partie 2, Eintrag 1: Dieser Eintrag ist nicht lesbar."),
        (changed("result", json!({"scores": [1, 2]})), "Das Ergebnis in der Datei passt nicht zu ihren Einträgen."),
        (changed("events", json!(["pass"])), "Partie 2, Eintrag 1: "),
    ];
    for (text, sentence) in wrong {
        let read = Record::from_json(text.as_bytes()).and_then(|mut record| replay(&mut record));
        let said = file_text(Lang::De, &read.expect_err("a wrong record"), 2);
        assert!(said.contains(sentence), "{said}");
    }
}
