//! Hands: double taps, keys held down, long presses; and what the table says to them.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, PHONE, simulated};
use thirtyfour::prelude::*;

/// A game of Anna against Ben, a person or a computer of the lowest level.
fn record(game: &str, events: &[&str], computer: bool) -> Value {
    let ben = if computer { json!({"colour": 1, "computer": 1}) } else { json!({"colour": 1}) };
    json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null,
        "events": events, "result": null, "seats": [{"colour": 0}, ben]})
}

async fn events(browser: &Browser, id: &str) -> WebDriverResult<Vec<String>> {
    Ok(serde_json::from_value(browser.kept_game(id).await?["events"].take())?)
}

/// The main button takes a press: whatever it would have done too early is done or never will be.
const SETTLED: &str = "document.querySelector('#main-button:not(.settling)')";
const PROMPT: &str = "document.querySelector('.prompt').textContent";

async fn main_button(browser: &Browser) -> WebDriverResult<WebElement> {
    browser.until(SETTLED).await?;
    browser.driver.query(By::Id("main-button")).first().await
}

async fn double_click(browser: &Browser) -> WebDriverResult<()> {
    let button = main_button(browser).await?;
    browser.driver.action_chain().double_click_element(&button).perform().await
}

async fn middle(browser: &Browser, selector: &str) -> WebDriverResult<(f64, f64)> {
    let middle = browser
        .value(&format!("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector({selector:?}).getBoundingClientRect())"))
        .await?;
    Ok((middle[0].as_f64().unwrap_or(0.0), middle[1].as_f64().unwrap_or(0.0)))
}

async fn double_tap(browser: &Browser) -> WebDriverResult<()> {
    main_button(browser).await?;
    let (x, y) = middle(browser, "#main-button").await?;
    for _ in 0..2 {
        touch(browser, "touchStart", json!([{"x": x, "y": y}])).await?;
        touch(browser, "touchEnd", json!([])).await?;
    }
    Ok(())
}

async fn touch(browser: &Browser, kind: &str, points: Value) -> WebDriverResult<()> {
    browser.driver.cdp().send_raw("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await.map(drop)
}

/// From now on the browser takes touches for taps, as a phone's does.
async fn touchable(browser: &Browser) -> WebDriverResult<()> {
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await.map(drop)
}

async fn key(browser: &Browser, name: &str, repeat: bool) -> WebDriverResult<()> {
    let (code, text, number) = if name == "Enter" { ("Enter", "\r", 13) } else { ("KeyR", name, 82) };
    let event = json!({"type": "keyDown", "key": name, "code": code, "text": text, "windowsVirtualKeyCode": number, "autoRepeat": repeat});
    browser.driver.cdp().send_raw("Input.dispatchKeyEvent", event).await.map(drop)
}

#[tokio::test]
async fn a_double_tap_on_roll_rolls_once() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(PHONE).await?;
    touchable(&browser).await?;
    for game in ["yatzy", "castro", "crowns"] {
        for (way, id) in [("click", format!("{game}-click")), ("tap", format!("{game}-tap"))] {
            browser.play_record(&id, &record(game, &[], false)).await?;
            if way == "click" {
                double_click(&browser).await?
            } else {
                double_tap(&browser).await?
            }
            browser.until("document.querySelectorAll('.die.lying').length >= 5").await?;
            browser.until(SETTLED).await?;
            let events = events(&browser, &id).await?;
            assert!(events.len() == 1 && events[0].starts_with("roll "), "{game}, double {way}: {events:?}");
        }
    }
    browser.driver.quit().await
}

/// A box is struck by a second tap, but not by a double tap, which leaves no time to read the question.
#[tokio::test]
async fn a_double_click_on_a_box_or_a_square_only_chooses_it() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for (game, at) in [("yatzy", "#box-ones"), ("castro", "#castro-2-2")] {
        browser.play_record(game, &record(game, &["roll 3 3 3 4 4"], false)).await?;
        let element = browser.driver.query(By::Css(at)).first().await?;
        browser.driver.action_chain().double_click_element(&element).perform().await?;
        browser.until("document.querySelector('.chosen')").await?;
        assert_eq!(events(&browser, game).await?.len(), 1, "{game}");
    }
    browser.driver.quit().await
}

