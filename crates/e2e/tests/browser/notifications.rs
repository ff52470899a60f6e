//! Being told of one's turn: by a message while the page is closed, by signs while it is out of sight.

use std::time::Duration;

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, House, PHONE, serious_violations};
use spieltisch_testkit::push::{Device, PushService};
use thirtyfour::prelude::*;

use crate::together::{person, play_on, set_up, sit, to_lobby};

/// Stands in for the browser's push service, which no test can reach: the subscription leads to ours.
const SUBSCRIBING: &str = r#"
    const made = SUBSCRIPTION;
    const subscription = { endpoint: made.endpoint, toJSON: () => made, unsubscribe: async () => { window.subscribed = null; return true } };
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (userVisibleOnly) window.serverKey = applicationServerKey;
        return window.subscribed = subscription;
    };
    PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
"#;

/// Looks again and again at what the browser shows of this page.
const SHOWN: &str = "navigator.serviceWorker.ready.then((worker) => setInterval(async () => {
    window.shown = (await worker.getNotifications()).map(({ tag, body }) => ({ table: tag, words: body })) }, 30))";

async fn allow(browser: &Browser, setting: &str) -> WebDriverResult<()> {
    let origin = browser.value("location.origin").await?;
    let permission = json!({"permission": {"name": "notifications"}, "setting": setting, "origin": origin});
    browser.driver.cdp().send_raw("Browser.setPermission", permission).await.map(drop)
}

/// Turns the switch beside the game and waits for the sentence that follows.
async fn turn(browser: &Browser, words: &str) -> WebDriverResult<()> {
    browser.click("#tell-bell").await?;
    browser.until(&format!("document.querySelector('#told')?.textContent.includes({})", json!(words))).await
}

/// Hands a message to the page's worker, as a push service does, until the browser shows it: one that comes before the worker
/// runs is lost.
async fn deliver(browser: &Browser, message: &str) -> WebDriverResult<()> {
    let cdp = browser.driver.cdp();
    cdp.send_raw("ServiceWorker.enable", json!({})).await?;
    // In a new browser the first worker has this number.
    let delivery = json!({"origin": browser.value("location.origin").await?, "registrationId": "0", "data": message});
    let shown = "const done = arguments[0], ends = Date.now() + 4000;
        const look = () => window.shown.length === 1 || Date.now() > ends ? done(window.shown.length) : setTimeout(look, 20); look()";
    for _ in 0..5 {
        cdp.send_raw("ServiceWorker.deliverPushMessage", delivery.clone()).await?;
        if browser.driver.execute_async(shown, Vec::new()).await?.json() == &json!(1) {
            return Ok(());
        }
    }
    panic!("the browser shows no message");
}

#[tokio::test]
async fn a_player_who_closes_the_page_is_told_of_their_turn() -> WebDriverResult<()> {
    let (mut service, device) = (PushService::start().await, Device::new());
    let house = House::for_company_with_notifications().await;
    let anna = person(&house, "Anna").await?;
    let ben = person(&house, "Ben").await?;
    let invite = set_up(&anna, "caro", 1, "").await?;
    sit(&ben, &invite).await?;
    ben.until("document.querySelector('.table.caro') && document.querySelector('#tell-bell')").await?;
    let subscription = device.subscription(service.address, "/ben", "").to_string();
    ben.run(&SUBSCRIBING.replace("SUBSCRIPTION", &subscription)).await?;

    // Off until asked for, and a sentence where it cannot be.
    assert_eq!(ben.value("document.querySelector('#tell-bell').ariaChecked").await?, "false");
    ben.run("window.manager = PushManager; delete window.PushManager").await?;
    turn(&ben, "cannot show messages").await?;
    ben.run("window.PushManager = window.manager").await?;
    allow(&ben, "denied").await?;
    turn(&ben, "does not allow messages").await?;
    assert_eq!(ben.value("document.querySelector('#tell-bell').ariaChecked").await?, "false");
    allow(&ben, "granted").await?;
    turn(&ben, "You will get a message").await?;
    assert_eq!(ben.value("document.querySelector('#tell-bell').ariaChecked").await?, "true");

    // The page of the table has the same switch.
    to_lobby(&ben).await?;
    ben.click("#table-options summary").await?;
    ben.until("document.querySelector('.lobby #tell-me')?.checked").await?;
    for name in ["telling-desktop", "telling-phone"] {
        ben.screenshot(name).await?;
        let violations = serious_violations(&ben).await?;
        assert!(violations.is_empty(), "{name}: {}", violations.join("\n"));
        ben.size(PHONE).await?;
    }
    ben.driver.goto("about:blank").await?;

    // Anna plays: the message is for Ben's browser alone.
    play_on(&anna).await?;
    let received = tokio::time::timeout(Duration::from_secs(60), service.next()).await.expect("Ben is told");
    let message = device.decrypt(&received.body).expect("it is for his browser");
    let message = String::from_utf8(message).expect("letters");
    let read: Value = serde_json::from_str(&message).expect("JSON");
    assert_eq!(read["words"], "Caro: it’s your turn.");
    anna.run("clearInterval(window.player)").await?;

    // The table comes first on his start page, before a game of his own that waits.
    ben.driver.goto(&house.server.address).await?;
    let waits = json!({"format": "spieltisch/1", "game": "castro", "players": ["Ben", "Robot"], "options": {}, "board": null,
        "events": ["roll 1 2 3 4 5"], "result": null, "seats": [{"colour": 0}, {"colour": 1, "computer": 1}]});
    let waits = waits.to_string();
    ben.run(&format!("localStorage.setItem('spieltisch/game/own', {})", json!(waits))).await?;
    ben.driver.refresh().await?;
    ben.until("document.querySelector('.start .urgent .my-turn') && document.querySelector('.start .waiting')").await?;
    let before = "document.querySelector('.urgent').compareDocumentPosition(document.querySelector('.waiting')) & 4";
    assert_eq!(ben.value(before).await?, 4, "a table waits for him");
    ben.screenshot("telling-start").await?;

    // The browser shows the message, and the page takes it away once the table is open.
    ben.run(SHOWN).await?;
    ben.until("window.shown?.length === 0").await?;
    deliver(&ben, &message).await?;
    assert_eq!(ben.value("window.shown[0]").await?, read);
    ben.click(".urgent .main").await?;
    ben.until("document.querySelector('.table.caro') && window.shown.length === 0").await?;

    // He looks elsewhere while Anna plays: a sound, and a mark at the icon.
    ben.run(
        "navigator.setAppBadge = async () => { window.marked = true };
        const tone = AudioContext.prototype.createOscillator; window.tones = 0;
        AudioContext.prototype.createOscillator = function () { window.tones += 1; return tone.call(this) }",
    )
    .await?;
    ben.size(spieltisch_e2e::DESKTOP).await?;
    ben.click("#tell-bell").await?;
    ben.until("document.querySelector('#tell-bell').ariaChecked === 'false'").await?;
    play_on(&ben).await?;
    ben.until("!document.title.startsWith('Your turn!')").await?;
    ben.run("clearInterval(window.player); Object.defineProperty(document, 'hidden', { get: () => true })").await?;
    assert_eq!(ben.value("Boolean(window.marked)").await?, false);
    play_on(&anna).await?;
    ben.until("document.title.startsWith('Your turn!') && window.marked && window.tones === 2").await?;
    assert!(service.is_quiet(), "he was there, and had switched it off");
    for browser in [anna, ben] {
        browser.driver.quit().await?;
    }
    Ok(())
}
