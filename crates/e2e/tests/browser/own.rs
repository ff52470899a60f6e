//! One's own record: games opened from a file, statistics, exercises by mouse, touch and keys, and everything taken to another device.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, PHONE, WORK, serious_violations, simulated};
use thirtyfour::prelude::*;

use crate::review::{SAID, press, tab_to};

const ENTER: &str = "\u{e007}";
/// From so many games on there are curves and figures.
const GAMES: usize = 5;

/// All games are looked through, and the tables stand.
const GATHERED: &str = "document.querySelector('.own-record .all-numbers') && !document.querySelector('.own-record progress')";
const DUE: &str = "parseInt(document.querySelector('#due').textContent) || 0";
/// How many games there were against the first opponent.
const COUNTED: &str = "parseInt(document.querySelectorAll('.own-record .all-numbers')[1].querySelector('td').textContent)";
const ANSWERED: &str = "/counts as right|comes back tomorrow/";

/// So many games of Yatzy that Anna played against the computer, one a day, long ago.
fn games(games: usize) -> String {
    let game = |number: usize| {
        let mut record = simulated("yatzy", 2, 21 + number as u64);
        record["players"] = json!(["Anna", "Ben"]);
        record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": 2}]);
        record["started"] = json!(format!("2026-10-{:02}T20:00:00.000Z", number + 1));
        if let Some(fields) = record.as_object_mut() {
            fields.retain(|name, _| !["bots", "seed", "number"].contains(&name.as_str()));
        }
        format!("{record}\n")
    };
    (0..games).map(game).collect()
}

async fn open(browser: &Browser, content: &str) -> WebDriverResult<()> {
    browser.go("#/games").await?;
    browser.until("document.querySelector('.file input')").await?;
    browser.choose_file(".file input", "games.jsonl", content).await
}

/// The answer that takes fewest taps: write into the first box, or roll all dice again.
async fn ready_to_answer(browser: &Browser) -> WebDriverResult<()> {
    browser.until(&format!("{SAID}.includes('What would you do')")).await?;
    if !browser.has("#main-button:not(:disabled)").await? {
        browser.click(".offer").await?;
    }
    browser.until("document.querySelector('#main-button:not(:disabled, .settling)')").await
}

