//! Pictures of every kind of screen to look at, in `target/screenshots`: `cargo run -p spieltisch-e2e --example pictures [LANGUAGE [SIZE …]]`,
//! after the tests in a browser have built the page. A size is `390x664`; `big` before it means letters of twice the size.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, House, simulated};
use thirtyfour::prelude::*;

/// What is shown: its name, its address, and what is there once it is shown.
const SCREENS: [(&str, &str, &str); 18] = [
    ("start", "#/", ".games"),
    ("setup", "#/setup/castro", ".setup .seat"),
    ("lesson-castro", "#/learn/castro", ".coached .table .actions"),
    ("lesson-caro", "#/learn/caro", ".coached .table .actions"),
    ("table-yatzy", "#/play/yatzy", ".table .actions"),
    ("table-castro", "#/play/castro", ".table .actions"),
    ("table-caro", "#/play/caro", ".table .actions"),
    ("table-crowns", "#/play/crowns", ".table .actions"),
    ("end-yatzy", "#/play/yatzy-over", ".end.counted"),
    ("end-crowns", "#/play/crowns-over", ".end.counted"),
    ("review", "#/review/yatzy-over", ".review .decision-card .still, .review .worst-decisions > p"),
    ("record", "#/record", ".own-record .course, .own-record h2, .own-record p"),
    ("list", "#/games", ".saved"),
    ("puzzle", "#/puzzle", ".coached .table .actions"),
    ("pad", "#/pad", ".pad"),
    ("rules-yatzy", "#/rules/yatzy", ".rules .glance"),
    ("rules-caro", "#/rules/caro", ".rules .glance"),
    ("settings", "#/settings", ".settings"),
];
const SIZES: [&str; 5] = ["320x568", "390x664", "844x390", "820x1180", "1440x900"];

#[tokio::main]
async fn main() -> WebDriverResult<()> {
    let mut arguments = std::env::args().skip(1);
    let language = arguments.next().unwrap_or_else(|| "de".to_string());
    let asked: Vec<String> = arguments.collect();
    let sizes: Vec<&str> = if asked.is_empty() { SIZES.to_vec() } else { asked.iter().map(String::as_str).collect() };
    let house = House::for_company().await;
    let browser = Browser::at(&house).await?;
    browser.settings(json!({"speed": "fast", "language": language, "motion": "none", "name": "Anna"})).await?;
    for game in ["yatzy", "castro", "caro", "crowns"] {
        keep(&browser, game, &half(game)).await?;
        keep(&browser, &format!("{game}-over"), &over(game, 11)).await?;
    }
    for more in 0..6 {
        keep(&browser, &format!("more-{more}"), &over("yatzy", 20 + more)).await?;
    }
    for (name, address, shown) in SCREENS {
        browser.go("#/nowhere").await?;
        browser.go(address).await?;
        browser.until(&format!("document.querySelector({})", json!(shown))).await?;
        pictures(&browser, &format!("{language}-{name}"), &sizes).await?;
    }
    // The invitation of a table by link.
    browser.go("#/setup/caro").await?;
    browser.until("document.querySelector('.setup .seat')").await?;
    browser
        .run("const s = document.querySelector('.seat:nth-child(2) select'); s.value = '9'; s.dispatchEvent(new Event('change'))")
        .await?;
    browser.until("document.querySelector('.terms')").await?;
    browser.run("document.querySelector('#start-game').click()").await?;
    browser.until("document.querySelector('.lobby #send-invite')").await?;
    pictures(&browser, &format!("{language}-invitation"), &sizes).await?;
    browser.driver.quit().await
}

async fn pictures(browser: &Browser, name: &str, sizes: &[&str]) -> WebDriverResult<()> {
    for size in sizes {
        let plain = size.strip_prefix("big");
        let letters = if plain.is_some() { 32 } else { 16 };
        browser.driver.cdp().send_raw("Page.setFontSizes", json!({"fontSizes": {"standard": letters, "fixed": letters - 3}})).await?;
        let (width, height) = plain.unwrap_or(size).split_once('x').expect("a width and a height");
        browser.size((width.parse().expect("a width"), height.parse().expect("a height"))).await?;
        for scheme in ["light", "dark"] {
            browser.scheme(scheme).await?;
            browser.screenshot(&format!("look-{size}-{scheme}-{name}")).await?;
        }
    }
    Ok(())
}

async fn keep(browser: &Browser, id: &str, record: &Value) -> WebDriverResult<()> {
    browser.run(&format!("localStorage.setItem('spieltisch/game/{id}', {})", json!(record.to_string()))).await.map(drop)
}

/// A finished game of Anna against a computer.
fn over(game: &str, seed: u64) -> Value {
    let mut record = simulated(game, 2, seed);
    record["players"] = json!(["Anna", "Otto"]);
    record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": 3}]);
    record["saved"] = json!(format!("2026-11-{:02}T20:00:00.000Z", 1 + seed % 14));
    record
}

/// A game of two people in its middle, right after a roll where there are any.
fn half(game: &str) -> Value {
    let mut record = simulated(game, 2, 5);
    let events = record["events"].as_array_mut().expect("a record has events");
    let is_roll = |event: &Value| event.as_str().is_some_and(|event| event.starts_with("roll"));
    let middle = events.len() / 2;
    let cut = events[..middle].iter().rposition(is_roll).map_or(middle, |roll| roll + 1);
    events.truncate(cut);
    record["players"] = json!(["Anna", "Benedikt"]);
    record["seats"] = json!([{"colour": 0}, {"colour": 1}]);
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record["result"] = Value::Null;
    record
}
