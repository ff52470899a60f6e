//! The table's manners: undo, refusals with their rule, set-up, objections.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, kept_game};
use thirtyfour::prelude::*;

fn between_people(game: &str, events: &[&str]) -> Value {
    json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null, "events": events, "result": null})
}

async fn events(browser: &Browser, id: &str) -> WebDriverResult<Value> {
    Ok(browser.kept_game(id).await?["events"].take())
}

#[tokio::test]
async fn a_decision_can_be_taken_back_until_dice_are_rolled() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.play_record("y", &between_people("yatzy", &["roll 1 2 3 4 5"])).await?;
    browser.click("#box-large-straight").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelectorAll('.offer').length === 0").await?;
    assert_eq!(events(&browser, "y").await?, json!(["roll 1 2 3 4 5", "score large-straight"]));
    browser.click(".actions .quiet").await?;
    browser.until("document.querySelector('.offer')").await?;
    assert_eq!(events(&browser, "y").await?, json!(["roll 1 2 3 4 5"]), "the box is free again");
    browser.click("#box-large-straight").await?;
    browser.click("#main-button").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.offer')").await?;
    assert!(browser.has(".actions .quiet:first-of-type:disabled").await?, "a roll ends undo");
    browser.driver.quit().await
}

#[tokio::test]
async fn a_refusal_says_why_and_leads_to_its_rule() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.play_record("s", &between_people("castro", &["roll 1 1 2 3 5"])).await?;
    browser.click("#castro-0-0").await?;
    browser.until("document.querySelector('.notice a')").await?;
    assert_eq!(browser.value("document.querySelector('.notice a').hash").await?, "#/rules/castro/castro.turn.place");
    browser.click(".notice a").await?;
    browser.until("document.querySelector('.rule.wanted') === document.getElementById('castro.turn.place') && document.querySelector('.rule.wanted')").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn the_set_up_reaches_the_game() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.go("#/setup/caro").await?;
    browser.click("#option-open_table").await?;
    browser.click("#option-undo").await?;
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.table.caro')").await?;
    let record = browser.value(kept_game!("location.hash.split('/')[2]")).await?;
    assert_eq!(record["options"], json!({"open_table": true}));
    assert_eq!(record["undo"], false);
    assert_eq!(record["seats"][1]["computer"], 3);
    browser.driver.quit().await
}

#[tokio::test]
async fn on_an_open_table_a_person_objects() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let mut record = between_people("caro", &["lay red 0,0", "lay red 1,0"]);
    record["options"] = json!({"open_table": true});
    browser.play_record("c", &record).await?;
    browser.click(".object").await?;
    browser.until("document.querySelector('.prompt').textContent.includes('Ben')").await?;
    assert_eq!(events(&browser, "c").await?, json!(["lay red 0,0", "lay red 1,0", "object 0"]));
    browser.driver.quit().await
}
