//! Marks and chances are shown only while everyone who sits at the table agrees, on every server and after a restart.

use serde_json::json;
use spieltisch_protocol::{Answers, Beside, Intention, RefusalCode, Refused, ServerMessage, TableEvent};
use spieltisch_testkit::client::{ClientError, Connection, TableClient, set_up};

use crate::table::{TestDatabase, TestServer, company, new_table, postgres, sqlite};

fn agree(what: Beside, yes: bool) -> Intention {
    Intention::Agree(Answers::default().with(what, yes))
}

/// Everyone sees whether all agree that something is shown.
async fn everyone_sees(people: &mut [&mut TableClient], what: Beside, all: bool, agreeing: usize) {
    for person in people {
        let met = person.until(|seen| {
            let table_state = &seen.table_state;
            (table_state.all_agree(what), table_state.who_agrees(what).count()) == (all, agreeing)
        });
        met.await.expect("told");
    }
}

/// Sends something that is refused, and returns why.
async fn refusal(person: &mut TableClient, text: &str) -> Refused {
    person.connection.send_text(text).await.expect("sent");
    loop {
        match person.connection.next().await.expect("an answer") {
            ServerMessage::Refused(refused) => return refused,
            ServerMessage::Step(step) => person.seen.take(&step).expect("in order"),
            _ => {}
        }
    }
}

