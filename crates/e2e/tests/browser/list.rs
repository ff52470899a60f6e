//! The list of games: a line to tap for each, with a small picture of how it stands; everything else is folded away.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, PHONE, serious_violations, simulated};
use thirtyfour::prelude::*;

/// The names on the lines of the list under a title.
const LISTED: &str = "Object.fromEntries([...document.querySelectorAll('.list-of-games section')].map((list) => [list.querySelector('h2').textContent, [...list.querySelectorAll('.go strong')].map((name) => name.textContent)]))";

async fn put(browser: &Browser, id: &str, mut record: Value, players: &[&str], saved: &str) -> WebDriverResult<()> {
    record["players"] = json!(players);
    record["saved"] = json!(saved);
    browser.run(&format!("localStorage.setItem('spieltisch/game/{id}', {})", json!(record.to_string()))).await.map(drop)
}

/// A game after so many events.
fn left(game: &str, events: usize) -> Value {
    let mut record = simulated(game, 2, 5);
    if let Some(all) = record["events"].as_array_mut() {
        all.truncate(events);
    }
    record["result"] = Value::Null;
    record
}

async fn list(browser: &Browser) -> WebDriverResult<()> {
    browser.go("#/").await?;
    browser.until("document.querySelector('.games')").await?;
    browser.go("#/games").await?;
    browser.until("document.querySelector('.list-of-games')").await
}

#[tokio::test]
async fn a_line_of_the_list_does_what_one_comes_for() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    put(&browser, "early", simulated("caro", 2, 5), &["Anna", "Ben"], "2026-11-13T20:00:00.000Z").await?;
    put(&browser, "late", simulated("yatzy", 2, 5), &["Cleo", "Dirk"], "2026-11-14T20:00:00.000Z").await?;
    put(&browser, "alone", simulated("crowns", 1, 5), &["Emil"], "2026-11-12T20:00:00.000Z").await?;
    put(&browser, "half", left("castro", 40), &["Fritz", "Gina"], "2026-11-11T20:00:00.000Z").await?;
    browser.size(PHONE).await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    list(&browser).await?;
    let listed = json!({"Unfinished": ["Fritz and Gina"], "Finished": ["Cleo and Dirk", "Anna and Ben", "Emil"]});
    assert_eq!(browser.value(LISTED).await?, listed, "apart, the newest first");
    browser
        .until("document.querySelectorAll('.small-picture img').length === 4 && [...document.querySelectorAll('.small-picture img')].every((picture) => picture.complete && picture.naturalWidth > 0)")
        .await?;
    // A line is one thing to tap, with one small button beside it.
    let lines = "[...document.querySelectorAll('.saved li')].every((line) => line.querySelectorAll('a, button').length === 2 && line.offsetHeight < 110 && line.offsetHeight >= 44)";
    assert_eq!(browser.value(lines).await?, true);
    assert_eq!(serious_violations(&browser).await?, Vec::<String>::new());
    browser.screenshot("list-phone").await?;
    browser.scroll_and_tap(".saved [href='#/review/late']", 0.5).await?;
    browser.until("document.querySelector('.review .sentence')").await?;
    list(&browser).await?;
    browser.scroll_and_tap(".saved [href='#/play/half']", 0.5).await?;
    browser.until("document.querySelector('.table.castro .actions')").await?;

    // Everything else is unfolded below its line, and only there.
    list(&browser).await?;
    browser.scroll_and_tap("li:has(#game-late) .more", 0.5).await?;
    browser.until("document.querySelectorAll('.choices').length === 1").await?;
    browser.scroll_and_tap("li:has(#game-early) .more", 0.5).await?;
    browser.until("document.querySelector('li:has(#game-early) .choices') && document.querySelectorAll('.choices').length === 1").await?;
    assert_eq!(
        browser.value("[...document.querySelectorAll('.choices > *')].map((choice) => choice.textContent)").await?,
        json!(["Watch again", "Share", "Save game", "Delete"])
    );
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth").await?, true);
    browser.screenshot("list-phone-choices").await?;

    // A deleted game is gone at once and can be had back as it was.
    let kept = "localStorage.getItem('spieltisch/game/early')";
    let before = browser.value(kept).await?;
    browser.scroll_and_tap(".choices .delete", 0.5).await?;
    browser.until(&format!("{kept} === null && document.activeElement.id === 'undo-early'")).await?;
    assert_eq!(browser.value("document.querySelector('.deleted').textContent.startsWith('Deleted: Caro: Anna and Ben, ')").await?, true);
    browser.scroll_and_tap("#undo-early", 0.5).await?;
    browser.until("document.activeElement.id === 'game-early'").await?;
    assert_eq!(browser.value(kept).await?, before);
    browser.driver.quit().await
}

/// A table that was left before its first roll is not listed, nor offered to go on with, and is forgotten with time.
#[tokio::test]
async fn games_in_which_nothing_happened_are_not_listed() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    put(&browser, "rolled", left("castro", 1), &["Anna", "Ben"], "2026-11-11T20:00:00.000Z").await?;
    put(&browser, "old", left("castro", 0), &["Cleo", "Dirk"], "2026-11-12T20:00:00.000Z").await?;
    // Thrown by hand and entered, to find out who begins: that is work to be kept.
    let mut entered = left("castro", 0);
    (entered["entered"], entered["opening"], entered["roll_off"]) = (json!("all"), json!([["Emil", [1, 2, 3, 4, 5]]]), json!(5));
    put(&browser, "entered", entered, &["Emil", "Fritz"], "2026-11-10T20:00:00.000Z").await?;
    let fresh = begun_by_the_person(&browser).await?;
    let fresh = fresh.as_str();
    list(&browser).await?;
    assert_eq!(browser.value(LISTED).await?, json!({"Unfinished": ["Anna and Ben", "Emil and Fritz"]}));
    browser.go("#/").await?;
    browser.until("document.querySelector('.waiting')?.textContent.includes('Anna')").await?;
    // One step back is the table: a player who only looked something up goes on.
    let is_there = |id: &str| format!("localStorage.getItem('spieltisch/game/{id}') !== null");
    assert_eq!(browser.value(&is_there("old")).await?, false, "forgotten when the next game begins");
    assert_eq!(browser.value(&is_there(fresh)).await?, true);
    browser.go(&format!("#/play/{fresh}")).await?;
    browser.until("document.querySelector('.table.yatzy')").await?;
    browser.driver.quit().await
}

/// Plays Yatzy at once until it is the person who begins: a computer rolls without being asked. Returns the game's id.
async fn begun_by_the_person(browser: &Browser) -> WebDriverResult<String> {
    loop {
        browser.go("#/").await?;
        browser.click("#play-yatzy").await?;
        browser.until("document.querySelector('.table.yatzy')").await?;
        let id = browser.value("location.hash.split('/')[2]").await?.as_str().unwrap_or_default().to_string();
        if browser.kept_game(&id).await?["seats"][0]["computer"].is_null() {
            return Ok(id);
        }
        browser.go("#/").await?;
        browser.until("document.querySelector('.games')").await?;
        browser
            .run(&format!("Object.keys(localStorage).filter(key => key.includes('/{id}')).forEach(key => localStorage.removeItem(key))"))
            .await?;
    }
}
