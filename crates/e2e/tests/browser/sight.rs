//! What is marked is seen: by contrast in light and dark, by focus, in colours a person forces on the page; and it is said.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, simulated};
use thirtyfour::prelude::*;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// Contrast as WCAG 2 defines it, between two colours written in any way.
const CONTRAST: &str = "window.contrast = (one, other) => {
    const light = (colour) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
}";

fn played(game: &str, events: &[&str]) -> Value {
    json!({"format": "spieltisch/1", "game": game, "players": ["Anna", "Ben"], "options": {}, "board": null, "events": events, "result": null})
}

/// A game of Castro in which Anna decides: some squares are possible, one was built last.
fn castro() -> Value {
    played("castro", &["roll 2 2 5 5 5", "place b5", "roll 1 2 3 4 5", "place a6", "roll 3 3 3 4 4"])
}

async fn open(look: &str) -> WebDriverResult<Browser> {
    let browser = Browser::open().await?;
    browser.settings(json!({"speed": "fast", "language": "en", "motion": "none", "look": look})).await?;
    browser.run(CONTRAST).await?;
    Ok(browser)
}

#[tokio::test]
async fn texts_and_marks_have_contrast() -> WebDriverResult<()> {
    let mut faults = Vec::new();
    for look in ["light", "dark", "contrast"] {
        let browser = open(look).await?;
        let texts = [
            ("on-wood", "wood"),
            ("on-wood", "wood-light"),
            ("on-wood-soft", "wood"),
            ("on-wood-soft", "wood-light"),
            ("on-felt", "felt"),
            ("on-felt", "felt-light"),
            ("on-felt-soft", "felt"),
            ("on-felt-soft", "felt-light"),
            ("ink", "card"),
            ("ink-soft", "card"),
            ("ink-soft", "card-deep"),
            ("good", "card"),
            ("bad", "card"),
        ];
        let marks = [
            ("ring", "felt"),
            ("ring", "felt-light"),
            ("possible", "ivory"),
            ("brass-deep", "ivory"),
            ("accent", "card"),
            ("accent", "card-deep"),
            ("focus-in", "focus-out"),
        ];
        for (least, pairs) in [(4.5, &texts[..]), (3.0, &marks[..])] {
            for (one, other) in pairs {
                let script = format!(
                    "const of = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(); return contrast(of('{one}'), of('{other}'))"
                );
                let contrast = browser.run(&script).await?.as_f64().unwrap_or_default();
                if contrast < least {
                    faults.push(format!("{look}: {one} on {other} has {contrast:.2}, not {least}"));
                }
            }
        }
        // The last seconds of a turn stand in a colour of their own.
        browser.play_record("s", &castro()).await?;
        let clock = "const clock = document.createElement('span'); clock.className = 'clock short'; document.querySelector('.prompt').append(clock);
            const style = getComputedStyle(clock); return contrast(style.color, style.backgroundColor)";
        let contrast = browser.run(clock).await?.as_f64().unwrap_or_default();
        if contrast < 4.5 {
            faults.push(format!("{look}: the last seconds have {contrast:.2}"));
        }
        browser.driver.quit().await?;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// How many pixels around an element change by a contrast of at least 3 when a script runs, over what a line of 2 px
/// around it would change.
async fn seen(browser: &Browser, selector: &str, change: &str) -> WebDriverResult<f64> {
    let element = json!(selector);
    browser.run(&format!("document.querySelector({element}).scrollIntoView({{block: 'center'}})")).await?;
    let clip = browser
        .run(&format!("const r = document.querySelector({element}).getBoundingClientRect(); return {{x: r.x + scrollX - 8, y: r.y + scrollY - 8, width: r.width + 16, height: r.height + 16, scale: 1}}"))
        .await?;
    let before = picture(browser, &clip).await?;
    browser.run(change).await?;
    let after = picture(browser, &clip).await?;
    let compare = "const done = arguments[arguments.length - 1];
        const pixels = async (picture) => {
            const image = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), c => c.charCodeAt(0))], {type: 'image/png'}));
            const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d'); canvas.drawImage(image, 0, 0);
            return canvas.getImageData(0, 0, image.width, image.height);
        };
        const part = (part) => part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
        const light = (data, i) => 0.2126 * part(data[i]) + 0.7152 * part(data[i + 1]) + 0.0722 * part(data[i + 2]) + 0.05;
        Promise.all([pixels(arguments[0]), pixels(arguments[1])]).then(([one, other]) => {
            let changed = 0;
            for (let i = 0; i < one.data.length; i += 4) {
                const [a, b] = [light(one.data, i), light(other.data, i)];
                if (Math.max(a, b) / Math.min(a, b) >= 3) changed += 1;
            }
            done(changed / (2 * 2 * (one.width - 16 + one.height - 16)));
        })";
    Ok(browser.driver.execute_async(compare, vec![before, after]).await?.json().as_f64().unwrap_or_default())
}

