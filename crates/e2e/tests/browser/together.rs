//! Several people at one table by link, each with a browser of their own.

use std::sync::Arc;

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, House, PHONE, serious_violations};
use thirtyfour::prelude::*;

/// Plays by clicks until the game is over: one step whenever the page lets this player act.
const PLAYER: &str = r#"
    const all = (selector) => [...document.querySelectorAll(selector)];
    const first = (selector) => document.querySelector(selector);
    let keep = 0;
    const step = () => {
        if (first('.end')) return;
        if (first('.object') && Math.random() < 0.1) return first('.object').click();
        const main = first('.actions #main-button:not(:disabled)');
        const offers = all('.offer'), squares = all('.square.possible'), tiles = all('.tile:not(:disabled)');
        if (first('.offer.chosen, .castro .square.chosen, .place.chosen') && main) return main.click();
        if (first('.yatzy') && offers.length) {
            keep += 1;
            const dice = all('.die:not(:disabled)');
            if (main && dice.length && keep % 3 === 1) return dice[keep % 5].click();
            if (main && dice.length && keep % 3 === 2) return main.click();
            return (first('.offer:not(.nothing)') ?? offers[0]).click();
        }
        if (squares.length) return squares[squares.length >> 1].click();
        if (tiles.length && !first('.place.possible')) {
            keep += 1;
            if (main) return main.click();
            return tiles[keep % tiles.length].click();
        }
        if (first('.place.possible')) return first('.place.possible').click();
        if (main) main.click();
    };
    clearInterval(window.player);
    window.player = setInterval(step, 40);
"#;

pub async fn person(house: &Arc<House>, name: &str) -> WebDriverResult<Browser> {
    let browser = Browser::at(house).await?;
    browser.settings(json!({"speed": "fast", "language": "en", "name": name})).await?;
    Ok(browser)
}

/// Sets a table up with so many further persons by link, and returns the link for everyone.
pub async fn set_up(host: &Browser, game: &str, others: usize, change: &str) -> WebDriverResult<String> {
    host.go(&format!("#/setup/{game}")).await?;
    host.until("document.querySelector('.setup')").await?;
    for _ in 1..others {
        host.run("document.querySelector('.seats + .buttons button').click()").await?;
    }
    for seat in 2..=others + 1 {
        host.until(&format!("document.querySelector('.seat:nth-child({seat}) select')")).await?;
        host.run(&format!(
            "const s = document.querySelector('.seat:nth-child({seat}) select'); s.value = '9'; s.dispatchEvent(new Event('change'))"
        ))
        .await?;
        host.until(&format!("document.querySelector('.seat:nth-child({seat}) select').value === '9'")).await?;
    }
    host.until("document.querySelector('.terms')").await?;
    host.run(change).await?;
    host.click("#start-game").await?;
    host.until("document.querySelector('.lobby #link-invite') && document.querySelector('.at-table .present')").await?;
    link(host, "invite").await
}

pub async fn link(browser: &Browser, which: &str) -> WebDriverResult<String> {
    let value = browser.value(&format!("document.querySelector('#link-{which}').value")).await?;
    Ok(value.as_str().unwrap_or_default().to_string())
}

pub async fn sit(browser: &Browser, link: &str) -> WebDriverResult<()> {
    browser.open_link(link).await?;
    browser.until("document.querySelector('.join #sit:not(:disabled)')").await?;
    browser.click("#sit").await?;
    browser.until("document.querySelector('.lobby, .table')").await
}

pub async fn watch(house: &Arc<House>, link: &str) -> WebDriverResult<Browser> {
    let browser = Browser::at(house).await?;
    browser.open_link(link).await?;
    browser.until("document.querySelector('.lobby, .table')").await?;
    Ok(browser)
}

pub async fn play_on(browser: &Browser) -> WebDriverResult<()> {
    browser.until("document.querySelector('.table')").await?;
    browser.run(PLAYER).await.map(drop)
}

async fn until_over(browser: &Browser) -> WebDriverResult<()> {
    for _ in 0..10 {
        let over = browser.driver.execute_async(
            "const done = arguments[arguments.length - 1]; const ends = Date.now() + 40000;
             const look = () => document.querySelector('.end.counted') || Date.now() > ends ? done(Boolean(document.querySelector('.end.counted'))) : setTimeout(look, 50); look();",
            Vec::new(),
        );
        if over.await?.json() == &Value::Bool(true) {
            return Ok(());
        }
    }
    let page = browser.value("document.body.innerText").await?;
    browser.screenshot("together-stuck").await?;
    panic!("the game came to no end: {page}");
}

/// What everyone must see alike: the result, and how often who did what.
async fn result(browser: &Browser) -> WebDriverResult<Value> {
    browser
        .value("[document.querySelector('.end h2').textContent, [...document.querySelectorAll('.ranking .player')].map(p => p.textContent), [...document.querySelectorAll('.history li')].map(l => l.textContent)]")
        .await
}

/// Pressed by a person who does not believe the dice.
async fn verdict(browser: &Browser) -> WebDriverResult<String> {
    browser.click("#verify").await?;
    browser.until("document.querySelector('.verdict')").await?;
    Ok(browser.value("document.querySelector('.verdict').textContent").await?.as_str().unwrap_or_default().to_string())
}

