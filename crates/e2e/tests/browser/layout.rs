//! Every screen at the sizes people have: everything can be reached and hit, nothing is cut off or covered, no word is torn; what to do, and
//! what to do it with, are in sight.
//! What is measured, and how, stands in `layout.js`.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, House, simulated};
use spieltisch_review::puzzles::{Day, FIRST};
use spieltisch_rules::games;
use spieltisch_rules::starter::Begins;
use thirtyfour::prelude::*;

use crate::{lessons, puzzles};

const MEASURE: &str = include_str!("layout.js");

/// Phones with and without their browser's bars, upright and across; a small window zoomed to twice its size; tablets; desktops.
const SIZES: [(u32, u32); 17] = [
    (320, 568),
    (360, 640),
    (375, 553),
    (375, 667),
    (390, 664),
    (393, 727),
    (390, 844),
    (412, 915),
    (844, 390),
    (667, 375),
    (640, 400),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
];
/// Where Italian, whose names for things are the longest after German's, has run over.
const ITALIAN_SIZES: [(u32, u32); 5] = [(320, 568), (360, 640), (390, 664), (667, 375), (844, 390)];
/// The narrowest, the flattest, and the most common phone.
const HARD_SIZES: [(u32, u32); 3] = [(320, 568), (640, 400), (390, 664)];
const NAMES: [&str; 8] = ["Anna", "Benedikt", "Cleo", "Dirk", "Eleonore", "Finn", "Gesa", "Hugo"];

/// What is asked of a table in mid-game at the browser's usual text size.
const PLAYABLE: &[&str] = &["still", "large", "told"];
/// What is asked of a table with a lesson or a puzzle.
const TOLD: &[&str] = &["told", "fits"];

/// A screen, and the way to it.
struct Screen {
    name: String,
    /// A saved game, with its id.
    record: Option<(String, Value)>,
    address: String,
    /// A selector of what is there once it is shown.
    shown: &'static str,
    /// What is pressed then.
    press: &'static str,
    asked: &'static [&'static str],
}

fn page(address: &str, shown: &'static str) -> Screen {
    Screen { name: address.to_string(), record: None, address: address.to_string(), shown, press: "", asked: &[] }
}

fn table(name: &str, record: Value, press: &'static str, asked: &'static [&'static str]) -> Screen {
    let id = name.replace(' ', "-");
    Screen { name: name.to_string(), address: format!("#/play/{id}"), record: Some((id, record)), shown: ".table", press, asked }
}

/// A game between persons, as it stood after a part of its events: right after a roll, where the game has rolls.
fn in_the_middle(game: &str, players: usize, part: f64) -> Value {
    let mut record = between_persons(game, players);
    let events = record["events"].as_array_mut().expect("a record has events");
    let middle = (events.len() as f64 * part) as usize;
    let is_roll = |event: &Value| event.as_str().is_some_and(|event| event.starts_with("roll"));
    let cut = events[..middle].iter().rposition(is_roll).map_or(middle, |roll| roll + 1);
    events.truncate(cut);
    record["result"] = Value::Null;
    record
}

/// The same with a little picture for everyone.
fn with_pictures(mut record: Value) -> Value {
    for (picture, seat) in record["seats"].as_array_mut().into_iter().flatten().enumerate() {
        seat["picture"] = json!(picture);
    }
    record
}

fn between_persons(game: &str, players: usize) -> Value {
    let mut record = simulated(game, players, 5);
    record["players"] = json!(NAMES[..players]);
    record["seats"] = (0..players).map(|colour| json!({"colour": colour})).collect();
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record
}

/// Before the first move: everyone has rolled, some of them.
fn roll_off(game: &str, players: usize, dice: usize) -> Value {
    let mut record = in_the_middle(game, players, 0.0);
    record["roll_off"] = json!(dice);
    record["opening"] = NAMES[..players - 1].iter().map(|name| json!([name, vec![6; dice]])).collect();
    record
}

/// The same with dice that are entered, before a roll; nothing for a game without dice.
fn entered(game: &str) -> Option<Value> {
    let mut record = in_the_middle(game, 2, 0.5);
    let last = record["events"].as_array_mut()?.pop()?;
    record["entered"] = json!("all");
    last.as_str()?.starts_with("roll").then_some(record)
}

/// The longest thing the main button of a game says.
fn choose(game: &str) -> &'static str {
    match game {
        "yatzy" => "(document.querySelector('.offer.nothing') ?? document.querySelector('.offer')).click()",
        "caro" => {
            "document.querySelector('.tile:not(:disabled)').click(); setTimeout(() => document.querySelector('.place.possible')?.click())"
        }
        "castro" | "crowns" => "document.querySelector('.square.possible')?.click()",
        other => panic!("what makes the main button of {other} say most?"),
    }
}

