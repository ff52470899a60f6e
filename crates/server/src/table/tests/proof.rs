//! Records of whole games, as the referee writes them, with something changed: `verify` finds it, or
//! says that it cannot know.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Value, json};
use spieltisch_protocol::{Intention, Role};
use spieltisch_records::Record;
use spieltisch_records::fair::{Agreed, GameName, Gap, SeatSheet, Verifier, VerifyFault, verify};
use spieltisch_rules::ToAct;

use super::{TestTable, new_table};

/// Plays to the end, computers included.
fn play_out(table_state: &mut TestTable, choice: usize) {
    let mut index = choice;
    while table_state.table.replica.to_act() != ToAct::Over {
        index = (index * 31 + 7) % 1009;
        let seat = table_state.table.replica.seat_to_act().expect("a player must act");
        if table_state.table.replica.table_state.seats[usize::from(seat)].played_by_computer().is_none() {
            table_state.act(index).expect("legal");
            continue;
        }
        let game = table_state.table.replica.game().expect("a game");
        let event = (game.count_moves() > 0).then(|| game.nth_move(index % game.count_moves()).expect("a legal move"));
        let decision = table_state.table.decide_for(seat, event.as_deref(), false).expect("legal");
        table_state.keep(decision.what);
    }
}

/// All games of a table where everyone sits down and plays so many games.
fn games(new: Value, persons: &[&str], count: usize) -> Vec<Record> {
    let mut table_state = TestTable::open(serde_json::from_value(new).expect("a table"));
    for (seat, name) in persons.iter().enumerate() {
        table_state.sit(Role::Seat(seat as u8), name).expect("free");
    }
    for game in 0..count {
        for seat in 0..persons.len() {
            let again = Intention::Again { part: format!("0{seat}0{game}") };
            if game > 0 {
                table_state.want(Role::Seat(seat as u8), again).expect("asks");
            }
        }
        if !table_state.table.replica.table_state.is_playing() {
            table_state.want(Role::Seat(0), Intention::Start { part: String::new() }).expect("computers fill up");
        }
        play_out(&mut table_state, game + 3);
    }
    table_state.table.replica.table_state.records().cloned().collect()
}

/// Tables of every game: with and without computers, options, boards, empty seats, the same dice for all.
static TABLES: LazyLock<Vec<Vec<Record>>> = LazyLock::new(|| {
    let robot = json!({"name": "Robot", "colour": 5, "computer": 1});
    let board =
        json!([[0, 0, 1, 2, 3, 2], [0, 0, 1, 3, 4, 3], [0, 1, 2, 3, 4, 4], [1, 1, 2, 3, 5, 5], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]]);
    vec![
        games(json!({"game": "yatzy", "seats": [{}, {"colour": 1}]}), &["Anna", "Ben"], 2),
        games(
            json!({"game": "yatzy", "options": {"bonus_at_least": 63}, "seats": [{}, {}, {}], "terms": {"same_dice": true}}),
            &["Anna", "Ben"],
            1,
        ),
        games(json!({"game": "castro", "seats": [{}, {}, robot]}), &["Anna", "Ben"], 2),
        games(json!({"game": "caro", "seats": [{}, {}], "youngest": 1}), &["Anna", "Ben"], 3),
        games(json!({"game": "caro", "options": {"open_table": true}, "seats": [{}, {}, robot]}), &["Anna", "Ben"], 1),
        games(json!({"game": "crowns", "board": board, "seats": [{}, {}, {}], "youngest": 2}), &["Anna", "Ben", "Cleo"], 2),
        games(json!({"game": "crowns", "seats": [{}]}), &["Anna"], 1),
    ]
});

fn changed(record: &Record, change: impl FnOnce(&mut Value)) -> Result<Record, String> {
    let mut value: Value = serde_json::from_str(&record.to_json()).expect("just written");
    change(&mut value);
    Record::from_json(value.to_string().as_bytes()).map_err(|error| error.to_string())
}

