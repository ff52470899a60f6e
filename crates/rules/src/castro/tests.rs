use super::*;
use crate::board_file::BoardFile;
use crate::refusal::Refusal;

fn game(players: usize) -> Castro {
    Castro::new(players, Options::default(), Board::default()).unwrap()
}

fn hand(text: &str) -> Hand {
    text.parse().unwrap()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn squares(text: &str) -> SquareSet {
    text.split(' ').map(square).collect()
}

/// A position with these stacks (owners from the bottom up), seat 0 to roll.
fn with_stacks(stacks: &[(&str, &[Seat])]) -> State {
    let mut state = game(2).start();
    for (name, owners) in stacks {
        owners.iter().for_each(|&owner| state.stacks.build(square(name), owner));
    }
    state
}

/// After dice have fallen for the `rolls`-th time.
fn rolled(mut state: State, dice: &str, rolls: u8) -> State {
    state.dice = hand(dice);
    state.rolls = rolls;
    state
}

#[track_caller]
fn check(state: &State, mv: &str) -> Result<(), &'static str> {
    game(2).check(state, mv.parse().unwrap()).map_err(|refusal| refusal.rule().id)
}

#[test]
fn example_full_house_on_the_second_roll() {
    let game = game(2);
    let symbols = |letters: &str| {
        letters.chars().map(|letter| game.board().squares_of(Symbol::from_letter(letter).unwrap())).fold(SquareSet::EMPTY, SquareSet::or)
    };
    let low = with_stacks(&[("b6", &[0, 1, 0])]);
    let legal = game.legal_squares(low.stacks(), hand("2 2 5 5 5"), 2);
    assert_eq!(legal, symbols("TH52"), "three roofs on b6 are not too many after two rolls");
    let high = with_stacks(&[("b6", &[0, 1, 0, 1])]);
    assert_eq!(game.legal_squares(high.stacks(), hand("2 2 5 5 5"), 2), symbols("TH52").minus(squares("b6")));
}

#[test]
fn example_lost_roof_on_the_fifth_roll() {
    let ones = game(2).board().squares_of(Symbol::Pair(1)).iter().next().unwrap().to_string();
    let state = rolled(with_stacks(&[(&ones, &[1])]), "1 1 2 3 4", 5);
    assert_eq!(game(2).moves(&state), [Move::Lose]);
    let mut after = state.clone();
    game(2).play(&mut after, Move::Lose).unwrap();
    assert_eq!((after.lost(0), after.seat(), after.turns()), (1, 1, 1));
}

#[test]
fn example_points_by_height() {
    let state = with_stacks(&[
        ("a1", &[1, 1, 1, 0]),
        ("b3", &[0, 1, 0]),
        ("c5", &[1, 1, 0]),
        ("d2", &[1, 0]),
        ("e4", &[0]),
        ("f6", &[0]),
        ("f1", &[0]),
    ]);
    assert_eq!(state.stacks().points(0), 15);
    assert_eq!(state.stacks().points(1), 0);
}

#[test]
fn castro_symbols() {
    let rows = [
        ("castro.symbol.lower: four as three", "4 4 4 4 6", 'T', true),
        ("castro.symbol.lower: four as its pair", "4 4 4 4 6", '4', true),
        ("castro.symbol.pair: not another number's", "4 4 4 4 6", '6', false),
        ("castro.symbol.lower: full house as three", "2 2 5 5 5", 'T', true),
        ("castro.symbol.lower: full house as either pair", "2 2 5 5 5", '2', true),
        ("castro.symbol.lower: full house as either pair", "2 2 5 5 5", '5', true),
        ("full house is not four", "2 2 5 5 5", 'F', false),
        ("four is no full house", "5 5 5 5 2", 'H', false),
        ("two pairs are no full house", "2 2 5 5 6", 'H', false),
        ("Yatzy as four", "3 3 3 3 3", 'F', true),
        ("Yatzy", "3 3 3 3 3", 'Y', true),
        ("Yatzy is no full house by default", "3 3 3 3 3", 'H', false),
        ("low straight", "1 2 3 4 5", 'S', true),
        ("high straight", "2 3 4 5 6", 'S', true),
        ("four in sequence are no straight", "1 2 3 4 4", 'S', false),
        ("four in sequence are no straight", "1 2 3 4 6", 'S', false),
    ];
    for (name, dice, letter, fits) in rows {
        assert_eq!(Symbol::from_letter(letter).unwrap().fits(hand(dice), false), fits, "{name}: {dice} on {letter}");
    }
    assert!(Symbol::FullHouse.fits(hand("3 3 3 3 3"), true), "with the option");
}