fn tables_of(game: &str) -> Vec<Screen> {
    let mut screens = vec![
        table(&format!("{game} begins"), in_the_middle(game, 2, 0.0), "", PLAYABLE),
        table(&format!("{game} in the middle"), in_the_middle(game, 2, 0.5), choose(game), PLAYABLE),
        table(&format!("{game} late"), with_pictures(in_the_middle(game, 3, 0.9)), "", PLAYABLE),
        table(&format!("{game} over"), with_pictures(between_persons(game, 2)), "", &[]),
        Screen { address: format!("#/replay/{game}-over"), shown: ".replay", ..page(&format!("{game} again"), ".replay") },
    ];
    if let Some(record) = entered(game) {
        screens.push(Screen { shown: ".enter", ..table(&format!("{game} entered"), record, "", PLAYABLE) });
    }
    if let Some(Begins::RollOff { dice }) = games::info(game).map(|info| info.begins) {
        screens.push(Screen { shown: ".roll-off", ..table(&format!("{game} roll-off"), roll_off(game, 3, dice), "", &["told"]) });
    }
    screens
}

/// Looks at screens in one browser, and notes what is wrong.
struct Ruler {
    browser: Browser,
    faults: Vec<String>,
    /// What is asked of every screen beside what it asks itself; with it nothing else is.
    instead: Option<&'static [&'static str]>,
}

impl Ruler {
    async fn open(language: &str) -> WebDriverResult<Ruler> {
        let ruler = Ruler { browser: Browser::open().await?, faults: Vec::new(), instead: None };
        ruler.speak(language).await?;
        Ok(ruler)
    }

    async fn speak(&self, language: &str) -> WebDriverResult<()> {
        self.browser.settings(json!({"speed": "fast", "language": language, "motion": "none"})).await
    }

    async fn show(&self, screen: &Screen) -> WebDriverResult<()> {
        if let Some((id, record)) = &screen.record {
            self.browser.run(&format!("localStorage.setItem('spieltisch/game/{id}', {})", json!(record.to_string()))).await?;
        }
        self.browser.go("#/nowhere").await?;
        self.browser.go(&screen.address).await?;
        self.browser.until(&format!("location.hash === {} && document.querySelector({:?})", json!(screen.address), screen.shown)).await?;
        if !screen.press.is_empty() {
            self.browser.run(screen.press).await?;
        }
        self.browser.until("document.getAnimations().every(a => a.playState !== 'running')").await
    }

    /// Shows screens one after the other, each in all these sizes.
    async fn look_at(&mut self, language: &str, screens: &[Screen], sizes: &[(u32, u32)]) -> WebDriverResult<()> {
        for screen in screens {
            self.show(screen).await?;
            for &size in sizes {
                self.measure(&format!("{}, {language}", screen.name), size, "body", screen.asked).await?;
            }
        }
        Ok(())
    }

    async fn measure(&mut self, what: &str, (width, height): (u32, u32), within: &str, asked: &[&str]) -> WebDriverResult<()> {
        self.browser.size((width, height)).await?;
        let asked = self.instead.unwrap_or(asked);
        let found = self.browser.driver.execute(MEASURE, vec![json!(within), json!(asked)]).await?;
        let found = found.json().as_array().cloned().unwrap_or_default();
        if !found.is_empty() {
            self.browser.screenshot(&format!("fault-{width}x{height}-{}", what.replace(|c: char| !c.is_alphanumeric(), "-"))).await?;
        }
        self.faults.extend(found.iter().map(|fault| format!("{what}, {width}×{height}: {}", fault.as_str().unwrap_or_default())));
        Ok(())
    }

    async fn close(self) -> WebDriverResult<()> {
        assert!(self.faults.is_empty(), "{} faults:\n{}", self.faults.len(), self.faults.join("\n"));
        self.browser.driver.quit().await
    }
}

/// Every game from its roll-off to its end and its replay, at these sizes.
async fn every_game(language: &str, sizes: &[(u32, u32)]) -> WebDriverResult<()> {
    let mut ruler = Ruler::open(language).await?;
    for game in games::names() {
        ruler.look_at(language, &tables_of(game), sizes).await?;
    }
    ruler.close().await
}

#[tokio::test]
async fn every_game_fits_every_screen_in_german_in_full() -> WebDriverResult<()> {
    every_game("de", &SIZES).await
}

#[tokio::test]
async fn every_game_fits_small_screens_in_italian() -> WebDriverResult<()> {
    every_game("it", &ITALIAN_SIZES).await
}