async fn shown_while_everyone_agrees(place: TestDatabase, servers: usize) {
    let mut running = Vec::new();
    for _ in 0..servers {
        running.push(TestServer::start(place.database.clone()).await);
    }
    let (here, there) = (running[0].address, running[servers - 1].address);
    // A computer sits there, too: it is not asked.
    let seats = json!([{}, {}, {"name": "Robot", "computer": 1}]);
    let links = set_up(here, &new_table("yatzy", seats, json!({}))).await.expect("a table");
    let mut anna = TableClient::join(here, &links.table, &links.seats[0]).await.expect("a seat");
    anna.sit("Anna", "00ff").await.expect("seated");
    let mut ben = TableClient::join(there, &links.table, &links.seats[1]).await.expect("a seat");
    ben.sit("Ben", "00ff").await.expect("seated");
    let mut carl = TableClient::join(there, &links.table, &links.watch).await.expect("a spectator");

    // Off until all agreed, each on its own.
    everyone_sees(&mut [&mut anna, &mut ben, &mut carl], Beside::Marks, false, 0).await;
    anna.connection.want(agree(Beside::Marks, true)).await.expect("sent");
    everyone_sees(&mut [&mut anna, &mut ben, &mut carl], Beside::Marks, false, 1).await;
    ben.connection.want(Intention::Agree(Answers { marks: Some(true), chances: Some(true) })).await.expect("sent");
    everyone_sees(&mut [&mut anna, &mut ben, &mut carl], Beside::Marks, true, 2).await;
    everyone_sees(&mut [&mut anna, &mut ben, &mut carl], Beside::Chances, false, 1).await;

    // Spectators are not asked, and cannot answer; what makes no sense is refused with a sentence.
    let refused = refusal(&mut carl, r#"{"do":"agree","chances":true}"#).await;
    assert_eq!((refused.code, refused.message.contains("seat")), (RefusalCode::NotSeated, true), "{refused}");
    for wrong in [r#"{"do":"agree"}"#, r#"{"do":"agree","marks":"yes"}"#, r#"{"do":"agree","everything":true}"#] {
        let refused = refusal(&mut anna, wrong).await;
        assert_eq!((refused.code, refused.message.is_empty()), (RefusalCode::Unreadable, false), "{wrong}: {refused}");
    }

    // From another tab of the same seat the same is said again, which changes nothing, and then taken back: it is off for all.
    let mut tab = TableClient::join(here, &links.table, &links.seats[1]).await.expect("the same seat");
    assert!(tab.seen.table_state.all_agree(Beside::Marks), "a new client knows what is agreed");
    tab.connection.want(agree(Beside::Marks, true)).await.expect("sent");
    tab.connection.want(agree(Beside::Marks, false)).await.expect("sent");
    everyone_sees(&mut [&mut anna, &mut ben, &mut carl], Beside::Marks, false, 1).await;
    let (_, steps) = Connection::join(here, &links.table, &links.watch, 0).await.expect("a spectator");
    let is_answer = |table_event: &&TableEvent| matches!(table_event, TableEvent::StandIn { .. });
    assert_eq!(steps.iter().flat_map(|step| &step.what).filter(is_answer).count(), 3, "what was said again brought no step");
    ben.connection.want(agree(Beside::Marks, true)).await.expect("sent");
    everyone_sees(&mut [&mut anna, &mut ben, &mut carl, &mut tab], Beside::Marks, true, 2).await;

    // After a restart it is as it was.
    for server in running {
        server.stop().await;
    }
    let again = TestServer::start(place.database.clone()).await;
    for person in [&mut anna, &mut ben, &mut carl] {
        person.come_back(again.address).await.expect("no gap, nothing twice");
    }
    let newcomer = TableClient::join(again.address, &links.table, &links.watch).await.expect("a spectator");
    assert!(newcomer.seen.table_state.all_agree(Beside::Marks) && !newcomer.seen.table_state.all_agree(Beside::Chances));

    // A player who leaves is not asked any more; the next in that seat has not agreed.
    ben.connection.want(Intention::Leave).await.expect("sent");
    everyone_sees(&mut [&mut anna, &mut carl], Beside::Marks, true, 1).await;
    let mut cleo = TableClient::join(again.address, &links.table, &links.seats[1]).await.expect("the seat's own link");
    cleo.sit("Cleo", "00ff").await.expect("seated");
    everyone_sees(&mut [&mut anna, &mut carl, &mut cleo], Beside::Marks, false, 1).await;
    let refused = refusal(&mut carl, r#"{"do":"agree","marks":true}"#).await;
    assert_eq!(refused.code, RefusalCode::NotSeated);
    cleo.connection.want(agree(Beside::Marks, true)).await.expect("sent");
    everyone_sees(&mut [&mut anna, &mut carl, &mut cleo], Beside::Marks, true, 2).await;
}

#[tokio::test]
async fn shown_while_everyone_agrees_on_sqlite() {
    shown_while_everyone_agrees(sqlite(), 1).await;
}

#[tokio::test]
async fn shown_while_everyone_agrees_on_two_servers() {
    shown_while_everyone_agrees(postgres(), 2).await;
}

/// What was agreed holds for the next game of the same people, and nothing of it disturbs a game.
#[tokio::test]
async fn agreeing_is_no_part_of_the_game() -> Result<(), ClientError> {
    let place = sqlite();
    let server = TestServer::start(place.database.clone()).await;
    let (_, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let turn = usize::from(players[0].seen.seat_to_act().expect("a game"));
    let intention = players[turn].seen.some_intention(|_| 0).expect("something to do");
    // A player agrees while another's move is on its way: the move is not stale.
    players[1 - turn].connection.want(agree(Beside::Chances, true)).await?;
    players[1 - turn].until(|seen| seen.table_state.who_agrees(Beside::Chances).count() == 1).await?;
    players[turn].connection.want(intention).await?;
    players[turn].until(|seen| seen.clock() > 0).await?;
    players[turn].connection.want(agree(Beside::Chances, true)).await?;
    for player in &mut players {
        player.until(|seen| seen.table_state.all_agree(Beside::Chances)).await?;
    }
    let mut choice = 3;
    while crate::table::one_step(&mut players, &mut choice).await {}
    for player in &mut players {
        player.connection.want(Intention::Again { part: "0a".into() }).await?;
    }
    for player in &mut players {
        player.until(|seen| seen.table_state.next_round() == 2).await?;
        assert!(player.seen.table_state.all_agree(Beside::Chances));
    }
    Ok(())
}
