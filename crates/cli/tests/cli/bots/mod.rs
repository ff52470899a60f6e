//! Bots as processes, good ones and all kinds of bad ones.

mod bad;
mod compare;
mod good;

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// No test waits longer for something that must happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// The processes of bots that hold a connection to this test as long as they, or any process they started, live.
struct Lives {
    listener: TcpListener,
}

impl Lives {
    fn new() -> Lives {
        Lives { listener: TcpListener::bind("127.0.0.1:0").expect("a port") }
    }

    /// A bot that misbehaves in this way.
    fn bot(&self, how: &str) -> String {
        let port = self.listener.local_addr().expect("its address").port();
        format!("cmd:python3 {}/tests/cli/bots/bad_bot.py '{how}' {port}", env!("CARGO_MANIFEST_DIR"))
    }

    /// Waits until one more bot lives.
    fn next(&self) -> TcpStream {
        self.listener.accept().expect("a bot").0
    }

    /// How many bots there were, all of which must be gone: a connection is closed when the last process that holds it ends.
    #[track_caller]
    fn all_gone(&self) -> usize {
        self.listener.set_nonblocking(true).expect("a listener");
        let mut count = 0;
        while let Ok((life, _)) = self.listener.accept() {
            gone(life);
            count += 1;
        }
        count
    }
}

#[track_caller]
fn gone(mut life: TcpStream) {
    life.set_nonblocking(false).expect("a connection");
    life.set_read_timeout(Some(PATIENCE)).expect("a connection");
    match life.read(&mut [0]) {
        Ok(0) => {}
        // It was killed with something unread.
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {}
        other => panic!("a process was left behind: {other:?}"),
    }
}
