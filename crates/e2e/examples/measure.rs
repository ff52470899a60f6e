//! Measures the page in a real browser: bytes transferred, time to a playable board with a cold
//! cache, time from a tap to the next frame. `cargo run -p spieltisch-e2e --example measure`

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, PHONE};
use thirtyfour::prelude::*;

const RUNS: usize = 5;

#[tokio::main]
async fn main() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(PHONE).await?;
    for game in ["yatzy", "castro", "caro", "crowns"] {
        let record = json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null, "events": [], "result": null});
        browser.play_record("m", &record).await?;
        let mut playable = Vec::new();
        for _ in 0..RUNS {
            playable.push(cold_start(&browser).await?);
        }
        playable.sort_by(f64::total_cmp);
        let bytes = browser.value("[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce((sum, e) => sum + e.encodedBodySize, 0)").await?;
        let tap = tap_to_frame(&browser).await?;
        println!(
            "{game}: playable after {:.0} ms (median of {RUNS}, {:.0} to {:.0}), {bytes} bytes, tap to frame {tap} ms",
            playable[RUNS / 2],
            playable[0],
            playable[RUNS - 1]
        );
    }
    browser.driver.quit().await
}

/// Loads the game's page with nothing cached and tells when its board could be played.
async fn cold_start(browser: &Browser) -> WebDriverResult<f64> {
    let forget = "const done = arguments[arguments.length - 1];
        Promise.all([navigator.serviceWorker.getRegistrations().then(all => Promise.all(all.map(one => one.unregister()))),
                     caches.keys().then(names => Promise.all(names.map(name => caches.delete(name))))]).then(() => done(true));";
    browser.driver.execute_async(forget, Vec::new()).await?;
    browser.driver.cdp().send_raw("Network.clearBrowserCache", json!({})).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.table') && (window.playable ??= performance.now())").await?;
    // The first paint of the table is what a person sees; it is never later than the board's first frame.
    let seen = browser.value("Math.max(...performance.getEntriesByType('paint').map(entry => entry.startTime))").await?;
    Ok(seen.as_f64().unwrap_or(f64::NAN))
}

/// From a click on the main button or a tile to the frame that shows its effect.
async fn tap_to_frame(browser: &Browser) -> WebDriverResult<Value> {
    let script = "const done = arguments[arguments.length - 1];
        const what = document.querySelector('.tile:not(:disabled)') ?? document.querySelector('#main-button');
        requestAnimationFrame(() => { const from = performance.now(); what.click();
          requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - from)), 0)); });";
    Ok(browser.driver.execute_async(script, Vec::new()).await?.json().clone())
}
