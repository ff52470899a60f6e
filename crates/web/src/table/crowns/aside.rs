//! Crowns explained and set up.

use leptos::prelude::*;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::games::Entry;

use super::editor::CrownsEditor;
use super::glance;
use crate::games::Aside;
use crate::i18n::{Key, texts};
use crate::pages::setup::{Editor, Switch};

impl Aside for Entry<Crowns> {
    fn rules(&self) -> &'static [texts::Section] {
        texts::games::crowns::RULES
    }

    fn tips(&self) -> &'static [Key] {
        texts::games::crowns::TIPS
    }

    fn glance(&self) -> &'static [texts::GlanceStep] {
        texts::games::crowns::GLANCE
    }

    fn drawing(&self, step: Key, _: Vec<String>) -> Option<AnyView> {
        glance::drawing(step)
    }

    fn switches(&self) -> &'static [Switch] {
        &[Switch { name: "solo_hard", title: Key::OptionSoloHard, help: Key::OptionSoloHardHelp, only_alone: true }]
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&CrownsEditor)
    }

    fn has_dice(&self) -> bool {
        true
    }
}
