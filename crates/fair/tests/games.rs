//! Whole games with fair dice: they verify, and a record with one changed die is found.

use proptest::prelude::*;
use spieltisch_fair::{Counter, DiceSheet, FairDice, Fault, SCHEME, Secret, verify};
use spieltisch_records::{Record, open_table};
use spieltisch_rules::ToAct;

/// A game of two who move by `choices`, with the dice of this secret.
fn play(game: &str, secret: [u8; 32], same_for_all: bool, choices: u64) -> Record {
    let secret = Secret::from_bytes(secret);
    let mut record = Record::new(game, vec!["Anna".into(), "Ben".into()]);
    let parts = vec!["00ff".into(), "a1b2".into()];
    let mut sheet =
        DiceSheet { scheme: SCHEME.into(), game: "g1".into(), commitment: secret.commitment(), parts, same_for_all, secret: None };
    let dice = FairDice::new(secret.clone(), &sheet);
    let mut session = open_table(game, 2, &record.options, &record.board).expect("a default table");
    let mut counter = Counter::new(same_for_all);
    let mut choice = choices;
    while session.to_act() != ToAct::Over {
        let event = dice.throw(&*session, &mut counter).unwrap_or_else(|| {
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = (choice >> 33) as usize % session.count_moves();
            session.nth_move(index).expect("a legal move")
        });
        record.events.push(session.take(&event).expect("a legal event"));
    }
    sheet.secret = Some(secret.to_hex());
    sheet.write_to(&mut record);
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_roll_is_recomputed(secret: [u8; 32], same: bool, choices: u64, game in 0..3usize) {
        let record = play(["yatzy", "castro", "crowns"][game], secret, same, choices);
        let rolls = record.events.iter().filter(|event| event.starts_with("roll")).count();
        let verified = verify(&record).unwrap();
        prop_assert_eq!((verified.rolls, verified.parts), (rolls, 2));
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
            Err(Fault::Roll { event: found, .. }) => prop_assert_eq!(found, event + 1),
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

#[test]
fn another_secret_part_or_commitment_is_found() {
    let record = play("yatzy", [1; 32], false, 5);
    let change = |change: &dyn Fn(&mut DiceSheet)| {
        let mut record = record.clone();
        let mut sheet = DiceSheet::of(&record).expect("it was written");
        change(&mut sheet);
        sheet.write_to(&mut record);
        verify(&record).expect_err("something was changed")
    };
    assert_eq!(change(&|sheet| sheet.secret = Some("00".repeat(32))), Fault::WrongSecret);
    assert_eq!(change(&|sheet| sheet.commitment = "00".repeat(32)), Fault::WrongSecret);
    assert_eq!(change(&|sheet| sheet.secret = None), Fault::NoSecret);
    assert_eq!(change(&|sheet| sheet.scheme = "other/1".into()), Fault::NoSheet);
    assert!(matches!(change(&|sheet| sheet.parts[1] = "a1b3".into()), Fault::Roll { event: 1, .. }));
    assert!(matches!(change(&|sheet| sheet.game = "g2".into()), Fault::Roll { event: 1, .. }));
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