#[track_caller]
fn found(record: &Record, what: &str, change: impl FnOnce(&mut Value)) {
    let verdict = changed(record, change).map(|changed| verify(&changed));
    assert!(!matches!(verdict, Ok(Ok(_))), "{} with {what}: {verdict:?}", record.game);
}

#[test]
fn games_verify_and_what_they_cannot_show_is_said() {
    for (number, table) in TABLES.iter().enumerate() {
        let mut verifier = Verifier::default();
        for (round, record) in table.iter().enumerate() {
            let verified = verifier.check(record).unwrap_or_else(|fault| panic!("table {number}, game {round}: {fault}"));
            let persons = record.more["seats"]
                .as_array()
                .expect("a list")
                .iter()
                .filter(|seat| seat["computer"].is_null() && seat["empty"].is_null());
            assert_eq!((verified.parts, verified.without_part.len()), (persons.count(), 0), "table {number}");
            let dice = record.game != "caro";
            assert_eq!(verified.gaps.contains(&Gap::NoDice), !dice);
            assert!(verified.gaps.contains(&Gap::Fields(vec!["started".into()])));
            let begins = verified.gaps.iter().filter(|gap| matches!(gap, Gap::Youngest(_))).count();
            let youngest = record.players.len() > 1 && (record.game == "crowns" || record.game == "caro" && round == 0);
            assert_eq!(begins, usize::from(youngest), "{:?}", verified.gaps);
            assert!(!verified.gaps.iter().any(|gap| matches!(gap, Gap::Loser(_) | Gap::Unbound | Gap::WhoseParts)), "{:?}", verified.gaps);
        }
    }
    let rematch = &TABLES[3][1];
    let alone = verify(rematch).expect("good");
    assert!(alone.gaps.contains(&Gap::Loser(rematch.players[0].clone())), "without the game before: {:?}", alone.gaps);
}

