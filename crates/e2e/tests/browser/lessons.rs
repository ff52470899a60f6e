//! Lessons: followed by touch and by keys, left and taken up again, and never ahead of the table.

use serde_json::json;
use spieltisch_e2e::{Browser, serious_violations};
use spieltisch_rules::games;
use thirtyfour::prelude::*;

use crate::welcome::open_game;

/// A phone with its browser's bars.
const SMALL_PHONE: (u32, u32) = (390, 664);

/// What the lesson says, without what stands above it.
const SAID: &str = "document.querySelector('.prompt > :not(.heading)').textContent";

/// What is marked as the next tap: a die, a square, or the main button, as a selector; nothing while others act.
const MARKED: &str = "const first = (selector) => document.querySelector(selector) && selector;
    return first('#real-game') ?? first('.unwanted:not(:disabled)') ?? first('.tile.hinted:not(.chosen):not(:disabled)') ?? first('.place.hinted:not(.chosen)')
        ?? first('.die.hinted[aria-pressed=false]:not(:disabled)') ?? first('.offer.hinted:not(.chosen)') ?? first('.square.hinted:not(.chosen)')
        ?? first('.actions #main-button:not(:disabled):not(.settling)')";

/// Waits until something is marked as the next tap, and returns it as a selector.
async fn next_tap(browser: &Browser) -> WebDriverResult<String> {
    // Marks come a moment after what happened.
    browser.run("return new Promise((then) => requestAnimationFrame(() => setTimeout(then)))").await?;
    browser.until(&format!("(() => {{ {MARKED} }})()")).await?;
    Ok(browser.run(MARKED).await?.as_str().unwrap_or_default().to_string())
}

/// Taps what is marked, and waits for what is marked then.
pub async fn take_the_next_tap(browser: &Browser) -> WebDriverResult<()> {
    let marked = next_tap(browser).await?;
    browser.click(&marked).await?;
    next_tap(browser).await.map(drop)
}

/// Follows the marks to the end of a lesson, each time doing this with what is marked.
async fn follow_the_marks(browser: &Browser, tap: impl AsyncFn(&str) -> WebDriverResult<()>) -> WebDriverResult<()> {
    for _ in 0..200 {
        match next_tap(browser).await?.as_str() {
            "#real-game" => return Ok(()),
            marked => tap(marked).await?,
        }
    }
    browser.screenshot("lesson-stuck").await?;
    panic!("the marks lead to no end: {}", browser.value("document.querySelector('#lesson')?.textContent").await?);
}

#[tokio::test]
async fn the_lesson_of_castro_is_walked_to_its_end_and_leads_to_a_game() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(SMALL_PHONE).await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    take_lesson(&browser, "castro").await?;
    let violations = serious_violations(&browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    let shown = "[...document.querySelectorAll('.actions button')].filter(button => button.checkVisibility()).length";
    assert_eq!(browser.value(shown).await?, 2, "the way back and the next step: nothing else is pressed");
    // What the rules allow but the lesson does not ask for is said, and nothing happens: here rolling everything again.
    browser.click("#main-button").await?;
    browser.until("document.querySelectorAll('.die.hinted').length === 2").await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{SAID}.includes('That would be allowed')")).await?;
    assert_eq!(browser.value("document.querySelectorAll('.die.hinted').length").await?, 2);
    // A die kept by mistake is the one thing marked, until it is freed.
    browser.click(".die:not(.hinted)").await?;
    browser.until("document.querySelectorAll('.die.unwanted.kept').length === 1 && !document.querySelector('.die.hinted')").await?;
    browser.click(".die.unwanted").await?;
    browser.until("document.querySelectorAll('.die.hinted').length === 2 && !document.querySelector('.die.unwanted')").await?;
    // A player who leaves and comes back goes on where they were.
    browser.click("#skip-lesson").await?;
    browser.until("document.querySelector('.games')").await?;
    browser.go("#/rules/castro").await?;
    browser.until("document.querySelector('.rules a[href=\"#/learn/castro\"]')").await?;
    browser.click(".rules a[href=\"#/learn/castro\"]").await?;
    browser.until(&format!("document.querySelector('#lesson') && {SAID}.includes('sixes')")).await?;
    follow_the_marks(&browser, async |marked| browser.touch(marked, 0.5).await.map(drop)).await?;
    assert_eq!(browser.value("document.querySelectorAll('.square.won').length").await?, 4, "what was promised is seen");
    assert!(!browser.has("#main-button").await?, "one thing is to be done");

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

async fn take_lesson(browser: &Browser, game: &str) -> WebDriverResult<()> {
    browser.go("#/").await?;
    browser.until(&format!("document.querySelector('#learn-{game}')")).await?;
    browser.click(&format!("#learn-{game}")).await?;
    browser.until(&format!("document.querySelector('#lesson') && document.querySelector('.table.{game}')")).await
}

/// Reloading the page and another language change nothing of where the lesson stands.
#[tokio::test]
async fn a_lesson_goes_on_after_a_reload_and_in_another_language() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(SMALL_PHONE).await?;
    take_lesson(&browser, "castro").await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{SAID}.includes('sixes')")).await?;
    browser.driver.refresh().await?;
    browser.until(&format!("{SAID}.includes('sixes') && document.querySelectorAll('.die.hinted').length === 2")).await?;
    browser.run("const s = document.querySelector('.language select'); s.value = 'de'; s.dispatchEvent(new Event('change'))").await?;
    browser.until(&format!("{SAID}.includes('Sechsen') && document.querySelectorAll('.die.hinted').length === 2")).await?;
    assert_eq!(browser.value("document.querySelector('#lesson').textContent.includes('2 von 10')").await?, true);
    follow_the_marks(&browser, async |marked| browser.click(marked).await).await?;
    browser.driver.quit().await
}

