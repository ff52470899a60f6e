//! Whole games with fair dice, written as older servers did: they verify, with what is not known, and a
//! record with something changed is found. What the referee writes today is changed in the server's tests.

use proptest::prelude::*;
use serde_json::json;
use spieltisch_records::fair::{Counter, DiceSheet, FairDice, Gap, SCHEME, Secret, VerifyFault, verify};
use spieltisch_records::header::{DICE, ENTERED, OPENING};
use spieltisch_records::{Entered, Record, open_table};
use spieltisch_rules::starter::{Begins, clockwise_from};
use spieltisch_rules::{ToAct, games};

/// A game of these players, in the order of the table, who move by `choices`, with the dice of this secret.
fn play_with(game: &str, table: &[&str], parts: &[&str], secret: [u8; 32], same_for_all: bool, choices: u64) -> Record {
    let secret = Secret::from_bytes(secret);
    let parts = parts.iter().map(|part| part.to_string()).collect();
    let mut sheet =
        DiceSheet { scheme: SCHEME.into(), game: "t/0".into(), commitment: secret.commitment(), parts, same_for_all, secret: None };
    let dice = FairDice::new(secret.clone(), &sheet);
    let (first, opening) = match games::info(game).expect("a game").begins {
        Begins::RollOff { dice: count } => dice.roll_off(table.len(), count),
        _ => (0, Vec::new()),
    };
    let mut record = Record::new(game, clockwise_from(first, table.len()).map(|seat| table[seat].to_string()).collect());
    if !opening.is_empty() {
        OPENING.write(&mut record, &opening.iter().map(|(seat, faces)| (table[*seat].to_string(), faces.clone())).collect());
    }
    let mut game = open_table(game, table.len(), &record.options, &record.board).expect("a default table");
    let mut counter = Counter::new(same_for_all);
    let mut choice = choices;
    while game.to_act() != ToAct::Over {
        let event = dice.throw(&*game, &mut counter).unwrap_or_else(|| {
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = (choice >> 33) as usize % game.count_moves();
            game.nth_move(index).expect("a legal move")
        });
        record.events.push(game.take(&event).expect("a legal event"));
    }
    record.result = json!(game.result());
    sheet.secret = Some(secret.to_hex());
    DICE.write(&mut record, &sheet);
    record
}

