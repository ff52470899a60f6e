//! Dice in the air: nothing tells what they will show, an impatient hand lets them lie, and nothing is lost on the way.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, simulated_with};
use thirtyfour::prelude::*;

/// A game of Anna against a computer of the lowest level.
fn record(game: &str, events: &[&str]) -> Value {
    json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null,
        "events": events, "result": null, "seats": [{"colour": 0}, {"colour": 1, "computer": 1}]})
}

/// How long the dice of a person tumble, in milliseconds: the timer that lets them lie.
const TUMBLE: u32 = 720;

/// From now on dice stay in the air until a hand lets them lie, or the test does: `land()`.
async fn hold_dice(browser: &Browser) -> WebDriverResult<()> {
    let script = format!(
        "const timer = window.setTimeout; let held = []; window.land = () => {{ held.forEach(what => what()); held = [] }};
         window.setTimeout = (what, after) => after === {TUMBLE} ? held.push(what) : timer(what, after)"
    );
    browser.run(&script).await.map(drop)
}

/// A browser in which dice take the time they take for people.
async fn unhurried() -> WebDriverResult<Browser> {
    let browser = Browser::open().await?;
    browser.settings(json!({"language": "en"})).await?;
    Ok(browser)
}

async fn events(browser: &Browser, id: &str) -> WebDriverResult<Vec<String>> {
    Ok(serde_json::from_value(browser.kept_game(id).await?["events"].take())?)
}

/// What is tapped now is no second tap of a double tap: so long after `window.before`.
const NO_DOUBLE_TAP: &str = "performance.now() - before > 350";
const FLYING: &str = "document.querySelectorAll('.cast.flying').length";
/// Whatever tells of the dice that were rolled: points in boxes, squares that may be chosen, the ladder, what to do next.
const TOLD: &str = "document.querySelectorAll('.offer, .square.possible, .ladder .now').length";
const SAID: &str = "[document.querySelector('.prompt').textContent, document.querySelector('#main-button').textContent, document.querySelector('.rolls')?.textContent].join('|')";

#[tokio::test]
async fn nothing_tells_of_a_roll_before_its_dice_lie() -> WebDriverResult<()> {
    let browser = unhurried().await?;
    for (game, dice) in [("yatzy", 5), ("castro", 5), ("crowns", 6)] {
        browser.play_record(game, &record(game, &[])).await?;
        browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
        let before = browser.value(SAID).await?;
        // Every picture while dice are in the air.
        browser
            .run(&format!(
                "window.seen = []; const look = () => {{ if ({FLYING}) seen.push([{FLYING}, {TOLD}, {SAID}]); requestAnimationFrame(look) }}; look()"
            ))
            .await?;
        hold_dice(&browser).await?;
        browser.click("#main-button").await?;
        browser.until("seen.length > 1").await?;
        let times = "new Set([...document.querySelectorAll('.cast.flying')].map(die => die.style.getPropertyValue('--lies')))";
        let lie = browser.value(&format!("(times => [times.size, times.has('{TUMBLE}ms')])({times})")).await?;
        assert!(lie[0].as_u64() > Some(1) && lie[1] == true, "{game}: dice lie one after another, the last in time: {lie}");
        browser.run("land()").await?;
        browser.until(&format!("{TOLD} > 0 && {FLYING} === 0")).await?;
        for picture in browser.value("seen").await?.as_array().into_iter().flatten() {
            assert_eq!(picture, &json!([dice, 0, before]), "{game}: nothing tells of the roll");
        }
        assert_ne!(browser.value(SAID).await?, before, "{game}: now it is told what to do");
    }
    // Dice that are kept stay where they lie.
    browser.play_record("kept", &record("yatzy", &["roll 1 2 3 6 6"])).await?;
    browser.run("document.querySelectorAll('.die:nth-of-type(n+4)').forEach(die => die.click())").await?;
    hold_dice(&browser).await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{FLYING} === 3 && !document.querySelector('.die:nth-of-type(n+4) .flying')")).await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn an_impatient_tap_lets_the_dice_lie_and_plays_nothing() -> WebDriverResult<()> {
    let browser = unhurried().await?;
    let taps = [
        ("castro", "#castro-2-3"),
        ("yatzy", ".sheet tbody tr:nth-child(3) td:nth-child(2)"),
        ("crowns", "#crowns-1-1"),
        ("yatzy", "#main-button"),
    ];
    for (number, (game, tap)) in taps.into_iter().enumerate() {
        let id = format!("tap-{number}");
        browser.play_record(&id, &record(game, &[])).await?;
        browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
        hold_dice(&browser).await?;
        browser.click("#main-button").await?;
        browser.until(&format!("{FLYING} > 0")).await?;
        browser.run("window.before = performance.now()").await?;
        browser.until(NO_DOUBLE_TAP).await?;
        browser.driver.query(By::Css(tap)).first().await?.click().await?;
        browser.until(&format!("{FLYING} === 0 && {TOLD} > 0")).await?;
        assert_eq!(events(&browser, &id).await?.len(), 1, "{game}: the roll and nothing else");
        assert!(!browser.has(".square.chosen, .offer.chosen, .notice").await?, "{game}: nothing was chosen or refused");
    }
    // By key: R lets them lie as well, and takes nothing more.
    browser.play_record("key", &record("castro", &[])).await?;
    browser.until("document.querySelector('#main-button:not(.settling)')").await?;
    hold_dice(&browser).await?;
    for _ in 0..2 {
        browser
            .run("window.before = performance.now(); document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'r', bubbles: true}))")
            .await?;
        browser.until(NO_DOUBLE_TAP).await?;
    }
    browser.until(&format!("{FLYING} === 0 && document.querySelector('.square.possible, .die.lying')")).await?;
    assert_eq!(events(&browser, "key").await?.len(), 1);
    browser.driver.quit().await
}

