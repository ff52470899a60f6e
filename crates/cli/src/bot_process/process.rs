//! A running bot: lines in, lines out, and nothing it does can hold the program up or fill its memory.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::command::BotCommand;
use super::running;

/// No answer is longer; of a longer line no more than this is held in memory.
const LONGEST_LINE: usize = 64 * 1024;
/// Lines that wait to be read. A bot that writes more has to wait.
const WAITING: usize = 64;
/// Messages that wait to be written: a bot that takes none of them is not reading.
const UNSENT: usize = 4;
/// Bytes kept of what a bot wrote to standard error last.
const KEPT_ERRORS: usize = 1024;
/// How long a bot has to end by itself once it was told goodbye.
const GOODBYE: Duration = Duration::from_millis(300);

/// A line that came from a bot.
enum Heard {
    Line(String),
    TooLong,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// Not within the time given.
    Late,
    /// It is longer than a line may be.
    TooLong,
    /// The bot has closed its standard output, as it does when it ends.
    Ended,
}

/// A running bot. It ends, with all processes it has started, when this is dropped.
pub struct BotProcess {
    child: Child,
    to_bot: Option<SyncSender<String>>,
    from_bot: Receiver<Heard>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Closed once its standard error is.
    errors_ended: Receiver<()>,
}

impl BotProcess {
    /// Starts a bot.
    pub fn start(command: &BotCommand) -> io::Result<BotProcess> {
        let mut process = command.process();
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = running::start(&mut process)?;
        let (to_bot, unsent) = sync_channel(UNSENT);
        let (hand_over, from_bot) = sync_channel(WAITING);
        let (errors_open, errors_ended) = sync_channel(0);
        let errors = Arc::default();
        if let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            let errors = Arc::clone(&errors);
            thread::spawn(move || write_lines(stdin, &unsent));
            thread::spawn(move || read_lines(stdout, &hand_over));
            thread::spawn(move || {
                keep_last(stderr, &errors);
                drop(errors_open);
            });
        }
        Ok(BotProcess { child, to_bot: Some(to_bot), from_bot, errors, errors_ended })
    }

    /// Sends one line; `false` where the bot has not taken those before it.
    pub fn send(&self, line: String) -> bool {
        self.to_bot.as_ref().is_some_and(|to_bot| to_bot.try_send(line).is_ok())
    }

    /// The next line, or why none came until then.
    pub fn next_line(&self, until: Instant) -> Result<String, NoLine> {
        match self.from_bot.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong) => Err(NoLine::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(NoLine::Late),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Ended),
        }
    }

    /// The end of what it wrote to standard error; of a bot that is ending, all of it is waited for a moment.
    pub fn last_words(&self) -> String {
        let _ = self.errors_ended.recv_timeout(GOODBYE);
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_string()
    }

    /// Tells it goodbye and gives it a moment to end by itself.
    pub fn say_goodbye(mut self, line: String) {
        self.send(line);
        self.to_bot = None; // its standard input ends after that
        let until = Instant::now() + GOODBYE;
        while self.next_line(until).is_ok() {}
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        running::end(&mut self.child);
    }
}

fn write_lines(mut stdin: ChildStdin, unsent: &Receiver<String>) {
    for line in unsent {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            return; // it has ended, which is noticed where its answer is missing
        }
    }
}

fn read_lines(stdout: ChildStdout, hand_over: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(read) if read > LONGEST_LINE => {
                let _ = hand_over.send(Heard::TooLong);
                return;
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(line.trim_ascii()).into_owned();
        if !line.is_empty() && hand_over.send(Heard::Line(line)).is_err() {
            return; // nobody listens any more
        }
    }
}

fn keep_last(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; KEPT_ERRORS];
    while let Ok(read @ 1..) = stderr.read(&mut chunk) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&chunk[..read]);
        let surplus = kept.len().saturating_sub(KEPT_ERRORS);
        kept.drain(..surplus);
    }
}
