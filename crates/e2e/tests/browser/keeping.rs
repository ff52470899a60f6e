//! Nothing a person gave is lost: games, kept dice, boards being typed in; with two tabs, without storage, and when a
//! computer does not answer.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, FaultyNetwork, PHONE, kept_game, simulated};
use thirtyfour::prelude::*;

/// The game on the page as it lies in the browser.
const SAVED: &str = kept_game!("location.hash.split('/')[2]");
const ROLLED: &str = "document.querySelectorAll('.die.lying').length === 5 && document.querySelector('.actions .main:not(:disabled)')";

fn between_people(game: &str, events: &[&str]) -> Value {
    json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null, "events": events, "result": null})
}

/// Otto, a computer, is to move.
fn against_otto() -> Value {
    json!({"format": "spieltisch/1", "game": "castro", "players": ["Otto", "Anna"], "options": {}, "board": null,
        "events": ["roll 1 2 3 4 5"], "result": null, "seats": [{"colour": 0, "computer": 3}, {"colour": 1}]})
}

/// A game for two that Anna or Ben has just won.
async fn won(browser: &Browser) -> WebDriverResult<Value> {
    let mut record = (1..50)
        .map(|seed| simulated("caro", 2, seed))
        .find(|record| record["result"]["winners"].as_array().is_some_and(|winners| winners.len() == 1))
        .expect("one of fifty has one winner");
    record["players"] = json!(["Anna", "Ben"]);
    record["saved"] = browser.value("new Date().toISOString()").await?;
    Ok(record)
}

async fn change_language(browser: &Browser, language: &str) -> WebDriverResult<()> {
    let change = "const s = document.querySelector('.language select'); s.value = LANGUAGE; s.dispatchEvent(new Event('change'))";
    browser.run(&change.replace("LANGUAGE", &json!(language).to_string())).await?;
    browser.until(&format!("document.documentElement.lang === '{language}'")).await
}

#[tokio::test]
async fn a_rematch_after_a_reload_or_in_another_language_counts_nothing_twice() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let record = won(&browser).await?;
    let won_once = "document.querySelector('.tally-card .wins').textContent.includes(': 1 ') && !document.querySelector('.tally-card .wins').textContent.includes(': 2 ')";
    for (id, again) in [("reload", true), ("language", false)] {
        browser
            .run("for (const name of Object.keys(localStorage)) if (name.startsWith('spieltisch/game/')) localStorage.removeItem(name)")
            .await?;
        browser.play_record(id, &record).await?;
        browser.until("document.querySelector('.end.counted')").await?;
        if again {
            browser.driver.refresh().await?;
        } else {
            change_language(&browser, "nl").await?;
            change_language(&browser, "en").await?;
        }
        browser.until("document.querySelector('.end.counted')").await?;
        browser.click("#main-button").await?;
        browser.until("document.querySelector('.table.caro') && !document.querySelector('.end')").await?;
        assert_eq!(browser.value(&format!("{SAVED}.result")).await?, Value::Null, "the new game has no result yet");
        browser.go("#/").await?;
        browser.until("document.querySelector('.games') && document.querySelector('.tally-card')").await?;
        assert_eq!(browser.value(won_once).await?, true, "{}", browser.value("document.querySelector('.tally-card').textContent").await?);
    }
    browser.driver.quit().await
}

