//! Made one's own: people with colours and pictures, the device handed from one to the next, the home screen.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, PHONE, kept_game, serious_violations, simulated};
use thirtyfour::prelude::*;

use crate::review::press;

const ENTER: &str = "\u{e007}";
const NAMES: &str = "[...document.querySelectorAll('.people .name')].map(name => name.textContent)";
const SEATED: &str = "[...document.querySelectorAll('.people [aria-pressed=true] .name')].map(name => name.textContent)";
const SEATS: &str = "[...document.querySelectorAll('.seat input')].map(field => field.value)";
const PEOPLE: &str = "JSON.parse(localStorage.getItem('spieltisch/people'))";

async fn type_into(browser: &Browser, selector: &str, text: &str) -> WebDriverResult<()> {
    let field = browser.driver.query(By::Css(selector)).first().await?;
    field.clear().await?;
    field.send_keys(text).await
}

/// The page shows the people of this device; those known from set-ups and settings are among them.
#[tokio::test]
async fn the_family_sits_down_with_a_tap() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let set_up = json!({"seats": [["Oma", 4, 0], ["Robot", 1, 3]], "options": {}, "undo": true});
    browser.run(&format!("localStorage.setItem('spieltisch/setup/caro', {})", json!(set_up.to_string()))).await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none", "name": "Anna"})).await?;
    browser.size(PHONE).await?;
    browser.go("#/setup/yatzy").await?;
    browser.until("document.querySelector('#to-people')").await?;
    assert_eq!(browser.value(NAMES).await?, json!(["Anna", "Oma"]), "both are remembered");
    assert_eq!(browser.value(SEATED).await?, json!(["Anna"]));

    // A new person, with a picture and a colour; the grandmother's name is put right.
    browser.unfold().await?;
    browser.click("#option-hints").await?;
    browser.click("#to-people").await?;
    browser.until("document.querySelector('.people-page')").await?;
    type_into(&browser, "#new-person", "Ben").await?;
    press(&browser, ENTER).await?;
    browser.until("document.querySelector('.particulars')").await?;
    browser.run("document.querySelectorAll('.pick')[1].querySelectorAll('input')[4].click()").await?;
    browser.run("document.querySelectorAll('.pick')[0].querySelectorAll('input')[5].click()").await?;
    browser
        .until("document.querySelector('#person-2 .likeness use')?.getAttribute('href') === '#face-3' && document.querySelector('#face-3')")
        .await?;
    assert_eq!(serious_violations(&browser).await?, Vec::<String>::new());
    browser.screenshot("people-phone").await?;
    type_into(&browser, "#new-person", "Ben").await?;
    press(&browser, ENTER).await?;
    browser.until("document.querySelector('.wrong').textContent.includes('already')").await?;
    browser.click("#person-1").await?;
    browser.until("document.querySelector('#person-name')?.value === 'Oma'").await?;
    type_into(&browser, "#person-name", "Omi").await?;
    browser.click("#person-1").await?;
    browser.until("document.querySelector('#person-1 .name').textContent === 'Omi'").await?;
    let told = json!([{"name": "Anna", "colour": 0}, {"name": "Omi", "colour": 4}, {"name": "Ben", "colour": 5, "picture": 3}]);
    assert_eq!(browser.value(PEOPLE).await?, told);
    assert_eq!(browser.value("JSON.parse(localStorage.getItem('spieltisch/setup/caro')).seats[0][0]").await?, "Omi");

    // Everyone sits once; another tap, and the seat is free again.
    browser.click(".people-page .main").await?;
    browser.until("document.querySelector('#sit-2')").await?;
    assert!(
        !browser.value("document.querySelector('#option-hints').checked").await?.as_bool().unwrap_or(true),
        "the set-up is as it was left"
    );
    for person in ["#sit-2", "#sit-1", "#sit-1"] {
        browser.click(person).await?;
    }
    assert_eq!(browser.value(SEATS).await?, json!(["Anna", "Ben"]), "the second person sends the computer away");
    assert_eq!(browser.value(SEATED).await?, json!(["Anna", "Ben"]));
    browser.unfold().await?;
    browser.click("#option-hand-over").await?;
    browser.screenshot("setup-people-phone").await?;
    browser.run("[...document.querySelectorAll('input[name=begins]')].at(-1).click()").await?;
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.table.yatzy .likeness use')").await?;
    let game = browser.value("location.hash.split('/')[2]").await?;
    let record = browser.value(kept_game!("location.hash.split('/')[2]")).await?;
    assert_eq!(record["seats"], json!([{"colour": 0}, {"colour": 5, "picture": 3}]));
    assert_eq!((&record["hand_over"], &record["hints"]), (&json!(true), &json!(false)));
    assert_eq!(browser.value("document.querySelectorAll('.players .likeness').length").await?, 1);
    assert_eq!(browser.value("document.querySelector('.players .player:nth-child(2) .name').textContent").await?, "Ben");

    // Taken off the list, and still in the game.
    browser.go("#/people").await?;
    browser.click("#person-2").await?;
    browser.click("#remove-person").await?;
    browser.click("#ask-yes").await?;
    browser.until(&format!("{PEOPLE}.length === 2")).await?;
    assert_eq!(browser.kept_game(game.as_str().unwrap_or_default()).await?["seats"], record["seats"]);
    let mut over = simulated("yatzy", 2, 11);
    over["seats"] = json!([{"colour": 2, "picture": 0}, {"colour": 5, "picture": 3}]);
    over["saved"] = json!("2026-11-15T20:00:00.000Z");
    browser.play_record("over", &over).await?;
    browser.until("document.querySelectorAll('.ranking .likeness').length === 2").await?;
    browser.screenshot("end-faces-phone").await?;
    browser.driver.quit().await
}