#[tokio::test]
async fn a_roll_in_the_air_survives_whatever_happens_meanwhile() -> WebDriverResult<()> {
    let browser = unhurried().await?;
    let lies = format!("{FLYING} === 0 && document.querySelectorAll('.offer').length > 0");
    let roll = async |id: &str| {
        browser.play_record(id, &record("yatzy", &["roll 1 2 3 6 6"])).await?;
        browser.until("document.querySelector('.offer')").await?;
        hold_dice(&browser).await?;
        browser.click("#main-button").await?;
        browser.until(&format!("{FLYING} === 5 && document.querySelectorAll('.offer').length === 0")).await
    };
    // Gone and back.
    roll("left").await?;
    browser.go("#/games").await?;
    browser.until("!document.querySelector('.table')").await?;
    browser.go("#/play/left").await?;
    browser.until(&lies).await?;
    assert_eq!(events(&browser, "left").await?.len(), 3, "what was kept, and the roll");
    // Another language draws the page anew.
    roll("language").await?;
    browser.run("const choice = document.querySelector('.language select'); choice.value = 'de'; choice.dispatchEvent(new Event('change', {bubbles: true}))").await?;
    browser.until(&format!("{lies} && document.documentElement.lang === 'de'")).await?;
    browser.settings(json!({"language": "en"})).await?;
    // Taken back in mid-air.
    roll("undo").await?;
    browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'u', bubbles: true}))").await?;
    browser.until(&lies).await?;
    assert_eq!(events(&browser, "undo").await?, ["roll 1 2 3 6 6"]);
    // In another tab the roll lies at once, and what is decided there is followed here.
    roll("tab").await?;
    let (first, address) = (browser.driver.window().await?, browser.driver.current_url().await?);
    let second = browser.driver.new_tab().await?;
    browser.driver.switch_to_window(second).await?;
    browser.driver.goto(address.as_str()).await?;
    browser.until(&lies).await?;
    browser.click("#box-chance").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelectorAll('.history li').length >= 1").await?;
    browser.driver.switch_to_window(first).await?;
    browser.until(&format!("{FLYING} === 0 && document.querySelectorAll('.history li').length >= 1")).await?;
    browser.driver.quit().await
}

