use serde_json::{Value, json};
use spieltisch_testkit::reference::open;

fn opens(header: Value) -> bool {
    match open(&header) {
        Ok(_) => true,
        Err(sentence) => {
            assert!(sentence.len() > 10 && sentence.ends_with('.'), "no sentence: {sentence:?}");
            false
        }
    }
}

#[test]
fn record_players() {
    for (game, least, most) in [("yatzy", 1, 8), ("castro", 2, 4), ("caro", 2, 4), ("crowns", 1, 6)] {
        for players in 0..=10 {
            let header = json!({"game": game, "players": vec!["x"; players]});
            assert_eq!(opens(header), (least..=most).contains(&players), "{players} at {game}");
        }
        assert!(!opens(json!({"game": game})));
        assert!(!opens(json!({"game": game, "players": "x"})));
        assert!(!opens(json!({"game": game, "players": [1, 2]})));
    }
    assert!(!opens(json!({"game": "chess", "players": ["x", "y"]})));
    assert!(!opens(json!({"players": ["x", "y"]})));
    assert!(!opens(json!(null)));
}

#[test]
fn record_options() {
    let own = [
        ("yatzy", "bonus_at_least", json!(63), json!("63")),
        ("yatzy", "bonus_at_least", json!(0), json!(-1)),
        ("yatzy", "bonus_at_least", json!(64), json!(63.5)),
        ("yatzy", "two_pairs_from_four", json!(true), json!(1)),
        ("yatzy", "full_house_from_yatzy", json!(true), json!("yes")),
        ("castro", "full_house_from_yatzy", json!(true), json!(0)),
        ("caro", "open_table", json!(true), json!("true")),
        ("crowns", "solo_hard", json!(true), json!([])),
    ];
    for (game, option, good, bad) in own {
        let with = |value: Value| json!({"game": game, "players": ["x", "y"], "options": {option: value}});
        assert!(opens(with(good)), "{game} {option}");
        assert!(!opens(with(bad)), "{game} {option}");
    }
    for game in ["yatzy", "castro", "caro", "crowns"] {
        let with = |options: Value| json!({"game": game, "players": ["x", "y"], "options": options});
        assert!(opens(with(json!({}))));
        assert!(opens(with(json!(null))));
        assert!(!opens(with(json!([]))));
        assert!(!opens(with(json!({"no_such_option": true}))));
    }
}

#[test]
fn record_board_only_where_there_is_one() {
    for game in ["yatzy", "caro"] {
        assert!(!opens(json!({"game": game, "players": ["x", "y"], "board": []})));
        assert!(opens(json!({"game": game, "players": ["x", "y"], "board": null})));
    }
}
