use super::*;
use crate::refusal::Refusal;

fn game(players: usize, open_table: bool) -> Caro {
    Caro::new(players, Options { open_table, ..Default::default() }, NoBoard).unwrap()
}

/// Plays events; the last one may be refused, with its rule.
fn play_on(game: &Caro, events: &str) -> Result<State, &'static str> {
    let mut state = game.start();
    let events: Vec<&str> = events.split(';').map(str::trim).collect();
    for (i, event) in events.iter().enumerate() {
        let taken = game.play(&mut state, event.parse().unwrap()).map_err(|refusal| refusal.rule().id);
        if i + 1 == events.len() {
            taken?;
        } else {
            taken.unwrap_or_else(|rule| panic!("{event} is refused by {rule}"));
        }
    }
    Ok(state)
}

fn play(events: &str) -> Result<State, &'static str> {
    play_on(&game(2, false), events)
}

fn scores(game: &Caro, state: &State) -> Vec<i32> {
    game.scores(state).to_vec()
}

/// A field drawn as text, top row first; B W G R and dots.
fn field(drawn: &[&str]) -> TileGrid {
    let mut colours = [0; 4];
    for (y, row) in drawn.iter().rev().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let colour = match letter {
                'B' => Colour::Black,
                'W' => Colour::White,
                'G' => Colour::Grey,
                'R' => Colour::Red,
                _ => continue,
            };
            colours[colour as usize] |= 1 << (10 * (y + 1) + x + 1);
        }
    }
    TileGrid::drawn(colours, drawn[0].len() as u8, drawn.len() as u8)
}

/// The rule by which a colour is refused at a cell of a drawn field (column, row from the lower left).
fn refused(drawn: &[&str], colour: Colour, x: i8, y: i8) -> Option<&'static str> {
    let game = game(4, false);
    let mut state = game.start();
    state.field = field(drawn);
    game.check(&state, Move::Lay(colour, Place { x, y })).err().map(|refusal| refusal.rule().id)
}

#[test]
fn caro_first() {
    let state = play("lay red 0,0").unwrap();
    assert_eq!(scores(&game(2, false), &state), [10, 0]);
    assert_eq!(play("lay red 1,0").unwrap_err(), "caro.first");
    assert_eq!(game(2, false).moves(&game(2, false).start()).len(), 4);
}

#[test]
fn caro_lay_adjacent_and_fixed() {
    assert_eq!(play("lay red 0,0; lay black 1,1").unwrap_err(), "caro.lay.adjacent");
    assert_eq!(play("lay red 0,0; lay black 0,2").unwrap_err(), "caro.lay.adjacent");
    assert_eq!(play("lay red 0,0; lay black 0,0").unwrap_err(), "caro.lay.fixed");
    assert_eq!(play("lay red 0,0; lay black 100,-100").unwrap_err(), "caro.lay.adjacent");
}

#[test]
fn caro_lay_area() {
    let six = "lay red 0,0; lay black 1,0; lay red 2,0; lay black 3,0; lay white 4,0; lay red 5,0";
    play(six).unwrap();
    assert_eq!(play(&format!("{six}; lay black 6,0")).unwrap_err(), "caro.lay.area");
    assert_eq!(play(&format!("{six}; lay black -1,0")).unwrap_err(), "caro.lay.area");
    play(&format!("{six}; lay black 0,-1")).unwrap();
    play_on(&game(3, false), &format!("{six}; lay black -1,0")).expect("seven are allowed with three players");
}

#[test]
fn caro_lay_colour() {
    assert_eq!(play("lay red 0,0; lay red 0,1").unwrap_err(), "caro.lay.colour");
    play("lay red 0,0; lay black 0,1; lay red 1,1").expect("a diagonal neighbour is no edge neighbour");
}

#[test]
fn caro_lay_two_looks_both_ways() {
    assert_eq!(refused(&[".B.", "B..", ".B."], Colour::Red, 1, 1), Some("caro.lay.two"), "the new tile would have three black neighbours");
    assert_eq!(refused(&[".W.", "B..", ".B."], Colour::Red, 1, 1), None, "two black and a white one");
    assert_eq!(
        refused(&[".B.", ".R.", ".B."], Colour::Black, 2, 1),
        Some("caro.lay.two"),
        "the red tile would get a third black neighbour"
    );
    assert_eq!(refused(&[".B.", ".R.", ".B."], Colour::White, 2, 1), None);
}

