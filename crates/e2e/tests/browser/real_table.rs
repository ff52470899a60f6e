//! At a real table: dice entered by taps and by keys, for people and computers; entries corrected; the coach and its voice.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, PHONE, serious_violations, simulated};
use thirtyfour::prelude::*;

/// A game of persons, or of Anna against a computer, whose dice are all entered.
fn record(game: &str, players: &[&str], computer: bool, events: &[&str]) -> Value {
    let seat = |colour: usize| if computer && colour == 1 { json!({"colour": 1, "computer": 1}) } else { json!({ "colour": colour }) };
    json!({"format": "spieltisch/1", "game": game, "players": players, "options": {}, "board": null, "events": events, "result": null,
        "seats": (0..players.len()).map(seat).collect::<Vec<_>>(), "entered": "all", "coach": computer})
}

/// Plays a whole game by clicks: random faces on the keypad, and whatever the table offers first.
const WHOLE_GAME: &str = "
    const done = arguments[arguments.length - 1];
    let seed = SEED;
    const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n };
    const $ = (selector) => document.querySelector(selector);
    const tick = () => new Promise((then) => setTimeout(then, 4));
    const ways = {
      yatzy: async () => { ($('.offer:not(.nothing)') ?? $('.offer'))?.click() },
      castro: async () => { $('.square.possible')?.click() },
      crowns: async () => { for (let n = 0; n < 6 && $('.square.possible'); n++) { $('.square.possible').click(); await tick() } },
      caro: async () => { for (const tile of document.querySelectorAll('.tile:not(:disabled)')) {
        tile.click(); await tick();
        if ($('.place.possible')) { $('.place.possible').click(); break } } },
    };
    (async () => {
      let rolls = 0;
      for (let turn = 0; turn < 3000; turn++) {
        if ($('.end')) return done(rolls);
        if ($('.enter')) {
          while ($('.enter .missing')) { $('#key-' + (1 + random(6))).click(); await tick() }
          rolls++;
        } else if ($('.actions')) {
          await ways.GAME(); await tick();
        }
        const main = $('#main-button');
        if (main && !main.disabled) main.click();
        await tick();
      }
      done('no end: ' + document.body.innerText);
    })()";

#[tokio::test]
async fn whole_games_by_entered_dice_on_a_phone() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(PHONE).await?;
    let seed = std::process::id() % 1000;
    for (game, players) in [("yatzy", 1), ("castro", 2), ("crowns", 1), ("caro", 2)] {
        browser.play_record(game, &record(game, &["Anna", "Ben"][..players], false, &[])).await?;
        let script = WHOLE_GAME.replace("SEED", &seed.to_string()).replace("GAME", game);
        let rolls = browser.driver.execute_async(&script, Vec::new()).await?.json().clone();
        let kept = browser.kept_game(game).await?;
        let events = kept["events"].as_array().cloned().unwrap_or_default();
        let rolled = events.iter().filter(|event| event.as_str().is_some_and(|event| event.starts_with("roll"))).count();
        assert_eq!(rolls, json!(rolled), "{game}, seed {seed}: every roll was entered");
        assert!(kept["result"].is_object() && kept["entered"] == "all", "{game}: {kept}");
        assert!(browser.has(".end #entries").await?, "an entry can be corrected at the end too");
    }
    browser.driver.quit().await
}

const PROMPT: &str = "document.querySelector('.enter .prompt').textContent";

async fn tap_dice(browser: &Browser, faces: &str) -> WebDriverResult<()> {
    for (i, face) in faces.split(' ').enumerate() {
        browser.tap(&format!("#key-{face}")).await?;
        browser.until(&format!("document.querySelectorAll('.faces svg:not(.missing, .stays)').length === {}", i + 1)).await?;
    }
    Ok(())
}

async fn type_keys(browser: &Browser, keys: &str) -> WebDriverResult<()> {
    browser.driver.action_chain().send_keys(keys).perform().await
}

async fn events(browser: &Browser, id: &str) -> WebDriverResult<Vec<String>> {
    Ok(serde_json::from_value(browser.kept_game(id).await?["events"].take())?)
}

