//! A sign of life, while cargo has nothing new to say.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long a person looks at nothing at most.
const EVERY: Duration = Duration::from_secs(10);

/// What is heard of the page's cargo.
pub(crate) enum BuildMessage {
    /// It compiles this crate now.
    Compiling(String),
    /// It has ended.
    Ended,
}

/// Reads what the page's cargo says until it ends, tells which crates it compiles, and gives back the whole.
pub(crate) fn listen(said: ChildStderr, mut tell: impl FnMut(BuildMessage)) -> String {
    let mut whole = String::new();
    for line in io::BufReader::new(said).lines().map_while(Result::ok) {
        if let Some(name) = line.trim_start().strip_prefix("Compiling ") {
            tell(BuildMessage::Compiling(name.split(' ').next().unwrap_or(name).to_string()));
        }
        whole.push_str(&line);
        whole.push('\n');
    }
    tell(BuildMessage::Ended);
    whole
}

/// Tells now and then how far the build is, until the sender is gone.
pub(crate) fn tell(news: &Receiver<BuildMessage>) {
    let began = Instant::now();
    let (mut crates, mut page) = (0, String::from("has not begun"));
    let mut next = began + EVERY;
    loop {
        match news.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(BuildMessage::Compiling(name)) => {
                crates += 1;
                page = format!("crate {crates}, {name}");
            }
            Ok(BuildMessage::Ended) => page = "compiled".into(),
            Err(RecvTimeoutError::Timeout) => {
                next += EVERY;
                // On a terminal over cargo's own bar, which it redraws below.
                let over = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
                let _ = writeln!(io::stderr(), "{over}{}", sign(began.elapsed(), &page));
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn sign(elapsed: Duration, page: &str) -> String {
    let seconds = elapsed.as_secs();
    format!("{:>12} for {}:{:02} min; the page: {page}", "Building", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_looks_like_cargos_own_lines() {
        assert_eq!(sign(Duration::from_secs(70), "crate 3, syn"), "    Building for 1:10 min; the page: crate 3, syn");
    }
}
