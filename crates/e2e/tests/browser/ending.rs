//! The end of a game, counted step by step.

use serde_json::json;
use spieltisch_e2e::{Browser, simulated};
use thirtyfour::prelude::*;

const SHOWN: &str = "document.querySelectorAll('.ranking .shown').length";
const ALL: &str = "document.querySelectorAll('.ranking .steps li').length";

#[tokio::test]
async fn points_add_up_step_by_step() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for (game, sign) in [("castro", ".square.counted"), ("crowns", ".square.lit, .square.fallen")] {
        // Every picture of the counting, from the first step to the last.
        browser
            .run(&format!(
                "window.seen = new Set(); const look = () => {{ if (document.querySelector('.end')) seen.add({SHOWN} + '/' + document.querySelectorAll('{sign}').length);
                 requestAnimationFrame(look); }}; look();"
            ))
            .await?;
        browser.play_record(game, &by_points(game)).await?;
        browser.until("document.querySelector('.end.counted')").await?;
        browser.until(&format!("{SHOWN} === {ALL}")).await?;
        let seen = browser.value("seen.size").await?.as_u64().unwrap_or(0);
        assert!(seen >= 3, "{game}: steps were seen one after another, not {seen}");
    }
    browser.driver.quit().await
}

#[tokio::test]
async fn without_motion_the_end_stands_at_once() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.calm().await?;
    for game in ["castro", "crowns", "yatzy", "caro"] {
        browser.play_record(game, &by_points(game)).await?;
        browser.until("document.querySelector('.end')").await?;
        assert_eq!(browser.value(&format!("{SHOWN} === {ALL}")).await?, true, "{game}");
    }
    browser.driver.quit().await
}

/// Nothing tells who has won before the points are counted: neither the title nor the order, nor whose board is shown.
#[tokio::test]
async fn the_winner_is_named_once_the_points_are_counted() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let look = "window.seen = []; const look = () => { if (document.querySelector('.end:not(.counted)'))
        seen.push([document.querySelector('.end h2').textContent, document.querySelectorAll('.winner').length, document.querySelector('.ranking .name').textContent]);
        requestAnimationFrame(look); }; look()";
    browser.run(look).await?;
    for game in ["castro", "crowns", "yatzy"] {
        let mut record = by_points(game);
        record["players"] = json!(["Anna", "Ben"]);
        record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": 1}]);
        let scores = &record["result"]["scores"];
        let anna_wins = scores[0].as_i64() > scores[1].as_i64();
        browser.run("seen.length = 0").await?;
        browser.play_record(game, &record).await?;
        browser.until("document.querySelector('.end.counted')").await?;
        let seen = browser.value("seen").await?;
        let seen = seen.as_array().cloned().unwrap_or_default();
        assert!(!seen.is_empty(), "{game}: the counting was seen");
        for picture in seen {
            assert_eq!(picture, json!(["Counting the points…", 0, "Anna"]), "{game}");
        }
        let title = browser.value("document.querySelector('.end h2').textContent").await?;
        assert_eq!(title, if anna_wins { "You win!" } else { "Ben wins!" }, "{game}");
    }
    browser.driver.quit().await
}

/// A finished game that was decided by points.
fn by_points(game: &str) -> serde_json::Value {
    let mut record =
        (1..50).map(|seed| simulated(game, 2, seed)).find(|record| record["result"]["reason"] == "points").expect("one ends by points");
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record
}

/// One tap plays again: in Caro the loser begins, and the evening's wins are counted.
#[tokio::test]
async fn the_loser_begins_the_next_game_and_wins_are_counted() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let mut record = simulated("caro", 2, 11);
    record["players"] = serde_json::json!(["Anna", "Ben"]);
    record["saved"] = browser.value("new Date().toISOString()").await?;
    let score = |seat: usize| record["result"]["scores"][seat].as_i64();
    assert_ne!(score(0), score(1), "there is a loser");
    let (winner, loser) = if score(0) > score(1) { ("Anna", "Ben") } else { ("Ben", "Anna") };
    browser.play_record("c", &record).await?;
    browser.until("document.querySelector('.end.counted')").await?;
    let tally = browser.value("document.querySelector('.tally').textContent").await?;
    let tally = tally.as_str().unwrap_or_default();
    assert!(tally.contains(&format!("{winner}: 1 win")) && tally.contains(&format!("{loser}: 0 wins")), "{tally}");
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.table.caro') && !document.querySelector('.end')").await?;
    let players = browser.value("JSON.parse(localStorage.getItem('spieltisch/game/' + location.hash.split('/')[2])).players").await?;
    assert_eq!(players, serde_json::json!([loser, winner]), "caro.start: the loser of the last game begins");
    browser.go("#/").await?;
    browser.until("document.querySelector('.tally-card')").await?;
    browser.driver.quit().await
}
