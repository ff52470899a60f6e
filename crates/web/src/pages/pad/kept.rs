//! The pad as it lies in the browser.

use serde::{Deserialize, Serialize};
use spieltisch_core::Pad;
use spieltisch_rules::MAX_SEATS;

use crate::i18n::{lang, texts};
use crate::store;

/// Under which name it lies.
pub const PLACE: &str = "spieltisch/pad";

/// The pad in use, and the one before, so that a new one loses nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The pad in use.
    pub now: Pad,
    /// The one before.
    pub before: Option<Pad>,
}

impl Kept {
    /// The pad as it lies in the browser.
    pub fn load() -> Kept {
        let kept: Option<Kept> = store::read(PLACE).and_then(|text| serde_json::from_str(&text).ok());
        let whole = |kept: &Kept| (1..=MAX_SEATS).contains(&kept.now.names.len()) && kept.now.names.len() == kept.now.sheets.len();
        kept.filter(whole).unwrap_or_else(|| Kept { now: Pad::new((1..=2).map(name).collect()), before: None })
    }
}

/// What a player without a name is called.
pub fn name(number: usize) -> String {
    texts::setup_name_default(lang(), number)
}