/// Pictures of the screen as it stands, on both devices, without serious faults of accessibility.
async fn picture(browser: &Browser, name: &str) -> WebDriverResult<()> {
    for (device, size) in [("phone", PHONE), ("desktop", DESKTOP)] {
        browser.size(size).await?;
        for scheme in ["light", "dark"] {
            browser.scheme(scheme).await?;
            browser.screenshot(&format!("together-{name}-{device}-{scheme}")).await?;
            let violations = serious_violations(browser).await?;
            assert!(violations.is_empty(), "{name} on the {device}, {scheme}:\n{}", violations.join("\n"));
        }
        assert_eq!(browser.value("document.documentElement.scrollWidth > innerWidth").await?, false, "{name} is wider than the {device}");
        if browser.has(".table").await? {
            let cut = "[...document.querySelectorAll('.board, .dice, .tiles, #main-button')].filter(e => e.getBoundingClientRect().bottom > innerHeight + 1).map(e => e.className)";
            assert_eq!(browser.value(cut).await?, json!([]), "a part of {name} is cut off on the {device}");
        }
    }
    Ok(())
}

async fn same_end(browsers: &[&Browser]) -> WebDriverResult<()> {
    let first = result(browsers[0]).await?;
    for browser in &browsers[1..] {
        assert_eq!(result(browser).await?, first, "everyone sees the same end");
    }
    Ok(())
}

/// A whole game for two, checked at both screens.
async fn two_play(game: &str, change: &str, expected: &str) -> WebDriverResult<()> {
    let house = House::for_company().await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    let invite = set_up(&anna, game, 1, change).await?;
    sit(&ben, &invite).await?;
    anna.until("document.querySelector('.table')").await?;
    if game == "castro" {
        anna.until("document.querySelector('.clock').textContent.includes(' left')").await?;
        assert!(!anna.has(".lines").await?, "the chat is switched off");
    }
    picture(&anna, &format!("{game}-first")).await?;
    play_on(&anna).await?;
    play_on(&ben).await?;
    for browser in [&anna, &ben] {
        until_over(browser).await?;
        let said = verdict(browser).await?;
        assert!(said.contains(expected), "{said}");
    }
    same_end(&[&anna, &ben]).await?;
    picture(&anna, &format!("{game}-end")).await?;
    anna.driver.quit().await?;
    ben.driver.quit().await
}

#[tokio::test]
async fn castro_for_two() -> WebDriverResult<()> {
    let terms = "document.querySelector('#term-chat').click();
        for (const [name, value] of [['turn', '300'], ['stand-in', '60']]) {
            const choice = document.querySelector('#term-' + name);
            choice.value = value;
            choice.dispatchEvent(new Event('change'));
        }";
    two_play("castro", terms, "rolls check out").await
}

/// Everything around a table, on a server under a path of a larger site: links are sent and copied, someone
/// leaves and comes back, a computer fills the last seat, the games are saved, the table is forgotten and deleted.
#[tokio::test]
async fn around_a_table_under_a_path() -> WebDriverResult<()> {
    let house = House::for_company_under("/games").await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    anna.run("navigator.share = (what) => { window.shared = what.url; return Promise.resolve() }; window.confirm = () => true").await?;
    let invite = set_up(&anna, "crowns", 2, "").await?;
    assert!(invite.contains("/games/#/t/"), "{invite}");
    let buttons = "[...document.querySelector('#link-invite').closest('.link-row').querySelectorAll('button')]";
    anna.run(&format!("{buttons}[0].click()")).await?;
    assert_eq!(anna.value("window.shared").await?, json!(invite), "the device's own way to send something gets the link");
    let before = anna.value(&format!("{buttons}[1].textContent")).await?;
    anna.run(&format!("{buttons}[1].click()")).await?;
    anna.until(&format!("{buttons}[1].textContent !== {before}")).await?;

    let looks_on = link(&anna, "watch").await?;
    sit(&ben, &invite).await?;
    ben.until("document.querySelector('.where').textContent === 'Crowns'").await?;
    anna.until("document.querySelectorAll('.at-table .free').length === 1").await?;
    ben.run("window.confirm = () => true").await?;
    ben.click("#leave").await?;
    ben.until("document.querySelector('.games')").await?;
    anna.until("document.querySelectorAll('.at-table .free').length === 2").await?;
    sit(&ben, &invite).await?;
    anna.until("document.querySelectorAll('.at-table .free').length === 1").await?;
    anna.click("#start-now").await?;
    let carl = watch(&house, &looks_on).await?;
    for browser in [&anna, &ben] {
        browser.until("document.querySelector('.table.crowns')").await?;
        play_on(browser).await?;
    }
    for browser in [&anna, &ben, &carl] {
        until_over(browser).await?;
    }
    same_end(&[&anna, &ben, &carl]).await?;

    anna.go("#/games").await?;
    anna.until("document.querySelector('#export-tables')").await?;
    anna.catch_downloads().await?;
    anna.click("#export-tables").await?;
    anna.until("window.saved").await?;
    let saved =
        anna.value("window.saved.trim().split('\\n').map(JSON.parse).map(game => [game.game, game.players.length, game.result !== null])");
    assert_eq!(saved.await?, json!([["crowns", 3, true]]), "the game, with the computer in the third seat");

    carl.go("#/games").await?;
    carl.click(".tables .saved button.quiet").await?;
    carl.until("document.querySelector('.file') && !document.querySelector('.tables')").await?;
    anna.click(".tables .delete").await?;
    anna.until("document.querySelector('.file') && !document.querySelector('.tables')").await?;
    ben.until("document.querySelector('.by-link h1')?.textContent.includes('deleted')").await?;
    ben.go("#/games").await?;
    ben.until("document.querySelector('.file') && !document.querySelector('.tables')").await?;
    for browser in [anna, ben, carl] {
        browser.driver.quit().await?;
    }
    Ok(())
}