#[test]
fn caro_lay_diagonal() {
    let three = ["..BG", ".BG.", "BG.."];
    assert_eq!(refused(&["...G", "..BG", ".BG.", "BG.."], Colour::Black, 3, 4), None, "not on the diagonal");
    assert_eq!(refused(&three, Colour::Black, 3, 3), Some("caro.lay.diagonal"));
    assert_eq!(
        refused(&["R...", "B...", "RB..", "..B.", "..W."], Colour::Black, 3, 0),
        Some("caro.lay.diagonal"),
        "downwards to the right"
    );
    assert_eq!(refused(&["...W.", "..GB.", "..BG.", ".....", "B...."], Colour::Black, 4, 4), None, "a gap breaks the diagonal: three only");
    assert_eq!(
        refused(&["..GB", "..BG", "W...", "B..."], Colour::Black, 1, 1),
        Some("caro.lay.diagonal"),
        "filling the gap of two and one"
    );
    assert_eq!(refused(&["..BG", ".BG.", "RG.."], Colour::Black, 3, 3), None, "three are allowed");
}

#[test]
fn caro_score_edges_and_last() {
    let pairs = [
        (Colour::Red, Colour::Black, 10),
        (Colour::Red, Colour::White, 6),
        (Colour::Red, Colour::Grey, 8),
        (Colour::Black, Colour::White, 2),
        (Colour::Black, Colour::Grey, 4),
        (Colour::Grey, Colour::White, 1),
    ];
    for (one, other, points) in pairs {
        assert_eq!((one.edge(other), other.edge(one)), (points, points), "{one}-{other}");
    }
    let game = game(2, false);
    let mut state = game.start();
    state.field = field(&[".R.", "R.W"]);
    assert_eq!(game.points(&state, Colour::Grey, Place { x: 1, y: 0 }), Some(17));
    state.supplies[0].take(Colour::Grey);
    state.supplies[0].take(Colour::Grey);
    assert_eq!(game.points(&state, Colour::Grey, Place { x: 1, y: 0 }), Some(34), "caro.score.last");
    game.play(&mut state, "lay grey 1,0".parse().unwrap()).unwrap();
    assert_eq!((scores(&game, &state), state.supply(0).count(Colour::Grey)), (vec![34, 0], 0));
}

#[test]
fn caro_no_tile_left() {
    let three_reds = "lay red 0,0; lay black 1,0; lay red 2,0; lay black 2,1; lay red 3,1; lay black 4,1";
    assert_eq!(play(&format!("{three_reds}; lay red 5,1")).unwrap_err(), "caro.lay.fixed");
}

#[test]
fn caro_turn_pass_and_end() {
    assert_eq!(play("lay red 0,0; pass").unwrap_err(), "caro.turn.pass");
    let game = game(2, false);
    let mut state = game.start();
    state.field = field(&["R"]);
    state.supplies = [Supply::NONE; 4];
    state.supplies[0].give_back(Colour::Red);
    state.supplies[1].give_back(Colour::Black);
    assert_eq!(game.moves(&state), [Move::Pass], "red fits nowhere beside red, but black does");
    game.play(&mut state, Move::Pass).unwrap();
    assert_eq!(game.to_act(&state), ToAct::Move(1));
    game.play(&mut state, "lay black 1,0".parse().unwrap()).unwrap();
    assert_eq!(game.to_act(&state), ToAct::Move(0), "now red fits beside black");
    game.play(&mut state, "lay red 2,0".parse().unwrap()).unwrap();
    assert_eq!(game.to_act(&state), ToAct::Over);
    assert_eq!(game.check(&state, Move::Pass).unwrap_err().rule().id, "caro.end");
}

#[test]
fn caro_open_example() {
    let open = game(2, true);
    let wrong = play_on(&open, "lay red 0,0; lay red 0,1").unwrap();
    assert_eq!(scores(&open, &wrong), [10, 0], "caro.open.wrong: it lies and scores 0");
    let upheld = play_on(&open, "lay red 0,0; lay red 0,1; object 0").unwrap();
    assert_eq!((scores(&open, &upheld), open.to_act(&upheld), upheld.again()), (vec![10, -10], ToAct::Move(1), Some(Colour::Red)));
    assert!(open.moves(&upheld).iter().all(|mv| !matches!(mv, Move::Lay(Colour::Red, _))), "caro.open.nowhere");
    let after = play_on(&open, "lay red 0,0; lay red 0,1; object 0; lay black 0,1").unwrap();
    assert_eq!((scores(&open, &after), open.to_act(&after)), (vec![10, 0], ToAct::Move(0)));
    assert_eq!(open.objectors(&after), Some(SeatSet::EMPTY), "no objection to the second laying");
}

