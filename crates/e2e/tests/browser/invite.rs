//! Inviting, and people at a table by link: what to do is in sight, a link leads where others can follow, everyone is called by a name
//! of their language or their own, and what the others wish is said where one looks.

use std::sync::Arc;

use serde_json::json;
use spieltisch_e2e::{Browser, House, serious_violations};
use thirtyfour::prelude::*;

use crate::together::{link, person, play_on, set_up, sit, until_over};

/// Phones as they are held in one hand.
const PHONES: [(u32, u32); 2] = [(320, 568), (390, 664)];

/// Whether an element is wholly within the window, and nothing lies over it.
async fn in_sight(browser: &Browser, selector: &str) -> WebDriverResult<String> {
    let found = browser
        .run(&format!(
            "const e = document.querySelector({selector});
             if (!e) return 'missing';
             const r = e.getBoundingClientRect();
             if (r.width < 1 || r.height < 1) return 'hidden';
             if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)
                 return `outside: ${{[r.left, r.top, r.right, r.bottom].map(Math.round)}} in ${{innerWidth}} × ${{innerHeight}}`;
             const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
             return e.contains(top) ? 'in sight' : 'covered by ' + top?.outerHTML.slice(0, 80)",
            selector = json!(selector)
        ))
        .await?;
    Ok(found.as_str().unwrap_or_default().to_string())
}

async fn host(house: &Arc<House>, game: &str) -> WebDriverResult<Browser> {
    let host = Browser::at(house).await?;
    host.go("#/friend").await?;
    host.click(&format!("#friend-{game}")).await?;
    host.until("document.querySelector('.lobby .qr svg') && document.querySelector('.at-table .present')").await?;
    Ok(host)
}

/// On the smallest phones the code, the one way to send it and the beginning are in sight at once, and the rest is folded.
#[tokio::test]
async fn an_invitation_is_one_thing_to_do() -> WebDriverResult<()> {
    let house = House::for_the_network().await;
    let host = host(&house, "castro").await?;
    for size in PHONES {
        host.size(size).await?;
        for what in [".lobby .qr", "#send-invite", "#start-now"] {
            assert_eq!(in_sight(&host, what).await?, "in sight", "{what} on {size:?}");
        }
        let code = host.value("document.querySelector('.lobby .qr').getBoundingClientRect().width").await?;
        assert!(code.as_f64().is_some_and(|width| width >= 200.0), "{code} pixels on {size:?}");
        assert_eq!(host.value("[...document.querySelectorAll('.lobby .main')].length").await?, 1, "one main button");
        assert_eq!(host.value("document.querySelector('.lobby details[open]')").await?, json!(null), "the rest is folded");
        assert_eq!(host.value("scrollY").await?, 0);
    }
    let violations = serious_violations(&host).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));

    // The page was opened at this machine's own address; the invitation has the one in the network, and leads here.
    let addresses = host.driver.execute_async(
        "const done = arguments[arguments.length - 1]; fetch('api/addresses').then(answer => answer.json()).then(done)",
        Vec::new(),
    );
    let addresses = addresses.await?.json().clone();
    let invite = link(&host, "invite").await?;
    match addresses["network"][0].as_str() {
        Some(address) => {
            assert!(invite.starts_with(address) && !invite.contains("127.0.0.1"), "{invite}");
            assert!(!host.has("#only-here").await?);
            let guest = person(&house, "Ben").await?;
            guest.driver.goto(&invite).await?;
            guest.until("document.querySelector('.join')").await?;
            guest.driver.quit().await?;
        }
        // A machine without a network has no other address to offer.
        None => assert!(host.has("#only-here").await?),
    }

    // What is said on the telephone names the page, too.
    host.click("#more-invite summary").await?;
    host.click("#tell-code").await?;
    host.until("document.querySelector('#spoken-code')").await?;
    let page = invite.split_once("://").and_then(|(_, rest)| rest.split('/').next()).unwrap_or_default();
    let said = host.value("document.querySelector('#spoken-how').textContent").await?;
    assert!(said.as_str().is_some_and(|said| said.contains(page) && said.contains("Play with a friend")), "{said} {page}");
    host.driver.quit().await
}

/// Where only this device can open the link, the page says so, with the command that lets others in.
#[tokio::test]
async fn a_link_that_others_cannot_open_says_so() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let host = host(&house, "caro").await?;
    let port = host.value("location.port").await?;
    let command = format!("spieltisch serve --listen 0.0.0.0:{}", port.as_str().unwrap_or_default());
    assert_eq!(host.value("document.querySelector('#only-here code').textContent").await?, json!(command));
    for size in PHONES {
        host.size(size).await?;
        assert_eq!(in_sight(&host, "#only-here").await?, "in sight", "{size:?}");
        assert_eq!(in_sight(&host, "#start-now").await?, "in sight", "{size:?}");
    }
    host.driver.quit().await
}

/// A code that was told is typed where one looks, and a wrong one is refused there.
#[tokio::test]
async fn a_code_is_typed_and_refused_in_sight() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let guest = person(&house, "Ben").await?;
    for size in PHONES {
        guest.size(size).await?;
        guest.go("#/").await?;
        guest.until("document.querySelector('.games')").await?;
        guest.go("#/friend").await?;
        guest.until("document.querySelector('#typed-code')").await?;
        for what in ["#typed-code", "#go-by-code"] {
            assert_eq!(in_sight(&guest, what).await?, "in sight", "{what} on {size:?}");
        }
        guest.driver.query(By::Css("#typed-code")).first().await?.send_keys("bcd fgh").await?;
        guest.click("#go-by-code").await?;
        guest.until("document.querySelector('#code-wrong').textContent").await?;
        assert_eq!(in_sight(&guest, "#code-wrong").await?, "in sight", "{size:?}");
    }
    guest.driver.quit().await
}

