//! The table in a real browser: the binary serves, Chromium shows, the tests click.
//!
//! Needs the binary (`cargo build`, or `SPIELTISCH_BIN` naming one) and Debian's packages
//! `chromium-headless-shell` and `chromium-driver`.

/// The script that tells a game of this id, an expression, as it lies in the browser: its record and the pieces beside it.
#[macro_export]
macro_rules! kept_game {
    ($id:literal) => {
        concat!(
            "((id) => { const game = JSON.parse(localStorage.getItem('spieltisch/game/' + id)); \
               for (let number = 0; game; number += 1) { \
                 const piece = JSON.parse(localStorage.getItem('spieltisch/events/' + id + '/' + String(number).padStart(3, '0'))); \
                 if (piece?.after !== game.events.length) break; \
                 game.events.push(...piece.events); game.saved = piece.saved; \
                 if (piece.events.length < 16) break } \
               return game })(",
            $id,
            ")"
        )
    };
}

mod axe;
mod detour;
mod network;
mod processes;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spieltisch_rules::games;
use thirtyfour::prelude::*;
use tokio::sync::{Semaphore, SemaphorePermit};

use processes::{Driver, ServerProcess};

pub use axe::serious_violations;
pub use detour::Detour;
pub use network::FaultyNetwork;
pub use processes::{binary, simulated, simulated_with};

/// A phone held in one hand.
pub const PHONE: (u32, u32) = (390, 844);
/// A tablet, upright.
pub const TABLET: (u32, u32) = (820, 1180);
/// A tablet, across.
pub const TABLET_ACROSS: (u32, u32) = (1180, 820);
/// A small desktop.
pub const DESKTOP: (u32, u32) = (1280, 800);

/// How long something in the page may take before a test gives it up: long enough for a machine that is busy with something else.
const PATIENCE: Duration = Duration::from_secs(120);

/// The same for what is a lot of work for the page: a whole game, a review, a board that is learned.
pub const WORK: Duration = Duration::from_secs(400);

/// For how many milliseconds a script looks at the page before it is sent again.
const LOOK: u32 = 4_000;

/// How long something may move or be covered before a click on it is given up.
const MOVING: Duration = Duration::from_secs(20);

/// How long a script may take. One that looks at the page and is lost with it is given up after that.
const SCRIPT: Duration = Duration::from_secs(60);

/// How many browsers are open at a time. With two, two cores were idle for a third of the time.
static ROOM: Semaphore = Semaphore::const_new(3);

/// A served table, and the room its browsers have been given.
pub struct House {
    /// The server.
    pub server: ServerProcess,
    /// Whether its browsers are whole ones: the headless shell shows no notifications.
    whole: bool,
    _room: SemaphorePermit<'static>,
}

impl House {
    /// For several people, each with a browser of their own; at most one other is open meanwhile.
    pub async fn for_company() -> Arc<House> {
        House::open(2, "").await
    }

    /// The same, with browsers that show notifications.
    pub async fn for_company_with_notifications() -> Arc<House> {
        House::with(2, true, || ServerProcess::start("")).await
    }

    /// The same, under a path of a larger site.
    pub async fn for_company_under(base_path: &str) -> Arc<House> {
        House::open(2, base_path).await
    }

    /// The same, served for everyone in the network.
    pub async fn for_the_network() -> Arc<House> {
        House::with(2, false, ServerProcess::start_for_the_network).await
    }

    async fn open(room: u32, base_path: &str) -> Arc<House> {
        House::with(room, false, || ServerProcess::start(base_path)).await
    }

    async fn with(room: u32, whole: bool, start: impl FnOnce() -> ServerProcess) -> Arc<House> {
        let room = ROOM.acquire_many(room).await.expect("never closed");
        Arc::new(House { server: start(), whole, _room: room })
    }
}

/// A browser in front of a served table.
pub struct Browser {
    _leave: Leave,
    /// The browser.
    pub driver: WebDriver,
    address: String,
    // Held so that both end with the test.
    _house: Arc<House>,
    process: Driver,
}

/// Dropped before the session: one that was not ended, since its test failed or its browser was killed, is left to the driver. Ended by
/// its own drop it would wait for an answer that comes after two minutes.
struct Leave(WebDriver);

impl Drop for Leave {
    fn drop(&mut self) {
        // Where it was ended there is nothing to leave.
        let _ = self.0.clone().leak();
    }
}

impl Browser {
    /// Serves the table and opens the start page, with computers that play fast.
    pub async fn open() -> WebDriverResult<Browser> {
        Browser::open_through(|address| address).await
    }

