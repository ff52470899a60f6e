//! Playing with a friend: from the start page to a seat, by scanning, by a link, by six letters told on the telephone.

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, House, PHONE, serious_violations};
use thirtyfour::prelude::*;

use crate::together::{link, person};

/// What a camera sees of the window: the screenshot's brightness, from left to right and top to bottom.
struct CameraImage {
    width: usize,
    height: usize,
    brightness: Vec<u8>,
}

/// The page itself unpacks its screenshot, which is handed in as a file.
const UNPACK: &str = r#"
    const [file, done] = arguments;
    const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
    createImageBitmap(new Blob([bytes], { type: "image/png" })).then((picture) => {
        const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        canvas.drawImage(picture, 0, 0);
        const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
        let text = "";
        for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(32 + ((data[at] + data[at + 1] + data[at + 2]) / 3 >> 2));
        done([picture.width, picture.height, text]);
    });
"#;

async fn look(browser: &Browser) -> WebDriverResult<CameraImage> {
    let file = browser.driver.screenshot_as_png_base64().await?;
    let seen = browser.driver.execute_async(UNPACK, vec![json!(file)]).await?.json().clone();
    let side = |at: usize| seen[at].as_u64().unwrap_or(0) as usize;
    let brightness = seen[2].as_str().unwrap_or_default().bytes().map(|letter| (letter - 32) << 2).collect();
    Ok(CameraImage { width: side(0), height: side(1), brightness })
}

/// The addresses that a decoder of codes finds in what is seen.
fn scan(seen: &CameraImage) -> Vec<String> {
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(seen.width, seen.height, |x, y| seen.brightness[y * seen.width + x]);
    image.detect_grids().iter().filter_map(|grid| grid.decode().ok()).map(|(_, address)| address).collect()
}

/// The address of an invitation without what only messengers need.
fn short(address: &str) -> String {
    let (page, rest) = address.split_once('?').unwrap_or((address, ""));
    format!("{page}{}", rest.find('#').map_or("", |at| &rest[at..]))
}

/// Names are typed; everything else is tapped.
async fn type_name(browser: &Browser, name: &str) -> WebDriverResult<()> {
    browser.driver.query(By::Css("#own-name")).first().await?.send_keys(name).await
}

#[tokio::test]
async fn a_friend_scans_the_code_and_sits_down() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let host = Browser::at(&house).await?;
    host.click("#friend").await?;
    host.until("document.querySelector('.friend #friend-castro')").await?;
    let violations = serious_violations(&host).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    type_name(&host, "Anna").await?;
    host.click("#friend-castro").await?;
    host.until("document.querySelector('.lobby .qr svg') && document.querySelector('.at-table .present')").await?;

    // On a desktop, and on a phone that is held out.
    for size in [DESKTOP, PHONE] {
        host.size(size).await?;
        host.run("document.querySelector('.qr').scrollIntoView({ block: 'center' })").await?;
        let width = host.value("document.querySelector('.qr').getBoundingClientRect().width").await?;
        assert!(width.as_f64().is_some_and(|width| width >= 280.0), "{width} pixels on {size:?}");
        // A camera needs nothing of what messengers show, so the code is coarser.
        assert_eq!(scan(&look(&host).await?), [short(&link(&host, "invite").await?)], "{size:?}");
    }
    let violations = serious_violations(&host).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    host.size(DESKTOP).await?;

    // The visitor who scans has never been here: what it is, by whom, and a name to type.
    let guest = Browser::at(&house).await?;
    host.run("document.querySelector('.qr').scrollIntoView({ block: 'center' })").await?;
    guest.open_link(&scan(&look(&host).await?)[0]).await?;
    guest.until("document.querySelector('.join #own-name')").await?;
    let told = guest.value("document.querySelector('.join').innerText").await?;
    let told = told.as_str().unwrap_or_default();
    for part in ["Castro", "Anna", "four squares in a row"] {
        assert!(told.contains(part), "{part} is not in: {told}");
    }
    assert!(guest.has(".join .picture svg").await?);
    type_name(&guest, "Ben").await?;
    guest.click("#sit").await?;
    guest.until("document.querySelector('.table.castro')").await?;
    host.until("document.querySelector('.table.castro')").await?;
    assert_eq!(guest.value("JSON.parse(localStorage.getItem('spieltisch/settings')).name").await?, "Ben", "the name is remembered");
    host.driver.quit().await?;
    guest.driver.quit().await
}

#[tokio::test]
async fn six_letters_told_on_the_telephone_lead_to_the_table() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let host = person(&house, "Anna").await?;
    // What the phone's own way to send something is given.
    host.run("window.shared = []; navigator.share = async (what) => { window.shared.push(what.url) }").await?;
    host.go("#/friend").await?;
    host.until("document.querySelector('.friend #friend-yatzy')").await?;
    assert_eq!(host.value("document.querySelector('#own-name').value").await?, "Anna", "a name is asked for once");
    // Two taps on two games set one table up.
    host.run("document.querySelector('#friend-yatzy').click(); document.querySelector('#friend-caro').click()").await?;
    host.until("document.querySelector('.lobby #tell-code') && document.querySelector('#send-invite')").await?;
    assert_eq!(host.value("JSON.parse(localStorage.getItem('spieltisch/tables')).length").await?, 1);
    host.click("#send-invite").await?;
    assert_eq!(host.value("window.shared").await?, json!([link(&host, "invite").await?]));
    host.click("#more-invite summary").await?;
    host.click("#tell-code").await?;
    host.until("document.querySelector('#spoken-code')").await?;
    let code = host.value("document.querySelector('#spoken-code').textContent").await?;
    let code = code.as_str().unwrap_or_default();

    let guest = person(&house, "Ben").await?;
    guest.go("#/friend").await?;
    guest.until("document.querySelector('#typed-code')").await?;
    let field = guest.driver.query(By::Css("#typed-code")).first().await?;
    field.send_keys("bcd").await?;
    guest.click("#go-by-code").await?;
    guest.until("document.querySelector('.friend .wrong:not(:empty)')").await?;
    field.clear().await?;
    field.send_keys(code.to_lowercase() + Key::Enter).await?;
    guest.until("document.querySelector('.join #sit:not(:disabled)')").await?;
    guest.click("#sit").await?;
    guest.until("document.querySelector('.table.yatzy, .roll-off')").await?;
    assert_eq!(guest.value("location.hash.split('/').length").await?, Value::from(3), "the address bar shows no token");
    host.driver.quit().await?;
    guest.driver.quit().await
}