#[test]
fn caro_open_object_once_each_and_not_late() {
    let open = game(3, true);
    let laid = play_on(&open, "lay red 0,0; lay black 0,1").unwrap();
    assert_eq!(open.objectors(&laid).unwrap().iter().collect::<Vec<_>>(), [0, 2]);
    let once = play_on(&open, "lay red 0,0; lay black 0,1; object 2").unwrap();
    assert_eq!(open.objectors(&once).unwrap().iter().collect::<Vec<_>>(), [0], "a right tile: nothing happens, but once only");
    assert_eq!(scores(&open, &once), [10, 10, 0]);
    let refusals = [
        ("lay red 0,0; lay black 0,1; object 2; object 2", "caro.open.object"),
        ("lay red 0,0; lay black 0,1; object 1", "caro.open.object"),
        ("lay red 0,0; lay black 0,1; object 3", "caro.open.object"),
        ("object 1", "caro.open.late"),
        ("lay red 0,0; lay red 0,1; object 0; object 2", "caro.open.late"),
        ("lay red 0,0; lay black 0,2", "caro.lay.adjacent"),
        ("lay red 0,0; pass", "caro.open.pass"),
    ];
    for (events, rule) in refusals {
        assert_eq!(play_on(&open, events).unwrap_err(), rule, "{events}");
    }
    let late = play_on(&open, "lay red 0,0; lay red 0,1; lay black 1,0; object 0").unwrap();
    assert_eq!((scores(&open, &late), late.field().count()), (vec![10, 0, 10], 3), "caro.open.late: the wrong tile stays");
    assert_eq!(play("lay red 0,0; object 1").unwrap_err(), "caro.open.object", "not on a watched table");
}

#[test]
fn caro_open_same_tile_must_be_laid_again() {
    let open = game(2, true);
    let events = "lay red 0,0; lay black 1,0; lay black 2,0; object 1";
    let state = play_on(&open, events).unwrap();
    assert_eq!(scores(&open, &state), [0, 10]);
    assert!(open.moves(&state).iter().all(|mv| matches!(mv, Move::Lay(Colour::Black, _))));
    assert_eq!(play_on(&open, &format!("{events}; lay white 2,0")).unwrap_err(), "caro.open.object");
    assert_eq!(play_on(&open, &format!("{events}; lay black 2,0")).unwrap_err(), "caro.lay.colour", "the second laying is watched");
    assert_eq!(scores(&open, &play_on(&open, &format!("{events}; lay black 0,1")).unwrap()), [10, 10]);
}

#[test]
fn caro_open_take_back_shrinks_the_area() {
    let open = game(2, true);
    let row = "lay red 0,0; lay black 1,0; lay red 2,0; lay black 3,0; lay white 4,0";
    let state = play_on(&open, &format!("{row}; lay white -1,0; lay white -1,1; object 1")).unwrap();
    assert_eq!(state.field().bounds(), Some((Place { x: -1, y: 0 }, Place { x: 4, y: 0 })));
    let state = play_on(&open, "lay red 0,0; lay red -1,0; object 0").unwrap();
    assert_eq!(state.field().bounds(), Some((Place { x: 0, y: 0 }, Place { x: 0, y: 0 })));
    let state = play_on(&open, "lay red 0,0; lay red 0,-1; object 0; lay black 0,-1").unwrap();
    assert_eq!(state.field().colour_at(Place { x: 0, y: -1 }), Some(Colour::Black));
}

#[test]
fn caro_open_end_by_a_pass_when_no_player_can_lay() {
    let open = game(2, true);
    let mut state = open.start();
    state.field = field(&["R"]);
    state.supplies = [Supply::NONE; 4];
    state.supplies[0].give_back(Colour::Black);
    open.play(&mut state, "lay black 1,0".parse().unwrap()).unwrap();
    assert_eq!(open.to_act(&state), ToAct::Move(1), "the time for objections still runs");
    assert_eq!(open.moves(&state), [Move::Pass]);
    open.play(&mut state, Move::Pass).unwrap();
    assert_eq!(open.to_act(&state), ToAct::Over);
}

#[test]
fn caro_open_older_faults_do_not_make_a_tile_wrong() {
    // The two blacks beside each other stayed; a tile elsewhere is judged by its own place.
    let open = game(2, true);
    let state = play_on(&open, "lay black 0,0; lay black 1,0; lay red 0,1").unwrap();
    assert!(!state.last_is_wrong());
}

#[test]
fn set_up() {
    assert_eq!(Caro::INFO.begins, Begins::YoungestThenLoser, "caro.start");
    assert_eq!([2, 3, 4].map(|players| game(players, false).side()), [6, 7, 8]);
    assert!(Caro::new(5, Options::default(), NoBoard).is_err());
}

#[test]
fn moves_are_tiny() {
    assert!(size_of::<Move>() <= 8);
    assert!(size_of::<State>() <= 3 * 64, "{}", size_of::<State>());
}
