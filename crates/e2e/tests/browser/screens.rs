//! Every screen as a picture, phone and desktop, light and dark; and checked by axe-core.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, PHONE, TABLET, TABLET_ACROSS, serious_violations, simulated};
use spieltisch_rules::games;
use thirtyfour::prelude::*;

/// What can be tapped but is smaller than 40 px. Links within a sentence and what a label holds are
/// reached otherwise; squares of a big Caro field share the board's width, boxes of many players the sheet's height.
const SMALL: &str = "[...document.querySelectorAll('button, a, select, input')].filter(e => !e.closest('label, p, .skip, .field, [inert]') && e.checkVisibility())
    .map(e => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width > 0 && Math.min(r.width, r.height) < (e.closest('.sheet') ? 23.5 : 39.5))
    .map(([e, r]) => `${e.tagName} ${e.id} ${e.className} ${e.textContent.trim().slice(0, 20)} ${Math.round(r.width)}x${Math.round(r.height)}`)";

/// Parts of a table that may not be cut off.
const CUT_OFF: &str =
    "[...document.querySelectorAll('.board, .dice, .tiles, #main-button')].some(e => e.getBoundingClientRect().bottom > innerHeight + 1)";

/// Pictures of every screen, and what is wrong with them.
struct Album {
    browser: Browser,
    faults: Vec<String>,
}

impl Album {
    async fn open() -> WebDriverResult<Album> {
        Ok(Album { browser: Browser::open().await?, faults: Vec::new() })
    }

    /// Pictures of the screen as it stands; notes serious faults of accessibility, small targets and
    /// whatever is wider or higher than the window.
    async fn picture(&mut self, name: &str) -> WebDriverResult<()> {
        let browser = &self.browser;
        // Other pages are one column, on a tablet as elsewhere.
        let is_table = browser.has(".table:not(.still)").await?;
        // The end of a game is read from top to bottom.
        let is_played = browser.has(".table:not(.over, .still)").await?;
        let tablets = [("tablet", TABLET), ("tablet-across", TABLET_ACROSS)].into_iter().filter(|_| is_table);
        for (device, size) in [("phone", PHONE), ("desktop", DESKTOP)].into_iter().chain(tablets) {
            browser.size(size).await?;
            for scheme in ["light", "dark"] {
                browser.scheme(scheme).await?;
                browser.screenshot(&format!("{name}-{device}-{scheme}")).await?;
                // What the tablet shows is the phone's or the desktop's, only wider.
                if !device.starts_with("tablet") {
                    let violations = serious_violations(browser).await?;
                    self.faults.extend(violations.iter().map(|violation| format!("{name}, {device}, {scheme}: {violation}")));
                }
            }
            let mut note = |what: &str, wrong: Value| {
                if wrong != json!(false) && wrong != json!([]) {
                    self.faults.push(format!("{name}, {device}: {what} {wrong}"));
                }
            };
            note("wider than the window", browser.value("document.documentElement.scrollWidth > innerWidth").await?);
            note("targets under 40 px", browser.value(SMALL).await?);
            if is_played {
                // Eight sheets of Yatzy are more than a phone shows at once.
                if !name.starts_with("full-yatzy") {
                    note("the table scrolls", browser.value("document.documentElement.scrollHeight > innerHeight").await?);
                    note("something is cut off", browser.value(CUT_OFF).await?);
                }
            }
        }
        Ok(())
    }

    async fn close(self) -> WebDriverResult<()> {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
        self.browser.driver.quit().await
    }
}

/// A record with people in all seats, for pictures of a running game.
fn with_people(mut record: Value, names: &[&str], events: usize) -> Value {
    record["players"] = json!(names);
    record["events"].as_array_mut().expect("a record has events").truncate(events);
    record["result"] = Value::Null;
    record["seats"] = (0..names.len()).map(|colour| json!({"colour": colour})).collect();
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record
}

fn played(game: &str, names: &[&str], events: &[&str]) -> Value {
    let record = json!({"format": "spieltisch/1", "game": game, "options": {}, "board": null, "events": events});
    with_people(record, names, events.len())
}