/// Where no motion is wanted dice lie at once.
#[tokio::test]
async fn without_motion_dice_lie_at_once() -> WebDriverResult<()> {
    let browser = unhurried().await?;
    browser.calm().await?;
    browser.play_record("y", &record("yatzy", &[])).await?;
    browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
    hold_dice(&browser).await?;
    browser.run("window.flew = false; new MutationObserver(() => { flew ||= Boolean(document.querySelector('.flying')) }).observe(document.body, {subtree: true, childList: true, attributes: true})").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelectorAll('.offer').length > 0").await?;
    assert_eq!(browser.value("flew").await?, false);
    browser.driver.quit().await
}

/// Where a person likes it so dice stay as they fell, and a digit keeps or turns what lies in its place, also after a reload.
#[tokio::test]
async fn dice_stay_as_they_fell_for_those_who_like_it_so() -> WebDriverResult<()> {
    let browser = unhurried().await?;
    let faces = "JSON.stringify([...document.querySelectorAll('.dice .die')].map(die => die.getAttribute('aria-label').match(/\\d/)[0]))";
    browser.play_record("before", &record("yatzy", &["roll 1 2 4 6 6"])).await?;
    browser.until(&format!("{faces} === '[\"1\",\"2\",\"4\",\"6\",\"6\"]'")).await?;
    browser.go("#/settings").await?;
    browser.click("input[name=dice][value=fallen]").await?;
    for (game, roll) in [("yatzy", "roll 1 2 4 6 6"), ("crowns", "roll 1 2 4 4 6 6")] {
        browser.play_record(game, &record(game, &[roll])).await?;
        browser.until("document.querySelector('.die:not(:disabled)')").await?;
        let fell = browser.value(faces).await?;
        assert_ne!(fell, browser.value(&format!("JSON.stringify(JSON.parse({faces}).sort())")).await?, "{game}: in no order");
        browser.driver.refresh().await?;
        browser.until("document.querySelector('.die:not(:disabled)')").await?;
        assert_eq!(browser.value(faces).await?, fell, "{game}: as before");
        // A six that does not lie last.
        browser.run(&format!("window.six = JSON.parse({faces}).indexOf('6')")).await?;
        browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: String(six + 1), bubbles: true}))").await?;
        browser.until("document.querySelector(`.die:nth-of-type(${six + 1}):is(.kept, .turned)`)").await?;
    }
    // They fly to where they stay.
    browser.play_record("flight", &record("yatzy", &[])).await?;
    browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
    hold_dice(&browser).await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{FLYING} === 5")).await?;
    let aside = "[...document.querySelectorAll('.cast.flying')].every(die => die.style.getPropertyValue('--aside') === '0')";
    assert_eq!(browser.value(aside).await?, true);
    browser.driver.quit().await
}

/// Every great moment has a celebration of its own, once it is seen; none where no motion is wanted.
#[tokio::test]
async fn great_moments_are_celebrated() -> WebDriverResult<()> {
    let browser = unhurried().await?;
    let watch = "window.cheered = []; new MutationObserver((all) => { for (const one of all) for (const node of one.addedNodes)
        if (node.classList?.contains('celebration')) cheered.push(node.classList[1]) }).observe(document.body, {childList: true})";
    browser.run(watch).await?;
    let cheered = async |all: &[&str]| browser.until(&format!("JSON.stringify(cheered) === {}", json!(json!(all).to_string()))).await;
    let yatzy = async |id: &str| {
        // The first roll shows what it has shown before.
        browser.run(&format!("localStorage.setItem('spieltisch/seen/{id}/0.1.0', '44444')")).await?;
        browser.play_record(id, &record("yatzy", &[])).await?;
        browser.click("#main-button:not(:disabled)").await?;
        browser.until("document.querySelectorAll('.offer').length > 0").await
    };
    yatzy("y").await?;
    cheered(&["yatzy"]).await?;
    // A line of five chips: Anna fills the row of ones with its last field.
    play(&browser, "line", "crowns", &fills_a_line(), &["#crowns-4-5"]).await?;
    cheered(&["yatzy", "line"]).await?;
    // Four roofs in the uppermost row, then all three squares for Yatzy.
    let (straight, elsewhere) = ("roll 1 2 3 4 5", ["place f6", "place c5", "place e4"]);
    let others = elsewhere.map(|place| [straight, place]);
    let own = [[straight, "place a6"], ["roll 1 2 5 5 5", "place b6"], ["roll 3 3 3 4 4", "place c6"]];
    play(&browser, "row", "castro", &[&in_turn(&own, &others)[..], &["roll 2 2 2 2 5"]].concat(), &["#castro-3-0"]).await?;
    cheered(&["yatzy", "line", "row"]).await?;
    let five = "roll 6 6 6 6 6";
    let own = [[five, "place d5"], [five, "place c3"]];
    play(&browser, "squares", "castro", &[&in_turn(&own, &others[..2])[..], &[five]].concat(), &["#castro-5-4"]).await?;
    cheered(&["yatzy", "line", "row", "three-squares"]).await?;
    // The third of three red tiles.
    let laid = ["lay red 0,0", "lay black 1,0", "lay red 2,0", "lay grey 3,0"];
    play(&browser, "last", "caro", &laid, &[".tile:nth-of-type(4)", ".place.possible"]).await?;
    cheered(&["yatzy", "line", "row", "three-squares", "last-tile"]).await?;
    // The highest title of one who plays alone.
    let (mut genius, fields) = one_move_before_genius();
    genius["seats"] = json!([{"colour": 0}]);
    browser.play_record("genius", &genius).await?;
    for field in fields {
        browser.click(&field).await?;
    }
    browser.click("#main-button").await?;
    cheered(&["yatzy", "line", "row", "three-squares", "last-tile", "genius"]).await?;
    browser.calm().await?;
    yatzy("calm").await?;
    assert_eq!(browser.value("cheered.length").await?, 6);
    browser.driver.quit().await
}