#[test]
fn castro_turn_place_and_rolls() {
    let fresh = game(2).start();
    assert_eq!(check(&fresh, "place a6"), Err("castro.turn.place"), "before the first roll");
    let first = rolled(fresh.clone(), "1 2 3 4 5", 1);
    assert_eq!(check(&first, "place a6"), Ok(()));
    assert_eq!(check(&first, "place b6"), Err("castro.turn.place"), "a straight is no three of a kind");
    assert_eq!(check(&first, "keep 1 2"), Ok(()));
    assert_eq!(check(&first, "keep"), Ok(()));
    assert_eq!(check(&first, "keep 1 2 3 4 5"), Err("castro.turn.rolls"));
    assert_eq!(check(&first, "keep 6"), Err("castro.turn.rolls"));
    assert_eq!(check(&first, "lose"), Err("castro.turn.lose"));
    let fifth = rolled(fresh, "1 1 2 3 4", 5);
    assert_eq!(check(&fifth, "keep 1"), Err("castro.turn.rolls"));
    assert_eq!(check(&fifth, "lose"), Err("castro.turn.lose"), "a legal square is left");
    assert_eq!(check(&fifth, "place e6"), Ok(()));
    let kept = {
        let mut state = rolled(game(2).start(), "1 1 2 3 4", 1);
        game(2).play(&mut state, "keep 1 1".parse().unwrap()).unwrap();
        state
    };
    assert_eq!(game(2).to_act(&kept), ToAct::Roll { seat: 0, dice: 3 });
    assert!(game(2).check_roll(&kept, "roll 1 2 3 4 5".parse().unwrap()).is_err(), "the kept ones are missing");
}

#[test]
fn castro_symbol_pair() {
    let state = rolled(game(2).start(), "6 6 1 2 3", 1);
    assert_eq!(check(&state, "place d4"), Ok(()), "the square 6");
    assert_eq!(check(&state, "place e6"), Err("castro.symbol.pair"), "the square 1");
}

#[test]
fn castro_build_height_and_safe() {
    for rolls in 1..=5u8 {
        for height in 0..=5usize {
            let owners: Vec<Seat> = (0..height).map(|level| level % 2).collect();
            let state = rolled(with_stacks(&[("b6", &owners)]), "1 1 1 2 3", rolls);
            let expected = match height {
                5 => Err("castro.build.safe"),
                _ if height <= 5 - rolls as usize => Ok(()),
                _ => Err("castro.build.height"),
            };
            assert_eq!(check(&state, "place b6"), expected, "{height} roofs after {rolls} rolls");
        }
    }
}

#[test]
fn castro_end_row_in_every_direction() {
    let rows = [("a1 b1 c1", "d1"), ("c3 d3 f3", "e3"), ("f3 f4 f5", "f6"), ("a1 b2 d4", "c3"), ("f1 e2 d3", "c4"), ("a6 b5 c4", "d3")];
    for (three, fourth) in rows {
        let mut state = with_stacks(&three.split(' ').map(|name| (name, &[1, 0][..])).collect::<Vec<_>>());
        state.build_and_pass(&game(2), square(fourth));
        assert_eq!(state.end(), Some(End::Row), "{three} and {fourth}");
        let result = game(2).result(&state).unwrap();
        assert_eq!((result.winners.iter().collect::<Vec<_>>(), result.reason), (vec![0], Reason::FourInARow));
        assert_eq!(result.scores.to_vec(), [7, 0], "the points as they stand");
        assert_eq!(check(&state, "lose"), Err("castro.end.row"));
    }
    for (three, fourth) in [("d1 e1 f1", "a2"), ("a1 b1 c1", "e1"), ("e5 f6 d4", "a2"), ("b6 a5 f4", "e3")] {
        let mut state = with_stacks(&three.split(' ').map(|name| (name, &[0][..])).collect::<Vec<_>>());
        state.build_and_pass(&game(2), square(fourth));
        assert_eq!(state.end(), None, "{three} and {fourth} are no line");
    }
    let mut covered = with_stacks(&[("a1", &[0]), ("b1", &[0, 1]), ("c1", &[0])]);
    covered.build_and_pass(&game(2), square("d1"));
    assert_eq!(covered.end(), None, "a covered roof does not count");
}