#[tokio::test]
async fn a_key_held_down_presses_once() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for (name, id) in [("r", "by-letter"), ("Enter", "by-enter")] {
        browser.play_record(id, &record("yatzy", &[], false)).await?;
        browser.until(SETTLED).await?;
        browser.run("document.getElementById('main-button').focus()").await?;
        key(&browser, name, false).await?;
        browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
        browser.until(SETTLED).await?;
        for _ in 0..5 {
            key(&browser, name, true).await?;
        }
        assert_eq!(events(&browser, id).await?.len(), 1, "{name} held down");
        let up = json!({"type": "keyUp", "key": name});
        browser.driver.cdp().send_raw("Input.dispatchKeyEvent", up).await?;
    }
    browser.driver.quit().await
}

#[tokio::test]
async fn the_end_says_why_it_was_won() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    // Alone there is no tally of wins and no rematch.
    browser.play_record("k", &simulated("crowns", 1, 11)).await?;
    browser.until("document.querySelector('.end.counted')").await?;
    assert!(!browser.has(".tally").await?, "no heading without a tally");
    assert_eq!(browser.value("document.getElementById('main-button').textContent").await?, "Play again");
    let won_by = |reason: &str| (1..400).map(|seed| simulated("castro", 2, seed)).find(|record| record["result"]["reason"] == reason);
    let record = won_by("four-in-a-row").expect("one ends by four in a row");
    browser.play_record("s", &record).await?;
    browser.until("document.querySelector('.end')").await?;
    assert_eq!(browser.value("document.querySelector('.reason').textContent").await?, "Four in a row decide: points no longer count.");
    assert_eq!(browser.value("[...document.querySelectorAll('.ranking .score, .ranking .steps')].every(e => !e.textContent)").await?, true);
    browser.screenshot("hands-end-by-row").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn a_placement_is_seen_before_the_board_changes_hands() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let whose = "document.querySelector('.whose').textContent";
    // Every board that is ever shown, and whether the new chip is marked on it.
    browser
        .run(&format!(
            "window.seen = []; new MutationObserver(() => {{ if (document.querySelector('.whose'))
             seen.push({whose} + (document.querySelector('#crowns-1-0.last') ? ' last' : '')) }})
             .observe(document.body, {{subtree: true, childList: true, characterData: true, attributes: true}})"
        ))
        .await?;
    let place = async |id: &str| {
        browser.play_record(id, &record("crowns", &["roll 1 2 4 4 6 6"], false)).await?;
        browser.click("#crowns-1-0").await?;
        browser.until("document.querySelector('#crowns-1-0.chosen')").await?;
        browser.run("seen.length = 0").await?;
        browser.click("#main-button").await?;
        browser.until("document.querySelectorAll('.history li').length === 1").await
    };
    let marked = "seen.some(text => text.startsWith('Anna’s board') && text.endsWith(' last'))";
    place("shown").await?;
    browser.until(&format!("{marked} && {whose}.startsWith('Ben’s board')")).await?;
    // A tap leads on at once, and chooses nothing on the way; it would stay for ever here.
    browser.run("const timer = window.setTimeout; window.setTimeout = (what, after) => after === 150 ? 0 : timer(what, after)").await?;
    place("skipped").await?;
    browser.until(&format!("{marked} && {whose}.startsWith('Anna’s board')")).await?;
    browser.click("#crowns-3-3").await?;
    browser.until(&format!("{whose}.startsWith('Ben’s board') && !document.querySelector('.notice')")).await?;
    // Without motion the board changes at once; the line above it and the small board tell.
    browser.calm().await?;
    place("calm").await?;
    browser.until(&format!("{whose}.startsWith('Ben’s board')")).await?;
    assert!(browser.value(whose).await?.as_str().is_some_and(|whose| whose.ends_with("Anna places 2 × 6")));
    assert!(browser.has(".small-board:first-child circle").await?, "the new chip is marked on Anna's small board");
    browser.screenshot("hands-crowns-last").await?;
    browser.driver.quit().await
}