/// What the page would say and hold, caught: voices and screens differ from machine to machine.
const CAUGHT: &str = "window.said = []; window.awake = 0;
    if (window.speechSynthesis) speechSynthesis.speak = (words) => said.push([words.lang, words.text]);
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { awake++; return { release: async () => { awake-- } } } } })";

async fn said(browser: &Browser, what: &str) -> WebDriverResult<()> {
    browser.until(&format!("said.some(([lang, text]) => lang === 'en' && text.includes({what:?}))")).await
}

#[tokio::test]
async fn a_roll_is_entered_corrected_and_spoken() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(PHONE).await?;
    browser.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await?;
    browser.before_each_page(CAUGHT).await?;
    browser.settings(json!({"speed": "fast", "language": "en", "voice": "on"})).await?;
    browser.play_record("own", &record("yatzy", &["Anna", "Ben"], true, &[])).await?;
    browser.until("awake === 1").await?;
    browser.until(&format!("{PROMPT}.includes('Anna: roll 5 dice')")).await?;
    said(&browser, "Anna: roll 5 dice").await?;

    let small = "[...document.querySelectorAll('.key')].filter(key => key.offsetWidth < 56 || key.offsetHeight < 56).length";
    assert_eq!(browser.value(small).await?, 0, "keys are large enough for any thumb");

    // Half a roll outlasts a closed tab: nothing of it is in what a tab remembers.
    tap_dice(&browser, "6 6 1").await?;
    browser.screenshot("real-phone-half").await?;
    browser.run("sessionStorage.clear()").await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelectorAll('.faces svg:not(.missing)').length === 3").await?;
    browser.tap("#delete-die").await?;
    browser.until("document.querySelectorAll('.faces svg:not(.missing)').length === 2").await?;
    type_keys(&browser, "1248").await?;
    browser.until(&format!("{PROMPT}.includes('A die shows 1 to 6')")).await?;
    browser.tap("#main-button").await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    assert_eq!(events(&browser, "own").await?, ["roll 1 2 4 6 6"]);

    // Two sixes stay: three dice are entered, and not a fourth.
    for slot in [4, 5] {
        browser.tap(&format!(".die:nth-child({slot})")).await?;
    }
    browser.until("document.querySelectorAll('.die.kept').length === 2").await?;
    browser.tap("#main-button").await?;
    browser.until(&format!("{PROMPT}.includes('Anna keeps 6 6. Roll 3 dice')")).await?;
    type_keys(&browser, "3563").await?;
    browser.until(&format!("{PROMPT}.includes('6 6 stay as they are')")).await?;
    said(&browser, "6 6 stay as they are").await?;
    // Let go half-way, and taken back: the dice lie there as before.
    browser.tap(".enter .undo").await?;
    browser.until("document.querySelectorAll('.faces .missing').length === 3").await?;
    browser.tap(".enter .undo").await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    browser.tap("#main-button").await?;
    browser.until(&format!("{PROMPT}.includes('Anna keeps 6 6')")).await?;
    browser.driver.refresh().await?;
    browser.until("document.querySelectorAll('.faces .stays').length === 2").await?;
    tap_dice(&browser, "3 5 6").await?;
    browser.tap("#main-button").await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;

    // What a box brings is said before it is written; then the coach speaks.
    browser.tap("#box-sixes").await?;
    said(&browser, "Sixes, 18").await?;
    browser.tap("#box-ones").await?;
    said(&browser, "Strike: Ones").await?;
    browser.tap("#main-button").await?;
    browser.until(&format!("{PROMPT}.includes('Roll 5 dice for Ben')")).await?;
    browser.until("document.querySelector('.enter .hint')?.textContent.startsWith('Better, Anna: ')").await?;
    said(&browser, "Better, Anna: ").await?;
    browser.screenshot("real-phone-coach").await?;
    browser.size((844, 390)).await?;
    browser.screenshot("real-landscape").await?;
    browser.size(DESKTOP).await?;
    browser.screenshot("real-desktop").await?;
    browser.size(PHONE).await?;

    // The computer's dice, until it is Anna's turn again.
    for _ in 0..3 {
        browser.until("document.querySelector('.enter')").await?;
        if browser.value(&format!("{PROMPT}.includes('Anna: roll')")).await? == true {
            break;
        }
        browser.until(&format!("{PROMPT}.includes('for Ben')")).await?;
        let before = browser.value("document.querySelectorAll('.faces .missing').length").await?.as_u64().unwrap_or(0);
        type_keys(&browser, &"2".repeat(before as usize)).await?;
        browser.tap("#main-button").await?;
        browser.until("document.querySelector('.enter') && !document.querySelector('.faces svg:not(.missing, .stays)')").await?;
    }
    browser.until(&format!("{PROMPT}.includes('Anna: roll 5 dice')")).await?;
    browser.screenshot("real-phone-keypad").await?;
    correct_the_first_roll(&browser).await?;
    browser.go("#/").await?;
    browser.until("document.querySelector('.games') && awake === 0").await?;
    browser.driver.quit().await
}