#[tokio::test]
async fn a_game_played_on_from_the_middle_is_a_new_one_without_proof_or_win() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let mut record = simulated("castro", 2, 3);
    record["dice"] = json!({"scheme": "spieltisch-dice/1", "game": "x", "commitment": "00", "parts": [], "secret": "00"});
    record["saved"] = json!("2020-01-01T20:00:00.000Z");
    browser.play_record("first", &record).await?;
    browser.go("#/replay/first").await?;
    browser.until("document.querySelector('.replay')").await?;
    for _ in 0..4 {
        browser.run("document.querySelectorAll('.steps-bar button')[3].click()").await?;
    }
    browser.click("#continue-here").await?;
    browser.until("location.hash.startsWith('#/play/') && document.querySelector('.table.castro .actions')").await?;
    let continued = browser.value(SAVED).await?;
    assert_eq!(continued["dice"], Value::Null, "its dice cannot be checked");
    assert_eq!(continued["continues"], json!({"game": "first", "after": 4}));
    assert_eq!(continued["events"].as_array().map(Vec::len), Some(4));
    browser.go("#/games").await?;
    browser.until("document.querySelector('.came-from')?.textContent.includes('step 4')").await?;

    // Won, it does not count as a win of the evening; nor does the end of a game continue.
    let mut finished = won(&browser).await?;
    finished["continues"] = json!({"game": "first", "after": 4});
    browser.play_record("second", &finished).await?;
    browser.until("document.querySelector('.end.counted')").await?;
    browser.go("#/").await?;
    browser.until("document.querySelector('.games')").await?;
    assert!(!browser.has(".tally-card").await?, "a game played on from elsewhere does not count");
    browser.go("#/replay/second").await?;
    browser.until("document.querySelector('.replay')").await?;
    browser.run("document.querySelectorAll('.steps-bar button')[4].click()").await?;
    browser.until("document.querySelector('#continue-here').disabled").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn kept_dice_stay_kept_over_a_rule_a_language_and_a_reload() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.play_record("y", &between_people("yatzy", &["roll 1 2 4 6 6"])).await?;
    browser.click(".die:nth-of-type(4)").await?;
    browser.click(".die:nth-of-type(5)").await?;
    let kept = "[...document.querySelectorAll('.die')].map(d => d.classList.contains('kept')).join() === 'false,false,false,true,true'";
    browser.until(kept).await?;
    browser.go("#/rules/yatzy").await?;
    browser.until("document.querySelector('.rules')").await?;
    browser.driver.back().await?;
    browser.until("document.querySelector('.table.yatzy')").await?;
    browser.until(kept).await?;
    change_language(&browser, "fr").await?;
    browser.until("document.querySelector('.table.yatzy')").await?;
    browser.until(kept).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.table.yatzy')").await?;
    browser.until(kept).await?;
    // The kept dice stay where they lie when the others are rolled.
    browser.click("#main-button").await?;
    browser.until(&format!("{SAVED}.events.length === 3")).await?;
    assert_eq!(browser.value(&format!("{SAVED}.events[1]")).await?, "keep 6 6");
    browser.driver.quit().await
}

#[tokio::test]
async fn chosen_fields_and_tiles_stay_chosen_in_another_language() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.play_record("k", &between_people("crowns", &["roll 1 2 4 4 6 6"])).await?;
    browser.click("#crowns-1-0").await?;
    let chosen = "document.querySelector('#crowns-1-0.chosen')";
    browser.until(chosen).await?;
    change_language(&browser, "nl").await?;
    browser.until(chosen).await?;
    browser.play_record("c", &between_people("caro", &["lay red 0,0"])).await?;
    browser.click(".tiles button:not(:disabled)").await?;
    let chosen = "document.querySelector('.tiles [aria-pressed=true]')";
    browser.until(chosen).await?;
    change_language(&browser, "es").await?;
    browser.until(chosen).await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn a_board_being_typed_in_is_played_on_and_never_dropped() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.go("#/setup/crowns").await?;
    browser.unfold().await?;
    browser.click("#edit-board").await?;
    browser.until("document.querySelector('.editor')").await?;
    // The first field gets six crowns more or less than it had.
    let chosen = "document.querySelector('.cells .square').getAttribute('aria-label')";
    let before = browser.value(chosen).await?;
    browser.run("document.querySelectorAll('.palette .square')[6].click()").await?;
    browser.until(&format!("{chosen} !== {before}")).await?;
    let typed = browser.value(chosen).await?;
    // A look elsewhere, another language, a reload: it is still there.
    browser.go("#/rules/crowns").await?;
    browser.until("document.querySelector('.rules')").await?;
    browser.driver.back().await?;
    browser.until(&format!("document.querySelector('.editor') && {chosen} === {typed}")).await?;
    browser.driver.refresh().await?;
    browser.until(&format!("document.querySelector('.editor') && {chosen} === {typed}")).await?;
    browser.click("#start-game").await?;
    browser.until("location.hash.startsWith('#/play/')").await?;
    let board = browser.value(&format!("{SAVED}.board")).await?;
    assert_eq!(board[5][0], 6, "the game is played on what was typed in: {board}");
    // A second board of the same name does not take the first one's place.
    browser.go("#/setup/crowns").await?;
    browser.until("document.querySelector('#edit-board')").await?;
    assert!(!browser.has(".editor").await?, "the board is finished");
    browser.unfold().await?;
    browser.click("#edit-board").await?;
    browser.run("document.querySelectorAll('.palette .square')[0].click()").await?;
    browser.click("#save-board").await?;
    browser.until("!document.querySelector('.editor')").await?;
    let names = "JSON.parse(localStorage.getItem('spieltisch/boards/crowns')).map(board => board.name)";
    assert_eq!(browser.value(names).await?, json!(["My board", "My board 2"]));

    // A board that is not complete cannot be played on: that is said, and it stays.
    browser.go("#/setup/castro").await?;
    browser.until("document.title.includes('Castro') && document.querySelector('.setup #edit-board')").await?;
    browser.unfold().await?;
    browser.click("#edit-board").await?;
    browser.until("document.querySelector('.editor')").await?;
    browser.run("const at = document.querySelector('.cells .square').getAttribute('aria-label'); [...document.querySelectorAll('.palette .square')].find(s => !at.includes(s.title)).click()").await?;
    browser.until("document.querySelector('.editor .wrong')").await?;
    browser.click("#start-game").await?;
    browser.until("[...document.querySelectorAll('.begin .wrong')].some(line => line.textContent.includes('not complete'))").await?;
    assert!(browser.has(".editor").await?, "nothing is dropped");
    browser.driver.quit().await
}

