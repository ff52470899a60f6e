//! The referee without a server: tables, seats, games, refusals.

mod proof;

use serde_json::json;
use spieltisch_protocol::{Answers, Beside, Intention, LogEntry, NewTable, RefusalCode, Refused, Role, TableEvent};
use spieltisch_records::fair::Secret;
use spieltisch_rules::ToAct;

use super::{Credential, Table, TableSummary, changes_summary};

fn new_table(game: &str, seats: serde_json::Value, terms: serde_json::Value) -> NewTable {
    serde_json::from_value(json!({"game": game, "seats": seats, "terms": terms})).expect("a table")
}

/// The client with the one token for this role.
fn credential(role: Role) -> Credential {
    Credential { key: format!("{role:?}"), role }
}

/// A table, all its steps, and a second one that only follows them.
struct TestTable {
    table: Table,
    steps: Vec<LogEntry>,
    summary: TableSummary,
}

impl TestTable {
    fn open(new: NewTable) -> TestTable {
        let mut table = Table::new("t", Secret::from_bytes([5; 32]));
        let what = table.open(new).expect("a good set-up").what;
        let mut table_state = TestTable { table, steps: Vec::new(), summary: TableSummary::default() };
        table_state.keep(what);
        table_state
    }

    fn keep(&mut self, what: Vec<TableEvent>) {
        // What is told of the table in short is written only with steps that may change it.
        let summary = self.table.summary();
        let is_same = summary.turn == self.summary.turn && !what.iter().any(changes_summary);
        assert!(!is_same || summary == self.summary, "{what:?} changed {:?} into {summary:?}", self.summary);
        self.summary = summary;
        let step = LogEntry { seq: self.steps.len() as u64 + 1, at: self.table.now, what };
        self.table.replica.table_state.seq = step.seq;
        self.steps.push(step);
    }

    fn want(&mut self, role: Role, intention: Intention) -> Result<Vec<TableEvent>, Refused> {
        let mut credential = credential(role);
        if role == Role::Invited {
            // Everyone who is invited brings a key of their own.
            credential.key = format!("invited after step {}", self.steps.len());
        }
        let decision = self.table.decide(&credential, &intention)?;
        self.keep(decision.what.clone());
        Ok(decision.what)
    }

    fn sit(&mut self, role: Role, name: &str) -> Result<Vec<TableEvent>, Refused> {
        self.want(role, Intention::Sit { seat: None, name: name.into(), part: "00ff".into(), token: None })
    }

    /// The seat to act rolls, or plays the legal move at this index.
    fn act(&mut self, index: usize) -> Result<Vec<TableEvent>, Refused> {
        let seat = self.table.replica.seat_to_act().expect("a player must act");
        let round = self.table.replica.table_state.round.as_ref().expect("a game").number;
        let after = self.table.replica.clock();
        match self.table.replica.to_act() {
            ToAct::Roll { .. } => self.want(Role::Seat(seat), Intention::Roll { round, after }),
            _ => {
                let game = self.table.replica.game().expect("a game");
                let event = game.nth_move(index % game.count_moves()).expect("a legal move");
                self.want(Role::Seat(seat), Intention::Move { round, after, event })
            }
        }
    }

    fn play_to_the_end(&mut self) {
        let mut index = 7;
        while self.table.replica.to_act() != ToAct::Over {
            index = index * 31 % 1009;
            self.act(index).expect("legal");
        }
    }

    /// Another server that reads the log stands exactly where this one does.
    fn followed(&self) -> Table {
        let mut other = Table::new("t", Secret::from_bytes([5; 32]));
        for step in &self.steps {
            other.replay(step).expect("its own log");
        }
        assert_eq!(other.replica.to_act(), self.table.replica.to_act());
        let records = |table: &Table| table.replica.table_state.records().map(|record| record.to_json()).collect::<Vec<_>>();
        assert_eq!(records(&other), records(&self.table));
        other
    }
}

fn two(game: &str) -> TestTable {
    let mut table_state = TestTable::open(new_table(game, json!([{}, {}]), json!({})));
    table_state.sit(Role::Seat(0), "Anna").expect("a free seat");
    table_state.sit(Role::Seat(1), "Ben").expect("a free seat");
    table_state
}

fn code<T: std::fmt::Debug>(result: Result<T, Refused>) -> RefusalCode {
    result.expect_err("refused").code
}

#[test]
fn every_game_is_played_to_its_end_and_verifies() {
    for game in spieltisch_rules::games::names() {
        let mut table_state = two(game);
        assert!(table_state.table.replica.table_state.is_playing(), "{game} begins when all seats are taken");
        table_state.play_to_the_end();
        let other = table_state.followed();
        let record = other.replica.table_state.records().last().expect("a game").clone();
        assert!(!record.result.is_null(), "{game}");
        let verified = spieltisch_records::fair::verify(&record).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        assert_eq!(verified.parts, 2);
        spieltisch_records::replay(&mut record.clone()).expect("the record replays with its result");
    }
}

