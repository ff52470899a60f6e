//! What is built, with toolchains that can and cannot, and what is run then.
#![cfg(unix)]

mod start;
mod target;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program made of a script. A shell of its own writes it: a file that this process had open could still be open in a child that
/// another test is starting, and a program that is open for writing cannot be run.
fn script(path: &Path, text: &str) {
    let mut shell = Command::new("sh");
    let mut shell = shell.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path).stdin(Stdio::piped()).spawn().expect("a shell");
    write!(shell.stdin.take().expect("a pipe"), "#!/bin/sh\n{text}\n").expect("a script");
    assert!(shell.wait().is_ok_and(|status| status.success()), "a script");
}
