//! Following a table: what is news, what is taken back, and what cannot be followed.

use spieltisch_protocol::{Answers, Beside, GameCursor, LogEntry, ReplayError, TableEvent, TableReplica};
use spieltisch_rules::ToAct;

fn opened(game: &str) -> TableEvent {
    TableEvent::Opened {
        game: game.into(),
        options: Default::default(),
        board: serde_json::Value::Null,
        seats: vec![Default::default(); 2],
        terms: Default::default(),
        youngest: 0,
    }
}

fn began() -> TableEvent {
    TableEvent::Began { order: vec![1, 0], opening: Vec::new(), id: "x".into() }
}

fn roll(event: &str) -> TableEvent {
    TableEvent::Roll { event: event.into() }
}

fn decides(seat: u8, event: &str) -> TableEvent {
    TableEvent::Move { seat, event: event.into() }
}

/// Takes the next step.
fn next(table: &mut TableReplica, what: &[TableEvent]) -> Result<(), ReplayError> {
    let seq = table.table_state.seq + 1;
    table.take(&LogEntry { seq, at: 100 * seq, what: what.to_vec() })
}

/// A game of Yatzy after its first roll; seat 1 is to decide.
fn rolled() -> TableReplica {
    let mut table = TableReplica::default();
    next(&mut table, &[opened("yatzy"), began(), roll("roll 1 2 4 6 6")]).expect("it fits");
    table
}

#[test]
fn the_game_follows_everything_that_happens_in_one_step() {
    let mut table = rolled();
    assert_eq!((table.to_act(), table.seat_to_act(), table.clock()), (ToAct::Move(0), Some(1), 1));
    next(&mut table, &[decides(1, "keep 6 6"), roll("roll 1 3 5 6 6")]).expect("it fits");
    assert_eq!((table.clock(), table.last_mover()), (3, None), "dice were rolled since");
    assert_eq!(table.table_state.round.as_ref().map(|round| round.times.clone()), Some(vec![100, 200, 200]));
}

#[test]
fn only_what_is_new_is_told() {
    let mut table = rolled();
    let seen = table.seen();
    assert!(table.news(0, seen).is_some_and(|news| news.stand == 1 && news.events.is_empty()));
    next(&mut table, &[decides(1, "keep 6 6"), roll("roll 1 3 5 6 6")]).expect("it fits");
    let news = table.news(0, seen).expect("the same game");
    assert_eq!((news.stand, &news.events[..]), (1, &["keep 6 6".to_string(), "roll 1 3 5 6 6".to_string()][..]));
    assert_eq!(news.seen, table.seen());
    // A client that has taken only a part of it is told the rest.
    let rest = table.news(0, news.seen.up_to(2)).expect("the same game");
    assert_eq!((rest.stand, &rest.events[..]), (2, &["roll 1 3 5 6 6".to_string()][..]));
    assert_eq!(table.news(0, GameCursor::default()).map(|news| news.events.len()), Some(3), "everything to a new client");
    next(&mut table, &[began()]).expect("it fits");
    assert_eq!(table.news(0, seen), None, "another game is played");
}

#[test]
fn what_was_taken_back_stands_no_more_even_if_the_same_follows() {
    let mut table = rolled();
    next(&mut table, &[decides(1, "score ones")]).expect("it fits");
    let seen = table.seen();
    assert_eq!(table.last_mover(), Some(1));
    next(&mut table, &[TableEvent::TakenBack]).expect("it fits");
    assert_eq!((table.to_act(), table.clock(), table.last_mover()), (ToAct::Move(0), 1, None));
    let news = table.news(0, seen).expect("the same game");
    assert_eq!((news.stand, news.events.len()), (1, 0));
    // Several steps at once: back, and another decision in its place.
    next(&mut table, &[decides(1, "score twos")]).expect("the position is as it was before");
    let news = table.news(0, seen).expect("the same game");
    assert_eq!((news.stand, &news.events[..]), (1, &["score twos".to_string()][..]));
}