    /// The same, with something between server and browser: `way` is given the server's address and
    /// returns that of the page.
    pub async fn open_through(way: impl FnOnce(String) -> String) -> WebDriverResult<Browser> {
        let house = House::open(1, "").await;
        let address = way(house.server.address.clone());
        Browser::start(house, address).await
    }

    /// Opens the start page of a table that is served already, as another person on another device.
    pub async fn at(house: &Arc<House>) -> WebDriverResult<Browser> {
        Browser::start(house.clone(), house.server.address.clone()).await
    }

    /// The same, through a network that can fail.
    pub async fn at_through(house: &Arc<House>, network: &FaultyNetwork) -> WebDriverResult<Browser> {
        Browser::start(house.clone(), network.address.clone()).await
    }

    async fn start(house: Arc<House>, address: String) -> WebDriverResult<Browser> {
        let process = Driver::start();
        let mut options = DesiredCapabilities::chrome();
        if let Some(shell) = processes::headless_shell().filter(|_| !house.whole) {
            options.set_binary(&shell.display().to_string())?;
        }
        for argument in [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--lang=en",
            "--window-size=1280,900",
        ] {
            options.add_arg(argument)?;
        }
        let driver = WebDriver::new(&process.address, options).await?;
        driver.set_script_timeout(SCRIPT).await?;
        let browser = Browser { _leave: Leave(driver.clone()), driver, address, _house: house, process };
        browser.size(DESKTOP).await?;
        browser.open_prepared().await?;
        Ok(browser)
    }

    /// Opens the start page for the first time, with settings and known games in the storage before it looks there.
    async fn open_prepared(&self) -> WebDriverResult<()> {
        let settings = keep_settings(&json!({"speed": "fast", "language": "en"}));
        let prepare =
            json!({"source": format!("if (!localStorage.getItem('spieltisch/settings')) {{ {settings}; {} }}", keep_all_games_known())});
        let cdp = self.driver.cdp();
        let prepared = cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", prepare).await?;
        self.driver.goto(&self.address).await?;
        cdp.send_raw("Page.removeScriptToEvaluateOnNewDocument", prepared).await?;
        self.until("document.querySelector('.games')").await
    }

    /// As somebody who knows every game: no table offers its lesson.
    pub async fn know_all_games(&self) -> WebDriverResult<()> {
        self.run(&keep_all_games_known()).await.map(drop)
    }

    /// Kills the browser as a crash or an empty battery does: no connection is closed properly.
    pub fn kill(mut self) {
        self.process.kill_with_browser();
    }

    /// Opens a link as it was sent.
    pub async fn open_link(&self, link: &str) -> WebDriverResult<()> {
        self.driver.goto("about:blank").await?;
        self.driver.goto(link).await
    }

    /// Keeps settings and loads the start page with them.
    pub async fn settings(&self, settings: Value) -> WebDriverResult<()> {
        self.run(&keep_settings(&settings)).await?;
        self.go("#/").await?;
        self.driver.refresh().await?;
        self.until("document.querySelector('.games')").await
    }

    /// Goes to an address of the page.
    pub async fn go(&self, hash: &str) -> WebDriverResult<()> {
        self.run(&format!("location.hash = {}", json!(hash))).await.map(drop)
    }

