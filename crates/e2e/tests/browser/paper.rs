//! At the real table: sheets to print, and a score pad for real dice.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, PHONE, serious_violations};
use thirtyfour::prelude::*;

/// Texts of the sheets that leave their sheet, or are drawn wider than was worked out for them.
const ASTRAY: &str = "[...document.querySelectorAll('.paper text')].filter(text => {
    const [own, sheet] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
    return own.left < sheet.left || own.right > sheet.right || own.top < sheet.top || own.bottom > sheet.bottom
      || Math.abs(text.getComputedTextLength() - text.textLength.baseVal.value) > 0.2 }).map(text => text.textContent)";

/// What the browser would print: how many pages.
async fn printed_pages(browser: &Browser) -> WebDriverResult<Value> {
    let pdf = browser.driver.cdp().send_raw("Page.printToPDF", json!({"preferCSSPageSize": true, "printBackground": true})).await?;
    browser.run(&format!("return atob({}).match(/\\/Type\\s*\\/Page\\b/g).length", pdf["data"])).await
}

#[tokio::test]
async fn sheets_are_printed_as_a_link_sets_the_game_up() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.settings(json!({"language": "de"})).await?;
    // As a code on paper says it: three players, a board of one's own.
    browser.go("#/setup/crowns/3;board=n.901232.001343.012344.112355.123466.123456").await?;
    browser.until("document.querySelectorAll('.seat').length === 3").await?;
    let board = "document.querySelector('.setup select[aria-label=\"Spielplan wählen\"]').selectedOptions[0].textContent";
    assert_ne!(browser.value(board).await?, "Üblicher Plan");
    browser.click("#to-print").await?;
    browser.until("document.querySelectorAll('.paper').length >= 3").await?;
    // On everyone's board the field 1x1 shows nine crowns, as much as the column 3x is worth; the ones and the column 4x are worth 15.
    let texts = "[...document.querySelector('.paper').querySelectorAll('text')].map(text => text.textContent)";
    for number in ["9", "15"] {
        assert_eq!(browser.value(&format!("{texts}.filter(text => text === '{number}').length")).await?, 3 * 2, "{number}");
    }
    assert_eq!(browser.value(ASTRAY).await?, json!([]));
    let sheets = browser.value("document.querySelectorAll('.paper').length").await?;
    assert_eq!(printed_pages(&browser).await?, sheets, "a page for each sheet, and nothing else of the page");
    browser.run("window.print = () => { window.asked = true }; document.querySelector('#print').click()").await?;
    browser.until("window.asked").await?;
    for (field, value) in [("players", "6"), ("paper", "letter")] {
        let script =
            "const field = document.querySelector('#print-FIELD'); field.value = 'VALUE'; field.dispatchEvent(new Event('change'))";
        browser.run(&script.replace("FIELD", field).replace("VALUE", value)).await?;
    }
    browser
        .until("document.querySelector('.paper').viewBox.baseVal.width > 215 && document.querySelectorAll('.paper').length === 4")
        .await?;
    assert_eq!(printed_pages(&browser).await?, 4);
    assert_eq!(browser.value(ASTRAY).await?, json!([]));
    browser.screenshot("print-crowns").await?;
    // Back at the set-up nothing is forgotten.
    browser.driver.back().await?;
    browser.until("document.querySelectorAll('.seat').length === 3").await?;
    assert_ne!(browser.value(board).await?, "Üblicher Plan");
    for game in ["yatzy", "castro", "caro"] {
        browser.go(&format!("#/print/{game}")).await?;
        browser.until("document.querySelectorAll('.paper').length >= 2").await?;
        assert_eq!(browser.value(ASTRAY).await?, json!([]), "{game}");
        browser.screenshot(&format!("print-{game}")).await?;
    }
    browser.size(PHONE).await?;
    assert_eq!(browser.value("document.documentElement.scrollWidth > innerWidth").await?, false);
    assert_eq!(serious_violations(&browser).await?, Vec::<String>::new());
    browser.driver.quit().await
}