/// Nothing of a table lies below the fold: what happened is a sheet from below, behind a button.
#[tokio::test]
async fn on_a_phone_the_history_is_behind_a_button() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size((390, 664)).await?;
    let shown = "document.querySelector('.history').checkVisibility()";
    for (game, events) in
        [("castro", &["roll 3 3 3 4 4", "place c4"][..]), ("caro", &["lay red 0,0"][..]), ("yatzy", &["roll 1 2 3 6 6", "score sixes"][..])]
    {
        browser.play_record(game, &record(game, events, false)).await?;
        browser.until("document.querySelectorAll('.history li').length === 1").await?;
        assert_eq!(
            browser.value(&format!("[{shown}, scrollY, document.documentElement.scrollHeight <= innerHeight]")).await?,
            json!([false, 0, true]),
            "{game}"
        );
        browser.click("#history-button").await?;
        browser.until(shown).await?;
        browser.click(".history .fold").await?;
        browser.until(&format!("!{shown} && document.activeElement.id === 'history-button'")).await?;
    }
    // On a desktop it stands beside the table.
    browser.size((1280, 800)).await?;
    assert_eq!(
        browser.value(&format!("[{shown}, document.querySelector('#history-button').checkVisibility()]")).await?,
        json!([true, false])
    );
    browser.driver.quit().await
}

#[tokio::test]
async fn hints_mark_what_they_mean_and_say_what_for() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(PHONE).await?;
    let games: [(&str, &[&str], &str, &str); 5] = [
        ("yatzy", &["roll 1 2 6 6 6"], "document.querySelectorAll('.die.hinted').length === 3", "That aims at Sixes and Yatzy."),
        ("yatzy", &["roll 1 2 3 4 5"], "document.querySelector('#box-large-straight.hinted')", "That scores 40 points now."),
        (
            "castro",
            &["roll 3 3 3 3 3"],
            "document.querySelector('.square.possible.hinted')",
            "That gives you 1 of the three Yatzy squares.",
        ),
        (
            "caro",
            &["lay red 0,0", "lay black 0,1"],
            "document.querySelector('.place.hinted') && document.querySelector('.tile.hinted')",
            " now.",
        ),
        ("crowns", &["roll 1 2 4 4 6 6"], "document.querySelector('.square.hinted')", ""),
    ];
    for (i, (game, events, marked, purpose)) in games.into_iter().enumerate() {
        browser.play_record(&format!("h{i}"), &record(game, events, false)).await?;
        browser.click("#hint-button").await?;
        browser.until("document.querySelector('.notice.hint')?.textContent.startsWith('Best:')").await?;
        let said = browser.value(PROMPT).await?;
        let said = said.as_str().unwrap_or_default();
        browser.screenshot(&format!("hands-hint-{i}-{game}")).await?;
        browser.until(marked).await?;
        assert!(said.contains(purpose), "{game}: {said}");
        assert!(game != "caro" || !said.contains(','), "no coordinates: {said}");
        assert!(said.matches(['.', '!']).count() >= 3, "the move, what for, and how much better: {said}");
    }
    browser.driver.quit().await
}

#[tokio::test]
async fn a_long_press_says_what_a_box_or_a_square_needs_and_gives() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(PHONE).await?;
    touchable(&browser).await?;
    let games = [
        ("yatzy", "#box-two-pairs", "Two pairs. Two different pairs: all five added up."),
        ("castro", "#castro-2-2", "Three of a kind. At least three matching dice. Your roof here would score 1 point at the end."),
    ];
    for (game, at, said) in games {
        browser.play_record(game, &record(game, &["roll 3 3 3 4 4"], false)).await?;
        browser.until(&format!("document.querySelector({at:?})")).await?;
        let (x, y) = middle(&browser, at).await?;
        touch(&browser, "touchStart", json!([{"x": x, "y": y}])).await?;
        browser.until(&format!("document.querySelector('.notice')?.textContent === {said:?}")).await?;
        touch(&browser, "touchEnd", json!([])).await?;
        // The finger that is lifted chooses nothing: the next tap, a short one, does.
        assert!(!browser.has(".chosen").await?, "{game}: a long press chose something");
        browser.click(at).await?;
        browser.until("document.querySelector('.chosen') && !document.querySelector('.notice')").await?;
        // The same by keyboard.
        browser.run(&format!("document.querySelector({at:?}).focus()")).await?;
        browser.driver.action_chain().send_keys("?").perform().await?;
        browser.until(&format!("document.querySelector('.notice')?.textContent === {said:?}")).await?;
        browser.screenshot(&format!("hands-explained-{game}")).await?;
    }
    // And on the rules pages.
    for (game, rows) in [("yatzy", 10), ("castro", 6)] {
        browser.go(&format!("#/rules/{game}")).await?;
        browser.until(&format!("document.querySelectorAll('.examples li').length === {rows}")).await?;
    }
    browser.driver.quit().await
}