/// The edits of an outsider who was not found out before, and their kin.
#[test]
fn edits_are_found() {
    for record in TABLES.iter().flatten() {
        let players = record.players.len();
        if record.more.contains_key("opening") {
            found(record, "no opening", |value| drop(value.as_object_mut().unwrap().shift_remove("opening")));
            for other in [json!([]), json!({}), json!("none"), json!(3), Value::Null] {
                found(record, &format!("opening {other}"), |value| value["opening"] = other);
            }
            for throw in 0..record.more["opening"].as_array().unwrap().len() {
                found(record, "faces emptied", |value| value["opening"][throw][1] = json!([]));
                found(record, "faces cut", |value| drop(value["opening"][throw][1].as_array_mut().unwrap().pop()));
                found(record, "another thrower", |value| value["opening"][throw][0] = "Zoe".into());
                found(record, "a throw less", |value| drop(value["opening"].as_array_mut().unwrap().remove(throw)));
            }
            found(record, "the roll-off cut short and players swapped", |value| {
                value["opening"].as_array_mut().unwrap().truncate(1);
                value["players"].as_array_mut().unwrap().swap(0, 1);
            });
            found(record, "another throw", |value| value["opening"].as_array_mut().unwrap().push(json!(["Anna", [6]])));
        } else {
            found(record, "a roll-off", |value| value["opening"] = json!([["Anna", [6]], ["Ben", [1]]]));
        }
        if players > 1 {
            found(record, "players swapped", |value| value["players"].as_array_mut().unwrap().swap(0, 1));
            found(record, "order swapped", |value| value["order"].as_array_mut().unwrap().swap(0, 1));
            found(record, "both swapped", |value| {
                for field in ["players", "order", "seats"] {
                    value[field].as_array_mut().unwrap().swap(0, 1);
                }
            });
            found(record, "all moved on", |value| {
                for field in ["players", "order", "seats"] {
                    value[field].as_array_mut().unwrap().rotate_left(1);
                }
            });
            let parts: Vec<String> = serde_json::from_value(record.more["dice"]["parts"].clone()).expect("parts");
            found(record, "parts merged by a comma", |value| value["dice"]["parts"] = json!([parts.join(",")]));
            found(record, "parts merged with an empty one", |value| value["dice"]["parts"] = json!([parts.join(","), ""]));
            found(record, "a part less", |value| drop(value["dice"]["parts"].as_array_mut().unwrap().pop()));
        }
        found(record, "a part too much", |value| value["dice"]["parts"].as_array_mut().unwrap().push(json!("00")));
        found(record, "no order", |value| drop(value.as_object_mut().unwrap().shift_remove("order")));
        found(record, "no seats", |value| drop(value.as_object_mut().unwrap().shift_remove("seats")));
        found(record, "another name", |value| value["players"][0] = "Zoe".into());
        found(record, "a computer instead", |value| value["seats"][0]["computer"] = 4.into());
        found(record, "other winners", |value| value["result"]["winners"] = json!([players]));
        found(record, "other points", |value| value["result"]["scores"][0] = 999.into());
        found(record, "another reason", |value| value["result"]["reason"] = "luck".into());
        found(record, "no result", |value| value["result"] = Value::Null);
        found(record, "no secret", |value| drop(value["dice"].as_object_mut().unwrap().shift_remove("secret")));
        for left in [0, 1, record.events.len() / 2, record.events.len() - 1] {
            found(record, "events cut off", |value| value["events"].as_array_mut().unwrap().truncate(left));
            found(record, "events cut off and no result", |value| {
                value["events"].as_array_mut().unwrap().truncate(left);
                value["result"] = Value::Null;
            });
            found(record, "events and secret cut off", |value| {
                value["events"].as_array_mut().unwrap().truncate(left);
                value["dice"].as_object_mut().unwrap().shift_remove("secret");
            });
        }
        let option = match record.game.as_str() {
            "yatzy" => "full_house_from_yatzy",
            "castro" => "full_house_from_yatzy",
            "caro" => "open_table",
            _ => "solo_hard",
        };
        let now = record.options.get(option).and_then(Value::as_bool).unwrap_or(false);
        found(record, "another option", |value| value["options"][option] = json!(!now));
        if !record.options.contains_key(option) {
            found(record, "an option stated that holds anyway", |value| value["options"][option] = json!(false));
        }
    }
}

/// With all games of a table at hand a wrong beginner is found where nothing in the record itself could show it.
#[test]
fn games_of_one_table_are_compared() {
    for (table, game) in [(&TABLES[3], 1), (&TABLES[3], 2)] {
        let mut record = table[game].clone();
        record.players.reverse();
        for field in ["order", "seats"] {
            record.more.get_mut(field).and_then(Value::as_array_mut).expect("a list").reverse();
        }
        let order: Vec<usize> = serde_json::from_value(record.more["order"].clone()).expect("seats");
        let sheets: Vec<SeatSheet> = serde_json::from_value(record.more["seats"].clone()).expect("seats");
        let mut seats: Vec<_> = order.iter().zip(record.players.iter().cloned().zip(sheets)).collect();
        seats.sort_by_key(|(seat, _)| **seat);
        let seats = seats.into_iter().map(|(_, seat)| seat).collect();
        let agreed = Agreed {
            game: &record.game,
            options: &record.options,
            board: &record.board,
            same_for_all: false,
            seats,
            first: order.first().copied(),
        };
        let name = GameName { table: "t".into(), round: game as u32, agreed: Some(agreed.digest()) };
        record.more["dice"]["game"] = name.to_string().into();
        assert!(
            verify(&record).is_ok_and(|verified| verified.gaps.contains(&Gap::Loser(record.players[0].clone()))),
            "alone it cannot be known"
        );
        let mut verifier = Verifier::default();
        for before in &table[..game] {
            verifier.check(before).expect("good");
        }
        let expected = table[game].players[0].clone();
        assert_eq!(verifier.check(&record), Err(VerifyFault::First { expected, found: record.players[0].clone() }));
    }
    let mut verifier = Verifier::default();
    let crowns = &TABLES[5];
    verifier.check(&crowns[0]).expect("good");
    verifier.check(&crowns[0]).expect("the same again does no harm");
    verifier.check(&crowns[1]).expect("the youngest begins again");
    let mut other = TABLES[6][0].clone();
    other.more["dice"]["game"] = crowns[0].more["dice"]["game"].clone();
    assert!(verifier.check(&other).is_err(), "another set-up at the same table");
}