#[test]
fn the_next_game_has_new_dice_and_the_right_starter() {
    let mut table_state = two("caro");
    table_state.play_to_the_end();
    let again = |part: &str| Intention::Again { part: part.into() };
    table_state.want(Role::Seat(1), again("aa")).expect("asks");
    assert!(!table_state.table.replica.table_state.is_playing(), "both must want it");
    table_state.want(Role::Seat(0), again("bb")).expect("asks");
    let first = &table_state.table.replica.table_state.finished[0];
    let loser = |record: &spieltisch_records::Record| {
        let scores: Vec<i32> = serde_json::from_value(record.result["scores"].clone()).unwrap();
        let least = scores.iter().min().unwrap();
        record.players[scores.iter().rposition(|points| points == least).unwrap()].clone()
    };
    let second = table_state.table.replica.table_state.round.as_ref().expect("the next game");
    assert_eq!(second.record.players[0], loser(first), "caro.start: the loser begins the next game");
    assert_ne!(first.more["dice"]["commitment"], second.record.more["dice"]["commitment"]);
    assert_eq!(second.record.more["dice"]["parts"], json!(["bb", "aa"]));
    table_state.play_to_the_end();
    assert_eq!(table_state.followed().replica.table_state.records().count(), 2);
}

#[test]
fn no_player_acts_for_another_seat_or_out_of_turn() {
    let mut table_state = two("yatzy");
    let turn = table_state.table.replica.seat_to_act().expect("a game");
    let other = Role::Seat(1 - turn);
    assert_eq!(code(table_state.want(other, Intention::Roll { round: 0, after: 0 })), RefusalCode::NotYourTurn);
    assert_eq!(code(table_state.want(Role::Watcher, Intention::Roll { round: 0, after: 0 })), RefusalCode::NotSeated);
    assert_eq!(code(table_state.want(Role::Seat(7), Intention::Leave)), RefusalCode::NotSeated);
    let cheat = Intention::Move { round: 0, after: 0, event: "roll 6 6 6 6 6".into() };
    assert_eq!(code(table_state.want(Role::Seat(turn), cheat)), RefusalCode::NotYourTurn, "players do not name their own dice");
    table_state.want(Role::Seat(turn), Intention::Roll { round: 0, after: 0 }).expect("its turn");
    let mv = |round, after, event: &str| Intention::Move { round, after, event: event.into() };
    assert_eq!(code(table_state.want(Role::Seat(turn), mv(0, 0, "score ones"))), RefusalCode::Stale);
    assert_eq!(code(table_state.want(Role::Seat(turn), mv(1, 1, "score ones"))), RefusalCode::Stale);
    let refused = table_state.want(Role::Seat(turn), mv(0, 1, "score nines")).expect_err("no such box");
    assert_eq!(refused.code, RefusalCode::Rule);
    assert!(refused.rule.is_some());
    table_state.want(Role::Seat(turn), mv(0, 1, "score ones")).expect("legal");
    table_state.followed();
}

#[test]
fn dice_within_a_turn_fall_at_once_and_a_new_turn_waits() {
    let mut table_state = two("yatzy");
    let turn = table_state.table.replica.seat_to_act().expect("a game");
    table_state.want(Role::Seat(turn), Intention::Roll { round: 0, after: 0 }).expect("its turn");
    let what = table_state.want(Role::Seat(turn), Intention::Move { round: 0, after: 1, event: "keep".into() }).expect("legal");
    assert!(matches!(what[..], [TableEvent::Move { .. }, TableEvent::Roll { .. }]), "{what:?}");
    let what = table_state.want(Role::Seat(turn), Intention::Move { round: 0, after: 3, event: "score chance".into() }).expect("legal");
    assert!(matches!(what[..], [TableEvent::Move { .. }]), "the next player rolls: {what:?}");
}