#[tokio::test]
async fn of_two_tabs_the_older_one_follows_and_nothing_is_overwritten() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let mut record = between_people("yatzy", &[]);
    record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": 1}]);
    browser.play_record("y", &record).await?;
    browser.run("window.writes = 0; const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (name, text) { if (/^spieltisch.(game|events)/.test(name)) window.writes += 1; return set.call(this, name, text) }").await?;
    let first = browser.driver.window().await?;
    let address = browser.driver.current_url().await?;
    let second = browser.driver.new_tab().await?;
    browser.driver.switch_to_window(second).await?;
    browser.driver.goto(address.as_str()).await?;
    browser.until("document.querySelector('.table.yatzy .actions')").await?;
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.offer')").await?;
    browser.run("document.querySelector('.offer').click()").await?;
    browser.until("document.querySelector('.offer.chosen')").await?;
    browser.click("#main-button").await?;
    // The computer plays its turn, in one tab only.
    browser.until("document.querySelectorAll('.history li').length === 2 && document.querySelector('#main-button:not(:disabled)')").await?;
    let events = browser.value(&format!("{SAVED}.events")).await?;
    browser.driver.switch_to_window(first).await?;
    browser.until("document.querySelectorAll('.history li').length === 2").await?;
    assert_eq!(browser.value("window.writes").await?, 0, "the older tab only follows");
    assert_eq!(browser.value(&format!("{SAVED}.events")).await?, events);

    // A tab that has not heard of a change yet does not overwrite it, and says so. This tab hears nothing of its own writes, and the press
    // comes in the same moment: a page that gets the focus looks for changes first.
    let roll = "const saved = SAVED; saved.events.push('roll 1 2 3 4 5'); localStorage.setItem('spieltisch/game/y', JSON.stringify(saved));
        document.querySelector('#main-button').click()";
    browser.run(&roll.replace("SAVED", SAVED)).await?;
    browser.until("document.querySelector('.notice')?.textContent.includes('another tab')").await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    assert_eq!(browser.value(&format!("{SAVED}.events.at(-1)")).await?, "roll 1 2 3 4 5", "what the other tab wrote stands");
    browser.driver.quit().await
}

#[tokio::test]
async fn without_storage_games_are_played_and_said_not_to_be_kept() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser
        .before_each_page("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } })")
        .await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('#play-yatzy')").await?;
    browser.click("#play-yatzy").await?;
    browser.until("document.querySelector('.table.yatzy')").await?;
    browser.until("document.querySelector('.keeping').textContent.includes('Nothing is being saved')").await?;
    browser.until("document.querySelector('.actions .main:not(:disabled)')").await?;
    browser.click("#main-button").await?;
    browser.until(ROLLED).await?;
    browser.screenshot("keeping-blocked").await?;
    let faces = browser.value("[...document.querySelectorAll('.die')].map(die => die.ariaLabel)").await?;
    // Elsewhere on the page and back: the game is still there.
    browser.go("#/").await?;
    browser.click("#continue").await?;
    browser.until(ROLLED).await?;
    assert_eq!(browser.value("[...document.querySelectorAll('.die')].map(die => die.ariaLabel)").await?, faces);
    // Folded away it leaves a mark; unfolded, the games can be saved as a file.
    browser.click("#fold-keeping").await?;
    browser.until("!document.querySelector('.keeping').textContent && document.querySelector('#not-kept')").await?;
    browser.click("#not-kept").await?;
    browser.catch_downloads().await?;
    browser.click("#save-held").await?;
    browser.until("window.saved && JSON.parse(window.saved).game === 'yatzy'").await?;
    // After the page is gone, so is the game: nothing else is claimed.
    let game = browser.value("location.hash").await?;
    browser
        .open_link(&format!(
            "{}{}",
            browser.value("location.origin + '/'").await?.as_str().unwrap_or_default(),
            game.as_str().unwrap_or_default()
        ))
        .await?;
    browser.until("document.querySelector('h1')?.textContent === 'This game is not in this browser.'").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn a_save_that_fails_in_mid_game_says_so_and_is_made_up_for() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.play_record("y", &between_people("yatzy", &[])).await?;
    assert_eq!(browser.value("document.querySelector('.keeping')?.textContent ?? ''").await?, "");
    // Another page fills the storage to the last letter.
    browser
        .run("let piece = 'x'.repeat(1 << 20); for (let i = 0; piece.length; i += 1) { try { localStorage.setItem('filler' + i, piece) } catch { piece = piece.slice(piece.length / 2 + 1) } }")
        .await?;
    browser.click("#main-button").await?;
    browser.until(ROLLED).await?;
    browser.until("document.querySelector('.keeping').textContent.includes('Nothing is being saved')").await?;
    assert_eq!(browser.value(&format!("{SAVED}.events.length")).await?, 0, "there was no room");
    browser.run("for (const name of Object.keys(localStorage)) if (name.startsWith('filler')) localStorage.removeItem(name)").await?;
    browser.until("document.querySelector('.keeping').textContent.includes('saved again')").await?;
    assert_eq!(browser.value(&format!("{SAVED}.events.length")).await?, 1, "the roll is there");
    browser.until("document.querySelector('.keeping').textContent === ''").await?;
    browser.driver.quit().await
}

