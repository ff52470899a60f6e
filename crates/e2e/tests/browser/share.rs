//! A finished game shown around: as a text, as a picture, as a record file; and an invitation as messengers show it.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, House, PHONE, serious_violations, simulated};
use thirtyfour::prelude::*;

use crate::together::{link, person, set_up};

/// As long as names get, and one in letters that the page has no widths of.
const NAMES: [&str; 8] = [
    "Maximiliane-Wilhelmi",
    "Bartholomäus Übermut",
    "Ben",
    "<b>Œuvre</b> & Ægir's",
    "Жозефина Павловна Ли",
    "Grandma Wilhelmine W",
    "W",
    "Anna Katharina Joana",
];

/// The device's own way to share, as a stub that keeps what it is given and answers as it is told: taken, cancelled, refused.
const STUB: &str = r#"
    window.given = []; window.answer = 'taken';
    navigator.canShare = (what) => window.answer !== 'no files' || !what.files;
    navigator.share = (what) => {
        window.given.push(what);
        if (window.answer === 'cancelled') return Promise.reject(new DOMException('', 'AbortError'));
        if (window.answer === 'refused') return Promise.reject(new DOMException('', 'NotAllowedError'));
        return Promise.resolve();
    };
"#;

/// What a PNG file holds, decoded by the browser: its size, and how many colours are in it.
const DECODE: &str = r#"
    const done = arguments[arguments.length - 1];
    (async () => {
        const file = await (FILE);
        const begins = [...new Uint8Array(await file.slice(0, 4).arrayBuffer())];
        const picture = await createImageBitmap(file);
        const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        canvas.drawImage(picture, 0, 0);
        const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
        const colours = new Set();
        for (let at = 0; at < data.length; at += 4 * 7) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
        done([file.name, file.type, begins, picture.width, picture.height, colours.size, data[3]]);
    })().catch((error) => done(String(error)));
"#;

async fn decode(browser: &Browser, file: &str) -> WebDriverResult<Value> {
    Ok(browser.driver.execute_async(DECODE.replace("FILE", file), Vec::new()).await?.json().clone())
}

/// A finished game of so many with long names.
fn record(game: &str, players: usize) -> Value {
    let mut record = simulated(game, players, 7);
    record["players"] = json!(&NAMES[..players]);
    record["saved"] = json!("2026-11-15T20:00:00.000Z");
    record
}

/// Writes the picture that was shared last to `target/screenshots`, to be looked at.
async fn keep(browser: &Browser, name: &str) -> WebDriverResult<()> {
    let read = "const done = arguments[0]; const reader = new FileReader(); reader.onload = () => done(reader.result.split(',')[1]); reader.readAsDataURL(given.at(-1).files[0])";
    let png = browser.driver.execute_async(read, Vec::new()).await?.json().clone();
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
    std::fs::create_dir_all(&folder).expect("the screenshots' folder can be made");
    std::fs::write(folder.join(format!("{name}.png")), unpack(png.as_str().unwrap_or_default())).expect("a picture can be kept");
    Ok(())
}

/// Base64 as bytes.
fn unpack(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values: Vec<u32> =
        text.bytes().filter_map(|letter| LETTERS.iter().position(|&other| other == letter)).map(|at| at as u32).collect();
    let four = |four: &[u32]| {
        let all = four.iter().enumerate().fold(0, |all, (place, value)| all | value << (18 - 6 * place));
        all.to_be_bytes()[1..four.len()].to_vec()
    };
    values.chunks(4).flat_map(four).collect()
}

