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

/// A finished game that was decided by points.
fn by_points(game: &str) -> serde_json::Value {
    let mut record =
        (1..50).map(|seed| simulated(game, 2, seed)).find(|record| record["result"]["reason"] == "points").expect("one ends by points");
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record
}
