//! What happens around a game: reload, no network, another language.

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
