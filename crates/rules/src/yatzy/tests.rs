use super::*;
use crate::refusal::Refusal;

fn hand(text: &str) -> Hand {
    text.parse().unwrap()
}

fn game_with(options: Options) -> Yatzy {
    Yatzy::new(1, options, NoBoard).unwrap()
}

/// Plays events on a fresh table of `players`; the last one may be refused.
fn play(players: usize, events: &[&str]) -> Result<State, YatzyRefusal> {
    let game = Yatzy::new(players, Options::default(), NoBoard).unwrap();
    let mut state = game.start();
    for (i, event) in events.iter().enumerate() {
        let taken = game.take(&mut state, event.parse().unwrap());
        if i + 1 == events.len() {
            return taken.map(|()| state);
        }
        taken.unwrap();
    }
    Ok(state)
}

#[track_caller]
fn refused_by(rule: &str, events: &[&str]) {
    assert_eq!(play(1, events).unwrap_err().rule().id, rule, "{events:?}");
}

#[test]
fn worked_examples_of_the_boxes() {
    let plain = Options::default();
    let two_pairs = Options { two_pairs_from_four: true, ..Options::default() };
    let full_house = Options { full_house_from_yatzy: true, ..Options::default() };
    let rows = [
        ("3 3 4 5 6", "pair", &plain, 21),
        ("1 2 3 4 6", "pair", &plain, 0),
        ("3 3 5 5 6", "two-pairs", &plain, 22),
        ("3 3 3 5 5", "two-pairs", &plain, 19),
        ("4 4 4 4 6", "two-pairs", &plain, 0),
        ("4 4 4 4 6", "two-pairs", &two_pairs, 22),
        ("6 6 6 6 6", "two-pairs", &two_pairs, 30),
        ("3 3 4 5 6", "two-pairs", &two_pairs, 0),
        ("2 2 2 5 6", "three-of-a-kind", &plain, 17),
        ("2 2 4 5 6", "three-of-a-kind", &plain, 0),
        ("1 2 3 4 4", "small-straight", &plain, 30),
        ("2 3 4 5 5", "small-straight", &plain, 30),
        ("1 3 4 5 6", "small-straight", &plain, 30),
        ("1 2 3 5 6", "small-straight", &plain, 0),
        ("1 2 3 4 6", "large-straight", &plain, 0),
        ("1 2 3 4 5", "large-straight", &plain, 40),
        ("2 3 4 5 6", "large-straight", &plain, 40),
        ("6 6 6 6 6", "full-house", &plain, 0),
        ("6 6 6 6 6", "full-house", &full_house, 25),
        ("2 2 3 3 3", "full-house", &plain, 25),
        ("2 2 3 3 4", "full-house", &full_house, 0),
        ("6 6 6 6 6", "four-of-a-kind", &plain, 30),
        ("6 6 6 5 5", "four-of-a-kind", &plain, 0),
        ("1 1 1 1 1", "yatzy", &plain, 100),
        ("1 1 1 1 2", "yatzy", &plain, 0),
        ("1 3 4 4 6", "chance", &plain, 18),
        ("1 1 3 3 3", "threes", &plain, 9),
        ("1 1 3 3 3", "sixes", &plain, 0),
    ];
    for (dice, name, options, points) in rows {
        let name: BoxName = name.parse().unwrap();
        assert_eq!(name.points(hand(dice), options), points, "{dice} in {name}");
    }
}

#[test]
fn bonus_needs_more_than_63() {
    let sheet = |upper: [u8; 6]| {
        let mut sheet = Sheet::default();
        upper.into_iter().zip(BoxName::ALL).for_each(|(points, name)| sheet.write(name, points));
        sheet
    };
    let plain = Options::default();
    assert_eq!(sheet([3, 6, 9, 12, 15, 18]).bonus(&plain), 0);
    assert_eq!(sheet([4, 6, 9, 12, 15, 18]).bonus(&plain), 35);
    let at_63 = Options { bonus_at_least: 63, ..plain.clone() };
    assert_eq!(sheet([3, 6, 9, 12, 15, 18]).total(&at_63), 63 + 35);
    let mut unfinished = sheet([0, 10, 15, 20, 25, 30]);
    unfinished.filled = BoxSet::default().with(BoxName::Sixes);
    assert_eq!(unfinished.bonus(&plain), 0, "the bonus is for the whole upper part");
}