#[tokio::test]
async fn every_game_fits_hard_screens_in_every_language_in_full() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("en").await?;
    for language in ["en", "es", "fr", "nl"] {
        ruler.speak(language).await?;
        for game in games::names() {
            ruler.look_at(language, &tables_of(game), &HARD_SIZES).await?;
        }
    }
    ruler.close().await
}

/// Everything that is not a table.
fn pages() -> Vec<Screen> {
    let mut screens = vec![
        page("#/", ".games"),
        page("#/settings", ".settings"),
        page("#/games", ".saved"),
        page("#/friend", ".friend"),
        page("#/puzzles", ".puzzles"),
        page("#/dice", ".dice-set"),
        page("#/pad", ".pad"),
        page("#/record", ".own-record"),
        page("#/rules/crowns/tips", ".rules"),
        page("#/share/over", ".share img"),
        // Those who have played are on the list.
        Screen { press: "document.querySelector('#person-0')?.click()", ..page("#/people", ".people-page") },
    ];
    for game in games::names() {
        screens.push(page(&format!("#/setup/{game}"), ".setup"));
        screens.push(page(&format!("#/print/{game}"), ".to-print"));
        screens.push(page(&format!("#/rules/{game}"), ".rules"));
    }
    screens.push(Screen {
        name: "board editor".to_string(),
        press: "document.querySelector('#edit-board').click()",
        ..page("#/setup/castro", ".setup")
    });
    screens.push(Screen {
        name: "a seat".to_string(),
        press: "document.querySelector('.seat .more').click()",
        ..page("#/setup/castro", ".setup .seat")
    });
    screens.push(Screen {
        name: "own dice".to_string(),
        press: "document.querySelector('#own-all').click()",
        ..page("#/setup/yatzy", ".setup")
    });
    screens
}

/// What the pages tell of: a game to go on with, one that is over, and one whose dice were entered.
async fn keep_games(ruler: &Ruler) -> WebDriverResult<()> {
    ruler.show(&table("waits", in_the_middle("castro", 2, 0.5), "", &[])).await?;
    ruler.show(&table("over", between_persons("caro", 4), "", &[])).await?;
    let mut by_hand = between_persons("yatzy", 2);
    (by_hand["entered"], by_hand["dice_set"]) = (json!("all"), json!("Die von der Grossmutter geerbten Würfel"));
    ruler.show(&table("by-hand", by_hand, "", &[])).await
}

#[tokio::test]
async fn every_page_fits_every_screen() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    keep_games(&ruler).await?;
    ruler.look_at("de", &pages(), &SIZES).await?;
    for language in ["en", "es", "fr", "it", "nl"] {
        ruler.speak(language).await?;
        ruler.look_at(language, &pages(), &HARD_SIZES).await?;
    }
    ruler.close().await
}

/// Walks through a lesson at one size, and looks at every step at these.
async fn every_step(ruler: &mut Ruler, language: &str, game: &str, walked: (u32, u32), sizes: &[(u32, u32)]) -> WebDriverResult<()> {
    ruler.browser.size(walked).await?;
    ruler.browser.run(&format!("localStorage.removeItem('spieltisch/lesson/{game}')")).await?;
    let lesson = page(&format!("#/learn/{game}"), ".coached .table .actions");
    ruler.show(&lesson).await?;
    for step in 1.. {
        let what = format!("lesson of {game}, screen {step}, {language}");
        // Where it is walked first: there the page is where the last step has left it.
        let is_last = ruler.browser.has("#real-game").await?;
        let asked = if step == 1 || is_last { TOLD } else { &["told", "fits", "only"] };
        for &size in [walked].iter().chain(sizes.iter().filter(|size| **size != walked)) {
            ruler.measure(&what, size, "body", asked).await?;
        }
        ruler.browser.size(walked).await?;
        if is_last {
            break;
        }
        lessons::take_the_next_tap(&ruler.browser).await?;
    }
    Ok(())
}

/// What to do, and what to do it with, are in sight at every step of every lesson.
#[tokio::test]
async fn every_step_of_every_lesson_is_in_sight() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    for game in games::names() {
        every_step(&mut ruler, "de", game, (390, 664), &SIZES).await?;
    }
    ruler.close().await
}

#[tokio::test]
async fn every_step_of_every_lesson_is_in_sight_in_every_language_in_full() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("en").await?;
    for language in ["en", "es", "fr", "it", "nl"] {
        ruler.speak(language).await?;
        for game in games::names() {
            every_step(&mut ruler, language, game, (320, 568), &HARD_SIZES).await?;
        }
    }
    ruler.close().await
}

