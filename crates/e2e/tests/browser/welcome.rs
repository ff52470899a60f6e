//! The ways in and what makes one come back: the right opponent, sound.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, PHONE, serious_violations, simulated};
use thirtyfour::prelude::*;

/// The game whose page is open, as it is kept.
pub async fn open_game(browser: &Browser) -> WebDriverResult<Value> {
    browser.until("location.hash.startsWith('#/play/')").await?;
    let id = browser.value("location.hash.slice(7)").await?;
    browser.kept_game(id.as_str().unwrap_or_default()).await
}

#[tokio::test]
async fn play_now_remembers_the_opponent_and_offers_another_by_results() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let shown = "document.querySelector('#level-castro')?.selectedOptions[0].textContent";
    assert_eq!(browser.value(shown).await?, "2 · Explorer", "gentle at first, and by name");
    browser
        .run("const level = document.querySelector('#level-castro'); level.value = '3'; level.dispatchEvent(new Event('change'))")
        .await?;
    browser.driver.refresh().await?;
    browser.until(&format!("{shown} === '3 · Regular'")).await?;
    browser.click("#play-castro").await?;
    let game = open_game(&browser).await?;
    let levels = game["seats"].as_array().cloned().unwrap_or_default();
    assert!(levels.iter().any(|seat| seat["computer"] == 3), "{game}");

    // Three games won against that level.
    for number in 0..3 {
        keep_result(&browser, number, 3, 0).await?;
    }
    browser.go("#/").await?;
    browser.until("document.querySelector('.advice #take-level')").await?;
    let violations = serious_violations(&browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    browser.click("#take-level").await?;
    browser.until("document.querySelector('#level-castro')?.value === '4' && !document.querySelector('.advice')").await?;

    // Half of the games against level 4 are won: the set-up offers that level.
    for number in 3..9 {
        keep_result(&browser, number, 4, number % 2).await?;
    }
    browser.go("#/setup/castro").await?;
    let level = "[...document.querySelectorAll('.seat select')].at(-1)";
    browser.until(&format!("{level}?.value === '4' && !document.querySelector('#take-even')")).await?;
    browser.run(&format!("const select = {level}; select.value = '1'; select.dispatchEvent(new Event('change'))")).await?;
    browser.until("document.querySelector('#take-even')").await?;
    browser.click("#take-even").await?;
    browser.until(&format!("{level}?.value === '4' && !document.querySelector('#take-even')")).await?;
    browser.driver.quit().await
}

/// Keeps a finished game of Castro against a computer of this level.
async fn keep_result(browser: &Browser, number: u64, level: u8, winner: u64) -> WebDriverResult<()> {
    let mut record = simulated("castro", 2, number);
    record["players"] = json!(["Anna", "Robot"]);
    record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": level}]);
    record["result"]["winners"] = json!([winner]);
    record["saved"] = json!(format!("2026-11-15T20:0{number}:00.000Z"));
    browser.run(&format!("localStorage.setItem('spieltisch/game/played-{number}', {})", json!(record.to_string()))).await.map(drop)
}

/// The browser's audio is replaced by one that renders as fast as it can, and counts what is made of noise.
const LISTEN: &str = "window.knocks = 0; window.AudioContext = function () {
    const offline = new OfflineAudioContext(1, 44100, 44100);
    const make = offline.createBufferSource.bind(offline);
    offline.createBufferSource = () => { window.knocks += 1; return make() };
    return (window.offline = offline) };";

/// How loud it is in each tenth of a second.
const HEARD: &str = "const done = arguments[arguments.length - 1];
    window.offline.startRendering().then((sound) => {
        const data = sound.getChannelData(0);
        const loud = (from) => Math.sqrt(data.slice(from, from + 4410).reduce((sum, value) => sum + value * value, 0) / 4410);
        done([...Array(10).keys()].map((tenth) => loud(tenth * 4410))) })";

#[tokio::test]
async fn a_roll_is_heard_and_nothing_where_no_motion_is_wanted() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.before_each_page(LISTEN).await?;
    browser.calm().await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#play-yatzy')").await?;
    browser.click("#play-yatzy").await?;
    browser.until("performance.now() > 4000 && document.querySelector('.actions #main-button:not(:disabled)')").await?;
    let rolled = "document.querySelectorAll('.die.lying').length === 5 && document.querySelector('.actions #main-button:not(:disabled)')";
    browser.click("#main-button").await?;
    browser.until(rolled).await?;
    // Motion is wanted again; the next roll is the first that sounds.
    browser.scheme("light").await?;
    browser.click("#main-button").await?;
    browser.until("window.knocks > 0").await?;
    assert_eq!(browser.value("window.knocks").await?, 14, "the knocks of one roll, each with the tray below it");
    let heard = browser.driver.execute_async(HEARD, Vec::new()).await?;
    let heard: Vec<f64> = heard.json().as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    assert!(heard.len() == 10 && heard[0] > 0.01, "it is heard at once: {heard:?}");
    assert!(heard[3] > 0.001, "dice go on falling: {heard:?}");
    assert!(heard[9] < 0.0001, "and come to rest: {heard:?}");
    browser.driver.quit().await
}

/// Nothing has to be waited for: a visitor who opens the page and rolls at once hears that roll.
#[tokio::test]
async fn the_very_first_roll_is_heard() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.before_each_page(LISTEN).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#play-castro')").await?;
    browser.click("#play-castro").await?;
    browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until("window.knocks > 0").await?;
    let after = browser.value("performance.now()").await?;
    assert_eq!(
        browser.value("JSON.parse(localStorage.getItem('spieltisch/settings')).sound ?? 'on'").await?,
        "on",
        "{after} ms after the page was opened"
    );
    browser.driver.quit().await
}