#[tokio::test]
async fn a_finished_game_is_shared_as_text_picture_and_record() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    browser.calm().await?;
    browser.size(PHONE).await?;
    browser.before_each_page(STUB).await?;
    browser.driver.refresh().await?;
    for (game, players) in [("castro", 4), ("caro", 4), ("crowns", 6), ("yatzy", 8)] {
        let finished = record(game, players);
        browser.play_record(game, &finished).await?;
        // By keys, from the end of the game.
        browser.until("document.querySelector('.end #share')").await?;
        browser.run("document.querySelector('.ways').open = true; document.querySelector('#share').focus()").await?;
        browser.driver.active_element().await?.send_keys(Key::Enter.value().to_string()).await?;
        browser
            .until("document.querySelector('#shared-picture')?.complete && !document.querySelector('#share-as-picture').disabled")
            .await?;
        assert_eq!(serious_violations(&browser).await?, Vec::<String>::new(), "{game}");
        assert_eq!(browser.value("document.documentElement.scrollWidth > innerWidth").await?, false, "{game}");

        browser.run("given.length = 0; document.querySelector('#share-as-text').focus()").await?;
        browser.driver.active_element().await?.send_keys(Key::Enter.value().to_string()).await?;
        browser.until("given.length === 1").await?;
        let text = browser.value("given[0].text").await?;
        let text = text.as_str().unwrap_or_default();
        let title = format!("{}{}", game[..1].to_uppercase(), &game[1..]);
        assert!(text.starts_with(&format!("Spieltisch · {title} · ")), "{text}");
        for name in &NAMES[..players] {
            assert!(text.contains(name), "{name} is not in {text}");
        }
        assert!(text.lines().count() <= 3 && !text.contains("roll") && !text.contains("place"), "no spoilers: {text}");
        assert_eq!(browser.value("given[0].url === location.origin + '/'").await?, true);

        browser.click("#share-as-picture").await?;
        browser.until("given.length === 2").await?;
        let seen = decode(&browser, "given[1].files[0]").await?;
        // Boards of Crowns are small: there the picture is no higher than they need.
        let height = if game == "crowns" { seen[4].as_u64().filter(|height| (1000..1350).contains(height)) } else { Some(1350) };
        let day = browser.value("new Date('2026-11-15T20:00:00.000Z').toLocaleDateString('sv')").await?;
        let named = |ending: &str| format!("{game}-{}.{ending}", day.as_str().unwrap_or_default());
        let png = json!([named("png"), "image/png", [0x89, 0x50, 0x4e, 0x47], 1080, height]);
        assert_eq!(seen.as_array().map(|seen| json!(seen[..5])), Some(png), "{seen}");
        assert!(seen[5].as_u64().is_some_and(|colours| colours > 50), "not blank: {seen}");
        assert_eq!(seen[6], 255, "nothing shines through");
        keep(&browser, &format!("share-{game}")).await?;

        browser.click("#share-as-record").await?;
        browser.until("given.length === 3").await?;
        assert_eq!(browser.value("given[2].files[0].name").await?, named("jsonl"));
        browser.run("window.sent = undefined; given[2].files[0].text().then((text) => window.sent = text)").await?;
        browser.until("window.sent").await?;
        let sent: Value = serde_json::from_str(browser.value("sent").await?.as_str().unwrap_or_default()).expect("a record");
        assert_eq!((&sent["game"], &sent["events"]), (&finished["game"], &finished["events"]));
        assert_eq!(browser.value("document.querySelector('#share-said').textContent").await?, "", "the device has said it all");
    }

    // From the list of finished games; a player who changes their mind is told nothing.
    browser.go("#/games").await?;
    browser.until("document.querySelectorAll('.saved li').length === 4").await?;
    browser.click(".saved .more").await?;
    browser.click(".saved a.share").await?;
    browser.until("document.querySelector('#shared-picture')?.complete").await?;
    browser.screenshot("share-phone").await?;
    browser.catch_downloads().await?;
    let said = "document.querySelector('#share-said').textContent";
    browser.run("window.answer = 'cancelled'; given.length = 0; window.saved = undefined").await?;
    for (number, choice) in ["text", "picture", "record"].into_iter().enumerate() {
        browser.click(&format!("#share-as-{choice}")).await?;
        browser.until(&format!("given.length === {}", number + 1)).await?;
        assert_eq!(browser.value(said).await?, "", "{choice}");
    }
    assert_eq!(browser.value("window.saved").await?, Value::Null);

    // A device that takes no files, or refuses: they are saved, and a plain sentence says so.
    browser.run("window.answer = 'no files'").await?;
    browser.click("#share-as-picture").await?;
    browser.until(&format!("{said} === 'The picture has been saved on this device.' && window.saved")).await?;
    browser.run("window.answer = 'refused'; window.saved = undefined").await?;
    browser.click("#share-as-record").await?;
    browser
        .until(&format!("{said} === 'The game file has been saved on this device.' && window.saved?.startsWith('{{\"format\"')"))
        .await?;
    // Nothing to share with at all: the text is copied, and where even that is forbidden, the person can.
    browser.run("navigator.share = undefined; Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: (text) => { window.copied = text; return Promise.resolve() } } })").await?;
    browser.click("#share-as-text").await?;
    browser
        .until(&format!("{said} === 'The text is copied: paste it wherever you like.' && window.copied.startsWith('Spieltisch · ')"))
        .await?;
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false").await?;
    browser.click("#share-as-text").await?;
    browser.until(&format!("{said} === 'Select the text below and copy it.'")).await?;
    assert_eq!(browser.value("document.querySelector('#shared-text').value.slice(0, 13)").await?, "Spieltisch · ");

    // In the longest language, on a desktop.
    browser.settings(json!({"language": "fr"})).await?;
    browser.size(DESKTOP).await?;
    browser.go("#/share/yatzy").await?;
    browser.until("document.querySelector('#shared-picture')?.complete").await?;
    browser.run("window.answer = 'taken'").await?;
    browser.click("#share-as-picture").await?;
    browser.until("given.length === 1").await?;
    keep(&browser, "share-yatzy-fr").await?;
    browser.screenshot("share-desktop-fr").await?;
    browser.driver.quit().await
}

