//! A database that goes away under the server: nothing is acknowledged that a restart would not find. And one that is damaged: it is said.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use spieltisch_protocol::{Intention, RefusalCode};
use spieltisch_server::Database;
use spieltisch_testkit::client::{ClientError, TableClient, request, set_up};

use crate::healing::pool;
use crate::table::{TestServer, company, new_table, sqlite};

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Whether a line is stored and told, or refused as not stored.
async fn is_stored(player: &mut TableClient, text: &str) -> bool {
    player.connection.want(Intention::Say { text: text.into() }).await.expect("sent");
    loop {
        match player.connection.next_step().await {
            Ok(step) => {
                player.seen.take(&step).expect("no gap, nothing twice");
                if player.seen.table_state.lines.last().is_some_and(|line| line.text == text) {
                    return true;
                }
            }
            Err(ClientError::Refused(refused)) => {
                assert_eq!(refused.code, RefusalCode::NotStored, "{refused}");
                return false;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

async fn health(server: &TestServer) -> u16 {
    request(server.address, "GET", "/healthz", "", "").await.expect("the server itself is there").status
}

/// The file is deleted, replaced by a copy, or loses its journal: whatever it is, moves are refused from then on.
#[cfg(unix)]
#[tokio::test]
async fn a_database_deleted_or_replaced_acknowledges_nothing() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 3] = [
        ("deleted", |file| {
            for ending in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(beside(file, ending));
            }
        }),
        ("replaced by a copy", |file| {
            let copy = beside(file, "-copy");
            std::fs::copy(file, &copy).expect("a copy");
            std::fs::rename(copy, file).expect("in its place");
        }),
        ("without its journal", |file| std::fs::remove_file(beside(file, "-wal")).expect("a journal")),
    ];
    for (what, harm) in harms {
        let place = sqlite();
        let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
        let server = TestServer::start(place.database.clone()).await;
        let (links, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
        assert!(is_stored(&mut players[0], "before").await);
        assert_eq!(health(&server).await, 200);
        harm(&file);
        assert!(!is_stored(&mut players[0], "after").await, "{what}");
        assert_eq!(health(&server).await, 503, "{what}");
        assert!(set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.is_err(), "{what}");
        // New clients are told, too; and what was refused is not told after all, from a file that is gone.
        match TableClient::join(server.address, &links.table, &links.watch).await {
            Err(ClientError::Refused(refused)) => assert_eq!(refused.code, RefusalCode::NotStored, "{what}: {refused}"),
            other => panic!("{what}: {:?}", other.err()),
        }
        assert!(!is_stored(&mut players[0], "still after").await, "{what}");
        assert_eq!(players[0].seen.table_state.lines.len(), 1, "{what}");
        server.abort();
    }
}

/// A backup is copied over the file of a server that runs, which keeps its name and its place on the disk: the next move is refused.
#[cfg(unix)]
#[tokio::test]
async fn a_database_overwritten_in_place_acknowledges_nothing() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let server = TestServer::start(place.database.clone()).await;
    let (links, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let backup = beside(&file, "-backup");
    spieltisch_server::back_up(&place.database, &backup).await.expect("a backup");
    assert!(is_stored(&mut players[0], "before").await);
    std::fs::copy(&backup, &file).expect("copied over it");
    assert!(!is_stored(&mut players[0], "after").await);
    assert_eq!(health(&server).await, 503);
    let path = format!("/api/tables/{}", links.table);
    for (path, token) in [(path.clone(), &links.seats[0]), (format!("{path}/records"), &links.seats[0])] {
        let answer = request(server.address, "GET", &path, &format!("Authorization: Bearer {token}\r\n"), "").await.expect("an answer");
        assert_eq!(answer.status, 503, "{path}: {}", answer.body);
    }
    server.abort();
}

/// A file that was only moved away for a moment is found again, and everything goes on.
#[cfg(unix)]
#[tokio::test]
async fn a_database_that_comes_back_is_used_again() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let server = TestServer::start(place.database.clone()).await;
    let (_, mut players) = company(&server, &new_table("castro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let away = beside(&file, "-away");
    std::fs::rename(&file, &away).expect("moved");
    assert!(!is_stored(&mut players[0], "meanwhile").await);
    assert!(!file.exists(), "no empty database is made in its place");
    std::fs::rename(&away, &file).expect("moved back");
    let well = async {
        while health(&server).await != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), well).await.expect("it is found again");
    assert!(is_stored(&mut players[0], "afterwards").await);
    server.stop().await;
}

/// Some pages in the middle of the file are overwritten while no server runs: the next one starts, says so, and the tables on other pages are there.
#[tokio::test]
async fn a_damaged_page_is_said() {
    let place = sqlite();
    let Database::Sqlite { file, .. } = place.database.clone() else { unreachable!("SQLite was asked for") };
    let server = TestServer::start(place.database.clone()).await;
    let links = set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.expect("a table");
    server.stop().await;
    let pool = pool(&place.database).await;
    let mut transaction = pool.begin().await.expect("a transaction");
    for seq in 2..=2_000 {
        let insertion = sqlx::query("INSERT INTO log (table_id, seq, happened, body) VALUES ($1, $2, 1, $3)");
        insertion.bind(&links.table).bind(seq).bind("x".repeat(300)).execute(&mut *transaction).await.expect("a step");
    }
    transaction.commit().await.expect("kept");
    pool.close().await;
    let warnings = async |server: &TestServer| {
        let answer = request(server.address, "GET", "/healthz", "", "").await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    // A whole file is not warned of: the check is over when the server has stopped.
    let server = TestServer::start(place.database.clone()).await;
    assert!(!warnings(&server).await.contains("damaged"));
    server.stop().await;

    let mut bytes = std::fs::read(&file).expect("the file");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 2 * 4096].iter_mut().for_each(|byte| *byte = !*byte);
    std::fs::write(&file, bytes).expect("damaged");
    let server = TestServer::start(place.database.clone()).await;
    let said = async {
        while !warnings(&server).await.contains("is damaged") {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), said).await.expect("it is said");
    assert!(set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.is_ok(), "people play on meanwhile");
    server.stop().await;
}