#[test]
fn yatzy_turn_rolls() {
    play(1, &["roll 1 2 3 4 6", "keep 1 2", "roll 1 1 2 5 5", "keep 5 5", "roll 2 3 5 5 6", "score fives"])
        .expect("kept dice may be rolled again");
    play(1, &["roll 1 2 3 4 6", "keep", "roll 1 1 1 1 1"]).expect("keep alone rolls all five");
    refused_by("yatzy.turn.rolls", &["score ones"]);
    refused_by("yatzy.turn.rolls", &["keep"]);
    refused_by("yatzy.turn.rolls", &["roll 1 2 3 4 6", "roll 1 2 3 4 6"]);
    refused_by("yatzy.turn.rolls", &["roll 1 2 3 4 6", "keep 1 1"]);
    refused_by("yatzy.turn.rolls", &["roll 1 2 3 4 6", "keep 1 2 3 4 6"]);
    refused_by("yatzy.turn.rolls", &["roll 1 2 3 4 6", "keep 1 2", "roll 1 3 3 4 6"]);
    let third = ["roll 1 2 3 4 6", "keep 1", "roll 1 2 3 4 6", "keep 1", "roll 1 2 3 4 6"];
    refused_by("yatzy.turn.rolls", &[&third[..], &["keep 1"]].concat());
}

#[test]
fn yatzy_turn_score() {
    refused_by("yatzy.turn.score", &["roll 1 2 3 4 6", "score ones", "roll 1 1 1 1 1", "score ones"]);
    let state = play(2, &["roll 1 2 3 4 6", "score yatzy"]).expect("any free box may be struck");
    assert_eq!((state.sheet(0).points(BoxName::Yatzy), state.seat()), (Some(0), 1));
}

#[test]
fn yatzy_end_with_every_box_filled_and_equal_totals_sharing() {
    let game = Yatzy::new(2, Options::default(), NoBoard).unwrap();
    let mut state = game.start();
    for name in BoxName::ALL {
        for _ in 0..2 {
            assert!(game.result(&state).is_none());
            game.roll(&mut state, Roll(hand("1 1 1 1 1"))).unwrap();
            game.play(&mut state, Move::Score(name)).unwrap();
        }
    }
    let result = game.result(&state).unwrap();
    assert_eq!(result.scores.to_vec(), [125, 125], "5 ones, 5 each for pair, three, four and chance, 100");
    assert_eq!(result.winners.iter().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(game.check(&state, Move::Keep(Hand::EMPTY)).unwrap_err().rule().id, "yatzy.end");
    assert_eq!(game.check_roll(&state, Roll(hand("1 1 1 1 1"))).unwrap_err().rule().id, "yatzy.end");
}

#[test]
fn set_up() {
    assert_eq!(Yatzy::INFO.begins, Begins::RollOff { dice: 5 }, "yatzy.start");
    for players in [0, 9] {
        assert!(matches!(Yatzy::new(players, Options::default(), NoBoard), Err(SetupError::Players { given, .. }) if given == players));
    }
    assert_eq!(game_with(Options::default()).players(), 1);
}

#[test]
fn moves_are_tiny() {
    assert!(size_of::<Move>() <= 8 && size_of::<Roll>() <= 8);
    assert!(size_of::<State>() <= 3 * 64, "{}", size_of::<State>());
}

#[test]
fn a_sheet_kept_by_hand_adds_up_whatever_stands_on_it() {
    let options = Options::default();
    let mut sheet = Sheet::default();
    for (name, points) in BoxName::ALL[..UPPER].iter().zip([4, 6, 9, 12, 15, 18]) {
        sheet.enter(*name, Some(points));
    }
    assert_eq!((sheet.upper_sum(), sheet.bonus(&options), sheet.total(&options)), (64, 35, 99));
    // A full house of 17 cannot be, but people may write it.
    sheet.enter(BoxName::FullHouse, Some(17));
    assert_eq!(sheet.total(&options), 116);
    sheet.enter(BoxName::Ones, None);
    assert_eq!((sheet.points(BoxName::Ones), sheet.bonus(&options), sheet.total(&options)), (None, 0, 77));
    sheet.enter(BoxName::Ones, Some(0));
    assert_eq!((sheet.points(BoxName::Ones), sheet.filled().len()), (Some(0), 7));
}

#[test]
fn what_a_box_can_give() {
    let options = Options::default();
    assert_eq!(BoxName::Fours.possible(&options), [0, 4, 8, 12, 16, 20]);
    assert_eq!(BoxName::FullHouse.possible(&options), [0, 25]);
    assert_eq!(BoxName::Yatzy.possible(&options), [0, 100]);
    assert_eq!(BoxName::Chance.possible(&options), [&[0], &(5..=30).collect::<Vec<u8>>()[..]].concat());
    assert!(!BoxName::TwoPairs.possible(&options).contains(&5) && BoxName::Pair.possible(&options).contains(&5));
}
