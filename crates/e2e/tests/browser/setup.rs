//! Setting a game up: who plays and the button that begins are always in sight, and nothing that was chosen is lost.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, House, PHONE, kept_game, serious_violations, simulated_with};
use spieltisch_rules::games;
use thirtyfour::prelude::*;

const RECORD: &str = kept_game!("location.hash.split('/')[2]");
const NAMES: &str = "[...document.querySelectorAll('.seat input[type=text]')].map(field => field.value)";
const KINDS: &str = "[...document.querySelectorAll('.seat select')].map(kind => kind.value)";
/// Phones with and without their browser's bars, upright and across.
const PHONES: [(u32, u32); 11] =
    [(320, 568), (360, 640), (375, 553), (375, 667), (390, 664), (393, 727), (390, 844), (412, 915), (844, 390), (667, 375), (640, 400)];

/// What of these is not wholly in the window, or lies under something else.
const OUT_OF_SIGHT: &str = "scrollTo({ top: 0, behavior: 'instant' }); return arguments[0].flatMap(name => [...document.querySelectorAll(name)].filter(e => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !(left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && (e.contains(hit) || hit?.closest('label')?.contains(e))) })
        .map(e => `${name} ${e.value ?? e.textContent}: ${JSON.stringify(e.getBoundingClientRect())}`))";

async fn family(browser: &Browser) -> WebDriverResult<()> {
    let people =
        json!([{"name": "Oma", "colour": 4}, {"name": "Papa", "colour": 2}, {"name": "Lena", "colour": 3}, {"name": "Tim", "colour": 5}]);
    browser.run(&format!("localStorage.setItem('spieltisch/people', {})", json!(people.to_string()))).await.map(drop)
}

async fn open(browser: &Browser, game: &str) -> WebDriverResult<()> {
    browser.go("#/").await?;
    browser.until("document.querySelector('.start')").await?;
    browser.go(&format!("#/setup/{game}")).await?;
    browser.until("document.querySelector('.setup .seat')").await
}

