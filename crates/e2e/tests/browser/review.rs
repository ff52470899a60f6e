//! What decided a game: from a finished one through chart and card to deciding again, by mouse, by touch and by keys alone.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, PHONE, WORK, simulated};
use thirtyfour::prelude::*;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";

/// The review is there with its first board.
pub const SHOWN: &str = "document.querySelector('.review .sentence') && document.querySelector('.decision-card .still')";
const PLACE: &str = "Number(document.querySelector('#place').value)";
pub const SAID: &str = "document.querySelector('.exercise .notice')?.textContent ?? ''";

/// A game of a person against the computer, to its end.
fn finished(game: &str) -> Value {
    let mut record = simulated(game, 2, 11);
    record["players"] = json!(["Anna", "Ben"]);
    record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": 1}]);
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record
}

/// Puts the record away and goes to the list of games.
async fn keep(browser: &Browser, id: &str, record: &Value) -> WebDriverResult<()> {
    browser.run(&format!("localStorage.setItem('spieltisch/game/{id}', {})", json!(record.to_string()))).await?;
    browser.go("#/games").await?;
    browser.until("document.querySelector('.saved')").await
}

async fn text(browser: &Browser, selector: &str) -> WebDriverResult<String> {
    let text = browser.value(&format!("document.querySelector({})?.textContent ?? ''", json!(selector))).await?;
    Ok(text.as_str().unwrap_or_default().to_string())
}

/// By mouse, from the end of a game: the numbers add up, the curve leads through the game, the card to an exercise and back; what was worked
/// out is kept, and given up when the game changes or room is needed.
#[tokio::test]
async fn a_review_by_mouse() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none"})).await?;
    browser.play_record("y", &finished("yatzy")).await?;
    browser.until("document.querySelector('.end.counted')").await?;
    browser.click("#review").await?;
    browser.until(SHOWN).await?;

    let sentence = text(&browser, ".sentence").await?;
    assert!(sentence.starts_with("You won: ") || sentence.starts_with("You lost: "), "{sentence}");
    // Start and changes make the result, to the rounding of each.
    let numbers = "[...document.querySelectorAll('.waterfall .number')].map(e => parseFloat(e.textContent.replace('−', '-')))";
    let off = browser.run(&format!("const n = {numbers}; return Math.abs(n.slice(0, -1).reduce((a, b) => a + b) - n.at(-1))")).await?;
    assert!(off.as_f64().is_some_and(|off| off < 1.0), "the rows do not add up: off by {off}");
    assert_eq!(browser.value("document.querySelectorAll('.decision-card').length").await?, 3);
    let costs = "[...document.querySelectorAll('.cost')].map(e => parseFloat(e.textContent.replace('−', '-')))";
    assert_eq!(browser.run(&format!("const c = {costs}; return c.every((cost, i) => cost < 0 && (!i || cost >= c[i - 1]))")).await?, true);

    // Each position once: a table stands below the curve when a reader looks for a place there. What the estimate was off by is among all numbers.
    assert_eq!(browser.value("document.querySelectorAll('.review .still').length").await?, 1);
    let names = "[...document.querySelectorAll('.waterfall th')].map((name) => name.textContent)";
    assert_eq!(browser.value(names).await?, json!(["At the start", "Luck of the dice", "Your mistakes", "The others’ mistakes", "Result"]));
    assert_eq!(browser.value("document.querySelector('#numbers').textContent.includes('Error of the estimate')").await?, true);

    // A place on the curve: the table stands as it was then, and the replay begins there.
    let plot = browser.driver.query(By::Css(".plot")).first().await?;
    plot.scroll_into_view().await?;
    browser.driver.action_chain().move_to_element_center(&plot).click().perform().await?;
    let events = finished("yatzy")["events"].as_array().map_or(0, Vec::len);
    let place = browser.value(PLACE).await?.as_u64().unwrap_or(0) as usize;
    assert!(place.abs_diff(events / 2) <= 2, "{place} is not the middle of {events}");
    browser.click("#next-decision").await?;
    browser.until(&format!("{PLACE} >= {place}")).await?;
    browser.click("#watch-here").await?;
    browser.until("document.querySelector('.replay')").await?;
    assert_ne!(browser.value("document.querySelector('.history li')").await?, Value::Null, "the replay begins in the middle");
    browser.click("#review").await?;
    browser.until(SHOWN).await?;

    // Everyone's numbers as a table.
    browser.click("#numbers summary").await?;
    assert_eq!(browser.value("document.querySelectorAll('.all-numbers').length").await?, 2, "chances and points");

    // The same decision again costs what it cost; the best costs nothing, and the game is as it was.
    let before = browser.kept_game("y").await?;
    browser.click(".decision-card .try").await?;
    browser.until(&format!("{SAID}.includes('What would you do')")).await?;
    assert_ne!(browser.value("document.querySelector('.exercise .table.yatzy')").await?, Value::Null);
    browser.click("#show-best").await?;
    browser.until(&format!("{SAID}.startsWith('Best: ')")).await?;
    let main = "#main-button:not(:disabled)";
    if !browser.has(main).await? {
        browser.click(".offer").await?;
    }
    browser.click(main).await?;
    browser.until(&format!("/costs|nothing is better|only/.test({SAID})")).await?;
    assert_eq!(browser.kept_game("y").await?, before);
    browser.click("#to-review").await?;
    browser.until(SHOWN).await?;

    // It was kept beside the game; after the game has changed it is another one.
    let kept = "localStorage.getItem('spieltisch/review/y')";
    let first = browser.value(kept).await?;
    assert!(first.as_str().is_some_and(|kept| kept.len() > 1000));
    let mut left = finished("yatzy");
    left["events"].as_array_mut().expect("events").truncate(40);
    left["result"] = Value::Null;
    keep(&browser, "y", &left).await?;
    browser.go("#/review/y").await?;
    browser.until("document.querySelector('.sentence')?.textContent.startsWith('Your chance of winning so far')").await?;
    assert_ne!(browser.value(kept).await?, first);
    browser.driver.quit().await
}