#[test]
fn a_decision_is_taken_back_only_if_the_others_agree_and_no_dice_fell() {
    let mut table_state = two("caro");
    let turn = table_state.table.replica.seat_to_act().expect("a game");
    let (me, other) = (Role::Seat(turn), Role::Seat(1 - turn));
    table_state.act(3).expect("legal");
    assert_eq!(code(table_state.want(other, Intention::TakeBack)), RefusalCode::NotNow);
    table_state.want(me, Intention::TakeBack).expect("asks");
    assert_eq!(table_state.table.replica.clock(), 1, "not yet");
    table_state.want(other, Intention::Answer { yes: false }).expect("answers");
    assert_eq!(code(table_state.want(other, Intention::Answer { yes: true })), RefusalCode::NotNow, "it was refused");
    table_state.want(me, Intention::TakeBack).expect("asks again");
    table_state.want(other, Intention::Answer { yes: true }).expect("answers");
    assert_eq!((table_state.table.replica.clock(), table_state.table.replica.seat_to_act()), (0, Some(turn)));
    table_state.followed();
    table_state.play_to_the_end();
    table_state.followed();

    let mut off = TestTable::open(new_table("caro", json!([{}, {}]), json!({"takeback": false, "chat": false})));
    off.sit(Role::Seat(0), "Anna").expect("free");
    off.sit(Role::Seat(1), "Ben").expect("free");
    off.act(0).expect("legal");
    assert_eq!(code(off.want(Role::Seat(0), Intention::TakeBack)), RefusalCode::SwitchedOff);
    assert_eq!(code(off.want(Role::Seat(0), Intention::Say { text: "hello".into() })), RefusalCode::SwitchedOff);
}

#[test]
fn an_answer_counts_once_and_only_from_a_seat() {
    let mut table_state = two("crowns");
    let marks = |yes| Intention::Agree(Answers::default().with(Beside::Marks, yes));
    assert_eq!(code(table_state.want(Role::Watcher, marks(true))), RefusalCode::NotSeated);
    assert_eq!(code(table_state.want(Role::Host, marks(true))), RefusalCode::NotSeated);
    assert_eq!(code(table_state.want(Role::Seat(0), Intention::Agree(Answers::default()))), RefusalCode::Unreadable);
    assert_eq!(table_state.want(Role::Seat(0), marks(true)).expect("a seat").len(), 1);
    assert_eq!(table_state.want(Role::Seat(0), marks(true)).expect("a seat"), [], "tapped twice");
    table_state.want(Role::Seat(1), marks(true)).expect("a seat");
    assert!(table_state.followed().replica.table_state.all_agree(Beside::Marks));
    table_state.want(Role::Seat(0), marks(false)).expect("a seat");
    assert!(!table_state.followed().replica.table_state.all_agree(Beside::Marks));
}

#[test]
fn an_invitation_takes_a_free_seat_and_names_are_unique() {
    let mut table_state = TestTable::open(new_table("crowns", json!([{}, {}, {"name": "Robot", "computer": 2}]), json!({})));
    let invited = |seat, name: &str| Intention::Sit { seat, name: name.into(), part: String::new(), token: None };
    let decision = table_state.table.decide(&credential(Role::Invited), &invited(Some(1), "Anna")).expect("free");
    assert_eq!(decision.seated, Some(1), "needs a token of its own");
    table_state.keep(decision.what);
    assert_eq!(code(table_state.want(Role::Invited, invited(Some(1), "Ben"))), RefusalCode::SeatTaken);
    assert_eq!(code(table_state.want(Role::Invited, invited(Some(2), "Ben"))), RefusalCode::SeatTaken);
    assert_eq!(code(table_state.want(Role::Invited, invited(None, "robot"))), RefusalCode::BadText);
    assert_eq!(code(table_state.want(Role::Invited, invited(None, "  "))), RefusalCode::BadText);
    assert_eq!(code(table_state.want(Role::Invited, invited(None, &"x".repeat(25)))), RefusalCode::BadText);
    assert_eq!(code(table_state.want(Role::Watcher, invited(None, "Ben"))), RefusalCode::NotSeated);
    table_state.want(Role::Invited, invited(None, "Ben")).expect("the last free one");
    assert!(table_state.table.replica.table_state.is_playing());
}

