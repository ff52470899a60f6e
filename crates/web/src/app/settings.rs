//! Language, look and speed, as the person chose them.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

use crate::browser::{self, document};
use crate::i18n::{self, Lang};
use crate::store;

const NAME: &str = "spieltisch/settings";

/// What a person can choose; nothing chosen means as the device says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language's code.
    pub language: Option<String>,
    /// `light`, `dark` or `contrast`.
    pub look: Option<String>,
    /// `none` for no motion.
    pub motion: Option<String>,
    /// `slow` or `fast`, for computers and dice.
    pub speed: Option<String>,
    /// `fallen` where dice stay as they fell.
    pub dice: Option<String>,
    /// `off` for silence.
    pub sound: Option<String>,
    /// `off` for a device that does not tremble.
    pub touch: Option<String>,
    /// `on` where what happens is spoken.
    pub voice: Option<String>,
    /// The name of the person who plays alone.
    pub name: Option<String>,
    /// Their colour.
    pub colour: Option<usize>,
    /// Their little picture.
    pub picture: Option<u8>,
}

thread_local! {
    static SETTINGS: RefCell<Settings> = RefCell::default();
}

/// Reads the settings and takes them into use.
pub fn load() {
    let settings = store::read(NAME).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    SETTINGS.replace(settings);
    apply();
}

/// The settings as they stand.
pub fn get() -> Settings {
    SETTINGS.with_borrow(Clone::clone)
}

/// Changes settings, keeps them and takes them into use.
pub fn change(change: impl FnOnce(&mut Settings)) {
    SETTINGS.with_borrow_mut(change);
    store::write(NAME, &serde_json::to_string(&get()).unwrap_or_default());
    apply();
}

fn apply() {
    let settings = get();
    i18n::set_lang(settings.language.as_deref().and_then(Lang::from_code).unwrap_or_else(i18n::browser_lang));
    let Some(root) = document().document_element() else { return };
    let look = settings.look.or_else(|| browser::prefers("(prefers-contrast: more)").then(|| "contrast".to_string()));
    for (name, value) in [("data-look", &look), ("data-motion", &settings.motion), ("data-speed", &settings.speed)] {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}

/// Whether the person or the device wants no motion.
pub fn is_calm() -> bool {
    get().motion.as_deref() == Some("none") || browser::prefers("(prefers-reduced-motion: reduce)")
}

/// Whether dice stay as they fell; otherwise they slide into order.
pub fn dice_stay() -> bool {
    get().dice.as_deref() == Some("fallen")
}

/// How long computers and dice take, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Before a computer rolls.
    pub roll: i32,
    /// Before it decides.
    pub think: i32,
    /// While the dice of a person tumble.
    pub tumble: i32,
    /// While those of a computer do.
    pub tumble_of_computers: i32,
}

/// The pace the person chose.
pub fn pace() -> Pace {
    match get().speed.as_deref() {
        Some("slow") => Pace { roll: 900, think: 1300, tumble: 800, tumble_of_computers: 500 },
        Some("fast") => Pace { roll: 60, think: 90, tumble: 180, tumble_of_computers: 90 },
        _ => Pace { roll: 400, think: 650, tumble: 720, tumble_of_computers: 350 },
    }
}
