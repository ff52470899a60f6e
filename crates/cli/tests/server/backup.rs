//! Backup and restore, by the very lines of `docs/operations.md`, while people play.

use std::path::Path;
use std::process::Command;

use spieltisch_protocol::{Links, NewTable};
use spieltisch_testkit::client::{TableClient, company, one_step};
use spieltisch_testkit::postgres::Cluster;

use super::ServerProcess;

/// The shell lines of the chapter on backups, block by block.
fn documented() -> Vec<String> {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md")).expect("the document");
    let chapter = document.split("## Backup and restore").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the chapter");
    chapter.split("```sh\n").skip(1).filter_map(|block| block.split("```").next().map(str::to_string)).collect()
}

/// Runs documented lines with folders of our own.
fn run(lines: &str, folder: &Path, cluster: Option<&Cluster>) {
    let lines = lines
        .replace("/var/lib/spieltisch", &folder.join("data").display().to_string())
        .replace("/backup", &folder.join("backup").display().to_string());
    let own = Path::new(env!("CARGO_BIN_EXE_spieltisch")).parent().map(|folder| folder.display().to_string()).unwrap_or_default();
    let mut path = format!("{own}:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    if let Some(cluster) = cluster {
        path = format!("{}:{path}", cluster.programs().display());
        command.env("PGHOST", cluster.socket()).env("PGUSER", cluster.user());
    }
    let done = command.args(["-ec", &lines]).env("PATH", path).output().expect("a shell");
    assert!(done.status.success(), "{lines}\n{}", String::from_utf8_lossy(&done.stderr));
}

async fn two_players(server: &ServerProcess) -> (Links, Vec<TableClient>) {
    let new: NewTable = serde_json::from_value(serde_json::json!({"game": "castro", "seats": [{}, {}]})).expect("a table");
    company(&[server.address], &new, &["Anna", "Ben"]).await
}

/// Plays, backs up in the middle of it, plays on, restores, and finds everything the backup saw; then the game goes on.
async fn by_the_book(start: impl Fn() -> ServerProcess, save: impl Fn(), restore: impl Fn()) {
    let mut server = start();
    let (links, mut players) = two_players(&server).await;
    for pick in 0..6 {
        assert!(one_step(&mut players, pick).await.expect("no gap, nothing twice"));
    }
    let saved = players[0].seen.table_state.seq;
    let others = tokio::spawn(keep_playing(server.address));
    save();
    others.abort();
    for pick in 0..4 {
        one_step(&mut players, pick).await.expect("no gap, nothing twice");
    }
    server.kill();
    restore();
    server = start();
    for player in &mut players {
        player.come_back(server.address).await.expect("starts over with what the backup knows");
        assert_eq!(player.seen.table_state.seq, saved);
    }
    let mut pick = 1;
    while one_step(&mut players, pick).await.expect("the game goes on") {
        pick += 3;
    }
    let watcher = TableClient::join(server.address, &links.table, &links.watch).await.expect("a spectator");
    assert!(watcher.seen.table_state.records().all(|record| !record.result.is_null()));
}

/// Other people play at the same time, as fast as they can.
async fn keep_playing(server: std::net::SocketAddr) {
    while spieltisch_testkit::client::play_a_little(server).await.is_ok() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documented_backup_of_sqlite() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["data", "backup"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let blocks = documented();
    let database = format!("sqlite:{}", folder.path().join("data/spieltisch.db").display());
    by_the_book(|| ServerProcess::start(&database), || run(&blocks[0], folder.path(), None), || run(&blocks[1], folder.path(), None)).await;
    use std::os::unix::fs::PermissionsExt;
    for file in ["data/spieltisch.db", "backup/spieltisch.db"] {
        let mode = std::fs::metadata(folder.path().join(file)).expect("the file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{file} is for its owner only");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documented_backup_of_postgres() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("backup")).expect("a folder");
    let (blocks, cluster) = (documented(), Cluster::start());
    run("createdb games", folder.path(), Some(&cluster));
    let database = format!("postgres:///games?host={}&user={}", cluster.socket(), cluster.user());
    let run = |block: usize| run(&blocks[block], folder.path(), Some(&cluster));
    by_the_book(|| ServerProcess::start(&database), || run(2), || run(3)).await;
}

/// The system kills a process that writes beyond its limit, or tells it that there is no room where it listens: from the first bytes of
/// a backup to nearly its last.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_killed_leaves_none_under_its_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    let database = format!("sqlite:{}", file("spieltisch.db").display());
    let mut server = ServerProcess::start(&database);
    two_players(&server).await;
    server.kill();
    let mut killed = 0;
    for limit in (4..).step_by(16) {
        let line = format!("ulimit -f {limit}; exec \"$@\"");
        let backup = file("backup.db");
        let arguments = ["-c", &line, "sh", env!("CARGO_BIN_EXE_spieltisch"), "backup", "--database", &database];
        let done = Command::new("sh").args(arguments).arg(&backup).output().expect("a shell");
        if done.status.success() {
            break;
        }
        killed += usize::from(done.status.code().is_none());
        assert!(!backup.exists(), "{limit}: {done:?}");
        let line = format!("trap '' XFSZ; {line}");
        let arguments = ["-c", &line, "sh", env!("CARGO_BIN_EXE_spieltisch"), "backup", "--database", &database];
        let full = Command::new("sh").args(arguments).arg(&backup).output().expect("a shell");
        assert_eq!(full.status.code(), Some(2), "{limit}: {full:?}");
        assert!(!backup.exists() && !file("backup.db.part").exists(), "{limit}: {full:?}");
    }
    assert!(killed > 0, "no backup was killed");
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").flatten().map(|entry| entry.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains(".part")), "{left:?}");
    // What is there is the whole of it.
    let restored = format!("sqlite:{}", file("backup.db").display());
    let server = ServerProcess::start(&restored);
    spieltisch_testkit::client::play_a_little(server.address).await.expect("a game on the backup");
}
