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

/// One person against computers goes back behind their answers; dice that were seen fall the same way again, whatever is decided meanwhile.
#[tokio::test]
async fn taking_back_goes_behind_the_computers_answer_and_dice_stay() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let mut record = between_people("yatzy", &["roll 1 2 3 6 6"]);
    record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": 1}]);
    browser.play_record("y", &record).await?;
    let mine = "document.querySelector('#main-button:not(:disabled)') && document.querySelectorAll('.history li').length === 2";
    let answer = async |box_name: &str| {
        browser.click(&format!("#box-{box_name}")).await?;
        browser.click("#main-button").await?;
        browser.until(mine).await?;
        browser.click("#main-button").await?;
        browser.until("document.querySelector('.offer')").await?;
        let events = events(&browser, "y").await?;
        let rolls: Vec<Value> = events
            .as_array()
            .into_iter()
            .flatten()
            .filter(|event| event.as_str().is_some_and(|event| event.starts_with("roll")))
            .cloned()
            .collect();
        // The computer's first roll, and mine after its turn.
        Ok::<_, WebDriverError>((rolls[1].clone(), rolls.last().cloned()))
    };
    let first = answer("sixes").await?;
    browser.click(".undo").await?;
    browser.until("document.querySelector('#box-sixes') && document.querySelectorAll('.history li').length === 0").await?;
    assert_eq!(events(&browser, "y").await?, json!(["roll 1 2 3 6 6"]), "before my decision");
    // Another box, and the device was put away in between.
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.offer')").await?;
    assert_eq!(answer("chance").await?, first);
    // Back again, and with other dice kept: of three that were seen two fall.
    browser.click(".undo").await?;
    browser.until("document.querySelector('#box-sixes') && document.querySelectorAll('.history li').length === 0").await?;
    let keep = async |dice: &[u8]| {
        for die in dice {
            browser.click(&format!(".die:nth-of-type({die})")).await?;
        }
        browser.click("#main-button").await?;
        browser
            .until("document.querySelectorAll('.die.lying').length === 5 && document.querySelector('.rolls').textContent.includes('2')")
            .await?;
        let events = events(&browser, "y").await?;
        let faces = |event: &str| event.split(' ').skip(1).map(|face| face.parse().unwrap_or(0)).collect::<Vec<u8>>();
        let mut rolled = faces(events[2].as_str().unwrap_or_default());
        for kept in faces(events[1].as_str().unwrap_or_default()) {
            rolled.remove(rolled.iter().position(|face| *face == kept).expect("what was kept lies there"));
        }
        Ok::<_, WebDriverError>(rolled)
    };
    let mut three = keep(&[4, 5]).await?;
    browser.click(".undo").await?;
    browser.until("document.querySelector('.rolls').textContent.includes('1')").await?;
    let two = keep(&[3, 4, 5]).await?;
    assert!(three.len() == 3 && two.len() == 2, "{three:?} {two:?}");
    for face in &two {
        three.remove(three.iter().position(|other| other == face).unwrap_or_else(|| panic!("{two:?} are not among those seen")));
    }
    assert!(browser.value("Object.keys(localStorage).some(name => name.startsWith('spieltisch/seen/y/'))").await? == json!(true));
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
    browser.until("document.getElementById('castro.turn.place')?.closest('.wanted')").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn the_set_up_reaches_the_game() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.go("#/setup/caro").await?;
    browser.unfold().await?;
    browser.click("#option-open_table").await?;
    browser.click("#option-undo").await?;
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.table.caro')").await?;
    let record = browser.value(kept_game!("location.hash.split('/')[2]")).await?;
    assert_eq!(record["options"], json!({"open_table": true}));
    assert_eq!(record["undo"], false);
    assert_eq!(record["seats"][1]["computer"], 2, "the level of the start page");
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
