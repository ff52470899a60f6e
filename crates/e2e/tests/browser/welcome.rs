//! The ways in and what makes one come back: the right opponent, sound, the puzzle of the day.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, serious_violations, simulated};
use spieltisch_puzzles::{Day, FIRST, kept, packing};
use spieltisch_rules::Game;
use spieltisch_rules::castro::Castro;
use thirtyfour::prelude::*;

/// The game whose page is open, as it is kept.
async fn open_game(browser: &Browser) -> WebDriverResult<Value> {
    browser.until("location.hash.startsWith('#/play/')").await?;
    let id = browser.value("location.hash.slice(7)").await?;
    browser.kept_game(id.as_str().unwrap_or_default()).await
}

#[tokio::test]
async fn play_now_remembers_the_opponent_and_offers_another_by_results() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    assert_eq!(browser.value("document.querySelector('#level-castro').textContent.trim()").await?, "Level 2", "gentle at first");
    browser.click("#level-castro").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#level-castro')?.textContent.trim() === 'Level 3'").await?;
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
    browser
        .until("document.querySelector('#level-castro')?.textContent.trim() === 'Level 4' && !document.querySelector('.advice')")
        .await?;

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

/// The first day on which Castro has a puzzle, with the move to be found.
fn castro_day() -> (Day, String) {
    let game = Castro::new(2, Default::default(), Default::default()).expect("the usual set-up");
    let day = (0..4).map(|later| FIRST.later(later)).find(|day| day.game() == "castro").expect("all games take turns");
    let puzzle = packing::unpack(&game, kept().of(day).expect("a puzzle")).expect("of Castro");
    (day, puzzle.best.to_string())
}

/// Does at the table what an event says: keeps these dice and rolls, or builds on a square.
const PLAY: &str = "const [verb, ...rest] = arguments[0].split(' ');
    const wanted = rest.map(Number), dice = [...document.querySelectorAll('.die')];
    if (verb === 'place') return document.querySelector(`.square[aria-label^='${rest[0]}']`).click();
    for (const die of dice) {
        const face = Number(die.getAttribute('aria-label').match(/[1-6]/)[0]), at = wanted.indexOf(face);
        if (at >= 0) wanted.splice(at, 1);
        if ((at >= 0) !== (die.getAttribute('aria-pressed') === 'true')) die.click();
    }";

#[tokio::test]
async fn the_puzzle_of_the_day_is_found_and_told_without_what_it_was() -> WebDriverResult<()> {
    let (day, best) = castro_day();
    let browser = Browser::open().await?;
    let date = format!(
        "const Real = Date; window.Date = class extends Real {{
        constructor(...given) {{ if (given.length) super(...given); else super('{day}T12:00:00') }} }};
        window.sent = []; navigator.share = async (what) => {{ window.sent.push(what.text) }}"
    );
    browser.before_each_page(&date).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#puzzle-link')").await?;
    browser.click("#puzzle-link").await?;
    browser.until("document.querySelector('#puzzle') && document.querySelector('.table.castro')").await?;
    let violations = serious_violations(&browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));

    // Something else first: everything is rolled again, or nothing.
    let other = if best == "keep" { "keep 1 2 3 4 5 6" } else { "keep" };
    let told = "document.querySelector('#puzzle [role=status]').textContent";
    let task = browser.value(told).await?;
    browser.driver.execute(PLAY, vec![json!(other)]).await?;
    browser.until("document.querySelector('.actions #main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{told} !== {task} && document.querySelector('#show-move')")).await?;

    browser.driver.execute(PLAY, vec![json!(best)]).await?;
    browser.until("document.querySelector('.actions #main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('#share-puzzle')").await?;
    assert!(browser.value(told).await?.as_str().is_some_and(|told| told.contains("1 day in a row")));
    browser.click("#share-puzzle").await?;
    let sent = browser.value("window.sent[0]").await?;
    let sent = sent.as_str().unwrap_or_default();
    assert!(sent.contains("Castro") && sent.contains("2 tries") && !sent.contains(&best), "{sent}");
    // It stays found.
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#share-puzzle') && !document.querySelector('#show-move')").await?;
    browser.driver.quit().await
}

/// What is marked as the next tap: a die, a square, or the main button, as a selector; nothing while others act.
const MARKED: &str = "const first = (selector) => document.querySelector(selector) && selector;
    return first('#real-game') ?? first('.object.hinted') ?? first('.tile.hinted:not(.chosen):not(:disabled)') ?? first('.place.hinted:not(.chosen)')
        ?? first('.die.hinted[aria-pressed=false]:not(:disabled)') ?? first('.offer.hinted:not(.chosen)') ?? first('.square.hinted:not(.chosen)')
        ?? first('.actions #main-button:not(:disabled):not(.settling)')";