/// The first tap on a game that was never played here plays it; the table offers the lesson in one line, until a person plays.
#[tokio::test]
async fn the_first_tap_plays_and_the_table_offers_the_lesson() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.run("localStorage.removeItem('spieltisch/offered/crowns')").await?;
    browser.size(PHONE).await?;
    browser.click("#play-crowns").await?;
    browser.until("document.querySelector('.table.crowns') && location.hash.startsWith('#/play/')").await?;
    let offer = "document.querySelector('.prompt #learn-first')";
    browser.until(&format!("{offer}?.hash === '#/learn/crowns'")).await?;
    browser.screenshot("newcomer-phone").await?;
    // It goes with the first roll, and does not come back with the next game.
    browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until(&format!("document.querySelector('.die.lying') && !{offer}")).await?;
    browser.go("#/").await?;
    browser.click("#play-crowns").await?;
    browser.until("document.querySelector('.table.crowns #main-button:not(:disabled)')").await?;
    assert!(!browser.has("#learn-first").await?, "this game is known");

    // The line takes no room from what is needed to play.
    let hidden = "['.board', '.dice, .tiles', '#learn-first', '#main-button'].filter(name => {
        const { top, bottom } = document.querySelector(name).getBoundingClientRect(); return top < 0 || bottom > innerHeight + 1 })";
    for game in ["yatzy", "castro", "caro"] {
        browser.run(&format!("localStorage.removeItem('spieltisch/offered/{game}')")).await?;
        browser.go("#/").await?;
        browser.click(&format!("#play-{game}")).await?;
        browser.until(&format!("document.querySelector('.table.{game}') && {offer}")).await?;
        for size in [(320, 568), (390, 664), PHONE, (844, 390)] {
            browser.size(size).await?;
            assert_eq!(browser.value(hidden).await?, json!([]), "{game}, {size:?}");
        }
    }
    // And it leads there.
    browser.click("#learn-first").await?;
    browser.until("document.querySelector('#lesson') && document.querySelector('.table.caro')").await?;
    browser.driver.quit().await
}

/// Everything that is pressed or typed into and at least partly in the window.
const CONTROLS: &str = "[...document.querySelectorAll('button, a, select, input, summary')].filter(control => {
    const { top, bottom, left, right, width, height } = control.getBoundingClientRect();
    return control.checkVisibility() && width && bottom > 0 && top + height / 2 < innerHeight && right > 0 && left < innerWidth })
    .map(control => control.id || control.className || control.textContent)";

/// A phone's first screen: four games and what one comes back for, and no more than nine things to press.
#[tokio::test]
async fn the_first_screen_of_a_phone_has_at_most_nine_controls() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for (known, shortcuts) in [(false, 2), (true, 4)] {
        if known {
            keep_result(&browser, 1, 2, 0).await?;
            browser.click("#play-castro").await?;
            browser.until("document.querySelector('.table.castro')").await?;
            let today = browser.value("Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000)").await?;
            let solved = json!({"day": today, "wrong": 0, "solved": true, "shown": false, "last": today, "row": 1});
            browser.run(&format!("localStorage.setItem('spieltisch/puzzle', {})", json!(solved.to_string()))).await?;
        }
        for language in ["en", "de", "nl", "it"] {
            browser.settings(json!({"language": language})).await?;
            for size in [(320, 568), (360, 640), (390, 664), PHONE, (412, 915)] {
                browser.size(size).await?;
                let controls = browser.value(CONTROLS).await?;
                let controls = controls.as_array().cloned().unwrap_or_default();
                assert!(controls.len() <= 9, "{language}, {size:?}: {controls:?}");
                let whole = format!(
                    "[...document.querySelectorAll('.face, .shortcut')].filter(e => e.getBoundingClientRect().bottom <= innerHeight).length === {}",
                    4 + shortcuts
                );
                assert_eq!(browser.value(&whole).await?, true, "{language}, {size:?}: all games and shortcuts are seen");
            }
        }
        browser.screenshot(if known { "start-known-phone" } else { "start-new-phone" }).await?;
    }
    browser.settings(json!({"language": "en"})).await?;
    assert_eq!(browser.value("document.querySelector('#puzzle-link small').textContent").await?, "Solved ✓");
    let violations = serious_violations(&browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    browser.driver.quit().await
}

/// However far a table was scrolled, the start page begins at its top: by its name in the bar and by going back.
#[tokio::test]
async fn the_start_page_begins_at_its_top_after_a_table() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for way in ["document.querySelector('a.brand').click()", "history.back()"] {
        browser.size(PHONE).await?;
        browser.click("#play-castro").await?;
        browser.until("document.querySelector('.table.castro')").await?;
        browser.size((390, 400)).await?;
        browser.run("scrollTo({ top: 200, behavior: 'instant' })").await?;
        browser.until("scrollY > 50").await?;
        browser.run(way).await?;
        browser.until("document.querySelector('.start') && scrollY === 0").await?;
        // Nor does it move afterwards.
        browser.run("return new Promise((then) => requestAnimationFrame(() => setTimeout(then, 100)))").await?;
        assert_eq!(browser.value("scrollY").await?, 0, "{way}");
    }
    browser.driver.quit().await
}