/// Notes in every frame what is said and whether there is anything to do it with.
const WATCH: &str = "window.ahead = [];
    const look = () => {
        const said = document.querySelector('.prompt > :not(.heading)')?.textContent ?? '';
        const usable = document.querySelector('#real-game, .actions #main-button:not(:disabled), .tile:not(:disabled), .die:not(:disabled), .offer, .square.possible');
        if (said && !/is thinking/.test(said) && !usable) window.ahead.push(said);
        requestAnimationFrame(look) };
    look();";

/// While the computer plays, that is said; what to do comes when it can be done.
#[tokio::test]
async fn a_lesson_is_never_ahead_of_its_table() -> WebDriverResult<()> {
    for game in ["castro", "crowns", "caro"] {
        let browser = Browser::open().await?;
        browser.settings(json!({"language": "en"})).await?;
        browser.size(SMALL_PHONE).await?;
        take_lesson(&browser, game).await?;
        browser.run(WATCH).await?;
        follow_the_marks(&browser, async |marked| browser.click(marked).await).await?;
        assert_eq!(browser.value("[...new Set(window.ahead)]").await?, json!([]), "{game}: said before it could be done");
        browser.driver.quit().await?;
    }
    Ok(())
}

/// A rules page is short in every language, all of it; every step has its picture, and every rule that a refusal may name its place.
#[tokio::test]
async fn rules_pages_are_short_and_hold_every_rule() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let words = "document.querySelectorAll('.rules details').forEach(fold => fold.open = true);
        const text = document.querySelector('.rules').cloneNode(true); text.querySelectorAll('svg').forEach(picture => picture.remove());
        const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT); let words = 0;
        while (walker.nextNode()) words += walker.currentNode.data.split(/\\s+/).filter(word => /\\p{L}/u.test(word)).length;
        return words";
    for language in ["de", "en", "fr", "it", "es", "nl"] {
        browser.settings(json!({"speed": "fast", "language": language, "motion": "none"})).await?;
        for game in games::names() {
            browser.go("#/").await?;
            browser.until("document.querySelector('.start')").await?;
            browser.go(&format!("#/rules/{game}")).await?;
            browser.until("document.querySelector('.rules .glance li')").await?;
            let count = browser.run(words).await?;
            assert!(count.as_u64().is_some_and(|count| count > 100 && count <= 300), "{game} in {language}: {count} words");
            let bare =
                "[...document.querySelectorAll('.glance > li')].filter(step => !step.querySelector('svg')).map(step => step.textContent)";
            assert_eq!(browser.value(bare).await?, json!([]), "{game} in {language}");
        }
    }
    for game in games::names() {
        for rule in games::info(game).expect("a game of the list").rules {
            browser.go("#/nowhere").await?;
            browser.go(&format!("#/rules/{game}/{}", rule.id)).await?;
            let seen = format!(
                "(mark => {{ const at = mark?.getBoundingClientRect(); return at && at.height > 0 && at.top < innerHeight && at.bottom > 0 }})(document.getElementById({:?})?.closest('.wanted'))",
                rule.id
            );
            browser.until(&seen).await?;
        }
    }
    browser.driver.quit().await
}
