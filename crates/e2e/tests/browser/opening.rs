//! Before the first turn: the roll-off, what the company allows itself, boards that are wrong.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, kept_game};
use thirtyfour::prelude::*;

const RECORD: &str = kept_game!("location.hash.split('/')[2]");
const READY: &str = "document.querySelector('#main-button:not(:disabled)')";

#[tokio::test]
async fn a_roll_off_is_thrown_by_hand_and_survives_a_reload() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.go("#/setup/castro").await?;
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.roll-off')").await?;
    // The person sits first and rolls first; the computer answers by itself, ties roll again.
    browser.until(READY).await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{RECORD}.opening.length >= 1")).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.roll-off')").await?;
    let winner = loop {
        browser.until(READY).await?;
        if browser.has(".roll-off .first").await? {
            break browser.value("document.querySelector('.roll-off .first .name').textContent").await?;
        }
        browser.click("#main-button").await?;
    };
    let rolls = browser.value(&format!("{RECORD}.opening")).await?;
    let last =
        |name: &Value| rolls.as_array().and_then(|all| all.iter().rev().find(|roll| roll[0] == *name)).map(|roll| roll[1][0].as_i64());
    let names = browser.value(&format!("{RECORD}.players")).await?;
    let other = names.as_array().and_then(|names| names.iter().find(|name| **name != winner)).cloned().unwrap_or_default();
    assert!(last(&winner) > last(&other), "the highest begins: {winner} of {rolls}");
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.table.castro')").await?;
    assert_eq!(browser.value(&format!("{RECORD}.players[0]")).await?, winner);
    browser.driver.quit().await
}

#[tokio::test]
async fn one_tap_rolls_for_everyone() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let record = json!({"format": "spieltisch/1", "game": "castro", "players": ["Anna", "Ben", "Cleo"], "options": {}, "board": null,
        "events": [], "result": null, "seats": [{"colour": 0}, {"colour": 1}, {"colour": 2, "computer": 1}], "roll_off": 1});
    browser.run(&format!("localStorage.setItem('spieltisch/game/r', {})", json!(record.to_string()))).await?;
    browser.go("#/play/r").await?;
    browser.until("document.querySelector('#roll-for-all')").await?;
    browser.click("#roll-for-all").await?;
    browser.until("document.querySelector('.roll-off .first') && document.querySelector('#main-button:not(:disabled)')").await?;
    assert!(!browser.has("#roll-for-all").await?, "everyone has rolled");
    browser.driver.quit().await
}

#[tokio::test]
async fn hints_can_be_switched_off() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.go("#/setup/crowns").await?;
    browser.unfold().await?;
    browser.click("#option-hints").await?;
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.table.crowns')").await?;
    assert_eq!(browser.value(&format!("{RECORD}.hints")).await?, json!(false));
    assert!(!browser.has("#hint-button").await?, "no button to ask");
    browser.driver.quit().await
}

/// A board typed in on the editor: kept in this browser, played on, saved as a file and opened again.
#[tokio::test]
async fn a_board_of_ones_own_is_typed_kept_saved_and_opened() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let own = "document.querySelector('#edit-board')?.parentElement.querySelector('option[value=\"1\"]')";
    browser.go("#/setup/crowns").await?;
    browser.unfold().await?;
    browser.click("#edit-board").await?;
    browser.until("document.querySelector('.editor')").await?;
    // The first field of the editor, 1x6, gets nine crowns.
    browser.run("document.querySelectorAll('.editor .cells .square')[0].click()").await?;
    browser.run("document.querySelectorAll('.editor .palette .square')[9].click()").await?;
    browser.click(".editor .buttons .main").await?;
    browser.until(&format!("!document.querySelector('.editor') && {own}")).await?;
    browser.catch_downloads().await?;
    browser.run("document.querySelector('#edit-board').parentElement.lastElementChild.click()").await?;
    browser.until("window.saved").await?;
    let file = browser.value("window.saved").await?;
    let file = file.as_str().unwrap_or_default();
    assert!(file.contains("six = [9, 2, 3, 4, 5, 6]"), "{file}");
    // After a reload it is still there.
    browser.driver.refresh().await?;
    browser.until(own).await?;
    // A file of the same board comes up in the editor, and is played on.
    browser.choose_file(".setup input[type=file]", "mine.toml", file).await?;
    browser.until("document.querySelector('.editor')").await?;
    browser.click(".editor .buttons .main").await?;
    browser.until("!document.querySelector('.editor')").await?;
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.table.crowns')").await?;
    assert_eq!(browser.value(&format!("{RECORD}.board[5]")).await?, json!([9, 2, 3, 4, 5, 6]), "the row of sixes stands last in records");
    browser.driver.quit().await
}