/// The puzzle of each game: its task, and once it is found, why and the ways on.
#[tokio::test]
async fn every_puzzle_is_in_sight_in_full() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    ruler.browser.before_each_page(&puzzles::noon_of(FIRST.later(4))).await?;
    let days: Vec<Day> = (0..4).map(|later| FIRST.later(later)).collect();
    for (language, sizes) in
        [("de", &SIZES[..]), ("nl", &HARD_SIZES), ("it", &HARD_SIZES), ("fr", &HARD_SIZES), ("en", &HARD_SIZES), ("es", &HARD_SIZES)]
    {
        ruler.browser.run("localStorage.removeItem('spieltisch/puzzle')").await?;
        ruler.speak(language).await?;
        let puzzle = |day: Day, shown| Screen { asked: TOLD, ..page(&format!("#/puzzle/{day}"), shown) };
        let tasks: Vec<Screen> = days.iter().map(|&day| puzzle(day, ".coached .table .actions")).collect();
        ruler.look_at(language, &tasks, sizes).await?;
        let found = json!({"found": days.iter().map(|day| day.0).collect::<Vec<_>>()});
        ruler.browser.run(&format!("localStorage.setItem('spieltisch/puzzle', {})", json!(found.to_string()))).await?;
        let answers: Vec<Screen> = days.iter().map(|&day| puzzle(day, ".resting .best-move")).collect();
        ruler.look_at(&format!("{language}, found"), &answers, sizes).await?;
    }
    ruler.close().await
}

/// What decided a game, with all its numbers.
fn review(game: &str, players: usize) -> Screen {
    let id = format!("{game}-{players}");
    Screen {
        name: format!("review of {id}"),
        address: format!("#/review/{id}"),
        record: Some((id, between_persons(game, players))),
        shown: ".review .decision-card .still, .review .worst-decisions > p",
        press: "document.querySelector('#numbers summary').click()",
        asked: &[],
    }
}

/// The review of each game, for two and for as many as it takes.
#[tokio::test]
async fn every_review_fits_every_screen() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    let twos: Vec<Screen> = games::names().iter().map(|game| review(game, 2)).collect();
    ruler.look_at("de", &twos, &SIZES).await?;
    ruler.look_at("de", &[review("yatzy", 1), review("yatzy", 8), review("crowns", 1)], &HARD_SIZES).await?;
    for language in ["en", "es", "fr", "it", "nl"] {
        ruler.speak(language).await?;
        ruler.look_at(language, &twos[..1], &HARD_SIZES).await?;
    }
    ruler.close().await
}

/// Letters twice as large, as people choose them in their browser.
#[tokio::test]
async fn text_of_twice_the_size_fits_in_full() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    ruler.instead = Some(&["big text"]);
    ruler.browser.driver.cdp().send_raw("Page.setFontSizes", json!({"fontSizes": {"standard": 32, "fixed": 26}})).await?;
    assert_eq!(ruler.browser.value("getComputedStyle(document.documentElement).fontSize").await?, "32px");
    let sizes = [(320, 568), (390, 844), (844, 390), (1280, 720)];
    for game in games::names() {
        ruler.look_at("de, 200 %", &tables_of(game), &sizes).await?;
    }
    keep_games(&ruler).await?;
    ruler.look_at("de, 200 %", &pages(), &sizes).await?;
    for language in ["en", "es", "fr", "it", "nl"] {
        ruler.speak(language).await?;
        ruler.look_at(&format!("{language}, 200 %"), &pages(), &[(320, 568), (390, 844)]).await?;
        ruler.look_at(&format!("{language}, 200 %"), &[review("yatzy", 2)], &[(320, 568)]).await?;
    }
    for screen in [page("#/puzzle", ".coached .table"), page("#/learn/castro", ".coached .table"), review("yatzy", 2), review("caro", 2)] {
        ruler.look_at("de, 200 %", &[screen], &sizes).await?;
    }
    // The language with the longest words beside German.
    for game in games::names() {
        ruler.look_at("nl, 200 %", &tables_of(game), &[(390, 844)]).await?;
    }
    ruler.close().await
}

/// From one player to as many as each game takes.
#[tokio::test]
async fn tables_of_any_number_fit_in_full() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    let sizes = [(320, 568), (390, 664), (844, 390), (1024, 768)];
    for game in games::names() {
        let most = *games::info(game).expect("a game of the list").players.end();
        for players in 3..=most {
            let few = players < 5;
            let asked = if few { PLAYABLE } else { &["told"] };
            let screens = [
                table(&format!("{game} for {players}"), in_the_middle(game, players, 0.5), choose(game), asked),
                table(&format!("{game} for {players} over"), between_persons(game, players), "", &[]),
            ];
            ruler.look_at("de", &screens, &sizes).await?;
        }
    }
    for players in [4, 8] {
        let screen = Screen { shown: ".roll-off", ..table("roll-off", roll_off("yatzy", players, 5), "", &["told"]) };
        ruler.look_at("de", &[screen], &sizes).await?;
    }
    ruler.close().await
}