/// Anna's first roll had no sixes after all: what she kept no longer fits, the rest does.
async fn correct_the_first_roll(browser: &Browser) -> WebDriverResult<()> {
    let old = events(browser, "own").await?;
    browser.tap("#entries").await?;
    browser.until("document.querySelector('.entries li')").await?;
    browser.screenshot("real-phone-entries").await?;
    browser.run("document.querySelector('#change-0').scrollIntoView()").await?;
    browser.tap("#change-0").await?;
    browser.until("document.querySelector('.correcting')?.textContent.includes('You are changing this: Anna rolled 1 2 4 6 6.')").await?;
    let id = browser.value("location.hash.split('/').pop()").await?;
    let id = id.as_str().unwrap_or_default();
    assert_ne!(id, "own");

    // Left as it was, nothing has happened.
    browser.tap("#keep-as-it-was").await?;
    browser.until("location.hash === '#/play/own' && document.querySelector('.enter') && !document.querySelector('.correcting')").await?;
    assert_eq!(browser.value(&format!("localStorage.getItem('spieltisch/game/{id}')")).await?, Value::Null);
    browser.run("document.querySelector('#entries').click()").await?;
    browser.until("document.querySelector('#change-0')").await?;
    browser.run("document.querySelector('#change-0').click()").await?;
    browser.until("document.querySelector('.correcting') && location.hash !== '#/play/own'").await?;
    let id = browser.value("location.hash.split('/').pop()").await?;
    let id = id.as_str().unwrap_or_default();

    type_keys(browser, "11234").await?;
    browser.tap("#main-button").await?;
    browser.until("document.querySelector('.correcting')?.textContent.includes('no longer fits: Anna: keep 6 6.')").await?;
    browser.screenshot("real-phone-correcting").await?;
    assert_eq!(events(browser, id).await?, ["roll 1 1 2 3 4"]);
    // A closed tab loses nothing of what waits.
    browser.driver.refresh().await?;
    browser.until("document.querySelector('.correcting') && document.querySelectorAll('.die.lying').length === 5").await?;
    browser.tap("#main-button").await?;
    browser.until("!document.querySelector('.correcting')").await?;
    let new = events(browser, id).await?;
    assert_eq!(new[..2], ["roll 1 1 2 3 4", "keep"]);
    assert_eq!(new[2..], old[2..]);
    assert_eq!(events(browser, "own").await?, old, "the old version stays as it was");
    assert_eq!(browser.kept_game(id).await?["corrects"], json!({"game": "own", "after": 0}));
    browser.go("#/games").await?;
    browser.until("document.querySelectorAll('.saved li').length === 2 && document.querySelector('.came-from')").await
}

