//! What a table offers beside moves: own dice, objections, hints, taking back, history, help, and a game watched again.

use std::process::Command;
use std::time::Duration;

use termlens::{Key, Terminal};

use crate::driver::{By, act, choose, is_ready, press, start};

fn seen(terminal: &mut Terminal, text: &str) {
    terminal.wait_until(|screen| screen.contains(text)).unwrap_or_else(|error| panic!("“{text}” is not shown: {error}"));
}

#[test]
fn dice_of_one_s_own_are_entered_and_corrected() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start(folder.path(), &["yatzy", "--players", "1", "--dice", "own"]);
    seen(&mut terminal, "Throw 5 dice");
    for face in ['6', '6', '1'] {
        act(&mut terminal, |terminal| terminal.send(Key::Char(face)));
    }
    act(&mut terminal, |terminal| terminal.send(Key::Backspace));
    for face in ['6', '2', '3'] {
        act(&mut terminal, |terminal| terminal.send(Key::Char(face)));
    }
    press(&mut terminal, By::Keys);
    seen(&mut terminal, "Player 1 rolled 2 3 6 6 6");
    // Keeping three: the other two are thrown and entered.
    for die in ['3', '4', '5'] {
        act(&mut terminal, |terminal| terminal.send(Key::Char(die)));
    }
    press(&mut terminal, By::Keys);
    seen(&mut terminal, "Throw 2 dice");
    act(&mut terminal, |terminal| terminal.send(Key::Char('u')));
    seen(&mut terminal, "Roll 1 of 3");
}

#[test]
fn a_hint_history_help_and_taking_back_are_one_key_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start(folder.path(), &["castro", "--with", "Anna,Ben", "--seed", "5"]);
    terminal.wait_until(is_ready).expect("the roll-off");
    while !terminal.screen().contains("Round 1") {
        press(&mut terminal, By::Keys);
    }
    press(&mut terminal, By::Keys);
    act(&mut terminal, |terminal| terminal.send(Key::Char('h')));
    seen(&mut terminal, "Best:");
    for (key, shows) in [('?', "Keys now"), ('l', "rolled")] {
        terminal.send(Key::Char(key)).expect("the program takes input");
        terminal.wait_until(|screen| screen.contains("╔") && screen.contains(shows)).expect("it is shown");
        terminal.send(Key::Esc).expect("the program takes input");
        terminal.wait_until(|screen| !screen.contains("╔")).expect("it is closed");
    }
}

#[test]
fn at_an_open_table_one_key_objects() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start(folder.path(), &["caro", "--with", "Anna,Ben", "--option", "open_table=true"]);
    terminal.wait_until(is_ready).expect("the table");
    let mut lay_red = |column: u16| {
        act(&mut terminal, |terminal| terminal.send(Key::Char('4')));
        choose(&mut terminal, By::Mouse, (10, column), 3);
        choose(&mut terminal, By::Mouse, (10, column), 3)
    };
    lay_red(22);
    let screen = lay_red(29);
    assert!(screen.contains("o Object!"), "{}", screen.text());
    terminal.send(Key::Char('o')).expect("the program takes input");
    seen(&mut terminal, "Anna objects, and rightly: Ben loses 10 points");
}

#[test]
fn a_record_is_watched_again_step_by_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = env!("CARGO_BIN_EXE_spieltisch");
    let made = Command::new(binary).args(["simulate", "--game", "yatzy", "--players", "1", "--seed", "4"]).output().expect("it runs");
    let file = folder.path().join("game.jsonl");
    std::fs::write(&file, made.stdout).expect("it can be written");
    let terminal = Terminal::builder().size(80, 24).env_clear().timeout(Duration::from_secs(60));
    let terminal = terminal.env("TERM", "xterm-256color").env("LANG", "en_US.UTF-8").env("HOME", folder.path().as_os_str());
    let mut terminal = terminal.args(["replay", "--watch"]).arg(&file).spawn(binary).expect("it starts");
    seen(&mut terminal, "Step 0 of");
    terminal.send(Key::Right).expect("the program takes input");
    seen(&mut terminal, "Step 1 of");
    terminal.send(Key::Char('v')).expect("the program takes input");
    seen(&mut terminal, "What decided this game");
    terminal.send(Key::Esc).expect("the program takes input");
    terminal.wait_until(|screen| !screen.contains("╔")).expect("it is closed");
    terminal.send(Key::Char('q')).expect("the program takes input");
    assert!(terminal.wait_exit().expect("it ends").success());
}
