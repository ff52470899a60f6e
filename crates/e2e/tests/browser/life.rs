//! What happens around a game: reload, no network, another language, only a keyboard.

use serde_json::Value;
use spieltisch_e2e::Browser;
use thirtyfour::prelude::*;

const GAMES: &str = "Object.entries(localStorage).filter(([k]) => k.startsWith('spieltisch/game/')).map(([, v]) => JSON.parse(v))";

#[tokio::test]
async fn a_reload_in_mid_game_loses_nothing() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.click("#play-castro").await?;
    // Two rolls into the person's turn, whoever began.
    for _ in 0..2 {
        browser.until("document.querySelector('.actions .main:not(:disabled)')").await?;
        browser.click("#main-button").await?;
    }
    browser
        .until("document.querySelectorAll('.die.lying').length === 5 && document.querySelector('.actions .main:not(:disabled)')")
        .await?;
    let before = browser.value(&format!("{GAMES}[0].events")).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    assert_eq!(browser.value(&format!("{GAMES}[0].events")).await?, before, "the same events after the reload");
    // From the start page the game is offered first.
    browser.go("#/").await?;
    browser.click(".waiting .main").await?;
    browser.until("document.querySelector('.table.castro .die.lying')").await?;
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

/// A whole game of Castro without the mouse: Tab to the dice and buttons, arrows over the board.
#[tokio::test]
async fn castro_by_keyboard_alone() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let keys = async |text: &str| browser.driver.action_chain().send_keys(text).perform().await;
    let tab_to = async |wanted: &str| {
        for _ in 0..60 {
            if browser.value(&format!("document.activeElement.matches({wanted:?})")).await? == true {
                return Ok::<(), WebDriverError>(());
            }
            keys("\u{e004}").await?;
        }
        panic!("Tab never reaches {wanted}");
    };
    tab_to("#play-castro").await?;
    keys("\u{e007}").await?;
    browser.until("document.querySelector('.table.castro')").await?;
    for _ in 0..400 {
        browser.until("document.querySelector('.end') || document.querySelector('.actions .main:not(:disabled)') || document.querySelector('.possible')").await?;
        if browser.has(".end").await? {
            break;
        }
        if browser.has(".square.possible").await? {
            tab_to(".square").await?;
            walk_to_possible(&browser, &keys).await?;
            keys("\u{e007}").await?;
            browser.until("document.querySelector('.square.chosen')").await?;
        }
        keys("r").await?;
    }
    assert!(browser.has(".end").await?, "the game came to no end");
    browser.driver.quit().await
}

/// Arrow keys from the focused square to the first glowing one.
async fn walk_to_possible<F: AsyncFn(&str) -> WebDriverResult<()>>(browser: &Browser, keys: &F) -> WebDriverResult<()> {
    let number = |value: &Value, index: usize| value[index].as_i64().unwrap_or(0);
    let place = "const at = id => id.split('-').slice(1).map(Number);";
    let from = browser.run(&format!("{place} return at(document.activeElement.id)")).await?;
    let to = browser.run(&format!("{place} return at(document.querySelector('.square.possible').id)")).await?;
    let steps = [(0, "\u{e012}", "\u{e014}"), (1, "\u{e013}", "\u{e015}")];
    for (axis, less, more) in steps {
        let distance = number(&to, axis) - number(&from, axis);
        for _ in 0..distance.abs() {
            keys(if distance < 0 { less } else { more }).await?;
        }
    }
    Ok(())
}