#[test]
fn a_name_can_be_changed_before_during_and_after_a_game() {
    let rename = |name: &str| Intention::Name { name: name.into() };
    for game in ["yatzy", "caro"] {
        let mut table_state = TestTable::open(new_table(game, json!([{}, {}]), json!({})));
        table_state.sit(Role::Seat(0), "Anna").expect("free");
        let part = table_state.table.replica.table_state.ready[&0].clone();
        table_state.want(Role::Seat(0), rename("Anne")).expect("in the lobby");
        assert_eq!(table_state.table.replica.table_state.ready[&0], part, "the part in the dice stays");
        table_state.sit(Role::Seat(1), "Ben").expect("free");
        table_state.act(3).expect("legal");
        let moment = table_state.table.replica.table_state.moment;
        assert_eq!(table_state.want(Role::Seat(1), rename("Bea")).expect("in a game").len(), 1);
        assert_eq!(table_state.want(Role::Seat(1), rename("Bea")).expect("tapped twice"), []);
        table_state.want(Role::Seat(1), rename("Bella")).expect("once more");
        assert_eq!(table_state.table.replica.table_state.moment, moment, "the game goes on where it was");
        assert_eq!(code(table_state.want(Role::Seat(1), rename("ANNE"))), RefusalCode::BadText, "the name is taken");
        assert_eq!(code(table_state.want(Role::Seat(1), rename(" \u{200b} "))), RefusalCode::BadText);
        assert_eq!(code(table_state.want(Role::Watcher, rename("Carl"))), RefusalCode::NotSeated);
        table_state.play_to_the_end();
        table_state.want(Role::Seat(0), rename("Anna")).expect("after a game");
        let other = table_state.followed();
        let record = other.replica.table_state.records().last().expect("a game").clone();
        let mut names = record.players.clone();
        names.sort();
        assert_eq!(names, ["Anne", "Bella"], "{game}: a game that is over keeps its names");
        spieltisch_records::fair::verify(&record).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        assert!(table_state.table.replica.table_state.ready.is_empty(), "{game}: another name is no wish for another game");
        for seat in [0, 1] {
            table_state.want(Role::Seat(seat), Intention::Again { part: "0a".into() }).expect("asks");
        }
        let round = table_state.table.replica.table_state.round.as_ref().expect("the next game");
        assert!(round.record.players.contains(&"Anna".to_string()), "{:?}", round.record.players);
    }
}

#[test]
fn a_player_without_a_name_gets_one_that_every_page_can_translate() {
    let mut table_state = TestTable::open(new_table("caro", json!([{}, {}, {}]), json!({})));
    table_state.sit(Role::Seat(0), "").expect("no name is needed");
    table_state.sit(Role::Seat(1), "Player 3").expect("a name of one's own");
    table_state.sit(Role::Seat(2), "").expect("no name is needed");
    let names: Vec<&str> = table_state.table.replica.table_state.seats.iter().map(|at| at.name.as_str()).collect();
    assert_eq!(names, ["Player 1", "Player 3", "Player 4"], "no two are called the same");
    table_state.want(Role::Seat(0), Intention::Name { name: "Anna".into() }).expect("a name after all");
    table_state.want(Role::Seat(0), Intention::Name { name: String::new() }).expect("and none again");
    assert_eq!(table_state.followed().replica.table_state.seats[0].name, "Player 1");
}

#[test]
fn an_early_start_plays_with_computers_and_a_leaver_is_replaced() {
    let mut table_state = TestTable::open(new_table("yatzy", json!([{}, {}]), json!({})));
    table_state.sit(Role::Seat(0), "Anna").expect("free");
    table_state.want(Role::Seat(0), Intention::Start { part: String::new() }).expect("computers fill up");
    assert!(table_state.table.replica.table_state.is_playing());
    assert_eq!(table_state.table.replica.table_state.seats[1].played_by_computer(), Some(3));
    table_state.want(Role::Seat(0), Intention::Leave).expect("leaves");
    assert_eq!(table_state.table.replica.table_state.seats[0].played_by_computer(), Some(3));
    table_state.sit(Role::Seat(0), "Anna").expect("comes back");
    assert_eq!(table_state.table.replica.table_state.seats[0].played_by_computer(), None);
    table_state.followed();
}

#[test]
fn the_same_dice_for_all_in_a_duel() {
    let mut table_state = TestTable::open(new_table("crowns", json!([{}, {}]), json!({"same_dice": true})));
    table_state.sit(Role::Seat(0), "Anna").expect("free");
    table_state.sit(Role::Seat(1), "Ben").expect("free");
    table_state.play_to_the_end();
    let record = table_state.followed().replica.table_state.records().last().expect("a game").clone();
    let rolls: Vec<&String> = record.events.iter().filter(|event| event.starts_with("roll")).collect();
    assert!(rolls.chunks_exact(2).all(|turn| turn[0] == turn[1]));
    spieltisch_records::fair::verify(&record).expect("a duel verifies too");
}

#[test]
fn bad_set_ups_are_refused_with_a_sentence() {
    let refused = |new| Table::new("t", Secret::from_bytes([0; 32])).open(new).expect_err("bad");
    assert!(refused(new_table("chess", json!([{}, {}]), json!({}))).message.contains("no game here"));
    assert_eq!(refused(new_table("castro", json!([{}]), json!({}))).code, RefusalCode::BadSetUp);
    assert!(refused(new_table("yatzy", json!([{"name": "R", "computer": 3}]), json!({}))).message.contains("person"));
    assert!(refused(new_table("yatzy", json!([{}, {"name": "R", "computer": 9}]), json!({}))).message.contains("level"));
}