#[tokio::test]
async fn an_invitation_is_shown_before_it_is_opened() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let host = person(&house, "Anna & \"Co\"").await?;
    let invite = set_up(&host, "castro", 1, "").await?;
    assert_eq!(link(&host, "invite").await?, invite);
    // What a messenger fetches: everything before the `#`.
    let page = format!(
        "(async () => new DOMParser().parseFromString(await (await fetch('{}')).text(), 'text/html'))()",
        invite.split('#').next().unwrap_or_default()
    );
    let read = format!(
        "const done = arguments[0]; {page}.then((page) => done([...page.querySelectorAll('meta[property], meta[name^=twitter]')].map((tag) => [tag.getAttribute('property') ?? tag.name, tag.content])))"
    );
    let tags = host.driver.execute_async(&read, Vec::new()).await?.json().clone();
    let tag = |name: &str| {
        let found = tags.as_array().into_iter().flatten().find(|tag| tag[0] == name);
        found.and_then(|tag| tag[1].as_str()).unwrap_or_default().to_string()
    };
    assert_eq!(tag("og:title"), "Anna & \"Co\" invites you to Castro", "{tags}");
    assert_eq!(tag("twitter:card"), "summary_large_image", "{tags}");
    let seen = decode(&host, &format!("fetch('{}').then((answer) => answer.blob())", tag("og:image"))).await?;
    assert_eq!(seen.as_array().map(|seen| json!(seen[1..5])), Some(json!(["image/png", [0x89, 0x50, 0x4e, 0x47], 1200, 630])), "{seen}");
    assert!(seen[5].as_u64().is_some_and(|colours| colours > 50), "not blank: {seen}");

    // A visitor who opens it sits down as ever, and so does one with a link of the old kind.
    let guest = person(&house, "Ben").await?;
    guest.open_link(&invite).await?;
    guest.until("document.querySelector('.join #sit:not(:disabled)')").await?;
    assert_eq!(guest.value("location.search").await?, "", "the address bar is as it always was");
    let (before, token) = invite.split_once("?t=").expect("a table that the server sees");
    let old = format!("{before}{}", &token[token.find('#').unwrap_or(0)..]);
    guest.open_link(&old).await?;
    guest.until("document.querySelector('.join #sit:not(:disabled)')").await?;
    guest.click("#sit").await?;
    guest.until("document.querySelector('.table.castro')").await?;
    host.driver.quit().await?;
    guest.driver.quit().await
}