fn play(game: &str, secret: [u8; 32], same_for_all: bool, choices: u64) -> Record {
    play_with(game, &["Anna", "Ben"], &["00ff", "a1b2"], secret, same_for_all, choices)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_roll_is_recomputed(secret: [u8; 32], same: bool, choices: u64, game in 0..3usize) {
        let record = play(["yatzy", "castro", "crowns"][game], secret, same, choices);
        let rolls = record.events.iter().filter(|event| event.starts_with("roll")).count();
        let throws = OPENING.read(&record).map_or(0, |throws| throws.len());
        let verified = verify(&record).unwrap();
        prop_assert_eq!((verified.rolls, verified.parts, verified.without_part), (rolls + throws, 2, Vec::<String>::new()));
        prop_assert_eq!(&verified.gaps[0], &Gap::Unbound);
    }

    #[test]
    fn one_changed_die_is_found(secret: [u8; 32], choices: u64, which: prop::sample::Index, die in 0..5usize, up in 1..6u8) {
        let mut record = play("yatzy", secret, false, choices);
        let rolls: Vec<usize> = (0..record.events.len()).filter(|&i| record.events[i].starts_with("roll")).collect();
        let event = *which.get(&rolls);
        let mut faces: Vec<u8> = record.events[event].split(' ').skip(1).map(|face| face.parse().unwrap()).collect();
        faces[die] = (faces[die] - 1 + up) % 6 + 1;
        faces.sort_unstable();
        record.events[event] = format!("roll {}", faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
        match verify(&record) {
            Err(VerifyFault::Roll { event: found, .. }) => prop_assert_eq!(found, event + 1),
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

#[test]
fn another_secret_part_or_commitment_is_found() {
    let record = play("yatzy", [1; 32], false, 5);
    let change = |change: &dyn Fn(&mut DiceSheet)| {
        let mut record = record.clone();
        let mut sheet = DICE.read(&record).expect("it was written");
        change(&mut sheet);
        DICE.write(&mut record, &sheet);
        verify(&record).expect_err("something was changed")
    };
    assert_eq!(change(&|sheet| sheet.secret = Some("00".repeat(32))), VerifyFault::WrongSecret);
    assert_eq!(change(&|sheet| sheet.commitment = "00".repeat(32)), VerifyFault::WrongSecret);
    assert!(matches!(change(&|sheet| sheet.secret = None), VerifyFault::Header { field: "dice", .. }));
    assert_eq!(change(&|sheet| sheet.scheme = "other/1".into()), VerifyFault::NoSheet);
    assert_eq!(change(&|sheet| sheet.parts[1] = "a1b3".into()), VerifyFault::Opening { number: 1 });
    assert_eq!(change(&|sheet| sheet.game = "t/1".into()), VerifyFault::Opening { number: 1 });
    for bad in ["g", "t/01", "t/x"] {
        assert!(matches!(change(&|sheet| sheet.game = bad.into()), VerifyFault::Header { field: "dice", .. }), "{bad}");
    }
    for bad in [vec!["00ff,a1b2"], vec!["00ff,a1b2", ""], vec!["00ff"], vec!["00ff", "a1b2", ""], vec!["00ff", "A1B2"], vec!["00ff", "a1b"]]
    {
        let parts = |sheet: &mut DiceSheet| sheet.parts = bad.iter().map(|part| part.to_string()).collect();
        assert!(matches!(change(&parts), VerifyFault::Header { field: "dice", .. }), "{bad:?}");
    }
}

/// Of three, the roll-off tells whose part is whose; in Crowns nothing of an older record does.
#[test]
fn older_records_name_who_has_no_part_where_they_can() {
    let table = ["Anna", "Ben", "Cleo"];
    let castro = verify(&play_with("castro", &table, &["00", "", "22"], [4; 32], false, 3)).expect("good");
    assert_eq!((castro.parts, castro.without_part), (2, vec!["Ben".to_string()]));
    let crowns = verify(&play_with("crowns", &table, &["00", "", "22"], [4; 32], false, 3)).expect("good");
    assert_eq!((crowns.parts, crowns.without_part), (2, Vec::<String>::new()));
    assert_eq!(crowns.gaps, [Gap::Unbound, Gap::Youngest("Anna".into()), Gap::WhoseParts]);
    let none = verify(&play_with("crowns", &table, &["", "", ""], [4; 32], false, 3)).expect("good");
    assert_eq!((none.parts, none.without_part), (0, table.map(String::from).to_vec()), "nothing is proven to anyone");
    let caro = verify(&play_with("caro", &table, &["00", "11", "22"], [4; 32], false, 3)).expect("good");
    assert_eq!(caro.gaps, [Gap::NoDice, Gap::Youngest("Anna".into())]);
    let alone = verify(&play_with("yatzy", &["Anna"], &["00"], [4; 32], false, 3)).expect("no roll-off alone");
    assert_eq!(alone.gaps, [Gap::Unbound]);
}

#[test]
fn the_roll_off_and_its_end_are_checked_in_older_records_too() {
    let record = play_with("castro", &["Anna", "Ben", "Cleo"], &["00", "11", "22"], [9; 32], false, 3);
    let change = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        verify(&record).expect_err("something was changed")
    };
    let first = record.players[0].clone();
    assert_eq!(change(&|record| record.players.rotate_left(1)), VerifyFault::First { expected: first, found: record.players[1].clone() });
    assert!(matches!(change(&|record| record.players.swap(1, 2)), VerifyFault::Header { field: "players", .. }));
    assert_eq!(change(&|record| OPENING.remove(record)), VerifyFault::Opening { number: 1 });
    assert!(matches!(change(&|record| record.more[OPENING.name()] = json!([])), VerifyFault::Header { field: "opening", .. }));
    assert!(matches!(change(&|record| record.more[OPENING.name()] = json!("none")), VerifyFault::Header { field: "opening", .. }));
    assert!(matches!(change(&|record| drop(record.events.pop())), VerifyFault::Header { field: "events", .. }));
    assert!(matches!(change(&|record| record.result = json!(null)), VerifyFault::Record(_)));
    assert!(matches!(change(&|record| record.result["winners"] = json!([0, 1, 2])), VerifyFault::Record(_)));
    assert!(matches!(change(&|record| record.players = vec!["A".into(); 500]), VerifyFault::Record(_)));
    let without_secret = |record: &mut Record| drop(record.more["dice"].as_object_mut().expect("a sheet").shift_remove("secret"));
    assert!(matches!(change(&without_secret), VerifyFault::Header { field: "dice", .. }), "over, and yet no secret");
    let unfinished = change(&|record| {
        without_secret(record);
        record.events.pop();
    });
    assert!(matches!(unfinished, VerifyFault::Header { field: "result", .. }), "not over, and yet a result");
    let running = change(&|record| {
        without_secret(record);
        record.events.pop();
        record.result = json!(null);
    });
    assert_eq!(running, VerifyFault::NoSecret);
}

/// Turn by turn everyone meets the same dice: the first rolls of both players are equal.
#[test]
fn a_duel_gives_everyone_the_same_dice() {
    let record = play("crowns", [3; 32], true, 11);
    let rolls: Vec<&String> = record.events.iter().filter(|event| event.starts_with("roll")).collect();
    assert!(rolls.len() >= 10);
    for turn in rolls.chunks_exact(2) {
        assert_eq!(turn[0], turn[1]);
    }
}

#[test]
fn entered_dice_are_said_to_be_entered() {
    let mut record = play("castro", [7; 32], false, 3);
    DICE.remove(&mut record);
    assert_eq!(verify(&record), Err(VerifyFault::NoSheet));
    ENTERED.write(&mut record, &Entered::All);
    let verified = verify(&record).unwrap();
    assert_eq!(verified.gaps, [Gap::Entered]);
    assert!(verified.rolls > 2 && verified.parts == 0);
    record.result["winners"] = json!([]);
    assert!(matches!(verify(&record), Err(VerifyFault::Record(_))), "the rest is checked all the same");
}
