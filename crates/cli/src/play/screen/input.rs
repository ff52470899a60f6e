//! Everything that comes in, one after another: keys and mouse, signals, answers, and that the terminal has gone.

use std::io::{self, stdin};
use std::sync::mpsc::Sender;
use std::thread;

use ratatui::crossterm::event::{self, Event};
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use spieltisch_core::Stamp;

use crate::play::link::Heard;
use crate::play::thinking::Thought;

/// Something that comes in.
pub enum Input {
    /// A key, the mouse, another size.
    Event(Event),
    /// A signal.
    Signal(i32),
    /// What was thought of a game with this stamp.
    Thought(Stamp, Thought),
    /// What came from a table by link.
    Link(Heard),
    /// The terminal has gone.
    Closed,
}

/// Listens from now on, in threads of their own: so nothing is asked for again and again.
pub fn listen(tell: Sender<Input>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    let of_signals = tell.clone();
    thread::spawn(move || signals.forever().take_while(|&signal| of_signals.send(Input::Signal(signal)).is_ok()).count());
    let of_end = tell.clone();
    thread::spawn(move || {
        // Without any event asked for, this returns only once the terminal has gone.
        let gone = |polled: &rustix::io::Result<usize>| !matches!(polled, Err(rustix::io::Errno::INTR));
        while !gone(&poll(&mut [PollFd::new(&stdin(), PollFlags::empty())], None)) {}
        let _ = of_end.send(Input::Closed); // the loop has ended
    });
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if tell.send(Input::Event(event)).is_err() {
                return;
            }
        }
        let _ = tell.send(Input::Closed);
    });
    Ok(())
}