/// A random change of one value somewhere in a record; `None` where it changes nothing.
fn mutate(value: &Value, mut random: impl FnMut(usize) -> usize) -> Option<(String, Value)> {
    let mut paths = Vec::new();
    collect(value, String::new(), &mut paths);
    let path = paths.swap_remove(random(paths.len()));
    let mut mutated = value.clone();
    let (parent, last) = path.rsplit_once('/')?;
    if random(4) == 0 {
        match mutated.pointer_mut(parent)? {
            Value::Object(fields) => drop(fields.shift_remove(last)),
            Value::Array(list) => {
                let (at, other) = (last.parse().ok()?, random(list.len()));
                match random(3) {
                    0 => drop(list.remove(at)),
                    1 => list.insert(other, list[at].clone()),
                    _ => list.swap(at, other),
                }
            }
            _ => return None,
        }
    } else {
        let place = mutated.pointer_mut(&path)?;
        let others =
            [Value::Null, json!(true), json!(0), json!(7), json!(""), json!("Ben"), json!([]), json!({}), json!([1]), json!({"a": 1})];
        let new = match place.clone() {
            Value::Bool(flag) if random(3) > 0 => json!(!flag),
            Value::Number(number) if random(4) > 0 => json!(number.as_i64()?.wrapping_add([1, -1, 10, 256][random(4)])),
            Value::String(text) if random(6) > 0 => {
                let mut letters: Vec<char> = text.chars().collect();
                let letter = *b"0123456789abcdefXYZ ,/".get(random(22))? as char;
                match (random(3), letters.len()) {
                    (0, 1..) => letters[random(text.chars().count())] = letter,
                    (1, 1..) => drop(letters.remove(random(text.chars().count()))),
                    _ => letters.insert(random(letters.len() + 1), letter),
                }
                json!(letters.into_iter().collect::<String>())
            }
            Value::Object(mut fields) if random(2) == 0 => {
                fields.insert("extra".into(), json!(1));
                Value::Object(fields)
            }
            _ => others[random(others.len())].clone(),
        };
        *place = new;
    }
    (mutated != *value).then_some((path, mutated))
}

fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| collect(value, format!("{path}/{name}"), paths)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, value)| collect(value, format!("{path}/{i}"), paths)),
        _ => {}
    }
    paths.push(path);
}

/// Why a change may stand: the reasons that `docs/fair-dice.md` gives, and no other.
fn excused(original: &Record, changed: &Record, path: &str, gaps: &[Gap]) -> Option<&'static str> {
    if original == changed {
        return Some("two ways to write the same");
    }
    let field = path.split('/').nth(1).unwrap_or_default();
    let named = |name: &str| gaps.iter().any(|gap| matches!(gap, Gap::Fields(names) if names.iter().any(|other| other == name)));
    let only_unnamed = original
        .more
        .keys()
        .chain(changed.more.keys())
        .all(|name| original.more.get(name) == changed.more.get(name) || named(name) || name == "started");
    if only_unnamed && (field == "started" || field.is_empty()) {
        return Some("a field that nothing can be compared with, and the verdict names it");
    }
    if gaps.contains(&Gap::NoDice) && (path == "/dice/game" || path.starts_with("/dice/parts")) {
        return Some("without dice nothing binds the record, and the verdict says so");
    }
    let mut replayed = changed.clone();
    let rolls = |record: &Record| record.events.iter().filter(|event| event.starts_with("roll")).cloned().collect::<Vec<_>>();
    let same_end =
        spieltisch_records::replay(&mut replayed).is_ok() && replayed.result == original.result && rolls(original) == rolls(changed);
    (field == "events" && same_end).then_some("another legal move with the same dice and the same end: moves are not signed")
}

