//! A disk that fails at every single call in turn: whatever was acknowledged is there afterwards, and the server goes on.

use std::path::Path;
use std::process::{Command, Stdio};

use spieltisch_testkit::client::{missing, play_a_little};
use spieltisch_testkit::load::address_of;

use super::ServerProcess;

const ENOSPC: u32 = 28;
const EIO: u32 = 5;

/// How the disk fails.
#[derive(Clone, Copy, Debug)]
struct DiskFault {
    /// From this call on; 0 for never.
    at: usize,
    /// For how many calls.
    calls: usize,
    errno: u32,
}

const NONE: DiskFault = DiskFault { at: 0, calls: 0, errno: ENOSPC };

/// Compiles the disk that fails.
fn failing_disk(folder: &Path) -> String {
    let library = folder.join("failing.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/disk/failing.c");
    let done = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).args([source, "-ldl"]).status();
    assert!(done.is_ok_and(|status| status.success()), "a C compiler is needed, as for SQLite itself");
    library.display().to_string()
}

/// A server on this database whose disk fails; `None` where it says that it cannot start.
fn start(library: &str, folder: &Path, fault: DiskFault) -> Option<ServerProcess> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .args(["serve", "--listen", "127.0.0.1:0", "--computer-pace", "0", "--max-messages-per-second", "100000"])
        .args(["--max-tables-per-hour", "100000", "--database", &format!("sqlite:{}", folder.join("tables.db").display())])
        .env("LD_PRELOAD", library)
        .env("FAIL_FILE", "tables.db")
        .env("FAIL_AT", fault.at.to_string())
        .env("FAIL_FOR", fault.calls.to_string())
        .env("FAIL_ERRNO", fault.errno.to_string())
        .env("FAIL_COUNT", folder.join("calls"))
        .env("RUST_LOG", "off")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    match address_of(&mut child) {
        Ok(address) => Some(ServerProcess { child, address }),
        Err(line) => {
            let status = child.wait().expect("it ended");
            assert_eq!(status.code(), Some(2), "a server that cannot start says so: {line}");
            None
        }
    }
}

/// Plays on a disk that fails, ends the server, and compares what was told with what a fresh process reads. Tells how
/// many calls there were.
async fn try_fault(library: &str, fault: DiskFault) -> usize {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut played = None;
    if let Some(mut server) = start(library, folder.path(), fault) {
        played = Some(play_a_little(server.address).await.unwrap_or_else(|error| panic!("{fault:?}: {error}")));
        if fault.at.is_multiple_of(2) {
            let stopped = Command::new("kill").arg(server.child.id().to_string()).status();
            assert!(stopped.is_ok_and(|status| status.success()), "the process is there");
            let _ = server.child.wait();
        }
    }
    let calls = std::fs::read_to_string(folder.path().join("calls")).ok().and_then(|calls| calls.trim().parse().ok());
    let server = start(library, folder.path(), NONE).expect("a disk that is well again");
    if let Some(played) = played {
        assert_eq!(missing(server.address, &played).await.expect("the table is there"), None, "{fault:?}");
    }
    calls.unwrap_or(0)
}

/// From every call on, one, two or six calls fail, as on a full disk, or one as on a broken one.
#[tokio::test]
async fn the_disk_fails_at_every_call_in_full() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = failing_disk(folder.path());
    let calls = try_fault(&library, NONE).await;
    assert!(calls > 50, "only {calls} calls were seen");
    for at in 1..=calls {
        let faults = [(1, ENOSPC), (2, ENOSPC), (1, EIO), (6, ENOSPC)].map(|(calls, errno)| DiskFault { at, calls, errno });
        // They wait for one another's servers more than they work.
        let [one, two, broken, six] = faults.map(|fault| try_fault(&library, fault));
        tokio::join!(one, two, broken, six);
    }
    println!("{} points were tried", 4 * calls);
}