/// A player without a name is called as each reader says it; and a name can be changed at the table, before a game and in it.
#[tokio::test]
async fn everyone_is_called_as_the_reader_says_it() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let host = Browser::at(&house).await?;
    host.settings(json!({"speed": "fast", "language": "de"})).await?;
    host.go("#/friend").await?;
    host.click("#friend-caro").await?;
    host.until("document.querySelector('.at-table .present') && document.querySelector('#link-invite')").await?;
    assert_eq!(host.value("document.querySelector('.at-table .name').textContent").await?, "Spieler 1");
    let guest = Browser::at(&house).await?;
    guest.settings(json!({"speed": "fast", "language": "fr", "name": "Léa"})).await?;
    guest.open_link(&link(&host, "invite").await?).await?;
    guest.until("document.querySelector('.join')?.textContent.includes('Joueur 1')").await?;

    host.click("#rename").await?;
    host.until("document.querySelector('#naming[open] #new-name')").await?;
    let field = host.driver.query(By::Css("#new-name")).first().await?;
    field.clear().await?;
    field.send_keys("Anna").await?;
    host.click("#save-name").await?;
    host.until("!document.querySelector('#naming') && document.querySelector('.at-table .name').textContent === 'Anna'").await?;
    guest.until("document.querySelector('.join').textContent.includes('Anna')").await?;
    guest.click("#sit").await?;
    for browser in [&host, &guest] {
        browser.until("document.querySelector('.table.caro')").await?;
    }

    // In the game, by the menu; a name that another has is refused in the same place.
    guest.click("#table-menu").await?;
    guest.click("#rename-menu").await?;
    guest.until("document.querySelector('#naming[open] #new-name')").await?;
    let field = guest.driver.query(By::Css("#new-name")).first().await?;
    field.clear().await?;
    field.send_keys("anna").await?;
    guest.click("#save-name").await?;
    guest.until("document.querySelector('#naming .wrong').textContent").await?;
    field.clear().await?;
    field.send_keys("Zoé").await?;
    guest.click("#save-name").await?;
    guest.until("!document.querySelector('#naming')").await?;
    let names = "[...document.querySelectorAll('.players .name')].map(name => name.textContent)";
    for browser in [&host, &guest] {
        browser.until(&format!("{names}.includes('Zoé') && {names}.includes('Anna')")).await?;
    }
    host.driver.quit().await?;
    guest.driver.quit().await
}

/// Who is away is said in words; and the wish for a rematch is seen wherever the page is scrolled to, with one button to agree.
#[tokio::test]
async fn who_is_away_and_who_wants_a_rematch_is_said_in_sight() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    let invite = set_up(&anna, "caro", 1, "").await?;
    sit(&ben, &invite).await?;
    for browser in [&anna, &ben] {
        browser.until("document.querySelector('.table.caro')").await?;
    }
    let (first, second) = if anna.has(".tile:not(:disabled)").await? { (&anna, &ben) } else { (&ben, &anna) };
    let name = if first.value("JSON.parse(localStorage.getItem('spieltisch/settings')).name").await? == "Anna" { "Anna" } else { "Ben" };
    second.until(&format!("document.querySelector('.prompt').textContent.includes('{name}')")).await?;
    first.driver.goto("about:blank").await?;
    second.until(&format!("document.querySelector('.prompt').textContent.includes('{name} is away')")).await?;
    first.driver.back().await?;
    second.until("!document.querySelector('.prompt').textContent.includes('away')").await?;

    for browser in [&anna, &ben] {
        play_on(browser).await?;
    }
    for browser in [&anna, &ben] {
        until_over(browser).await?;
    }
    let buttons = "[...document.querySelectorAll('.end button, .end a.button, .end summary')].filter(e => e.checkVisibility()).map(e => e.textContent)";
    let buttons = ben.value(buttons).await?;
    assert!(buttons.as_array().is_some_and(|buttons| buttons.len() <= 4), "{buttons}");
    assert!(!ben.has("#rematch-wish").await?, "none is wanted yet");
    anna.click(".end #main-button").await?;
    ben.until("document.querySelector('#rematch-wish')").await?;
    for size in PHONES {
        ben.size(size).await?;
        for place in ["0", "document.documentElement.scrollHeight"] {
            ben.run(&format!("scrollTo(0, {place})")).await?;
            for what in ["#rematch-wish p", "#rematch-yes"] {
                assert_eq!(in_sight(&ben, what).await?, "in sight", "{what} on {size:?}, scrolled to {place}");
            }
        }
    }
    let said = ben.value("document.querySelector('#rematch-wish').textContent").await?;
    assert!(said.as_str().is_some_and(|said| said.contains("Anna")), "{said}");
    ben.click("#rematch-yes").await?;
    for browser in [&anna, &ben] {
        browser.until("!document.querySelector('.end') && document.querySelector('.table.caro')").await?;
    }
    anna.driver.quit().await?;
    ben.driver.quit().await
}