fn check_mutant(original: &Record, value: &Value, path: &str) -> Result<(), String> {
    let Ok(record) = Record::from_json(value.to_string().as_bytes()) else { return Ok(()) };
    let Ok(verified) = verify(&record) else { return Ok(()) };
    match excused(original, &record, path, &verified.gaps) {
        Some(_) => Ok(()),
        None => Err(format!("{} verifies with {path} changed: {value}", original.game)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    /// Whatever one value is changed is found, or cannot be known for a stated reason.
    #[test]
    fn any_one_change_is_found(seed: u64) {
        let mut random = seed;
        let mut next = |count: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % count
        };
        let records: Vec<&Record> = TABLES.iter().flatten().collect();
        let record = records[next(records.len())];
        let value: Value = serde_json::from_str(&record.to_json()).expect("just written");
        if let Some((path, mutated)) = mutate(&value, next) {
            prop_assert_eq!(check_mutant(record, &mutated, &path), Ok(()));
        }
    }
}

/// Every single field and list entry left out, one after the other.
#[test]
fn nothing_can_be_left_out() {
    for record in TABLES.iter().filter_map(|table| table.last()) {
        let value: Value = serde_json::from_str(&record.to_json()).expect("just written");
        let mut paths = Vec::new();
        collect(&value, String::new(), &mut paths);
        for path in paths {
            let Some((parent, last)) = path.rsplit_once('/') else { continue };
            let mut mutated = value.clone();
            match mutated.pointer_mut(parent) {
                Some(Value::Object(fields)) => drop(fields.shift_remove(last)),
                Some(Value::Array(list)) => drop(list.remove(last.parse().expect("a number"))),
                _ => continue,
            }
            check_mutant(record, &mutated, &path).unwrap_or_else(|message| panic!("{message}"));
        }
    }
}

/// The player who starts gives a part with it; a part that is in stays; players without one are named.
#[test]
fn a_game_that_is_started_has_its_starters_part() {
    let mut table_state = super::two("yatzy");
    play_out(&mut table_state, 5);
    let start = |part: &str| Intention::Start { part: part.into() };
    assert_eq!(super::code(table_state.want(Role::Seat(1), start("no part"))), spieltisch_protocol::RefusalCode::BadText);
    table_state.want(Role::Seat(1), start("b1b1")).expect("begins");
    play_out(&mut table_state, 6);
    let record = table_state.followed().replica.table_state.records().last().expect("a game").clone();
    assert_eq!(record.more["dice"]["parts"], json!(["", "b1b1"]));
    let verified = verify(&record).expect("good");
    assert_eq!((verified.parts, verified.without_part), (1, vec!["Anna".to_string()]));

    table_state.want(Role::Seat(0), Intention::Again { part: "a1a1".into() }).expect("asks");
    table_state.want(Role::Seat(0), start("ffff")).expect("begins");
    assert_eq!(
        table_state.table.replica.table_state.round.as_ref().expect("a game").record.more["dice"]["parts"],
        json!(["a1a1", ""]),
        "the first part stays"
    );

    let mut alone = TestTable::open(new_table("yatzy", json!([{}, {}]), json!({})));
    alone.sit(Role::Seat(0), "Anna").expect("free");
    alone.want(Role::Seat(0), start("ffff")).expect("begins");
    play_out(&mut alone, 7);
    let record = alone.followed().replica.table_state.records().last().expect("a game").clone();
    assert_eq!(record.more["dice"]["parts"], json!(["00ff", ""]), "the part given on sitting down stays");
    assert_eq!(verify(&record).expect("good").without_part, Vec::<String>::new(), "the other seat was empty");
}
