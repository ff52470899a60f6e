//! Whole games against the computer, by clicks.

use spieltisch_e2e::Browser;
use thirtyfour::prelude::*;

/// Whether the main button can be pressed or the game is over.
const READY: &str = "document.querySelector('.end') || document.querySelector('.actions .main:not(:disabled)') || document.querySelector('.possible, .offer, .tile:not(:disabled)')";

async fn start(game: &str) -> WebDriverResult<Browser> {
    let browser = Browser::open().await?;
    browser.click(&format!("#play-{game}")).await?;
    browser.until("document.querySelector('.table')").await?;
    Ok(browser)
}

/// Plays by `turn` until the game is over, then checks that the end names a winner and the game is kept.
async fn play_to_the_end<F: AsyncFn(&Browser) -> WebDriverResult<()>>(browser: Browser, turn: F) -> WebDriverResult<()> {
    for _ in 0..2000 {
        browser.until(READY).await?;
        if browser.has(".end").await? {
            break;
        }
        turn(&browser).await?;
    }
    assert!(browser.has(".end .ranking").await?, "the game came to no end");
    let kept = browser
        .value("Object.entries(localStorage).filter(([k, v]) => k.startsWith('spieltisch/game/') && JSON.parse(v).result).length")
        .await?;
    assert_eq!(kept, 1, "the finished game is kept with its result");
    browser.driver.quit().await
}

/// Clicks through the page itself: a person's click, without WebDriver's scrolling.
async fn press(browser: &Browser, selector: &str) -> WebDriverResult<bool> {
    let found = browser
        .value(&format!("(() => {{ const e = document.querySelector({selector:?}); if (e) e.click(); return e !== null; }})()"))
        .await?;
    Ok(found == true)
}

#[tokio::test]
async fn yatzy_by_clicks() -> WebDriverResult<()> {
    play_to_the_end(start("yatzy").await?, async |browser| {
        // Keep a die now and then, write the first box that brings points.
        let wrote = press(browser, ".offer:not(.nothing)").await? || press(browser, ".offer").await?;
        if wrote {
            browser.until("document.querySelector('.offer.chosen')").await?;
        }
        browser.click("#main-button").await
    })
    .await
}

#[tokio::test]
async fn castro_by_clicks() -> WebDriverResult<()> {
    play_to_the_end(start("castro").await?, async |browser| {
        if press(browser, ".square.possible").await? {
            browser.until("document.querySelector('.square.chosen')").await?;
        }
        browser.click("#main-button").await
    })
    .await
}

#[tokio::test]
async fn caro_by_clicks() -> WebDriverResult<()> {
    play_to_the_end(start("caro").await?, async |browser| {
        let tiles = browser.value("document.querySelectorAll('.tile').length").await?.as_u64().unwrap_or(0);
        for tile in 1..=tiles {
            let chosen = press(browser, &format!(".tile:nth-of-type({tile}):not(:disabled)")).await?;
            if chosen && press(browser, ".place.possible").await? {
                break;
            }
        }
        if browser.has(".actions .main:not(:disabled)").await? {
            browser.click("#main-button").await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn crowns_by_clicks() -> WebDriverResult<()> {
    play_to_the_end(start("crowns").await?, async |browser| {
        while press(browser, ".square.possible").await? {}
        browser.click("#main-button").await
    })
    .await
}
