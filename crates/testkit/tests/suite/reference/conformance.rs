use serde_json::{Value, json};
use spieltisch_testkit::reference::random_game;

use crate::reference::{moves, table};

/// Every game with every option, for each number of players worth a look.
fn settings() -> Vec<(&'static str, usize, Value)> {
    vec![
        ("yatzy", 1, json!({})),
        ("yatzy", 2, json!({"two_pairs_from_four": true, "full_house_from_yatzy": true, "bonus_at_least": 63})),
        ("castro", 2, json!({})),
        ("castro", 4, json!({"full_house_from_yatzy": true})),
        ("caro", 2, json!({})),
        ("caro", 4, json!({})),
        ("caro", 2, json!({"open_table": true})),
        ("caro", 3, json!({"open_table": true})),
        ("crowns", 1, json!({})),
        ("crowns", 1, json!({"solo_hard": true})),
        ("crowns", 3, json!({})),
    ]
}

/// Many well-formed events of all four games, most of them not allowed at a given time.
fn vocabulary() -> Vec<String> {
    let mut events = vec!["lose".to_string(), "pass".to_string(), "place".to_string(), "remove".to_string(), "keep".to_string()];
    for number in 1..=6 {
        for other in number..=6 {
            events.push(format!("keep {number} {other}"));
            events.push(format!("keep {number} {number} {other}"));
        }
        for count in 1..=6 {
            events.push(format!("place {count}x{number}"));
            events.push(format!("place {}{number}", ["a", "b", "c", "d", "e", "f"][count - 1]));
            if number > 1 {
                events.push(format!("place {count}x{number} 1x{}", number - 1));
            }
        }
    }
    for name in ["ones", "sixes", "pair", "full-house", "chance", "yatzy"] {
        events.push(format!("score {name}"));
    }
    for colour in ["black", "white", "grey", "red"] {
        for x in -3..=3 {
            for y in -3..=3 {
                events.push(format!("lay {colour} {x},{y}"));
            }
        }
    }
    events
}

#[test]
fn moves_are_what_is_accepted() {
    let vocabulary = vocabulary();
    for (game, players, options) in settings() {
        for seed in 0..2 {
            let mut table = table(game, players, options.clone());
            for (number, event) in random_game(game, players, &options, seed).iter().enumerate() {
                let here = format!("{game} for {players}, {options}, seed {seed}, before event {number}");
                let legal = moves(&table);
                assert!(legal.is_sorted_by(|one, next| one < next), "{here}: not sorted: {legal:?}");
                // Not every position and every move: the reference is slow.
                if number % 7 == 0 {
                    assert_eq!(table.to()["to"] == "roll", !table.outcomes().is_empty(), "{here}");
                    let some_legal = legal.iter().step_by(1 + legal.len() / 20);
                    for candidate in some_legal.chain(vocabulary.iter().skip(number % 3).step_by(3)) {
                        let accepted = table.clone_box().apply(candidate).is_ok();
                        assert_eq!(accepted, legal.contains(candidate), "{here}: {candidate}");
                    }
                }
                if let Err(refusal) = table.apply(event) {
                    panic!("{here}: {event} refused: {refusal}");
                }
            }
            let over = table.to();
            assert_eq!(over["to"], "over");
            assert_eq!(over["result"]["scores"], json!(table.scores()));
            assert_eq!(table.count_sequences(2), 1, "a finished game counts one");
        }
    }
}

#[test]
fn random_games_repeat_with_their_seed() {
    for (game, players, options) in settings() {
        let one = random_game(game, players, &options, 7);
        assert_eq!(one, random_game(game, players, &options, 7));
        assert_ne!(one, random_game(game, players, &options, 8));
    }
}
