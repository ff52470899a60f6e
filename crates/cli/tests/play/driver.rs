//! Someone who looks at the screen and plays by keys or by mouse.

use std::path::Path;
use std::time::Duration;

use termlens::{Key, Screen, Terminal};

/// By what is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Arrows, space and enter, nothing else.
    Keys,
    /// The mouse, nothing else.
    Mouse,
}

/// The program in a terminal of this size.
pub fn start(data: &Path, arguments: &[&str]) -> Terminal {
    start_with(data, arguments, &[])
}

/// The same, with more in its environment.
pub fn start_with(data: &Path, arguments: &[&str], more: &[(&str, &str)]) -> Terminal {
    let terminal = Terminal::builder().size(80, 24).env_clear().timeout(Duration::from_secs(60));
    let terminal = terminal.env("TERM", "xterm-256color").env("LANG", "en_US.UTF-8").env("HOME", data.as_os_str());
    let terminal = more.iter().fold(terminal, |terminal, (name, value)| terminal.env(name, value));
    let terminal = terminal.arg("play").args(arguments).arg("--data").arg(data.as_os_str()).args(["--motion", "none", "--speed", "fast"]);
    terminal.spawn(env!("CARGO_BIN_EXE_spieltisch")).expect("the binary starts in a terminal")
}

/// Whether the person can press the main button, or the game is over.
pub fn is_ready(screen: &Screen) -> bool {
    screen.row_text(23).trim_start().starts_with("[ ")
}

/// Whether the game is over: the main button offers another.
pub fn is_over(screen: &Screen) -> bool {
    let row = screen.row_text(23);
    row.contains("[ Rematch ]") || row.contains("[ Play again ]")
}

/// Does one thing and waits for another picture, on which the person can go on.
pub fn act(terminal: &mut Terminal, act: impl FnOnce(&mut Terminal) -> termlens::Result<()>) -> Screen {
    let before = look(&terminal.screen());
    act(terminal).expect("the program takes input");
    terminal.wait_frame(|screen| is_ready(screen) && look(screen) != before).expect("the person's turn comes")
}

/// What is seen: the letters, and where the cursor stands.
fn look(screen: &Screen) -> (String, (u16, u16, bool)) {
    (screen.text(), screen.cursor())
}

/// Presses the main button.
pub fn press(terminal: &mut Terminal, by: By) -> Screen {
    act(terminal, |terminal| match by {
        By::Keys => terminal.send(Key::Char(' ')),
        By::Mouse => terminal.click(3, 23),
    })
}

/// Chooses what stands at a place of the screen, row and column; what can be chosen there is so many rows high.
pub fn choose(terminal: &mut Terminal, by: By, (row, column): (u16, u16), rows: i32) -> Screen {
    if by == By::Mouse {
        return act(terminal, |terminal| terminal.click(column, row));
    }
    // From where the cursor is, step by step, until it stands on the spot that begins there.
    for _ in 0..60 {
        let (at_row, at_column, _) = terminal.screen().cursor();
        let (down, right) = (i32::from(row) - i32::from(at_row), i32::from(column) - i32::from(at_column));
        if (0..rows).contains(&down) && (0..5).contains(&right) {
            return act(terminal, |terminal| terminal.send(Key::Enter));
        }
        let key = match () {
            () if at_row == 23 => Key::Up,
            () if right < 0 && -right > 2 * down.abs() => Key::Left,
            () if right > 4 && right > 2 * down.abs() => Key::Right,
            () if down < 0 => Key::Up,
            () if down >= rows => Key::Down,
            () if right < 0 => Key::Left,
            () => Key::Right,
        };
        act(terminal, |terminal| terminal.send(key));
    }
    panic!("arrows do not lead to {row}, {column}:\n{}", terminal.screen().text());
}