#[tokio::test]
async fn tables() -> WebDriverResult<()> {
    let mut album = Album::open().await?;
    let yatzy = with_people(simulated("yatzy", 2, 5), &["Anna", "Ben"], 70);
    album.browser.play_record("y", &yatzy).await?;
    if album.browser.has("#main-button:not(:disabled)").await? && !album.browser.has(".offer").await? {
        album.browser.click("#main-button").await?;
        album.browser.until("document.querySelector('.offer')").await?;
    }
    for die in ["2", "3"] {
        if album.browser.has(".die:not(:disabled)").await? {
            album.browser.click(&format!(".die:nth-of-type({die})")).await?;
        }
    }
    album.picture("yatzy").await?;
    let four = with_people(simulated("yatzy", 4, 5), &["Anna", "Ben", "Cleo", "Dirk"], 91);
    album.browser.play_record("y4", &four).await?;
    album.picture("yatzy-four").await?;

    let castro = [
        "roll 2 2 5 5 5",
        "place b5",
        "roll 2 2 5 5 5",
        "place b5",
        "roll 1 2 3 4 5",
        "place a6",
        "roll 3 3 3 4 4",
        "place c4",
        "roll 3 3 3 4 4",
        "place c4",
        "roll 6 6 6 6 6",
        "place c4",
        "roll 2 2 5 5 5",
        "place d3",
        "roll 1 2 3 4 5",
        "place e4",
        "roll 4 4 4 4 6",
        "place f4",
        "roll 3 3 3 5 6",
    ];
    album.browser.play_record("s", &played("castro", &["Anna", "Ben", "Cleo"], &castro)).await?;
    album.browser.click(".die:nth-of-type(1)").await?;
    album.picture("castro").await?;
    album.browser.click(".square:not(.possible)").await?;
    album.browser.until("document.querySelector('.notice a')").await?;
    album.picture("castro-refusal").await?;

    let caro = with_people(simulated("caro", 2, 3), &["Anna", "Ben"], 14);
    album.browser.play_record("c", &caro).await?;
    album.browser.click(".tile:not(:disabled)").await?;
    album.picture("caro").await?;

    let crowns = [
        "roll 1 2 4 4 6 6",
        "place 2x6 2x4 1x2 1x1",
        "roll 1 1 2 5 5 6",
        "place 1x6 2x5",
        "roll 3 3 4 4 4 5",
        "place 3x4 2x3",
        "roll 1 2 3 4 5 6",
        "place 5x1",
        "roll 1 2 4 5 5 6",
    ];
    album.browser.play_record("r", &played("crowns", &["Anna", "Ben"], &crowns)).await?;
    album.browser.click(".square.possible").await?;
    album.picture("crowns").await?;
    album.close().await
}

#[tokio::test]
async fn ends() -> WebDriverResult<()> {
    let mut album = Album::open().await?;
    for (game, players) in [("yatzy", 3), ("castro", 2), ("caro", 4), ("crowns", 2), ("crowns", 1)] {
        let mut record = simulated(game, players, 11);
        record["saved"] = json!("2026-11-15T20:00:00.000Z");
        album.browser.play_record(&format!("{game}{players}"), &record).await?;
        album.browser.until("document.querySelector('.end.counted')").await?;
        album.picture(&format!("end-{game}-{players}")).await?;
    }
    album.browser.go("#/replay/castro2").await?;
    album.browser.until("document.querySelector('.replay')").await?;
    for _ in 0..30 {
        album.browser.run("document.querySelectorAll('.steps-bar button')[3].click()").await?;
    }
    album.picture("replay").await?;
    for review in ["yatzy3", "castro2", "crowns1"] {
        album.browser.go(&format!("#/review/{review}")).await?;
        album.browser.until("document.querySelector('.review .decision-card .still')").await?;
        album.picture(&format!("review-{review}")).await?;
    }
    album.browser.go("#/games").await?;
    album.browser.until("document.querySelector('.saved')").await?;
    album.picture("games").await?;
    album.close().await
}

#[tokio::test]
async fn pages() -> WebDriverResult<()> {
    let mut album = Album::open().await?;
    album.picture("start").await?;
    for game in games::names() {
        album.browser.go(&format!("#/setup/{game}")).await?;
        album.browser.until("document.querySelector('.setup')").await?;
        album.browser.unfold().await?;
        if album.browser.has("#edit-board").await? {
            album.browser.click("#edit-board").await?;
            album.browser.until("document.querySelector('.editor')").await?;
        }
        album.picture(&format!("setup-{game}")).await?;
        album.browser.go(&format!("#/rules/{game}")).await?;
        album.browser.until("document.querySelector('.rules')").await?;
        album.picture(&format!("rules-{game}")).await?;
    }
    album.browser.go("#/setup/castro").await?;
    album.browser.click("#start-game").await?;
    album.browser.until("document.querySelector('.roll-off')").await?;
    album.browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
    album.browser.click("#main-button").await?;
    album.browser.until("document.querySelector('#main-button:not(:disabled)')").await?;
    album.picture("roll-off").await?;
    album.browser.go("#/settings").await?;
    album.browser.until("document.querySelector('.settings')").await?;
    album.picture("settings").await?;
    album.browser.settings(json!({"language": "de"})).await?;
    album.picture("start-german").await?;
    album.close().await
}

/// As many people as each game takes, half-way through, in a language of long words.
#[tokio::test]
async fn full_tables() -> WebDriverResult<()> {
    let mut album = Album::open().await?;
    album.browser.settings(json!({"language": "de"})).await?;
    let names = ["Anna", "Benedikt", "Cleo", "Dirk", "Eleonore", "Finn", "Gesa", "Hugo"];
    for game in games::names() {
        let players = *games::info(game).expect("a game of the list").players.end();
        let record = simulated(game, players, 5);
        let events = record["events"].as_array().expect("a record has events");
        let is_roll = |event: &Value| event.as_str().is_some_and(|event| event.starts_with("roll"));
        let middle = events.len() / 2;
        let cut = events[..middle].iter().rposition(is_roll).map_or(middle, |roll| roll + 1);
        album.browser.play_record(game, &with_people(record.clone(), &names[..players], cut)).await?;
        album.picture(&format!("full-{game}")).await?;
    }
    album.close().await
}