#[tokio::test]
async fn ones_own_record() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none"})).await?;
    // Before there are enough games: one line, which waits until all are looked through, and the exercises.
    open(&browser, &games(3)).await?;
    browser.until("document.querySelector('.replay')").await?;
    browser
        .run("new MutationObserver(() => { window.hasty ||= document.querySelector('.own-record progress') && document.querySelector('#own-few') }).observe(document.body, {childList: true, subtree: true})")
        .await?;
    browser.go("#/games").await?;
    browser.until("document.querySelector('#own-record')").await?;
    browser.click("#own-record").await?;
    browser.until_within(WORK, "document.querySelector('#own-few')?.textContent.startsWith('2 more games')").await?;
    assert_eq!(browser.value("window.hasty ?? null").await?, Value::Null, "nothing is said of games that are still looked through");
    assert!(browser.has("#next-exercise").await?);
    for figures in [".own-record table", ".own-curve", "#own-name", "#own-game"] {
        assert!(!browser.has(figures).await?, "{figures} before there are enough games");
    }
    open(&browser, &games(GAMES)).await?;
    browser.until("document.querySelector('.replay')").await?;
    browser.go("#/record").await?;
    browser.until_within(WORK, GATHERED).await?;

    // Then both curves first; the tables and the way to the best game are folded away.
    assert_eq!(browser.value(COUNTED).await?, GAMES);
    assert_eq!(browser.value("document.querySelectorAll('.own-curve polyline').length").await?, 2);
    assert!(!browser.has("#own-name").await?, "the computer has no record");
    assert_eq!(browser.value("document.querySelector('#figures').open").await?, false);
    browser.click("#figures summary").await?;
    browser.until("document.querySelector('#figures .all-numbers').offsetHeight > 0").await?;
    assert_eq!(browser.value("document.querySelectorAll('.own-record .all-numbers').length").await?, 3);
    assert!(browser.has("#figures .extremes a[href^='#/review/']").await?);
    let due = browser.value(DUE).await?.as_u64().unwrap_or(0);
    assert!(due > 3, "only {due} exercises after {GAMES} random games");

    // By mouse, by touch and by keys: each answer is noted, and the exercise is not due any more.
    browser.click("#next-exercise").await?;
    ready_to_answer(&browser).await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{ANSWERED}.test({SAID})")).await?;
    browser.click("#to-own").await?;
    browser.until(&format!("{GATHERED} && {DUE} === {}", due - 1)).await?;

    browser.size(PHONE).await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth").await?, true);
    for scheme in ["dark", "light"] {
        browser.scheme(scheme).await?;
        browser.screenshot(&format!("own-record-phone-{scheme}")).await?;
        assert_eq!(serious_violations(&browser).await?, Vec::<String>::new(), "{scheme}");
    }
    browser.scroll_and_tap("#next-exercise", 0.5).await?;
    ready_to_answer(&browser).await?;
    browser.scroll_and_tap("#main-button", 0.5).await?;
    browser.until(&format!("{ANSWERED}.test({SAID})")).await?;
    browser.scroll_and_tap("#to-own", 0.5).await?;
    browser.until(&format!("{GATHERED} && {DUE} === {}", due - 2)).await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": false})).await?;

    browser.size((844, 390)).await?;
    browser.screenshot("own-record-landscape").await?;
    browser.size(DESKTOP).await?;
    browser.screenshot("own-record-desktop").await?;
    tab_to(&browser, "#next-exercise").await?;
    press(&browser, ENTER).await?;
    ready_to_answer(&browser).await?;
    tab_to(&browser, "#main-button").await?;
    press(&browser, ENTER).await?;
    browser.until(&format!("{ANSWERED}.test({SAID})")).await?;
    tab_to(&browser, "#to-own").await?;
    press(&browser, ENTER).await?;
    browser.until(&format!("{GATHERED} && {DUE} === {}", due - 3)).await?;

    // The start page tells how many are left, and leads there.
    browser.go("#/").await?;
    browser.until(&format!("parseInt(document.querySelector('#record-link small')?.textContent) === {}", due - 3)).await?;
    browser.click("#record-link").await?;
    browser.until(&format!("{GATHERED} && {DUE} === {}", due - 3)).await?;

    // Taken elsewhere: all games and the record in one file. Opened twice, nothing counts twice.
    browser.catch_downloads().await?;
    browser.click("#save-all").await?;
    browser.until("window.saved").await?;
    let file = browser.value("window.saved").await?.as_str().unwrap_or_default().to_string();
    assert_eq!(file.lines().count(), GAMES + 1, "{file:.200}");
    browser.run("localStorage.clear()").await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none"})).await?;
    for _ in 0..2 {
        open(&browser, &file).await?;
        browser.until_within(WORK, &format!("{GATHERED} && {COUNTED} === {GAMES} && {DUE} === {}", due - 3)).await?;
    }
    assert_eq!(browser.value("Object.keys(localStorage).filter(name => name.startsWith('spieltisch/game/')).length").await?, GAMES);

    // A storage that takes nothing more: the page still stands, and answers last as long as it does.
    browser.run("Storage.prototype.setItem = () => { throw new Error('full') }").await?;
    browser.click("#next-exercise").await?;
    ready_to_answer(&browser).await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{ANSWERED}.test({SAID})")).await?;
    browser.click("#to-own").await?;
    browser.until(&format!("{GATHERED} && {DUE} === {}", due - 4)).await?;
    assert_ne!(browser.value("document.querySelector('.keeping').textContent").await?, "", "it is told that nothing is kept");
    browser.driver.quit().await
}
