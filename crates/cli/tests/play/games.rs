//! Whole games in a real terminal, by keys alone and by mouse alone.

use termlens::{Screen, Terminal};

use crate::driver::{By, choose, is_over, is_ready, press, start};

/// Places of the screen between these columns that show one of these letters, row by row.
fn places(screen: &Screen, columns: std::ops::Range<u16>, shows: impl Fn(&str) -> bool) -> Vec<(u16, u16)> {
    let cells = (1..20).flat_map(|row| columns.clone().map(move |column| (row, column)));
    cells.filter(|&(row, column)| screen.cell(row, column).is_some_and(|cell| shows(cell.contents()))).collect()
}

/// Plays to the end; `turn` does one thing.
fn play_out(terminal: &mut Terminal, mut turn: impl FnMut(&mut Terminal, &Screen) -> Screen) {
    terminal.wait_until(is_ready).expect("the first screen");
    let mut screen = terminal.screen();
    for _ in 0..2000 {
        if is_over(&screen) {
            return;
        }
        screen = turn(terminal, &screen);
    }
    panic!("the game does not end:\n{}", terminal.screen().text());
}

fn leave(mut terminal: Terminal) {
    let after = terminal.screen();
    if after.contains("╔") {
        terminal.send(termlens::Key::Esc).expect("the overlay closes");
        terminal.wait_until(|screen| !screen.contains("╔")).expect("the overlay has closed");
    }
    terminal.send(termlens::Key::Char('q')).expect("the program takes input");
    assert!(terminal.wait_exit().expect("it ends").success());
    let end = terminal.screen();
    assert!(!end.alternate_screen() && end.cursor_visible() && end.mouse_modes().is_empty(), "the terminal is as it was");
}

fn yatzy(by: By) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start(folder.path(), &["yatzy", "--players", "1", "--seed", "21"]);
    play_out(&mut terminal, |terminal, screen| match (1..19).find(|&row| screen.row_text(row).contains('(')) {
        Some(row) => {
            choose(terminal, by, (row, 2), 1);
            choose(terminal, by, (row, 2), 1)
        }
        None => press(terminal, by),
    });
    leave(terminal);
}

fn castro(by: By) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start(folder.path(), &["castro", "--level", "1", "--seed", "22"]);
    play_out(&mut terminal, |terminal, screen| {
        // The sign stands in the last column of a square, in its second row.
        match places(screen, 2..40, |letter| letter == "+").first() {
            Some(&(row, column)) => {
                let square = (row - 1, column - 4);
                choose(terminal, by, square, 2);
                choose(terminal, by, square, 2)
            }
            None => press(terminal, by),
        }
    });
    leave(terminal);
}

fn crowns(by: By) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start(folder.path(), &["crowns", "--players", "1", "--option", "solo_hard=true", "--seed", "23"]);
    play_out(&mut terminal, |terminal, screen| {
        let mut chosen = 0;
        let mut screen = screen.clone();
        // At least two, where possible.
        while chosen < 2 {
            let Some(&(row, column)) = places(&screen, 2..40, |letter| letter == "+").first() else { break };
            screen = choose(terminal, by, (row - 1, column - 2), 2);
            chosen += 1;
        }
        press(terminal, by)
    });
    leave(terminal);
}

fn caro(by: By) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start(folder.path(), &["caro", "--level", "1", "--seed", "24"]);
    play_out(&mut terminal, |terminal, screen| {
        if screen.row_text(23).contains("[ Pass ]") {
            return press(terminal, by);
        }
        for tile in 0..4u16 {
            // The tiles lie in the upper right corner, with their number below.
            if screen.row_text(4).contains(&format!("{} ×0", tile + 1)) {
                continue;
            }
            let chosen = choose(terminal, by, (2, 51 + 7 * tile), 3);
            if let Some(&place) =
                places(&chosen, 0..48, |letter| letter.chars().all(|letter| letter.is_ascii_digit()) && !letter.is_empty()).first()
            {
                choose(terminal, by, place, 2);
                return choose(terminal, by, place, 2);
            }
        }
        press(terminal, by)
    });
    leave(terminal);
}

#[test]
fn yatzy_by_keys() {
    yatzy(By::Keys);
}

#[test]
fn yatzy_by_mouse() {
    yatzy(By::Mouse);
}

#[test]
fn castro_by_keys() {
    castro(By::Keys);
}

#[test]
fn castro_by_mouse() {
    castro(By::Mouse);
}

#[test]
fn crowns_by_keys() {
    crowns(By::Keys);
}

#[test]
fn crowns_by_mouse() {
    crowns(By::Mouse);
}

#[test]
fn caro_by_keys() {
    caro(By::Keys);
}

#[test]
fn caro_by_mouse() {
    caro(By::Mouse);
}
