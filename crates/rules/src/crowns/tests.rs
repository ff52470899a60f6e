use super::*;
use crate::board_file::BoardFile;
use crate::refusal::Refusal;

fn game(players: usize) -> Crowns {
    Crowns::new(players, Options::default(), Board::default()).unwrap()
}

fn hard() -> Crowns {
    Crowns::new(1, Options { solo_hard: true, ..Default::default() }, Board::default()).unwrap()
}

fn fields(text: &str) -> FieldSet {
    text.split_whitespace().map(|field| field.parse::<Field>().unwrap()).collect()
}

/// Seat 0 has covered these fields, has `chips` left and rolled these dice.
fn position(game: &Crowns, covered: &str, chips: u8, dice: &str) -> State {
    let mut state = game.start();
    state.covered[0] = fields(covered);
    state.chips[0] = chips;
    state.dice = dice.parse().unwrap();
    state
}

#[track_caller]
fn check(game: &Crowns, state: &State, mv: &str) -> Result<(), &'static str> {
    game.check(state, mv.parse().unwrap()).map_err(|refusal| refusal.rule().id)
}

#[test]
fn crowns_turn_lower_example() {
    let game = game(2);
    let state = position(&game, "", 18, "1 2 4 4 6 6");
    for offered in
        ["place 2x6 2x4 1x2 1x1", "place 2x6 1x1", "place", "place 6x1", "place 5x2 1x1", "place 4x4 2x1", "place 1x6 3x4 1x2 1x1"]
    {
        assert_eq!(check(&game, &state, offered), Ok(()), "{offered}");
    }
    for (not_offered, why) in [
        ("place 3x6", "never up"),
        ("place 1x5", "not in the roll"),
        ("place 6x2", "the one cannot go up"),
        ("place 1x3", "not in the roll"),
    ] {
        assert_eq!(check(&game, &state, not_offered), Err("crowns.turn.lower"), "{not_offered}: {why}");
    }
    let threes = position(&game, "", 18, "1 1 1 5 5 5");
    assert_eq!(check(&game, &threes, "place 3x5"), Ok(()));
    assert_eq!(check(&game, &threes, "place 2x5 4x1"), Ok(()), "one five turned down");
    let only_fives = position(&game, "", 18, "5 5 5 5 5 5");
    assert_eq!(check(&game, &only_fives, "place 3x5"), Err("crowns.turn.lower"), "the count is exact");
}

#[test]
fn crowns_turn_place_and_field_one() {
    let game = game(2);
    assert_eq!(check(&game, &game.start(), "place"), Err("crowns.turn.roll"));
    let state = position(&game, "2x6", 2, "1 2 4 4 6 6");
    assert_eq!(check(&game, &state, "place 2x6"), Err("crowns.field.one"));
    assert_eq!(check(&game, &state, "place 2x4 1x2 1x1"), Err("crowns.turn.place"), "three chips of two");
    assert_eq!(check(&game, &state, "place 2x4 1x2"), Ok(()));
    assert_eq!(check(&game, &state, "remove"), Err("crowns.solo.must"));
    assert!(game.check_roll(&state, "roll 1 1 1 1 1 1".parse().unwrap()).is_err());
}

#[test]
fn crowns_notation_says_what_no_roll_can_give() {
    for (text, why) in [
        ("place 2x6 3x6", "each number gives one field"),
        ("place 4x6 3x5", "at most six"),
        ("place 1x1 2x6", "falling number"),
        ("place 7x1", "no field"),
        ("place 1x7", "no field"),
        ("place ", "no field"),
    ] {
        let error = text.parse::<Move>().unwrap_err();
        assert!(error.rule == "crowns.turn.place" && error.message.contains(why), "{text}: {error}");
    }
}

#[test]
fn crowns_score_example() {
    let ones = "1x1 2x1 3x1 4x1 5x1";
    let fours = "1x4 2x4 3x4 4x4 5x4";
    let covered = fields(&format!("6x2 6x3 1x6 {ones} {fours} 1x2 2x3 3x5 4x5 5x5"));
    assert_eq!(covered.len(), 18);
    assert_eq!(game(1).points(covered), 8 + 18);
    assert_eq!(game(1).points(fields(ones)), 6);
    assert_eq!(game(1).points(fields(fours)), 12);
}

#[test]
fn crowns_score_line_counts_a_field_in_each_line() {
    let game = game(1);
    let row = "1x3 2x3 3x3 4x3 5x3";
    let cross = fields(&format!("{row} 3x1 3x2 3x4 3x5"));
    assert_eq!(game.points(cross), 10 + 9, "the three of threes counts twice");
    assert_eq!(game.points(fields("1x1 2x2 3x3 4x4 5x5")), 2 + 3 + 6);
    assert_eq!(game.points(fields("5x1 4x2 3x3 2x4 1x5")), 3 + 3 + 2 + 1 + 1);
    assert_eq!(game.points(fields("2x6 3x6 4x6 5x6 6x6")), 2 + 3 + 4 + 5 + 6, "edge fields alone");
    assert_eq!(game.points(fields("1x5 2x5 3x5 4x5 6x5")), 6, "an edge field is no part of a line");
}

