//! Properties that hold for any input, however odd.

use proptest::prelude::*;
use serde_json::json;
use spieltisch_records::{Correction, DynGame, Record, open, open_table, replay};
use spieltisch_rules::board_file::BoardFile;
use spieltisch_rules::dice::{Hand, SixDice};
use spieltisch_rules::games;
use spieltisch_rules::seats::Scores;
use spieltisch_rules::starter::{RollOff, clockwise_from};
use spieltisch_rules::{ToAct, castro, crowns};

/// Words that occur in events, so that random texts come close to real ones.
fn eventish() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("roll".to_string()),
        Just("keep".to_string()),
        Just("score".to_string()),
        Just("place".to_string()),
        Just("lay red".to_string()),
        Just("object".to_string()),
        "[0-9]{1,3}",
        "-?[0-9]{1,4},-?[0-9]{1,4}",
        "[a-g][0-9]",
        "[0-9]x[0-9]",
        "\\PC{0,5}",
    ];
    proptest::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_event_text_makes_a_game_panic(events in proptest::collection::vec(eventish(), 1..20)) {
        for game in games::names() {
            let mut game = open_table(game, 2, &Default::default(), &json!(null)).unwrap();
            for event in &events {
                if let Ok(written) = game.take(event) {
                    prop_assert!(!written.is_empty());
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_the_record_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Record::from_json(&bytes);
    }

    #[test]
    fn a_record_changed_anywhere_is_refused_or_replays(at in 0usize..100, to in "[ -~]") {
        let text = r#"{"format":"spieltisch/1","game":"castro","players":["A","B"],"options":{},"board":null,"events":["roll 1 2 4 6 6","keep 6 6","roll 3 5 6 6 6","place c4"],"result":null}"#;
        let mut changed = text.to_string();
        let at = at * text.len() / 100;
        changed.replace_range(at..at + 1, &to);
        let Ok(mut record) = Record::from_json(changed.as_bytes()) else { return Ok(()) };
        if replay(&mut record).is_ok() {
            let again = record.clone();
            prop_assert!(replay(&mut record).is_ok());
            prop_assert_eq!(record, again);
        }
    }

    #[test]
    fn dice_sets_forget_only_the_order(mut faces in proptest::collection::vec(1u8..=6, 0..=5)) {
        let hand = Hand::from_faces(&faces).unwrap();
        faces.sort_unstable();
        prop_assert_eq!(hand.faces().collect::<Vec<_>>(), faces.clone());
        prop_assert_eq!(hand.sum() as usize, faces.iter().map(|&face| face as usize).sum::<usize>());
        prop_assert_eq!(SixDice::from_faces(&faces).unwrap().counts(), hand.counts());
    }

    #[test]
    fn board_files_never_panic_and_good_ones_round_trip(text in "\\PC{0,200}", crowns in proptest::collection::vec(proptest::collection::vec(0i64..=9, 6), 6)) {
        let _ = castro::Board::from_toml(&text);
        let _ = crowns::Board::from_toml(&text);
        let board = crowns::Board::from_rows(&crowns).unwrap();
        prop_assert_eq!(crowns::Board::from_toml(&board.to_toml()), Ok(board));
    }

    #[test]
    fn a_roll_off_names_one_of_the_highest(players in 1usize..=8, sums in proptest::collection::vec(1u32..=4, 200)) {
        let mut roll_off = RollOff::new(players);
        let mut last = vec![0; players];
        for sum in sums {
            let Some(seat) = roll_off.next() else { break };
            last[seat] = sum;
            roll_off.enter(sum);
        }
        if let Some(winner) = roll_off.winner() {
            prop_assert!(winner < players);
            prop_assert!(players == 1 || last[winner] >= 1);
        }
    }

    #[test]
    fn play_goes_clockwise_from_the_starter(players in 1usize..=8, starter in 0usize..8) {
        let starter = starter % players;
        let order: Vec<usize> = clockwise_from(starter, players).collect();
        prop_assert_eq!(order[0], starter);
        prop_assert!(order.windows(2).all(|pair| pair[1] == (pair[0] + 1) % players));
    }

    #[test]
    fn leaders_have_the_most(points in proptest::collection::vec(-50i32..300, 1..=8)) {
        let mut scores = Scores::zero(points.len());
        scores.copy_from_slice(&points);
        let most = points.iter().max().unwrap();
        prop_assert!(!scores.leaders().is_empty());
        for (seat, value) in points.iter().enumerate() {
            prop_assert_eq!(scores.leaders().contains(seat), value == most);
        }
    }
}

#[test]
fn a_session_rebuilt_from_its_own_events_stands_the_same() {
    let mut record = Record::new("caro", vec!["A".into(), "B".into()]);
    record.events = ["lay red 0,0", "lay black 0,1"].map(String::from).to_vec();
    let scores = open(&mut record).unwrap().scores().to_vec();
    assert_eq!(scores, [10, 10]);
}

/// A small source of choices that a failing case can print.
struct Choices(u64);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    /// Any event that is possible; `None` once the game is over.
    fn event(&mut self, game: &dyn DynGame) -> Option<String> {
        match game.to_act() {
            ToAct::Over => None,
            ToAct::Roll { dice, .. } => game.roll_event(&(0..dice).map(|_| self.below(6) as u8 + 1).collect::<Vec<_>>()),
            ToAct::Move(_) => game.nth_move(self.below(game.count_moves())),
        }
    }

    fn game(&mut self, game: &str, players: usize) -> Record {
        let mut record = Record::new(game, (1..=players).map(|seat| seat.to_string()).collect());
        let mut game = open(&mut record).unwrap();
        // Some games are corrected before they are over.
        let most = self.below(150) + 2;
        while let Some(event) = self.event(&*game).filter(|_| record.events.len() < most) {
            record.events.push(game.take(&event).unwrap());
        }
        record.result = json!(game.result());
        record
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Whatever is changed: the corrected game follows the rules, and every later event is in it, in its order, unless
    /// something was entered in its place or it was left out.
    #[test]
    fn nothing_is_dropped_from_a_corrected_game(seed: u64) {
        let mut choices = Choices(seed);
        for game in games::names() {
            let players = choices.below(2) + 2;
            let whole = choices.game(game, players);
            let index = choices.below(whole.events.len());
            let mut record = whole.clone();
            let mut correction = Correction::begin(&mut record, index).unwrap();
            let mut kept = record.events.len();
            // How many were asked for or left out; each takes the place of one that waited, at most.
            let (mut entered, mut replaced, mut left_out) = (0, 0, 0);
            while !correction.is_done() {
                let game = open(&mut record.clone()).unwrap();
                let (before, waited) = (record.events.len(), correction.waiting.len());
                match choices.event(&*game).filter(|_| correction.is_asking() || choices.below(3) > 0) {
                    Some(event) => {
                        record.events.push(event);
                        entered += 1;
                    }
                    None => {
                        let misfits = correction.misfits(&record).unwrap();
                        prop_assert!((1..=waited).contains(&misfits));
                        correction.leave_out(misfits);
                        left_out += misfits;
                    }
                }
                let (entered_now, waited_now) = (record.events.len() - before, correction.waiting.len());
                correction.go_on(&mut record).unwrap();
                let kept_now = record.events.len() - before - entered_now;
                kept += kept_now;
                replaced += waited_now - correction.waiting.len() - kept_now;
            }
            replay(&mut record).unwrap();
            prop_assert_eq!(kept + replaced + left_out, whole.events.len());
            prop_assert!(replaced <= entered);
            prop_assert_eq!(record.events.len(), kept + entered);
        }
    }

    #[test]
    fn a_correction_that_changes_nothing_leaves_the_game_as_it_was(seed: u64) {
        let mut choices = Choices(seed);
        for game in games::names() {
            let whole = choices.game(game, 2);
            let index = choices.below(whole.events.len());
            let mut record = whole.clone();
            let mut correction = Correction::begin(&mut record, index).unwrap();
            record.events.push(whole.events[index].clone());
            prop_assert_eq!(correction.go_on(&mut record).unwrap(), None);
            prop_assert!(correction.is_done());
            prop_assert_eq!(record, whole);
        }
    }
}
