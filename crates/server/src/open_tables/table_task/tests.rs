//! What connections are told that are no longer at their table.

use serde_json::json;
use spieltisch_protocol::{Intention, Links, RefusalCode, Refused, ServerMessage};

use std::sync::Arc;

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
    assert_eq!(last_here(&mut annas), Some(vec![0, 1]));
    let mut here = None;
    for number in 0..300 {
        anna.want(line(&format!("line {number}"))).await.expect("said");
        here = here.or(last_here(&mut annas));
    }
    assert_eq!(here, Some(vec![0]), "told as soon as the connection is cut off");
    assert_eq!(code(ben.want(line("me too")).await), Some(RefusalCode::Reconnect));
    assert_eq!(code(ben.react("clap".into()).await), Some(RefusalCode::Reconnect));
    drop(ben);
    let (_again, _outbox) = {
        let credential = open_tables.credential(&links.table, &links.seats[1]).await.expect("the table is there");
        let member = open_tables.enter(&links.table);
        let joined = member.join(credential, 0, None).await.expect("joined");
        (member, joined.outbox)
    };
    assert_eq!(last_here(&mut annas), Some(vec![0, 1]));
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
