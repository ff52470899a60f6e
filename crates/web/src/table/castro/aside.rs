//! Castro explained and set up.

use leptos::prelude::*;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::games::Entry;

use super::editor::CastroEditor;
use super::glance;
use crate::games::Aside;
use crate::i18n::{Key, lang, texts};
use crate::pages::setup::{Editor, FULL_HOUSE_FROM_YATZY, Switch};

impl Aside for Entry<Castro> {
    fn rules(&self) -> &'static [texts::Section] {
        texts::games::castro::RULES
    }

    fn tips(&self) -> &'static [Key] {
        texts::games::castro::TIPS
    }

    fn glance(&self) -> &'static [texts::GlanceStep] {
        texts::games::castro::GLANCE
    }

    fn drawing(&self, step: Key, names: Vec<String>) -> Option<AnyView> {
        glance::drawing(step, names)
    }

    fn head_start_text(&self, given: u8) -> String {
        texts::setup_roofs_ahead(lang(), i64::from(given))
    }

    fn switches(&self) -> &'static [Switch] {
        &[FULL_HOUSE_FROM_YATZY]
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&CastroEditor)
    }

    fn has_dice(&self) -> bool {
        true
    }
}