    /// Runs a script in the page and returns its value.
    pub async fn run(&self, script: &str) -> WebDriverResult<Value> {
        Ok(self.driver.execute(script, Vec::new()).await?.json().clone())
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> WebDriverResult<Value> {
        self.run(&format!("return {expression}")).await
    }

    /// Waits until an expression in the page is true.
    pub async fn until(&self, expression: &str) -> WebDriverResult<()> {
        self.until_within(PATIENCE, expression).await
    }

    /// The same, with so long before it is given up. A page that is loaded anew loses the script that looks, so it is sent again.
    pub async fn until_within(&self, patience: Duration, expression: &str) -> WebDriverResult<()> {
        let ends = Instant::now() + patience;
        let script = format!(
            "const done = arguments[arguments.length - 1]; const ends = Date.now() + {LOOK};
             const look = () => {{ let met = false; try {{ met = Boolean({expression}); }} catch (_) {{}}
               if (met || Date.now() > ends) done(met); else setTimeout(look, 8); }}; look();"
        );
        while Instant::now() < ends {
            match self.driver.execute_async(&script, Vec::new()).await {
                Ok(met) if met.json() == &Value::Bool(true) => return Ok(()),
                Ok(_) => {}
                Err(error) if is_lost_with_its_page(&error) => {}
                Err(error) => return Err(error),
            }
        }
        let page = self.value("document.body?.innerText.slice(0, 2000)").await?;
        panic!("never became true: {expression}\nThe page says: {page}");
    }

    /// Clicks the first element a selector finds, as a person does: a button whose meaning has just changed is left
    /// alone until it takes a press, and one that is still moving, covered or drawn anew is tried again.
    pub async fn click(&self, selector: &str) -> WebDriverResult<()> {
        let ends = Instant::now() + MOVING;
        loop {
            match self.click_now(selector).await {
                Err(error) if is_on_the_move(&error) && Instant::now() < ends => {}
                clicked => return clicked,
            }
        }
    }

    async fn click_now(&self, selector: &str) -> WebDriverResult<()> {
        let element = self.driver.query(By::Css(selector)).first().await?;
        self.until(&format!("!document.querySelector({})?.matches('.settling:not(:disabled)')", json!(selector))).await?;
        // What is always in sight may lie over it where the page stands; a person scrolls.
        self.run(&format!("document.querySelector({})?.scrollIntoView({{ block: 'nearest', behavior: 'instant' }})", json!(selector)))
            .await?;
        element.click().await
    }

    /// Touches the middle of an element in sight, as a thumb does. What still moves, is covered or takes no press yet is waited for.
    pub async fn tap(&self, selector: &str) -> WebDriverResult<()> {
        self.tap_across(selector, 0.5).await
    }

    /// The same, this far across the element from its left.
    pub async fn tap_across(&self, selector: &str, across: f64) -> WebDriverResult<()> {
        self.until(&format!("document.querySelector({})?.matches(':not(:disabled, .settling)')", json!(selector))).await?;
        if !self.touch(selector, across).await? {
            panic!("{selector} never came to rest where it can be touched");
        }
        Ok(())
    }

    /// Scrolls to an element, then touches it this far across.
    pub async fn scroll_and_tap(&self, selector: &str, across: f64) -> WebDriverResult<()> {
        self.until(&format!("document.querySelector({})", json!(selector))).await?;
        self.run(&format!("document.querySelector({})?.scrollIntoView({{ block: 'center', behavior: 'instant' }})", json!(selector)))
            .await?;
        self.tap_across(selector, across).await
    }

    /// Touches an element where it stands, once it rests and nothing lies over it: the page is not moved for it. Whether it was touched:
    /// what is gone by then, or is covered for long, is not.
    pub async fn touch(&self, selector: &str, across: f64) -> WebDriverResult<bool> {
        let place = format!(
            "const found = () => document.querySelector({});
             const place = () => {{ const r = found()?.getBoundingClientRect(); return r && [r.x + r.width * {across}, r.y + r.height / 2] }};
             const open = ([x, y]) => {{ const top = document.elementFromPoint(x, y); return top && (found().contains(top) || top.contains(found())) }};
             const ends = Date.now() + {LOOK};
             return new Promise((then) => {{
                 let before = place();
                 const look = () => {{
                     const now = place();
                     if (!now || Date.now() > ends) return then(null);
                     if (String(now) === String(before) && open(now)) return then(now);
                     before = now;
                     requestAnimationFrame(look) }};
                 requestAnimationFrame(look) }})",
            json!(selector)
        );
        let place = self.run(&place).await?;
        if place.is_null() {
            return Ok(false);
        }
        let cdp = self.driver.cdp();
        cdp.send_raw("Input.dispatchTouchEvent", json!({"type": "touchStart", "touchPoints": [{"x": place[0], "y": place[1]}]})).await?;
        cdp.send_raw("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []})).await?;
        Ok(true)
    }

    /// Unfolds every folded group of choices on the page.
    pub async fn unfold(&self) -> WebDriverResult<()> {
        self.until("document.querySelector('details')").await?;
        self.run("document.querySelectorAll('details').forEach(group => group.open = true)").await.map(drop)
    }

    /// Whether a selector finds anything.
    pub async fn has(&self, selector: &str) -> WebDriverResult<bool> {
        Ok(self.value(&format!("document.querySelector({}) !== null", json!(selector))).await? == Value::Bool(true))
    }

    /// Sets the size of the window.
    pub async fn size(&self, (width, height): (u32, u32)) -> WebDriverResult<()> {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
        // The page hears of it a moment later; one without a viewport of its own never does.
        let seen = format!(
            "const done = arguments[arguments.length - 1], ends = Date.now() + 1000;
             const look = () => matchMedia('(width: {width}px)').matches || Date.now() > ends ? setTimeout(done, 0) : setTimeout(look, 8); look();"
        );
        self.driver.execute_async(&seen, Vec::new()).await.map(drop)
    }

    /// Tells the page that the person prefers light or dark.
    pub async fn scheme(&self, scheme: &str) -> WebDriverResult<()> {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", media).await.map(drop)
    }

    /// Tells the page that the person prefers no motion.
    pub async fn calm(&self) -> WebDriverResult<()> {
        let media = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", media).await.map(drop)
    }

    /// Chooses a file with this content in a file field, as a person would.
    pub async fn choose_file(&self, field: &str, name: &str, content: &str) -> WebDriverResult<()> {
        let script = "const chosen = new DataTransfer(); chosen.items.add(new File([CONTENT], NAME));
            const field = document.querySelector(FIELD); field.files = chosen.files; field.dispatchEvent(new Event('change'))";
        let marks = [("CONTENT", content), ("NAME", name), ("FIELD", field)];
        // The content comes last: it may hold the other marks.
        let script = marks.iter().rev().fold(script.to_string(), |script, (mark, text)| script.replace(mark, &json!(text).to_string()));
        self.run(&script).await.map(drop)
    }

    /// From now on `window.saved` is the text of the file that the page hands to the person last.
    pub async fn catch_downloads(&self) -> WebDriverResult<()> {
        let script = "const make = URL.createObjectURL;
            URL.createObjectURL = (file) => { file.text().then(text => window.saved = text); return make(file) }";
        self.run(script).await.map(drop)
    }

    /// Lets nothing through whose address looks like this, `*` standing for anything; nothing is blocked where it is empty.
    pub async fn block(&self, address: &str) -> WebDriverResult<()> {
        let cdp = self.driver.cdp();
        cdp.send_raw("Network.enable", json!({})).await?;
        // What the service worker keeps would come all the same.
        cdp.send_raw("Network.setBypassServiceWorker", json!({ "bypass": !address.is_empty() })).await?;
        let blocked: Vec<&str> = Some(address).filter(|address| !address.is_empty()).into_iter().collect();
        cdp.send_raw("Network.setBlockedURLs", json!({ "urls": blocked })).await.map(drop)
    }

    /// Runs a script before everything else on every page that is loaded from now on.
    pub async fn before_each_page(&self, script: &str) -> WebDriverResult<()> {
        self.driver.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await.map(drop)
    }

    /// Cuts the network or restores it.
    pub async fn offline(&self, offline: bool) -> WebDriverResult<()> {
        let conditions = json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.driver.cdp().send_raw("Network.enable", json!({})).await?;
        self.driver.cdp().send_raw("Network.emulateNetworkConditions", conditions).await.map(drop)
    }

    /// Writes a screenshot to `target/screenshots`.
    pub async fn screenshot(&self, name: &str) -> WebDriverResult<()> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).expect("the screenshots' folder can be made");
        // Everything that moves has come to rest.
        self.until("document.getAnimations().every(a => a.playState !== 'running')").await?;
        self.driver.screenshot(&folder.join(format!("{name}.png"))).await
    }

