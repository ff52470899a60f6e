//! Crowns explained and set up.

use leptos::prelude::*;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::games::Of;

use super::editor::CrownsEditor;
use crate::games::Aside;
use crate::i18n::{Key, lang, texts};
use crate::pages::rules::drawn;
use crate::pages::setup::{Editor, Switch};
use crate::pieces::die;

impl Aside for Of<Crowns> {
    fn rules(&self) -> &'static [texts::Section] {
        texts::games::crowns::RULES
    }

    fn tips(&self) -> &'static [Key] {
        texts::games::crowns::TIPS
    }

    fn figure(&self, heading: Key) -> Option<AnyView> {
        if heading != Key::PageBoard {
            return None;
        }
        let dice = [5, 5, 5].map(|face| drawn(die::markup(face)));
        Some(view! { <ul class="figures"><li><span class="pair">{dice.into_iter().collect::<Vec<_>>()}</span>{texts::crowns_term_field(lang(), 3, 5)}</li></ul> }.into_any())
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
