//! Castro explained and set up.

use leptos::prelude::*;
use spieltisch_rules::castro::{Castro, Symbol};
use spieltisch_rules::games::Of;

use super::editor::CastroEditor;
use super::{roof, symbol};
use crate::games::Aside;
use crate::i18n::{Key, lang, symbol_name, symbol_needs, texts};
use crate::pages::rules::drawn;
use crate::pages::setup::{Editor, FULL_HOUSE_FROM_YATZY, Switch};

impl Aside for Of<Castro> {
    fn rules(&self) -> &'static [texts::Section] {
        texts::games::castro::RULES
    }

    fn tips(&self) -> &'static [Key] {
        texts::games::castro::TIPS
    }

    fn figure(&self, heading: Key) -> Option<AnyView> {
        match heading {
            Key::PageSymbols => {
                let symbols = [Symbol::Pair(3), Symbol::Three, Symbol::Four, Symbol::Straight, Symbol::FullHouse, Symbol::Yatzy];
                let rows = symbols
                    .map(|symbol| view! { <li><span class="square">{drawn(symbol::markup(symbol))}</span><span><b>{symbol_name(symbol)}</b><small>{symbol_needs(symbol)}</small></span></li> });
                Some(view! { <ul class="figures needs">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any())
            }
            Key::PageBuilding => {
                let stacks: [&[usize]; 3] = [&[0], &[1, 0], &[2, 1, 0, 1, 0]];
                let rows = stacks.map(|roofs| view! { <li><span class="square">{drawn(roof::stack(roofs))}</span>{texts::count_roofs(lang(), roofs.len() as i64)}</li> });
                Some(view! { <ul class="figures">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any())
            }
            _ => None,
        }
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