/// Everyone who plays, who else could, and the button: seen without scrolling on every phone, in the languages of the longest words.
#[tokio::test]
async fn who_plays_and_begin_are_in_sight_on_every_phone() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    family(&browser).await?;
    let needed = json!([".seat", ".seat input", ".seat .kind", ".seat .more", "#sit-0", "#start-game"]);
    let mut faults = Vec::new();
    for language in ["de", "nl", "it", "en"] {
        browser.settings(json!({"language": language})).await?;
        for game in games::names() {
            open(&browser, game).await?;
            for size in PHONES {
                browser.size(size).await?;
                let hidden = browser.driver.execute(OUT_OF_SIGHT, vec![needed.clone()]).await?;
                let hidden: Vec<String> = serde_json::from_value(hidden.json().clone())?;
                faults.extend(hidden.into_iter().map(|hidden| format!("{language}, {game}, {size:?}: {hidden}")));
            }
        }
    }
    // Four people take two rows more; upright they are seen as well.
    browser.settings(json!({"language": "de"})).await?;
    open(&browser, "castro").await?;
    for person in 0..4 {
        browser.run(&format!("document.querySelector('#sit-{person}').click()")).await?;
    }
    browser.until("document.querySelectorAll('.seat').length === 4").await?;
    for size in PHONES.into_iter().filter(|(width, height)| width < height) {
        browser.size(size).await?;
        let hidden = browser.driver.execute(OUT_OF_SIGHT, vec![needed.clone()]).await?;
        let hidden: Vec<String> = serde_json::from_value(hidden.json().clone())?;
        faults.extend(hidden.into_iter().map(|hidden| format!("four, {size:?}: {hidden}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    browser.size(PHONE).await?;
    browser.screenshot("setup-four-phone").await?;
    browser.driver.quit().await
}

/// The second person sends the computer away, which comes back with a tap; and everyone is there again after Back.
#[tokio::test]
async fn four_of_the_family_play_without_a_computer_and_stay_after_going_back() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    family(&browser).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.start')").await?;
    open(&browser, "yatzy").await?;
    // By way of the people's page, as it was found: the address then tells how many played.
    browser.click("#to-people").await?;
    browser.until("document.querySelector('.people-page')").await?;
    browser.driver.back().await?;
    browser.until("document.querySelector('#sit-3')").await?;
    for person in ["#sit-0", "#sit-1"] {
        browser.click(person).await?;
    }
    browser.until(&format!("{NAMES}.length === 2")).await?;
    assert_eq!(browser.value(NAMES).await?, json!(["Oma", "Papa"]), "the computer has gone");
    browser.click("#add-computer").await?;
    browser.until(&format!("{NAMES}.length === 3")).await?;
    assert_eq!(browser.value(&format!("{KINDS}[2]")).await?, "2", "and comes back, at the level of the start page");
    browser.click(".seat:nth-child(3) .more").await?;
    browser.click(".seat:nth-child(3) .remove").await?;
    for person in ["#sit-2", "#sit-3"] {
        browser.click(person).await?;
    }
    let all = json!(["Oma", "Papa", "Lena", "Tim"]);
    browser.until(&format!("{NAMES}.length === 4")).await?;
    assert_eq!(browser.value(NAMES).await?, all);
    assert_eq!(serious_violations(&browser).await?, Vec::<String>::new());
    browser.click("#start-game").await?;
    browser.until("location.hash.startsWith('#/play/')").await?;
    let players = browser.value(&format!("{RECORD}.players")).await?;
    assert_eq!(players.as_array().map(Vec::len), Some(4), "{players}");
    browser.driver.back().await?;
    browser.until(&format!("document.querySelector('.seat') && {NAMES}.length === 4")).await?;
    assert_eq!(browser.value(NAMES).await?, all, "all seats stay");
    // What was changed without beginning stays too.
    browser.click("#add-computer").await?;
    browser.go("#/rules/yatzy").await?;
    browser.until("document.querySelector('.rules')").await?;
    browser.driver.back().await?;
    browser.until(&format!("document.querySelector('.seat') && {NAMES}.length === 5")).await?;
    browser.driver.quit().await
}

/// A head start is chosen for a seat: the game has it, the set-up still shows it afterwards, and the end says it.
#[tokio::test]
async fn points_ahead_are_chosen_kept_and_said_at_the_end() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for game in games::names() {
        let most = *games::info(game).and_then(|info| info.head_starts.last()).expect("every game has head starts");
        browser.settings(json!({"language": "en", "speed": "fast"})).await?;
        open(&browser, game).await?;
        browser.click(".seat .more").await?;
        let choose = format!(
            "const given = document.querySelector('#head-start-0'); given.value = '{most}'; given.dispatchEvent(new Event('change'))"
        );
        browser.run(&choose).await?;
        browser.until(&format!("document.querySelector('.seat .more').textContent === '+{most}'")).await?;
        browser.click("#start-game").await?;
        browser.until("location.hash.startsWith('#/play/')").await?;
        let record = browser.value(RECORD).await?;
        // Where a roll-off turned the seats, the points have turned with them.
        let given = record["options"]["head_start"].as_array().cloned().unwrap_or_default();
        assert_eq!(given.iter().filter_map(Value::as_u64).sum::<u64>(), u64::from(most), "{game}: {record}");
        browser.driver.back().await?;
        browser.until(&format!("document.querySelector('.seat .more')?.textContent === '+{most}'")).await?;
        // A game that was played with it to the end.
        browser.settings(json!({"language": "en", "speed": "fast", "motion": "none"})).await?;
        let mut over = simulated_with(game, 2, 3, &["--option", &format!("head_start=[{most}]")]);
        over["saved"] = json!("2026-11-15T20:00:00.000Z");
        browser.play_record(&format!("{game}-ahead"), &over).await?;
        browser.until("document.querySelector('.end.counted')").await?;
        let said = browser.value("document.querySelector('.ranking').textContent").await?;
        let ahead = if game == "castro" { format!("Head start: {most} roofs") } else { format!("Head start: {most} points") };
        assert!(said.as_str().is_some_and(|said| said.matches("Head start").count() == 1 && said.contains(&ahead)), "{game}: {said}");
    }
    browser.driver.quit().await
}

/// What is set for a table by link stands beside its fold.
#[tokio::test]
async fn the_fold_of_a_table_by_link_says_what_is_set() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let browser = Browser::at(&house).await?;
    open(&browser, "yatzy").await?;
    let by_link = "const s = document.querySelector('.seat:nth-child(2) select'); s.value = '9'; s.dispatchEvent(new Event('change'))";
    browser.run(by_link).await?;
    browser.until("document.querySelector('#fold-terms .now')?.textContent.includes('Chat')").await?;
    browser.run("document.querySelector('#fold-terms').open = true").await?;
    browser.click("#term-same-dice").await?;
    browser.click("#term-chat").await?;
    browser.run("const s = document.querySelector('#term-turn'); s.value = '60'; s.dispatchEvent(new Event('change'))").await?;
    browser.until("document.querySelector('#fold-terms .now').textContent.includes('Time per turn: 1 minute')").await?;
    let now = browser.value("document.querySelector('#fold-terms .now').textContent").await?;
    let now = now.as_str().unwrap_or_default();
    assert!(now.starts_with("Same dice for all · ") && now.ends_with("No chat"), "{now}");
    browser.driver.quit().await
}

