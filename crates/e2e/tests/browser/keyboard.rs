//! A whole game of each of the four with keys alone: Tab, arrows, Enter, Space and the letters.

use serde_json::json;
use spieltisch_e2e::Browser;
use thirtyfour::prelude::*;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const SPACE: &str = " ";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

/// A person must decide or roll, or the game is over.
const MY_TURN: &str =
    "document.querySelector('.end') || document.querySelector('#main-button:not(:disabled), .possible, .offer, .tile:not(:disabled)')";

/// A player at the keyboard.
struct Keyboard(Browser);

impl Keyboard {
    /// Begins a game from the start page.
    async fn begin(game: &str) -> WebDriverResult<Keyboard> {
        let keyboard = Keyboard(Browser::open().await?);
        keyboard.tab_to(&format!("#play-{game}")).await?;
        keyboard.press(ENTER).await?;
        keyboard.0.until(&format!("document.querySelector('.table.{game}')")).await?;
        Ok(keyboard)
    }

    /// Presses keys; R, Enter and Space wait for a button that takes a press.
    async fn press(&self, keys: &str) -> WebDriverResult<()> {
        match keys {
            "r" => self.0.until("!document.querySelector('#main-button.settling:not(:disabled)')").await?,
            ENTER | SPACE => self.0.until("!document.activeElement.matches('.settling')").await?,
            _ => {}
        }
        self.0.driver.action_chain().send_keys(keys).perform().await
    }

    /// Tab until something is reached that a selector names.
    async fn tab_to(&self, wanted: &str) -> WebDriverResult<()> {
        for _ in 0..80 {
            if self.0.value(&format!("document.activeElement.matches({wanted:?})")).await? == true {
                return Ok(());
            }
            self.press(TAB).await?;
        }
        panic!("Tab never reaches {wanted}");
    }

    /// Tab onto the board, then arrows to the first square a selector names, then a key.
    async fn choose(&self, wanted: &str, key: &str) -> WebDriverResult<()> {
        self.tab_to("[role=gridcell]").await?;
        let at = "const at = element => element.id.split('-').slice(1).map(Number);";
        let way = self.0.run(&format!("{at} return [at(document.activeElement), at(document.querySelector({wanted:?}))]")).await?;
        let number = |end: usize, axis: usize| way[end][axis].as_i64().unwrap_or(0);
        for (axis, less, more) in [(0, LEFT, RIGHT), (1, UP, DOWN)] {
            let distance = number(1, axis) - number(0, axis);
            let arrow = if distance < 0 { less } else { more };
            if distance != 0 {
                self.press(&arrow.repeat(distance.unsigned_abs() as usize)).await?;
            }
        }
        assert!(self.0.value(&format!("document.activeElement.matches({wanted:?})")).await? == true, "arrows lead to {wanted}");
        self.press(key).await
    }

    /// Plays turn by turn to the end, which takes the focus, and to the rematch.
    async fn play_to_the_end(self, turn: impl AsyncFn(&Keyboard) -> WebDriverResult<()>) -> WebDriverResult<()> {
        for _ in 0..1000 {
            self.0.until(MY_TURN).await?;
            if self.0.has(".end").await? {
                break;
            }
            turn(&self).await?;
        }
        assert!(self.0.has(".end .ranking").await?, "the game came to no end");
        self.0.until("document.activeElement.id === 'end-title'").await?;
        let over = self.0.value("location.hash").await?;
        self.press(TAB).await?;
        self.tab_to("#main-button").await?;
        self.press(ENTER).await?;
        self.0.until(&format!("location.hash !== {over} && document.querySelector('.roll-off, .table:not(.over)')")).await?;
        self.0.driver.quit().await
    }
}

#[tokio::test]
async fn yatzy_by_keyboard_alone() -> WebDriverResult<()> {
    let keyboard = Keyboard::begin("yatzy").await?;
    keyboard
        .play_to_the_end(async |keyboard| {
            if !keyboard.0.has(".offer").await? {
                return keyboard.press("r").await;
            }
            // Keep the first die, roll once more, then write the first box that brings points.
            if keyboard.0.has("#main-button:not(:disabled)").await? && !keyboard.0.has(".die.kept").await? {
                keyboard.press("1").await?;
                keyboard.0.until("document.querySelector('.die:first-child.kept')").await?;
                return keyboard.press("r").await;
            }
            let wanted = if keyboard.0.has(".offer:not(.nothing)").await? { ".offer:not(.nothing)" } else { ".offer" };
            keyboard.tab_to(wanted).await?;
            keyboard.press(SPACE).await?;
            keyboard.0.until("document.querySelector('.offer.chosen')").await?;
            keyboard.press(ENTER).await?;
            keyboard.0.until("!document.querySelector('.offer.chosen')").await
        })
        .await
}

#[tokio::test]
async fn castro_by_keyboard_alone() -> WebDriverResult<()> {
    let keyboard = Keyboard::begin("castro").await?;
    keyboard
        .play_to_the_end(async |keyboard| {
            if keyboard.0.has(".square.possible").await? {
                keyboard.choose(".square.possible", ENTER).await?;
                keyboard.0.until("document.querySelector('.square.chosen')").await?;
            }
            keyboard.press("r").await
        })
        .await
}

#[tokio::test]
async fn caro_by_keyboard_alone() -> WebDriverResult<()> {
    let keyboard = Keyboard::begin("caro").await?;
    keyboard
        .play_to_the_end(async |keyboard| {
            // The keys 1 to 4 choose a tile; where it has no place, the next.
            for tile in ["1", "2", "3", "4"] {
                keyboard.press(tile).await?;
                if keyboard.0.has(".place.possible").await? {
                    keyboard.choose(".place.possible", SPACE).await?;
                    keyboard.0.until("document.querySelector('.place.chosen')").await?;
                    break;
                }
            }
            keyboard.press("r").await
        })
        .await
}

#[tokio::test]
async fn crowns_by_keyboard_alone() -> WebDriverResult<()> {
    let keyboard = Keyboard::begin("crowns").await?;
    keyboard
        .play_to_the_end(async |keyboard| {
            while keyboard.0.has(".square.possible").await? {
                keyboard.choose(".square.possible", ENTER).await?;
            }
            keyboard.press("r").await
        })
        .await
}

/// U takes back what was chosen, then the decision; H gives a hint.
#[tokio::test]
async fn letters_take_back_and_ask_for_a_hint() -> WebDriverResult<()> {
    let browser = Browser::open().await?;
    let record = json!({"format": "spieltisch/1", "game": "yatzy", "players": ["Anna", "Ben"], "options": {}, "board": null,
        "events": ["roll 1 2 3 4 5"], "result": null});
    browser.play_record("y", &record).await?;
    let keyboard = Keyboard(browser);
    keyboard.tab_to("#box-large-straight").await?;
    keyboard.press(ENTER).await?;
    keyboard.0.until("document.querySelector('.offer.chosen')").await?;
    keyboard.press("u").await?;
    keyboard.0.until("document.querySelector('.offer') && !document.querySelector('.offer.chosen')").await?;
    keyboard.press("h").await?;
    keyboard.0.until("document.querySelector('.notice.hint')?.textContent.startsWith('Best:')").await?;
    let spoken = "[...document.querySelectorAll('[role=status]')].map(region => region.textContent).join(' ').trim()";
    let said = keyboard.0.value(spoken).await?;
    assert!(said.as_str().is_some_and(|said| said.contains("Best:")), "the hint is spoken: {said}");
    keyboard.0.driver.quit().await
}