/// Dice that are entered before the game, the list of entries, and one that is corrected.
#[tokio::test]
async fn entries_fit_every_screen() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    let mut before = roll_off("yatzy", 3, 5);
    before["entered"] = json!("all");
    ruler.look_at("de", &[Screen { shown: ".enter", ..table("roll-off entered", before, "", &[]) }], &SIZES).await?;
    for game in ["yatzy", "castro"] {
        let record = entered(game).expect("a game with dice");
        ruler.show(&Screen { shown: ".enter", ..table(&format!("{game} listed"), record, "", &[]) }).await?;
        ruler.browser.run("document.querySelector('#entries').click()").await?;
        ruler.browser.until("document.querySelector('.entries li')").await?;
        for size in HARD_SIZES {
            ruler.measure(&format!("{game}, entries"), size, ".entries", &[]).await?;
        }
        ruler.browser.run("document.querySelector('#change-2').click()").await?;
        ruler.browser.until("document.querySelector('.correcting')").await?;
        for size in SIZES {
            ruler.measure(&format!("{game}, corrected"), size, "body", &[]).await?;
        }
    }
    ruler.close().await
}

/// The sign that hands the device over, for a long name.
#[tokio::test]
async fn the_sign_between_two_people_fits_every_screen() -> WebDriverResult<()> {
    let mut ruler = Ruler::open("de").await?;
    let mut record = with_pictures(in_the_middle("caro", 3, 0.5));
    record["hand_over"] = json!(true);
    record["players"] = json!(["Maximiliane-Friederi", "Annegret-Wilhelmine", "Konstantin-Eberhardt"]);
    for language in ["de", "nl", "it"] {
        ruler.speak(language).await?;
        ruler.show(&Screen { shown: "#hand-over[open]", ..table("handed", record.clone(), "", &[]) }).await?;
        for size in SIZES {
            ruler.measure(&format!("sign, {language}"), size, "#hand-over", &[]).await?;
        }
    }
    ruler.close().await
}

/// A table by link: before the game, in it, its talk.
#[tokio::test]
async fn tables_by_link_fit_every_screen() -> WebDriverResult<()> {
    let house = House::for_the_network().await;
    let browser = Browser::at(&house).await?;
    let mut ruler = Ruler { browser, faults: Vec::new(), instead: None };
    ruler.speak("de").await?;
    for game in games::names() {
        ruler.browser.go(&format!("#/setup/{game}")).await?;
        ruler.browser.until("document.querySelector('.setup')").await?;
        let by_link = "const s = document.querySelector('.seat:nth-child(2) select'); s.value = '9'; s.dispatchEvent(new Event('change'))";
        ruler.browser.run(by_link).await?;
        ruler.browser.until("document.querySelector('.terms')").await?;
        for size in HARD_SIZES {
            ruler.measure(&format!("{game}, set-up by link"), size, "body", &[]).await?;
        }
        ruler.browser.run("document.querySelector('#start-game').click()").await?;
        ruler.browser.until("document.querySelector('.lobby #link-invite') && document.querySelector('.at-table .present')").await?;
        ruler.browser.until("document.querySelector('.agreement')").await?;
        for size in SIZES {
            ruler.measure(&format!("{game}, lobby"), size, "body", &["told"]).await?;
        }
        // The only person at the table agrees: marks and chances stand beside the game.
        ruler.browser.run("document.querySelectorAll('.agreement input').forEach(box => box.click())").await?;
        ruler.browser.until("document.querySelectorAll('.agreement input:checked').length === 2").await?;
        ruler.browser.run("document.querySelector('#start-now').click()").await?;
        let my_turn = "document.querySelector('#main-button:not(:disabled), .tile:not(:disabled)')";
        ruler.browser.until(&format!("document.querySelector('.table .chances') && {my_turn}")).await?;
        for size in SIZES {
            ruler.measure(&format!("{game}, by link"), size, "body", &["told"]).await?;
        }
        ruler.browser.run("document.querySelector('#talk-button').click()").await?;
        ruler.browser.until("document.querySelector('.talk.open')").await?;
        for size in SIZES {
            ruler.measure(&format!("{game}, talk"), size, ".talk", &["told"]).await?;
        }
    }
    ruler.close().await
}
