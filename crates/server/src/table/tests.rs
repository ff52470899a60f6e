//! The referee without a server: tables, seats, games, refusals.

mod proof;

use serde_json::json;
use spieltisch_fair::Secret;
use spieltisch_protocol::{Answers, Beside, Happening, Intention, NewTable, RefusalCode, Refused, Role, Step};
use spieltisch_rules::ToAct;

use super::{Holder, Table};

fn new_table(game: &str, seats: serde_json::Value, terms: serde_json::Value) -> NewTable {
    serde_json::from_value(json!({"game": game, "seats": seats, "terms": terms})).expect("a table")
}

/// Whoever has the one token for this role.
fn holder(role: Role) -> Holder {
    Holder { key: format!("{role:?}"), role }
}

/// A table, all its steps, and a second one that only follows them.
struct Evening {
    table: Table,
    steps: Vec<Step>,
}

impl Evening {
    fn open(new: NewTable) -> Evening {
        let mut table = Table::new("t", Secret::from_bytes([5; 32]));
        let what = table.open(new).expect("a good set-up").what;
        let mut evening = Evening { table, steps: Vec::new() };
        evening.keep(what);
        evening
    }

    fn keep(&mut self, what: Vec<Happening>) {
        let step = Step { seq: self.steps.len() as u64 + 1, at: self.table.now, what };
        self.table.follower.evening.seq = step.seq;
        self.steps.push(step);
    }

    fn want(&mut self, role: Role, intention: Intention) -> Result<Vec<Happening>, Refused> {
        let mut holder = holder(role);
        if role == Role::Invited {
            // Everyone who is invited brings a key of their own.
            holder.key = format!("invited after step {}", self.steps.len());
        }
        let decision = self.table.decide(&holder, &intention)?;
        self.keep(decision.what.clone());
        Ok(decision.what)
    }

    fn sit(&mut self, role: Role, name: &str) -> Result<Vec<Happening>, Refused> {
        self.want(role, Intention::Sit { seat: None, name: name.into(), part: "00ff".into(), token: None })
    }

    /// The seat to act rolls, or plays the legal move at this index.
    fn act(&mut self, index: usize) -> Result<Vec<Happening>, Refused> {
        let seat = self.table.follower.seat_to_act().expect("somebody must act");
        let round = self.table.follower.evening.round.as_ref().expect("a game").number;
        let after = self.table.follower.clock();
        match self.table.follower.to_act() {
            ToAct::Roll { .. } => self.want(Role::Seat(seat), Intention::Roll { round, after }),
            _ => {
                let session = self.table.follower.session().expect("a game");
                let event = session.nth_move(index % session.count_moves()).expect("a legal move");
                self.want(Role::Seat(seat), Intention::Move { round, after, event })
            }
        }
    }

