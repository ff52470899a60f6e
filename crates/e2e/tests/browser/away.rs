//! Around tables by link: coming late, leaving, falling silent.

use serde_json::json;
use spieltisch_e2e::{Browser, DESKTOP, FaultyNetwork, House, PHONE, serious_violations};
use thirtyfour::prelude::*;

use crate::together::{link, person, play_on, set_up, sit, watch};

const NAMES: &str = "[...document.querySelectorAll('.players .name')].map(name => name.textContent)";

/// Pictures of the screen as it stands, without serious faults of accessibility.
async fn picture(browser: &Browser, name: &str) -> WebDriverResult<()> {
    for (device, size) in [("phone", PHONE), ("desktop", DESKTOP)] {
        browser.size(size).await?;
        browser.screenshot(&format!("away-{name}-{device}")).await?;
        let violations = serious_violations(browser).await?;
        assert!(violations.is_empty(), "{name} on the {device}:\n{}", violations.join("\n"));
        assert_eq!(browser.value("document.documentElement.scrollWidth > innerWidth").await?, false, "{name} is wider than the {device}");
    }
    Ok(())
}

#[tokio::test]
async fn a_silent_connection_is_noticed_and_a_pressed_move_waits() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let network = FaultyNetwork::start(&house.server.address);
    let anna = Browser::at_through(&house, &network).await?;
    anna.settings(json!({"speed": "fast", "language": "en", "name": "Anna"})).await?;
    let ben = person(&house, "Ben").await?;
    let invite = set_up(&anna, "caro", 1, "").await?;
    // The link names the way Anna came; Ben's leads straight to the server.
    sit(&ben, &invite.replace(&network.address, &house.server.address)).await?;
    anna.until("document.querySelector('.table.caro') && document.title.startsWith('Your turn!')").await?;
    ben.until("document.querySelector('.table.caro')").await?;
    assert_eq!(ben.value("document.title").await?, "Caro · Spieltisch", "it is not his turn");

    network.silence(true);
    let pressed = "document.querySelector('.tile:not(:disabled)').click();
        requestAnimationFrame(() => { document.querySelector('.place.possible').click();
            requestAnimationFrame(() => document.querySelector('#main-button:not(:disabled)')?.click()) })";
    anna.run(pressed).await?;
    anna.until("document.querySelector('.note.lost')").await?;
    anna.until("document.querySelector('#main-button.asked') && document.querySelector('.prompt').textContent.includes('Waiting')").await?;
    picture(&anna, "waits").await?;
    assert!(!ben.has(".history li").await?, "nothing has come through");

    network.silence(false);
    anna.until("!document.querySelector('.note.lost') && !document.querySelector('.asked')").await?;
    anna.until("document.querySelectorAll('.history li').length === 1").await?;
    ben.until("document.querySelectorAll('.history li').length === 1 && document.title.startsWith('Your turn!')").await?;
    assert_eq!(anna.value("document.title").await?, "Caro · Spieltisch");
    anna.driver.quit().await?;
    ben.driver.quit().await
}

#[tokio::test]
async fn a_late_client_gets_what_there_is_and_one_that_leaves_is_gone() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    let invite = set_up(&anna, "crowns", 2, "").await?;
    sit(&ben, &invite).await?;
    anna.click("#start-now").await?;
    for browser in [&anna, &ben] {
        browser.until("document.querySelector('.table.crowns')").await?;
    }
    anna.until(&format!("{NAMES}.some(name => name.startsWith('Computer'))")).await?;

    // Cleo comes when the game has begun: a computer has the free seat, and gives it to her under her own name.
    let cleo = person(&house, "Cleo").await?;
    cleo.open_link(&invite).await?;
    cleo.until("document.querySelector('.join .begun') && document.querySelector('#own-name').value === 'Cleo'").await?;
    picture(&cleo, "begun").await?;
    cleo.click("#sit").await?;
    for browser in [&anna, &ben, &cleo] {
        browser.until(&format!("{NAMES}.includes('Cleo') && !{NAMES}.some(name => name.startsWith('Computer'))")).await?;
    }

    // Dirk comes when every seat is taken: he can look on, and nothing else is in the way.
    let dirk = person(&house, "Dirk").await?;
    dirk.open_link(&invite).await?;
    dirk.until("document.querySelector('.join .full') && document.querySelector('#look-on.main') && !document.querySelector('#sit')")
        .await?;
    picture(&dirk, "full").await?;
    assert_eq!(dirk.value("document.querySelector('#own-table').hash").await?, "#/setup/crowns");
    dirk.click("#look-on").await?;
    dirk.until("document.querySelector('.table.crowns')").await?;
    dirk.click("#table-menu").await?;
    dirk.until("document.querySelector('#menu[open]')").await?;
    assert!(!dirk.has("#leave-game").await?, "who looks on has no seat to leave");
    dirk.click("#menu-close").await?;

    // Ben leaves from the game itself, on a phone; his start page claims no turn for him.
    let bens_turn = "document.querySelector('.player.turn .name')?.textContent === 'Ben'";
    for browser in [&anna, &cleo] {
        play_on(browser).await?;
    }
    ben.until(bens_turn).await?;
    for browser in [&anna, &cleo] {
        browser.run("clearInterval(window.player)").await?;
    }
    ben.size(PHONE).await?;
    ben.click("#table-menu").await?;
    ben.until("document.querySelector('#menu[open] #leave-game')").await?;
    picture(&ben, "leave").await?;
    ben.size(PHONE).await?;
    ben.click("#leave-game").await?;
    ben.click("#ask-yes").await?;
    ben.until("document.querySelector('.games') && document.querySelector('.tables .state')?.textContent").await?;
    assert!(!ben.has(".my-turn").await?, "it is not his turn any more");
    assert_eq!(ben.value("document.querySelector('.tables .state').textContent.includes('Your turn')").await?, false);
    // The table is gone: what is left is a table of one's own, or the start.
    anna.go("#/games").await?;
    anna.click(".tables .delete").await?;
    anna.click("#ask-yes").await?;
    cleo.until("document.querySelector('.closed #own-table.main')").await?;
    picture(&cleo, "gone").await?;
    dirk.open_link(&invite).await?;
    dirk.until("document.querySelector('.closed .main.button')?.hash === '#/'").await?;
    for browser in [anna, ben, cleo, dirk] {
        browser.driver.quit().await?;
    }
    Ok(())
}

/// Leaving reaches the server even when the connection is silent at that moment.
#[tokio::test]
async fn leaving_waits_for_a_silent_connection() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let network = FaultyNetwork::start(&house.server.address);
    let anna = Browser::at_through(&house, &network).await?;
    anna.settings(json!({"speed": "fast", "language": "en", "name": "Anna"})).await?;
    let ben = person(&house, "Ben").await?;
    let invite = set_up(&anna, "caro", 1, "").await?;
    let looks_on = link(&anna, "watch").await?.replace(&network.address, &house.server.address);
    sit(&ben, &invite.replace(&network.address, &house.server.address)).await?;
    let carl = watch(&house, &looks_on).await?;
    anna.until("document.querySelector('.table.caro')").await?;
    anna.click("#table-menu").await?;
    anna.click("#leave-game").await?;
    network.silence(true);
    anna.click("#ask-yes").await?;
    anna.until("document.querySelector('.note.lost') && document.querySelector('#leave-game:disabled')").await?;
    network.silence(false);
    anna.until("document.querySelector('.games')").await?;
    carl.until("document.querySelector('.dot.replaced')").await?;
    for browser in [anna, ben, carl] {
        browser.driver.quit().await?;
    }
    Ok(())
}