#[tokio::test]
async fn a_score_pad_adds_up_asks_and_forgets_nothing() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.size(PHONE).await?;
    browser.go("#/setup/yatzy").await?;
    browser.click("a[href='#/pad']").await?;
    browser.click("#pad-begin").await?;
    browser.until("document.querySelector('.pad table')").await?;
    for (row, points) in [("ones", 4), ("twos", 6), ("threes", 9), ("fours", 12), ("fives", 15), ("sixes", 18)] {
        browser.click(&format!("#pad-0-{row}")).await?;
        browser.click(&format!(".entry [data-points='{points}']")).await?;
    }
    let shown = |id: &str| format!("document.querySelector('#pad-{id}').textContent");
    browser.until(&format!("{} === '64' && {} === '35'", shown("upper-0"), shown("bonus-0"))).await?;
    // The keyboard is where it was.
    browser.until("document.activeElement.id === 'pad-0-sixes'").await?;
    // A full house of 17 is asked about, by keys alone, and written all the same.
    browser.run("document.querySelector('#pad-1-full-house').focus()").await?;
    let keys = |keys: String| async { browser.driver.active_element().await?.send_keys(keys).await };
    keys(Key::Enter.value().to_string()).await?;
    browser.until("document.activeElement.id === 'pad-entry'").await?;
    browser.run("document.querySelector('#pad-other').focus()").await?;
    keys(format!("17{}", Key::Enter.value())).await?;
    browser.until("document.querySelector('.entry [role=alert]').textContent.includes('17')").await?;
    assert_eq!(browser.value(&shown("1-full-house")).await?, "", "nothing is written before the answer");
    browser.run("document.querySelector('#pad-yes').focus()").await?;
    keys(Key::Enter.value().to_string()).await?;
    browser.until(&format!("{} === '17'", shown("1-full-house"))).await?;
    assert_eq!(browser.value("document.querySelector('#pad-1-full-house').getAttribute('aria-label')").await?, "Player 2, Full house: 17");
    assert_eq!(serious_violations(&browser).await?, Vec::<String>::new());
    // A closed tab, a third player, another language: everything is there.
    browser.driver.refresh().await?;
    browser.until(&format!("{}.startsWith('99')", shown("total-0"))).await?;
    browser.click(".pad details summary").await?;
    browser.click("#pad-add").await?;
    browser.until("document.querySelector('.pad thead').querySelectorAll('th').length === 3").await?;
    // Another tab writes meanwhile; what it wrote stays.
    browser
        .run("const kept = JSON.parse(localStorage.getItem('spieltisch/pad')); kept.now.names[1] = 'Ben'; localStorage.setItem('spieltisch/pad', JSON.stringify(kept))")
        .await?;
    browser.click("#pad-2-chance").await?;
    browser.click(".entry [data-points='0']").await?;
    browser.until(&format!("{} === '✕' && document.querySelector('.pad thead').textContent.includes('Ben')", shown("2-chance"))).await?;
    // A new pad, and back to the one before.
    browser.click("#pad-new").await?;
    browser.until(&format!("{} === '0'", shown("total-0"))).await?;
    browser.click("#pad-before").await?;
    browser.until(&format!("{}.startsWith('99')", shown("total-0"))).await?;
    assert_eq!(browser.value("document.documentElement.scrollWidth > innerWidth").await?, false);
    browser.screenshot("pad-phone").await?;
    browser.driver.quit().await
}

/// What of the elements that a selector finds is not wholly in sight.
fn hidden(selector: &str) -> String {
    format!(
        "[...document.querySelectorAll({})].filter((element) => {{ const at = element.getBoundingClientRect(); return at.top < 0 || at.left < 0 || at.bottom > innerHeight + 1 || at.right > innerWidth + 1 || !at.height }}).map((element) => element.id || element.textContent)",
        json!(selector)
    )
}

/// The family is offered when a pad begins; then all boxes are in sight, and so are all points of a box in a sheet from below, while the pad
/// stays where it is.
#[tokio::test]
async fn a_score_pad_stays_where_it_is() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let family: Vec<Value> =
        ["Oma", "Papa", "Lena", "Tim"].iter().enumerate().map(|(colour, name)| json!({"name": name, "colour": colour})).collect();
    browser.run(&format!("localStorage.setItem('spieltisch/people', {})", json!(json!(family).to_string()))).await?;
    for (players, sizes) in [(2, &[(390, 664), (320, 568), (844, 390), (820, 1180)][..]), (4, &[(390, 664), (844, 390), (820, 1180)])] {
        browser.run("localStorage.removeItem('spieltisch/pad')").await?;
        browser.size(sizes[0]).await?;
        browser.go("#/").await?;
        browser.until("document.querySelector('.games')").await?;
        browser.go("#/pad").await?;
        browser.until("document.querySelector('#pad-begin')").await?;
        for person in 1..=players {
            browser.click(&format!(".pad .family button:nth-of-type({person})")).await?;
        }
        assert_eq!(browser.value(&hidden("#pad-begin, .pad .family button, .pad .names input")).await?, json!([]), "{players} begin");
        browser.click("#pad-begin").await?;
        browser.until("document.querySelector('.pad table')").await?;
        assert_eq!(
            browser.value("document.querySelectorAll('.pad thead')[0].textContent").await?,
            ["Oma", "Papa", "Lena", "Tim"][..players].concat()
        );
        for &size in sizes {
            browser.size(size).await?;
            browser.run("scrollTo(0, 0)").await?;
            assert_eq!(browser.value(&hidden(".pad td button, .pad td[id]")).await?, json!([]), "{players} at {size:?}");
            for name in ["ones", "chance", "yatzy"] {
                let cell = format!("#pad-{}-{name}", players - 1);
                let at = format!("JSON.stringify([scrollY, document.querySelector('{cell}').getBoundingClientRect()])");
                let before = browser.value(&at).await?;
                browser.click(&cell).await?;
                browser.until("document.activeElement.id === 'pad-entry'").await?;
                browser.until("document.getAnimations().every((motion) => motion.playState !== 'running')").await?;
                assert_eq!(
                    browser.value(&hidden(".entry button, .entry input, .entry h2")).await?,
                    json!([]),
                    "{name} of {players} at {size:?}"
                );
                assert_eq!(browser.value(&at).await?, before, "{name} of {players} at {size:?} stays");
                browser.click(".entry [data-points='0']").await?;
                browser.until("!document.querySelector('.entry')").await?;
                assert_eq!(browser.value(&at).await?, before, "{name} of {players} at {size:?} stays when it is written");
            }
            browser.screenshot(&format!("pad-{players}-{}x{}", size.0, size.1)).await?;
        }
    }
    browser.driver.quit().await
}