#[test]
fn castro_end_yatzy_at_any_level() {
    let mut state = with_stacks(&[("d5", &[0, 1]), ("c3", &[1, 0])]);
    state.build_and_pass(&game(2), square("f2"));
    let result = game(2).result(&state).unwrap();
    assert_eq!((result.reason, result.winners.contains(0)), (Reason::ThreeYatzy, true));
    let mut both = with_stacks(&[("d5", &[0]), ("f2", &[0]), ("a3", &[0]), ("b3", &[0]), ("d3", &[0])]);
    both.build_and_pass(&game(2), square("c3"));
    assert_eq!(both.end(), Some(End::Row), "of both reasons the row is named");
}

#[test]
fn castro_end_points_after_15_rounds() {
    for players in 2..=4 {
        let game = game(players);
        let mut state = game.start();
        for turn in 0..ROOFS as usize * players {
            assert_eq!(game.to_act(&state), ToAct::Roll { seat: turn % players, dice: 5 });
            state.lose_and_pass(&game);
        }
        let result = game.result(&state).unwrap();
        assert_eq!((result.winners.len(), result.reason), (players, Reason::Points), "no player has a point: all share");
        assert_eq!(game.check_roll(&state, Roll(hand("1 1 1 1 1"))).unwrap_err().rule().id, "castro.end.points");
    }
}

#[test]
fn board_files() {
    let board = Board::default();
    assert_eq!(board.rows()[0], "S T H F 1 S");
    assert_eq!(board.symbol(square("d4")), Symbol::Pair(6));
    assert_eq!(Board::from_toml(&board.to_toml()), Ok(board.clone()));
    assert_eq!(Board::from_toml(include_str!("../../../../boards/castro.toml")), Ok(board.clone()));
    let counts = |letter| board.squares_of(Symbol::from_letter(letter).unwrap()).len();
    assert_eq!(['T', 'F', 'S', 'H', 'Y', '1'].map(counts), [7, 6, 7, 7, 3, 1]);
    let changed = |from: &str, to: &str| Board::from_toml(&board.to_toml().replacen(from, to, 1)).unwrap_err().to_string();
    let rows = [
        ("\"F 5 S", "\"F 5 X", "row 5, column c (c5): “X” is no symbol"),
        ("\"F 5 S", "\"F 5", "row 5: 5 symbols"),
        ("\"F 5 S", "\"F T S", "symbol 5: the pair of 5s must stand on the board exactly once; it is missing"),
        ("\"F 5 S", "\"F 1 S", "symbol 1: the pair of 1s must stand on the board exactly once; it stands on b5, e6"),
        ("\"F 5 S", "\"Y 5 S", "symbol Y: the Yatzy must stand on the board exactly three times"),
        ("    \"F 5 S Y H T\",\n", "", "5 rows"),
        ("game = \"castro\"", "game = \"crowns\"", "game: this is not a board for castro"),
        ("rows = [", "rows = ", "not TOML"),
        ("rows", "lines", "rows: expected"),
    ];
    for (from, to, message) in rows {
        assert!(changed(from, to).contains(message), "{from} -> {to}: {}", changed(from, to));
    }
}

#[test]
fn set_up() {
    assert_eq!(Castro::INFO.begins, Begins::RollOff { dice: 1 }, "castro.start: the highest number");
    for players in [1, 5] {
        assert!(Castro::new(players, Options::default(), Board::default()).is_err());
    }
}

#[test]
fn moves_are_tiny() {
    assert!(size_of::<Move>() <= 8 && size_of::<Roll>() <= 8);
    assert!(size_of::<State>() <= 3 * 64, "{}", size_of::<State>());
}
