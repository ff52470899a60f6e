//! Never a broken terminal, never a lost game: signals, panics, sizes, a killed program, a full disk.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use termlens::{Key, Screen, Signal, Terminal};

use crate::driver::{By, is_ready, press, start, start_with};

const ALONE: [&str; 5] = ["yatzy", "--players", "1", "--seed", "21"];

/// A game alone, after its first roll.
fn rolled(data: &Path) -> Terminal {
    let mut terminal = start(data, &ALONE);
    terminal.wait_until(is_ready).expect("the first screen");
    press(&mut terminal, By::Keys);
    terminal
}

#[track_caller]
fn is_as_it_was(screen: &Screen) {
    assert!(!screen.alternate_screen() && screen.cursor_visible() && screen.mouse_modes().is_empty(), "{}", screen.text());
}

/// The events of the one game that waits.
fn kept_events(data: &Path) -> Vec<String> {
    let files = std::fs::read_dir(data.join("games")).expect("the folder of games").flatten().map(|file| file.path());
    let file = files.into_iter().find(|file| file.extension().is_some_and(|ending| ending == "json")).expect("a game");
    let record: serde_json::Value = serde_json::from_slice(&std::fs::read(file).expect("it can be read")).expect("JSON");
    record["events"].as_array().expect("events").iter().filter_map(|event| Some(event.as_str()?.to_string())).collect()
}

fn goes_on(data: &Path) {
    let mut terminal = start(data, &[]);
    terminal.wait_until(|screen| screen.contains("Yatzy, alone")).expect("the game is offered");
    terminal.send(Key::Enter).expect("the program takes input");
    terminal.wait_until(|screen| screen.contains("Roll 1 of 3")).expect("it goes on where it stood");
}

#[test]
fn a_signal_gives_the_terminal_back_and_the_game_stays() {
    for signal in [Signal::Term, Signal::Hup, Signal::Int] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut terminal = rolled(folder.path());
        terminal.signal(signal).expect("the program runs");
        let ended = terminal.wait_exit().expect("it ends");
        assert!(ended.signal().is_some(), "whoever waits sees what ended it: {ended:?}");
        is_as_it_was(&terminal.screen());
        assert_eq!(kept_events(folder.path()).len(), 1);
        goes_on(folder.path());
    }
}

#[test]
fn a_killed_program_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = rolled(folder.path());
    terminal.signal(Signal::Kill).expect("the program runs");
    terminal.wait_exit().expect("it ends");
    assert_eq!(kept_events(folder.path()).len(), 1);
    goes_on(folder.path());
}

#[test]
fn a_panic_gives_the_terminal_back_and_tells_what_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start_with(folder.path(), &ALONE, &[("SPIELTISCH_PANIC", "1")]);
    terminal.wait_until(is_ready).expect("the first screen");
    press(&mut terminal, By::Keys);
    terminal.send(Key::Ctrl('p')).expect("the program takes input");
    assert_eq!(terminal.wait_exit().expect("it ends").code(), Some(101));
    is_as_it_was(&terminal.screen());
    assert!(terminal.screen().contains("asked to panic"), "{}", terminal.screen().text());
    assert_eq!(kept_events(folder.path()).len(), 1);
}

fn tell(terminal: &Terminal, signal: &str) {
    let pid = terminal.pid().expect("it runs").to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().expect("kill runs").success());
}

#[test]
fn a_stopped_program_gives_the_terminal_back_and_takes_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = rolled(folder.path());
    for by_key in [false, true] {
        if by_key {
            terminal.send(Key::Ctrl('z')).expect("the program takes input");
        } else {
            tell(&terminal, "-TSTP");
        }
        terminal.wait_until(|screen| !screen.alternate_screen()).expect("the terminal comes back");
        is_as_it_was(&terminal.screen());
        tell(&terminal, "-CONT");
        terminal.wait_until(|screen| screen.alternate_screen() && screen.contains("Roll 1 of 3")).expect("the table comes back");
    }
    terminal.send(Key::Char(' ')).expect("the program takes input");
    terminal.wait_until(|screen| screen.contains("Roll 2 of 3")).expect("the game goes on");
}

#[test]
fn no_size_breaks_a_game_and_nobody_plays_blindly() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = rolled(folder.path());
    terminal.resize(60, 20).expect("the program runs");
    terminal.wait_until(|screen| screen.contains("80 × 24")).expect("it says what is missing");
    terminal.send(Key::Char(' ')).expect("the program takes input");
    for (columns, rows) in [(2, 2), (3, 2), (200, 60), (80, 24)] {
        terminal.resize(columns, rows).expect("the program runs");
        terminal.wait_stable(Duration::from_millis(50)).expect("it is drawn");
    }
    terminal.wait_until(|screen| is_ready(screen) && screen.contains("Roll 1 of 3")).expect("the table is there");
    assert_eq!(kept_events(folder.path()).len(), 1, "the key did nothing while the table was not seen");
}

#[test]
fn a_closed_input_ends_it_cleanly() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = format!("{} play yatzy --data {} <&-", env!("CARGO_BIN_EXE_spieltisch"), folder.path().display());
    let mut terminal = Terminal::builder().size(80, 24).arg("-c").arg(command).spawn("sh").expect("a shell");
    assert!(terminal.wait_exit().expect("it ends").success(), "{}", terminal.screen().text());
    is_as_it_was(&terminal.screen());
}

#[test]
fn a_full_disk_is_told_and_the_game_goes_on_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = env!("CARGO_BIN_EXE_spieltisch");
    // No file may grow: every write fails, as on a full disk.
    let command = format!(
        "trap '' XFSZ; ulimit -f 0; exec {binary} play yatzy --players 1 --seed 21 --motion none --data {}",
        folder.path().display()
    );
    let terminal = Terminal::builder().size(80, 24).env("TERM", "xterm-256color").env("LANG", "en_US.UTF-8");
    let mut terminal = terminal.timeout(Duration::from_secs(60)).arg("-c").arg(command).spawn("sh").expect("a shell");
    terminal.wait_until(|screen| is_ready(screen) && screen.contains("Not saved")).expect("it is told");
    press(&mut terminal, By::Keys);
    let screen = press(&mut terminal, By::Keys);
    assert!(screen.contains("Roll 2 of 3") && screen.contains("Not saved"), "{}", screen.text());
    terminal.send(Key::Char('q')).expect("the program takes input");
    assert!(terminal.wait_exit().expect("it ends").success());
    is_as_it_was(&terminal.screen());
}

#[test]
fn only_one_window_goes_on_with_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let _first = rolled(folder.path());
    let mut second = start(folder.path(), &[]);
    second.wait_until(|screen| screen.contains("Yatzy, alone")).expect("the game is offered");
    second.send(Key::Enter).expect("the program takes input");
    second.wait_until(|screen| screen.contains("another window")).expect("it is told");
}
