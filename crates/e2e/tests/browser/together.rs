//! Several people at one table by link, each with a browser of their own.

use std::sync::Arc;

use serde_json::{Value, json};
use spieltisch_e2e::{Browser, DESKTOP, House, PHONE, WORK, serious_violations};
use thirtyfour::prelude::*;

use crate::review;

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
        host.run("document.querySelector('#add-computer').click()").await?;
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

/// From the game to the table itself, by the menu.
pub async fn to_lobby(browser: &Browser) -> WebDriverResult<()> {
    browser.click("#table-menu").await?;
    browser.click("#table-button").await?;
    browser.until("document.querySelector('.lobby')").await
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

pub async fn until_over(browser: &Browser) -> WebDriverResult<()> {
    browser.until_within(WORK, "document.querySelector('.end.counted')").await
}

/// What everyone must see alike: the result, and how often who did what.
async fn result(browser: &Browser) -> WebDriverResult<Value> {
    browser.until("document.querySelector('.end.counted')").await?;
    browser
        .value("[[...document.querySelectorAll('.ranking .winner .name')].map(n => n.textContent), [...document.querySelectorAll('.ranking .player')].map(p => p.textContent), [...document.querySelectorAll('.history li')].map(l => l.textContent)]")
        .await
}

/// Pressed by a person who does not believe the dice.
async fn verdict(browser: &Browser) -> WebDriverResult<String> {
    browser.click("#more-ways").await?;
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
        // While a game is played everything it needs is in sight; its end may be read on by scrolling.
        if browser.has(".table .actions").await? {
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

/// Yatzy for two, with everything around it: lobby, spectator, talk, taking back, a browser that is
/// killed and comes back, the dice checked, the next game.
#[tokio::test]
async fn yatzy_with_a_spectator_and_a_crash() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    let invite = set_up(&anna, "yatzy", 1, "").await?;
    let looks_on = link(&anna, "watch").await?;
    picture(&anna, "lobby").await?;
    ben.open_link(&invite).await?;
    ben.until("document.querySelector('.join')").await?;
    picture(&ben, "join").await?;
    sit(&ben, &invite).await?;
    let carl = watch(&house, &looks_on).await?;
    for browser in [&anna, &ben, &carl] {
        browser.until("document.querySelector('.table.yatzy')").await?;
        browser.size(DESKTOP).await?;
    }

    // The address shows no token; a reload and the invitation both lead back to the own seat.
    let address = ben.value("location.hash").await?;
    assert!(address.as_str().is_some_and(|hash| hash.matches('/').count() == 2), "{address}");
    ben.driver.refresh().await?;
    ben.until("document.querySelector('.table.yatzy') && document.querySelector('#chat-text')").await?;
    ben.open_link(&invite).await?;
    ben.until("document.querySelector('.table.yatzy') && document.querySelector('#chat-text')").await?;

    // Words and signs.
    ben.driver.query(By::Css("#chat-text")).first().await?.send_keys("Good luck, Anna!").await?;
    ben.click("#chat-send").await?;
    anna.until("document.querySelector('.lines').textContent.includes('Good luck, Anna!')").await?;
    anna.click(".react:nth-child(2)").await?;
    ben.until("document.querySelector('.note.reaction')").await?;
    ben.until("!document.querySelector('.note.reaction')").await?;
    assert!(!carl.has("#chat-text").await?, "who looks on does not talk");
    carl.until("document.querySelector('.lines').textContent.includes('Good luck, Anna!')").await?;

    // The first player writes a box and takes it back with the other's leave.
    anna.until("document.querySelector('.dot.here') && (document.querySelector('#main-button:not(:disabled)') || document.querySelector('.prompt').textContent.includes('Ben'))").await?;
    let anna_begins = anna.has("#main-button:not(:disabled)").await?;
    let (first, second) = if anna_begins { (&anna, &ben) } else { (&ben, &anna) };
    assert!(!second.has("#main-button:not(:disabled)").await?, "only the player whose turn it is can roll");
    first.click("#main-button").await?;
    first.until("document.querySelector('.offer')").await?;
    first.run("document.querySelector('.offer').click()").await?;
    first.until("document.querySelector('.offer.chosen')").await?;
    first.click("#main-button").await?;
    second.until("document.querySelector('#main-button:not(:disabled)')").await?;
    first.click(".actions .quiet").await?;
    second.until("document.querySelector('#agree')").await?;
    picture(second, "takeback").await?;
    second.size(DESKTOP).await?;
    second.click("#agree").await?;
    first.until("document.querySelector('.offer')").await?;
    carl.until("document.querySelectorAll('.history li').length === 0").await?;
    picture(&anna, "game").await?;
    anna.size(PHONE).await?;
    ben.driver.query(By::Css("#chat-text")).first().await?.send_keys("Your turn soon").await?;
    ben.click("#chat-send").await?;
    anna.until("document.querySelector('.unread').textContent === '1'").await?;
    anna.screenshot("together-unread-phone").await?;
    anna.click("#talk-button").await?;
    anna.until("document.querySelector('.talk.open') && !document.querySelector('.unread')").await?;
    anna.screenshot("together-talk-phone").await?;
    anna.click("#talk-close").await?;
    anna.size(DESKTOP).await?;

    // Ben's own link, for the day his browser dies.
    to_lobby(&ben).await?;
    ben.until("document.querySelector('.lobby')").await?;
    let own = link(&ben, "own").await?;
    ben.click("#to-game").await?;
    play_on(&anna).await?;
    play_on(&ben).await?;
    anna.until("document.querySelectorAll('.history li').length >= 8").await?;
    ben.kill();
    anna.until("document.querySelector('.dot.away')").await?;
    let ben = Browser::at(&house).await?;
    ben.open_link(&own).await?;
    ben.until("document.querySelectorAll('.history li').length >= 8").await?;
    play_on(&ben).await?;

    for browser in [&anna, &ben, &carl] {
        until_over(browser).await?;
    }
    same_end(&[&anna, &ben, &carl]).await?;
    for browser in [&anna, &ben, &carl] {
        let said = verdict(browser).await?;
        assert!(said.starts_with("All ") && said.ends_with(" rolls check out."), "{said}");
    }
    picture(&anna, "end").await?;
    anna.size(DESKTOP).await?;
    anna.run("clearInterval(window.player)").await?;
    ben.run("clearInterval(window.player)").await?;
    // A double tap asks for the next game; it does not begin it without Ben.
    let rematch = anna.driver.query(By::Css("#main-button:not(.settling)")).first().await?;
    anna.driver.action_chain().double_click_element(&rematch).perform().await?;
    ben.until("document.querySelector('#rematch-wish')?.textContent.includes('Anna')").await?;
    ben.click("#rematch-yes").await?;
    anna.until("document.querySelector('.actions') && !document.querySelector('.end')").await?;

    // The start page tells whose turn it is; the games come as records.
    for browser in [&anna, &ben] {
        browser.go("#/").await?;
        browser.until("document.querySelector('.tables .state')?.textContent.includes('turn')").await?;
        carl.until("document.querySelector('.dot.away')").await?;
    }
    picture(&anna, "start").await?;
    let records = "(async () => { const [t] = JSON.parse(localStorage.getItem('spieltisch/tables')); window.records = await (await fetch('api/tables/' + t.table + '/records', {headers: {authorization: 'Bearer ' + t.token}})).text(); })()";
    anna.run(records).await?;
    anna.until("window.records").await?;
    let records = anna.value("window.records.trim().split('\\n').map(line => JSON.parse(line).players.length)").await?;
    assert_eq!(records, json!([2, 2]), "the finished game and the running one");
    for browser in [anna, ben, carl] {
        browser.driver.quit().await?;
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
    // What decided it, for both of them, from the end of the game.
    for browser in [&anna, &ben] {
        browser.click("#review").await?;
        browser.until(review::SHOWN).await?;
        let names = browser.value("document.querySelector('.review').innerText").await?;
        assert!(names.as_str().is_some_and(|text| text.contains("Anna") && text.contains("Ben")), "{names}");
    }
    anna.driver.quit().await?;
    ben.driver.quit().await
}

/// Marks and chances are there while both agree: one suggests them, the other says yes by keyboard on the smallest phone, and takes
/// it back later.
#[tokio::test]
async fn marks_and_chances_while_everyone_agrees() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    let invite = set_up(&anna, "yatzy", 1, "").await?;
    anna.size((320, 568)).await?;
    // What few people want is folded.
    anna.run("document.querySelectorAll('.lobby details').forEach(fold => fold.open = true)").await?;
    let state = |what: &str| format!("document.querySelector('#agreed-{what}').textContent");
    anna.until("document.querySelector('#agreed-marks')").await?;
    anna.until(&format!("{} === 'Off. Nobody has agreed yet.'", state("marks"))).await?;
    for what in ["marks", "chances"] {
        assert_eq!(anna.value(&format!("document.querySelector('#agree-{what}').checked")).await?, false, "off by default");
        anna.click(&format!("#agree-{what}")).await?;
        anna.until(&format!("document.querySelector('#agree-{what}').checked && {}.includes('Anna (1 of 2)')", state(what))).await?;
    }

    anna.run("document.querySelector('.agreement').scrollIntoView()").await?;
    anna.screenshot("together-agreement-320").await?;

    // Ben was not asked yet: it is off again, and he finds a line that he may answer.
    ben.size((320, 568)).await?;
    sit(&ben, &invite).await?;
    ben.until("document.querySelector('.table.yatzy') && document.querySelector('#agree-yes')").await?;
    anna.until("document.querySelector('.table.yatzy')").await?;
    for browser in [&anna, &ben] {
        assert!(!browser.has(".beside").await?, "not everyone has agreed");
    }
    assert!(!anna.has("#agree-yes").await?, "Anna need not answer herself");
    ben.screenshot("together-proposal-320").await?;
    assert_eq!(ben.value("document.documentElement.scrollWidth > innerWidth").await?, false);
    let violations = serious_violations(&ben).await?;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    ben.run("document.querySelector('#agree-yes').focus()").await?;
    review::press(&ben, "\u{e007}").await?;
    for browser in [&anna, &ben] {
        browser.until("document.querySelectorAll('.chances i').length === 2 && !document.querySelector('#agree-yes')").await?;
    }

    // The first player keeps a die: a mark, for them alone. The dice that follow come with the decision.
    anna.until("document.querySelector('#main-button:not(:disabled)') || document.querySelector('.prompt').textContent.includes('Ben')")
        .await?;
    let (first, second) = if anna.has("#main-button:not(:disabled)").await? { (&anna, &ben) } else { (&ben, &anna) };
    first.click("#main-button").await?;
    first.until("document.querySelector('.offer') && document.querySelector('.die:not(:disabled)')").await?;
    first.run("document.querySelector('.die:not(:disabled)').click()").await?;
    first.until("document.querySelector('#main-button:not(:disabled):not(.settling)')").await?;
    first.click("#main-button").await?;
    first.until("document.querySelector('.mark-of-decision span')").await?;
    ben.screenshot("together-agreed-320").await?;
    assert!(!second.has(".mark-of-decision span").await?, "marks are about one's own decisions");
    // The server knows what was agreed.
    first.driver.refresh().await?;
    first.until("document.querySelectorAll('.chances i').length === 2").await?;
    second.size(DESKTOP).await?;
    to_lobby(second).await?;
    second.click("#table-options summary").await?;
    second.until("document.querySelector('#agree-marks')?.checked").await?;
    second.click("#agree-chances").await?;
    first.until("document.querySelector('.beside') && !document.querySelector('.chances')").await?;
    second.click("#agree-marks").await?;
    second.until(&format!("!document.querySelector('#agree-marks').checked && {}.includes('(1 of 2)')", state("marks"))).await?;
    first.until("!document.querySelector('.beside')").await?;
    second.click("#to-game").await?;
    second.until("document.querySelector('.table.yatzy')").await?;
    assert!(!second.has(".beside, #agree-yes").await?, "off, and not asked again");
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

#[tokio::test]
async fn crowns_for_two_with_the_same_dice() -> WebDriverResult<()> {
    two_play("crowns", "document.querySelector('#term-same-dice').click()", "rolls check out").await
}

/// Caro on an open table for three, who object now and then; in mid-game the server dies and comes back.
#[tokio::test]
async fn caro_for_three_while_the_server_dies() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let (anna, ben, cleo) = (person(&house, "Anna").await?, person(&house, "Ben").await?, person(&house, "Cleo").await?);
    let invite = set_up(&anna, "caro", 2, "document.querySelector('#option-open_table').click()").await?;
    sit(&ben, &invite).await?;
    sit(&cleo, &invite).await?;
    for browser in [&anna, &ben, &cleo] {
        browser.until("document.querySelectorAll('.player .dot.here').length === 3").await?;
        play_on(browser).await?;
    }
    anna.until("document.querySelectorAll('.history li').length >= 6").await?;
    house.server.stop();
    for browser in [&anna, &ben, &cleo] {
        browser.until("document.querySelector('.note.lost')").await?;
    }
    picture(&cleo, "lost").await?;
    house.server.start_again();
    for browser in [&anna, &ben, &cleo] {
        browser.until("!document.querySelector('.note.lost')").await?;
        until_over(browser).await?;
    }
    same_end(&[&anna, &ben, &cleo]).await?;
    assert!(!cleo.has("#verify").await?, "no dice were thrown: there is nothing to check");
    picture(&cleo, "caro-end").await?;
    for browser in [anna, ben, cleo] {
        browser.driver.quit().await?;
    }
    Ok(())
}

/// The server is stopped and started again, as for an update, while two play and talk: pages come back by themselves, every time.
#[tokio::test]
async fn caro_for_two_while_the_server_is_updated() -> WebDriverResult<()> {
    let house = House::for_company().await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    let invite = set_up(&anna, "caro", 1, "").await?;
    sit(&ben, &invite).await?;
    for browser in [&anna, &ben] {
        browser.until("document.querySelectorAll('.player .dot.here').length === 2").await?;
        // A page that gave the table up would show it: it is noted, however short it is.
        browser
            .run(
                "window.gaveUp = false;
                new MutationObserver(() => { window.gaveUp ||= !!document.querySelector('.closed') })
                    .observe(document.body, {childList: true, subtree: true})",
            )
            .await?;
    }
    play_on(&anna).await?;
    play_on(&ben).await?;
    let events = "document.querySelectorAll('.history li').length";
    for _ in 0..3 {
        let before = anna.value(events).await?.as_u64().unwrap_or(0);
        anna.until(&format!("document.querySelector('.end') || {events} > {before}")).await?;
        house.server.stop_gracefully();
        for browser in [&anna, &ben] {
            browser.until("document.querySelector('.note.lost')").await?;
        }
        house.server.start_again();
        for browser in [&anna, &ben] {
            browser.until("!document.querySelector('.note.lost')").await?;
            assert_eq!(browser.value("window.gaveUp").await?, false, "the table was never gone");
        }
    }
    for browser in [&anna, &ben] {
        until_over(browser).await?;
    }
    same_end(&[&anna, &ben]).await?;
    anna.driver.quit().await?;
    ben.driver.quit().await
}

/// Everything around a table, on a server under a path of a larger site: links are sent and copied, someone
/// leaves and comes back, a computer fills the last seat, the games are saved, the table is forgotten and deleted.
#[tokio::test]
async fn around_a_table_under_a_path() -> WebDriverResult<()> {
    let house = House::for_company_under("/games").await;
    let (anna, ben) = (person(&house, "Anna").await?, person(&house, "Ben").await?);
    anna.run("navigator.share = (what) => { window.shared = what.url; return Promise.resolve() }").await?;
    let invite = set_up(&anna, "crowns", 2, "").await?;
    assert!(invite.contains("/games/?t=") && invite.contains("#/t/"), "{invite}");
    anna.click("#send-invite").await?;
    assert_eq!(anna.value("window.shared").await?, json!(invite), "the device's own way to send something gets the link");
    let copy = "document.querySelector('#link-invite').closest('.link-row').querySelector('button')";
    let before = anna.value(&format!("{copy}.textContent")).await?;
    anna.run(&format!("{copy}.click()")).await?;
    anna.until(&format!("{copy}.textContent !== {before}")).await?;

    let looks_on = link(&anna, "watch").await?;
    sit(&ben, &invite).await?;
    ben.until("document.querySelector('.where').textContent === 'Crowns'").await?;
    anna.until("document.querySelectorAll('.at-table .free').length === 1").await?;
    ben.click("#table-options summary").await?;
    ben.click("#leave").await?;
    ben.click("#ask-yes").await?;
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

    // A game by link is shown around as any other, by spectators, too.
    for browser in [&anna, &carl] {
        browser
            .run("window.shared = ''; navigator.share = (what) => { window.shared = what.text + what.url; return Promise.resolve() }")
            .await?;
        browser.click("#more-ways").await?;
        browser.click("#share").await?;
        browser.until("document.querySelector('#shared-picture')?.complete").await?;
        browser.click("#share-as-text").await?;
        browser.until("window.shared.includes('Anna') && window.shared.endsWith(location.origin + '/games/')").await?;
    }
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
    anna.click("#ask-yes").await?;
    anna.until("document.querySelector('.file') && !document.querySelector('.tables')").await?;
    ben.until("document.querySelector('.by-link h1')?.textContent.includes('deleted')").await?;
    ben.go("#/games").await?;
    ben.until("document.querySelector('.file') && !document.querySelector('.tables')").await?;
    for browser in [anna, ben, carl] {
        browser.driver.quit().await?;
    }
    Ok(())
}
