//! A terminal and a browser at one table by link: one whole game.

use std::path::Path;
use std::time::Duration;

use spieltisch_e2e::{House, binary};
use termlens::{Key, Screen, Terminal};
use thirtyfour::prelude::*;

use crate::together::{person, play_on, set_up, until_over};

/// Whether the main button can be pressed.
fn is_ready(screen: &Screen) -> bool {
    screen.row_text(23).trim_start().starts_with("[ ")
}

fn is_over(screen: &Screen) -> bool {
    screen.row_text(23).contains("[ Rematch ]")
}

/// The program at this table, in a terminal of the smallest size.
fn start(data: &Path, link: &str) -> Terminal {
    let terminal = Terminal::builder().size(80, 24).env_clear().timeout(Duration::from_secs(120));
    let terminal = terminal.env("TERM", "xterm-256color").env("LANG", "en_US.UTF-8").env("HOME", data.as_os_str());
    let terminal = terminal.args(["play", link, "--with", "Otto", "--motion", "none", "--speed", "fast", "--data"]).arg(data.as_os_str());
    terminal.spawn(binary().as_os_str()).expect("the binary starts in a terminal")
}

/// Sits down and plays Yatzy to its end by mouse and space: every roll goes into the first box that it is offered. Returns the last picture.
fn play(mut terminal: Terminal) -> String {
    terminal.wait_until(|screen| screen.contains("Your name: Otto")).expect("a seat is offered");
    terminal.send(Key::Enter).expect("the program takes input");
    let mut before = String::new();
    loop {
        let screen =
            terminal.wait_frame(|screen| is_over(screen) || (is_ready(screen) && screen.text() != before)).expect("Otto's turn comes");
        if is_over(&screen) {
            return screen.text();
        }
        before = screen.text();
        match (1..19).find(|&row| screen.row_text(row).contains('(')) {
            Some(row) => terminal.click(2, row).and_then(|()| terminal.click(2, row)),
            None => terminal.send(Key::Char(' ')),
        }
        .expect("the program takes input");
    }
}

#[tokio::test]
async fn a_terminal_and_a_browser_play_one_game() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let anna = person(&house, "Anna").await?;
    let invite = set_up(&anna, "yatzy", 1, "").await?;
    let data = tempfile::tempdir().expect("a folder");
    let terminal = start(data.path(), &invite);
    let otto = tokio::task::spawn_blocking(move || play(terminal));
    play_on(&anna).await?;
    until_over(&anna).await?;
    let seen = otto.await.expect("Otto has played");
    // Both tell the same end: the names and everyone's points.
    let points = "[...document.querySelectorAll('.ranking .player')].map(row => [row.querySelector('.name').textContent, row.querySelector('.score').textContent])";
    let points = anna.value(points).await?;
    assert!(seen.contains("Anna") && seen.contains("Otto"), "{seen}");
    for row in points.as_array().into_iter().flatten() {
        let total = row[1].as_str().and_then(|text| text.split_whitespace().next()).unwrap_or("?");
        assert!(seen.contains(total), "{total} of {points} in\n{seen}");
    }
    anna.driver.quit().await
}
