//! A full disk, a database that goes and comes back, clocks that jump, two servers at once.

use serde_json::json;
use spieltisch_client::ClientError;
use spieltisch_protocol::{Intention, RefusalCode, ServerMessage};
use spieltisch_server::Database;

use crate::table::{Player, Server, company, new_table, one_step, postgres, sqlite};

/// On a full disk nothing is acknowledged; when there is room again the game goes on.
#[tokio::test]
async fn a_full_disk() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let small = Database::Sqlite { file: file.clone(), power_safe: true, most_pages: Some(30) };
    let server = Server::start(small).await;
    let (links, mut players) = company(&server, &new_table("yatzy", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let mut acknowledged;
    loop {
        acknowledged = players[0].seen.evening.seq;
        players[0].line.want(Intention::Say { text: "still room? ".repeat(20) }).await.expect("sent");
        match players[0].line.next_step().await {
            Ok(step) => {
                players[0].seen.take(&step).expect("in order");
                players[1].until_seq(step.seq).await;
            }
            Err(ClientError::Refused(refused)) => {
                assert_eq!(refused.code, RefusalCode::NotStored, "{refused}");
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    server.stop().await;
    let server = Server::start(place.database.clone()).await;
    for (player, token) in players.iter_mut().zip(&links.seats) {
        player.come_back(&server, &links.table, token).await;
        assert_eq!(player.seen.evening.seq, acknowledged, "everything acknowledged, and nothing else");
    }
    let mut choice = 5;
    while one_step(&mut players, &mut choice).await {}
}

/// Two servers on one database: players of one game on different servers see the same game, and
/// when both decide at once one of them is refused.
#[tokio::test]
async fn two_servers_one_game() {
    let place = postgres();
    let one = Server::start(place.database.clone()).await;
    let two = Server::start(place.database.clone()).await;
    for game in ["yatzy", "castro", "caro", "crowns"] {
        let (links, mut players) = company(&one, &new_table(game, json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        players[1].come_back(&two, &links.table, &links.seats[1]).await;
        let mut choice = 11;
        for _ in 0..20 {
            one_step(&mut players, &mut choice).await;
        }
        // The same seat from two devices, on both servers, at the same moment.
        let seat = usize::from(players[0].seen.seat_to_act().expect("still playing"));
        let mut doubles = Vec::new();
        for server in [&one, &two] {
            doubles.push(Player::join(server, &links.table, &links.seats[seat]).await.expect("a device"));
        }
        let intention = doubles[0].seen.some_intention(|_| 0).expect("something to do");
        let before = doubles[0].seen.evening.seq;
        for double in &mut doubles {
            double.line.want(intention.clone()).await.expect("sent");
        }
        for double in &mut doubles {
            loop {
                match double.line.next_step().await {
                    Ok(step) => double.seen.take(&step).expect("in order"),
                    Err(ClientError::Refused(refused)) => assert_eq!(refused.code, RefusalCode::Stale, "{refused}"),
                    Err(error) => panic!("{error}"),
                }
                if double.seen.evening.seq > before {
                    break;
                }
            }
            assert_eq!(double.seen.evening.seq, before + 1, "one decision, one step");
        }
        for player in &mut players {
            player.until_seq(before + 1).await;
        }
        while one_step(&mut players, &mut choice).await {}
        assert_eq!(
            players[0].seen.evening.records().last().expect("a game").to_json(),
            players[1].seen.evening.records().last().expect("a game").to_json()
        );
    }
}

/// Who is here is known on every server: nobody is stood in for because they sit elsewhere.
#[tokio::test]
async fn presence_crosses_servers() {
    let place = postgres();
    let one = Server::start(place.database.clone()).await;
    let two = Server::start(place.database.clone()).await;
    let (links, mut players) = company(&one, &new_table("caro", json!([{}, {}]), json!({"stand_in": 2})), &["Anna", "Ben"]).await;
    players[1].come_back(&two, &links.table, &links.seats[1]).await;
    let watcher = Player::join(&two, &links.table, &links.watch).await.expect("a spectator");
    for line in [&mut players[0].line, &mut { watcher }.line] {
        loop {
            if let ServerMessage::Here { here, watchers: 1 } = line.next().await.expect("told who is here")
                && here == [0, 1]
            {
                break;
            }
        }
    }
}
