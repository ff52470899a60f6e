//! Runs the binary with given input.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// What a run of the binary gave.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The lines of standard output.
    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// Standard output of a run that must have gone well.
    #[track_caller]
    pub fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }
}

/// Runs `spieltisch` with these arguments and this standard input.
pub fn run(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input)); // a full pipe must not block reading
    let done = child.wait_with_output().expect("the binary ends");
    let _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: done.status.code().expect("no signal, no panic"), out: text(done.stdout), err: text(done.stderr) }
}

/// A record with these events, for two players on the default board.
pub fn record(game: &str, events: &[&str]) -> String {
    let events: Vec<String> = events.iter().map(|event| format!("{event:?}")).collect();
    format!(
        r#"{{"format":"spieltisch/1","game":"{game}","players":["A","B"],"options":{{}},"board":null,"events":[{}],"result":null}}"#,
        events.join(",")
    )
}
