//! Caro explained and set up.

use leptos::prelude::*;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::games::Entry;

use super::glance;
use crate::games::Aside;
use crate::i18n::{Key, texts};
use crate::pages::setup::{Editor, Switch};

impl Aside for Entry<Caro> {
    fn rules(&self) -> &'static [texts::Section] {
        texts::games::caro::RULES
    }

    fn tips(&self) -> &'static [Key] {
        texts::games::caro::TIPS
    }

    fn glance(&self) -> &'static [texts::GlanceStep] {
        texts::games::caro::GLANCE
    }

    fn drawing(&self, step: Key, _: Vec<String>) -> Option<AnyView> {
        glance::drawing(step)
    }

    fn switches(&self) -> &'static [Switch] {
        &[Switch { name: "open_table", title: Key::OptionOpenTable, help: Key::OptionOpenTableHelp, only_alone: false }]
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        None
    }

    fn has_dice(&self) -> bool {
        false
    }
}