/// Set up by hand: who begins is rolled for with one's own dice, and the computers' are thrown by the program.
#[tokio::test]
async fn own_dice_are_chosen_in_the_set_up() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.go("#/setup/yatzy").await?;
    browser.until("document.querySelector('#own-people')").await?;
    browser.unfold().await?;
    browser.run("document.querySelector('#own-people').click()").await?;
    browser.until("document.querySelector('#dice-set')").await?;
    browser.driver.find(By::Css("#dice-set")).await?.send_keys("The red ones").await?;
    browser.click("#start-game").await?;
    browser.until("document.querySelector('.roll-off .enter') && document.querySelectorAll('.faces .missing').length === 5").await?;
    mistyped_throw(&browser).await?;
    // The computer's throw is the program's, and may be as high.
    for _ in 0..9 {
        type_keys(&browser, "66666\u{e007}").await?;
        browser.until("document.querySelector('.roll-off > #main-button:not(:disabled)') || document.querySelectorAll('.faces .missing').length === 5").await?;
        if browser.has(".roll-off > #main-button").await? {
            break;
        }
    }
    browser.click("#main-button").await?;
    browser.until("document.querySelector('.table .enter')").await?;
    let kept = browser.value("JSON.parse(Object.entries(localStorage).find(([name]) => name.startsWith('spieltisch/game/'))[1])").await?;
    assert_eq!(kept["entered"], "people");
    assert_eq!(kept["opening"][0][1], json!([6, 6, 6, 6, 6]));
    type_keys(&browser, "1234r").await?;
    browser.until(&format!("{PROMPT}.includes('Still missing: 1 die')")).await?;
    type_keys(&browser, "5r").await?;
    browser.until("document.querySelectorAll('.die.lying').length === 5").await?;
    are_the_dice_fair(&browser).await?;
    browser.driver.quit().await
}

/// A throw that was mistyped before the game is typed anew; what the program threw after it stays.
async fn mistyped_throw(browser: &Browser) -> WebDriverResult<()> {
    let opening = "JSON.parse(Object.entries(localStorage).find(([name]) => name.startsWith('spieltisch/game/'))[1]).opening";
    type_keys(browser, "11111\u{e007}").await?;
    browser.until("document.querySelector('#undo-throw') && document.querySelector('.roll-off > #main-button:not(:disabled)')").await?;
    let before = browser.value(opening).await?;
    browser.click("#undo-throw").await?;
    browser.until("document.querySelectorAll('.roll-off .faces svg:not(.missing)').length === 5").await?;
    assert_eq!(browser.value(opening).await?, before, "nothing is lost while it is typed");
    type_keys(browser, "\u{e003}\u{e003}23\u{e007}").await?;
    browser.until("document.querySelector('.roll-off > #main-button:not(:disabled)')").await?;
    let after = browser.value(opening).await?;
    assert_eq!(after[0][1], json!([1, 1, 1, 2, 3]));
    assert_eq!(after[1], before[1], "the program's throw stays as it fell");
    browser.click("#undo-throw").await?;
    browser.until("document.querySelector('.roll-off .enter .undo:not(:disabled)')").await?;
    browser.click(".roll-off .enter .undo").await
}

/// Dice are counted by set, over games, and only those thrown by hand.
async fn are_the_dice_fair(browser: &Browser) -> WebDriverResult<()> {
    browser.click("#entries").await?;
    browser.until("document.querySelector('#fairness')?.textContent.includes('Too few rolls')").await?;
    let mut fair = simulated("yatzy", 1, 3);
    (fair["entered"], fair["dice_set"]) = (json!("all"), json!("Grandmother’s"));
    let turn = ["roll 6 6 6 6 6", "keep", "roll 6 6 6 6 6", "keep", "roll 6 6 6 6 6"];
    let events = ["score sixes", "score chance", "score yatzy"].iter().flat_map(|score| turn.iter().chain([score])).chain(&turn);
    let mut loaded = record("yatzy", &["Anna"], false, &events.copied().collect::<Vec<_>>());
    loaded["dice_set"] = json!("From the joke shop");
    for (id, record) in [("fair", fair), ("loaded", loaded)] {
        browser.run(&format!("localStorage.setItem('spieltisch/game/{id}', {})", json!(record.to_string()))).await?;
    }
    browser.go("#/dice").await?;
    browser.until("document.querySelectorAll('.dice-set').length === 3").await?;
    let sets = browser.value("[...document.querySelectorAll('.dice-set')].map(set => set.innerText)").await?;
    let says = |name: &str, what: &str| {
        let set = sets.as_array().into_iter().flatten().filter_map(Value::as_str).find(|set| set.starts_with(name));
        assert!(set.is_some_and(|set| set.contains(what)), "{name}: {what}: {sets}");
    };
    says("The red ones", "Too few rolls to say anything: ");
    says("Grandmother’s", "Nothing unusual");
    says("From the joke shop", "less than once in 1000000");
    let violations = serious_violations(browser).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    browser.size(PHONE).await?;
    browser.screenshot("real-phone-fairness").await
}