fn between_people(game: &str, events: &[&str]) -> Value {
    json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null, "events": events, "result": null,
        "seats": [{"colour": 0}, {"colour": 5, "picture": 2}], "hand_over": true})
}

const SIGN: &str = "document.querySelector('#hand-over[open]')?.textContent.includes('Pass the device to Ben')";

/// The sign comes between two people, takes a tap or a key, and outlasts a reload; nothing else is done meanwhile.
#[tokio::test]
async fn the_device_is_handed_over() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none"})).await?;
    browser.play_record("y", &between_people("yatzy", &["roll 1 2 3 4 5"])).await?;
    browser.until("document.querySelector('.offer')").await?;
    assert!(!browser.has("#hand-over").await?, "the first player has the device");
    browser.click("#box-large-straight").await?;
    browser.click("#main-button").await?;
    browser.until(SIGN).await?;
    assert_eq!(browser.value("document.activeElement.id").await?, "hand-over-done");
    assert_eq!(serious_violations(&browser).await?, Vec::<String>::new());
    press(&browser, "r").await?;
    press(&browser, "u").await?;
    browser.driver.refresh().await?;
    browser.until(SIGN).await?;
    assert_eq!(browser.kept_game("y").await?["events"], json!(["roll 1 2 3 4 5", "score large-straight"]), "nothing lost, nothing done");
    for (name, size) in [("phone", PHONE), ("across", (844, 390)), ("desktop", DESKTOP)] {
        browser.size(size).await?;
        browser.screenshot(&format!("hand-over-{name}")).await?;
    }
    browser.until("document.querySelector('#hand-over-done:not(.settling)')").await?;
    press(&browser, ENTER).await?;
    browser.until("!document.querySelector('#hand-over') && document.activeElement.id === 'main-button'").await?;
    // Tapped away is tapped away, after a reload too; and the same person goes on without a sign.
    browser.driver.refresh().await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.offer')").await?;
    assert!(!browser.has("#hand-over").await?);

    // By touch; and never where the game is only watched, or a computer comes next.
    browser.size(PHONE).await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    browser.play_record("c", &between_people("caro", &["lay red 0,0"])).await?;
    browser.until(SIGN).await?;
    browser.until("document.querySelector('#hand-over-done:not(.settling)')").await?;
    browser.scroll_and_tap("#hand-over-done", 0.5).await?;
    browser.until("!document.querySelector('#hand-over')").await?;
    browser.go("#/replay/c").await?;
    browser.until("document.querySelector('.replay')").await?;
    browser.run("document.querySelectorAll('.steps-bar button')[4].click()").await?;
    browser.until("document.querySelector('.prompt').textContent.includes('1 of 1')").await?;
    assert!(!browser.has("#hand-over").await?);
    browser.driver.quit().await
}

/// One browser's own offer, as Chromium makes it.
const OFFERED: &str = "window.asked = 0; const offer = new Event('beforeinstallprompt', {cancelable: true});
    offer.prompt = () => { window.asked += 1; return Promise.resolve({outcome: 'dismissed'}) }; window.dispatchEvent(offer); return offer.defaultPrevented";

/// After the third game the home screen is offered, once; from then on in the settings only.
#[tokio::test]
async fn the_home_screen_is_offered_once() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for number in 0..3 {
        assert_eq!(browser.run(OFFERED).await?, true, "the browser asks nothing by itself");
        browser.go("#/games").await?;
        browser.go("#/").await?;
        browser.until("document.querySelector('.games')").await?;
        assert!(!browser.has(".install").await?, "after {number} games");
        browser
            .run(&format!("localStorage.setItem('spieltisch/game/g{number}', {})", json!(simulated("caro", 2, 5 + number).to_string())))
            .await?;
    }
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.games')").await?;
    browser.run(OFFERED).await?;
    browser.until("document.querySelector('.install #install')").await?;
    browser.size(PHONE).await?;
    browser.screenshot("install-phone").await?;
    browser.click("#no-install").await?;
    browser.until("!document.querySelector('.install')").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.games')").await?;
    browser.run(OFFERED).await?;
    browser.go("#/settings").await?;
    browser.until("document.querySelector('.settings #install')").await?;
    browser.click("#install").await?;
    browser.until("window.asked === 1 && !document.querySelector('#install')").await?;
    browser.go("#/").await?;
    browser.until("document.querySelector('.games')").await?;
    assert!(!browser.has(".install").await?, "no means no");

    // Where the browser has no offer of its own, a sentence says how.
    let phone = json!({"userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"});
    browser.driver.cdp().send_raw("Emulation.setUserAgentOverride", phone).await?;
    browser.before_each_page("addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation(), true)").await?;
    browser.run("localStorage.removeItem('spieltisch/install')").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.install')?.textContent.includes('Add to Home Screen')").await?;
    browser.click("#no-install").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.games')").await?;
    assert!(!browser.has(".install").await?);
    browser.driver.quit().await
}