/// Goes on with a game between two persons: taps these in their order, then the main button.
async fn play(browser: &Browser, id: &str, game: &str, events: &[&str], taps: &[&str]) -> WebDriverResult<()> {
    let mut record = record(game, events);
    record["seats"] = json!([{"colour": 0}, {"colour": 1}]);
    browser.play_record(id, &record).await?;
    for tap in taps {
        browser.click(tap).await?;
    }
    browser.click("#main-button").await
}

/// Turns of two players, one after the other.
fn in_turn<'e>(own: &[[&'e str; 2]], others: &[[&'e str; 2]]) -> Vec<&'e str> {
    own.iter().zip(others).flat_map(|(own, other)| [*own, *other]).flatten().collect()
}

/// Four turns in which Anna places one more of the ones each time, and the roll that gives her the fifth.
fn fills_a_line() -> Vec<&'static str> {
    let nothing = ["roll 1 2 3 4 5 6", "place"];
    let own = [
        ["roll 1 1 2 3 4 5", "place 2x1"],
        ["roll 1 2 3 4 5 6", "place 1x1"],
        ["roll 1 1 1 2 3 4", "place 3x1"],
        ["roll 1 1 1 1 2 3", "place 4x1"],
    ];
    [in_turn(&own, &[nothing; 4]), vec!["roll 1 1 1 1 1 2"]].concat()
}

/// A game of one strong player without its last move, which makes a genius of them, and the fields of that move.
fn one_move_before_genius() -> (Value, Vec<String>) {
    let games = (1..200).map(|seed| simulated_with("crowns", 1, seed, &["--bots", "level5"]));
    let is_genius = |record: &Value| record["result"]["scores"][0].as_i64() >= Some(40);
    let mut record = games.into_iter().find(is_genius).expect("one of them is a genius");
    let last = record["events"].as_array_mut().and_then(Vec::pop).expect("a game has moves");
    record["result"] = Value::Null;
    let fields = last.as_str().unwrap_or_default().split(' ').skip(1).filter_map(|field| {
        let (count, number) = field.split_once('x')?;
        Some(format!("#crowns-{}-{}", count.parse::<u8>().ok()? - 1, 6 - number.parse::<u8>().ok()?))
    });
    let fields = fields.collect();
    (record, fields)
}

#[tokio::test]
async fn a_browser_without_random_numbers_is_told_so_and_plays_nothing() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.before_each_page("Object.defineProperty(globalThis, 'crypto', { value: undefined })").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#without-dice')?.textContent.includes('random numbers')").await?;
    assert!(!browser.has("#play-yatzy").await?);
    browser.driver.quit().await
}