/// By touch on a phone, every other game, with a full storage: nothing of that is anybody's concern.
#[tokio::test]
async fn a_review_by_touch() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none"})).await?;
    browser.size(PHONE).await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    for game in ["castro", "caro", "crowns"] {
        keep(&browser, game, &finished(game)).await?;
        browser.run("const set = Storage.prototype.setItem; Storage.prototype.setItem = function (name, text) { if (name.includes('/review/')) throw new Error('full'); set.call(this, name, text) }").await?;
        browser.scroll_and_tap(&format!(".saved [href='#/review/{game}']"), 0.5).await?;
        browser.until_within(WORK, SHOWN).await?;
        assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth").await?, true, "{game}");
        let before = browser.value(PLACE).await?;
        browser.scroll_and_tap("#next-decision", 0.5).await?;
        browser.scroll_and_tap(".plot", 1.0 / 3.0).await?;
        browser.until(&format!("{PLACE} !== {before}")).await?;
        browser.until(&format!("document.querySelector('.moment .still.{game}')")).await?;
        // A second player's view is a tap away.
        browser.scroll_and_tap(".seats-of-review label:nth-of-type(2)", 0.5).await?;
        browser.until("document.querySelector('.sentence').textContent.startsWith('Ben ')").await?;
    }
    assert_eq!(browser.value("document.querySelector('.keeping').textContent").await?, "", "nothing people made is in danger");
    browser.driver.quit().await
}

/// By keys alone, from a record file to the exercise; and while a game is played, where that was wished for.
#[tokio::test]
async fn a_review_by_keys() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none"})).await?;
    browser.go("#/games").await?;
    browser.until("document.querySelector('.file input')").await?;
    browser.choose_file(".file input", "game.jsonl", &simulated("crowns", 2, 11).to_string()).await?;
    browser.until("document.querySelector('.replay #review')").await?;
    tab_to(&browser, "#review").await?;
    press(&browser, ENTER).await?;
    browser.until(SHOWN).await?;
    // From a file: no player is “you”.
    assert!(!text(&browser, ".sentence").await?.starts_with("You "));
    tab_to(&browser, "#place").await?;
    press(&browser, HOME).await?;
    browser.until(&format!("{PLACE} === 0")).await?;
    for _ in 0..3 {
        press(&browser, RIGHT).await?;
    }
    browser.until(&format!("{PLACE} === 3")).await?;
    let said = "document.querySelector('#place').getAttribute('aria-valuetext')";
    assert!(browser.value(said).await?.as_str().is_some_and(|said| said.contains('%')), "the place is told");
    browser.run("document.querySelector('.lead h1').scrollIntoView(); document.activeElement.blur()").await?;
    tab_to(&browser, ".try").await?;
    press(&browser, ENTER).await?;
    browser.until("document.querySelector('.exercise .table.crowns')").await?;
    tab_to(&browser, "#show-best").await?;
    press(&browser, ENTER).await?;
    browser.until(&format!("{SAID}.startsWith('Best: ')")).await?;
    tab_to(&browser, "#to-review").await?;
    press(&browser, ENTER).await?;
    browser.until(SHOWN).await?;

    // Beside a game: nothing unless wished for, then the chances, and a mark for a decision.
    let mut wished = finished("yatzy");
    wished["events"] = json!(["roll 1 2 3 6 6"]);
    wished["result"] = Value::Null;
    browser.play_record("quiet", &wished).await?;
    browser.until("document.querySelector('.offer')").await?;
    assert!(!browser.has(".beside").await?);
    (wished["marks"], wished["chances"]) = (json!(true), json!(true));
    browser.play_record("wished", &wished).await?;
    browser.until("document.querySelectorAll('.chances i').length === 2").await?;
    browser.click("#box-ones").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.mark-of-decision .costly')").await?;

    // With the coach there is one verdict on a turn: no mark calls its last decision good while the coach names a better one.
    (wished["coach"], wished["hints"], wished["events"]) = (json!(true), json!(true), json!(["roll 1 6 6 6 6"]));
    browser.play_record("coached", &wished).await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.rolls').textContent.includes('2') && document.querySelector('.offer')").await?;
    browser.click(".offer").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.prompt .hint')?.textContent.startsWith('Better, Anna: ')").await?;
    assert_eq!(text(&browser, ".mark-of-decision").await?, "");
    assert!(browser.has(".chances i").await?, "everyone's chance is shown all the same");
    browser.driver.quit().await
}

pub async fn press(browser: &Browser, key: &str) -> WebDriverResult<()> {
    browser.driver.action_chain().send_keys(key).perform().await
}

pub async fn tab_to(browser: &Browser, wanted: &str) -> WebDriverResult<()> {
    for _ in 0..60 {
        press(browser, TAB).await?;
        if browser.value(&format!("document.activeElement.matches({})", json!(wanted))).await? == true {
            return Ok(());
        }
    }
    panic!("Tab never reaches {wanted}");
}
