//! What happens around a game: reload, no network, another language.

use serde_json::Value;
use spieltisch_e2e::{Browser, kept_game, simulated};
use thirtyfour::prelude::*;

/// The game on the page as it lies in the browser.
const SAVED: &str = kept_game!("location.hash.split('/')[2]");

#[tokio::test]
async fn a_reload_in_mid_game_loses_nothing() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.click("#play-castro").await?;
    // Two rolls into the person's turn, no matter who began.
    for _ in 0..2 {
        browser.until("document.querySelector('.actions .main:not(:disabled)')").await?;
        browser.click("#main-button").await?;
    }
    browser
        .until("document.querySelectorAll('.die.lying').length === 5 && document.querySelector('.actions .main:not(:disabled)')")
        .await?;
    let before = browser.value(&format!("{SAVED}.events")).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    assert_eq!(browser.value(&format!("{SAVED}.events")).await?, before, "the same events after the reload");
    // From the start page the game is offered first.
    browser.go("#/").await?;
    browser.click("#continue").await?;
    browser.until("document.querySelector('.table.castro .die.lying')").await?;
    browser.driver.quit().await
}

/// A game that an earlier version kept whole is gone on with, and a late tap writes no more than an early one.
#[tokio::test]
async fn a_tap_is_one_small_write_however_long_the_game() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let mut record = simulated("crowns", 2, 3);
    let whole = record["events"].as_array().cloned().unwrap_or_default();
    let rolls = |event: &Value| event.as_str().is_some_and(|event| event.starts_with("roll"));
    let cut = whole.iter().take(200).rposition(rolls).expect("dice are rolled");
    record["events"] = whole[..cut].into();
    record["result"] = Value::Null;
    browser.play_record("old", &record).await?;
    browser
        .run(
            "window.written = []; const set = Storage.prototype.setItem;
            Storage.prototype.setItem = function (name, text) { if (/^spieltisch.(game|events)/.test(name)) window.written.push(text.length); return set.call(this, name, text) }",
        )
        .await?;
    browser.until("document.querySelector('.actions .main:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{SAVED}.events.length === {}", cut + 1)).await?;
    let written = browser.value("window.written").await?;
    let sizes: Vec<u64> = serde_json::from_value(written)?;
    assert!(sizes.len() == 1 && sizes[0] < 200, "{sizes:?} letters for one roll after {cut} events");
    let before = browser.value(&format!("{SAVED}.events")).await?;
    assert_eq!(before.as_array().map(|events| &events[..cut]), Some(&whole[..cut]));
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.table.crowns .die')").await?;
    assert_eq!(browser.value(&format!("{SAVED}.events")).await?, before, "all of it is there after the reload");
    browser.driver.quit().await
}

#[tokio::test]
async fn after_one_visit_the_table_starts_without_a_network() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.run("navigator.serviceWorker.ready.then(() => { window.kept = true })").await?;
    browser.until("window.kept && navigator.serviceWorker.controller").await?;
    browser.offline(true).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.games')").await?;
    browser.click("#play-yatzy").await?;
    browser.until("document.querySelector('.offer') || document.querySelector('.actions .main:not(:disabled)')").await?;
    browser.offline(false).await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn the_language_changes_at_once_and_stays() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let english = browser.value("document.querySelector('#play-yatzy').textContent").await?;
    browser.run("const s = document.querySelector('.language select'); s.value = 'de'; s.dispatchEvent(new Event('change'))").await?;
    browser.until("document.documentElement.lang === 'de'").await?;
    let german = browser.value("document.querySelector('#play-yatzy').textContent").await?;
    assert_ne!(english, german);
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.games')").await?;
    assert_eq!(browser.value("document.querySelector('#play-yatzy').textContent").await?, german);
    browser.driver.quit().await
}

#[tokio::test]
async fn a_part_that_cannot_be_fetched_is_said_and_fetched_later() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.block("*split_aside*").await?;
    browser.go("#/settings").await?;
    browser.until("document.querySelector('[role=alert]') && document.querySelector('#fetch-again')").await?;
    // The start page works all the same.
    browser.go("#/").await?;
    browser.until("document.querySelector('#play-yatzy')").await?;
    browser.go("#/settings").await?;
    browser.until("document.querySelector('#fetch-again')").await?;
    browser.block("").await?;
    browser.click("#fetch-again").await?;
    browser.until("document.querySelector('.settings')").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn a_finished_game_is_listed_watched_saved_and_opened_again() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let record = simulated("castro", 2, 3);
    browser.play_record("done", &record).await?;
    browser.go("#/games").await?;
    browser.until("document.querySelectorAll('.saved li').length === 1").await?;
    browser.catch_downloads().await?;
    browser.click(".saved .more").await?;
    browser.click(".saved .save").await?;
    browser.until("window.saved").await?;
    let file = browser.value("window.saved").await?;
    browser.click(".saved .delete").await?;
    browser.until("document.querySelector('.saved .deleted')").await?;
    browser.choose_file(".file input[type=file]", "games.jsonl", file.as_str().unwrap_or_default()).await?;
    browser.until("document.querySelector('.replay')").await?;
    assert_eq!(browser.value(&format!("{SAVED}.events")).await?, record["events"], "nothing is lost on the way");
    // Step by step: on, to the beginning, to the end.
    let shown = "document.querySelectorAll('.history li').length";
    let step = |button: usize| format!("document.querySelectorAll('.steps-bar button')[{button}].click()");
    for _ in 0..30 {
        browser.run(&step(3)).await?;
    }
    browser.until(&format!("{shown} > 0")).await?;
    browser.run(&step(0)).await?;
    browser.until(&format!("{shown} === 0")).await?;
    browser.run(&step(4)).await?;
    browser.until(&format!("{shown} > 10")).await?;
    browser.driver.quit().await
}