/// Follows the marks to the end of a lesson, each time doing this with what is marked.
async fn follow_the_marks(browser: &Browser, tap: impl AsyncFn(&str) -> WebDriverResult<()>) -> WebDriverResult<()> {
    for _ in 0..200 {
        let marked = browser.run(MARKED).await?;
        match marked.as_str() {
            Some("#real-game") => return Ok(()),
            Some(marked) => tap(marked).await?,
            None => browser.until(&format!("(() => {{ {MARKED} }})()")).await?,
        }
        // Marks come a moment after what happened.
        browser.run("return new Promise((then) => requestAnimationFrame(() => setTimeout(then)))").await?;
    }
    browser.screenshot("lesson-stuck").await?;
    panic!("the marks lead to no end: {}", browser.value("document.querySelector('#lesson')?.textContent").await?);
}

#[tokio::test]
async fn the_lesson_of_castro_is_walked_to_its_end_and_leads_to_a_game() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    take_lesson(&browser, "castro").await?;
    let violations = serious_violations(&browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    // What the rules allow but the lesson does not ask for is said, and nothing happens: here rolling everything again.
    let said = "document.querySelector('#lesson [role=status]').textContent";
    browser.click("#main-button").await?;
    browser.until("document.querySelectorAll('.die.hinted').length === 2").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('#lesson em')").await?;
    assert!(browser.value(said).await?.as_str().is_some_and(|said| said.contains("sixes")));
    // Whoever leaves and comes back goes on where they were.
    browser.click("#skip-lesson").await?;
    browser.until("document.querySelector('.games')").await?;
    browser.go("#/rules/castro").await?;
    browser.until("document.querySelector('.rules a[href=\"#/learn/castro\"]')").await?;
    browser.click(".rules a[href=\"#/learn/castro\"]").await?;
    browser.until(&format!("document.querySelector('#lesson') && {said}.includes('sixes')")).await?;
    follow_the_marks(&browser, async |marked| touch(&browser, marked).await).await?;
    assert!(browser.value("document.querySelector('.end h2').textContent").await?.as_str().is_some_and(|won| won.contains("Player 1")));

    by_keys(&browser, "castro").await?;
    // At the end a real game against the gentlest level.
    browser.click("#real-game").await?;
    let game = open_game(&browser).await?;
    assert!(game["seats"].as_array().is_some_and(|seats| seats.iter().any(|seat| seat["computer"] == 1)), "{game}");
    browser.driver.quit().await
}

/// Walks a lesson to its end by keys alone.
async fn by_keys(browser: &Browser, game: &str) -> WebDriverResult<()> {
    take_lesson(browser, game).await?;
    follow_the_marks(browser, async |marked| {
        browser.run(&format!("document.querySelector({})?.focus()", json!(marked))).await?;
        browser.driver.action_chain().send_keys(Key::Enter).perform().await
    })
    .await
}

/// Walks a lesson to its end by touch, then by keys.
async fn both_ways(game: &str) -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    take_lesson(&browser, game).await?;
    follow_the_marks(&browser, async |marked| touch(&browser, marked).await).await?;
    browser.screenshot(&format!("lesson-{game}-end")).await?;
    by_keys(&browser, game).await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn the_lesson_of_yatzy_is_walked_to_its_end() -> WebDriverResult<()> {
    both_ways("yatzy").await
}

#[tokio::test]
async fn the_lesson_of_caro_is_walked_to_its_end() -> WebDriverResult<()> {
    both_ways("caro").await
}

#[tokio::test]
async fn the_lesson_of_crowns_is_walked_to_its_end() -> WebDriverResult<()> {
    both_ways("crowns").await
}

async fn take_lesson(browser: &Browser, game: &str) -> WebDriverResult<()> {
    browser.go("#/").await?;
    browser.until(&format!("document.querySelector('#learn-{game}')")).await?;
    browser.click(&format!("#learn-{game}")).await?;
    browser.until(&format!("document.querySelector('#lesson') && document.querySelector('.table.{game}')")).await
}

/// Touches the middle of what is marked, wherever the page had to be moved for it.
async fn touch(browser: &Browser, selector: &str) -> WebDriverResult<()> {
    let middle = format!(
        "(element => {{ element.scrollIntoView({{ block: 'nearest' }}); const r = element.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2] }})(document.querySelector({}))",
        json!(selector)
    );
    let middle = browser.value(&middle).await?;
    let cdp = browser.driver.cdp();
    cdp.send_raw("Input.dispatchTouchEvent", json!({"type": "touchStart", "touchPoints": [{"x": middle[0], "y": middle[1]}]})).await?;
    cdp.send_raw("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []})).await.map(drop)
}

/// The first tap on a game nobody here has played offers its lesson, once; the second plays.
#[tokio::test]
async fn a_newcomer_is_offered_the_lesson_once() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.run("localStorage.removeItem('spieltisch/offered/castro')").await?;
    browser.click("#play-castro").await?;
    browser.until("document.querySelector('.game.castro [role=status]')?.textContent.includes('New to this game?')").await?;
    browser.click("#learn-castro").await?;
    browser.until("document.querySelector('#lesson')").await?;
    browser.go("#/").await?;
    browser.until("document.querySelector('#play-castro')").await?;
    browser.click("#play-castro").await?;
    browser.until("document.querySelector('.table.castro') && location.hash.startsWith('#/play/')").await?;
    browser.driver.quit().await
}
