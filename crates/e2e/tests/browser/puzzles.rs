//! The puzzle of the day: found, shown, told, and the archive of all of them.

use serde_json::json;
use spieltisch_e2e::{Browser, serious_violations};
use spieltisch_review::puzzles::{Day, FIRST, kept};
use thirtyfour::prelude::*;

/// A script after which it is noon of this day.
pub fn noon_of(day: Day) -> String {
    format!(
        "const Real = Date; window.Date = class extends Real {{
            constructor(...given) {{ if (given.length) super(...given); else super('{day}T12:00:00') }} }};"
    )
}

/// The first day on which Castro has a puzzle, with the move to be found.
fn castro_day() -> (Day, String) {
    let day = (0..4).map(|later| FIRST.later(later)).find(|&day| kept().game(day) == Some("castro")).expect("all games take turns");
    (day, kept().of(day).expect("a puzzle").best)
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
    browser.before_each_page(&noon_of(day)).await?;
    browser.before_each_page("window.sent = []; navigator.share = async (what) => { window.sent.push(what.text) }").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#puzzle-link')").await?;
    browser.click("#puzzle-link").await?;
    browser.until("document.querySelector('#puzzle') && document.querySelector('.table.castro')").await?;
    let violations = serious_violations(&browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));

    // Something else first: everything is rolled again, or nothing.
    let other = if best == "keep" { "keep 1 2 3 4 5 6" } else { "keep" };
    let told = "document.querySelector('.prompt > :not(.heading)').textContent";
    let task = browser.value(told).await?;
    browser.driver.execute(PLAY, vec![json!(other)]).await?;
    browser.until("document.querySelector('.actions #main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until(&format!("{told} !== {task} && document.querySelector('#show-move')")).await?;
    assert!(!browser.has(".best-move").await?, "nothing is given away");

    browser.driver.execute(PLAY, vec![json!(best)]).await?;
    browser.until("document.querySelector('.actions #main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    // The table rests: there is nothing to do but to go on, and it is said why.
    browser.until("document.querySelector('.resting #share-puzzle')").await?;
    let verdict = "document.querySelector('#puzzle [role=status]').textContent";
    assert!(browser.value(verdict).await?.as_str().is_some_and(|told| told.contains("First day!")));
    assert!(!browser.has("#main-button, .undo").await?);
    assert_eq!(browser.value("/thinking/.test(document.querySelector('.table').textContent)").await?, false);
    browser.until("document.querySelector('.best-move')?.textContent.startsWith('Best move: ')").await?;
    assert_eq!(
        browser.value("/^The obvious one was: .* fewer in 100\\.$/.test(document.querySelector('.best-move + p').textContent)").await?,
        true
    );
    assert_eq!(browser.value("document.querySelector('.next-puzzle').textContent").await?, "The next puzzle comes in 12 h 0 min.");
    browser.click("#share-puzzle").await?;
    let sent = browser.value("window.sent[0]").await?;
    let sent = sent.as_str().unwrap_or_default();
    assert!(sent.contains("Castro") && sent.contains("2 tries") && !sent.contains(&best), "{sent}");
    // It stays found.
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#share-puzzle') && !document.querySelector('#show-move')").await?;
    browser.go("#/").await?;
    browser.until("document.querySelector('#puzzle-link')?.textContent.includes('✓')").await?;
    browser.driver.quit().await
}

/// From the first day on every puzzle can be played; what was found has its tick, and yesterday's counts for no row.
#[tokio::test]
async fn past_puzzles_are_played_from_the_archive() -> WebDriverResult<()> {
    let (castro, best) = castro_day();
    let today = FIRST.later(5);
    let browser = Browser::open().await?;
    browser.before_each_page(&noon_of(today)).await?;
    // As an earlier version has kept it.
    let kept = json!({"day": today.0 - 1, "wrong": 0, "solved": true, "shown": false, "last": today.0 - 1, "row": 1});
    browser.run(&format!("localStorage.setItem('spieltisch/puzzle', {})", json!(kept.to_string()))).await?;
    browser.go("#/puzzles").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelectorAll('.days a').length === 6").await?;
    let violations = serious_violations(&browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    let ticked = "[...document.querySelectorAll('.days .found')].map(a => a.getAttribute('href'))";
    assert_eq!(browser.value(ticked).await?, json!([format!("#/puzzle/{}", Day(today.0 - 1))]));

    browser.click(&format!(".days a[href='#/puzzle/{castro}']")).await?;
    browser.until("document.querySelector('#puzzle') && document.querySelector('.table.castro')").await?;
    browser.driver.execute(PLAY, vec![json!(best)]).await?;
    browser.until("document.querySelector('.actions #main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    // Today's waits: that is the way on.
    browser.until("document.querySelector('.resting #todays-puzzle')").await?;
    assert_eq!(browser.value("document.querySelector('#puzzle [role=status]').textContent").await?, "That’s it!");
    assert!(!browser.has(".next-puzzle").await?);
    browser.click("#all-puzzles").await?;
    browser.until(&format!("{ticked}.length === 2 && document.querySelector('.days a[href=\"#/puzzle/{castro}\"].found')")).await?;
    browser.go("#/puzzle").await?;
    browser
        .until("document.querySelector('#puzzle') && document.querySelector('.actions .prompt') && !document.querySelector('.resting')")
        .await?;
    let row = browser.value("JSON.parse(localStorage.getItem('spieltisch/puzzle')).row").await?;
    assert_eq!(row, 1, "the row is not made from the archive");
    // Tomorrow's is not given away.
    browser.go(&format!("#/puzzle/{}", today.later(1))).await?;
    browser.until("!document.querySelector('.table') && document.querySelector('main .page')").await?;
    browser.driver.quit().await
}

/// A player who gives up sees the move and why, at a table that rests.
#[tokio::test]
async fn a_puzzle_that_is_shown_says_why() -> WebDriverResult<()> {
    let (day, best) = castro_day();
    let browser = Browser::open().await?;
    browser.before_each_page(&noon_of(day)).await?;
    browser.go("#/puzzle").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.table.castro .actions')").await?;
    let other = if best == "keep" { "keep 1 2 3 4 5 6" } else { "keep" };
    browser.driver.execute(PLAY, vec![json!(other)]).await?;
    browser.until("document.querySelector('.actions #main-button:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('#show-move')").await?;
    browser.click("#show-move").await?;
    browser.until("document.querySelector('.resting .best-move') && document.querySelector('#all-puzzles.main')").await?;
    assert!(!browser.has("#share-puzzle, #main-button, .undo").await?);
    browser.driver.quit().await
}
