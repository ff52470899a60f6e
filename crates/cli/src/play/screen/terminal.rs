//! The terminal itself: taken when the table is shown, and given back as it was, whatever ends the program.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::process;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::{Frame, Terminal};

/// What a program that panicked ends with.
const PANICKED: i32 = 101;

/// Takes the terminal.
pub fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back.
pub fn leave() -> io::Result<()> {
    let shown = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    disable_raw_mode().and(shown)
}

/// What is drawn on.
pub type Window = Terminal<CrosstermBackend<Stdout>>;

/// An empty window: the next picture is drawn whole. (Clearing the old one would ask the terminal where its cursor is, and its answer
/// comes among the keys.)
pub fn anew() -> io::Result<Window> {
    execute!(stdout(), Clear(ClearType::All))?;
    Terminal::new(CrosstermBackend::new(stdout()))
}

/// Draws one picture; a terminal that can shows it all at once.
pub fn draw(window: &mut Window, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
    execute!(stdout(), BeginSynchronizedUpdate)?;
    window.draw(picture)?;
    execute!(stdout(), EndSynchronizedUpdate)
}

/// Gives the terminal back before a panic is told, in whichever thread, and ends the program: the game is kept already.
pub fn restore_on_panic() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = leave(); // there is no one left to tell
        tell(info);
        process::exit(PANICKED);
    }));
}
