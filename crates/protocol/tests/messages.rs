//! Messages as they are sent, and that nothing sent can bring the reader down.

use proptest::prelude::*;
use spieltisch_protocol::{
    Answers, Beside, ClientMessage, Intention, LogEntry, RefusalCode, Refused, Role, ServerMessage, TableEvent, TableReplica,
};

fn read(text: &str) -> ClientMessage {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn messages_of_clients_look_as_documented() {
    let hello = read(r#"{"do":"hello","table":"t","token":"k","last":4}"#);
    assert_eq!(hello, ClientMessage::Hello { table: "t".into(), token: "k".into(), last: 4, at: None });
    let decision = Intention::Move { round: 0, after: 3, event: "keep 6 6".into() };
    assert_eq!(read(r#"{"do":"move","round":0,"after":3,"event":"keep 6 6"}"#), ClientMessage::Want(decision.clone()));
    assert_eq!(serde_json::to_string(&ClientMessage::Want(decision)).unwrap(), r#"{"do":"move","round":0,"after":3,"event":"keep 6 6"}"#);
    assert_eq!(read(r#"{"do":"name","name":"Bea"}"#), ClientMessage::Want(Intention::Name { name: "Bea".into() }));
    assert_eq!(read(r#"{"do":"leave"}"#), ClientMessage::Want(Intention::Leave));
    assert_eq!(read(r#"{"do":"react","with":"clap"}"#), ClientMessage::React { with: "clap".into() });
    assert_eq!(read(r#"{"do":"ping"}"#), ClientMessage::Ping);
    let agree = ClientMessage::Want(Intention::Agree(Answers { marks: Some(true), chances: None }));
    assert_eq!(read(r#"{"do":"agree","marks":true}"#), agree);
    assert_eq!(serde_json::to_string(&agree).unwrap(), r#"{"do":"agree","marks":true}"#);
}

/// Pages and servers of older versions read every step: what they do not know is a field of a table event they know, and says
/// nothing new to them.
#[test]
fn answers_and_names_are_written_so_that_older_versions_read_them() {
    #[derive(serde::Deserialize)]
    #[serde(tag = "is", rename_all = "kebab-case")]
    enum Older {
        StandIn { seat: u8, on: bool },
    }
    let answered = TableEvent::StandIn { seat: 1, on: false, answers: Answers::default().with(Beside::Chances, true), name: String::new() };
    let text = serde_json::to_string(&answered).unwrap();
    assert_eq!(text, r#"{"is":"stand-in","seat":1,"on":false,"answers":{"chances":true}}"#);
    let Older::StandIn { seat, on } = serde_json::from_str(&text).expect("read by an older version");
    assert_eq!((seat, on), (1, false));
    let renamed = TableEvent::StandIn { seat: 1, on: true, answers: Answers::default(), name: "Bea".into() };
    let text = serde_json::to_string(&renamed).unwrap();
    assert_eq!(text, r#"{"is":"stand-in","seat":1,"on":true,"name":"Bea"}"#);
    let Older::StandIn { seat, on } = serde_json::from_str(&text).expect("read by an older version");
    assert_eq!((seat, on), (1, true));
    // And what they write is read here; unchanged where nothing was answered.
    let older = r#"{"is":"stand-in","seat":1,"on":true}"#;
    let read: TableEvent = serde_json::from_str(older).unwrap();
    assert_eq!(read, TableEvent::StandIn { seat: 1, on: true, answers: Answers::default(), name: String::new() });
    assert_eq!(serde_json::to_string(&read).unwrap(), older);
}

#[test]
fn messages_of_the_server_read_back() {
    let messages = [
        ServerMessage::Step(LogEntry { seq: 7, at: 12, what: vec![TableEvent::Roll { event: "roll 1 2 3 4 5".into() }] }),
        ServerMessage::Refused(Refused::new(RefusalCode::Stale, "Something else happened first.")),
        ServerMessage::Welcome { role: Role::Seat(1), after: 3, upto: 5, last: 9, steps: vec![], here: vec![0], watchers: 2 },
        ServerMessage::Page { after: 5, upto: 9, steps: vec![] },
        ServerMessage::Role { role: Role::Watcher },
        ServerMessage::Gone,
        ServerMessage::Pong,
    ];
    for message in messages {
        let text = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<ServerMessage>(&text).unwrap(), message, "{text}");
    }
    let step = ServerMessage::Step(LogEntry { seq: 7, at: 12, what: vec![] });
    assert_eq!(serde_json::to_string(&step).unwrap(), r#"{"is":"step","seq":7,"at":12,"what":[]}"#);
}

/// A computer played in the free seat until a person sat down: from then on the game is played under their name.
#[test]
fn a_player_who_sits_down_in_mid_game_plays_under_their_own_name() {
    let mut table = TableReplica::default();
    let opened = TableEvent::Opened {
        game: "yatzy".into(),
        options: Default::default(),
        board: serde_json::Value::Null,
        seats: vec![Default::default(); 2],
        terms: Default::default(),
        youngest: 0,
    };
    let opening = vec![(0, vec![1, 2]), (1, vec![6, 6])];
    let what = [
        opened,
        TableEvent::Sat { seat: 0, name: "Anna".into(), part: String::new(), owner: String::new() },
        TableEvent::Began { order: vec![1, 0], opening, id: "x".into() },
        TableEvent::Sat { seat: 1, name: "Ben".into(), part: String::new(), owner: String::new() },
    ];
    let _ = table.take(&LogEntry { seq: 1, at: 1, what: what.to_vec() });
    let record = &table.table_state.round.as_ref().expect("a game is played").record;
    assert_eq!(record.players, ["Ben", "Anna"]);
    assert_eq!(
        record.more["opening"],
        serde_json::json!([["Anna", [1, 2]], ["Ben", [6, 6]]]),
        "the roll-off too, so that it can be checked"
    );
}

proptest! {
    #[test]
    fn no_text_brings_the_reader_down(text in ".{0,200}") {
        let _ = serde_json::from_str::<ClientMessage>(&text);
        let _ = serde_json::from_str::<LogEntry>(&text);
    }

    /// Steps from a broken or hostile log are folded without a panic.
    #[test]
    fn no_step_brings_the_fold_down(steps in prop::collection::vec(step(), 0..30)) {
        let mut table = TableReplica::default();
        for (i, what) in steps.into_iter().enumerate() {
            let _ = table.take(&LogEntry { seq: i as u64 + 1, at: i as u64, what });
            let _ = (table.table_state.is_playing(), table.table_state.next_round(), table.table_state.records().count());
            let _ = (table.to_act(), table.seat_to_act(), table.news(0, Default::default()));
            let _ = Beside::ALL.map(|what| (table.table_state.all_agree(what), table.table_state.who_agrees(what).count()));
        }
    }
}

fn step() -> impl Strategy<Value = Vec<TableEvent>> {
    let seat = 0..9u8;
    let table_event = prop_oneof![
        (seat.clone(), ".{0,5}").prop_map(|(seat, name)| TableEvent::Sat { seat, name, part: "00".into(), owner: "k".into() }),
        seat.clone().prop_map(|seat| TableEvent::Left { seat }),
        prop::collection::vec(0..9u8, 0..5).prop_map(|order| TableEvent::Began { order, opening: vec![], id: "x".into() }),
        Just(TableEvent::Roll { event: "roll".into() }),
        Just(TableEvent::TakenBack),
        seat.clone().prop_map(|seat| TableEvent::TakebackAsked { seat }),
        (seat.clone(), any::<bool>()).prop_map(|(seat, yes)| TableEvent::TakebackAnswered { seat, yes }),
        (seat.clone(), any::<bool>(), any::<Option<bool>>(), ".{0,5}").prop_map(|(seat, on, marks, name)| TableEvent::StandIn {
            seat,
            on,
            answers: Answers { marks, chances: None },
            name
        }),
        seat.prop_map(|seat| TableEvent::Said { seat, text: "hm".into() }),
        Just(TableEvent::Ended { secret: "s".into(), result: serde_json::Value::Null }),
        Just(TableEvent::Opened {
            game: "yatzy".into(),
            options: Default::default(),
            board: serde_json::Value::Null,
            seats: vec![Default::default(); 2],
            terms: Default::default(),
            youngest: 0
        }),
    ];
    prop::collection::vec(table_event, 0..4)
}
