//! What a screen reader gets: names in the browser's accessibility tree, announcements in the live region.

use serde_json::{Value, json};
use spieltisch_e2e::Browser;
use thirtyfour::prelude::*;

/// A game of Anna against Ben, a person or a computer of the lowest level.
fn record(game: &str, events: &[&str], computer: bool) -> Value {
    let ben = if computer { json!({"colour": 1, "computer": 1}) } else { json!({"colour": 1}) };
    json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null,
        "events": events, "result": null, "seats": [{"colour": 0}, ben]})
}

type RoleAndName = (&'static str, &'static str);

/// Role and name of everything in the accessibility tree.
async fn names(browser: &Browser) -> WebDriverResult<Vec<(String, String)>> {
    let tree = browser.driver.cdp().send_raw("Accessibility.getFullAXTree", json!({})).await?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    Ok(nodes.iter().map(|node| (text(&node["role"]["value"]), text(&node["name"]["value"]))).collect())
}

#[tokio::test]
async fn every_board_has_names() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let games: [(&str, &[&str], &[RoleAndName]); 4] = [
        (
            "yatzy",
            &["roll 1 2 3 4 5"],
            &[("button", "Large straight, free, would score 40 points"), ("button", "Die: 4"), ("rowheader", "Large straight")],
        ),
        (
            "castro",
            &["roll 3 3 3 4 4", "place c4", "roll 3 3 3 4 4"],
            &[("grid", "Castro board"), ("gridcell", "c4, three of a kind, 1 roof, top: Anna, possible"), ("button", "Die: 3")],
        ),
        (
            "caro",
            &["lay red 0,0"],
            &[("grid", "Caro board"), ("gridcell", "0,0, red tile"), ("gridcell", "1,0, free"), ("button", "black: 3 left")],
        ),
        (
            "crowns",
            &["roll 1 2 4 4 6 6", "place 2x6", "roll 1 1 2 5 5 6"],
            &[
                ("grid", "Crowns board"),
                ("gridcell", "1 times 6, "),
                ("gridcell", "free, possible"),
                ("button", "Die: 5"),
                ("button", "Anna’s board"),
            ],
        ),
    ];
    for (game, events, wanted) in games {
        browser.play_record(game, &record(game, events, false)).await?;
        browser.until(&format!("document.querySelector('.table.{game}')")).await?;
        let names = names(&browser).await?;
        for (role, name) in wanted {
            let known: Vec<&String> = names.iter().filter(|(of, _)| of == role).map(|(_, name)| name).collect();
            assert!(known.iter().any(|known| known.contains(name)), "{game}: no {role} “{name}” among {known:?}");
        }
    }
    browser.driver.quit().await
}

#[tokio::test]
async fn rolls_and_moves_of_opponents_are_announced() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    // Everything the live region ever says.
    browser
        .run(
            "window.said = []; new MutationObserver(() => { const text = document.querySelector('.visually-hidden[role=status]')?.textContent;
             if (text) said.push(text); }).observe(document.body, {subtree: true, childList: true, characterData: true})",
        )
        .await?;
    let games: [(&str, &[&str], &[&str]); 4] = [
        ("yatzy", &["roll 1 2 3 4 5", "score large-straight"], &["Ben rolled ", "Ben[: ]", "Anna, it’s your turn"]),
        ("castro", &["roll 3 3 3 4 4", "place c4"], &["Ben rolled ", "Ben (builds|loses)", "Anna, it’s your turn"]),
        ("caro", &["lay red 0,0"], &["Ben: .* tile on ", "Anna, it’s your turn"]),
        ("crowns", &["roll 1 2 4 4 6 6", "place 2x6"], &["Ben rolled ", "Ben places", "Anna, it’s your turn"]),
    ];
    for (game, events, wanted) in games {
        browser.run("said.length = 0").await?;
        browser.play_record(game, &record(game, events, true)).await?;
        for said in wanted {
            browser.until(&format!("said.some(text => /{said}/.test(text))")).await?;
        }
    }
    browser.driver.quit().await
}