/// A browser whose files come through a network that loses some; nothing is kept for the time without one.
async fn through_a_network() -> WebDriverResult<(Browser, FaultyNetwork)> {
    through_a_network_that_loses(&[]).await
}

/// The same where each of these files is lost once, from the beginning.
async fn through_a_network_that_loses(once: &[&str]) -> WebDriverResult<(Browser, FaultyNetwork)> {
    let mut network = None;
    let browser = Browser::open_through(|server| {
        let carries = FaultyNetwork::start(&server);
        carries.lose("sw.js", u32::MAX);
        once.iter().for_each(|part| carries.lose(part, 1));
        network.insert(carries).address.clone()
    })
    .await?;
    Ok((browser, network.expect("it was started")))
}

/// What computers know of Castro for two: with the second hyphen, since hashes in names may begin with any digit.
const CASTRO_VALUES: &str = "castro-2-";

#[tokio::test]
async fn what_fails_once_on_the_way_to_the_table_is_tried_again() -> WebDriverResult<()> {
    let on_the_way = ["table-", "en-", "split_castro-"];
    let (browser, network) = through_a_network_that_loses(&on_the_way).await?;
    browser.play_record("s", &between_people("castro", &[])).await?;
    for part in on_the_way {
        assert!(network.has_lost(part), "{part} was asked for in vain once");
    }
    browser.driver.quit().await
}

#[tokio::test]
async fn a_page_that_cannot_be_fetched_is_asked_for_again_by_a_tap() -> WebDriverResult<()> {
    let (browser, network) = through_a_network().await?;
    browser.go("#/rules/castro").await?;
    network.lose("table-", u32::MAX);
    browser.driver.cdp().send_raw("Network.clearBrowserCache", json!({})).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.starting.failed')").await?;
    browser.size(PHONE).await?;
    browser.screenshot("keeping-not-started").await?;
    network.lose_nothing();
    browser.click(".starting").await?;
    browser.until("document.querySelector('h1') && location.hash === '#/rules/castro' && !document.querySelector('.starting')").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn a_worker_that_fails_once_is_tried_again() -> WebDriverResult<()> {
    let (browser, network) = through_a_network().await?;
    network.lose("worker-", 1);
    network.lose(CASTRO_VALUES, 1);
    browser.play_record("s", &against_otto()).await?;
    browser.until(&format!("{SAVED}.events.length > 1")).await?;
    assert!(network.has_lost("worker-") && network.has_lost(CASTRO_VALUES), "both were asked for in vain once");
    assert!(!browser.has(".silent").await?);
    browser.driver.quit().await
}

#[tokio::test]
async fn a_computer_that_stays_silent_is_said_and_the_game_goes_on() -> WebDriverResult<()> {
    let (browser, network) = through_a_network().await?;
    network.lose("worker-", u32::MAX);
    browser.play_record("s", &against_otto()).await?;
    browser.until("document.querySelector('.silent')?.textContent.includes('Otto')").await?;
    browser.screenshot("keeping-silent").await?;
    let before = browser.value(&format!("{SAVED}.events.length")).await?;
    browser.click("#chance").await?;
    browser.until(&format!("{SAVED}.events.length > {before} && !document.querySelector('.silent')")).await?;
    // Asked again in better times, the computer answers itself.
    browser.play_record("t", &against_otto()).await?;
    browser.until("document.querySelector('.silent')").await?;
    network.lose_nothing();
    browser.click("#ask-again").await?;
    browser.until(&format!("{SAVED}.events.length > 1 && !document.querySelector('.silent')")).await?;
    browser.driver.quit().await
}