    /// A game as it lies in the browser.
    pub async fn kept_game(&self, id: &str) -> WebDriverResult<Value> {
        self.value(&kept_game!("'THE-ID'").replace("THE-ID", id)).await
    }

    /// Puts a record into the store and opens it at the table.
    pub async fn play_record(&self, id: &str, record: &Value) -> WebDriverResult<()> {
        self.run(&format!("localStorage.setItem('spieltisch/game/{id}', {})", json!(record.to_string()))).await?;
        self.go("#/").await?;
        self.until("document.querySelector('.games')").await?;
        self.go(&format!("#/play/{id}")).await?;
        self.until("document.querySelector('.table')").await
    }
}

/// The script that keeps settings.
fn keep_settings(settings: &Value) -> String {
    format!("localStorage.setItem('spieltisch/settings', {})", json!(settings.to_string()))
}

/// The script after which no table offers its lesson.
fn keep_all_games_known() -> String {
    let offered = games::names().into_iter().map(|game| format!("localStorage.setItem('spieltisch/offered/{game}', '1')"));
    offered.collect::<Vec<_>>().join(";")
}

/// Whether an element could not be clicked because it moves, is covered or was drawn anew.
fn is_on_the_move(error: &WebDriverError) -> bool {
    use thirtyfour::error::WebDriverErrorInner::{ElementClickIntercepted, ElementNotInteractable, StaleElementReference};
    matches!(error.as_inner(), ElementClickIntercepted(_) | ElementNotInteractable(_) | StaleElementReference(_))
}

/// Whether a script got no answer because its page was loaded anew or left.
fn is_lost_with_its_page(error: &WebDriverError) -> bool {
    use thirtyfour::error::WebDriverErrorInner::{JavascriptError, ScriptTimeout, StaleElementReference};
    matches!(error.as_inner(), JavascriptError(_) | ScriptTimeout(_) | StaleElementReference(_))
}
