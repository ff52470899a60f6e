//! Every screen as a picture, phone and desktop, light and dark; and checked by axe-core.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, PHONE, serious_violations, simulated};
use thirtyfour::prelude::*;

/// Pictures of the screen as it stands; no serious fault of accessibility, nothing wider than the window.
async fn picture(browser: &Browser, name: &str) -> WebDriverResult<()> {
    for (device, size) in [("phone", PHONE), ("desktop", DESKTOP)] {
        browser.size(size).await?;
        for scheme in ["light", "dark"] {
            browser.scheme(scheme).await?;
            browser.screenshot(&format!("{name}-{device}-{scheme}")).await?;
            let violations = serious_violations(browser).await?;
            assert!(violations.is_empty(), "{name} on the {device}, {scheme}:\n{}", violations.join("\n"));
        }
        assert_eq!(browser.value("document.documentElement.scrollWidth > innerWidth").await?, false, "{name} is wider than the {device}");
        if browser.has(".table").await? {
            let scrolls = browser.value("document.documentElement.scrollHeight > innerHeight").await?;
            assert_eq!(scrolls, false, "the table {name} scrolls on the {device}");
            let cut = "[...document.querySelectorAll('.board, .dice, .tiles, #main-button')].some(e => e.getBoundingClientRect().bottom > innerHeight + 1)";
            assert_eq!(browser.value(cut).await?, false, "a part of {name} is cut off on the {device}");
        }
    }
    Ok(())
}

/// A record with people in all seats, for pictures of a running game.
fn with_people(mut record: Value, names: &[&str], events: usize) -> Value {
    record["players"] = json!(names);
    record["events"].as_array_mut().expect("a record has events").truncate(events);
    record["result"] = Value::Null;
    record["seats"] = (0..names.len()).map(|colour| json!({"colour": colour})).collect();
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record
}

fn played(game: &str, names: &[&str], events: &[&str]) -> Value {
    let record = json!({"format": "spieltisch/1", "game": game, "options": {}, "board": null, "events": events});
    with_people(record, names, events.len())
}

#[tokio::test]
async fn tables() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let yatzy = with_people(simulated("yatzy", 2, 5), &["Anna", "Ben"], 70);
    browser.play_record("y", &yatzy).await?;
    if browser.has("#main-button:not(:disabled)").await? && !browser.has(".offer").await? {
        browser.click("#main-button").await?;
        browser.until("document.querySelector('.offer')").await?;
    }
    for die in ["2", "3"] {
        if browser.has(".die:not(:disabled)").await? {
            browser.click(&format!(".die:nth-of-type({die})")).await?;
        }
    }
    picture(&browser, "yatzy").await?;
    let four = with_people(simulated("yatzy", 4, 5), &["Anna", "Ben", "Cleo", "Dirk"], 91);
    browser.play_record("y4", &four).await?;
    picture(&browser, "yatzy-four").await?;

    let castro = [
        "roll 2 2 5 5 5",
        "place b5",
        "roll 2 2 5 5 5",
        "place b5",
        "roll 1 2 3 4 5",
        "place a6",
        "roll 3 3 3 4 4",
        "place c4",
        "roll 3 3 3 4 4",
        "place c4",
        "roll 6 6 6 6 6",
        "place c4",
        "roll 2 2 5 5 5",
        "place d3",
        "roll 1 2 3 4 5",
        "place e4",
        "roll 4 4 4 4 6",
        "place f4",
        "roll 3 3 3 5 6",
    ];
    browser.play_record("s", &played("castro", &["Anna", "Ben", "Cleo"], &castro)).await?;
    browser.click(".die:nth-of-type(1)").await?;
    picture(&browser, "castro").await?;
    browser.click(".square:not(.possible)").await?;
    browser.until("document.querySelector('.notice a')").await?;
    picture(&browser, "castro-refusal").await?;

    let caro = with_people(simulated("caro", 2, 3), &["Anna", "Ben"], 14);
    browser.play_record("c", &caro).await?;
    browser.click(".tile:not(:disabled)").await?;
    picture(&browser, "caro").await?;

    let crowns = [
        "roll 1 2 4 4 6 6",
        "place 2x6 2x4 1x2 1x1",
        "roll 1 1 2 5 5 6",
        "place 1x6 2x5",
        "roll 3 3 4 4 4 5",
        "place 3x4 2x3",
        "roll 1 2 3 4 5 6",
        "place 5x1",
        "roll 1 2 4 5 5 6",
    ];
    browser.play_record("r", &played("crowns", &["Anna", "Ben"], &crowns)).await?;
    browser.click(".square.possible").await?;
    picture(&browser, "crowns").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn ends() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for (game, players) in [("yatzy", 3), ("castro", 2), ("caro", 4), ("crowns", 2), ("crowns", 1)] {
        let mut record = simulated(game, players, 11);
        record["saved"] = json!("2026-11-15T20:00:00.000Z");
        browser.play_record(&format!("{game}{players}"), &record).await?;
        browser.until("document.querySelector('.end')").await?;
        picture(&browser, &format!("end-{game}-{players}")).await?;
    }
    browser.go("#/replay/castro2").await?;
    browser.until("document.querySelector('.replay')").await?;
    for _ in 0..30 {
        browser.run("document.querySelectorAll('.steps-bar button')[3].click()").await?;
    }
    picture(&browser, "replay").await?;
    browser.go("#/games").await?;
    browser.until("document.querySelector('.saved')").await?;
    picture(&browser, "games").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn pages() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    picture(&browser, "start").await?;
    for game in ["yatzy", "castro", "caro", "crowns"] {
        browser.go(&format!("#/setup/{game}")).await?;
        browser.until("document.querySelector('.setup')").await?;
        if browser.has("#edit-board").await? {
            browser.click("#edit-board").await?;
            browser.until("document.querySelector('.editor')").await?;
        }
        picture(&browser, &format!("setup-{game}")).await?;
        browser.go(&format!("#/rules/{game}")).await?;
        browser.until("document.querySelector('.rules')").await?;
        picture(&browser, &format!("rules-{game}")).await?;
    }
    browser.go("#/settings").await?;
    browser.until("document.querySelector('.settings')").await?;
    picture(&browser, "settings").await?;
    browser.settings(json!({"language": "de"})).await?;
    picture(&browser, "start-german").await?;
    browser.driver.quit().await
}
