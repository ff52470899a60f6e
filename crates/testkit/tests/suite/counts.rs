//! Counts of legal event sequences to a fixed depth from fixed positions, worked out by the
//! engine and a second, slower way by the reference.

use std::ops::ControlFlow;

use serde_json::{Value, json};
use spieltisch_records::{Position, read_setup};
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_rules::{Game, ToAct};

/// Sequences of `depth` events; a game that ends earlier counts once.
fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 || game.to_act(state) == ToAct::Over {
        return 1;
    }
    let mut sequences = 0;
    let _ = game.each_move(state, |mv| -> ControlFlow<()> {
        let mut next = state.clone();
        game.play_trusted(&mut next, mv);
        sequences += count(game, &next, depth - 1);
        ControlFlow::Continue(())
    });
    game.each_outcome(state, |roll, _| {
        let mut next = state.clone();
        game.roll_trusted(&mut next, roll);
        sequences += count(game, &next, depth - 1);
    });
    sequences
}

/// The count on which engine and reference agree.
#[track_caller]
fn both_count<G: Game>(players: usize, options: Value, events: &str, depth: u32) -> u64 {
    let events: Vec<&str> = events.split(';').map(str::trim).filter(|event| !event.is_empty()).collect();
    let options_map = options.as_object().cloned().unwrap_or_default();
    let mut table = Position::<G>::new(read_setup(players, &options_map, &Value::Null).unwrap());
    let names: Vec<String> = (0..players).map(|seat| seat.to_string()).collect();
    let mut reference =
        spieltisch_testkit::reference::open(&json!({"game": G::INFO.name, "players": names, "options": options, "board": null})).unwrap();
    for event in &events {
        table.take_text(event).unwrap();
        reference.apply(event).unwrap();
    }
    let by_engine = count(&table.game, &table.state, depth);
    assert_eq!(by_engine, reference.count_sequences(depth), "{} after {events:?}: engine and reference differ", G::INFO.name);
    by_engine
}

#[test]
fn yatzy_counts() {
    assert_eq!(both_count::<Yatzy>(1, json!({}), "", 1), 252);
    assert_eq!(both_count::<Yatzy>(1, json!({}), "", 2), 252 * 15 + 4116);
    assert_eq!(both_count::<Yatzy>(2, json!({}), "roll 1 1 1 2 2; keep 1 1 1 2", 3), 27_921);
}

#[test]
fn castro_counts() {
    assert_eq!(both_count::<Castro>(2, json!({}), "roll 2 2 5 5 5; keep 2 2 5 5", 3), 15_706);
    assert_eq!(both_count::<Castro>(3, json!({}), "roll 2 2 5 5 5; place b6", 2), 5_792);
}

#[test]
fn caro_counts() {
    let opened = "lay red 0,0; lay black 0,1; lay grey 1,1; lay white 1,0; lay red 2,1";
    assert_eq!(both_count::<Caro>(2, json!({}), "", 3), 864);
    assert_eq!(both_count::<Caro>(3, json!({}), opened, 2), 724);
    assert_eq!(both_count::<Caro>(2, json!({"open_table": true}), "lay red 0,0; lay red 0,1; object 0", 3), 8_448);
}

#[test]
fn crowns_counts() {
    assert_eq!(both_count::<Crowns>(1, json!({}), "roll 1 2 4 4 6 6", 1), 144);
    assert_eq!(both_count::<Crowns>(2, json!({}), "roll 1 2 3 4 5 6", 1), 429);
    assert_eq!(both_count::<Crowns>(1, json!({"solo_hard": true}), "roll 1 1 1 4 4 6; place 1x6 2x4 3x1; roll 1 1 1 1 2 2", 2), 924);
}