    fn play_to_the_end(&mut self) {
        let mut index = 7;
        while self.table.follower.to_act() != ToAct::Over {
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
        assert_eq!(other.follower.to_act(), self.table.follower.to_act());
        let records = |table: &Table| table.follower.evening.records().map(|record| record.to_json()).collect::<Vec<_>>();
        assert_eq!(records(&other), records(&self.table));
        other
    }
}

fn two(game: &str) -> Evening {
    let mut evening = Evening::open(new_table(game, json!([{}, {}]), json!({})));
    evening.sit(Role::Seat(0), "Anna").expect("a free seat");
    evening.sit(Role::Seat(1), "Ben").expect("a free seat");
    evening
}

fn code<T: std::fmt::Debug>(result: Result<T, Refused>) -> RefusalCode {
    result.expect_err("refused").code
}

#[test]
fn every_game_is_played_to_its_end_and_verifies() {
    for game in spieltisch_rules::games::names() {
        let mut evening = two(game);
        assert!(evening.table.follower.evening.is_playing(), "{game} begins when all seats are taken");
        evening.play_to_the_end();
        let other = evening.followed();
        let record = other.follower.evening.records().last().expect("a game").clone();
        assert!(!record.result.is_null(), "{game}");
        let verified = spieltisch_fair::verify(&record).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        assert_eq!(verified.parts, 2);
        spieltisch_records::replay(&mut record.clone()).expect("the record replays with its result");
    }
}

#[test]
fn the_next_game_has_new_dice_and_the_right_starter() {
    let mut evening = two("caro");
    evening.play_to_the_end();
    let again = |part: &str| Intention::Again { part: part.into() };
    evening.want(Role::Seat(1), again("aa")).expect("asks");
    assert!(!evening.table.follower.evening.is_playing(), "both must want it");
    evening.want(Role::Seat(0), again("bb")).expect("asks");
    let first = &evening.table.follower.evening.finished[0];
    let loser = |record: &spieltisch_records::Record| {
        let scores: Vec<i32> = serde_json::from_value(record.result["scores"].clone()).unwrap();
        let least = scores.iter().min().unwrap();
        record.players[scores.iter().rposition(|points| points == least).unwrap()].clone()
    };
    let second = evening.table.follower.evening.round.as_ref().expect("the next game");
    assert_eq!(second.record.players[0], loser(first), "caro.start: the loser begins the next game");
    assert_ne!(first.more["dice"]["commitment"], second.record.more["dice"]["commitment"]);
    assert_eq!(second.record.more["dice"]["parts"], json!(["bb", "aa"]));
    evening.play_to_the_end();
    assert_eq!(evening.followed().follower.evening.records().count(), 2);
}

#[test]
fn nobody_acts_for_another_seat_or_out_of_turn() {
    let mut evening = two("yatzy");
    let turn = evening.table.follower.seat_to_act().expect("a game");
    let other = Role::Seat(1 - turn);
    assert_eq!(code(evening.want(other, Intention::Roll { round: 0, after: 0 })), RefusalCode::NotYourTurn);
    assert_eq!(code(evening.want(Role::Watcher, Intention::Roll { round: 0, after: 0 })), RefusalCode::NotSeated);
    assert_eq!(code(evening.want(Role::Seat(7), Intention::Leave)), RefusalCode::NotSeated);
    let cheat = Intention::Move { round: 0, after: 0, event: "roll 6 6 6 6 6".into() };
    assert_eq!(code(evening.want(Role::Seat(turn), cheat)), RefusalCode::NotYourTurn, "nobody names their own dice");
    evening.want(Role::Seat(turn), Intention::Roll { round: 0, after: 0 }).expect("its turn");
    let mv = |round, after, event: &str| Intention::Move { round, after, event: event.into() };
    assert_eq!(code(evening.want(Role::Seat(turn), mv(0, 0, "score ones"))), RefusalCode::Stale);
    assert_eq!(code(evening.want(Role::Seat(turn), mv(1, 1, "score ones"))), RefusalCode::Stale);
    let refused = evening.want(Role::Seat(turn), mv(0, 1, "score nines")).expect_err("no such box");
    assert_eq!(refused.code, RefusalCode::Rule);
    assert!(refused.rule.is_some());
    evening.want(Role::Seat(turn), mv(0, 1, "score ones")).expect("legal");
    evening.followed();
}

#[test]
fn dice_within_a_turn_fall_at_once_and_a_new_turn_waits() {
    let mut evening = two("yatzy");
    let turn = evening.table.follower.seat_to_act().expect("a game");
    evening.want(Role::Seat(turn), Intention::Roll { round: 0, after: 0 }).expect("its turn");
    let what = evening.want(Role::Seat(turn), Intention::Move { round: 0, after: 1, event: "keep".into() }).expect("legal");
    assert!(matches!(what[..], [Happening::Move { .. }, Happening::Roll { .. }]), "{what:?}");
    let what = evening.want(Role::Seat(turn), Intention::Move { round: 0, after: 3, event: "score chance".into() }).expect("legal");
    assert!(matches!(what[..], [Happening::Move { .. }]), "the next player rolls: {what:?}");
}

#[test]
fn a_decision_is_taken_back_only_if_the_others_agree_and_no_dice_fell() {
    let mut evening = two("caro");
    let turn = evening.table.follower.seat_to_act().expect("a game");
    let (me, other) = (Role::Seat(turn), Role::Seat(1 - turn));
    evening.act(3).expect("legal");
    assert_eq!(code(evening.want(other, Intention::TakeBack)), RefusalCode::NotNow);
    evening.want(me, Intention::TakeBack).expect("asks");
    assert_eq!(evening.table.follower.clock(), 1, "not yet");
    evening.want(other, Intention::Answer { yes: false }).expect("answers");
    assert_eq!(code(evening.want(other, Intention::Answer { yes: true })), RefusalCode::NotNow, "it was refused");
    evening.want(me, Intention::TakeBack).expect("asks again");
    evening.want(other, Intention::Answer { yes: true }).expect("answers");
    assert_eq!((evening.table.follower.clock(), evening.table.follower.seat_to_act()), (0, Some(turn)));
    evening.followed();
    evening.play_to_the_end();
    evening.followed();

    let mut off = Evening::open(new_table("caro", json!([{}, {}]), json!({"takeback": false, "chat": false})));
    off.sit(Role::Seat(0), "Anna").expect("free");
    off.sit(Role::Seat(1), "Ben").expect("free");
    off.act(0).expect("legal");
    assert_eq!(code(off.want(Role::Seat(0), Intention::TakeBack)), RefusalCode::SwitchedOff);
    assert_eq!(code(off.want(Role::Seat(0), Intention::Say { text: "hello".into() })), RefusalCode::SwitchedOff);
}

#[test]
fn an_answer_counts_once_and_only_from_a_seat() {
    let mut evening = two("crowns");
    let marks = |yes| Intention::Agree(Answers::default().with(Beside::Marks, yes));
    assert_eq!(code(evening.want(Role::Watcher, marks(true))), RefusalCode::NotSeated);
    assert_eq!(code(evening.want(Role::Host, marks(true))), RefusalCode::NotSeated);
    assert_eq!(code(evening.want(Role::Seat(0), Intention::Agree(Answers::default()))), RefusalCode::Unreadable);
    assert_eq!(evening.want(Role::Seat(0), marks(true)).expect("a seat").len(), 1);
    assert_eq!(evening.want(Role::Seat(0), marks(true)).expect("a seat"), [], "tapped twice");
    evening.want(Role::Seat(1), marks(true)).expect("a seat");
    assert!(evening.followed().follower.evening.all_agree(Beside::Marks));
    evening.want(Role::Seat(0), marks(false)).expect("a seat");
    assert!(!evening.followed().follower.evening.all_agree(Beside::Marks));
}

#[test]
fn an_invitation_takes_a_free_seat_and_names_are_unique() {
    let mut evening = Evening::open(new_table("crowns", json!([{}, {}, {"name": "Robot", "computer": 2}]), json!({})));
    let invited = |seat, name: &str| Intention::Sit { seat, name: name.into(), part: String::new(), token: None };
    let decision = evening.table.decide(&holder(Role::Invited), &invited(Some(1), "Anna")).expect("free");
    assert_eq!(decision.seated, Some(1), "needs a token of its own");
    evening.keep(decision.what);
    assert_eq!(code(evening.want(Role::Invited, invited(Some(1), "Ben"))), RefusalCode::SeatTaken);
    assert_eq!(code(evening.want(Role::Invited, invited(Some(2), "Ben"))), RefusalCode::SeatTaken);
    assert_eq!(code(evening.want(Role::Invited, invited(None, "robot"))), RefusalCode::BadText);
    assert_eq!(code(evening.want(Role::Invited, invited(None, "  "))), RefusalCode::BadText);
    assert_eq!(code(evening.want(Role::Invited, invited(None, &"x".repeat(25)))), RefusalCode::BadText);
    assert_eq!(code(evening.want(Role::Watcher, invited(None, "Ben"))), RefusalCode::NotSeated);
    evening.want(Role::Invited, invited(None, "Ben")).expect("the last free one");
    assert!(evening.table.follower.evening.is_playing());
}

#[test]
fn whoever_starts_early_plays_with_computers_and_a_leaver_is_replaced() {
    let mut evening = Evening::open(new_table("yatzy", json!([{}, {}]), json!({})));
    evening.sit(Role::Seat(0), "Anna").expect("free");
    evening.want(Role::Seat(0), Intention::Start { part: String::new() }).expect("computers fill up");
    assert!(evening.table.follower.evening.is_playing());
    assert_eq!(evening.table.follower.evening.seats[1].played_by_computer(), Some(3));
    evening.want(Role::Seat(0), Intention::Leave).expect("leaves");
    assert_eq!(evening.table.follower.evening.seats[0].played_by_computer(), Some(3));
    evening.sit(Role::Seat(0), "Anna").expect("comes back");
    assert_eq!(evening.table.follower.evening.seats[0].played_by_computer(), None);
    evening.followed();
}

#[test]
fn the_same_dice_for_all_in_a_duel() {
    let mut evening = Evening::open(new_table("crowns", json!([{}, {}]), json!({"same_dice": true})));
    evening.sit(Role::Seat(0), "Anna").expect("free");
    evening.sit(Role::Seat(1), "Ben").expect("free");
    evening.play_to_the_end();
    let record = evening.followed().follower.evening.records().last().expect("a game").clone();
    let rolls: Vec<&String> = record.events.iter().filter(|event| event.starts_with("roll")).collect();
    assert!(rolls.chunks_exact(2).all(|turn| turn[0] == turn[1]));
    spieltisch_fair::verify(&record).expect("a duel verifies too");
}

#[test]
fn bad_set_ups_are_refused_with_a_sentence() {
    let refused = |new| Table::new("t", Secret::from_bytes([0; 32])).open(new).expect_err("bad");
    assert!(refused(new_table("chess", json!([{}, {}]), json!({}))).message.contains("no game here"));
    assert_eq!(refused(new_table("castro", json!([{}]), json!({}))).code, RefusalCode::BadSetUp);
    assert!(refused(new_table("yatzy", json!([{"name": "R", "computer": 3}]), json!({}))).message.contains("person"));
    assert!(refused(new_table("yatzy", json!([{}, {"name": "R", "computer": 9}]), json!({}))).message.contains("level"));
}
