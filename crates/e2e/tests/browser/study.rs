//! A Crowns board of one's own is learned in the browser: watched, stopped, kept.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, WORK};
use thirtyfour::prelude::*;

/// A computer begins on a board without values.
fn record(crowns: u8) -> Value {
    let board: Vec<Vec<u8>> = (1..=6).map(|row| (1..=6).map(|field| (crowns + row + field) % 7).collect()).collect();
    json!({"format": "spieltisch/1", "game": "crowns", "players": ["Otto", "Anna"], "options": {}, "board": board,
        "events": [], "result": null, "seats": [{"colour": 0, "computer": 3}, {"colour": 1}]})
}

const ANNAS_TURN: &str = "document.querySelector('.player.turn .name')?.textContent === 'Anna'";
const KEPT: &str = "caches.open('learned').then(c => c.keys()).then(keys => { window.kept = keys.length })";

#[tokio::test]
async fn learning_is_shown_kept_and_not_done_twice() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.play_record("r", &record(1)).await?;
    browser.until("document.querySelector('.study progress')").await?;
    // The page goes on while the worker learns.
    let frames = "const done = arguments[arguments.length - 1]; let worst = 0, last = performance.now(), n = 0;
        const frame = now => { worst = Math.max(worst, now - last); last = now; if (++n < 40) requestAnimationFrame(frame); else done(n); };
        requestAnimationFrame(frame)";
    browser.driver.execute_async(frames, Vec::new()).await?;
    let first = browser.value("document.querySelector('.study progress')?.value ?? 100").await?;
    browser.until(&format!("(document.querySelector('.study progress')?.value ?? 100) > {first} || {first} === 100")).await?;
    browser.until_within(WORK, ANNAS_TURN).await?;
    assert!(!browser.has(".study").await?, "the line goes when the board is known");
    browser.run(KEPT).await?;
    browser.until("window.kept === 1").await?;
    // After a reload the next game on this board begins at once.
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.table')").await?;
    browser
        .run("window.studied = false; new MutationObserver(() => { studied ||= document.querySelector('.study') !== null }).observe(document.body, {subtree: true, childList: true})")
        .await?;
    browser.play_record("again", &record(1)).await?;
    browser.until(ANNAS_TURN).await?;
    assert_eq!(browser.value("window.studied").await?, false, "nothing is learned a second time");
    browser.driver.quit().await
}

#[tokio::test]
async fn learning_can_be_stopped_and_the_computer_plays_on() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.play_record("r", &record(2)).await?;
    browser.click("#enough").await?;
    browser.until(ANNAS_TURN).await?;
    browser.run(KEPT).await?;
    browser.until("window.kept === 0").await?;
    browser.driver.quit().await
}
