//! Castro explained and set up.

use leptos::prelude::*;
use spieltisch_rules::castro::{Castro, Symbol};
use spieltisch_rules::games::Entry;

use super::editor::CastroEditor;
use super::{glance, symbol};
use crate::games::Aside;
use crate::i18n::{Key, lang, symbol_name, symbol_needs, texts};
use crate::pages::rules::drawn;
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

    fn figure(&self, heading: Key) -> Option<AnyView> {
        if heading != Key::PageSymbols {
            return None;
        }
        let symbols = [Symbol::Pair(3), Symbol::Three, Symbol::Four, Symbol::Straight, Symbol::FullHouse, Symbol::Yatzy];
        let rows = symbols
            .map(|symbol| view! { <li><span class="square">{drawn(symbol::markup(symbol))}</span><span><b>{symbol_name(symbol)}</b><small>{symbol_needs(symbol)}</small></span></li> });
        Some(view! { <ul class="figures needs">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any())
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
