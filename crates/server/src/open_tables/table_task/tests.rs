//! What connections are told that are no longer at their table.

use serde_json::json;
use spieltisch_protocol::{Intention, Links, RefusalCode, Refused, ServerMessage};

use std::sync::Arc;
use std::time::Duration;

use crate::open_tables::{Computers, Member, OpenTables, Outbox, Pace, now};
use crate::store::{Database, SqlStore};

async fn open(folder: &tempfile::TempDir) -> (Arc<OpenTables>, Links) {
    let store = SqlStore::open(Database::sqlite(folder.path().join("tables.db")), Arc::default()).await.expect("a new file");
    let open_tables = OpenTables::new(Arc::new(store), Arc::new(Computers::default()), Arc::default(), None, Pace::default(), now);
    let new = serde_json::from_value(json!({"game": "caro", "seats": [{}, {}]})).expect("a table");
    let links = open_tables.create(new).await.expect("kept");
    (open_tables, links)
}

async fn sit(open_tables: &Arc<OpenTables>, links: &Links, seat: usize, name: &str) -> (Member, Outbox) {
    let credential = open_tables.credential(&links.table, &links.seats[seat]).await.expect("a seat's link");
    let member = open_tables.enter(&links.table);
    let joined = member.join(credential, 0, None).await.expect("joined");
    member.want(Intention::Sit { seat: None, name: name.into(), part: String::new(), token: None }).await.expect("seated");
    (member, joined.outbox)
}

fn line(text: &str) -> Intention {
    Intention::Say { text: text.into() }
}

fn code(answer: Result<(), Refused>) -> Option<RefusalCode> {
    answer.err().map(|refused| refused.code)
}

/// The last message about who is here.
fn last_here(outbox: &mut Outbox) -> Option<Vec<u8>> {
    let messages = std::iter::from_fn(|| outbox.try_recv().ok());
    let here = messages.filter_map(|text| match serde_json::from_str(&text) {
        Ok(ServerMessage::Here { here, .. }) => Some(here),
        _ => None,
    });
    here.last()
}

/// Waits until these seats and so many spectators are told of; how often it was told until then.
async fn until_here(outbox: &mut Outbox, seats: &[u8], watching: u32) -> usize {
    let told = async {
        let mut times = 0;
        loop {
            let text = outbox.recv().await.expect("still connected");
            if let Ok(ServerMessage::Here { here, watchers }) = serde_json::from_str(&text) {
                times += 1;
                if here == seats && watchers == watching {
                    return times;
                }
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), told).await.expect("told who is here")
}

#[tokio::test]
async fn a_client_that_acts_while_the_server_stops_is_not_told_that_its_table_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (open_tables, links) = open(&folder).await;
    let (anna, _outbox) = sit(&open_tables, &links, 0, "Anna").await;
    open_tables.send_all_away();
    assert_eq!(code(anna.want(line("still here")).await), Some(RefusalCode::Reconnect));
    assert_eq!(code(anna.react("clap".into()).await), Some(RefusalCode::Reconnect));
    // On a new connection the table is as it was.
    let (_ben, _outbox) = sit(&open_tables, &links, 1, "Ben").await;
}

#[tokio::test]
async fn a_client_that_falls_behind_is_told_so_and_is_not_shown_as_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let (open_tables, links) = open(&folder).await;
    let (anna, mut annas) = sit(&open_tables, &links, 0, "Anna").await;
    let (ben, _unread) = sit(&open_tables, &links, 1, "Ben").await;
    until_here(&mut annas, &[0, 1], 0).await;
    let mut here = None;
    for number in 0..300 {
        anna.want(line(&format!("line {number}"))).await.expect("said");
        here = here.or(last_here(&mut annas));
    }
    if here != Some(vec![0]) {
        // Told as soon as the connection is cut off, or a moment later.
        until_here(&mut annas, &[0], 0).await;
    }
    assert_eq!(code(ben.want(line("me too")).await), Some(RefusalCode::Reconnect));
    assert_eq!(code(ben.react("clap".into()).await), Some(RefusalCode::Reconnect));
    drop(ben);
    let (_again, _outbox) = {
        let credential = open_tables.credential(&links.table, &links.seats[1]).await.expect("the table is there");
        let member = open_tables.enter(&links.table);
        let joined = member.join(credential, 0, None).await.expect("joined");
        (member, joined.outbox)
    };
    until_here(&mut annas, &[0, 1], 0).await;
}

/// A hundred spectators who come and go at once are told of together, and the last word is true.
#[tokio::test]
async fn those_who_come_and_go_are_told_of_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let (open_tables, links) = open(&folder).await;
    let (_anna, mut annas) = sit(&open_tables, &links, 0, "Anna").await;
    until_here(&mut annas, &[0], 0).await;
    let began = tokio::time::Instant::now();
    let mut watching = Vec::new();
    for _ in 0..100 {
        let credential = open_tables.credential(&links.table, &links.watch).await.expect("a link");
        let member = open_tables.enter(&links.table);
        let joined = member.join(credential, 0, None).await.expect("joined");
        watching.push((member, joined.outbox));
    }
    let mut told = until_here(&mut annas, &[0], 100).await;
    drop(watching);
    told += until_here(&mut annas, &[0], 0).await;
    // Four times a second at most.
    let most = 2 + began.elapsed().as_millis() as usize / 250;
    assert!(told <= most, "told {told} times, {most} at most");
}

#[tokio::test]
async fn a_table_that_was_deleted_is_gone_for_everyone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (open_tables, links) = open(&folder).await;
    let (anna, _outbox) = sit(&open_tables, &links, 0, "Anna").await;
    open_tables.delete(&links.table).await.expect("deleted");
    assert_eq!(code(anna.want(line("still here")).await), Some(RefusalCode::NoSuchTable));
    assert_eq!(code(anna.react("clap".into()).await), Some(RefusalCode::NoSuchTable));
}