#[test]
fn a_gap_is_told_and_changes_nothing() {
    let mut table = rolled();
    let step = LogEntry { seq: 5, at: 1, what: vec![decides(1, "score ones")] };
    assert_eq!(table.take(&step), Err(ReplayError::Gap { known: 1, came: 5 }));
    assert_eq!(table.take_page(3, std::slice::from_ref(&step), 5), Err(ReplayError::Gap { known: 1, came: 4 }));
    assert_eq!((table.table_state.seq, table.clock()), (1, 1));
    // In a page numbers are left out that were talk.
    table.take_page(1, &[step], 7).expect("it fits");
    assert_eq!((table.table_state.seq, table.clock()), (7, 2));
}

#[test]
fn a_step_against_the_rules_is_told_and_the_game_not_followed_any_further() {
    let mut table = rolled();
    assert!(matches!(next(&mut table, &[decides(1, "score nines")]), Err(ReplayError::Unfit { seq: 2, .. })));
    assert_eq!((table.table_state.seq, table.to_act()), (2, ToAct::Over));
}

#[test]
fn a_table_restored_from_a_backup_is_followed_from_its_beginning() {
    let mut table = rolled();
    next(&mut table, &[decides(1, "score ones")]).expect("it fits");
    let seen = table.seen();
    assert!(!table.go_on_after(2) && table.go_on_after(0));
    next(&mut table, &[opened("yatzy"), began(), roll("roll 2 2 2 2 2")]).expect("it fits");
    let news = table.news(0, seen).expect("a game");
    assert_eq!((news.stand, &news.events[..]), (0, &["roll 2 2 2 2 2".to_string()][..]), "nothing that was known stands");
}

#[test]
fn what_is_shown_beside_a_game_needs_everyone_who_sits_there() {
    let mut table = TableReplica::default();
    let sat = |seat: u8, name: &str| TableEvent::Sat { seat, name: name.into(), part: String::new(), owner: String::new() };
    let answers = |seat: u8, yes: bool| {
        let answers = Answers::default().with(Beside::Chances, yes);
        TableEvent::StandIn { seat, on: false, answers, name: String::new() }
    };
    let shown =
        |table: &TableReplica| (table.table_state.all_agree(Beside::Chances), table.table_state.who_agrees(Beside::Chances).count());
    next(&mut table, &[opened("yatzy")]).expect("it fits");
    assert_eq!(shown(&table), (false, 0), "no player is there to agree");
    next(&mut table, &[sat(0, "Anna"), answers(0, true)]).expect("it fits");
    assert_eq!(shown(&table), (true, 1), "alone with computers");
    assert!(!table.table_state.all_agree(Beside::Marks), "each is agreed to on its own");
    next(&mut table, &[sat(1, "Ben"), began()]).expect("it fits");
    assert_eq!(shown(&table), (false, 1), "Ben was not asked yet");
    next(&mut table, &[answers(1, true)]).expect("it fits");
    assert_eq!(shown(&table), (true, 2));
    // A computer that plays for an absent player changes nothing: the seat is theirs.
    next(&mut table, &[TableEvent::StandIn { seat: 1, on: true, answers: Answers::default(), name: String::new() }]).expect("it fits");
    assert_eq!(shown(&table), (true, 2));
    next(&mut table, &[answers(1, false)]).expect("it fits");
    assert_eq!(shown(&table), (false, 1), "taken back by one, it is off for all");
    next(&mut table, &[TableEvent::Left { seat: 1 }]).expect("it fits");
    assert_eq!(shown(&table), (true, 1), "a computer plays there now");
    next(&mut table, &[sat(1, "Cleo")]).expect("it fits");
    assert_eq!(shown(&table), (false, 1), "a new player has not agreed");
    assert_eq!(table.table_state.seats[1].answers, Answers::default());
}