async fn picture(browser: &Browser, clip: &Value) -> WebDriverResult<Value> {
    let taken = browser.driver.cdp().send_raw("Page.captureScreenshot", json!({"format": "png", "clip": clip})).await?;
    Ok(taken["data"].clone())
}

/// Focus changes at least as many pixels as a line of 2 px all around, on whatever it lies.
#[tokio::test]
async fn focus_is_seen_on_everything() -> WebDriverResult<()> {
    let mut faults = Vec::new();
    for look in ["light", "dark", "contrast"] {
        let browser = open(look).await?;
        browser.play_record("s", &castro()).await?;
        // After a key press the focus is visible.
        browser.driver.action_chain().send_keys(TAB).perform().await?;
        let squares = [".square.possible", ".square.last", ".square:not(.possible):not(.last)"];
        let others = ["#main-button", "#hint-button", ".die", ".pill.gear"];
        for selector in squares.into_iter().chain(others) {
            let focus = format!("document.activeElement.blur(); document.querySelector('{selector}').focus()");
            let share = seen(&browser, selector, &focus).await?;
            if share < 1.0 {
                faults.push(format!("{look}: focus on {selector} covers {share:.2} of a line around it"));
            }
            browser.run("document.activeElement.blur()").await?;
        }
        browser.driver.quit().await?;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// A mark taken away is missed: in both looks, and in colours that the person forces on the page.
#[tokio::test]
async fn marks_are_seen() -> WebDriverResult<()> {
    let mut faults = Vec::new();
    for (look, forced) in [("light", "none"), ("dark", "none"), ("contrast", "none"), ("light", "active"), ("dark", "active")] {
        let browser = open(look).await?;
        browser.play_record("s", &castro()).await?;
        let features = json!({"features": [{"name": "forced-colors", "value": forced}, {"name": "prefers-color-scheme", "value": look}]});
        browser.driver.cdp().send_raw("Emulation.setEmulatedMedia", features).await?;
        for (selector, mark) in [(".square.possible", "possible"), (".player.turn", "turn"), (".ladder li.now", "now")] {
            let unmark = format!("document.querySelector('{selector}').classList.remove('{mark}')");
            let marked = seen(&browser, selector, &unmark).await?;
            // Whose turn it is and the ladder have a border of one line inside a card.
            let least = if mark == "possible" { 1.0 } else { 0.5 };
            if marked < least {
                faults.push(format!("{look}, forced colours {forced}: {mark} covers {marked:.2} of a line around it"));
            }
        }
        browser.driver.quit().await?;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// A player who lays a tile by keyboard stays on the field, whatever the others do.
#[tokio::test]
async fn focus_stays_on_the_field_after_laying() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let mut record = played("caro", &["lay red 0,0", "lay white 1,0"]);
    record["seats"] = json!([{"colour": 0}, {"colour": 1, "computer": 1}]);
    browser.play_record("c", &record).await?;
    for _ in 0..2 {
        browser.until("document.querySelector('.tile:not(:disabled)')").await?;
        let before = browser.value("document.querySelectorAll('.history li').length").await?.as_u64().unwrap_or(0);
        for tile in 1..=4 {
            browser.run(&format!("document.querySelectorAll('.tiles .tile')[{tile} - 1].click()")).await?;
            if browser.has(".place.possible").await? {
                break;
            }
        }
        browser.run("document.querySelector('.place.possible').click()").await?;
        browser.until("document.querySelector('#main-button:not(:disabled):not(.settling)')").await?;
        browser.run("document.querySelector('#main-button').focus()").await?;
        browser.driver.action_chain().send_keys(ENTER).perform().await?;
        browser.until(&format!("document.querySelectorAll('.history li').length >= {}", before + 2)).await?;
        browser.until("document.activeElement.matches('.field [role=gridcell]')").await?;
    }
    browser.driver.quit().await
}

/// A warning that a player is about to win is said, not only shown.
#[tokio::test]
async fn a_near_win_is_said() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let events = [
        "roll 2 2 5 5 5",
        "place b5",
        "roll 1 2 3 4 5",
        "place a6",
        "roll 3 3 3 4 4",
        "place c4",
        "roll 1 2 3 4 5",
        "place e4",
        "roll 2 2 5 5 5",
    ];
    browser.play_record("s", &played("castro", &events)).await?;
    browser.until("document.querySelector('.square.possible')").await?;
    browser.run("window.region = document.querySelector('.warnings').closest('[aria-live=polite]')").await?;
    assert_eq!(browser.value("region.textContent").await?, "", "no player is near yet");
    // d3: the third roof on the diagonal from b5.
    browser.click("#castro-3-3").await?;
    browser.click("#main-button").await?;
    browser.until("region.isConnected && region.textContent.includes('Anna')").await?;
    browser.driver.quit().await
}

/// A tap leaves no square flash on what is round.
#[tokio::test]
async fn no_square_flashes_under_a_finger() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    for page in ["#/", "#/setup/yatzy", "#/settings"] {
        browser.go(page).await?;
        browser.until(&format!("location.hash === '{page}' && document.querySelector('main button, main a')")).await?;
        let flashes = "[...document.querySelectorAll('a, button, summary, label')].filter(e => getComputedStyle(e).webkitTapHighlightColor !== 'rgba(0, 0, 0, 0)').length";
        assert_eq!(browser.value(flashes).await?, 0, "{page}");
    }
    browser.driver.quit().await
}

/// How large the area may grow stands on the board, below the frame that shows it, however far the tiles reach.
#[tokio::test]
async fn the_size_of_the_area_stands_clear_of_its_frame() -> WebDriverResult<()> {
    let browser = open("dark").await?;
    let mut late = simulated("caro", 2, 5);
    late["events"].as_array_mut().expect("a record has events").truncate(20);
    late["result"] = Value::Null;
    for (id, record) in [("begins", played("caro", &["lay red 0,0"])), ("late", late)] {
        browser.play_record(id, &record).await?;
        browser.until("document.querySelector('.caro .area')").await?;
        for size in [(320, 568), (390, 664), (844, 390), (820, 1180), (1440, 900)] {
            browser.size(size).await?;
            let clear = "(([area, field, board]) => area.top >= field.bottom && area.bottom <= board.bottom && area.left >= board.left && area.right <= board.right)
                (['.area', '.field', '.caro .board'].map(part => document.querySelector(part).getBoundingClientRect()))";
            assert_eq!(browser.value(clear).await?, true, "{id}, {size:?}");
        }
    }
    browser.driver.quit().await
}

/// On a tablet the sheet has letters for its rows, and everyone's name above their column.
#[tokio::test]
async fn a_tablet_has_large_letters_and_names() -> WebDriverResult<()> {
    let browser = open("light").await?;
    browser.size((820, 1180)).await?;
    browser.play_record("y", &played("yatzy", &["roll 1 2 4 6 6"])).await?;
    browser.until("document.querySelector('.sheet tbody th')").await?;
    let letters = browser
        .value("Math.min(...[...document.querySelectorAll('.sheet tbody th')].map(th => parseFloat(getComputedStyle(th).fontSize)))")
        .await?;
    assert!(letters.as_f64() >= Some(16.0), "{letters} px");
    let names = "[...document.querySelectorAll('.sheet thead th')].filter(th => th.checkVisibility() && th.getBoundingClientRect().top >= 0).map(th => th.innerText).join(' ')";
    let names = browser.value(names).await?;
    assert!(names.as_str().is_some_and(|names| names.contains("Anna") && names.contains("Ben")), "{names}");
    browser.go("#/").await?;
    browser.until("document.querySelector('.games')").await?;
    let smallest = browser.value("Math.min(...[...document.querySelectorAll('.face, .face *, .shortcut, .shortcut *')].filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).map(e => parseFloat(getComputedStyle(e).fontSize)))").await?;
    assert!(smallest.as_f64() >= Some(16.0), "start page: {smallest} px");
    browser.driver.quit().await
}