#[test]
fn crowns_end_after_the_round() {
    let game = game(3);
    let mut state = position(&game, "", 1, "1 2 4 4 6 6");
    game.play(&mut state, "place 2x6".parse().unwrap()).unwrap();
    for seat in [1, 2] {
        assert_eq!(game.to_act(&state), ToAct::Roll { seat, dice: 6 });
        game.roll(&mut state, "roll 1 1 1 1 1 1".parse().unwrap()).unwrap();
        game.play(&mut state, "place".parse().unwrap()).unwrap();
    }
    assert_eq!(game.to_act(&state), ToAct::Over);
    assert_eq!(game.result(&state).unwrap().winners.iter().collect::<Vec<_>>(), [0]);
    assert_eq!(game.check_roll(&state, "roll 1 1 1 1 1 1".parse().unwrap()).unwrap_err().rule().id, "crowns.end");
}

#[test]
fn crowns_solo_must_and_end() {
    let game = game(1);
    let state = position(&game, "", 18, "1 2 4 4 6 6");
    assert_eq!(check(&game, &state, "place"), Err("crowns.solo.must"));
    assert_eq!(check(&game, &state, "remove"), Err("crowns.solo.must"));
    let stuck = position(&game, "6x1", 1, "1 1 1 1 1 1");
    assert_eq!(game.moves(&stuck), [Move::Remove]);
    assert_eq!(check(&game, &stuck, "place"), Err("crowns.solo.must"));
    let mut after = stuck.clone();
    game.play(&mut after, Move::Remove).unwrap();
    assert_eq!((game.to_act(&after), after.chips(0)), (ToAct::Over, 0));
    assert_eq!(check(&game, &after, "remove"), Err("crowns.solo.end"));
}

#[test]
fn crowns_solo_hard() {
    let game = hard();
    let state = position(&game, "", 18, "1 2 4 4 6 6");
    assert_eq!(check(&game, &state, "place 6x1"), Err("crowns.solo.hard"));
    assert_eq!(check(&game, &state, "place 5x2 1x1"), Ok(()));
    let only_one = position(&game, "", 18, "1 1 1 1 1 1");
    assert_eq!(game.moves(&only_one), ["place 6x1".parse().unwrap()]);
    let last_chip = position(&game, "", 1, "1 2 4 4 6 6");
    assert_eq!(check(&game, &last_chip, "place 6x1"), Ok(()), "with one chip only one is possible");
    assert_eq!(check(&game, &position(&game, "6x1", 3, "1 1 1 1 1 1"), "remove"), Ok(()));
}

#[test]
fn titles_alone() {
    let rows = [
        (0, Title::PlayAgain),
        (20, Title::PlayAgain),
        (21, Title::GoodForABeginner),
        (25, Title::GoodForABeginner),
        (26, Title::Advanced),
        (31, Title::Expert),
        (35, Title::Expert),
        (36, Title::Professional),
        (39, Title::Professional),
        (40, Title::Genius),
        (70, Title::Genius),
    ];
    for (points, title) in rows {
        assert_eq!(Title::of(points), title, "{points}");
    }
}

#[test]
fn board_files() {
    let board = Board::default();
    let crowns = |text: &str| board.crowns(text.parse().unwrap());
    assert_eq!(["6x1", "5x2", "6x6", "5x5", "1x1", "1x6"].map(crowns), [2, 4, 6, 6, 0, 1]);
    assert_eq!(Board::from_toml(&board.to_toml()), Ok(board.clone()));
    assert_eq!(Board::from_toml(include_str!("../../../../boards/crowns.toml")), Ok(board.clone()));
    let changed = |from: &str, to: &str| Board::from_toml(&board.to_toml().replacen(from, to, 1)).unwrap_err().to_string();
    let rows = [
        ("five = [1, 2, 3", "five = [1, 2, 12", "row five, field 3x5: 12 crowns, but a field shows 0 to 9"),
        ("five = [1, 2, 3", "five = [1, 2, -1", "row five, field 3x5"),
        ("five = [1, 2, 3", "five = [1, 2, \"3\"", "row five, field 3x: a string"),
        ("five = [1, ", "five = [", "row five: 5 fields"),
        ("five = ", "fife = ", "row five: expected"),
        ("game = \"crowns\"", "game = 3", "not a board for crowns"),
        ("five = [", "five = ", "line"),
    ];
    for (from, to, message) in rows {
        assert!(changed(from, to).contains(message), "{from} -> {to}: {}", changed(from, to));
    }
}

#[test]
fn set_up() {
    assert_eq!(Crowns::INFO.begins, Begins::Youngest, "crowns.start");
    assert!(Crowns::new(7, Options::default(), Board::default()).is_err());
    assert!(Crowns::new(0, Options::default(), Board::default()).is_err());
    let hard_together = Crowns::new(2, Options { solo_hard: true, ..Default::default() }, Board::default()).unwrap();
    let state = position(&hard_together, "", 18, "1 2 4 4 6 6");
    assert_eq!(check(&hard_together, &state, "place"), Ok(()), "a duty only alone");
}

#[test]
fn moves_are_tiny() {
    assert!(size_of::<Move>() <= 8 && size_of::<Roll>() <= 8);
    assert!(size_of::<State>() <= 3 * 64, "{}", size_of::<State>());
}