/// After a name was typed the first press on something else is heard.
#[tokio::test]
async fn a_press_after_typing_a_name_is_not_swallowed() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    open(&browser, "castro").await?;
    browser.unfold().await?;
    let field = browser.driver.find(By::Css(".seat input")).await?;
    field.clear().await?;
    field.send_keys("Anneliese").await?;
    let first_seat = "[...document.querySelectorAll('input[name=begins]')][1]";
    // As a finger does it: pressed on one spot, the field loses the focus, and let go on the same spot.
    let middle = format!(
        "(element => {{ element.scrollIntoView({{ block: 'center' }}); const r = element.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2] }})({first_seat})"
    );
    let middle = browser.value(&middle).await?;
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({"type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1});
        browser.driver.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
    }
    browser.until(&format!("{first_seat}.checked")).await?;
    assert_eq!(browser.value("document.querySelector('#fold-begins .now').textContent").await?, "The first seat");
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.table.castro')").await?;
    assert_eq!(browser.value(&format!("{RECORD}.players[0]")).await?, "Anneliese", "the first seat begins, without a roll-off");
    browser.driver.quit().await
}

/// The chosen starter still begins under the name that is being typed.
#[tokio::test]
async fn who_begins_keeps_beginning_under_another_name() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    open(&browser, "caro").await?;
    let field = browser.driver.find(By::Css(".seat input")).await?;
    field.clear().await?;
    field.send_keys("Tim").await?;
    assert_eq!(browser.value("document.querySelector('#fold-begins .now').textContent").await?, "Tim");
    assert_eq!(browser.value("document.querySelector('input[name=begins]').checked").await?, true);
    browser.driver.quit().await
}

/// One level for one opponent, wherever it is chosen.
#[tokio::test]
async fn the_level_of_the_start_page_is_that_of_the_set_up() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    open(&browser, "castro").await?;
    assert_eq!(browser.value(KINDS).await?, json!(["0", "2"]), "as the start page says");
    let choose = |selector: &str, level: u8| {
        format!("const field = document.querySelector('{selector}'); field.value = '{level}'; field.dispatchEvent(new Event('change'))")
    };
    browser.run(&choose(".seat:nth-child(2) select", 5)).await?;
    browser.go("#/").await?;
    browser.until("document.querySelector('#level-castro')?.value === '5'").await?;
    browser.run(&choose("#level-castro", 4)).await?;
    browser.go("#/setup/castro").await?;
    browser.until(&format!("document.querySelector('.seat') && {KINDS}[1] === '4'")).await?;
    // Another game has its own.
    open(&browser, "crowns").await?;
    assert_eq!(browser.value(KINDS).await?, json!(["0", "2"]));
    browser.driver.quit().await
}

/// A table by link is one tap away, and the fold says what is set without being opened.
#[tokio::test]
async fn a_person_by_link_sits_down_with_a_tap_and_folds_tell_what_is_set() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    open(&browser, "castro").await?;
    let now = |fold: &str| format!("document.querySelector('#fold-{fold} .now').textContent");
    assert_eq!(browser.value(&now("rules")).await?, "As in the rules");
    assert_eq!(browser.value(&now("begins")).await?, "Roll for it");
    browser.unfold().await?;
    let ticks = browser.value("[...document.querySelectorAll('#fold-rules input')].map(field => field.id)").await?;
    assert_eq!(ticks, json!(["option-full_house_from_yatzy"]), "house rules and nothing else");
    browser.click("#option-full_house_from_yatzy").await?;
    browser.click("#option-hints").await?;
    assert_ne!(browser.value(&now("rules")).await?, "As in the rules");
    let helps: Value = browser.value(&now("help")).await?;
    assert!(helps.as_str().is_some_and(|helps| !helps.contains("Hints") && helps.contains("Undo")), "{helps}");
    browser.click("#add-link").await?;
    browser.until(&format!("document.querySelector('.terms') && JSON.stringify({KINDS}) === '[\"0\",\"9\"]'")).await?;
    assert!(
        browser
            .value("document.querySelector('#start-game').textContent")
            .await?
            .as_str()
            .is_some_and(|says| !says.contains("Start the game"))
    );
    assert_eq!(serious_violations(&browser).await?, Vec::<String>::new());
    browser.driver.quit().await
}
