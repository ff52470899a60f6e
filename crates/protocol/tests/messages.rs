//! Messages as they are sent, and that nothing sent can bring the reader down.

use proptest::prelude::*;
use spieltisch_protocol::{
    Answers, Beside, ClientMessage, Follower, Happening, Intention, RefusalCode, Refused, Role, ServerMessage, Step,
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
    assert_eq!(read(r#"{"do":"leave"}"#), ClientMessage::Want(Intention::Leave));
    assert_eq!(read(r#"{"do":"react","with":"clap"}"#), ClientMessage::React { with: "clap".into() });
    assert_eq!(read(r#"{"do":"ping"}"#), ClientMessage::Ping);
    let agree = ClientMessage::Want(Intention::Agree(Answers { marks: Some(true), chances: None }));
    assert_eq!(read(r#"{"do":"agree","marks":true}"#), agree);
    assert_eq!(serde_json::to_string(&agree).unwrap(), r#"{"do":"agree","marks":true}"#);
}

/// Pages and servers of older versions read every step: what they do not know is a field of a happening they know, and says
/// nothing new to them.
#[test]
fn answers_are_written_so_that_older_versions_read_them() {
    #[derive(serde::Deserialize)]
    #[serde(tag = "is", rename_all = "kebab-case")]
    enum Older {
        StandIn { seat: u8, on: bool },
    }
    let answered = Happening::StandIn { seat: 1, on: false, answers: Answers::default().with(Beside::Chances, true) };
    let text = serde_json::to_string(&answered).unwrap();
    assert_eq!(text, r#"{"is":"stand-in","seat":1,"on":false,"answers":{"chances":true}}"#);
    let Older::StandIn { seat, on } = serde_json::from_str(&text).expect("read by an older version");
    assert_eq!((seat, on), (1, false));
    // And what they write is read here; unchanged where nothing was answered.
    let older = r#"{"is":"stand-in","seat":1,"on":true}"#;
    let read: Happening = serde_json::from_str(older).unwrap();
    assert_eq!(read, Happening::StandIn { seat: 1, on: true, answers: Answers::default() });
    assert_eq!(serde_json::to_string(&read).unwrap(), older);
}

#[test]
fn messages_of_the_server_read_back() {
    let messages = [
        ServerMessage::Step(Step { seq: 7, at: 12, what: vec![Happening::Roll { event: "roll 1 2 3 4 5".into() }] }),
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
    let step = ServerMessage::Step(Step { seq: 7, at: 12, what: vec![] });
    assert_eq!(serde_json::to_string(&step).unwrap(), r#"{"is":"step","seq":7,"at":12,"what":[]}"#);
}

/// A computer played in the free seat until somebody sat down: from then on the game is played under their name.
#[test]
fn whoever_sits_down_in_mid_game_plays_under_their_own_name() {
    let mut table = Follower::default();
    let opened = Happening::Opened {
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
        Happening::Sat { seat: 0, name: "Anna".into(), part: String::new(), owner: String::new() },
        Happening::Began { order: vec![1, 0], opening, id: "x".into() },
        Happening::Sat { seat: 1, name: "Ben".into(), part: String::new(), owner: String::new() },
    ];
    let _ = table.take(&Step { seq: 1, at: 1, what: what.to_vec() });
    let record = &table.evening.round.as_ref().expect("a game is played").record;
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
        let _ = serde_json::from_str::<Step>(&text);
    }

    /// Steps from a broken or hostile log are folded without a panic.
    #[test]
    fn no_step_brings_the_fold_down(steps in prop::collection::vec(step(), 0..30)) {
        let mut table = Follower::default();
        for (i, what) in steps.into_iter().enumerate() {
            let _ = table.take(&Step { seq: i as u64 + 1, at: i as u64, what });
            let _ = (table.evening.is_playing(), table.evening.next_round(), table.evening.records().count());
            let _ = (table.to_act(), table.seat_to_act(), table.news(0, Default::default()));
            let _ = Beside::ALL.map(|what| (table.evening.all_agree(what), table.evening.who_agrees(what).count()));
        }
    }
}

fn step() -> impl Strategy<Value = Vec<Happening>> {
    let seat = 0..9u8;
    let happening = prop_oneof![
        (seat.clone(), ".{0,5}").prop_map(|(seat, name)| Happening::Sat { seat, name, part: "00".into(), owner: "k".into() }),
        seat.clone().prop_map(|seat| Happening::Left { seat }),
        prop::collection::vec(0..9u8, 0..5).prop_map(|order| Happening::Began { order, opening: vec![], id: "x".into() }),
        Just(Happening::Roll { event: "roll".into() }),
        Just(Happening::TakenBack),
        seat.clone().prop_map(|seat| Happening::TakebackAsked { seat }),
        (seat.clone(), any::<bool>()).prop_map(|(seat, yes)| Happening::TakebackAnswered { seat, yes }),
        (seat.clone(), any::<bool>(), any::<Option<bool>>())
            .prop_map(|(seat, on, marks)| { Happening::StandIn { seat, on, answers: Answers { marks, chances: None } } }),
        seat.prop_map(|seat| Happening::Said { seat, text: "hm".into() }),
        Just(Happening::Ended { secret: "s".into(), result: serde_json::Value::Null }),
        Just(Happening::Opened {
            game: "yatzy".into(),
            options: Default::default(),
            board: serde_json::Value::Null,
            seats: vec![Default::default(); 2],
            terms: Default::default(),
            youngest: 0
        }),
    ];
    prop::collection::vec(happening, 0..4)
}
