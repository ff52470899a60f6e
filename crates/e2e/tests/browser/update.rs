//! A new version of the page: offered in a quiet line, taken up without losing the game.

use std::sync::{Arc, Mutex};

use spieltisch_e2e::{Browser, Detour};
use thirtyfour::prelude::*;

const EVENTS: &str = "JSON.parse(Object.entries(localStorage).find(([k]) => k.startsWith('spieltisch/game/'))[1]).events";

#[tokio::test]
async fn a_new_version_waits_until_it_is_taken_up() -> WebDriverResult<()> {
    let changed = Arc::new(Mutex::new(None));
    let detour = Detour { path: "/sw.js", content: changed.clone() };
    let browser = Browser::open_through(|address| detour.start(&address)).await?;
    browser.until("navigator.serviceWorker.controller").await?;
    assert!(!browser.has(".update").await?, "the first visit is no new version");
    browser.click("#play-castro").await?;
    browser.until("document.querySelector('.actions .main:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    let events = browser.value(EVENTS).await?;

    let worker = browser.value("fetch('sw.js').then(r => r.text())").await?.as_str().unwrap_or_default().replacen(
        "\"spieltisch-",
        "\"spieltisch-next-",
        1,
    );
    *changed.lock().expect("not poisoned") = Some(worker);
    browser.run("navigator.serviceWorker.getRegistration().then(r => r.update())").await?;
    browser.until("document.querySelector('.update')").await?;
    assert_eq!(browser.value(EVENTS).await?, events, "the game goes on");

    browser.run("window.old = true").await?;
    browser.click("#take-up").await?;
    browser.until("!window.old && document.querySelectorAll('.die.lying').length === 5").await?;
    assert_eq!(browser.value(EVENTS).await?, events, "the game is the same");
    assert!(!browser.has(".update").await?);
    browser.run("setInterval(() => caches.keys().then(keys => { window.caches_now = keys.join(' ') }), 50)").await?;
    browser.until("window.caches_now?.startsWith('spieltisch-next-') && !caches_now.includes(' ')").await?;
    browser.driver.quit().await
}
